/** Finds records of both tables by what a person remembers of them. */
import type { LookUpRequest, LookedUp } from "../protocol/look-up.ts";
import type { HeldCheck } from "./held-check.ts";
import { type KnownBy, likeliestRows } from "./rows/likeliest.ts";
import type { RowTable } from "./rows/row-table.ts";
import { selectRows } from "./rows/select-rows.ts";
import { transactionRow } from "./rows/transaction-table.ts";
import { vanishedRecords } from "./rows/vanished-records.ts";
import { walletRow } from "./rows/wallet-table.ts";

const ENTRIES: KnownBy = { id: "walletID", texts: ["payref", "description"] };
const TRANSACTIONS: KnownBy = { id: "payID", texts: ["payref", "customer"] };

/** @param tables of the held check */
export function lookUp(
  held: HeldCheck,
  tables: Readonly<Record<"entries" | "transactions", RowTable>>,
  { words, count }: LookUpRequest,
): LookedUp {
  const found = <Row>(table: RowTable, knownBy: KnownBy, rowAt: (row: number) => Row) => {
    const rows = selectRows(table, { ...WHOLE_HISTORY, search: words }, held.wording);
    const likeliest = likeliestRows(table, knownBy, rows, words, held.wording, count);
    return { total: rows.length, rows: likeliest.rows.map(rowAt), rank: likeliest.rank };
  };
  return {
    entries: found(tables.entries, ENTRIES, (row) => walletRow(held, row)),
    transactions: found(tables.transactions, TRANSACTIONS, (row) => transactionRow(held, row)),
    vanished: vanishedRecords(held, words).slice(0, count),
  };
}

const WHOLE_HISTORY = { sort: [], filters: {}, onlyFlagged: false, onlyPeriod: false };
