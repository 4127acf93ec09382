/** Rows of the two record grids: how they are asked for, sorted, filtered, and what each shows. */
import type { ColumnKinds, ENTRY, FlagName, TRANSACTION } from "../../core/reconcile/input/column-kinds.ts";
import type { Settlement } from "../../core/reconcile/input/result.ts";
import type { Finding } from "../../core/reconcile/input/findings.ts";
import type { FigureName } from "../../core/report/rollforward/figure-rows.ts";
import type { ReviewStatus } from "../../core/review/decisions/review.ts";
import type { Day } from "../../core/time.ts";
import type { WalletIds } from "../../core/words/wallet.ts";
import type { RunRequest } from "./summary.ts";

/** Where the records of each table are shown, and what they are called. */
export const RECORD_TABLES = {
  entries: { place: "wallet", title: "Wallet", noun: "entry", idName: "walletID" },
  transactions: { place: "transactions", title: "Transactions", noun: "transaction", idName: "payID" },
} as const;

/** Rows without a value in the column come last, whichever way it is sorted; equal rows by their id. */
export interface Sort {
  /** A key of WalletRow or TransactionRow, or `status`: that of its flags which waits most for a decision. */
  readonly column: string;
  readonly descending: boolean;
}

/**
 * A filter on one column, as the grid words it. Amounts are integers in the service's unit, days
 * `YYYY-MM-DD`, ends inclusive. `contains` looks at texts as they are and at numbers as they are written
 * without grouping, in either case. `set` compares texts ('' for none), numbers in digits, truths as `true`
 * and `false`, `flags` by rule and `status` by review status, of which one must be among the values.
 */
export type ColumnFilter =
  | { readonly kind: "text"; readonly contains: string }
  | { readonly kind: "number"; readonly least: number | null; readonly most: number | null }
  | { readonly kind: "day"; readonly from: Day | null; readonly to: Day | null }
  | { readonly kind: "set"; readonly values: readonly string[] }
  | AskedFigure;

export interface AskedFigure {
  readonly kind: "figure";
  readonly name: FigureName;
  /** One currency, null where none is known; one wallet; or one record, by its walletID or payID. */
  readonly of:
    | { readonly currency: string | null }
    | { readonly wallet: WalletIds }
    | { readonly record: number };
}

/** Under which name it is among the filters, and what each row adds to it among the columns. */
export const FIGURE = "figure";

/** The figure that rows are asked for; undefined where they are asked for otherwise. */
export function figureAsked({ filters }: Pick<RowsRequest, "filters">): AskedFigure | undefined {
  const filter = filters[FIGURE];
  return filter?.kind === "figure" ? filter : undefined;
}

export interface RowsRequest {
  readonly sort: readonly Sort[];
  readonly filters: Readonly<Record<string, ColumnFilter>>;
  /**
   * Words that must all be in the row, in either case: in a text, in an id, or as one of its amounts, days or
   * months as they are shown; '' for all.
   */
  readonly search: string;
  readonly onlyFlagged: boolean;
  /** Only rows of the period of the check, or the whole history. */
  readonly onlyPeriod: boolean;
  readonly from: number;
  readonly count: number;
}

/** Whether rows can only be told once they are checked. */
export function needsCheck({
  sort,
  filters,
  search,
  onlyFlagged,
}: Omit<RowsRequest, "from" | "count">): boolean {
  return sort.length > 0 || Object.keys(filters).length > 0 || search !== "" || onlyFlagged;
}

/** Columns of texts that a check does not read. */
const LATE_COLUMNS: readonly string[] = ["description", "customer"];

/** Whether rows can only be told by texts that a check does not read. */
export function needsTexts({ sort, filters, search }: Omit<RowsRequest, "from" | "count">): boolean {
  return (
    search !== "" ||
    LATE_COLUMNS.some((column) => Object.hasOwn(filters, column)) ||
    sort.some(({ column }) => LATE_COLUMNS.includes(column))
  );
}

export interface Flag extends Pick<Finding, "rule" | "severity" | "fingerprint"> {
  readonly status: ReviewStatus;
}

type FlagsOf<K extends ColumnKinds> = { readonly [Name in FlagName<K>]: boolean };

/** What a row shows in the place of a text, or of what a check says, that is not there yet. */
export const ON_ITS_WAY = "…";

export interface WalletRow extends FlagsOf<typeof ENTRY> {
  readonly walletID: number;
  readonly dateCreatedAtMs: number;
  readonly userID: number;
  readonly businessID: number;
  readonly action: string | null;
  /** ON_ITS_WAY until texts that a check does not read are there. */
  readonly description: string | null;
  readonly payref: string;
  /** Whether it was checked: before the first check, what a check says is on its way. */
  readonly isChecked: boolean;
  /** Of its wallet; null where none is known. */
  readonly currency: string | null;
  readonly inflow: number | null;
  readonly outflow: number | null;
  readonly stated: number;
  /** null where the check does not reach: it judges nothing after the end of its period. */
  readonly expected: number | null;
  readonly difference: number | null;
  readonly payID: number | null;
  /** What the bank's statements show of it, as bankRowWords says it; null where they are not asked about it. */
  readonly bank: string | null;
  readonly inPeriod: boolean;
  readonly flags: readonly Flag[];
}

export interface TransactionRow extends FlagsOf<typeof TRANSACTION> {
  readonly payID: number;
  readonly payref: string;
  readonly cycle: string;
  readonly role: string | null;
  /** ON_ITS_WAY until texts that a check does not read are there. */
  readonly customer: string | null;
  readonly currency: string | null;
  readonly dateCreatedAtMs: number | null;
  readonly datePaidAtMs: number | null;
  readonly charged: number;
  readonly escrowFee: number;
  readonly tax: number;
  readonly payable: number;
  /** Signed movement expected; null where amount rules are skipped. */
  readonly expected: number | null;
  readonly settled: number;
  /** settled − expected, null where nothing is expected. */
  readonly difference: number | null;
  readonly entries: number;
  /** In words: STANDING of core/words. */
  readonly settlement: Settlement;
  readonly inPeriod: boolean;
  readonly flags: readonly Flag[];
}

/** Rows of a check that is asked for, before it is made: in the order of their ids. */
export interface RowsAsReadRequest extends RunRequest, Pick<RowsRequest, "onlyPeriod" | "from" | "count"> {}

export interface Rows<R> {
  readonly total: number;
  readonly rows: readonly R[];
}
