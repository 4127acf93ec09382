/** Transactions that may explain a finding, by their payrefs, with the way to each. */
import type { Finding } from "../../../core/reconcile/input/findings.ts";
import { equalCandidatesSentence, likelyPayrefs } from "../../../core/words/finding.ts";
import { hrefOf } from "../../app/use-route.ts";
import { NO_QUERY } from "../../grid/grid-query.ts";
import { useCheckAnswer } from "../../rows/use-check-answer.ts";
import type { TransactionRow } from "../../bridge/protocol.ts";
import { type TableColumn, Table } from "../../ui/table.tsx";

interface CandidateTableProps {
  readonly finding: Pick<Finding, "candidates" | "suggestions">;
}

const COLUMNS: readonly TableColumn<{ readonly payref: string; readonly row: TransactionRow | null }>[] = [
  {
    title: "Payref",
    isRowHeader: true,
    className: "unbroken",
    cell: ({ payref, row }) => (
      <>
        {payref}
        {row === null ? null : (
          <span className="cell-more">
            <a href={hrefOf("transactions", row.payID)}>payID {row.payID}</a>
          </span>
        )}
      </>
    ),
  },
  { title: "Customer", className: "cell-words", cell: ({ row }) => row?.customer },
  { title: "Paid", at: ({ row }) => row?.datePaidAtMs ?? null },
  { title: "Expected", amount: ({ row }) => row?.expected ?? null },
];

export function CandidateTable({ finding }: CandidateTableProps) {
  const payrefs = likelyPayrefs(finding);
  const equal = equalCandidatesSentence(finding);
  const filters = { payref: { kind: "set", values: payrefs } } as const;
  const request = { ...NO_QUERY, filters, onlyPeriod: false, from: 0, count: payrefs.length };
  const found = useCheckAnswer("transactions", request, { stays: true }).data?.rows ?? [];
  return (
    <>
      <Table
        look="dense"
        caption="Transactions that may explain it, most likely first"
        rows={payrefs.map((payref) => ({ payref, row: found.find((one) => one.payref === payref) ?? null }))}
        rowKey={({ payref }) => payref}
        columns={COLUMNS}
      />
      {equal === null ? null : <p className="small quiet">{equal}</p>}
    </>
  );
}
