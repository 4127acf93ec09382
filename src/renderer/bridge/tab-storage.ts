/** The tab's own storage: it outlives a reload, and nobody else reads it. */

/** The part of the browser's storage that is needed. */
export type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** @returns null where the browser grants none */
export function tabStorage(): TabStorage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}
