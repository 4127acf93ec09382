/** Under a grid: what the rows that pass come to, and what those that are selected do, as in a workbook. */
import { Group } from "react-aria-components";
import { formatAmount, formatCount } from "../../core/money.ts";
import type { CurrencyTotal, SomeRows } from "../bridge/protocol.ts";
import { Amount } from "../ui/values.tsx";
import { FIGURE, figureAsked } from "../bridge/rows.ts";
import { figureWords } from "./column-filter.tsx";
import type { GridQuery } from "./grid-query.ts";
import { currencyTitle } from "../../core/words/currency.ts";
import { useCheck } from "../rows/check-provider.tsx";
import { useCheckAnswer } from "../rows/use-check-answer.ts";

interface TotalsFootProps {
  readonly table: "entries" | "transactions";
  readonly query: GridQuery;
  readonly measures: Measures;
  readonly currency: string | null;
  /** null while fewer than two rows are selected. */
  readonly selected: SomeRows | null;
}

export function TotalsFoot({ table, query, measures, currency, selected }: TotalsFootProps) {
  const figure = figureAsked(query);
  const all = figure === undefined ? measures.all : [{ title: figureWords(figure), column: FIGURE }];
  const [columns, ofSelected] = [measuredColumns(all), measuredColumns([measures.selected])];
  const passing = useTotals(table, query, columns, null);
  const chosen = useTotals(table, query, ofSelected, selected ?? undefined);
  return (
    <footer className="cluster ends rigid small across-5 sunken rule-above pad-x-5 pad-y-1 grid-foot">
      <Group className="cluster across-5" aria-label="Totals of the rows that match">
        {passing?.map((total) => (
          <div key={total.currency} className="cluster across-3">
            {figure === undefined ? <CurrencyName of={total} all={passing} known={currency} /> : null}
            {all.map((measure) => (
              <FigureOf key={measure.title} figure={figureOf(measure, total, columns)} />
            ))}
          </div>
        ))}
      </Group>
      <output className="cluster across-5" aria-label="Totals of the selected rows">
        {selected === null
          ? null
          : chosen?.map((total) => (
              <span key={total.currency} className="cluster across-3">
                <CurrencyName of={total} all={chosen} known={currency} />
                <span className="medium">{formatCount(total.rows, "row")}</span>
                <Selected figure={figureOf(measures.selected, total, ofSelected)} rows={total.rows} />
              </span>
            ))}
      </output>
    </footer>
  );
}

interface CurrencyNameProps {
  readonly of: CurrencyTotal;
  readonly all: readonly CurrencyTotal[];
  readonly known: string | null;
}

/** Named where there are several, or it is another than the grid's. */
function CurrencyName({ of: { currency }, all, known }: CurrencyNameProps) {
  if (all.length === 1 && currency === known) return null;
  return <span className="strong">{currencyTitle(currency)}</span>;
}

function FigureOf({ figure: { title, sum, lacking } }: { readonly figure: Figure }) {
  return (
    <span className="unbroken">
      <span className="quiet">{title}</span> {lacking?.isAll === true ? lacking.words : <Sum value={sum} />}
      {lacking === null || lacking.isAll ? null : (
        <span className="quiet">
          {" "}
          ({formatAmount(lacking.rows)} {lacking.words})
        </span>
      )}
    </span>
  );
}

function Selected({ figure, rows }: { readonly figure: Figure; readonly rows: number }) {
  const { title, sum, lacking } = figure;
  const summed = rows - (lacking?.rows ?? 0);
  const average = sum === null || summed === 0 ? null : averageOf(sum, summed);
  return (
    <>
      <FigureOf figure={{ ...figure, title: `Sum of ${title}` }} />
      {average === null ? null : (
        <span className="unbroken">
          <span className="quiet">Average{average.isRounded ? " about" : ""}</span>{" "}
          <Amount value={average.amount} zero="0" />
        </span>
      )}
    </>
  );
}

function Sum({ value }: { readonly value: number | null }) {
  return value === null ? <>too large to be exact</> : <Amount value={value} zero="0" />;
}

interface Measure {
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

interface Figure {
  readonly title: string;
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

/** @param columns as `measuredColumns` named them when they were asked for */
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

interface Average {
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

// `useTotals("entries", query, columns, null)`: what rows come to, added up in the worker.

/**
 * @param among null for all rows that pass; undefined asks for nothing
 * @returns null while it is not known
 */
function useTotals(
  table: "entries" | "transactions",
  query: GridQuery,
  columns: readonly string[],
  among: SomeRows | null | undefined,
): readonly CurrencyTotal[] | null {
  const { revision, summary, isOtherPeriod } = useCheck();
  // Only a stretch depends on the order.
  const rows = among?.is === "stretch" ? query : { ...query, sort: [] };
  const isAsked = among !== undefined && summary !== null && revision > 0 && !isOtherPeriod;
  const input = isAsked ? { table, rows, among, columns } : null;
  return useCheckAnswer("totals", input, { isPassing: true }).data ?? null;
}
