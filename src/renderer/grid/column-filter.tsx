/** The filter of one column: as it is asked for in its header, in words, and as the worker reads it. */
import { useDisplayFormat } from "../ui/values.tsx";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { Checkbox, CheckboxGroup, Dialog, Heading, Popover } from "react-aria-components";
import type { AskedFigure, ColumnFilter } from "../bridge/protocol.ts";
import { FIGURE, ON_ITS_WAY, RECORD_TABLES, figureAsked } from "../bridge/rows.ts";
import { statedFigure } from "../../core/report/rollforward/figure-rows.ts";
import { capitalised } from "../../core/sentence.ts";
import { currencyName } from "../../core/words/currency.ts";
import { walletWords } from "../../core/words/wallet.ts";
import type { GridQuery } from "./grid-query.ts";
import { Button } from "../ui/button.tsx";
import { TextField, submitting } from "../ui/text-field.tsx";
import type { GridColumn, GridColumnKind, FilterChoice, GridWording } from "./columns.ts";
import { formatAmount } from "../../core/money.ts";
import { plainAmount } from "../../core/plain-text.ts";
import { type Typed, parseAmount, parseDay, parseId } from "./amount-text.ts";

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
    .filter(({ value: name, words }) => parts.has(words) || words === value || name === value.toLowerCase())
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
    case "figure":
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

/** What rows are asked for by columns and by a figure, each in few words: `Description contains “rent”`. */
export function conditionsOf<R>(
  filters: GridQuery["filters"],
  columns: readonly Pick<GridColumn<R>, "id" | "title" | "kind" | "choices">[],
  decimals: number,
): { readonly id: string; readonly title: string; readonly words: string }[] {
  const figure = figureAsked({ filters });
  const ofColumns = columns.flatMap(({ id, title, kind, choices }) => {
    const filter = filters[id];
    if (filter === undefined || filter.kind === "figure") return [];
    return [{ id, title, words: `${title} ${filterWords(filter, kind, decimals, choices)}` }];
  });
  if (figure === undefined) return ofColumns;
  const words = figureWords(figure);
  return [{ id: FIGURE, title: words, words }, ...ofColumns];
}

/** @example `Settled over or short of what was expected, NGN` */
export function figureWords({ name, of }: AskedFigure): string {
  const { words, of: table } = statedFigure(name);
  const whose =
    "record" in of
      ? `${RECORD_TABLES[table].idName} ${of.record}`
      : "currency" in of
        ? currencyName(of.currency)
        : walletWords(of.wallet);
  return `${capitalised(words)}, ${whose}`;
}

/** A filter without the column's name: `contains “rent”`, `500 – 1,000`, `from 2026-10-01`. */
export function filterWords(
  filter: Exclude<ColumnFilter, AskedFigure>,
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

interface FilterPopoverProps {
  readonly column: Pick<GridColumn<never>, "title" | "explains" | "kind" | "choices">;
  readonly filter: ColumnFilter | undefined;
  readonly anchor: Element | null;
  readonly onFilter: (filter: ColumnFilter | null) => void;
  readonly onClose: () => void;
}

/** A popover's Escape closes it; AG Grid must not hear what is typed in here. */
function keepKeys(event: KeyboardEvent): void {
  if (event.key !== "Escape") event.stopPropagation();
}

export function FilterPopover({ column, filter, anchor, onFilter, onClose }: FilterPopoverProps) {
  const { decimals } = useDisplayFormat();
  const { kind, choices = [] } = column;
  const [draft, setDraft] = useState(() => draftOfFilter(filter, kind, decimals));
  const [fault, setFault] = useState<Extract<DraftOutcome, { ok: false }> | null>(null);
  const trigger = useMemo(() => ({ current: anchor }), [anchor]);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const change = (part: Partial<FilterDraft>) => {
    setDraft({ ...draft, ...part });
    setFault(null);
  };
  const apply = (wanted: FilterDraft) => {
    const outcome = filterOfDraft(kind, wanted, decimals);
    if (!outcome.ok) {
      setFault(outcome);
      return;
    }
    onFilter(outcome.filter);
    onClose();
  };
  const faultOf = (field: "from" | "to") => (fault?.field === field ? fault.sentence : null);
  const title = useId();
  return (
    <Popover
      isOpen
      triggerRef={trigger}
      placement="bottom start"
      offset={2}
      className="popover panel"
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Dialog aria-labelledby={title}>
        {/* The form only hears what its fields do not. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <form
          ref={form}
          className="stack gap-3 pad-3"
          onSubmit={submitting(() => apply(draft))}
          onKeyDown={keepKeys}
        >
          <Heading id={title} level={2} className="small strong">
            {column.explains ?? column.title}
          </Heading>
          <FilterFields kind={kind} draft={draft} choices={choices} change={change} faultOf={faultOf} />
          <div className="beside gap-2">
            <Button type="submit" variant="primary" size="s" words="Filter" />
            <Button size="s" isDisabled={filter === undefined} onPress={() => apply(EMPTY_DRAFT)}>
              Clear
            </Button>
          </div>
        </form>
      </Dialog>
    </Popover>
  );
}

interface FieldsProps {
  readonly kind: GridColumn<never>["kind"];
  readonly draft: FilterDraft;
  readonly choices: NonNullable<GridColumn<never>["choices"]>;
  readonly change: (part: Partial<FilterDraft>) => void;
  readonly faultOf: (field: "from" | "to") => string | null;
}

function FilterFields({ kind, draft, choices, change, faultOf }: FieldsProps) {
  const { decimals } = useDisplayFormat();
  if (kind === "text") {
    return (
      <TextField
        label="Contains"
        value={draft.contains}
        onChange={(contains) => change({ contains })}
        spellCheck="false"
      />
    );
  }
  if (kind === "choice") {
    return (
      <CheckboxGroup
        aria-label="One of"
        className="stack scrolls bounded outset-2"
        value={[...draft.chosen]}
        onChange={(chosen) => change({ chosen })}
      >
        {choices.map(({ value, words }) => (
          <Checkbox key={value} value={value} className="row gap-2 choice">
            <span className="check-box" aria-hidden="true" />
            {words}
          </Checkbox>
        ))}
      </CheckboxGroup>
    );
  }
  const example =
    kind === "instant" ? "2026-10-01" : kind === "amount" && decimals > 0 ? (0).toFixed(decimals) : "0";
  return (
    <div className="two-columns gap-2 ranges">
      <TextField
        label="From"
        value={draft.from}
        onChange={(from) => change({ from })}
        placeholder={example}
        fault={faultOf("from")}
      />
      <TextField
        label="To"
        value={draft.to}
        onChange={(to) => change({ to })}
        placeholder={kind === "instant" ? "2026-10-31" : "any"}
        fault={faultOf("to")}
      />
    </div>
  );
}
