/** The sheets of a workbook that a partner reads on paper, as one page of HTML for a browser to print. */
import type { CellKind, Row, Sheet, SheetTable, Workbook } from "../../../core/report/model.ts";
import { formatAmount, formatCount } from "../../../core/money.ts";
import { cleanText } from "../../../core/text/clean-text.ts";
import { ZoneClock } from "../../../core/time.ts";
import { markupText } from "../markup.ts";
import { cellValue } from "../tables/tables.ts";
import { headerLine } from "../workbook/styles.ts";

/** All but the records themselves: the workbook has those. */
const LEFT_OUT = /^B/u;

/** Longer words, such as hashes, may break anywhere; others stay whole, and their column as wide. */
const LONG_WORD = /\S{25,}/gu;

/** What is longer is cut, and says so: a browser holds a whole page at once. */
const MOST_ROWS = 5000;

/** So many characters of 7 pt stand beside each other on A4 across; wider sheets are printed on A3. */
const FITS_A4 = 240;

const STYLE = `
@page { size: A4 landscape; margin: 12mm 10mm 14mm; }
@page wide { size: A3 landscape; margin: 12mm 10mm 14mm; }
body { margin: 0; font: 7.5pt/1.3 Calibri, Carlito, "Segoe UI", "Helvetica Neue", Arial, sans-serif; color: #1f2933; }
section { break-before: page; }
section:first-of-type { break-before: auto; }
section.wide { page: wide; }
h1 { margin: 0; font-size: 14pt; }
h2 { margin: 1pt 0 2pt; font-size: 11pt; color: #1f4e68; }
h3 { margin: 10pt 0 3pt; font-size: 8.5pt; color: #1f4e68; break-after: avoid; }
p { margin: 1pt 0; }
.scope, .empty, .more { color: #66727f; }
.signatures { margin: 4pt 0 8pt; }
table { width: 100%; margin-bottom: 8pt; border-collapse: collapse; }
tr { break-inside: avoid; }
th { padding: 2pt 3pt; background: #1f4e68; color: #fff; text-align: left; vertical-align: bottom; }
td { padding: 1.5pt 3pt; border-bottom: 0.5pt solid #dde3e8; vertical-align: top; white-space: pre-line; }
.long { overflow-wrap: anywhere; }
tbody tr:first-child { break-after: avoid; }
tbody tr:last-child { break-before: avoid; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.mark { text-align: center; }
.time { white-space: nowrap; }
.wide th, .wide td { padding-left: 2pt; padding-right: 2pt; }
.wide .time { white-space: normal; }
.flag { background: #fff3d6; }
.break { background: #fbdcd7; }
.total { font-weight: bold; border-top: 0.75pt solid #1f2933; }
.opening { background: #eef3f6; }
.good { color: #1b6b3a; }
.bad { color: #a1261b; font-weight: bold; }
.quiet { color: #66727f; }
`;

/** The binder piece by piece; rows are asked of the workbook one at a time. */
export function* binderHtml(workbook: Workbook): Generator<string> {
  const { title, footer } = workbook;
  const side = `"${inCss(footer)}"`;
  const foot = `@page { @bottom-left { content: ${side}; font-size: 7pt; color: #66727f; } @bottom-right { content: counter(page) " / " counter(pages); font-size: 7pt; color: #66727f; } }`;
  // Nothing in it may run or be fetched, whatever the service wrote.
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;
  yield `<!doctype html><html lang="en"><head><meta charset="utf-8">${policy}<title>${inHtml(title)}</title><style>${STYLE}${foot}</style></head><body>`;
  const left = workbook.sheets.filter(({ ref }) => LEFT_OUT.test(ref));
  const elsewhere = `In the workbook only: ${left.map(({ ref, name }) => `${ref} ${name}`).join(", ")}.`;
  for (const sheet of workbook.sheets) {
    if (!LEFT_OUT.test(sheet.ref)) yield* sectionOf(sheet, workbook, left.length === 0 ? "" : elsewhere);
  }
  yield "</body></html>\n";
}

