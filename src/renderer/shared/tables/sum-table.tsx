/** Numbers set as a sum: parts, a rule, the total, what is stated, the difference. */
import { Table } from "../../ui/layout/table.tsx";
import type { SumLine } from "./arithmetic.ts";
import "./sum-table.css";

interface SumTableProps {
  readonly lines: readonly SumLine[];
  /** Named once, over the column. */
  readonly currency: string | null;
  readonly caption: string;
}

export function SumTable({ lines, currency, caption }: SumTableProps) {
  if (lines.length === 0) return null;
  return (
    <Table
      look="statement"
      className="sum"
      caption={caption}
      rows={lines}
      rowKey={({ words }) => words}
      lineClass={({ kind }) => `line-${kind}`}
      columns={[
        { title: "Line", isTitleSpoken: true, isRowHeader: true, cell: ({ words }) => words },
        {
          title: currency ?? "Amount",
          isTitleSpoken: currency === null,
          amount: ({ amount }) => amount,
          zero: "0",
          sign: ({ kind }) => kind === "difference",
        },
      ]}
    />
  );
}
