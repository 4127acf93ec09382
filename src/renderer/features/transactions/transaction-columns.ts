/** The columns of Transactions. */
import { SETTLEMENT } from "../../../core/reconcile/result/result.ts";
import { STANDING } from "../../../core/report/words/sheet-words.ts";
import type { TransactionRow } from "../../check/protocol.ts";
import type { CellMark, GridColumn, GridWording } from "../../grid/columns/columns.ts";
import { whenInFull } from "../../ui/values/when-text.ts";
import { flagsColumn, statusColumn } from "../../shared/record/wallet-columns.ts";

/** A sign's colour says no more than the sign itself. */
function standingMark({ settlement }: TransactionRow): CellMark {
  const { mark } = STANDING[settlement];
  const tone = mark === "√" ? "good" : mark === "×" ? "error" : mark === "○" ? "info" : "quiet";
  return { sign: mark, tone };
}

function hasDifference({ difference }: TransactionRow): boolean {
  return difference !== null && difference !== 0;
}

function instant(
  id: "dateCreatedAtMs" | "datePaidAtMs",
  title: string,
  explains: string,
  yields: number,
): GridColumn<TransactionRow> {
  return {
    id,
    title,
    explains,
    yields,
    kind: "instant",
    width: 98,
    value: (row) => row[id],
    hint: (row, { clock }: GridWording) => {
      const atMs = row[id];
      return atMs === null ? null : whenInFull(atMs, clock.timeZone);
    },
  };
}

function amount(
  id: "charged" | "escrowFee" | "tax" | "payable" | "expected" | "settled",
  title: string,
  explains: string,
  yields: number,
): GridColumn<TransactionRow> {
  return { id, title, explains, yields, kind: "amount", width: 84, value: (row) => row[id] };
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
  instant("dateCreatedAtMs", "Created", "When the transaction was created, in the ledger's zone", 1),
  instant("datePaidAtMs", "Paid", "When it was paid, in the ledger's zone", 9),
  {
    id: "currency",
    title: "Cur.",
    explains: "Currency of the fees",
    kind: "text",
    width: 54,
    yields: 3,
    value: (row) => row.currency,
  },
  amount("charged", "Charged", "Amount charged", 8),
  amount("escrowFee", "Escrow fee", "Escrow fee", 4),
  amount("tax", "Tax", "Tax", 4),
  amount("payable", "Payable", "Amount payable, as the service states it", 6),
  amount("expected", "Expected", "Movement expected under the basis in use", 12),
  amount("settled", "Settled", "Sum of the movements of its entries", 12),
  {
    id: "difference",
    title: "Difference",
    explains: "Settled less expected",
    kind: "amount",
    width: 90,
    yields: 13,
    value: (row) => row.difference,
    tone: (row) => (hasDifference(row) ? "grid-difference" : "grid-quiet"),
  },
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
