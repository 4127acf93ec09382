/** Formulas as a file holds them. */

/** A formula as written, and how far its cell is from the one it is written for: shared ones stand once. */
export interface FoundFormula {
  readonly text: string;
  readonly down: number;
  readonly right: number;
}
