/** Dates that cannot be: which records carry one, found before any pass goes by a date. */
import type { ChainScope } from "../../options.ts";
import { DAY_MS } from "../../time.ts";
import { chainOrder, isOneWallet, sameWallet } from "../input/chains.ts";
import type { HeldNumbers } from "../input/column-kinds.ts";
import {
  extremesIn,
  type AheadDate,
  type AheadRecord,
  type DatesAhead,
  type EntryColumns,
  type TransactionColumns,
} from "../input/input.ts";
import { BESIDE_MS, BEYOND_RECORDS_MS } from "../input/counted-dates.ts";
import { type PullStamp, type PullTime, pullTimesOf } from "../input/pull-clocks.ts";

/** A slip of a month is at least 28 days; what is booked late under an earlier day is late by days. */
const SLIP_MS = 27 * DAY_MS;

/** The live records with all dates they have, and the pulls that brought them as they are. */
export interface DatedRecords {
  readonly entries: EntryColumns;
  readonly transactions: TransactionColumns;
  /** By entry row, milliseconds UTC; NaN where it has none. */
  readonly entryPaidAtMs: Float64Array;
  /** By row: the number of the pull. */
  readonly entryPull: HeldNumbers;
  readonly transactionPull: HeldNumbers;
}

interface FoundDates {
  readonly ahead: Readonly<Record<ChainScope, DatesAhead>>;
  /** The newest pull whose clock was slow; null where none was. */
  readonly slow: PullTime | null;
}

/**
 * Finds the records whose dates are ahead. Takes time by the number of records, and keeps what it found alone.
 *
 * @param pulls that count, oldest first; null for files without a ledger, which have no clock
 */
export function findDatesAhead(records: DatedRecords, pulls: readonly PullStamp[] | null): FoundDates {
  const { late, slow } = pulls === null ? { late: NO_LATE, slow: null } : laterThanPulls(records, pulls);
  const inScope = (scope: ChainScope) => aheadIn(records, scope, late, pulls === null);
  const user = inScope("user");
  return { ahead: { user, business: isOneWallet(records.entries) ? user : inScope("business") }, slow };
}

/**
 * Whether the latest time in a ledger counts for certain, so that nobody has to look for dates that are ahead: a
 * record that no entry follows states it, and is no later than its pull.
 *
 * @param latestMs of all records, milliseconds UTC
 * @param pullIds of the pulls that brought a record which states it and which no entry follows
 * @param pulls as `findDatesAhead`
 */
export function surelyCounts(
  latestMs: number,
  pullIds: readonly number[],
  pulls: readonly PullStamp[],
): boolean {
  return pullTimesOf(pulls).some((time) => pullIds.includes(time.pullId) && isBeforeEnd(latestMs, [time]));
}

/** Whether no pull was too early for a record with a time. */
function isBeforeEnd(latestMs: number, times: readonly PullTime[]): boolean {
  return times.length > 0 && times.every(({ atMs }) => latestMs <= atMs + BESIDE_MS);
}

type Table = "entries" | "transactions";
type LateDates = Readonly<Record<Table, ReadonlyMap<number, readonly AheadDate[]>>>;

const TABLES: readonly Table[] = ["entries", "transactions"];

const NO_LATE: LateDates = { entries: new Map(), transactions: new Map() };

