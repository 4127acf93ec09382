/** The options of a check, with their defaults, under the names that the command line uses. */
export type Convention = "asset" | "bank";
export type SettlementBasis = "charged" | "less-escrow" | "less-fees" | "payable";
export type ChainScope = "user" | "business";

/** In the order of the rules' table: the first wins a tie. */
export const SETTLEMENT_BASES: readonly SettlementBasis[] = [
  "charged",
  "less-escrow",
  "less-fees",
  "payable",
];

/** The words that an option takes, in the order in which they are offered. */
export const OPTION_CHOICES = {
  convention: ["auto", "asset", "bank"],
  settlementBasis: ["auto", ...SETTLEMENT_BASES],
  chainScope: ["user", "business"],
} as const satisfies { readonly [K in keyof CheckOptions]?: readonly CheckOptions[K][] };

export interface CheckOptions {
  readonly convention: Convention | "auto";
  readonly settlementBasis: SettlementBasis | "auto";
  /** Absolute, in the service's unit, ≥ 0. */
  readonly tolerance: number;
  /** Days of 24 hours within which a payment without entry is a timing difference, ≥ 0. */
  readonly cutoffDays: number;
  readonly chainScope: ChainScope;
  /** IANA zone in which days and months are cut. */
  readonly timeZone: string;
}

export const DEFAULT_OPTIONS: CheckOptions = {
  convention: "auto",
  settlementBasis: "auto",
  tolerance: 0,
  cutoffDays: 3,
  chainScope: "user",
  timeZone: "UTC",
};

/** The options that a ledger keeps; its zone is a setting of its own. */
export type KeptOptions = Omit<CheckOptions, "timeZone">;

const { timeZone: _, ...KEPT } = DEFAULT_OPTIONS;
export const DEFAULT_KEPT_OPTIONS: KeptOptions = KEPT;

/** A hundred years: nobody waits longer for a payment. */
export const MOST_CUTOFF_DAYS = 36_500;

/** Bumped when a rule's outcome can differ for the same input; printed in the workbook, kept with runs. */
export const RULES_VERSION = "3";
