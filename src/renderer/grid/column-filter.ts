/** A filter as it is typed into a header, as the worker takes it, and as it is read. */
import { formatAmount } from "../../core/money.ts";
import { plainAmount } from "../../core/plain-text.ts";
import type { ColumnFilter } from "../bridge/protocol.ts";
import { ON_ITS_WAY } from "../bridge/rows.ts";
import { type Typed, parseAmount, parseDay, parseId } from "./amount-text.ts";
import type { GridColumnKind, FilterChoice, GridColumn, GridWording } from "./columns.ts";

/** The fields of a header's filter, as they are typed. Which of them are asked for depends on the column. */
export interface FilterDraft {
  readonly contains: string;
  /** Of amounts, ids and days: the least and the most, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly chosen: readonly string[];
}

export const EMPTY_DRAFT: FilterDraft = { contains: "", from: "", to: "", chosen: [] };

/** What a draft comes to: a filter, null where nothing is asked for, or what is wrong with which field. */
export type DraftOutcome =
  | { readonly ok: true; readonly filter: ColumnFilter | null }
  | { readonly ok: false; readonly field: "from" | "to"; readonly sentence: string };

/** @param decimals of the ledger; ids have none */
export function filterOfDraft(kind: GridColumnKind, draft: FilterDraft, decimals: number): DraftOutcome {
  switch (kind) {
    case "text":
      return { ok: true, filter: draft.contains === "" ? null : { kind: "text", contains: draft.contains } };
    case "choice":
      return { ok: true, filter: draft.chosen.length === 0 ? null : { kind: "set", values: draft.chosen } };
    case "id":
      return range(draft, parseId, (least, most) => ({ kind: "number", least, most }));
    case "amount":
      return range(
        draft,
        (text) => parseAmount(text, decimals),
        (least, most) => ({ kind: "number", least, most }),
      );
    case "instant":
      return range(draft, parseDay, (from, to) => ({ kind: "day", from, to }));
  }
}

function range<T extends string | number>(
  draft: FilterDraft,
  parse: (text: string, end: "from" | "to") => Typed<T>,
  filterOf: (from: T | null, to: T | null) => ColumnFilter,
): DraftOutcome {
  const from = parse(draft.from, "from");
  if (!from.ok) return { ok: false, field: "from", sentence: from.sentence };
  const to = parse(draft.to, "to");
  if (!to.ok) return { ok: false, field: "to", sentence: to.sentence };
  if (from.value === null && to.value === null) return { ok: true, filter: null };
  if (from.value !== null && to.value !== null && from.value > to.value) {
    return { ok: false, field: "to", sentence: "The end is before the start." };
  }
  return { ok: true, filter: filterOf(from.value, to.value) };
}

/**
 * The filter that a row's own value passes: a text contains it, all else is it.
 *
 * @returns null where the row has none
 */
export function filterOfValue<R>(
  { kind, value: valueOf, choices = [] }: Pick<GridColumn<R>, "kind" | "value" | "choices">,
  row: R,
  { clock }: Pick<GridWording, "clock">,
): ColumnFilter | null {
  const value = valueOf(row);
  if (value === null || value === "" || value === ON_ITS_WAY) return null;
  if (typeof value === "number") {
    if (kind !== "instant") return { kind: "number", least: value, most: value };
    const day = clock.day(value);
    return { kind: "day", from: day, to: day };
  }
  if (kind === "text") return { kind: "text", contains: value };
  // A cell may hold several, and say them shorter than the filter does.
  const parts = new Set(value.split(", "));
  const values = choices
    .filter(({ value: name, words }) => parts.has(words) || name === value.toLowerCase())
    .map(({ value: name }) => name);
  return values.length === 0 ? null : { kind: "set", values };
}

/** A filter as it would be typed, for changing it. */
export function draftOfFilter(
  filter: ColumnFilter | undefined,
  kind: GridColumnKind,
  decimals: number,
): FilterDraft {
  switch (filter?.kind) {
    case undefined:
      return EMPTY_DRAFT;
    case "text":
      return { ...EMPTY_DRAFT, contains: filter.contains };
    case "set":
      return { ...EMPTY_DRAFT, chosen: filter.values };
    case "day":
      return { ...EMPTY_DRAFT, from: filter.from ?? "", to: filter.to ?? "" };
    case "number": {
      const typed = (value: number | null) =>
        value === null ? "" : plainAmount(value, kind === "amount" ? decimals : 0);
      return { ...EMPTY_DRAFT, from: typed(filter.least), to: typed(filter.most) };
    }
  }
}

/** A filter in few words, without the column's name: `contains “rent”`, `500 – 1,000`, `from 2026-10-01`. */
export function filterWords(
  filter: ColumnFilter,
  kind: GridColumnKind,
  decimals: number,
  choices: readonly FilterChoice[] = [],
): string {
  switch (filter.kind) {
    case "text":
      return `contains “${filter.contains}”`;
    case "set": {
      const words = filter.values.map((one) => choices.find(({ value }) => value === one)?.words ?? one);
      return words.length > 3
        ? `${words.slice(0, 2).join(", ")} and ${words.length - 2} more`
        : words.join(", ");
    }
    case "day":
      return between(filter.from, filter.to);
    case "number": {
      const said = (value: number | null) =>
        value === null ? null : kind === "amount" ? formatAmount(value, decimals) : String(value);
      return between(said(filter.least), said(filter.most));
    }
  }
}

function between(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return from === to ? from : `${from} – ${to}`;
  return from === null ? `up to ${to}` : `from ${from}`;
}
