/** What a grid shows, as the address keeps it, so that it survives a reload and can be passed on. */
import { isDay } from "../../core/time.ts";
import { type FigureName, isFigureName } from "../../core/report/rollforward/figure-rows.ts";
import type { AskedFigure, ColumnFilter, RowsRequest, Sort } from "../bridge/protocol.ts";
import { FIGURE } from "../bridge/rows.ts";
import type { GridColumn, GridColumnKind } from "./columns.ts";

/** Which rows are asked for, in which order; which block of them is the grid's own affair. */
export type GridQuery = Omit<RowsRequest, "from" | "count">;

export const NO_QUERY: GridQuery = {
  sort: [],
  filters: {},
  search: "",
  onlyFlagged: false,
  onlyPeriod: true,
};

type Named = Pick<GridColumn<never>, "id" | "kind" | "fixed">;

const SEARCH = "q";
const FLAGGED = "flagged";
const WHOLE = "whole";
const SORT = "sort";
/** Before a column's name, so that no column is taken for a switch. */
const FILTER = "in.";

/** Reads what an address asks for; what it words wrongly, or of columns that are not there or are fixed, is left out. */
export function readGridQuery(search: string, all: readonly Named[]): GridQuery {
  const columns = all.filter(({ fixed }) => fixed !== true);
  const given = new URLSearchParams(search);
  const filters: Record<string, ColumnFilter> = {};
  for (const { id, kind } of columns) {
    const text = given.get(`${FILTER}${id}`);
    const filter = text === null ? null : parseFilter(text, kind);
    if (filter !== null) filters[id] = filter;
  }
  const figure = parseFigure(given.get(`${FILTER}${FIGURE}`) ?? "");
  if (figure !== null) filters[FIGURE] = figure;
  return {
    sort: parseSort(given.get(SORT) ?? "", columns),
    filters,
    search: given.get(SEARCH) ?? "",
    onlyFlagged: given.get(FLAGGED) === "1",
    onlyPeriod: given.get(WHOLE) !== "1",
  };
}

/**
 * Whether a text that was kept says nothing but what is understood: a column that is gone, or a word nobody
 * knows, would otherwise show other rows than those meant.
 */
export function isWholeGridQuery(kept: string, columns: readonly Named[]): boolean {
  return writeGridQuery("", readGridQuery(kept, columns)) === kept;
}

/** The address's query with what a grid shows; everything in it that is not the grid's stays. */
export function writeGridQuery(search: string, query: GridQuery): string {
  const kept = new URLSearchParams(search);
  for (const key of new URLSearchParams(search).keys()) {
    if ([SEARCH, FLAGGED, WHOLE, SORT].includes(key) || key.startsWith(FILTER)) kept.delete(key);
  }
  if (query.search !== "") kept.set(SEARCH, query.search);
  if (query.onlyFlagged) kept.set(FLAGGED, "1");
  if (!query.onlyPeriod) kept.set(WHOLE, "1");
  const sort = query.sort.map(({ column, descending }) => `${descending ? "-" : ""}${column}`);
  if (sort.length > 0) kept.set(SORT, sort.join(","));
  for (const [id, filter] of Object.entries(query.filters)) kept.set(`${FILTER}${id}`, filterText(filter));
  return kept.toString();
}

function parseSort(text: string, columns: readonly Named[]): Sort[] {
  const seen = new Set<string>();
  return text.split(",").flatMap((one) => {
    const descending = one.startsWith("-");
    const column = descending ? one.slice(1) : one;
    if (seen.has(column) || !columns.some(({ id }) => id === column)) return [];
    seen.add(column);
    return [{ column, descending }];
  });
}

function filterText(filter: ColumnFilter): string {
  switch (filter.kind) {
    case "text":
      return filter.contains;
    case "set":
      return filter.values.join(",");
    case "day":
      return `${filter.from ?? ""}..${filter.to ?? ""}`;
    case "number":
      return `${filter.least ?? ""}..${filter.most ?? ""}`;
    case "figure": {
      const { name, of } = filter;
      if ("currency" in of) return `${name}:${of.currency ?? ""}`;
      if ("record" in of) return `${name}/${of.record}`;
      const { userID, businessID } = of.wallet;
      return `${name}@${userID}${businessID === null ? "" : `.${businessID}`}`;
    }
  }
}

/** `inflow:NGN`, `inflow:` of no known currency, `inflow@1.7` of a wallet, `inflow/99` of a record. */
function parseFigure(text: string): AskedFigure | null {
  const [, name = "", currency, userID, businessID, record] =
    /^([\w.]+)(?::(.*)|@(\d{1,15})(?:\.(\d{1,15}))?|\/(\d{1,15}))$/su.exec(text) ?? [];
  if (!isFigureName(name)) return null;
  if (record !== undefined) return { kind: "figure", name, of: { record: Number(record) } };
  if (userID === undefined) return { kind: "figure", name, of: { currency: currency || null } };
  const wallet = {
    userID: Number(userID),
    businessID: businessID === undefined ? null : Number(businessID),
  };
  return { kind: "figure", name, of: { wallet } };
}

export function figureQuery(name: FigureName, of: AskedFigure["of"]): string {
  return writeGridQuery("", { ...NO_QUERY, filters: { [FIGURE]: { kind: "figure", name, of } } });
}

function parseFilter(text: string, kind: GridColumnKind): ColumnFilter | null {
  if (text === "") return null;
  if (kind === "text") return { kind: "text", contains: text };
  if (kind === "choice") return { kind: "set", values: text.split(",").filter((one) => one !== "") };
  const [from = "", to = "", ...rest] = text.split("..");
  if (rest.length > 0 || (from === "" && to === "")) return null;
  if (kind === "instant") {
    const [first, last] = [dayOf(from), dayOf(to)];
    return first === undefined || last === undefined ? null : { kind: "day", from: first, to: last };
  }
  const [least, most] = [integerOf(from), integerOf(to)];
  return least === undefined || most === undefined ? null : { kind: "number", least, most };
}

function dayOf(text: string) {
  if (text === "") return null;
  return isDay(text) ? text : undefined;
}

function integerOf(text: string) {
  if (text === "") return null;
  const value = Number(text);
  return /^-?\d+$/u.test(text) && Number.isSafeInteger(value) ? value : undefined;
}
