/** What Chromium writes of its own into a PDF, taken out: the clock's time, the numbers of its cells. */

/** When it was made and changed, as PDF 1.7 (7.9.4) writes a time. */
const DATES = /\/(CreationDate|ModDate) \(D:\d{14}(?:[+-]\d\d'\d\d'|Z)?\)/gu;
/** The names of table cells for screen readers. The browser numbers them as it happens to lay them out. */
const CELLS = /\(node\d{8}\)/gu;
/** All of them in order, each with where it lies. */
const INDEX = /\/Names \[((?:\(node\d{8}\) \d+ 0 R ?)+)\]/gu;

/** The first and the last of them. */
const LIMITS = /\/Limits \[\(node\d{8}\) \(node\d{8}\)\]/gu;

/**
 * The same PDF with the given time, its cells numbered in the order in which they lie in the file. All of
 * this is uncompressed, and keeps its length, because the file says where each piece begins.
 */
export function settled(pdf: Buffer, atMs: number): Buffer {
  const digits = new Date(atMs).toISOString().replaceAll(/\D/gu, "").slice(0, 14);
  const names = new Map<string, string>();
  const text = pdf
    .toString("latin1")
    .replaceAll(DATES, (date, name: string) => {
      const zone = date.includes("'") ? "+00'00'" : date.endsWith("Z)") ? "Z" : "";
      return `/${name} (D:${digits}${zone})`;
    })
    .replaceAll(CELLS, (cell) => {
      const name = names.get(cell) ?? `(node${String(names.size + 1).padStart(8, "0")})`;
      names.set(cell, name);
      return name;
    })
    .replaceAll(INDEX, (_, index: string) => {
      const places = index.match(/\(node\d{8}\) \d+ 0 R/gu) ?? [];
      return `/Names [${places.toSorted().join(" ")}${index.endsWith(" ") ? " " : ""}]`;
    })
    .replaceAll(LIMITS, () => `/Limits [(node00000001) (node${String(names.size).padStart(8, "0")})]`);
  return Buffer.from(text, "latin1");
}
