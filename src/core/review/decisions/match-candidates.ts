/** The sum of a proposed match, and the records that may belong to it. */
import { addAmounts } from "../../money.ts";
import { statedCurrencyOf, walletCurrency, walletKey } from "../../reconcile/chain/wallet-key.ts";
import type { Cause, CauseKind } from "../../reconcile/input/cause.ts";
import { countedInput } from "../../reconcile/input/counted-dates.ts";
import { type CheckInput, NO_PAYREF, rowsOf, type RecordRows } from "../../reconcile/input/input.ts";
import { isPaidAsAt } from "../../reconcile/payrefs/match.ts";
import { type CheckResult, SETTLEMENT, type Settlement } from "../../reconcile/input/result.ts";
import { STANDING } from "../../words/finding.ts";
import { type RankedRows, Ranking } from "./match-ranking.ts";

/** The arithmetic of a match. Amounts in the service's unit, signed: + raises the balance. */
export interface MatchSums {
  /** Σ movements of the chosen entries. */
  readonly chosen: number;
  /** Σ movements of the other entries that carry the payref of a chosen transaction: they settle it, too. */
  readonly already: number;
  /** chosen + already. */
  readonly net: number;
  /** By chosen transaction, in order: what the match expects of it, 0 not due, null not judged. */
  readonly due: readonly (number | null)[];
  /** Σ of what is due; null where one is not judged. */
  readonly expected: number | null;
  /** net − expected; null where the expected is. */
  readonly difference: number | null;
  /** Whether the transaction that will stand for all is paid; else the entries are for an unpaid one. */
  readonly isPaid: boolean;
}

export interface Checked {
  readonly input: CheckInput;
  readonly result: CheckResult;
}

/** What a match of the chosen comes to, as the check will say. @throws TieoutError SUM_OVERFLOW */
export function matchSums(checked: Checked, { entries, transactions }: RecordRows): MatchSums {
  const { movement, transaction, periodAtMs } = checked.result.entryOutcomes;
  const { net } = checked.result.transactionOutcomes;
  const rows = new Set(transactions);
  const chosen = sum(entries.map((row) => movement[row] as number));
  // An entry after the period's end is in no sum of its check yet.
  const own = entries.filter(
    (row) => rows.has(transaction[row] as number) && (periodAtMs[row] as number) <= endOf(checked),
  );
  const settled = sum(transactions.map((row) => net[row] as number));
  const already = addAmounts(settled, 0 - sum(own.map((row) => movement[row] as number)), OF);
  const total = addAmounts(chosen, already, OF);
  const due = transactions.map((row) => dueIn(checked, row, transactions.length === 1));
  const expected = due.includes(null) ? null : sum(due.map((amount) => amount ?? 0));
  const difference = expected === null ? null : addAmounts(total, 0 - expected, OF);
  return {
    chosen,
    already,
    net: total,
    due,
    expected,
    difference,
    isPaid: isLeadPaid(checked, transactions),
  };
}

const OF = "entries and transactions of a match";

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => addAmounts(total, amount, OF), 0);
}

function endOf({ result: { period } }: Checked): number {
  return period?.toMs ?? Infinity;
}

/**
 * What a match expects of a transaction; null where amounts of it are not judged.
 *
 * @param isAlone whether it is the only one: then its amount counts though it is deleted, as with a payref
 */
function dueIn(checked: Checked, row: number, isAlone: boolean): number | null {
  const { transactions } = countedOf(checked);
  const amount = checked.result.transactionOutcomes.expected[row] as number;
  if (Number.isNaN(amount)) return null;
  const isPaid = isPaidAsAt(transactions, row, endOf(checked));
  return isPaid && (isAlone || transactions.deleted[row] === 0) ? amount : 0;
}

/** Whether there is a paid one to stand for all: one that is not deleted, else the first by payID. */
function isLeadPaid(checked: Checked, rows: readonly number[]): boolean {
  const { transactions } = countedOf(checked);
  const { payID, deleted } = transactions;
  const isPaid = (row: number) => isPaidAsAt(transactions, row, endOf(checked));
  if (rows.some((row) => isPaid(row) && deleted[row] === 0)) return true;
  const [first] = rows.toSorted((a, b) => (payID[a] as number) - (payID[b] as number));
  return first !== undefined && isPaid(first);
}

/**
 * Ranks entries that may belong to the chosen records: those of the users of the chosen transactions that are
 * tied to none; of rows that were searched for whichever is in no match yet. It takes time by the number of
 * rows.
 *
 * @param among the rows that were searched for; null for none
 * @throws TieoutError SUM_OVERFLOW where the chosen ones do not add up
 */
