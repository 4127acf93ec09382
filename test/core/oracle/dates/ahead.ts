/** "Dates that cannot be": which dates are ahead, what they count as, and as of when a case is checked. */
import { isDeepStrictEqual } from "node:util";
import type { Entry } from "../../../../src/core/records/entry.ts";
import type { Transaction } from "../../../../src/core/records/transaction.ts";
import type { Known } from "../pulls.ts";
import type { OracleCase } from "../terms.ts";
import { walletsOf } from "../wallets.ts";
import { lastMillisecondOf } from "./days.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export type DateField = "dateCreated" | "datePaid";

/** Live records with the dates that count, and which of their own do not. */
export interface Dated {
  /** By walletID. */
  readonly entries: ReadonlyMap<number, Entry>;
  /** By payID. */
  readonly transactions: ReadonlyMap<number, Transaction>;
  /** By walletID and by payID the fields that are ahead, dateCreated first. */
  readonly entriesAhead: ReadonlyMap<number, readonly DateField[]>;
  readonly transactionsAhead: ReadonlyMap<number, readonly DateField[]>;
  /** payIDs that are paid though no date of theirs says when. */
  readonly paidUndated: ReadonlySet<number>;
  /** Milliseconds UTC; null where nothing has a time. */
  readonly asOfMs: number | null;
}

/** A live record, its dates as they were sent, and the pull that brought it as it is. */
interface Told {
  readonly createdAtMs: number | null;
  readonly paidAtMs: number | null;
  /** Milliseconds UTC; null where that pull has no time. */
  readonly pulledAtMs: number | null;
  readonly pull: number;
  readonly ahead: Set<DateField>;
}

export function datesOf(
  given: OracleCase,
  knownEntries: readonly Known<Entry>[],
  knownTransactions: readonly Known<Transaction>[],
): Dated {
  const entries = live(knownEntries);
  const transactions = live(knownTransactions);
  const entryTold = new Map(
    entries.map(({ newest, since }) => [newest.walletID, toldOf(given, newest, since)]),
  );
  const transactionTold = new Map(
    transactions.map(({ newest, since }) => [newest.payID, toldOf(given, newest, since)]),
  );
  const wallets = walletsOf(
    entries.map(({ newest }) => newest),
    given.options.chainScope,
  ).map(({ entries: own }) => own.map(({ walletID }) => entryTold.get(walletID)!));
  const all = [...entryTold.values(), ...transactionTold.values()];
  for (const one of wallets.flatMap((rows) => rows.filter((_, at) => isAheadInWallet(rows, at)))) {
    one.ahead.add("dateCreated");
    if (one.paidAtMs !== null && one.paidAtMs >= one.createdAtMs! - DAY_MS) one.ahead.add("datePaid");
  }
  const corrected = new Map(wallets.flatMap((rows) => rows.map((one, at) => [one, createdIn(rows, at)])));
  const madeAtMs = (one: Told) => corrected.get(one) ?? one.createdAtMs;
  const byClock = all.flatMap((one) => aheadOfClock(given, all, one, madeAtMs));
  for (const { one, field } of byClock) one.ahead.add(field);
  const created = new Map(wallets.flatMap((rows) => rows.map((one, at) => [one, createdIn(rows, at)])));
  const isUndated = (one: Told) =>
    one.ahead.has("datePaid") && (one.createdAtMs === null || one.ahead.has("dateCreated"));
  return {
    entries: new Map(
      entries.map(({ newest }) => {
        const told = entryTold.get(newest.walletID)!;
        const datePaidAtMs = told.ahead.has("datePaid") ? null : newest.datePaidAtMs;
        return [newest.walletID, { ...newest, dateCreatedAtMs: created.get(told)!, datePaidAtMs }];
      }),
    ),
    transactions: new Map(
      transactions.map(({ newest }) => {
        const { ahead } = transactionTold.get(newest.payID)!;
        const dateCreatedAtMs = ahead.has("dateCreated") ? null : newest.dateCreatedAtMs;
        const datePaidAtMs = ahead.has("datePaid") ? dateCreatedAtMs : newest.datePaidAtMs;
        return [newest.payID, { ...newest, dateCreatedAtMs, datePaidAtMs }];
      }),
    ),
    entriesAhead: fieldsOf(entryTold),
    transactionsAhead: fieldsOf(transactionTold),
    paidUndated: new Set([...transactionTold].filter(([, one]) => isUndated(one)).map(([payID]) => payID)),
    asOfMs: asOf(given, all),
  };
}

