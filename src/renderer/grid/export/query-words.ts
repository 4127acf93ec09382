/** What a grid shows, in words, for paper: which rows, and their order. */
import { filterWords } from "../columns/column-filter.ts";
import type { GridColumn, GridWording } from "../columns/columns.ts";
import type { GridQuery } from "../grid-query.ts";

/** @returns each condition by itself; none where all rows of the period stand in their own order */
export function queryWords<R>(
  { search, filters, onlyFlagged, onlyPeriod, sort }: GridQuery,
  columns: readonly Pick<GridColumn<R>, "id" | "title" | "kind" | "choices">[],
  { decimals }: Pick<GridWording, "decimals">,
): readonly string[] {
  const titleOf = (id: string) => columns.find((column) => column.id === id)?.title ?? id;
  const filtered = columns.flatMap(({ id, title, kind, choices }) => {
    const filter = filters[id];
    return filter === undefined ? [] : [`${title} ${filterWords(filter, kind, decimals, choices)}`];
  });
  const order = sort.map(({ column, descending }) => `${titleOf(column)}${descending ? " descending" : ""}`);
  return [
    ...(onlyPeriod ? [] : ["of the whole history"]),
    ...(search === "" ? [] : [`search “${search}”`]),
    ...(onlyFlagged ? ["only flagged"] : []),
    ...filtered,
    ...(order.length === 0 ? [] : [`sorted by ${order.join(", ")}`]),
  ];
}
