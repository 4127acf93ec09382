/** Under a grid: what the rows that pass come to, and what those that are selected do, as in a workbook. */
import { Group } from "react-aria-components";
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { CurrencyTotal, SomeRows } from "../../check/protocol.ts";
import { Amount } from "../../ui/values/amount.tsx";
import type { GridQuery } from "../grid-query.ts";
import { type Figure, type Measures, averageOf, measuredColumns, figureOf } from "./measures.ts";
import { useTotals } from "./use-totals.ts";
import { currencyTitle } from "../../../core/words/currency.ts";

interface TotalsFootProps {
  readonly table: "entries" | "transactions";
  readonly query: GridQuery;
  readonly measures: Measures;
  /** The ledger's, which is named above the grid already. */
  readonly currency: string | null;
  /** null while fewer than two rows are selected. */
  readonly selected: SomeRows | null;
}

export function TotalsFoot({ table, query, measures, currency, selected }: TotalsFootProps) {
  const [columns, ofSelected] = [measuredColumns(measures.all), measuredColumns([measures.selected])];
  const passing = useTotals(table, query, columns, null);
  const chosen = useTotals(table, query, ofSelected, selected ?? undefined);
  return (
    <footer className="cluster ends rigid small across-5 sunken grid-foot">
      <Group className="cluster grid-totals" aria-label="Totals of the rows that match">
        {passing?.map((total) => (
          <div key={total.currency} className="cluster across-3">
            <CurrencyName of={total} all={passing} known={currency} />
            {measures.all.map((measure) => (
              <FigureOf key={measure.title} figure={figureOf(measure, total, columns)} />
            ))}
          </div>
        ))}
      </Group>
      <output className="cluster grid-totals" aria-label="Totals of the selected rows">
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
