/** A year as text: the verdict and what is not known, then of each currency its months and their total. */
import { formatAmount } from "../../core/money.ts";
import { monthTitle } from "../../core/words/month.ts";
import { yearDocument } from "../../core/report/year-document.ts";
import {
  apartWords,
  changedWords,
  monthStateWords,
  restatedWords,
  yearLimits,
  yearProgress,
  yearTitle,
  yearVerdict,
} from "../../core/report/year-words.ts";
import {
  type YearFigures,
  type YearMonth,
  type YearReport,
  type YearTotal,
  carriedOff,
  yearTies,
} from "../../core/report/year.ts";
import { ZoneClock } from "../../core/time.ts";
import { type Terminal, harmless, print, tinted, writeJsonList } from "../terminal/terminal.ts";
import { currencyTitle } from "../../core/words/currency.ts";

/** Writes a year to the terminal's result stream, or as JSON; null while the ledger holds no records. */
export async function writeYearReport(
  terminal: Terminal,
  year: YearReport | null,
  json: boolean,
): Promise<void> {
  if (json) {
    if (year === null) return writeJsonList(terminal, { schema: "tieout.year/1" }, "months", []);
    const { months, ...head } = yearDocument(year);
    return writeJsonList(terminal, head, "months", months);
  }
  if (year === null) return print(terminal, "The ledger holds no records yet, so there is no year.\n");
  const verdict = tinted(terminal.stdout, yearTies(year) ? "green" : "red", yearVerdict(year));
  const head = [yearTitle(year), `${verdict} ${yearProgress(year)}`, ...yearLimits(year)];
  const tables = year.totals.flatMap((total, at) => ["", ...tableOf(year, total, at)]);
  await print(terminal, `${[...head, ...tables].join("\n")}\n`);
}

const HEADS = ["Opening", "Inflows", "Outflows", "Breaks", "Closing", "Unresolved"];

/** The months in one currency, each with what is wrong below it; then their total. */
function tableOf(year: YearReport, total: YearTotal, block: number): string[] {
  const { months, decimals } = year;
  const title = year.totals.length === 1 ? "" : harmless(currencyTitle(total.currency));
  const rows = [
    { label: title, cells: HEADS, close: "Close", notes: [] },
    ...months.map((month) => rowOf(year, month, month.figures[block])),
    { label: "The year", cells: amountsOf(total, decimals), close: footWords(total, decimals), notes: [] },
  ];
  const [first = "", ...others] = widthsOf(rows.map(({ label, cells }) => [label, ...cells]));
  return rows.flatMap(({ label, cells, close, notes }) => [
    `  ${[label.padEnd(first.length), ...cells.map((cell, at) => cell.padStart((others[at] ?? "").length)), close].join("  ")}`.trimEnd(),
    ...notes.map((note) => `  ${" ".repeat(first.length)}  ${note}`),
  ]);
}

/** By column its longest cell. */
function widthsOf(rows: readonly (readonly string[])[]): string[] {
  return (rows[0] ?? []).map((_, at) =>
    rows.reduce((longest, row) => ((row[at] ?? "").length > longest.length ? (row[at] ?? "") : longest), ""),
  );
}

function rowOf(year: YearReport, month: YearMonth, of: YearFigures | undefined) {
  const label = monthTitle(month.month);
  // Changes are of the month: said once, with its first currency.
  const isFirst = of === undefined || of === month.figures[0];
  const close = closeWords(month, new ZoneClock(year.timeZone), isFirst);
  if (of === undefined) return { label, cells: HEADS.map(() => ""), close, notes: [] };
  return { label, cells: amountsOf(of, year.decimals), close, notes: notesOf(of, year.decimals) };
}

function amountsOf(
  of: Pick<YearFigures, "opening" | "inflow" | "outflow" | "breakDifference" | "closing" | "unresolved">,
  decimals: number,
): string[] {
  const { opening, inflow, outflow, breakDifference, closing, unresolved } = of;
  return [opening, inflow, 0 - outflow, breakDifference, closing, unresolved.amount].map((amount) =>
    formatAmount(amount, decimals),
  );
}

function notesOf(of: YearFigures, decimals: number): string[] {
  const off = carriedOff(of);
  const amount = (value: number) => formatAmount(value, decimals);
  const beyond = (by: number) => `${amount(Math.abs(by))} ${by > 0 ? "above" : "below"}`;
  return [
    ...(off === 0 ? [] : [`opens ${beyond(off)} the closing of the month before, ${amount(of.before ?? 0)}`]),
    ...[apartWords(of)].filter((words) => words !== ""),
    ...restatedWords(of, amount),
  ];
}

/** How the month stands, and by whom. @example `signed off by Ada Obi, 2026-09-03, prepared by Ben Ude` */
function closeWords(month: YearMonth, clock: ZoneClock, isFirst: boolean): string {
  const { prepared, signed } = month;
  const changed = isFirst ? changedWords(month) : "";
  const state = [monthStateWords(month), changed].filter((part) => part !== "").join(", ");
  if (signed !== null && prepared !== null)
    return `${state}: ${harmless(prepared.by)}, then ${harmless(signed.by)} on ${clock.day(signed.atMs)}`;
  return prepared === null ? state : `${state}: ${harmless(prepared.by)} on ${clock.day(prepared.atMs)}`;
}

function footWords({ difference }: YearTotal, decimals: number): string {
  return difference === 0 ? "foots" : `does not foot: ${formatAmount(difference, decimals)}`;
}
