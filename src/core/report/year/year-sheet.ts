/** A year as one sheet: its roll-forward with live formulas, what came after each month, and who signed. */
import { ZoneClock, sayInstant } from "../../time.ts";
import { currencyList } from "../../words/currency.ts";
import { fitOfAmounts } from "../fit.ts";
import { textLiteral } from "../formula-text.ts";
import { entityName, signedLines, unitWords } from "../headings.ts";
import { type Cell, type CellTone, EXCEL_ROWS, type Workbook } from "../model.ts";
import { type SheetName, sheetOf } from "../sheets.ts";
import { ReportTable, type TableSetting, columnsOf } from "../table.ts";
import { type YearRollTable, yearRollTable } from "./year-roll.ts";
import { type YearSinceTable, sinceTable } from "./year-since.ts";
import { yearLimits, yearProgress, yearTitle, yearVerdict } from "./year-words.ts";
import { type YearReport, isYearFigureAsSigned, opensOnClosing, yearTies } from "./year.ts";

const SHEET: SheetName = {
  ref: "Y",
  name: "Year",
  title: "Year: each month's opening is the closing of the month before",
};

const TEXT = columnsOf<Cell>()({
  text: { header: "Conclusion, and what is not known", kind: "text", value: (text) => text },
});

const UNPROVEN = "Not proven: a figure below was changed after this was written.";

/** Builds the workbook of a year, which has this one sheet. */
export function buildYear(year: YearReport): Workbook {
  const setting = settingOf(year);
  const roll = yearRollTable(year, setting);
  const since = sinceTable(year, setting, roll);
  const amounts = [
    ...year.months.flatMap(({ figures }) =>
      figures.flatMap((of) => [of.opening, of.inflow, of.outflow, of.closing, of.unresolved.amount]),
    ),
    ...year.totals.flatMap(({ inflow, outflow, breakDifference }) => [inflow, outflow, breakDifference]),
  ];
  const { decimals, timeZone } = year;
  const fit = fitOfAmounts(amounts, decimals);
  const signHere = signedLines(null, null);
  const tables = [conclusionTable(year, setting, roll, since), roll, since];
  return {
    title: `${yearEntity(year)} — escrow wallet, twelve months`,
    scope: scopeOf(year),
    source: sourceOf(year),
    signatures: { value: signHere, formula: textLiteral(signHere) },
    footer: `${yearEntity(year)}  ·  ${yearTitle(year)}`,
    sheets: [sheetOf(SHEET, { fit, maxRows: EXCEL_ROWS }, { onePage: true }, tables)],
    timeZone,
    decimals,
    maxRows: EXCEL_ROWS,
  };
}

/** The verdict, which falls when a figure below no longer is what it rests on; then what is not known. */
function conclusionTable(
  year: YearReport,
  setting: TableSetting,
  roll: YearRollTable,
  since: YearSinceTable,
): ReportTable<Cell, "text"> {
  const limits = yearLimits(year);
  return new ReportTable(setting, {
    id: "conclusion",
    columns: TEXT,
    count: limits.length + 1,
    *lines() {
      yield verdictCell(year, roll, since);
      yield* limits;
    },
  });
}

function verdictCell(year: YearReport, roll: YearRollTable, since: YearSinceTable): Cell {
  const value = `${yearVerdict(year)} ${yearProgress(year)}`;
  const tone: CellTone = yearTies(year) ? "opening" : "bad";
  const broken = year.months
    .flatMap(({ figures }) => figures)
    .reduce((sum, of) => sum + Number(!opensOnClosing(of)) + Number(!isYearFigureAsSigned(of)), 0);
  const offTotals = year.totals.filter(({ difference }) => difference !== 0).length;
  const counted = [...roll.ranges("opens"), ...since.ranges("same")].map(
    (range) => `COUNTIF(${range},FALSE())`,
  );
  if (counted.length === 0) return { value, tone };
  const formula = `IF(${counted.join("+")}=${broken + offTotals},${textLiteral(value)},${textLiteral(UNPROVEN)})`;
  return { value, tone, formula };
}

function settingOf({ totals, timeZone }: YearReport): TableSetting {
  return { currencies: { isSplit: totals.length > 1, areDistinct: false }, clock: { timeZone } };
}

function yearEntity({ name, userID }: YearReport): string {
  return entityName([], { name, userID, businesses: [] });
}

function scopeOf(year: YearReport): string {
  const { totals, decimals, timeZone } = year;
  return [
    `Entity: ${yearEntity(year)}`,
    `Period: ${yearTitle(year)}`,
    `Currency: ${currencyList(totals.map(({ currency }) => currency))}, ${unitWords(decimals)}`,
    `Times in ${timeZone}`,
  ].join("   ·   ");
}

function sourceOf({ pull, audit, timeZone }: YearReport): string {
  const from = pull.source === "service" ? "pull" : "imported files, pull";
  const at = sayInstant(pull.atMs, new ZoneClock(timeZone));
  return `Source: ${from} ${pull.id}, ${at}; audit trail up to link ${audit.sequence}, ${audit.head}`;
}
