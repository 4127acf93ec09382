/** The queue's lines as the worker gives them, page by page: only those near the view are held. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type {
  ExceptionRow,
  ExceptionRows,
  ExceptionsRequest,
  KindHead,
  ReviewSummary,
} from "../../bridge/protocol.ts";
import {
  type QueueFilters,
  filtersFrom,
  withFilters,
  WAITING,
  isNarrowed,
  usualOrder,
} from "../../shared/decide/queue-filters.ts";
import { useRoute, setPeriod } from "../../app/use-route.ts";
import type { ReviewStatus, ReviewProgress } from "../../../core/review/decisions/review.ts";
import { formatCount } from "../../../core/money.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

const PAGE_ROWS = 100;
/** Lines beyond the view that are asked for with it. */
const AHEAD_ROWS = 40;
const KEPT_PAGES = 6;

export interface QueueRows {
  readonly total: number | null;
  /** Whether what is shown is of other filters or an earlier review. */
  readonly isStale: boolean;
  /** Whether it is of other filters: these are not the lines that were asked for. */
  readonly isOther: boolean;
  /** Whether it is of another period. */
  readonly isOtherPeriod: boolean;
  readonly rowAt: (index: number) => ExceptionRow | null;
  readonly indexOf: (fingerprint: string) => number;
  /** Lines that begin what one cause of several findings explains, or a kind: what is said of that, else null. */
  readonly heads: ReadonlyMap<number, KindHead | null>;
  readonly sums: QueueSums | null;
  readonly show: (first: number, last: number) => void;
}
type QueueSums = Pick<ExceptionRows, "amounts" | "breaks">;

/** Names filters and review that pages are of. */
interface AskedRows {
  readonly filters: QueueFilters;
  readonly period: string;
  readonly version: unknown;
}

interface KeptRows extends Pick<QueueRows, "total" | "heads" | "sums"> {
  readonly of: AskedRows | null;
  readonly pages: ReadonlyMap<number, readonly ExceptionRow[]>;
}

const NOTHING: KeptRows = { of: null, total: null, pages: new Map(), heads: new Map(), sums: null };

/**
 * @param ask of the check worker
 * @param period names the one that the lines are of
 * @param version changes whenever result or review do
 * @param onFault told what the worker could not do
 */
export function useQueueRows(
  ask: (request: ExceptionsRequest) => Promise<ExceptionRows>,
  filters: QueueFilters,
  period: string,
  version: unknown,
  onFault: (error: unknown) => void,
): QueueRows {
  // One object per filters and version, so that pages of others are told apart.
  // oxlint-disable-next-line react/exhaustive-deps
  const of = useMemo((): AskedRows => ({ filters, period, version }), [filters, period, version]);
  const [held, setHeld] = useState<KeptRows>(NOTHING);
  const [view, setView] = useState({ first: 0, last: PAGE_ROWS - 1 - AHEAD_ROWS });
  const asked = useRef({ of: null as AskedRows | null, pages: new Set<number>() });

  useEffect(() => {
    if (asked.current.of !== of) asked.current = { of, pages: new Set() };
    const { pages } = asked.current;
    for (const page of pagesOf(view)) {
      if (pages.has(page)) continue;
      pages.add(page);
      const take = ({ total, rows, heads, kinds, ...sums }: ExceptionRows) => {
        if (asked.current.of === of)
          setHeld((before) => withPage(before, of, { page, total, rows, heads, kinds, sums, pages }));
      };
      const fail = (error: unknown) => {
        pages.delete(page);
        if (asked.current.of === of) onFault(error);
      };
      ask({ ...filters, from: page * PAGE_ROWS, count: PAGE_ROWS }).then(take, fail);
    }
  }, [ask, filters, of, onFault, view]);

  const rowAt = useCallback(
    (index: number) => held.pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS] ?? null,
    [held],
  );
  const indexOf = useCallback(
    (fingerprint: string) => {
      for (const [page, rows] of held.pages) {
        const at = rows.findIndex(({ finding }) => finding.fingerprint === fingerprint);
        const index = page * PAGE_ROWS + at;
        // A page that was read before lines left the queue may reach beyond its end.
        if (at !== -1 && index < (held.total ?? 0)) return index;
      }
      return -1;
    },
    [held],
  );
  const show = useCallback((first: number, last: number) => {
    setView((before) => (before.first === first && before.last === last ? before : { first, last }));
  }, []);
  return {
    total: held.total,
    isStale: held.of !== of,
    isOther: held.of?.filters !== filters || held.of.period !== period,
    isOtherPeriod: held.of !== null && held.of.period !== period,
    rowAt,
    indexOf,
    heads: held.heads,
    sums: held.sums,
    show,
  };
}

