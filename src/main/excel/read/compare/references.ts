/** What a formula refers to, as the sheets stand in the file that came back. */
import type { FoundFormula } from "../file/found-formula.ts";
import {
  type CellReference,
  type FormulaToken,
  cellReference,
  columnNumber,
  tokensOf,
} from "./formula-tokens.ts";

/** Cells of one sheet; columns and rows from 1 on, both ends included. */
export interface CellRange {
  /** In upper case: programs do not tell cases of sheets apart. */
  readonly sheet: string;
  readonly columns: readonly [from: number, to: number];
  readonly rows: readonly [from: number, to: number];
}

export interface References {
  readonly ranges: readonly CellRange[];
  /** Whether it refers to something that is gone. */
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
