/** The columns of Transactions. */
import { SETTLEMENT } from "../../../core/reconcile/result/result.ts";
import { STANDING } from "../../../core/words/finding.ts";
import type { TransactionRow } from "../../check/protocol.ts";
import type { CellMark, GridColumn } from "../../grid/columns/columns.ts";
import type { Measures } from "../../grid/totals/measures.ts";
import { amountColumn, differenceColumn, instantColumn } from "../../shared/record/grid-columns.ts";
import { flagsColumn, statusColumn } from "../../shared/record/wallet-columns.ts";

/** A sign's colour says no more than the sign itself. */
function standingMark({ settlement }: TransactionRow): CellMark {
  const { mark } = STANDING[settlement];
  const tone = mark === "√" ? "good" : mark === "×" ? "error" : mark === "○" ? "info" : "quiet";
  return { sign: mark, tone };
}

/** The cycles that the interface names; filtering by another goes by its text in the quick search. */
const CYCLES = ["one-time", "milestone", "crowd-pay"] as const;

export const TRANSACTION_COLUMNS: readonly GridColumn<TransactionRow>[] = [
  { id: "payID", title: "payID", kind: "id", width: 64, pinned: true, value: (row) => row.payID },
  {
    id: "payref",
    title: "Payref",
    kind: "text",
    width: 124,
    yields: 14,
    pinned: true,
    value: (row) => row.payref,
    hint: (row) => row.payref,
  },
  {
    id: "cycle",
    title: "Cycle",
    kind: "choice",
    width: 82,
    yields: 7,
    value: (row) => row.cycle,
    choices: CYCLES.map((cycle) => ({ value: cycle, words: cycle })),
  },
  {
    id: "role",
    title: "Role",
    explains: "Role of the caller",
    kind: "text",
    width: 66,
    yields: 2,
    value: (row) => row.role,
  },
  {
    id: "customer",
    title: "Customer",
    kind: "text",
    width: 108,
    grows: true,
    yields: 10,
    value: (row) => row.customer,
    hint: (row) => row.customer,
  },
  {
    ...instantColumn(
      "dateCreatedAtMs",
      "Created",
      "When the transaction was created, in the ledger's zone",
      98,
    ),
    yields: 1,
  },
  { ...instantColumn("datePaidAtMs", "Paid", "When it was paid, in the ledger's zone", 98), yields: 9 },
  {
    id: "currency",
    title: "Cur.",
    explains: "Currency of the fees",
    kind: "text",
    width: 54,
    yields: 3,
    value: (row) => row.currency,
  },
  amountColumn("charged", "Charged", "Amount charged", 84, 8),
  amountColumn("escrowFee", "Escrow fee", "Escrow fee", 84, 4),
  amountColumn("tax", "Tax", "Tax", 84, 4),
  amountColumn("payable", "Payable", "Amount payable, as the service states it", 84, 6),
  amountColumn("expected", "Expected", "Movement expected under the basis in use", 84, 12),
  amountColumn("settled", "Settled", "Sum of the movements of its entries", 84, 12),
  differenceColumn("Settled less expected", 90, 13),
  {
    id: "settlement",
    title: "Status",
    explains: "Settlement status",
    kind: "choice",
    width: 124,
    yields: 15,
    value: ({ settlement }) => STANDING[settlement].words,
    mark: standingMark,
    choices: Object.values(SETTLEMENT).map((settlement) => ({
      value: String(settlement),
      words: STANDING[settlement].words,
    })),
  },
  flagsColumn("transaction", 11),
  statusColumn(),
];

/** What reached the wallet is added up there, in the wallet's own currency. */
export const TRANSACTION_MEASURES: Measures = {
  all: [
    { title: "Charged", column: "charged" },
    { title: "Expected", column: "expected", lacking: "not judged" },
  ],
  selected: { title: "charged", column: "charged" },
};
