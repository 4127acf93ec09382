/** Formulas as a file holds them. */

/**
 * A formula as it is written, and how far the cell stands from the one it is written for: programs write
 * shared ones once.
 */
export interface FoundFormula {
  readonly text: string;
  readonly down: number;
  readonly right: number;
}
