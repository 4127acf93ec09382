/** The months of a year in one currency, each a link to its close, and their total. */
import { formatAmount } from "../../../../core/money.ts";
import {
  apartWords,
  changedWords,
  monthStateWords,
  restatedWords,
} from "../../../../core/report/year/year-words.ts";
import {
  type YearFigures,
  type YearMonth,
  type YearReport,
  carriedOff,
} from "../../../../core/report/year/year.ts";
import { hrefOfMonth } from "../../../app/use-route.ts";
import { monthName } from "../../../shared/months/close-words.ts";
import { type TableColumn, Table } from "../../../ui/layout/table.tsx";
import { MonthMark } from "../../../ui/marks.tsx";
import { Amount } from "../../../ui/values/amount.tsx";
import { whenText } from "../../../ui/values/when-text.ts";
import { currencyName, currencyTitle } from "../../../../core/words/currency.ts";

interface YearTableProps {
  readonly year: YearReport;
  /** Which of its currencies, from 0 on. */
  readonly block: number;
}

type Rolled = Pick<
  YearFigures,
  "opening" | "inflow" | "outflow" | "breakDifference" | "closing" | "unresolved"
>;

interface YearRow {
  /** null for the total. */
  readonly month: YearMonth | null;
  /** null where no record reaches. */
  readonly of: Rolled | null;
  /** By how much the opening is not the closing before. */
  readonly off: number;
  /** As `restatedWords`. */
  readonly restated: readonly string[];
  /** As `apartWords`. */
  readonly apart: string;
}

export function YearTable({ year, block }: YearTableProps) {
  const { months, totals } = year;
  const total = totals[block];
  const say = (value: number) => formatAmount(value, year.decimals);
  const rows = months.map((month): YearRow => rowOf(month, month.figures[block] ?? null, say));
  if (total !== undefined)
    rows.push({ month: null, of: total, off: total.difference, restated: [], apart: "" });
  const currency = total?.currency ?? null;
  const isAlone = totals.length === 1;
  return (
    <Table
      caption={isAlone ? "Twelve months" : `Twelve months, ${currencyName(currency)}`}
      look="dense"
      className="year"
      rows={rows}
      rowKey={({ month }) => month?.month ?? "total"}
      lineClass={({ month, off, restated, apart }) =>
        month === null
          ? "line-total"
          : off === 0 && restated.length === 0 && apart === ""
            ? undefined
            : "line-changed"
      }
      columns={[
        {
          title: isAlone ? "Month" : currencyTitle(currency),
          isRowHeader: true,
          cell: (row) => <MonthCell row={row} isFirst={block === 0} timeZone={year.timeZone} />,
        },
        amount("Opening", ({ opening }) => opening),
        amount("Inflows", ({ inflow }) => inflow),
        amount("Outflows", ({ outflow }) => 0 - outflow),
        amount("Breaks", ({ breakDifference }) => breakDifference, true),
        amount("Closing", ({ closing }) => closing),
        amount("Unresolved", ({ unresolved }) => unresolved.amount),
      ]}
    />
  );
}

function rowOf(month: YearMonth, of: YearFigures | null, say: (amount: number) => string): YearRow {
  return {
    month,
    of,
    off: of === null ? 0 : carriedOff(of),
    restated: of === null ? [] : restatedWords(of, say),
    apart: of === null ? "" : apartWords(of),
  };
}

function amount(title: string, value: (of: Rolled) => number, sign = false): TableColumn<YearRow> {
  return { title, amount: ({ of }) => (of === null ? null : value(of)), sign };
}

function MonthCell({
  row: { month, off, restated, apart },
  isFirst,
  timeZone,
}: {
  readonly row: YearRow;
  /** Whether this is the month's first currency, with which changes of the month as a whole are said. */
  readonly isFirst: boolean;
  readonly timeZone: string;
}) {
  if (month === null)
    return (
      <>
        The year
        {off === 0 ? null : <Off value={off} words="does not foot by" />}
      </>
    );
  if (month.figures.length === 0)
    return (
      <>
        {monthName(month.month)} <span className="quiet">{monthStateWords(month)}</span>
      </>
    );
  return (
    <>
      <a className="unbroken year-month" href={hrefOfMonth("close", month.month)}>
        {monthName(month.month)}
      </a>{" "}
      <MonthMark state={month.state} />
      {month.reach === "not-over" ? <span className="quiet">, not over yet</span> : null}
      {isFirst && month.restatements > 0 ? <span className="quiet">, {changedWords(month)}</span> : null}
      <By month={month} timeZone={timeZone} />
      {off === 0 ? null : (
        <Off value={off} words={`opens ${off > 0 ? "above" : "below"} the closing before by`} />
      )}
      {apart === "" ? null : <span className="cell-more tone-error">{apart}</span>}
      {restated.map((phrase) => (
        <span key={phrase} className="cell-more tone-error">
          {phrase}
        </span>
      ))}
    </>
  );
}

function Off({ value, words }: { readonly value: number; readonly words: string }) {
  return (
    <span className="cell-more tone-error">
      {words} <Amount value={value} sign />
    </span>
  );
}

/** Who prepared it, and who signed it off when. */
function By({
  month: { prepared, signed },
  timeZone,
}: {
  readonly month: YearMonth;
  readonly timeZone: string;
}) {
  if (prepared === null) return null;
  const last = signed ?? prepared;
  const names = signed === null ? prepared.by : `${prepared.by}, then ${signed.by}`;
  return <span className="cell-more">{`${names}, ${whenText(last.atMs, timeZone, false)}`}</span>;
}
