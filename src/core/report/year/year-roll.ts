/**
 * The roll-forward of a year: by currency its months, each from the closing of the one before, and their
 * total.
 */
import { NOT_STATED } from "../../words/currency.ts";
import { monthTitle } from "../../words/month.ts";
import { textLiteral } from "../formula-text.ts";
import { ROLL_HEADS } from "../rollforward/roll-columns.ts";
import { type CurrentRow, type KeyedRow, ReportTable, type TableSetting, columnsOf } from "../table.ts";
import { monthStateWords } from "./year-words.ts";
import { type YearFigures, type YearMonth, type YearReport, type YearTotal, opensOnClosing } from "./year.ts";

const ROLL = columnsOf<KeyedRow<string>>()({
  month: { header: "Month", kind: "text", width: 18 },
  currency: { header: "Currency", kind: "text", width: 10, ofCurrency: "close up" },
  state: { header: "State of the close", kind: "text", width: 22 },
  entries: ROLL_HEADS.entries,
  before: { header: "Closing before", kind: "amount", width: 14 },
  opening: ROLL_HEADS.opening,
  opens: { header: "Opens on it", kind: "truth", width: 9 },
  inflow: ROLL_HEADS.inflow,
  outflow: ROLL_HEADS.outflow,
  breakDifference: ROLL_HEADS.breakDifference,
  closing: { header: "Closing", kind: "amount", width: 14 },
});
type YearRollKey = keyof typeof ROLL;
export type YearRollTable = ReportTable<never, YearRollKey>;

const [FOOTS, DOES_NOT_FOOT] = ["foots", "does not foot"];

/** What is added up over the months. */
const SUMMED = ["entries", "inflow", "outflow", "breakDifference"] as const;

export function yearRollTable(year: YearReport, setting: TableSetting): YearRollTable {
  const { months, totals } = year;
  return new ReportTable<never, YearRollKey>(setting, {
    id: "year",
    title: "Roll-forward: signed months as they were signed, others by today's records",
    empty: "No record reaches these months.",
    columns: ROLL,
    count: totals.length * (months.length + 1),
    lines: (table, here) => rollRows(year, table, here),
  });
}

/** The row of a month in a currency. */
export function rollRowAt({ months }: YearReport, block: number, month: number): number {
  return block * (months.length + 1) + month;
}

function* rollRows(
  { months, totals, decimals }: YearReport,
  table: YearRollTable,
  here: CurrentRow<YearRollKey>,
): Generator<KeyedRow<YearRollKey>> {
  const round = (formula: string) => (decimals === 0 ? formula : `ROUND(${formula},${decimals})`);
  for (const [block, total] of totals.entries()) {
    const first = here.index;
    let hasBefore = false;
    for (const month of months) {
      const of = month.figures[block];
      yield of === undefined ? unreached(month, here) : monthRow(month, of, here, { round, hasBefore });
      hasBefore = of !== undefined;
    }
    const reached = [months.findIndex(isReached), months.findLastIndex(isReached)] as const;
    yield totalRow(total, table, here, { round, first, reached });
  }
}

function isReached({ figures }: YearMonth): boolean {
  return figures.length > 0;
}

function unreached(month: YearMonth, here: CurrentRow<YearRollKey>): KeyedRow<YearRollKey> {
  return here.row("quiet", { month: monthTitle(month.month), state: monthStateWords(month) });
}

/** @param hasBefore whether the row above has the closing of the month before */
function monthRow(
  month: YearMonth,
  of: YearFigures,
  here: CurrentRow<YearRollKey>,
  { round, hasBefore }: { readonly round: (formula: string) => string; readonly hasBefore: boolean },
): KeyedRow<YearRollKey> {
  const { before, opening, walletsApart } = of;
  const agrees = opensOnClosing(of);
  return here.row(agrees ? "plain" : "break", {
    month: monthTitle(month.month),
    currency: of.currency ?? NOT_STATED,
    state: monthStateWords(month),
    entries: of.entries,
    before: hasBefore && before !== null ? { value: before, formula: here.above("closing") } : before,
    opening,
    opens:
      before === null
        ? null
        : {
            value: agrees,
            // What single wallets open at is in the workbooks of the months.
            formula:
              walletsApart === 0 || opening !== before
                ? `${here.cell("opening")}=${here.cell("before")}`
                : `AND(${here.cell("opening")}=${here.cell("before")},${walletsApart}=0)`,
          },
    inflow: of.inflow,
    outflow: of.outflow,
    breakDifference: of.breakDifference,
    closing: { value: of.closing, formula: round(closingFormula(here)) },
  });
}

/**
 * From the first month that the records reach, whose opening it opens on, to the last, whose closing it has
 * to be.
 *
 * @param of.first the row of the year's first month
 * @param of.reached how far below it those two are
 */
function totalRow(
  total: YearTotal,
  table: YearRollTable,
  here: CurrentRow<YearRollKey>,
  of: {
    readonly round: (formula: string) => string;
    readonly first: number;
    readonly reached: readonly [number, number];
  },
): KeyedRow<YearRollKey> {
  const { first, round } = of;
  const [oldest, newest] = of.reached;
  const summed = SUMMED.map((key) => {
    const formula = table.sum(key, first, here.index - 1);
    return [key, { value: total[key], formula: key === "entries" ? formula : round(formula) }] as const;
  });
  return here.row("total", {
    month: "The year",
    currency: total.currency ?? NOT_STATED,
    state: {
      value: total.difference === 0 ? FOOTS : DOES_NOT_FOOT,
      formula: `IF(${here.cell("opens")},${textLiteral(FOOTS)},${textLiteral(DOES_NOT_FOOT)})`,
    },
    ...Object.fromEntries(summed),
    opening: { value: total.opening, formula: table.near("opening", first + oldest, here.index) },
    opens: {
      value: total.difference === 0,
      formula: `${here.cell("closing")}=${table.near("closing", first + newest, here.index)}`,
    },
    closing: { value: total.closing - total.difference, formula: round(closingFormula(here)) },
  });
}

function closingFormula(here: CurrentRow<YearRollKey>): string {
  return `${here.cell("opening")}+${here.cell("inflow")}-${here.cell("outflow")}+${here.cell("breakDifference")}`;
}
