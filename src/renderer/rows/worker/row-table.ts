/** A table as filtering, searching and sorting see it: columns of numbers, of texts and of marks. */
import { RULES, severityRank } from "../../../core/reconcile/input/rules.ts";
import {
  type ColumnKinds,
  type Columns,
  type FlagName,
  columnNames,
} from "../../../core/reconcile/input/column-kinds.ts";
import type { TextStore } from "./text-search.ts";
import type { AskedFigure, Flag } from "../../bridge/protocol.ts";
import { FIGURE } from "../../bridge/rows.ts";
import { BY_URGENCY, rowStatus } from "../../bridge/row-status.ts";
import { type RowFindings, type HeldCheck, flagsOf } from "./held-check.ts";

export interface NumberColumn {
  readonly is: "number";
  readonly shownAs: "id" | "amount" | "instant" | "count";
  /** NaN for none. */
  readonly at: (row: number) => number;
  /** Of a row whose number tells nothing that its other columns do not. */
  readonly isRepeat?: (row: number) => boolean;
}

interface TruthColumn {
  readonly is: "truth";
  readonly at: (row: number) => boolean;
}

export interface TextColumnOf {
  readonly is: "text";
  readonly texts: TextStore;
  /** Which of the texts is the row's, −1 for none; null where each row has its own. */
  readonly ids: ArrayLike<number> | null;
}

/** Rules and statuses: a row has some, most have none. */
export interface MarkColumn {
  readonly is: "marks";
  readonly at: (row: number) => readonly string[];
  /** What sorts first is least; NaN for none. */
  readonly rank: (row: number) => number;
}

export type RowColumn = NumberColumn | TruthColumn | TextColumnOf | MarkColumn;

export interface RowTable {
  readonly length: number;
  readonly columns: Readonly<Record<string, RowColumn>>;
  readonly inPeriod: Uint8Array;
  readonly isFlagged: (row: number) => boolean;
  /** By row, what it adds to a figure of the month; NaN where it is not among the figure's. */
  readonly figure: (asked: AskedFigure) => Float64Array;
}

export function numbers(shownAs: NumberColumn["shownAs"], values: ArrayLike<number>): NumberColumn {
  return { is: "number", shownAs, at: (row) => values[row] as number };
}

export function amounts(at: (row: number) => number): NumberColumn {
  return { is: "number", shownAs: "amount", at };
}

/** With what each row adds to a figure as a column of its own. */
export function withFigure(table: RowTable, figure: AskedFigure): RowTable {
  const added = table.figure(figure);
  return { ...table, columns: { ...table.columns, [FIGURE]: amounts((row) => added[row] as number) } };
}

/** The columns that have nothing to tell of any of some rows; none where there are no rows. */
export function emptyColumns({ columns }: Pick<RowTable, "columns">, rows: Int32Array): string[] {
  if (rows.length === 0) return [];
  return Object.entries(columns)
    .filter(([, column]) => !rows.some((row) => tells(column, row)))
    .map(([id]) => id);
}

function tells(column: RowColumn, row: number): boolean {
  switch (column.is) {
    case "truth":
      return true;
    case "number":
      return !Number.isNaN(column.at(row)) && column.isRepeat?.(row) !== true;
    case "text": {
      const id = column.ids === null ? row : (column.ids[row] as number);
      return id >= 0 && (column.texts.shown(id) ?? "") !== "";
    }
    case "marks":
      return column.at(row).length > 0;
  }
}

function flagNames<K extends ColumnKinds>(kinds: K): readonly FlagName<K>[] {
  return columnNames(kinds).filter((name): name is FlagName<K> => kinds[name] === "flag");
}

/** A column for each flag of the engine, under its own name. */
export function flagColumns<K extends ColumnKinds>(
  kinds: K,
  columns: Pick<Columns<K>, FlagName<K>>,
): Record<string, TruthColumn> {
  return Object.fromEntries(
    flagNames(kinds).map((name) => [name, { is: "truth", at: (row: number) => columns[name][row] === 1 }]),
  );
}

export function flagsOfRow<K extends ColumnKinds>(
  kinds: K,
  columns: Pick<Columns<K>, FlagName<K>>,
  row: number,
): { readonly [Name in FlagName<K>]: boolean } {
  return Object.fromEntries(flagNames(kinds).map((name) => [name, columns[name][row] === 1])) as {
    readonly [Name in FlagName<K>]: boolean;
  };
}

const RULE_RANK = new Map<string, number>(RULES.map(({ id }, at) => [id, at]));

export function rankOfRule(rule: string): number {
  return RULE_RANK.get(rule) ?? 0;
}

/** Sorted by the gravest of the flags, and by what waits most for a decision. */
export function markColumns(
  held: HeldCheck,
  findings: RowFindings,
): { flags: MarkColumn; status: MarkColumn } {
  const statusOf = (row: number) => (findings.has(row) ? rowStatus(flagsOf(held, findings, row)) : null);
  return {
    flags: {
      is: "marks",
      at: (row) => (findings.has(row) ? flagsOf(held, findings, row).map(({ rule }) => rule) : []),
      rank: (row) => (findings.has(row) ? gravest(flagsOf(held, findings, row)) : Number.NaN),
    },
    status: {
      is: "marks",
      at: (row) => {
        const status = statusOf(row);
        return status === null ? [] : [status];
      },
      rank: (row) => {
        const status = statusOf(row);
        return status === null ? Number.NaN : BY_URGENCY.indexOf(status);
      },
    },
  };
}

function gravest(flags: readonly Flag[]): number {
  const ranks = flags.map(({ severity, rule }) => severityRank(severity) * RULES.length + rankOfRule(rule));
  return Math.min(...ranks);
}