/** Dates later than the record's pull, by row. A pull most of whose records are later had a slow clock, and so none is. */
function laterThanPulls(records: DatedRecords, pulls: readonly PullStamp[]) {
  const times = pullTimesOf(pulls);
  const columns = TABLES.flatMap((table) => Object.values(datesOf(records, table)));
  const latestMs = columns.reduce((latest, column) => Math.max(latest, extremesIn(column).lastMs), -Infinity);
  if (isBeforeEnd(latestMs, times)) return { late: NO_LATE, slow: null };
  const places = new Map(times.map(({ pullId }, place) => [pullId, place]));
  const placeOf = (pullId: number) => places.get(pullId) ?? -1;
  const counts = times.map(({ atMs }) => ({ atMs, records: 0, late: 0 }));
  const late = { entries: new Map<number, AheadDate[]>(), transactions: new Map<number, AheadDate[]>() };
  const tables = [
    { ...datesOf(records, "entries"), pull: records.entryPull, found: late.entries },
    { ...datesOf(records, "transactions"), pull: records.transactionPull, found: late.transactions },
  ];
  for (const { created, paid, pull, found } of tables) {
    for (let from = 0, end = 0; from < pull.length; from = end) {
      // Rows beside each other mostly came by one pull.
      while (end < pull.length && pull[end] === pull[from]) end += 1;
      const count = counts[placeOf(pull[from] as number)];
      if (count === undefined) continue;
      count.records += end - from;
      const latest = count.atMs + BESIDE_MS;
      for (let row = from; row < end; row += 1) {
        const made = created[row] as number;
        const settled = paid[row] as number;
        if (!(made > latest || settled > latest)) continue;
        count.late += 1;
        found.set(row, datesBeyond(made, settled, latest, { kind: "pull", pulledAtMs: count.atMs }));
      }
    }
  }
  const isSlow = (place: number) => 2 * (counts[place]?.late ?? 0) > (counts[place]?.records ?? 0);
  for (const { pull, found } of tables) {
    for (const row of found.keys()) if (isSlow(placeOf(pull[row] as number))) found.delete(row);
  }
  return { late, slow: times.findLast((_, place) => isSlow(place)) ?? null };
}

function datesOf({ entries, transactions, entryPaidAtMs }: DatedRecords, table: Table) {
  return table === "entries"
    ? { created: entries.dateCreatedAtMs, paid: entryPaidAtMs }
    : { created: transactions.dateCreatedAtMs, paid: transactions.datePaidAtMs };
}

/** Those of two dates that are later than a time. */
function datesBeyond(
  created: number,
  paid: number,
  latestMs: number,
  because: AheadDate["because"],
): AheadDate[] {
  const dates: AheadDate[] = [];
  if (created > latestMs) dates.push({ field: "dateCreated", atMs: created, because });
  if (paid > latestMs) dates.push({ field: "datePaid", atMs: paid, because });
  return dates;
}

function aheadIn(records: DatedRecords, scope: ChainScope, late: LateDates, isFiles: boolean): DatesAhead {
  const { entries, transactions, entryPaidAtMs } = records;
  const ofEntries = merged(aheadOfFollowing(entries, entryPaidAtMs, scope), late.entries);
  const found = { entries: ofEntries, transactions: late.transactions };
  const { entries: entryDates, transactions: paymentDates } = isFiles ? beyondOthers(records, found) : found;
  return {
    entries: asRecords(entryDates, entries.walletID),
    transactions: asRecords(paymentDates, transactions.payID),
    latestDatePaidAtMs: latestPaid(records, entryDates),
  };
}

function asRecords(dates: ReadonlyMap<number, readonly AheadDate[]>, ids: ArrayLike<number>): AheadRecord[] {
  return [...dates]
    .map(([row, list]) => ({ id: ids[row] as number, dates: list }))
    .toSorted((a, b) => a.id - b.id);
}

/** By row: entries dated well after the two that follow them, which themselves follow on the one before. */
function aheadOfFollowing(entries: EntryColumns, paidAtMs: Float64Array, scope: ChainScope) {
  const { dateCreatedAtMs: created } = entries;
  const order = chainOrder(entries, scope);
  const found = new Map<number, AheadDate[]>();
  for (let at = 0; at + 2 < order.length; at += 1) {
    const row = order[at] as number;
    const [next, second] = [order[at + 1] as number, order[at + 2] as number];
    const own = created[row] as number;
    // Nearly no entry is dated well after the next.
    if (!(own - (created[next] as number) > SLIP_MS && own - (created[second] as number) > SLIP_MS)) continue;
    const earliest = Math.min(created[next] as number, created[second] as number);
    if (!sameWallet(entries, scope, row, second)) continue;
    const before = order[at - 1];
    if (
      before !== undefined &&
      sameWallet(entries, scope, before, row) &&
      earliest < (created[before] as number)
    )
      continue;
    found.set(
      row,
      datesBeyond(own, paidAtMs[row] as number, own - BESIDE_MS - 1, {
        kind: "following",
        walletIDs: [entries.walletID[next] as number, entries.walletID[second] as number],
      }),
    );
  }
  return found;
}

