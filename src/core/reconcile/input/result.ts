/** The result of a check. `check --json` is this with times as RFC 3339 and without the columns. */
import type { HeldNumbers } from "./column-kinds.ts";
import type { PullClocks } from "./pull-clocks.ts";
import type { ChainScope, CheckOptions, Convention, SettlementBasis } from "../../options.ts";
import type { Period } from "../../time.ts";
import type { BankOutcome } from "../../bank/accepted.ts";
import type { Causes } from "./cause.ts";
import type { Finding } from "./findings.ts";
import type { OverwritingRow } from "./chains.ts";
import type { RuleId, Severity } from "./rules.ts";

export type Source = "given" | "detected" | "default";

export interface WalletResult {
  readonly userID: number;
  /** null when wallets are per user. */
  readonly businessID: number | null;
  readonly currency: string | null;
  /** Entries of the period. */
  readonly entries: number;
  readonly opening: number;
  readonly inflow: number;
  /** As a positive amount. */
  readonly outflow: number;
  /** Σ differences of chain-break, pending-entry and history-gap in the period. */
  readonly breakDifference: number;
  readonly closing: number;
  /** opening + inflow − outflow + breakDifference = closing; asserted by the engine. */
  readonly tiesOut: boolean;
}

/** The status of a transaction as at the check's end, for grids and the workbook. */
export const SETTLEMENT = {
  /** Nothing is expected and nothing came: unpaid, deleted, or nothing due yet. */
  notDue: 0,
  settled: 1,
  under: 2,
  over: 3,
  /** Entries come to minus the expected amount. */
  direction: 4,
  unsettled: 5,
  inTransit: 6,
  reversed: 7,
  /** Repeats apart, the amount is right. */
  duplicated: 8,
  /** Entries without a paid transaction. */
  entryForUnpaid: 9,
  /** Not judged: unknown cycle, contribution, other currency, other payID of the payref, before history. */
  notJudged: 10,
  /** Manually matched with others, of which one stands for all: amounts are with that one. */
  settledTogether: 11,
} as const;

export type Settlement = (typeof SETTLEMENT)[keyof typeof SETTLEMENT];

/** Why amount rules skip a transaction. */
export const SKIP = {
  none: 0,
  /** One that the interface does not name. */
  cycle: 1,
  contribution: 2,
  currency: 3,
  "before-history": 4,
} as const;

/** Per transaction, in the row order of the input's TransactionColumns. */
interface TransactionOutcomes {
  /** Expected movement, + inflow; NaN where amount rules are skipped. */
  readonly expected: HeldNumbers;
  /** One of SKIP: of a manual match its lead has that of the first by payID that is skipped, the others none. */
  readonly skip: Uint8Array;
  /** One of SKIP: of each by itself, whatever it is matched with. */
  readonly skipAlone: Uint8Array;
  /** Sum of movements of the entries tied to it, by payref or by hand, as at the check's end; 0 for none. */
  readonly net: HeldNumbers;
  /** How many entries are tied to it as at the check's end. */
  readonly entries: Int32Array;
  /** One of SETTLEMENT. */
  readonly settlement: Uint8Array;
  /** 1 where the transaction is the one its payref, or its manual match, is matched with. */
  readonly matched: Uint8Array;
  /** 1 where the transaction was paid, or has an entry, in the period (all of them without a period). */
  readonly inPeriod: Uint8Array;
}

/** Per entry, in the row order of the input's EntryColumns. */
interface EntryOutcomes {
  /** Rows of the entries as at the check's end: by userID, businessID, then walletID, ascending. */
  readonly order: Int32Array;
  /** Signed movement under the convention in use. */
  readonly movement: HeldNumbers;
  /** actual − expected balance of the entry's link; for a wallet's oldest entry 0. */
  readonly difference: HeldNumbers;
  /** Milliseconds UTC: the latest dateCreated among the entry and all before it in its wallet. */
  readonly periodAtMs: Float64Array;
  /** 1 where the entry is in the period (all as at its end without a period). */
  readonly inPeriod: Uint8Array;
  /** The entries whose balance goes on from an older one than the entry before, by places in `order`, ascending. */
  readonly overwriting: readonly OverwritingRow[];
  /** Row of the matched transaction in TransactionColumns, of a manual match its lead; −1 without one. */
  readonly transaction: Int32Array;
}

/** What wallets and payments come to at a check's end; of a whole check, or of one that looks no further. */
export interface CheckOutcomes {
  readonly wallets: readonly WalletResult[];
  readonly entryOutcomes: Pick<EntryOutcomes, "order" | "transaction">;
  readonly transactionOutcomes: Pick<TransactionOutcomes, "expected" | "settlement">;
}

export interface CheckResult extends CheckOutcomes {
  readonly options: CheckOptions;
  readonly period: Period | null;
  /** Milliseconds UTC; null when there is nothing to take a time from. */
  readonly asOfMs: number | null;
  /** When the newest pull ended, milliseconds UTC; null for files, which carry no clock. */
  readonly pulledAtMs: number | null;
  readonly pullClocks: PullClocks;
  readonly convention: {
    readonly used: Convention;
    readonly source: Source;
    readonly links: number;
    readonly breaks: Readonly<Record<Convention, number>>;
  };
  readonly chainScope: {
    readonly used: ChainScope;
    readonly breaks: Readonly<Record<ChainScope, number>>;
  };
  /** The order in which the entries of a chain are taken, and the links that would break in either. */
  readonly order: {
    readonly used: "walletID";
    readonly breaks: Readonly<Record<"walletID" | "date", number>>;
  };
  readonly settlementBasis: {
    readonly used: SettlementBasis;
    readonly source: Source;
    /** Payments that agree with each basis, of those whose bases do not all give the same amount. */
    readonly votes: Readonly<Record<SettlementBasis, number>>;
    /** Set where none of them agrees exactly with any. */
    readonly withinTolerance?: true;
  };
  readonly skippedRules: readonly { readonly rule: RuleId; readonly reason: string }[];
  /** The history may have been cut by `limit`: asked for and full, or a wallet does not open at zero. */
  readonly capped: boolean;
  /** Whether a pull's limit may have cut it, so that another pull brings more. */
  readonly limited: boolean;
  readonly counts: {
    /** Entries and transactions of the period. */
    readonly entries: number;
    readonly transactions: number;
    /** Every rule, zeros too, in the order of RULES. */
    readonly findings: Readonly<Record<RuleId, number>>;
    readonly bySeverity: Readonly<Record<Severity, number>>;
    /** Entries without a payref, and not manually matched, by action ('' for null), keys in byte order. */
    readonly noPayref: Readonly<Record<string, number>>;
  };
  /** The fewest events that explain the findings on balances and payments. */
  readonly causes: Causes;
  readonly findings: readonly Finding[];
  readonly entryOutcomes: EntryOutcomes;
  /** Left out where no bank statements are kept. */
  readonly bank?: BankOutcome;
  readonly transactionOutcomes: TransactionOutcomes;
}
