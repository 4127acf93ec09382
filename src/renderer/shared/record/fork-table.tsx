/**
 * Rows where a balance goes on from another row than the one before: each with its parent, and whether it is on the
 * main line: what the others moved is in no balance that leads to the newest one.
 */
import { RecordSection } from "./record-matches.tsx";
import type { EntryContext, ForkedEntry } from "../../bridge/protocol.ts";
import { hrefOf } from "../../app/use-route.ts";
import { type TableColumn, Table } from "../../ui/table.tsx";
import { movementOf } from "../decide/arithmetic.ts";
import { EntryTable } from "./transaction-sums.tsx";

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

function ForkTable({ rows, own }: ForkTableProps) {
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

/** The rows around an entry: those that its balance goes on from, and those before and after it. */
export function EntrySurroundings({ context }: { readonly context: EntryContext }) {
  const { row, before, after, fork } = context;
  return (
    <>
      <RecordSection title="What each balance goes on from">
        {fork.length === 0 ? null : <ForkTable rows={fork} own={row.walletID} />}
      </RecordSection>
      <RecordSection title="Entries before and after">
        <EntryTable
          rows={[...before, row, ...after]}
          own={row.walletID}
          caption="The entry, with those before and after it"
        />
      </RecordSection>
    </>
  );
}
