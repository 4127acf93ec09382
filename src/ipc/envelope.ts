/** What comes back over the bridge: errors lose their type on the way, so each reply says which it is. */
import type { LedgerFailure } from "../core/review/clients/ledger-closing.ts";
import { TieoutError } from "../core/errors.ts";
import type { VanishedCounts } from "../core/review/restate/vanishing.ts";
import { remedyOf } from "../core/remedies.ts";

/** An expected failure as it crosses the bridge: safe to show, never a secret, never a stack. */
export interface Fault extends LedgerFailure {
  readonly record: string | null;
  readonly field: string | null;
  /** How many records of each kind would vanish: an acceptance names them. */
  readonly vanished?: VanishedCounts;
}

export type Envelope<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: Fault };

const DEFECT = "This is a defect in Tieout. The ledger is unharmed. Please report it.";

/** Any error as a fault; of one that nobody expected only that it happened: its text may hold anything. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof TieoutError)) {
    const sentence = "Something failed unexpectedly";
    return { code: "DEFECT", sentence, remedy: DEFECT, file: null, record: null, field: null };
  }
  const { file = null, record = null, field = null, vanished } = error.facts;
  const fault = { code: error.code, sentence: error.message, remedy: remedyOf(error), file, record, field };
  return vanished === undefined ? fault : { ...fault, vanished };
}
