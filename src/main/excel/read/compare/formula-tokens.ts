/**
 * A formula as its tokens, whichever program wrote it: enough of the grammar to tell references, names, texts
 * and numbers apart.
 */

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

/**
 * In the order in which they are tried. Sheets may stand as `Wallet!`, `'Roll-forward'!` or, as LibreOffice
 * has it, `$Wallet.`.
 */
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
export interface CellReference {
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
export function columnNumber(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}
