/** Formulas in one spelling, so that what means the same is the same text, whichever program wrote them. */
import { oneLineEnd } from "../../../core/clean-text.ts";
import { columnLetters } from "../../../core/report/sheet/place.ts";
import { type FormulaToken, cellReference, tokensOf, shifted } from "./references.ts";

/** Where rows of the exported sheets stand in the file that came back. */
export interface RowsNow {
  /** Whether a sheet is still there. */
  readonly has: (sheet: string) => boolean;
  /** A row now; null when deleted. `end` of a range: the nearest before it then, else after it. */
  readonly rowNow: (sheet: string, row: number, as: "cell" | "first" | "end") => number | null;
}

/** Where a formula stands, and what is asked of its references. */
interface FormulaSetting {
  readonly sheet: string;
  /** How far it stands from the cell that it is written for. */
  readonly down: number;
  readonly right: number;
  readonly rows: RowsNow;
}

/**
 * A formula without what programs write differently: blanks, quotes around sheets, the case of names,
 * `TRUE()` for `TRUE`, a reference to its own sheet by name, a range of one cell. A reference to what is gone is `#REF!`.
 *
 * @param formula without its `=`
 */
export function canonicalFormula(formula: string, setting: FormulaSetting): string {
  const tokens = withoutBlanks(tokensOf(formula));
  let written = "";
  let sheet: string | null = null;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.is === "sheet") {
      sheet = token.text;
      continue;
    }
    const isRange = token.is === "cell" && tokens[at + 1]?.text === ":" && tokens[at + 2]?.is === "cell";
    if (isRange) {
      written += rangeText(sheet, token.text, tokens[at + 2]?.text ?? "", setting);
      at += 2;
    } else if (token.is === "cell") written += cellText(sheet, token.text, setting);
    else {
      written += `${sheet === null || token.is === "error" ? "" : qualifier(sheet, setting)}${plainText(token)}`;
      const isTruth = token.is === "name" && /^(?:TRUE|FALSE)$/iu.test(token.text);
      if (isTruth && tokens[at + 1]?.text === "(" && tokens[at + 2]?.text === ")") at += 2;
    }
    sheet = null;
  }
  return written;
}

const GONE = "#REF!";

function cellText(sheet: string | null, text: string, setting: FormulaSetting): string {
  const of = sheet ?? setting.sheet;
  const cell = referenceText(text, of, "cell", setting);
  return cell === null || !setting.rows.has(of) ? GONE : `${qualifier(sheet, setting)}${cell.text}`;
}

function rangeText(sheet: string | null, from: string, to: string, setting: FormulaSetting): string {
  const of = sheet ?? setting.sheet;
  const [first, last] = [referenceText(from, of, "first", setting), referenceText(to, of, "end", setting)];
  if (first === null || last === null || first.row > last.row || !setting.rows.has(of)) return GONE;
  const cells = first.text === last.text ? first.text : `${first.text}:${last.text}`;
  return `${qualifier(sheet, setting)}${cells}`;
}

function referenceText(
  text: string,
  sheet: string,
  as: "cell" | "first" | "end",
  setting: FormulaSetting,
): { readonly text: string; readonly row: number } | null {
  const { column, row, fixedColumn, fixedRow } = shifted(cellReference(text), setting);
  const now = setting.rows.rowNow(sheet, row, as);
  if (now === null) return null;
  const letters = columnLetters(Math.max(column - 1, 0));
  return { text: `${fixedColumn ? "$" : ""}${letters}${fixedRow ? "$" : ""}${now}`, row: now };
}

function qualifier(sheet: string | null, setting: FormulaSetting): string {
  if (sheet === null || sheet.toUpperCase() === setting.sheet.toUpperCase()) return "";
  return `'${sheet.toUpperCase()}'!`;
}

function plainText({ is, text }: FormulaToken): string {
  if (is === "text") return oneLineEnd(text);
  if (is === "number") return String(Number(text));
  if (is === "space") return " ";
  return is === "name" ? text.toUpperCase().replace(/^(?:_XLFN\.|_XLWS\.)+/u, "") : text.toUpperCase();
}

/** Blanks mean something only between two operands: what both have in common. */
function withoutBlanks(tokens: readonly FormulaToken[]): FormulaToken[] {
  return tokens.filter((token, at) => {
    if (token.is !== "space") return true;
    const [before, after] = [tokens[at - 1], tokens[at + 1]];
    const isBetween = before !== undefined && after !== undefined;
    return (
      isBetween &&
      (before.is !== "sign" || before.text === ")") &&
      (after.is !== "sign" || after.text === "(")
    );
  });
}
