/** What one entry settles together: all payments of a run of days, of a wallet or of one of its customers. */
import type { ZoneClock } from "../../../time.ts";
import { DAY_MS } from "../../../time.ts";
import { firstWhere } from "../../../sorted.ts";
import { type PossibleEvent, eventOf } from "../event.ts";
import { type CauseFact, MANY_SPAN_MS } from "../facts.ts";
import { Work } from "../work.ts";
import type { Limits } from "./payment-events.ts";

/** Fewer are looked for by their sums, whatever their days. */
const LEAST_PAYMENTS = 5;
/** More runs than these are not held. */
const MOST_RUNS = 200_000;
/** No run of more days lies within the longest span, wherever midnight is. */
const MOST_DAYS = MANY_SPAN_MS / DAY_MS + 1;

interface PaymentOfDay {
  readonly fact: CauseFact;
  /** Days since 1970 on the clock of the check. */
  readonly day: number;
}

interface DayRun {
  /** Those of a wallet or a customer, by day; the run has those from `first` up to `end`. */
  readonly payments: readonly PaymentOfDay[];
  readonly first: number;
  readonly end: number;
  readonly days: number;
  readonly lastDay: number;
  readonly sum: number;
}

export interface Lumps {
  readonly events: readonly PossibleEvent[];
  /** No entry settles more payments together, whether its event was looked at or not. */
  readonly most: number;
  /** Whether not all were looked at: then each fact may be in another one. */
  readonly isCut: boolean;
}

/**
 * The events of one orphan and five or more payments of a wallet: for the wallet and for each customer the
 * shortest run of days whose payments come to the orphan's movement, then the latest.
 *
 * @param unsettled paid without entry
 */
export function lumpEvents(
  orphans: readonly CauseFact[],
  unsettled: readonly CauseFact[],
  tolerance: number,
  clock: ZoneClock,
  limits: Limits,
): Lumps {
  const dayOf = (atMs: number) => Math.floor(clock.wallMs(atMs) / DAY_MS);
  const payments = unsettled
    .filter(({ payment }) => !Number.isNaN(payment?.paidAtMs ?? Number.NaN))
    .map((fact) => ({ fact, day: dayOf(fact.atMs) }))
    .toSorted((a, b) => a.day - b.day || a.fact.place - b.fact.place);
  if (orphans.length === 0 || payments.length < LEAST_PAYMENTS) return { events: [], most: 0, isCut: false };
  const { runs, isCut } = runsOf(payments, rangeOf(orphans, tolerance));
  const found = orphans.map((orphan) => eventsOf(orphan, dayOf(orphan.atMs), runs, tolerance, limits));
  const events = found.flatMap((own) => own ?? []);
  const isAll = !isCut && !found.includes(null);
  const most = isAll ? Math.max(0, ...events.map(({ facts }) => facts.length - 1)) : payments.length;
  return { events, most, isCut: !isAll };
}

function rangeOf(orphans: readonly CauseFact[], tolerance: number) {
  return {
    least: orphans.reduce((least, { amount }) => Math.min(least, amount), Infinity) - tolerance,
    most: orphans.reduce((most, { amount }) => Math.max(most, amount), -Infinity) + tolerance,
  };
}

/** All runs whose sums some orphan may move, by sum. */
function runsOf(payments: readonly PaymentOfDay[], range: ReturnType<typeof rangeOf>) {
  const customers = Map.groupBy(payments, ({ fact }) => fact.payment?.customerID ?? 0);
  // Nobody is named by it.
  customers.delete(0);
  const runs: DayRun[] = [];
  for (const own of [payments, ...customers.values()]) {
    if (own.length < LEAST_PAYMENTS) continue;
    for (const run of dayRuns(own)) {
      if (run.sum < range.least || run.sum > range.most) continue;
      if (runs.length === MOST_RUNS) return { runs: [], isCut: true };
      runs.push(run);
    }
  }
  return { runs: runs.toSorted((a, b) => a.sum - b.sum), isCut: false };
}

/** Every run of days that begins and ends with a payment and has enough of them. */
function* dayRuns(payments: readonly PaymentOfDay[]): Generator<DayRun> {
  const dayAt = (at: number) => payments[at]?.day;
  for (let first = 0; first < payments.length; first += 1) {
    const firstDay = dayAt(first) as number;
    if (dayAt(first - 1) === firstDay) continue;
    let sum = 0;
    for (let at = first; at < payments.length; at += 1) {
      const { day, fact } = payments[at] as PaymentOfDay;
      sum += fact.amount;
      // A sum that leaves the safe range is not exact, and explains nothing.
      if (day - firstDay > MOST_DAYS || !Number.isSafeInteger(sum)) break;
      const end = at + 1;
      if (dayAt(end) === day || end - first < LEAST_PAYMENTS) continue;
      yield { payments, first, end, days: day - firstDay, lastDay: day, sum };
    }
  }
}

/** @returns null where not all were looked at */
function eventsOf(
  orphan: CauseFact,
  day: number,
  runs: readonly DayRun[],
  tolerance: number,
  { steps, stepsInAll, events: held }: Limits,
): PossibleEvent[] | null {
  const work = new Work(steps, stepsInAll);
  const fitting: DayRun[] = [];
  for (
    let at = firstWhere(runs, ({ sum }) => sum >= orphan.amount - tolerance);
    at < runs.length && (runs[at] as DayRun).sum <= orphan.amount + tolerance;
    at += 1
  ) {
    if (!work.spend()) return null;
    if ((runs[at] as DayRun).lastDay <= day) fitting.push(runs[at] as DayRun);
  }
  const found = new Map<string, PossibleEvent>();
  for (const own of Map.groupBy(fitting, ({ payments }) => payments).values()) {
    for (const { payments, first, end } of own.toSorted((a, b) => a.days - b.days || b.lastDay - a.lastDay)) {
      if (!work.spend(end - first) || !held.spend(end - first)) return null;
      const event = eventOf("lumped-settlement", [
        orphan,
        ...payments.slice(first, end).map(({ fact }) => fact),
      ]);
      if (event === null) continue;
      // Those of the wallet may all be of one customer.
      found.set(event.facts.map(({ place }) => place).join(" "), event);
      break;
    }
  }
  return [...found.values()];
}
