/** The problems that a proof finds. */
import type { ErrorCode } from "../../../core/error-codes.ts";

export interface Problem {
  readonly code: ErrorCode;
  readonly sentence: string;
  /** The link, pull, table or row; null for the file as a whole. */
  readonly where: string | null;
  /** Rows of which only the pull is known that brought them otherwise. */
  readonly rows?: ChangedRows;
}

/** A table of entries or transactions, and the pull whose rows in it are not those that it brought. */
export interface ChangedRows {
  readonly table: string;
  readonly pull: number;
}

/** A table that is not what the trail says. */
export function mismatch(sentence: string, where: string): Problem {
  return { code: "AUDIT_MISMATCH", sentence, where };
}

/** Why a number cannot be that of the next thing of its kind. */
export function wrongNumber(kind: string, number: number, last: number): string {
  return number <= last
    ? `This is a second link for ${kind} ${number}`
    : `The link records ${kind} ${number}, and the next one is ${last + 1}`;
}

/** How many problems of one table are listed; else a table full of foreign rows fills the terminal. */
const TOLD = 20;

/** The first problems of one table, and how many more there are. */
export class ProblemList {
  readonly #told: Problem[] = [];
  #untold = 0;

  add(problem: Problem): void {
    if (this.#told.length < TOLD) this.#told.push(problem);
    else this.#untold += 1;
  }

  finish(table: string): Problem[] {
    if (this.#untold > 0) this.#told.push(mismatch(`${this.#untold} more rows do not fit`, table));
    return this.#told;
  }
}
