/** Converts the requested days into the instants that limit a check. */
import { type CheckInput, type Extremes, extremesIn } from "./input.ts";
import { BESIDE_MS, BEYOND_RECORDS_MS, countedInput } from "./counted-dates.ts";
import { knownUpToMs } from "./pull-clocks.ts";
import type { CheckOptions } from "../../options.ts";
import { type Day, type Period, ZoneClock, periodOf } from "../../time.ts";

/** Both ends inclusive; null leaves an end open. */
export interface PeriodRequest {
  readonly from: Day | null;
  readonly to: Day | null;
}

/**
 * Resolves open ends to the days of the earliest and latest possible times; null without a period. A task may be completed
 * after the last record was made, and a record that vanished may be older or newer than all that are held: no end was asked for
 * that would leave them out. None that is later than it can be decides how old other records are. An open
 * end is not before the time up to which the ledger is known: what is in transit then is so without a period, too.
 */
export function resolvePeriod(
  request: PeriodRequest | null,
  input: CheckInput,
  { timeZone, chainScope }: Pick<CheckOptions, "timeZone" | "chainScope">,
): Period | null {
  if (request === null) return null;
  const clock = new ZoneClock(timeZone);
  const range = timeRange(countedInput(input, chainScope));
  const firstDay = range === null ? null : clock.day(range.firstMs);
  const lastDay = range === null ? null : clock.day(range.lastMs);
  const from = request.from ?? inOrder(firstDay, request.to)[0] ?? null;
  const to = request.to ?? inOrder(lastDay, request.from).at(-1) ?? null;
  return from === null || to === null ? null : periodOf(from, to, clock);
}

/** Those that are known, the earlier one first. */
function inOrder(day: Day | null, limit: Day | null): Day[] {
  return [day, limit].filter((one) => one !== null).toSorted();
}

function timeRange({ entries, transactions, history, pulledAtMs, pullClocks }: CheckInput): Extremes | null {
  const { dateCreatedAtMs, datePaidAtMs, tasks } = transactions;
  const held = [entries.dateCreatedAtMs, dateCreatedAtMs, datePaidAtMs].map(extremesIn);
  const heldMs = Math.max(...held.map(({ lastMs }) => lastMs));
  // Where nothing is held any more, nothing says what is too late.
  const byRecordsMs = heldMs === -Infinity ? Infinity : heldMs + BEYOND_RECORDS_MS;
  const latestMs = pulledAtMs === null ? byRecordsMs : pulledAtMs + BESIDE_MS;
  const gone = [
    ...history.entriesVanished.map(({ record }) => record.dateCreatedAtMs),
    ...history.transactionsVanished.flatMap(({ record }) => [record.datePaidAtMs, record.dateCreatedAtMs]),
  ];
  const vanished = extremesIn(
    Float64Array.from(gone.filter((atMs) => atMs !== null && atMs <= latestMs) as number[]),
  );
  const completed = extremesIn(
    tasks.dateCompletedAtMs.filter((atMs, task) => tasks.complete[task] === 1 && atMs <= latestMs),
  );
  const firstMs = Math.min(vanished.firstMs, ...held.map((range) => range.firstMs));
  const paidMs = Number.isNaN(entries.latestDatePaidAtMs) ? -Infinity : entries.latestDatePaidAtMs;
  const knownMs = knownUpToMs(pullClocks, pulledAtMs, Math.max(heldMs, paidMs));
  const lastMs = Math.max(knownMs, vanished.lastMs, completed.lastMs);
  return firstMs > lastMs ? null : { firstMs, lastMs };
}
