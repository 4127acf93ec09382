/** Which of the rows that hold some words are most likely meant by them. */
import type { DisplayFormat } from "../../bridge/protocol.ts";
import type { NumberColumn, RowTable, TextColumnOf } from "./row-table.ts";
import { searchWords, type SoughtWord, howItBegins, soughtWord } from "./text-search.ts";

/** The columns by which people know a record of a table. */
export interface KnownBy {
  readonly id: string;
  readonly texts: readonly string[];
}

/** A whole id, a whole text, an amount, the beginning of an id, the beginning of a text, anything else. */
const RANKS = 6;

export interface Likeliest {
  /** At most `count`: those of an earlier rank first, among equals the one with the largest id. */
  readonly rows: readonly number[];
  /** The rank of the first, 0 is the best; null without any. */
  readonly rank: number | null;
}

/**
 * The likeliest of some rows.
 *
 * @param rows in which all words are, ascending
 */
export function likeliestRows(
  table: RowTable,
  knownBy: KnownBy,
  rows: Int32Array,
  words: string,
  wording: DisplayFormat,
  count: number,
): Likeliest {
  const rankOf = ranker(table, knownBy, words.trim(), wording);
  const ranked = Array.from({ length: RANKS }, (): number[] => []);
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const row = rows[at] as number;
    const equals = ranked[rankOf(row)];
    if (equals !== undefined && equals.length < count) equals.push(row);
  }
  const best = ranked.findIndex(({ length }) => length > 0);
  return { rows: ranked.flat().slice(0, count), rank: best === -1 ? null : best };
}

function ranker(
  { columns }: RowTable,
  { id, texts }: KnownBy,
  words: string,
  wording: DisplayFormat,
): (row: number) => number {
  const [only, ...more] = searchWords(words, wording);
  const { digits, amount } = only === undefined || more.length > 0 ? NO_NUMBER : only;
  const ids = columns[id];
  const read = texts.flatMap((key) => (columns[key]?.is === "text" ? [columns[key]] : []));
  const amounts = Object.values(columns).filter(
    (column): column is NumberColumn => column.is === "number" && column.shownAs === "amount",
  );
  const sought = soughtWord(words);
  return (row) => {
    const own = digits === null || ids?.is !== "number" ? "" : String(ids.at(row));
    if (digits !== null && own === digits) return 0;
    const begun = bestBeginning(read, row, sought);
    if (begun === "whole") return 1;
    if (amount !== null && amounts.some(({ at }) => Math.abs(at(row)) === amount)) return 2;
    if (digits !== null && own.startsWith(digits)) return 3;
    return begun === "begins" ? 4 : 5;
  };
}

const NO_NUMBER = { digits: null, amount: null };

function bestBeginning(columns: readonly TextColumnOf[], row: number, sought: SoughtWord) {
  let best: ReturnType<typeof howItBegins> = null;
  for (const { texts, ids } of columns) {
    const at = ids === null ? row : (ids[row] as number);
    const begun = at === -1 ? null : howItBegins(texts, at, sought);
    if (begun === "whole") return begun;
    best ??= begun;
  }
  return best;
}
