/**
 * The one error type, which carries a code.
 *
 * A code reaches the command line and the window; the sentence says what happened with the facts in it;
 * `error-codes.ts` says what to do. A broken invariant is a plain Error instead: it is a defect of ours.
 */
import type { ErrorCode } from "./error-codes.ts";

/** The place of the fault and its remedy, as far as they are known; never a secret. */
export interface ErrorFacts {
  /** The file, or the endpoint's path for a response of the service. */
  readonly file?: string;
  /** The record, for example `walletID 77` or `record 12`. */
  readonly record?: string;
  /** The field's path inside the record, for example `fee.scrowfee`. */
  readonly field?: string;
  /** How many records of each kind would vanish. */
  readonly vanished?: { readonly entries: number; readonly transactions: number };
  /** What to do, in a sentence or two, where the remedy of the code would miss the cause. */
  readonly remedy?: string;
}

/** An expected failure: one sentence for people, one code for programs. */
export class TieoutError extends Error {
  override readonly name = "TieoutError";
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;

  constructor(code: ErrorCode, sentence: string, facts: ErrorFacts = {}, cause?: unknown) {
    super(sentence, cause === undefined ? undefined : { cause });
    this.code = code;
    this.facts = facts;
  }
}

/** What was asked cannot be, as a sentence that says what to give instead. */
export function usageError(sentence: string): TieoutError {
  return new TieoutError("USAGE", sentence);
}

/**
 * One line for a terminal or a log: code, sentence, where. A file's name may hold anything; control
 * characters are blanks.
 *
 * @example `PAYLOAD_AMOUNT: 1.5 is not an integer (wallet.json, walletID 77, balance)`
 */
export function formatError(error: TieoutError): string {
  const where = [error.facts.file, error.facts.record, error.facts.field].filter(
    (part) => part !== undefined && part !== "",
  );
  // The service's own message may already end with a full stop.
  const said =
    where.length === 0 ? error.message : `${error.message.replace(/\.$/u, "")} (${where.join(", ")})`;
  return `${error.code}: ${said}`.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}][\p{Cc}\s]*/gu, " ");
}
