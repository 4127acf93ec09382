/**
 * What the sandbox's service knows: one user, one or more businesses, their payments and wallet. The shapes
 * are those of the wire (the interface, "Resources and their fields") without the `_alt` texts, which depend
 * on the time of the response.
 */
import type { Finding } from "../src/core/reconcile/input/findings.ts";
import type { ENTRY_FIELDS } from "../src/core/records/entry.ts";
import type { WireFields } from "../src/core/records/fields.ts";
import type { TRANSACTION_FIELDS } from "../src/core/records/transaction.ts";

/** A wallet history entry. */
export type WorldEntry = WireFields<typeof ENTRY_FIELDS>;

type WirePart<Name extends Exclude<keyof typeof TRANSACTION_FIELDS, "data">> = WireFields<
  (typeof TRANSACTION_FIELDS)[Name]
>;

/** A payment transaction; `data` as its cycle has it. */
export interface WorldTransaction extends WirePart<"head">, WirePart<"state"> {
  readonly transaction: WirePart<"summary">;
  readonly data: Readonly<Record<string, unknown>>;
  readonly customer: WirePart<"customer">;
  readonly fee: WirePart<"fee">;
}

/** The user as the login knows it: all fields of the interface's User but `_alt`, `token`, `invite_url`. */
export type WorldUser = Readonly<Record<string, unknown>> & {
  readonly userID: number;
  readonly businessID: number;
  readonly phone: string;
  readonly default_currency: string;
};

/** The caller's business: every field of the interface's Business but dateCreated, which is relative text. */
export type WorldBusiness = Readonly<Record<string, unknown>> & {
  readonly businessID: number;
  readonly userID: number;
  readonly businesscurrency: string;
};

/** A finding that a check must raise because of what was planted; keys as in `check --json`. */
export type PlantedFinding = Pick<
  Finding,
  | "rule"
  | "severity"
  | "walletID"
  | "payref"
  | "payID"
  | "cause"
  | "kind"
  | "difference"
  | "transposition"
  | "candidates"
  | "suggestions"
>;

/** A planted fault, and what a check must find when each world so far was pulled whole and in turn. */
export interface PlantedFault {
  /** What was done to the records, in a word of the plan. */
  readonly fault: string;
  /** What was done, in a sentence with the ids. */
  readonly told: string;
  /** Findings of a check of the whole history, made from files or within the cut-off after month's end. */
  readonly history: readonly PlantedFinding[];
  /** Where others: those of a check of the whole history whose pull came later, with nothing in transit. */
  readonly historyLater?: readonly PlantedFinding[];
  /** Findings of a check of the world's month. */
  readonly month: readonly PlantedFinding[];
}

/** What can go wrong in a service whose requests overlap and crash. */
export type IncidentKind =
  | "lost-update"
  | "out-of-sequence"
  | "late-read"
  | "paid-without-credit"
  | "credit-without-fee"
  | "balance-without-entry"
  | "lost-gross-leg"
  | "several-lost-entries"
  | "released-twice"
  | "withdrawn-twice"
  | "funded-twice"
  | "contributed-twice"
  | "refunded";

/** Something that went wrong while the service ran, or looks as if it had, as the service itself knows it. */
export interface Incident {
  readonly kind: IncidentKind;
  /** What happened, in a sentence with the ids. */
  readonly told: string;
  /** Whose wallet it is in. */
  readonly businessID: number;
  /** Rows of the history that it made, ascending: what was overwritten, out of place, done twice, or stands alone. */
  readonly walletIDs: readonly number[];
  readonly payIDs: readonly number[];
  /** Rows that go on from another row than the one before them in their wallet, and from which; ascending. */
  readonly parents: readonly { readonly walletID: number; readonly parent: number }[];
  /** Rows in the order in which their movements reached the balance; empty where that is the order of their ids. */
  readonly applied: readonly number[];
  /** Rows that state the balance after a later movement than their own, and that movement's row; ascending. */
  readonly readAfter: readonly { readonly walletID: number; readonly last: number }[];
  /** Movements that no later balance holds, or that no row shows, with their sign. */
  readonly lost: readonly LostMovement[];
  /** What was lost, or was moved once too often, with its sign; 0 where no amount is wrong. */
  readonly amount: number;
}

export interface LostMovement {
  /** Its row, or the id that it would have had; null where it never reached the wallet. */
  readonly walletID: number | null;
  readonly payID: number | null;
  readonly amount: number;
  readonly isInBalance: boolean;
}

/** Everything at one moment. The same arguments give the same world, byte for byte. */
export interface World {
  /** The last month with records, `YYYY-MM`. */
  readonly month: string;
  readonly user: WorldUser;
  /** When the business was made, milliseconds UTC: its dateCreated is worded from it. */
  readonly businessCreatedAtMs: number;
  readonly business: WorldBusiness;
  /** Oldest first, walletID rising. */
  readonly entries: readonly WorldEntry[];
  /** payID rising. */
  readonly transactions: readonly WorldTransaction[];
  readonly faults: readonly PlantedFault[];
  /** What went wrong while the service ran; absent where nothing could. */
  readonly incidents?: readonly Incident[];
  /** The world a month later, with what changed since: another world, this one stays. */
  advance(): World;
}

export interface WorldPlan {
  /** Wallet entries, 0 or more, those of the faults among them: as many rows as the wallet history lists. */
  readonly entries: number;
  /** A whole number, 0 or more. */
  readonly seed: number;
  /** What raises the balance: a debit (asset) or a credit (bank). */
  readonly convention: "asset" | "bank";
  /**
   * `none`, `default`, or how often each fault is planted, by its word. `races`: what goes wrong in a service whose requests overlap
   * and crash. `all`: both `default` and `races`.
   */
  readonly faults: "none" | "default" | "races" | "all" | Readonly<Record<string, number>>;
  /** With `races` and `all`, about one row in so many begins an incident; a whole number from 1 on, 50 unless said. */
  readonly oneIn?: number | undefined;
  /** Whether the user has one wallet, unless said, or one for each of two businesses; two only with `races`. */
  readonly wallets?: 1 | 2 | undefined;
}