/** @param elsewhere where the sheets are that the binder leaves out; '' where it has all */
function* sectionOf(sheet: Sheet, workbook: Workbook, elsewhere: string): Generator<string> {
  const { ref, title, tables, widths, printed } = sheet;
  const characters = widths.slice(0, printed).reduce((sum, width) => sum + width, 0);
  yield `<section${characters > FITS_A4 ? ' class="wide"' : ""}>`;
  yield `<h1>${inHtml(workbook.title)}</h1><h2>${inHtml(`${ref}   ${title}`)}</h2>`;
  yield `<p class="scope">${inHtml(workbook.scope)}</p><p class="scope">${inHtml(workbook.source)}</p>`;
  if (elsewhere !== "") yield `<p class="scope">${inHtml(elsewhere)}</p>`;
  yield `<p class="signatures">${inHtml(workbook.signatures.value)}</p>`;
  const clock = new ZoneClock(workbook.timeZone);
  for (const table of tables) yield* tableOf(table, printed, clock, workbook.decimals);
  yield "</section>";
}

function* tableOf(table: SheetTable, printed: number, clock: ZoneClock, decimals: number): Generator<string> {
  if (table.title !== null) yield `<h3>${inHtml(table.title)}</h3>`;
  if (table.count === 0) {
    yield `<p class="empty">${inHtml(table.empty)}</p>`;
    return;
  }
  const columns = table.columns.slice(0, printed);
  const headers = columns.map(({ header, kind }) => `<th class="${sideOf(kind)}">${inHtml(header)}</th>`);
  yield `<table><thead><tr>${headers.join("")}</tr></thead><tbody>`;
  let rows = 0;
  for (const row of table.rows()) {
    if (rows === MOST_ROWS) break;
    yield rowOf(row, columns, clock, decimals);
    rows += 1;
  }
  yield "</tbody></table>";
  if (table.count > rows)
    yield `<p class="more">${formatCount(table.count - rows, "more row")} in the workbook.</p>`;
}

function rowOf(
  { cells, tone: ofRow }: Row,
  columns: SheetTable["columns"],
  clock: ZoneClock,
  decimals: number,
): string {
  const shown = columns.map((column, at) => {
    const cell = cells[at];
    const { value, kind } = cellValue(cell, column.kind);
    const tone = (cell !== null && typeof cell === "object" ? cell.tone : undefined) ?? ofRow;
    const text = value === null ? "" : wordOf(value, kind, clock, decimals);
    return `<td class="${sideOf(typeof value === "string" && kind !== "instant" && kind !== "mark" ? "text" : kind)} ${tone}">${brokenHtml(text)}</td>`;
  });
  return `<tr>${shown.join("")}</tr>`;
}

/** As the workbook shows it. */
function wordOf(
  value: string | number | boolean,
  kind: CellKind,
  clock: ZoneClock,
  decimals: number,
): string {
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "string") return value;
  if (kind === "instant") return new Date(clock.wallMs(value)).toISOString().slice(0, 19).replace("T", " ");
  if (kind === "amount" || kind === "integer")
    return value === 0 ? "–" : formatAmount(value, kind === "amount" ? decimals : 0);
  return String(value);
}

function sideOf(kind: CellKind): string {
  if (kind === "instant" || kind === "day") return "time";
  const line = headerLine(kind);
  return line === "headerRight" ? "number" : line === "headerMark" ? "mark" : "text";
}

function brokenHtml(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(LONG_WORD)) {
    parts.push(inHtml(text.slice(from, index)), `<span class="long">${inHtml(word)}</span>`);
    from = index + word.length;
  }
  return [...parts, inHtml(text.slice(from))].join("");
}

function inHtml(text: string): string {
  return markupText(cleanText(text));
}

/** Within quotes of a style sheet: what could end them or the sheet is written as its number. */
function inCss(text: string): string {
  return cleanText(text).replaceAll(/["\\<\n\r\f]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `);
}
