/**
 * What the sandbox's service knows: one user, one or more businesses, their payments and wallet. The shapes
 * are those of the wire (the interface, "Resources and their fields") without the `_alt` texts, which depend
 * on the time of the response.
 */

/** A wallet history entry. */
export interface WorldEntry {
  readonly walletID: number;
  readonly userID: number;
  readonly businessID: number;
  readonly credit_balance: number;
  readonly debit_balance: number;
  readonly balance: number;
  readonly action: string | null;
  readonly description: string | null;
  readonly sessionID: string | null;
  readonly payref: string;
  readonly is_approved: number;
  readonly is_bonus: number;
  /** The service's timestamp text, or null. */
  readonly datePaid: string | null;
  readonly dateCreated: string;
}

/** A payment transaction; `data` as its cycle has it. */
export interface WorldTransaction {
  readonly payID: number;
  readonly businessID: number;
  readonly userID: number;
  readonly payhash: string | null;
  readonly payref: string;
  readonly cycle: string;
  readonly transaction: {
    readonly name: string | null;
    readonly status_alt: string | null;
    readonly trader_status: string | null;
    readonly is_active: string | null;
    readonly paymentURL: string | null;
  };
  readonly data: Readonly<Record<string, unknown>>;
  readonly customer: { readonly userID: number; readonly name: string; readonly phone: string };
  readonly fee: {
    readonly currency: string | null;
    readonly chargedamount: number;
    readonly scrowfee: number;
    readonly taxfee: number;
    readonly payableamount: number;
  };
  readonly status: number;
  readonly is_deleted: number;
  readonly is_flagged: number;
  readonly datePaid: string | null;
  readonly dateCreated: string;
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
export interface PlantedFinding {
  readonly rule: string;
  readonly severity: "error" | "warning" | "info";
  readonly walletID: number | null;
  readonly payref: string | null;
  readonly payID: number | null;
  readonly cause?: string;
  readonly kind?: string;
  readonly difference?: number;
  /** On a chain-break that looks like two digits swapped; absent on every other. */
  readonly transposition?: true;
  /** On a chain-break for a missing entry. */
  readonly candidates?: readonly string[];
  /** On an orphaned payref. */
  readonly suggestions?: readonly string[];
}

/**
 * One fault that was planted and the findings a check must report for it, when each world so far was pulled
 * whole and in turn.
 */
export interface PlantedFault {
  /** What was done to the records, in a word of the plan. */
  readonly fault: string;
  /** What was done, in a sentence with the ids. */
  readonly told: string;
  /** Findings of a check of the whole history, made from files or within the cut-off after month's end. */
  readonly history: readonly PlantedFinding[];
  /**
   * Where they are others: those of a check of the whole history whose pull came later, so that nothing is in
   * transit.
   */
  readonly historyLater?: readonly PlantedFinding[];
  /** Findings of a check of the world's month. */
  readonly month: readonly PlantedFinding[];
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
  /** The world a month later, with what changed since: another world, this one stays. */
  advance(): World;
}

/** What a world is made from. */
export interface WorldPlan {
  /** Wallet entries, 0 or more, those of the faults among them: as many rows as the wallet history lists. */
  readonly entries: number;
  /** A whole number, 0 or more. */
  readonly seed: number;
  /** What raises the balance: a debit (asset) or a credit (bank). */
  readonly convention: "asset" | "bank";
  /** `none`, `default`, or how often each fault is planted, by its word. */
  readonly faults: "none" | "default" | Readonly<Record<string, number>>;
}
