/** What a formula refers to, as the sheets stand in the file that came back. */

// A formula as its tokens, whichever program wrote it: enough of the grammar to tell references, names, texts
// and numbers apart.

export interface FormulaToken {
  readonly is:
    | "text"
    | "sheet"
    | "cell"
    | "columns"
    | "rows"
    | "error"
    | "number"
    | "name"
    | "space"
    | "sign";
  /** As written; of a sheet its name without quotes. */
  readonly text: string;
}

/** In the order tried. Sheets may stand as `Wallet!`, `'Roll-forward'!` or, in LibreOffice, `$Wallet.`. */
const PATTERN = new RegExp(
  [
    String.raw`(?<text>"(?:[^"]|"")*")`,
    String.raw`\$?'(?<quoted>(?:[^']|'')*)'(?:!|\.(?=\$?[A-Z]))`,
    String.raw`(?<plain>[\p{L}_\\][\p{L}\p{N}_.\\]*)!`,
    String.raw`\$(?<dotted>[\p{L}_][\p{L}\p{N}_]*)\.(?=\$?[A-Z]{1,3}\$?\d)`,
    String.raw`(?<cell>\$?[A-Z]{1,3}\$?\d{1,7}(?![\p{L}\p{N}_.(!]))`,
    String.raw`(?<columns>\$?[A-Z]{1,3}:\$?[A-Z]{1,3}(?![\p{L}\p{N}_.(!]))`,
    String.raw`(?<rows>\$?\d{1,7}:\$?\d{1,7}(?![\p{L}\p{N}_.(!]))`,
    String.raw`(?<error>#[A-Z/0]+[!?]?)`,
    String.raw`(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:E[+-]?\d+)?)`,
    String.raw`(?<name>[\p{L}_\\][\p{L}\p{N}_.\\]*)`,
    String.raw`(?<space>\s+)`,
    String.raw`(?<sign>[\s\S])`,
  ].join("|"),
  "giu",
);

/** @param formula without its `=` */
export function tokensOf(formula: string): FormulaToken[] {
  const tokens: FormulaToken[] = [];
  for (const { groups = {} } of formula.matchAll(PATTERN)) {
    const { quoted, plain, dotted, ...others } = groups;
    const sheet = quoted?.replaceAll("''", "'") ?? plain ?? dotted;
    if (sheet !== undefined) tokens.push({ is: "sheet", text: sheet });
    for (const [is, text] of Object.entries(others)) {
      if (text !== undefined) tokens.push({ is: is as FormulaToken["is"], text });
    }
  }
  return tokens;
}

/** A cell as a formula refers to it; columns and rows from 1 on. */
interface CellReference {
  readonly column: number;
  readonly row: number;
  readonly fixedColumn: boolean;
  readonly fixedRow: boolean;
}

/** @param text e.g. `$H14` */
export function cellReference(text: string): CellReference {
  const [, fixColumn = "", letters = "", fixRow = "", digits = ""] =
    /^(\$?)([A-Za-z]+)(\$?)(\d+)$/u.exec(text) ?? [];
  return {
    column: columnNumber(letters),
    row: Number(digits),
    fixedColumn: fixColumn !== "",
    fixedRow: fixRow !== "",
  };
}

/** 1 for A. */
function columnNumber(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

/** Cells of one sheet; columns and rows from 1 on, both ends included. */
export interface CellRange {
  /** In upper case: programs do not tell cases of sheets apart. */
  readonly sheet: string;
  readonly columns: readonly [from: number, to: number];
  readonly rows: readonly [from: number, to: number];
}

export interface References {
  readonly ranges: readonly CellRange[];
  readonly isBroken: boolean;
}

/** @param sheet that the formula stands on */
export function referencesOf({ text, down, right }: FoundFormula, sheet: string): References {
  const ranges: CellRange[] = [];
  let isBroken = false;
  let of = sheet;
  const tokens = tokensOf(text);
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.is === "sheet") of = token.text;
    else {
      if (token.is === "error" && token.text.toUpperCase() === "#REF!") isBroken = true;
      const range = rangeAt(tokens, at, { down, right });
      if (range !== null) {
        ranges.push({ sheet: of.toUpperCase(), columns: range.columns, rows: range.rows });
        at += range.tokens - 1;
      }
      of = sheet;
    }
  }
  return { ranges, isBroken };
}

type Shift = Pick<FoundFormula, "down" | "right">;

function rangeAt(
  tokens: readonly FormulaToken[],
  at: number,
  shift: Shift,
): (Omit<CellRange, "sheet"> & { readonly tokens: number }) | null {
  const token = tokens[at];
  if (token?.is === "columns") {
    const [from = "", to = ""] = token.text.replaceAll("$", "").split(":");
    return { columns: ordered(columnNumber(from), columnNumber(to)), rows: [1, Infinity], tokens: 1 };
  }
  if (token?.is === "rows") {
    const [from = "", to = ""] = token.text.replaceAll("$", "").split(":");
    return { columns: [1, Infinity], rows: ordered(Number(from), Number(to)), tokens: 1 };
  }
  if (token?.is !== "cell") return null;
  const first = shifted(cellReference(token.text), shift);
  const last = tokens[at + 2];
  if (tokens[at + 1]?.text !== ":" || last?.is !== "cell") {
    return { columns: [first.column, first.column], rows: [first.row, first.row], tokens: 1 };
  }
  const { column, row } = shifted(cellReference(last.text), shift);
  return { columns: ordered(first.column, column), rows: ordered(first.row, row), tokens: 3 };
}

/** A reference as it reads in a cell that stands elsewhere than the one it is written for. */
export function shifted(reference: CellReference, { down, right }: Shift): CellReference {
  const { column, row, fixedColumn, fixedRow } = reference;
  return {
    ...reference,
    column: fixedColumn ? column : column + right,
    row: fixedRow ? row : row + down,
  };
}

function ordered(a: number, b: number): readonly [number, number] {
  return a <= b ? [a, b] : [b, a];
}

/** A formula as written, and how far its cell is from the one it is written for: shared ones stand once. */
export interface FoundFormula {
  readonly text: string;
  readonly down: number;
  readonly right: number;
}
