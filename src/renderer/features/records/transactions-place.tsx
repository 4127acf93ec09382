/** Transactions: each with what it charges, what should have come of it, and what came. */
import { SETTLEMENT } from "../../../core/reconcile/input/result.ts";
import { STANDING } from "../../../core/words/finding.ts";
import type { TransactionRow, TransactionContext } from "../../bridge/protocol.ts";
import type { CellMark, GridColumn } from "../../grid/columns.ts";
import type { Measures } from "../../grid/totals-foot.tsx";
import {
  amountColumn,
  differenceColumn,
  instantColumn,
  flagsColumn,
  readColumn,
  statusColumn,
  textColumn,
  useTransactionActions,
} from "../../shared/record/wallet-columns.ts";
import type { ReactNode } from "react";
import { useAnswer } from "../../app/use-answer.ts";
import { useCheckAnswer } from "../../rows/use-check-answer.ts";
import { When } from "../../ui/values.tsx";
import {
  MatchButton,
  RecordMatches,
  ForeignText,
  RecordSection,
} from "../../shared/record/record-matches.tsx";
import { CycleDetail } from "../../shared/record/cycle-detail.tsx";
import { Facts } from "../../ui/facts.tsx";
import { FindingList, TransactionSums } from "../../shared/record/transaction-sums.tsx";
import {
  RecordDetail,
  RecordsPlace,
  type ShownRecordProps,
  useManyCurrencies,
} from "../../shared/record/records-place.tsx";

/** A sign's colour says no more than the sign itself. */
function standingMark({ settlement }: TransactionRow): CellMark {
  const { mark } = STANDING[settlement];
  const tone = mark === "√" ? "good" : mark === "×" ? "error" : mark === "○" ? "info" : "quiet";
  return { sign: mark, tone };
}

/** The cycles that the interface names; filtering by another goes by its text in the quick search. */
const CYCLES = ["one-time", "milestone", "crowd-pay"] as const;

const TRANSACTION_COLUMNS: readonly GridColumn<TransactionRow>[] = [
  { id: "payID", title: "payID", kind: "id", width: 64, pinned: true, value: (row) => row.payID },
  textColumn("payref", "Payref", 124, { yields: 12, pinned: true, hint: ({ payref }) => payref }),
  {
    id: "cycle",
    title: "Cycle",
    kind: "choice",
    width: 82,
    yields: 7,
    value: (row) => row.cycle,
    choices: CYCLES.map((cycle) => ({ value: cycle, words: cycle })),
  },
  textColumn("role", "Role", 66, { explains: "Role of the caller", yields: 2 }),
  readColumn("customer", "Customer"),
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
  textColumn("currency", "Cur.", 54, { explains: "Currency of the fees", yields: 3 }),
  amountColumn("charged", "Charged", "Amount charged", 84, 8),
  amountColumn("escrowFee", "Escrow fee", "Escrow fee", 84, 4),
  amountColumn("tax", "Tax", "Tax", 84, 4),
  amountColumn("payable", "Payable", "Amount payable, as the service states it", 84, 6),
  amountColumn("expected", "Expected", "Movement expected under the basis in use", 84, 16),
  amountColumn("settled", "Settled", "Sum of the movements of its entries", 84, 16),
  differenceColumn("Settled less expected", 90, 15),
  {
    id: "settlement",
    title: "Status",
    explains: "Settlement status",
    kind: "choice",
    width: 116,
    yields: 13,
    value: ({ settlement }) => STANDING[settlement].words,
    mark: standingMark,
    choices: Object.values(SETTLEMENT).map((settlement) => ({
      value: String(settlement),
      words: STANDING[settlement].words,
    })),
  },
  flagsColumn("transaction", 11),
  statusColumn(10),
];

/** Of a ledger in several currencies: an amount goes before what it is in. */
const MIXED_COLUMNS = TRANSACTION_COLUMNS.map((column) =>
  column.id === "currency" ? { ...column, yields: 14 } : column,
);

/** What reached the wallet is added up there, in the wallet's own currency. */
const TRANSACTION_MEASURES: Measures = {
  all: [
    { title: "Charged", column: "charged" },
    { title: "Expected", column: "expected", lacking: "not judged" },
  ],
  selected: { title: "charged", column: "charged" },
};

function TransactionPanel({ id: payID, currency, onClose }: ShownRecordProps) {
  const found = useCheckAnswer("transaction", { payID }, { stays: true });
  const record = useAnswer("record.transaction", { payID });
  const newest = record.data?.versions.findLast(({ document }) => document !== null)?.document ?? null;
  return (
    <RecordDetail
      table="transactions"
      id={payID}
      {...{ found, record, onClose }}
      aside={found.data?.row.cycle}
    >
      {(context) => (
        <TransactionSections context={context} currency={currency}>
          {newest === null ? null : (
            <RecordSection title={ABOUT[context.row.cycle] ?? "Purpose"}>
              <CycleDetail cycle={context.row.cycle} document={newest} />
            </RecordSection>
          )}
        </TransactionSections>
      )}
    </RecordDetail>
  );
}

const ABOUT: Readonly<Record<string, string>> = {
  "one-time": "The item",
  milestone: "The milestone",
  "crowd-pay": "The crowd-pay",
};

interface TransactionSectionsProps {
  readonly context: TransactionContext;
  readonly currency: string | null;
  /** What it is about, between the money and the people. */
  readonly children: ReactNode;
}

function TransactionSections({ context, currency, children }: TransactionSectionsProps) {
  const { row, findings } = context;
  return (
    <>
      <RecordSection title="Found">
        <FindingList findings={findings} />
      </RecordSection>
      <RecordMatches of={{ payID: row.payID }} />
      <RecordSection title="Amounts">
        <TransactionSums context={context} own={null} currency={currency} />
        {row.difference === 0 ? null : <MatchButton of={{ payID: row.payID }} />}
      </RecordSection>
      {children}
      <RecordSection title="The transaction">
        <Facts
          facts={[
            ["Payref", <ForeignText key="payref" text={row.payref} />],
            ["Customer", <ForeignText key="customer" text={row.customer} />],
            ["Role", <ForeignText key="role" text={row.role} />],
            ["Created", whenOrNotYet(row.dateCreatedAtMs)],
            ["Paid", whenOrNotYet(row.datePaidAtMs)],
            ["At the service", row.deleted ? "× deleted" : row.flagged ? "! flagged" : null],
          ]}
        />
      </RecordSection>
    </>
  );
}

function whenOrNotYet(atMs: number | null): ReactNode {
  return atMs === null ? "not yet" : <When atMs={atMs} time />;
}

export function TransactionsPlace() {
  const actionsOf = useTransactionActions();
  return (
    <RecordsPlace
      table="transactions"
      columns={useManyCurrencies() ? MIXED_COLUMNS : TRANSACTION_COLUMNS}
      measures={TRANSACTION_MEASURES}
      actionsOf={actionsOf}
      Detail={TransactionPanel}
    />
  );
}
