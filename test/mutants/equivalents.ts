/** A fault that changes nothing. It is known by its text, and the declaration it stands in: files may move and merge. */
export interface Equivalent {
  readonly room: "core" | "ledger" | "rows";
  /** The name that is declared at the top of the file, around the fault. */
  readonly within: string;
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}

export const EQUIVALENTS: readonly Equivalent[] = [];
