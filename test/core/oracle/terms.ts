/** What the oracle is told and what it concludes, in the words of the rules and of `check --json`. */
import type { Business, User } from "../../../src/core/records/business.ts";
import type { JsonValue } from "../../../src/core/canonical.ts";
import type { Entry } from "../../../src/core/records/entry.ts";
import type { CheckOptions, Convention, SettlementBasis } from "../../../src/core/options.ts";
import type { Day } from "../../../src/core/time.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";

/** One pull, as it came: copies stay in, and a list that was not asked for is null. */
export interface OraclePull {
  readonly entries: readonly Entry[] | null;
  readonly transactions: readonly Transaction[] | null;
  readonly limit: number | null;
  /** Milliseconds UTC; null for files. */
  readonly atMs: number | null;
  /** When a ledger took files in, milliseconds UTC; null for a pull from the service, and for files without a ledger. */
  readonly importedAtMs: number | null;
}

/** What a person matched: entries and transactions that settle each other whatever payrefs they carry. */
export interface OracleMatch {
  readonly id: number;
  readonly walletIDs: readonly number[];
  readonly payIDs: readonly number[];
}

/** What a wallet was signed to close at. */
export interface OracleClosing {
  readonly userID: number;
  /** null where wallets were per user. */
  readonly businessID: number | null;
  readonly closing: number;
}

/** A period that was signed, be it that there was no wallet. */
export interface OracleSigned {
  /** Its last day, whatever zone it was cut in. */
  readonly to: Day;
  readonly chainScope: CheckOptions["chainScope"];
  readonly closings: readonly OracleClosing[];
}

export interface OracleCase {
  /** Oldest first. */
  readonly pulls: readonly OraclePull[];
  readonly user: User | null;
  readonly businesses: readonly Business[];
  readonly options: CheckOptions;
  /** Days of the options' time zone, both inclusive. */
  readonly period: { readonly from: string; readonly to: string } | null;
  /** No record is in two of them; ids may be of records that nobody holds. */
  readonly matches: readonly OracleMatch[];
  readonly signed: OracleSigned | null;
}

export interface OracleChange {
  readonly field: string;
  /** Left out where the field was absent. */
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

/** The rows between a row and the one that its balance goes on from. */
export interface OracleWithout {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly movement: number;
}

/** What explains some of the findings. */
export interface OracleCause {
  readonly kind: string;
  readonly walletIDs: readonly number[];
  readonly payIDs: readonly number[];
  readonly amount: number;
  readonly unique: boolean;
  /** Places among the findings, ascending. */
  readonly findings: readonly number[];
}

export interface OracleCauses {
  readonly count: number;
  readonly atLeast: number;
  readonly complete: boolean;
  readonly unique: boolean;
  readonly items: readonly OracleCause[];
}

export interface OracleFinding {
  readonly rule: string;
  readonly severity: "error" | "warning" | "info";
  readonly walletID: number | null;
  readonly payref: string | null;
  readonly payID: number | null;
  readonly userID: number | null;
  readonly businessID: number | null;
  readonly expected?: number;
  readonly actual?: number;
  readonly difference?: number;
  readonly cause?: string;
  readonly transposition?: boolean;
  readonly kind?: string;
  readonly candidates?: readonly string[];
  readonly skipped?: { readonly from: number; readonly to: number; readonly count: number };
  readonly stretch?: { readonly walletIDs: readonly number[]; readonly order: readonly number[] };
  readonly continuesFrom?: number;
  readonly without?: OracleWithout;
  readonly fields?: readonly string[];
  readonly suggestions?: readonly string[];
  readonly changes?: readonly OracleChange[];
  readonly copies?: readonly { readonly field: string; readonly values: readonly JsonValue[] }[];
  readonly match?: number;
  readonly atStake: number;
}

/** The keys of a finding that say more than its subject. */
export type Extra = Omit<
  OracleFinding,
  "rule" | "severity" | "walletID" | "payref" | "payID" | "userID" | "businessID" | "atStake"
>;

export interface OracleWallet {
  readonly userID: number;
  readonly businessID: number | null;
  readonly entries: number;
  readonly opening: number;
  readonly inflow: number;
  readonly outflow: number;
  readonly breakDifference: number;
  readonly closing: number;
  readonly tiesOut: boolean;
}

export interface OracleResult {
  readonly asOfMs: number | null;
  readonly convention: {
    readonly used: Convention;
    readonly source: string;
    readonly links: number;
    readonly breaks: { readonly asset: number; readonly bank: number };
  };
  readonly chainScope: { readonly used: string; readonly breaks: { user: number; business: number } };
  readonly order: {
    readonly used: "walletID";
    readonly breaks: { readonly walletID: number; readonly date: number };
  };
  readonly settlementBasis: {
    readonly used: SettlementBasis;
    readonly source: string;
    readonly votes: Readonly<Record<SettlementBasis, number>>;
    readonly withinTolerance?: true;
  };
  readonly skippedRules: readonly string[];
  readonly capped: boolean;
  readonly counts: {
    readonly entries: number;
    readonly transactions: number;
    /** Rules that were found; the others are zero. */
    readonly findings: Readonly<Record<string, number>>;
    readonly bySeverity: { readonly error: number; readonly warning: number; readonly info: number };
    readonly noPayref: Readonly<Record<string, number>>;
  };
  readonly wallets: readonly OracleWallet[];
  readonly findings: readonly OracleFinding[];
  /** null where there are too many facts to try every explanation. */
  readonly causes: OracleCauses | null;
}
