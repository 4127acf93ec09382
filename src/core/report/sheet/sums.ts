/** Formulas that add up rows of a table, of one currency where the table says each row's, else all. */
import { matchesText } from "./currencies.ts";
import type { ReportTable } from "./table.ts";

type Summed<Key extends string> = Pick<
  ReportTable<never, Key>,
  "currencyKey" | "currenciesDistinct" | "overParts"
>;

/** A sum of one expression per part of a table, as of `TablePlace.overParts`, or over some rows alone. */
export type OverParts<Key extends string> = (
  keys: readonly Key[],
  expression: (...ranges: string[]) => string,
) => string;

/** A comparison with what a column holds, e.g. `="open"`, `=A12` or `<>0`; or a test of a range, 1 where it holds. */
export type Condition<Key extends string> = readonly [
  key: Key,
  comparison: string | ((range: string) => string),
];

/**
 * Σ of an amount over the rows that fulfil all conditions and are in a currency; of no amount their number.
 *
 * Where there is one currency SUMIFS does, which spreadsheets are quick at. It folds case and takes * for
 * anything, so that a currency, which a service may write as it likes, is compared letter by letter.
 *
 * @param currency the formula of its label: a cell, or a text
 */
export function sumWhere<Key extends string>(
  table: Summed<Key>,
  amount: Key | null,
  conditions: readonly Condition<Key>[],
  currency: string,
  over: OverParts<Key> = (keys, expression) => table.overParts(keys, expression),
): string {
  const keys = conditions.map(([key]) => key);
  const added = amount === null ? [] : [amount];
  const comparisons = conditions.flatMap(([, comparison]) =>
    typeof comparison === "string" ? comparison : [],
  );
  if (table.currencyKey !== null || comparisons.length < conditions.length) {
    const tested = (ranges: string[]) =>
      ranges.map((range, at) => {
        const comparison = conditions[at]?.[1];
        if (typeof comparison === "function") return `(${comparison(range)})`;
        return comparison === undefined ? range : `(${range}${comparison})`;
      });
    return productWhere(table, [...keys, ...added], currency, (...ranges) => tested(ranges).join("*"), over);
  }
  const plural = conditions.length === 1 ? "" : "S";
  return over([...keys, ...added], (...ranges) => {
    if (amount !== null && conditions.length === 0) return `SUM(${ranges[0]})`;
    const tests = comparisons.map((comparison, at) => `${ranges[at]},${criterion(comparison)}`).join(",");
    if (amount === null) return `COUNTIF${plural}(${tests})`;
    const range = ranges[conditions.length];
    return plural === "" ? `SUMIF(${tests},${range})` : `SUMIFS(${range},${tests})`;
  });
}

/** Σ of a product over the rows that are in a currency. @param currency as of `sumWhere` */
export function productWhere<Key extends string>(
  table: Summed<Key>,
  keys: readonly Key[],
  currency: string,
  product: (...ranges: string[]) => string,
  over: OverParts<Key> = (all, expression) => table.overParts(all, expression),
): string {
  const { currencyKey, currenciesDistinct } = table;
  if (currencyKey === null) return over(keys, (...ranges) => `SUMPRODUCT(${product(...ranges)})`);
  return over(
    [currencyKey, ...keys],
    (codes = "", ...ranges) =>
      `SUMPRODUCT(${matchesText(codes, currency, currenciesDistinct)}*${product(...ranges)})`,
  );
}

/** A comparison as SUMIF takes it: what is equal without its sign. */
function criterion(comparison: string): string {
  return comparison.startsWith("=") ? comparison.slice(1) : `"${comparison}"`;
}
