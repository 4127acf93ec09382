/** The sheets by name, reference and title, and how one is put together. */
import { TRANSACTIONS_OF_PERIOD } from "../../words/month.ts";
import type { Fit } from "./fit.ts";
import type { SheetColumn, Sheet } from "./model.ts";
import { layOut } from "./place.ts";
import { type AnyTable, SPACER } from "./table.ts";

export interface SheetName {
  /** Workpaper reference. */
  readonly ref: string;
  readonly name: string;
  readonly title: string;
}

export const SHEETS = {
  lead: { ref: "A", name: "Lead", title: "Lead schedule" },
  roll: {
    ref: "A1",
    name: "Roll-forward",
    title: "Roll-forward: opening + inflows − outflows + break differences = closing",
  },
  threeway: {
    ref: "A2",
    name: "Three-way",
    title: "Three-way: wallet, movements and transactions agree, each reconciling item listed",
  },
  statement: {
    ref: "A3",
    name: "Statement",
    title: "Statement of the provider: payments, fees, tax, what is held, and what else moved the wallet",
  },
  wallet: {
    ref: "B1",
    name: "Wallet",
    title: "Wallet: every entry, oldest first, each balance recomputed from the row above",
  },
  transactions: {
    ref: "B2",
    name: "Transactions",
    title: `Transactions: ${TRANSACTIONS_OF_PERIOD}`,
  },
  tasks: {
    ref: "B3",
    name: "Tasks",
    title: "Tasks and amounts raised: what milestones and crowd-pays had earned at the period's end",
  },
  bank: {
    ref: "B4",
    name: "Bank",
    title: "Bank: entries without a payref, what the statements show of them, and the statements' lines",
  },
  exceptions: {
    ref: "C1",
    name: "Exceptions",
    title: "Exceptions: every finding of severity error or warning",
  },
  outstanding: {
    ref: "C2",
    name: "Outstanding",
    title: "Outstanding items at the period's end, rolled forward and aged",
  },
  changes: { ref: "C3", name: "Changes", title: "Changes: what later pulls changed in records seen before" },
  legend: {
    ref: "D1",
    name: "Legend",
    title: "Legend: tickmarks, terms and rules in words, and how to re-perform this",
  },
  audit: { ref: "D2", name: "Audit", title: "Audit: what this workbook was made from" },
  questions: {
    ref: "E1",
    name: "Questions",
    title: "Questions of an examiner: what answers each, who owes what is open, and what closes it",
  },
} as const satisfies Record<string, SheetName>;

/** All columns are printed unless said. */
type SheetLook = Partial<Pick<Sheet, "printed" | "frozenColumns" | "filtered" | "onePage">>;

/** What every sheet goes by: how wide its amounts, ids and payrefs are, and how many rows it has. */
interface SheetFit {
  readonly fit: Fit;
  readonly maxRows: number;
}

/** Puts a sheet together from its tables, each below the one before, and gives them their places. */
export function sheetOf(
  name: SheetName,
  { fit, maxRows }: SheetFit,
  { printed, frozenColumns = 0, filtered = false, onePage }: SheetLook,
  tables: readonly AnyTable[],
): Sheet {
  const rows = layOut(tables);
  for (const [at, table] of tables.entries())
    table.standOn({ sheet: name.name, first: rows[at]?.first ?? 0, maxRows });
  const widths = widthsOf(tables, fit);
  return {
    ...name,
    widths,
    printed: printed ?? widths.length,
    frozenColumns,
    filtered,
    ...(onePage ? { onePage } : {}),
    tables: tables.map((table) => ({
      id: table.id,
      title: table.title,
      empty: table.empty,
      count: table.count,
      feet: table.feet,
      parts: table.parts,
      columns: Array.from(widths, (_, column) => table.columns[column] ?? SPACER),
      rows: () => table.rows(),
    })),
  };
}

/** Of each column of a sheet, as wide as one of its tables asks for or holds. */
function widthsOf(tables: readonly AnyTable[], fit: Fit): number[] {
  const count = Math.max(...tables.map(({ columns }) => columns.length));
  return Array.from({ length: count }, (_, at) =>
    Math.max(
      ...tables.map(({ columns, widths }) =>
        Math.max(widths[at] ?? 0, leastWidth(columns[at] ?? SPACER, fit)),
      ),
    ),
  );
}

/** A point and two digits, which a bank's amounts have and the wallet's may not. */
const MORE_DECIMALS = 3;

function leastWidth({ kind, key, header }: SheetColumn, fit: Fit): number {
  // A header breaks between words, never inside one. It is bold, and stands as far from the edge as its cells.
  const word = Math.max(...header.split(" ").map(({ length }) => length));
  if (kind === "amount") return Math.max(word + 3, fit.amount);
  if (kind === "money") return Math.max(word + 3, fit.amount + MORE_DECIMALS);
  if (kind === "id") return Math.max(word + 3, fit.id);
  const least = kind === "integer" || kind === "number" ? word + 2 : word + 1;
  return Math.max(header === "" ? 0 : least, key === "payref" ? fit.payref : 0);
}
