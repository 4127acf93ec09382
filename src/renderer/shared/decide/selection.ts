/** What is selected for one decision on all of it, with what was seen of each line when it was selected. */
import { addAmounts } from "../../../core/money.ts";
import { countExceptions } from "../../../core/report/exceptions/exception-amounts.ts";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import { REVIEW_STATUSES, type ReviewStatus } from "../../../core/review/decisions/review.ts";
import type { SelectableException } from "../../bridge/protocol.ts";

export interface Selection {
  readonly lines: ReadonlyMap<string, SelectableException>;
  /** The line last selected or left out, from which a range reaches; null when there is none. */
  readonly anchor: string | null;
}

/** The most that one decision covers, as the bridge bounds it. */
export const MOST_AT_ONCE = 100_000;

export const NOTHING_SELECTED: Selection = { lines: new Map(), anchor: null };

export function toggleLine({ lines }: Selection, line: SelectableException): Selection {
  const next = new Map(lines);
  if (!next.delete(line.fingerprint)) next.set(line.fingerprint, line);
  return { lines: next, anchor: line.fingerprint };
}

/**
 * Selects every line between the anchor and another, both with it; without an anchor in the queue, that other
 * alone.
 *
 * @param queue all lines that pass the filter, in the queue's order
 */
export function selectRange(
  { lines, anchor }: Selection,
  queue: readonly SelectableException[],
  to: string,
): Selection {
  const end = queue.findIndex(({ fingerprint }) => fingerprint === to);
  if (end === -1) return { lines, anchor };
  const found = queue.findIndex(({ fingerprint }) => fingerprint === anchor);
  const start = found === -1 ? end : found;
  const next = new Map(lines);
  for (const line of queue.slice(Math.min(start, end), Math.max(start, end) + 1)) {
    next.set(line.fingerprint, line);
  }
  return { lines: next, anchor: to };
}

export function selectAll(queue: readonly SelectableException[]): Selection {
  return { lines: new Map(queue.map((line) => [line.fingerprint, line])), anchor: null };
}

/** Leaves out what is not in the queue. */
export function keepQueued({ lines, anchor }: Selection, queue: readonly SelectableException[]): Selection {
  const queued = new Set(queue.map(({ fingerprint }) => fingerprint));
  return { lines: new Map([...lines].filter(([fingerprint]) => queued.has(fingerprint))), anchor };
}

export function leaveOut({ lines, anchor }: Selection, decided: readonly Decision[]): Selection {
  const next = new Map(lines);
  for (const { fingerprint } of decided) next.delete(fingerprint);
  return { lines: next, anchor };
}

/** Keeps in what others decided on meanwhile, now that it was seen. */
export function takeNote({ lines, anchor }: Selection, decided: readonly Decision[]): Selection {
  const next = new Map(lines);
  for (const { fingerprint, id, status } of decided) {
    const line = next.get(fingerprint);
    if (line !== undefined) next.set(fingerprint, { ...line, seen: id, status });
  }
  return { lines: next, anchor };
}

export interface SelectionSum {
  readonly count: number;
  readonly byStatus: readonly { readonly status: ReviewStatus; readonly count: number }[];
  /**
   * What is at stake by currency, integers in the service's unit, above 0: each event once, as every sum of
   * exceptions counts it. null where it leaves the range of exact integers.
   */
  readonly stakes: readonly { readonly currency: string | null; readonly sum: number | null }[];
}

export function sumSelection({ lines }: Selection): SelectionSum {
  const selected = [...lines.values()];
  const byStatus = Map.groupBy(selected, ({ status }) => status);
  return {
    count: selected.length,
    byStatus: REVIEW_STATUSES.flatMap((status) => {
      const count = byStatus.get(status)?.length ?? 0;
      return count === 0 ? [] : [{ status, count }];
    }),
    stakes: stakesOf(selected),
  };
}

function stakesOf(selected: readonly SelectableException[]): SelectionSum["stakes"] {
  const byEvent = Map.groupBy(selected, ({ event }) => event?.place ?? null);
  const items = [...byEvent.values()].flatMap((lines) => {
    const event = lines[0]?.event ?? null;
    return event === null ? [] : [{ ...event, findings: lines.map(({ fingerprint }) => fingerprint) }];
  });
  const counted = countExceptions(
    selected.map((line) => ({ finding: line, status: line.status })),
    { items },
  );
  const lines = counted.map(({ amount }, at) => ({ amount, currency: selected[at]?.currency ?? null }));
  const atStake = lines.filter(({ amount }) => amount > 0);
  return [...Map.groupBy(atStake, ({ currency }) => currency)].map(([currency, some]) => {
    return { currency, sum: sumOrNull(some.map(({ amount }) => amount)) };
  });
}

function sumOrNull(amounts: readonly number[]): number | null {
  try {
    return amounts.reduce((sum, amount) => addAmounts(sum, amount, "selection"), 0);
  } catch {
    return null;
  }
}
