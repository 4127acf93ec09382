/**
 * Entries in their chain, the one in question marked; a balance that does not follow has the expected one
 * beside it.
 */
import type { WalletRow } from "../../check/protocol.ts";
import { hrefOf } from "../../app/use-route.ts";
import { type TableColumn, Table } from "../../ui/layout/table.tsx";
import { Amount } from "../../ui/values/amount.tsx";
import "./entry-table.css";

interface EntryTableProps {
  readonly rows: readonly WalletRow[];
  /** walletID of the row in question, null where there is none. */
  readonly own: number | null;
  readonly caption: string;
}

const COLUMNS: readonly TableColumn<WalletRow>[] = [
  { title: "walletID", cell: ({ walletID }) => <a href={hrefOf("wallet", walletID)}>{walletID}</a> },
  { title: "Date", at: ({ dateCreatedAtMs }) => dateCreatedAtMs },
  { title: "Description", className: "cell-words", cell: (row) => <Words row={row} /> },
  { title: "In", amount: ({ inflow }) => inflow },
  { title: "Out", amount: ({ outflow }) => outflow },
  { title: "Stated", amount: ({ stated }) => stated, zero: "0" },
  { title: "Expected", isNumber: true, cell: (row) => <Expected row={row} /> },
];

export function EntryTable({ rows, own, caption }: EntryTableProps) {
  return (
    <div className="record-chain-frame">
      <Table
        look="dense"
        className="record-chain"
        caption={caption}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ walletID }) => walletID}
        isOwn={({ walletID }) => walletID === own}
      />
    </div>
  );
}

function Words({ row: { description, action, payref } }: { readonly row: WalletRow }) {
  const words = description ?? action ?? payref;
  return <bdi title={words}>{words}</bdi>;
}

function Expected({ row: { difference, expected } }: { readonly row: WalletRow }) {
  if (difference === 0) return <span title="follows">✓</span>;
  return (
    <span className="tone-error">
      <Amount value={expected} zero="0" />
    </span>
  );
}
