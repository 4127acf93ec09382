/**
 * Rows where a balance goes on from another row than the one before: each with its parent, and whether it is on the
 * main line: what the others moved is in no balance that leads to the newest one.
 */
import type { ForkedEntry } from "../../bridge/protocol.ts";
import { hrefOf } from "../../app/use-route.ts";
import { type TableColumn, Table } from "../../ui/table.tsx";
import { movementOf } from "../decide/arithmetic.ts";

interface ForkTableProps {
  /** Oldest first; at least the row that the fork begins at. */
  readonly rows: readonly ForkedEntry[];
  /** walletID of the row in question. */
  readonly own: number;
}

const COLUMNS: readonly TableColumn<ForkedEntry>[] = [
  {
    title: "walletID",
    cell: ({ row: { walletID }, isOnMainLine }) => (
      <span className={isOnMainLine ? "note tone-accent" : "note tone-error"}>
        <a href={hrefOf("wallet", walletID)}>{walletID}</a>
      </span>
    ),
  },
  { title: "Goes on from", isNumber: true, cell: ({ goesOnFrom }) => goesOnFrom ?? "the beginning" },
  { title: "Moved", amount: ({ row }) => movementOf(row), sign: true },
  { title: "Stated", amount: ({ row }) => row.stated, zero: "0" },
  {
    title: "Main line",
    cell: ({ isOnMainLine }) => (isOnMainLine ? "yes" : <span className="tone-error">no</span>),
  },
];

export function ForkTable({ rows, own }: ForkTableProps) {
  return (
    <Table
      look="dense"
      caption="Which row each balance goes on from"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ row }) => row.walletID}
      isOwn={({ row }) => row.walletID === own}
    />
  );
}