/** With some lines beyond the view, so that whoever goes on by keys finds the next at hand. */
function pagesOf({ first, last }: { readonly first: number; readonly last: number }): number[] {
  const from = Math.floor(Math.max(0, first) / PAGE_ROWS);
  const to = Math.floor((Math.max(first, last) + AHEAD_ROWS) / PAGE_ROWS);
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

interface RowsPage {
  readonly page: number;
  readonly total: number;
  readonly rows: readonly ExceptionRow[];
  readonly heads: Int32Array;
  readonly kinds: readonly KindHead[];
  readonly sums: QueueSums;
  /** Pages asked for, from which those let go are taken out. */
  readonly pages: Set<number>;
}

/** Takes a page in: the first of other filters replaces all, so nothing flickers; far ones are let go. */
function withPage(
  before: KeptRows,
  of: AskedRows,
  { page, total, rows, heads, kinds, sums, pages: asked }: RowsPage,
): KeptRows {
  const pages = new Map(before.of === of ? before.pages : []);
  pages.set(page, rows);
  const far = [...pages.keys()].toSorted((a, b) => Math.abs(b - page) - Math.abs(a - page));
  for (const one of far.slice(0, Math.max(0, pages.size - KEPT_PAGES))) {
    pages.delete(one);
    asked.delete(one);
  }
  // All pages of one answer have the same.
  const headAt = () => new Map(Array.from(heads, (line, at) => [line, kinds[at] ?? null] as const));
  return { of, total, pages, heads: before.of === of ? before.heads : headAt(), sums };
}

export type QueueAddress = ReturnType<typeof useQueueAddress>;

/** The order in which each period of a ledger was begun in this window. */
const BEGUN = new Map<string, ExceptionsRequest["order"]>();

/** Stays as it was chosen when the period was first shown: nothing moves because some of it is decided. */
function useUsualOrder(ledger: string, { progress }: ReviewSummary): ExceptionsRequest["order"] {
  const { period, isOtherPeriod } = useCheck();
  const name = `${ledger} ${JSON.stringify(period)}`;
  const order = BEGUN.get(name) ?? usualOrder(progress.total - progress.reviewed);
  useEffect(() => {
    if (!isOtherPeriod) BEGUN.set(name, order);
  }, [name, order, isOtherPeriod]);
  return order;
}

/** What the address says of the queue: the finding that is current, and the filters. */
export function useQueueAddress(ledger: string, review: ReviewSummary) {
  const { route, select, setFilters } = useRoute();
  const usual = useUsualOrder(ledger, review);
  const filters = useMemo(
    () => filtersFrom(new URLSearchParams(route.filters), usual),
    [route.filters, usual],
  );
  const filter = useCallback(
    (change: Partial<QueueFilters>) => {
      const query = withFilters(new URLSearchParams(route.filters), { ...filters, ...change }, usual);
      setFilters(query.toString());
    },
    [filters, route.filters, setFilters, usual],
  );
  const order = useCallback(
    (next: QueueFilters["order"]) => {
      filter({ order: next });
      select(null);
    },
    [filter, select],
  );
  return { fingerprint: route.subject, filters, select, filter, order };
}

// Where the queue goes: a line on, a line back, or to the next that waits for a decision.

/** @returns the index `by` lines on, within the queue; −1 where it is empty */
export function moveBy(index: number, by: number, total: number): number {
  if (total === 0) return -1;
  if (index === -1) return by > 0 ? 0 : total - 1;
  return Math.min(total - 1, Math.max(0, index + by));
}

export function isWaiting(status: ReviewStatus): boolean {
  return WAITING.includes(status);
}

/**
 * The next line that waits for a decision, after the one at `index`, then from the top; −1 when none waits.
 *
 * @param statuses of the queue in its order
 */
export function nextWaiting(statuses: readonly ReviewStatus[], index: number): number {
  const after = statuses.findIndex((status, at) => at > index && isWaiting(status));
  return after === -1 ? statuses.findIndex((status, at) => at !== index && isWaiting(status)) : after;
}

/**
 * Which line is current after what it was on has left the queue: the one that moved up into its place, else
 * the last.
 *
 * @param total lines there are now
 */
export function placeAfterLeaving(index: number, total: number): number {
  return total === 0 ? -1 : Math.min(Math.max(index, 0), total - 1);
}

interface QueueEmptyProps {
  readonly filters: QueueFilters;
  readonly progress: ReviewProgress;
  readonly onAll: () => void;
}

export function QueueEmpty({ filters, progress, onAll }: QueueEmptyProps) {
  const { period } = useCheck();
  const { reviewed, total } = progress;
  const isWhole = period === null;
  const whole = isWhole ? null : <Button onPress={() => setPeriod(null)}>Show the whole history</Button>;
  if (total > 0 && filters.statuses?.every(isWaiting) === true) {
    const left = total - reviewed;
    return (
      <EmptyState title="Nothing here is undecided" actions={<Button onPress={onAll}>Show all</Button>}>
        {left === 0
          ? `${formatCount(total, "exception")} in ${isWhole ? "the whole history" : "this period"}, each with a decision.`
          : `${formatCount(left, "other exception")} ${left === 1 ? "is" : "are"} undecided.`}
      </EmptyState>
    );
  }
  if (isNarrowed(filters)) {
    return (
      <EmptyState title="No matches" actions={<Button onPress={onAll}>Show all</Button>}>
        {total === 0
          ? "There are no exceptions in this period."
          : `${formatCount(total, "exception")} without these filters.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No exceptions" actions={whole}>
      No rule found an error or a warning in {isWhole ? "the whole history" : "this period"}. Notices can be
      shown by their severity.
    </EmptyState>
  );
}
