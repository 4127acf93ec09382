/** What is added up of a grid's rows, and how it is told. */
import type { CurrencyTotal } from "../../check/protocol.ts";

/** An amount of each row: a column of the worker's, or one less another. */
export interface Measure {
  readonly title: string;
  readonly column: string;
  readonly less?: string;
  /** What rows are that have no amount, where a sum leaves out what it should have. */
  readonly lacking?: string;
}

export interface Measures {
  /** Of all rows that pass. */
  readonly all: readonly Measure[];
  /** Of the rows that are selected, with its average. */
  readonly selected: Measure;
}

/** What a measure comes to in one currency. */
export interface Figure {
  readonly title: string;
  /** null where it is too large to be exact. */
  readonly sum: number | null;
  /** Rows that are left out of it, and what they are; null where none is. */
  readonly lacking: { readonly rows: number; readonly isAll: boolean; readonly words: string } | null;
}

/** The columns that measures are made of, each once. */
export function measuredColumns(measures: readonly Measure[]): string[] {
  return [
    ...new Set(measures.flatMap(({ column, less }) => (less === undefined ? [column] : [column, less]))),
  ];
}

/** @param columns as `columnsOf` named them when they were asked for */
export function figureOf(
  { title, column, less, lacking: words }: Measure,
  { rows, columns: totals }: CurrencyTotal,
  columns: readonly string[],
): Figure {
  const of = (name: string) => totals[columns.indexOf(name)] ?? { amounts: 0, sum: 0 };
  const { amounts, sum } = of(column);
  if (less === undefined) {
    const left = rows - amounts;
    if (words === undefined || left === 0) return { title, sum, lacking: null };
    return { title, sum, lacking: { rows: left, isAll: amounts === 0, words } };
  }
  const taken = of(less).sum;
  const left = sum === null || taken === null ? null : sum - taken;
  // A row has either, or moves nothing.
  return { title, sum: left !== null && Number.isSafeInteger(left) ? left : null, lacking: null };
}

export interface Average {
  readonly amount: number;
  /** Whether it was rounded to the service's unit, half away from zero. */
  readonly isRounded: boolean;
}

/** @param rows at least 1 */
export function averageOf(sum: number, rows: number): Average {
  const rest = sum % rows;
  const whole = (sum - rest) / rows;
  const further = 2 * Math.abs(rest) >= rows ? Math.sign(sum) : 0;
  return { amount: whole + further + 0, isRounded: rest !== 0 };
}
