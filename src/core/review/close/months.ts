/** The months of a ledger, and the state of each, without reading records. */
import type { ComparedPulls } from "../../words/proof.ts";
import { type Day, ZoneClock, withInstant } from "../../time.ts";
import type { CloseState, CloseStep, Month } from "./close.ts";
import { type MonthStanding, monthStates, untouched, standingOfMonth } from "./month-states.ts";

/** The state of a month, without reading its records. */
export interface MonthFacts {
  readonly month: Month;
  readonly state: CloseState;
  /** Oldest first; a signature stays visible after the month was reopened. */
  readonly steps: readonly CloseStep[];
  /** Whether the newest pull came after its end; where the newest came from files, the newest record. */
  readonly isOver: boolean;
}

/** A month after a step that rests on its pulls. */
export interface ProvenStep extends MonthFacts {
  /** Which pulls' rows were compared with their stored responses: all up to the newest, which it rests on. */
  readonly pulls: ComparedPulls;
}

/** What is known of a ledger's months. Times in milliseconds UTC. */
export interface LedgerMonths {
  /** The earliest and the latest time in the records; null when there are none. */
  readonly records: { readonly firstMs: number; readonly lastMs: number } | null;
  /** When the newest pull ended; null for files and where there is none. */
  readonly pulledAtMs: number | null;
  readonly timeZone: string;
  readonly steps: readonly CloseStep[];
}

/** Records dated outside of these are somebody's mistake: the check reports them, and they make no months. */
const FIRST_MS = Date.UTC(1970, 0, 2);
const LAST_MS = Date.UTC(2199, 11, 30);

/** Every month from the earliest record's to the newest pull's or record's, or with a step. Newest first. */
export function listMonthFacts(known: LedgerMonths): MonthFacts[] {
  const standing = monthStates(known.steps);
  const seen = seenIn(known);
  const months = new Set([...monthsOf(known), ...standing.keys()]);
  return [...months]
    .toSorted((a, b) => (a < b ? 1 : -1))
    .map((month) => factsOf(standing.get(month) ?? untouched(month), seen));
}

/** The newest month of `listMonthFacts`, as far as records and pulls say so; null while there are no records. */
export function newestMonth(known: Pick<LedgerMonths, "records" | "pulledAtMs" | "timeZone">): Month | null {
  const { records, pulledAtMs, timeZone } = known;
  if (records === null) return null;
  return monthAt(within(Math.max(records.lastMs, pulledAtMs ?? -Infinity)), timeZone);
}

/** The month of the newest record; null while there are no records. */
export function newestRecorded({
  records,
  timeZone,
}: Pick<LedgerMonths, "records" | "timeZone">): Month | null {
  return records === null ? null : monthAt(within(records.lastMs), timeZone);
}

/** The month of the oldest record; null while there are no records. */
export function oldestMonth({ records, timeZone }: Pick<LedgerMonths, "records" | "timeZone">): Month | null {
  return records === null ? null : monthAt(within(records.firstMs), timeZone);
}

export function monthFactsOf(month: Month, known: LedgerMonths): MonthFacts {
  return factsOf(standingOfMonth(known.steps, month), seenIn(known));
}

/** Months before one with records or steps, not signed off, newest first. @param firstMs null: no records */
export function unsignedBefore(
  month: Month,
  {
    firstMs,
    timeZone,
    steps,
  }: Pick<LedgerMonths, "timeZone" | "steps"> & { readonly firstMs: number | null },
): MonthFacts[] {
  if (firstMs === null) return [];
  const records = { firstMs, lastMs: firstMs };
  const pulledAtMs = new ZoneClock(timeZone).startOfDay(`${month}-01` as Day);
  const known = { records, pulledAtMs, timeZone, steps };
  return listMonthFacts(known).filter((one) => one.month < month && one.state !== "signed-off");
}

/** Of the earliest record that is dated, milliseconds UTC; null where none is. */
export function firstRecordMs({
  entries,
  transactions,
}: Readonly<Record<"entries" | "transactions", { readonly dateCreatedAtMs: ArrayLike<number> }>>):
  | number
  | null {
  let first = Infinity;
  for (const { dateCreatedAtMs } of [entries, transactions]) {
    // By number, as all loops over the records: an iterator makes an object for each.
    for (let row = 0; row < dateCreatedAtMs.length; row += 1) {
      const atMs = dateCreatedAtMs[row] as number;
      if (atMs < first) first = atMs;
    }
  }
  return first === Infinity ? null : first;
}

/** The month of a zone in which an instant falls. */
export function monthAt(atMs: number, timeZone: string): Month {
  return new ZoneClock(timeZone).day(atMs).slice(0, 7) as Month;
}

export function monthBefore(month: Month): Month {
  return stepped(month, -1);
}

export function monthAfter(month: Month): Month {
  return stepped(month, 1);
}

function factsOf({ month, state, steps }: MonthStanding, seen: Month | null): MonthFacts {
  return { month, state, steps, isOver: seen !== null && month < seen };
}

/** The month up to which everything was seen; null when nothing was. */
function seenIn({ records, pulledAtMs, timeZone }: LedgerMonths): Month | null {
  const seenMs = pulledAtMs ?? records?.lastMs ?? null;
  return seenMs === null ? null : monthAt(seenMs, timeZone);
}

function monthsOf(known: LedgerMonths): Month[] {
  const [first, last] = [oldestMonth(known), newestMonth(known)];
  if (first === null || last === null) return [];
  const months: Month[] = [];
  for (let month = first; month <= last; month = monthAfter(month)) months.push(month);
  return months;
}

function within(atMs: number): number {
  return Math.min(Math.max(atMs, FIRST_MS), LAST_MS);
}

function stepped(month: Month, by: number): Month {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const at = year * 12 + number - 1 + by;
  return `${String(Math.floor(at / 12)).padStart(4, "0")}-${String((at % 12) + 1).padStart(2, "0")}` as Month;
}

/** The states of months: schema `tieout.months/1`. */
export function monthsDocument(months: readonly MonthFacts[]) {
  return {
    schema: "tieout.months/1",
    months: months.map(({ steps, ...facts }) => ({
      ...facts,
      steps: steps.map((step) => withInstant(step)),
    })),
  };
}