export function rankEntries(
  checked: Checked,
  chosen: RecordRows,
  among: Iterable<number> | null,
  say: (amount: number) => string,
): RankedRows {
  const { result } = checked;
  const input = countedOf(checked);
  const { entries, transactions, payrefs } = input;
  const { movement, transaction, order } = result.entryOutcomes;
  const users = new Set(chosen.transactions.map((row) => transactions.userID[row]));
  const isOpen = (row: number) =>
    transaction[row] === -1 && (users.size === 0 || users.has(entries.userID[row]));
  const [own, leads] = [new Set(chosen.entries), new Set(chosen.transactions)];
  const matched = new Set(input.human.matches.flatMap(({ walletIDs }) => walletIDs));
  const { difference } = matchSums(checked, chosen);
  const others = otherCurrencies(checked, chosen);
  const ranking = new Ranking({
    payrefs,
    chosenPayrefs: chosen.transactions.map((row) => transactions.payref[row] as number),
    times: chosen.transactions.map((row) => timeOf(input, row)),
    wanted: difference === null ? null : 0 - difference,
    say,
  });
  for (const row of among ?? order) {
    if (among === null && !isOpen(row)) continue;
    const tied = transaction[row] as number;
    const walletID = entries.walletID[row] as number;
    // What carries the payref of a chosen transaction comes along with it.
    if (own.has(row) || leads.has(tied) || matched.has(walletID)) continue;
    const moved = movement[row] as number;
    const otherCurrency = others.ofEntry(row);
    ranking.add({
      row,
      id: walletID,
      amount: moved,
      differenceLeft: otherCurrency === null ? exact(difference, moved) : null,
      otherCurrency,
      takenBack: null,
      payref: entries.payref[row] as number,
      atMs: entries.dateCreatedAtMs[row] as number,
      standing: tied === -1 ? null : `tied to payID ${transactions.payID[tied]} by its payref`,
    });
  }
  return ranking.finish();
}

/** Records that belong together by a cause of the check. */
export interface MatchGroup extends Pick<Cause, "walletIDs" | "payIDs" | "unique"> {
  /** Σ movements of its entries. */
  readonly sum: number;
}

/** Causes that tie one record to several. */
const TYING: ReadonlySet<CauseKind> = new Set(["split-settlement", "lumped-settlement"]);

/**
 * The group that the causes of the check make of some records: one entry and all payments that it settles, or
 * one payment and all entries that settle it.
 *
 * @param chosen rows of the records that are all to be in it
 * @returns null where no cause ties them to several
 */
export function matchGroup(
  { input: { entries, transactions }, result }: Checked,
  chosen: RecordRows,
): MatchGroup | null {
  const walletIDs = chosen.entries.map((row) => entries.walletID[row] as number);
  const payIDs = chosen.transactions.map((row) => transactions.payID[row] as number);
  const cause = result.causes.items.find(
    (one) =>
      TYING.has(one.kind) &&
      walletIDs.every((id) => one.walletIDs.includes(id)) &&
      payIDs.every((id) => one.payIDs.includes(id)),
  );
  if (cause === undefined) return null;
  const rows = rowsOf(entries.walletID, cause.walletIDs);
  const moved = [...rows.values()].map((row) => result.entryOutcomes.movement[row] as number);
  const { walletIDs: all, payIDs: paid, unique } = cause;
  return { walletIDs: all, payIDs: paid, unique, sum: sum(moved) };
}

/** The statuses of payments that wait for entries. */
const OPEN: ReadonlySet<number> = new Set([SETTLEMENT.unsettled, SETTLEMENT.inTransit, SETTLEMENT.under]);

/**
 * Ranks transactions that may belong to the chosen records: payments of the users of the chosen entries that
 * are not settled or settled short, or that the chosen entries take back; of rows that were searched for whichever is in no match yet. Never one of
 * another currency than the transactions chosen: no match has both. It takes time by the number of rows.
 *
 * @param among the rows that were searched for; null for none
 * @throws TieoutError SUM_OVERFLOW where the chosen ones do not add up
 */
