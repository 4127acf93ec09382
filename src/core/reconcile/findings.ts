/** Findings: what the engine says of a row, and the order and identity they have. */
import type { JsonValue } from "../canonical.ts";
import type { RuleId, Severity } from "./rules.ts";

/** Why a link of the chain broke; the first test that fits, in this order. */
export type BreakCause =
  | "recovery"
  | "misstated-balance"
  | "not-applied"
  | "wrong-sign"
  | "applied-twice"
  | "missing-entry";

export type MismatchKind = "direction" | "over" | "under";

export interface FieldChange {
  /** The interface's path, e.g. `balance` or `fee.chargedamount`. */
  readonly field: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** One finding. Keys after the subject are present only where the rule has them. Amounts in the service's unit. */
export interface Finding {
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly walletID: number | null;
  readonly payref: string | null;
  readonly payID: number | null;
  readonly userID: number | null;
  readonly businessID: number | null;
  readonly expected?: number;
  readonly actual?: number;
  /** actual − expected. */
  readonly difference?: number;
  readonly cause?: BreakCause;
  readonly kind?: MismatchKind;
  /** On every chain-break. */
  readonly transposition?: boolean;
  /** Payrefs, at most 5. */
  readonly candidates?: readonly string[];
  readonly skipped?: { readonly from: number; readonly to: number; readonly count: number };
  /** Payrefs, at most 3. */
  readonly suggestions?: readonly string[];
  readonly changes?: readonly FieldChange[];
  /** One line of plain English with the numbers in it. */
  readonly message: string;
  /** SHA-256, 64 hex digits: the same across runs as long as the numbers are. */
  readonly fingerprint: string;
}