/** Each field once, dateCreated first; what `a` says of one counts. */
function merged(
  a: ReadonlyMap<number, readonly AheadDate[]>,
  b: ReadonlyMap<number, readonly AheadDate[]>,
): ReadonlyMap<number, readonly AheadDate[]> {
  if (a.size === 0) return b;
  const all = new Map(a);
  for (const [row, dates] of b) {
    const known = all.get(row) ?? [];
    const others = dates.filter(({ field }) => known.every((one) => one.field !== field));
    all.set(
      row,
      [...known, ...others].toSorted((x, y) => (x.field < y.field ? -1 : 1)),
    );
  }
  return all;
}

/** With the dates that are later than when any other record was made, by what was found before. */
function beyondOthers(records: DatedRecords, found: LateDates): LateDates {
  const counted = new CreatedTimes(records, found.entries);
  const beyond = (table: Table) => {
    const { created, paid } = datesOf(records, table);
    const dates = new Map<number, AheadDate[]>();
    for (let row = 0; row < created.length; row += 1) {
      const latest = counted.latestBeside(table, row) + BEYOND_RECORDS_MS;
      if (!((created[row] as number) > latest || (paid[row] as number) > latest)) continue;
      dates.set(row, datesBeyond(created[row] as number, paid[row] as number, latest, { kind: "records" }));
    }
    return merged(found[table], dates);
  };
  return { entries: beyond("entries"), transactions: beyond("transactions") };
}

/** The two latest times at which records were made; those that are ahead do not count. */
class CreatedTimes {
  #latestAtMs = -Infinity;
  #table: Table = "entries";
  #row = -1;
  #secondAtMs = -Infinity;

  constructor(records: DatedRecords, ahead: ReadonlyMap<number, readonly AheadDate[]>) {
    for (const table of TABLES) {
      const { created } = datesOf(records, table);
      for (let row = 0; row < created.length; row += 1) {
        const atMs = created[row] as number;
        if (!(atMs > this.#secondAtMs) || (table === "entries" && isCreatedAhead(ahead.get(row)))) continue;
        if (atMs <= this.#latestAtMs) this.#secondAtMs = atMs;
        else {
          this.#secondAtMs = this.#latestAtMs;
          this.#latestAtMs = atMs;
          this.#table = table;
          this.#row = row;
        }
      }
    }
  }

  /** Infinity where no other record says when it was made: nothing is later than that. */
  latestBeside(table: Table, row: number): number {
    const isOwn = row === this.#row && table === this.#table;
    const latest = isOwn ? this.#secondAtMs : this.#latestAtMs;
    return latest === -Infinity ? Infinity : latest;
  }
}

/** Whether a record says that it was made later than it can have been. */
export function isCreatedAhead(dates: readonly AheadDate[] | undefined): boolean {
  return dates?.some(({ field }) => field === "dateCreated") === true;
}

/** The latest datePaid of the entries for which it is not ahead; NaN when none has one. */
function latestPaid(
  { entries, entryPaidAtMs }: DatedRecords,
  ahead: ReadonlyMap<number, readonly AheadDate[]>,
): number {
  const left = new Set(
    [...ahead].flatMap(([row, dates]) => (dates.some(({ field }) => field === "datePaid") ? [row] : [])),
  );
  if (left.size === 0) return entries.latestDatePaidAtMs;
  let latest = Number.NaN;
  for (let row = 0; row < entryPaidAtMs.length; row += 1) {
    const atMs = entryPaidAtMs[row] as number;
    if (!Number.isNaN(atMs) && !(atMs <= latest) && !left.has(row)) latest = atMs;
  }
  return latest;
}
