/** The records with the dates by which they count: no record decides by its date what others are. */
import type { ChainScope } from "../../options.ts";
import { oncePer } from "../../once-per.ts";
import { chainOrder, sameWallet } from "./chains.ts";
import {
  type AheadRecord,
  type CheckInput,
  type EntryColumns,
  type TransactionColumns,
  rowsOf,
} from "./input.ts";
import type { HeldNumbers } from "./column-kinds.ts";
import type { DateField } from "./findings.ts";
import { DAY_MS } from "../../time.ts";

/** Files have no clock: what is later than all others by more than this was not written when they were. */
export const BEYOND_RECORDS_MS = 366 * DAY_MS;
/** A clock may be a day off; a payment is booked within a day. */
export const BESIDE_MS = DAY_MS;

/**
 * The input of all passes but the one that reports dates that are ahead: an entry's dateCreated counts as that
 * of the entry before it (of the oldest: the one after), a transaction's datePaid as its dateCreated, and its
 * dateCreated as null; a transaction left without either stays paid.
 *
 * @returns the very same input where no date is ahead
 */
export function countedInput(input: CheckInput, scope: ChainScope): CheckInput {
  const { entries, transactions } = input.ahead[scope];
  return entries.length + transactions.length === 0 ? input : COUNTED[scope](input);
}

/** When an entry counts by the time it says, both milliseconds UTC: then, but for the one that cannot be. */
export function countedTimes(
  input: CheckInput,
): (scope: ChainScope, walletID: number, createdAtMs: number) => number {
  const times = { user: timesIn(input, "user"), business: timesIn(input, "business") };
  return (scope, walletID, createdAtMs) => {
    const time = times[scope].get(walletID);
    return time?.is === createdAtMs ? time.counts : createdAtMs;
  };
}

function timesIn(input: CheckInput, scope: ChainScope) {
  const counted = countedInput(input, scope).entries.dateCreatedAtMs;
  const { walletID, dateCreatedAtMs } = input.entries;
  return new Map(
    [...rowsAhead(walletID, input.ahead[scope].entries, "dateCreated")].map((row) => [
      walletID[row] as number,
      { is: dateCreatedAtMs[row] as number, counts: counted[row] as number },
    ]),
  );
}

const COUNTED = {
  user: oncePer((input: CheckInput) => withCountedDates(input, "user")),
  business: oncePer((input: CheckInput) => withCountedDates(input, "business")),
};

function withCountedDates(input: CheckInput, scope: ChainScope): CheckInput {
  const ahead = input.ahead[scope];
  return {
    ...input,
    entries: {
      ...input.entries,
      dateCreatedAtMs: countedCreated(input.entries, ahead.entries, scope),
      latestDatePaidAtMs: ahead.latestDatePaidAtMs,
    },
    transactions: { ...input.transactions, ...countedPayments(input.transactions, ahead.transactions) },
  };
}

export function rowsAhead(ids: HeldNumbers, records: readonly AheadRecord[], field: DateField): Set<number> {
  const wanted = records.filter(({ dates }) => dates.some((date) => date.field === field));
  return new Set(
    rowsOf(
      ids,
      wanted.map(({ id }) => id),
    ).values(),
  );
}

function countedCreated(
  entries: EntryColumns,
  ahead: readonly AheadRecord[],
  scope: ChainScope,
): EntryColumns["dateCreatedAtMs"] {
  const rows = rowsAhead(entries.walletID, ahead, "dateCreated");
  if (rows.size === 0) return entries.dateCreatedAtMs;
  const created = entries.dateCreatedAtMs.slice();
  let before = Number.NaN;
  /** The oldest of a wallet, as long as all of them are ahead. */
  let waiting: number[] = [];
  const order = chainOrder(entries, scope);
  for (let at = 0; at < order.length; at += 1) {
    const row = order[at] as number;
    if (at === 0 || !sameWallet(entries, scope, order[at - 1] as number, row)) {
      before = Number.NaN;
      waiting = [];
    }
    if (!rows.has(row)) {
      before = created[row] as number;
      for (const oldest of waiting) created[oldest] = before;
      waiting = [];
    } else if (Number.isNaN(before)) waiting.push(row);
    else created[row] = before;
  }
  return created;
}

function countedPayments(
  { payID, dateCreatedAtMs, datePaidAtMs }: TransactionColumns,
  ahead: readonly AheadRecord[],
): Pick<TransactionColumns, "dateCreatedAtMs" | "datePaidAtMs" | "paidUndated"> {
  const created = dateCreatedAtMs.slice();
  for (const row of rowsAhead(payID, ahead, "dateCreated")) created[row] = Number.NaN;
  const paid = datePaidAtMs.slice();
  const paidAhead = rowsAhead(payID, ahead, "datePaid");
  for (const row of paidAhead) paid[row] = created[row] as number;
  const paidUndated = new Set([...paidAhead].filter((row) => Number.isNaN(paid[row])));
  return { dateCreatedAtMs: created, datePaidAtMs: paid, paidUndated };
}
