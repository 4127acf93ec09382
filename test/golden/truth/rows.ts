/** Sheets and pages as rows of what a reader sees in their cells. */
import { type ReadWorkbook, cellAfter } from "../../helpers/workbook/xlsx.ts";

/** A row's cells by column, A first; '' where one is empty. */
export type Row = readonly string[];

/** The rows of a sheet, each formula worked out again by an engine that is not ours. */
export function recalculatedRows(workbook: ReadWorkbook, name: string): Row[] {
  const { cells, rows } = workbook.sheets.get(name) ?? { cells: new Map<string, never>(), rows: 0 };
  const grid: string[][] = Array.from({ length: rows }, () => []);
  for (const [reference, { value, formula }] of cells) {
    const [, letters = "", row = ""] = /^([A-Z]+)(\d+)$/u.exec(reference) ?? [];
    const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    const shown = formula === null ? value : cellAfter(workbook, {}, name, reference);
    const line = grid[Number(row) - 1];
    if (line !== undefined) line[column] = textIn(shown);
  }
  return grid.map((line) => Array.from(line, (text) => text ?? ""));
}

/** What is in a cell; an error that a formula came to is one. */
function textIn(value: unknown): string {
  if (value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

const LINE = /<tr[^>]*>(?<cells>.*?)<\/tr>|<(?:p|h\d)[^>]*>(?<line>.*?)<\/(?:p|h\d)>|(?<end><\/table>)/gsu;
const CELL = /<t[dh][^>]*>(?<text>.*?)<\/t[dh]>/gsu;

/** The rows of a sheet of a printed page, by its reference: each line of its head is a row of one cell. */
export function printedRows(html: string, ref: string): Row[] {
  const sheet = html.split("<section").find((part) => part.includes(`<h2>${ref} `)) ?? "";
  return Array.from(sheet.matchAll(LINE), ({ groups = {} }) => {
    const { cells, line } = groups;
    if (line !== undefined) return [textOf(line)];
    return Array.from((cells ?? "").matchAll(CELL), (cell) => textOf(cell.groups?.["text"] ?? ""));
  });
}

function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/gu, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .trim();
}

/** The rows below the first whose first cell is `title`, up to an empty row. */
export function tableUnder(rows: readonly Row[], title: string): Row[] {
  const at = rows.findIndex(([first]) => first === title);
  if (at === -1) return [];
  const below = rows.slice(at);
  const end = below.findIndex((row) => row.every((text) => text === ""));
  return below.slice(0, end === -1 ? below.length : end);
}