export function rankTransactions(
  checked: Checked,
  chosen: RecordRows,
  among: Iterable<number> | null,
  say: (amount: number) => string,
): RankedRows {
  const { result } = checked;
  const input = countedOf(checked);
  const { entries, transactions, payrefs } = input;
  const { settlement } = result.transactionOutcomes;
  const users = new Set(chosen.entries.map((row) => entries.userID[row]));
  const isOpen = (row: number) =>
    OPEN.has(settlement[row] as number) && (users.size === 0 || users.has(transactions.userID[row]));
  const own = new Set(chosen.transactions);
  const [first] = chosen.transactions;
  const matched = new Set(input.human.matches.flatMap(({ payIDs }) => payIDs));
  const { difference } = matchSums(checked, chosen);
  const openOf = openAmounts(checked, chosen);
  const takenBackOf = takenBackBy(checked, chosen);
  const others = otherCurrencies(checked, chosen);
  const ranking = new Ranking({
    payrefs,
    chosenPayrefs: chosen.entries
      .map((row) => entries.payref[row] as number)
      .filter((id) => id !== NO_PAYREF),
    times: chosen.entries.map((row) => entries.dateCreatedAtMs[row] as number),
    wanted: difference,
    say,
  });
  for (const row of among ?? transactions.payID.keys()) {
    const takenBack = takenBackOf(row);
    if (among === null && !isOpen(row) && takenBack === null) continue;
    const payID = transactions.payID[row] as number;
    if (own.has(row) || matched.has(payID)) continue;
    if (first !== undefined && transactions.currency[row] !== transactions.currency[first]) continue;
    const open = openOf(row);
    const otherCurrency = others.ofTransaction(row);
    ranking.add({
      row,
      id: payID,
      amount: open,
      differenceLeft: open === null || otherCurrency !== null ? null : exact(difference, 0 - open),
      otherCurrency,
      takenBack: otherCurrency === null ? takenBack : null,
      payref: transactions.payref[row] as number,
      atMs: timeOf(input, row),
      standing: isOpen(row) ? null : STANDING[settlement[row] as Settlement].words,
    });
  }
  return ranking.finish();
}

interface OtherCurrencies {
  /** By row: the currency of its wallet, where nothing that is chosen is in it; else null. */
  readonly ofEntry: (row: number) => string | null;
  /** By row: the currency that it states, likewise. */
  readonly ofTransaction: (row: number) => string | null;
}

/** Which records are in another currency than all that is chosen. One that is not known is no other one. */
function otherCurrencies({ input, result }: Checked, chosen: RecordRows): OtherCurrencies {
  const { entries } = input;
  const isPerUser = result.options.chainScope === "user";
  const ofWallets = new Map<string, string | null>();
  const ofEntry = (row: number) => {
    const userID = entries.userID[row] as number;
    const wallet = { userID, businessID: isPerUser ? null : (entries.businessID[row] as number) };
    const key = walletKey(wallet);
    const known = ofWallets.get(key);
    if (known !== undefined) return known;
    const currency = walletCurrency(input, wallet);
    ofWallets.set(key, currency);
    return currency;
  };
  const ofTransaction = (row: number) => statedCurrencyOf(input, row);
  const own = new Set([...chosen.entries.map(ofEntry), ...chosen.transactions.map(ofTransaction)]);
  own.delete(null);
  if (own.size === 0) return { ofEntry: () => null, ofTransaction: () => null };
  const other = (currency: string | null) => (own.has(currency) ? null : currency);
  return { ofEntry: (row) => other(ofEntry(row)), ofTransaction: (row) => other(ofTransaction(row)) };
}

/** What of a transaction is still expected beside the entries that carry its payref and are not chosen. */
function openAmounts(checked: Checked, chosen: RecordRows): (row: number) => number | null {
  const { movement, transaction } = checked.result.entryOutcomes;
  const { net } = checked.result.transactionOutcomes;
  const taken = new Map<number, number>();
  for (const row of chosen.entries) {
    const tied = transaction[row] as number;
    if (tied !== -1) taken.set(tied, (taken.get(tied) ?? 0) + (movement[row] as number));
  }
  return (row) => {
    const due = dueIn(checked, row, chosen.transactions.length === 0);
    return due === null ? null : exact(due, (taken.get(row) ?? 0) - (net[row] as number));
  };
}

/** What of a settled payment the chosen entries move back exactly, as a refund of its own; else null. */
function takenBackBy({ result }: Checked, chosen: RecordRows): (row: number) => number | null {
  const { movement } = result.entryOutcomes;
  const { net, settlement } = result.transactionOutcomes;
  const moved = sum(chosen.entries.map((row) => movement[row] as number));
  if (moved === 0 || chosen.transactions.length > 0) return () => null;
  return (row) => (net[row] === 0 - moved && settlement[row] === SETTLEMENT.settled ? net[row] : null);
}

/** A sum; null where one part is unknown, or where it leaves the range of exact integers. */
function exact(a: number | null, b: number): number | null {
  return a === null || !Number.isSafeInteger(a + b) ? null : a + b;
}

/** The records with the dates by which they count. */
function countedOf({ input, result }: Checked): CheckInput {
  return countedInput(input, result.options.chainScope);
}

/** When a transaction was paid, else created, milliseconds UTC; NaN for neither. */
function timeOf({ transactions: { datePaidAtMs, dateCreatedAtMs } }: CheckInput, row: number): number {
  const paid = datePaidAtMs[row] as number;
  return Number.isNaN(paid) ? (dateCreatedAtMs[row] as number) : paid;
}
