/** Transactions that may explain a finding, by their payrefs, with the way to each. */
import { useEffect, useState } from "react";
import type { Finding } from "../../../core/reconcile/input/findings.ts";
import { equalCandidatesSentence, likelyPayrefs } from "../../../core/words/finding.ts";
import { hrefOf } from "../../app/use-route.ts";
import type { TransactionRow } from "../../bridge/protocol.ts";
import { type TableColumn, Table } from "../../ui/table.tsx";

/** Looks transactions up by their payrefs; what has none is left out. */
export type CandidateCall = (payrefs: readonly string[]) => Promise<readonly TransactionRow[]>;

interface CandidateTableProps {
  /** It has some. */
  readonly finding: Pick<Finding, "candidates" | "suggestions">;
  readonly find: CandidateCall;
}

const COLUMNS: readonly TableColumn<{ readonly payref: string; readonly row: TransactionRow | null }>[] = [
  { title: "Payref", isRowHeader: true, cell: ({ payref }) => payref },
  {
    title: "payID",
    cell: ({ row }) => (row === null ? null : <a href={hrefOf("transactions", row.payID)}>{row.payID}</a>),
  },
  { title: "Customer", className: "cell-words", cell: ({ row }) => row?.customer },
  { title: "Paid", at: ({ row }) => row?.datePaidAtMs ?? null },
  { title: "Expected", amount: ({ row }) => row?.expected ?? null },
];

export function CandidateTable({ finding, find }: CandidateTableProps) {
  const payrefs = likelyPayrefs(finding);
  const equal = equalCandidatesSentence(finding);
  const [found, setFound] = useState<readonly TransactionRow[]>([]);
  const named = payrefs.join("\n");
  useEffect(() => {
    let isCurrent = true;
    const take = (rows: readonly TransactionRow[]) => {
      if (isCurrent) setFound(rows);
    };
    find(named.split("\n")).then(take, () => take([]));
    return () => {
      isCurrent = false;
    };
  }, [find, named]);
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