/** Records that are there, each with the place of the pull that brought it as it is, its `_alt` texts too. */
function live<R>(known: readonly Known<R>[]): { readonly newest: R; readonly since: number }[] {
  return known
    .filter(({ gone }) => !gone)
    .map(({ versions, broughtBy }) => {
      const newest = versions.at(-1)!;
      const other = versions.findLastIndex((one) => !isDeepStrictEqual(one, newest));
      return { newest, since: broughtBy[other + 1]! };
    });
}

function toldOf(
  { pulls }: OracleCase,
  { dateCreatedAtMs, datePaidAtMs }: Pick<Transaction, "dateCreatedAtMs" | "datePaidAtMs">,
  pull: number,
): Told {
  const times = pulls.slice(0, pull + 1).flatMap(({ atMs, importedAtMs }) => atMs ?? importedAtMs ?? []);
  return {
    createdAtMs: dateCreatedAtMs,
    paidAtMs: datePaidAtMs,
    pulledAtMs: times.length === 0 ? null : Math.max(...times),
    pull,
    ahead: new Set(),
  };
}

/** The next two are both more than 27 days before it, and neither is before the one that precedes it. */
function isAheadInWallet(rows: readonly Told[], at: number): boolean {
  const own = rows[at]!.createdAtMs!;
  const next = rows.slice(at + 1, at + 3).map(({ createdAtMs }) => createdAtMs!);
  const before = at === 0 ? -Infinity : rows[at - 1]!.createdAtMs!;
  return next.length === 2 && next.every((time) => own - time > 27 * DAY_MS && time >= before);
}

/** Its dates that are ahead of its pull's time or, in files that no ledger holds, of all other records. */
function aheadOfClock(
  given: OracleCase,
  all: readonly Told[],
  one: Told,
  madeAtMs: (other: Told) => number | null,
): { one: Told; field: DateField }[] {
  const isFiles = given.pulls.every(({ atMs, importedAtMs }) => atMs === null && importedAtMs === null);
  const late = (time: number | null) => {
    if (time === null) return false;
    if (!isFiles) return one.pulledAtMs !== null && time > one.pulledAtMs + DAY_MS;
    const others = all.filter((other) => other !== one).flatMap((other) => madeAtMs(other) ?? []);
    return others.length > 0 && others.every((other) => time > other + 366 * DAY_MS);
  };
  const isSlow = () => {
    const own = all.filter(({ pull }) => pull === one.pull);
    const ahead = own.filter((other) =>
      [other.createdAtMs, other.paidAtMs].some(
        (time) => time !== null && other.pulledAtMs !== null && time > other.pulledAtMs + DAY_MS,
      ),
    );
    return ahead.length * 2 > own.length;
  };
  if (!isFiles && isSlow()) return [];
  const fields: DateField[] = [];
  if (late(one.createdAtMs)) fields.push("dateCreated");
  if (late(one.paidAtMs)) fields.push("datePaid");
  return fields.map((field) => ({ one, field }));
}

/** Its own dateCreated, or that of the nearest entry before it that is not ahead, else of the nearest after it. */
function createdIn(rows: readonly Told[], at: number): number {
  const good = (one: Told) => !one.ahead.has("dateCreated");
  const stand = rows.slice(0, at + 1).findLast(good) ?? rows.slice(at).find(good) ?? rows[at]!;
  return stand.createdAtMs!;
}

function fieldsOf(told: ReadonlyMap<number, Told>): Map<number, DateField[]> {
  const fields = ["dateCreated", "datePaid"] as const;
  return new Map(
    [...told]
      .filter(([, { ahead }]) => ahead.size > 0)
      .map(([id, { ahead }]) => [id, fields.filter((field) => ahead.has(field))]),
  );
}

/**
 * The earlier of the period's end and the newest time known: the newest pull's, those of records that are not ahead, and where
 * one of them is later than the newest pull that has a clock, those of the pulls before.
 */
function asOf(given: OracleCase, all: readonly Told[]): number | null {
  const times = all.flatMap(({ createdAtMs, paidAtMs, ahead }) => [
    ...(createdAtMs === null || ahead.has("dateCreated") ? [] : [createdAtMs]),
    ...(paidAtMs === null || ahead.has("datePaid") ? [] : [paidAtMs]),
  ]);
  const clocks = given.pulls.flatMap(({ atMs }) => atMs ?? []);
  const newestMs = given.pulls.at(-1)?.atMs ?? null;
  const isSlow = newestMs !== null && times.some((time) => time > newestMs);
  times.push(...(isSlow ? clocks : clocks.slice(-1)));
  const knownMs = times.length === 0 ? null : Math.max(...times);
  if (given.period === null) return knownMs;
  return Math.min(lastMillisecondOf(given.period.to, given.options.timeZone), knownMs ?? Infinity);
}
