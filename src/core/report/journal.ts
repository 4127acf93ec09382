/**
 * What the wallet's movements of a month are posted to: payments to sales or purchases and fees, movements without a
 * payment by what they are, and all that is open to suspense, by its cause. docs/decisions/0067.
 */
import { shortIds } from "../words/ids.ts";
import { addAmounts, formatCount } from "../money.ts";
import { TieoutError } from "../errors.ts";
import type { Finding } from "../reconcile/input/findings.ts";
import { NO_PAYREF } from "../reconcile/input/input.ts";
import { type CheckResult, SETTLEMENT } from "../reconcile/input/result.ts";
import { BREAK_RULES, type RuleId } from "../reconcile/input/rules.ts";
import { isException, isResolved, type ReviewStatus } from "../review/decisions/review.ts";
import {
  type AccountPurpose,
  type LedgerAccount,
  type SuspenseCause,
  accountFor,
} from "../review/file/books.ts";
import type { Journal, JournalEntry, JournalLine, JournalPart } from "../review/file/journal.ts";
import type { FindCategory, MovementCategory } from "../review/file/movement-rules.ts";
import { type Month, type Day, monthDays } from "../time.ts";
import { monthTitle } from "../words/month.ts";
import { inCurrency } from "../words/currency.ts";
import { expectedBy, isSeller } from "./exceptions/earned.ts";
import { currenciesOf } from "./sheet/currencies.ts";
import { dueOf, isDueAtEnd, isUndecidable } from "./sheet/due.ts";
import { type Figures, actionOf } from "./sheet/figures.ts";
import type { CheckedRecords } from "./sheet/input.ts";
import { type MatchedRows, checkedMatches } from "./sheet/matched-rows.ts";
import { UNLIKE } from "./sheet/record-currencies.ts";
import { sumOverWallets } from "./rollforward/rollforward.ts";

/** A check and how each of its findings stands. */
export interface ReviewedCheck {
  readonly check: CheckResult;
  readonly statusOf: (finding: Finding) => ReviewStatus;
}

export interface PostingInput {
  readonly figures: Figures;
  readonly month: Month;
  /** Index of the currency. */
  readonly block: number;
  readonly each: JournalPart;
  /** All that there was by the end of the month, and by the end of the day before it. */
  readonly now: ReviewedCheck;
  readonly before: ReviewedCheck;
  readonly accounts: readonly LedgerAccount[];
  readonly category: FindCategory;
}

/** What the other side of a movement is: what raised the wallet is positive. */
type SourceAmounts = Map<AccountPurpose, number>;

const OF_CATEGORY: Readonly<Record<MovementCategory, AccountPurpose>> = {
  "top-up": "top-ups",
  withdrawal: "withdrawals",
  fee: "fees",
  levy: "levies",
  refund: "refunds",
  transfer: "transfers",
  interest: "interest",
  bonus: "bonuses",
  adjustment: "adjustments",
};

/** Where an account of a purpose is not set, that of the other stands for it. */
const INSTEAD: Readonly<Partial<Record<AccountPurpose, AccountPurpose>>> = {
  "top-ups": "bank",
  withdrawals: "bank",
};

/** Which findings say that the amount of a payment is open. */
const OF_PAYMENTS: ReadonlySet<RuleId> = new Set([
  "amount-mismatch",
  "duplicate-entry",
  "entry-for-unpaid",
  "settled-deleted",
  "reversed",
]);

const ORPHANS: ReadonlySet<RuleId> = new Set(["orphan-payref"]);

/** Which say why it is not judged, each of one payment of a match. */
const NOT_JUDGED: ReadonlySet<RuleId> = new Set(["currency-mismatch"]);

/**
 * The journal of a month in one currency, from A1's opening to its closing.
 *
 * @throws TieoutError ACCOUNTS_MISSING naming each purpose that has an amount and no account; SUM_OVERFLOW
 */
export function journalOf(input: PostingInput): Journal {
  const { figures, month, block, each } = input;
  const { currency = null, wallets = [] } = figures.currencies.blocks[block] ?? {};
  const days = new Map<Day, DayPosting>();
  const at = (day: Day) => {
    const known = days.get(each === "day" ? day : lastDayOf(month)) ?? new DayPosting();
    days.set(each === "day" ? day : lastDayOf(month), known);
    return known;
  };
  const work = {
    ...input,
    now: judged(input.now, figures, currency),
    before: judged(input.before, figures, currency),
  };
  postEntries(work, at);
  postPayments(work, at);
  postRetied(work, at);
  const found = accountsOf(input, currency, [...days.values()]);
  const entries = [...days]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, posting]) => entryOf(day, posting, found, titleOf(input, day, currency)))
    .filter(({ lines }) => lines.length > 0);
  return {
    month,
    currency,
    each,
    decimals: figures.input.decimals,
    opening: sumOverWallets(wallets, ({ opening }) => opening),
    closing: sumOverWallets(wallets, ({ closing }) => closing),
    entries,
  };
}

function lastDayOf(month: Month): Day {
  const days = monthDays(month);
  if (days === null) throw new Error("a month has days");
  return days.to;
}

function titleOf({ each, month }: PostingInput, day: Day, currency: string | null): string {
  const of = each === "day" ? day : monthTitle(month);
  return `Escrow wallet, ${of}${currency === null ? "" : `, ${currency}`}`;
}

/** A check with the findings of each record, and where its payments lie. */
interface JudgedCheck extends ReviewedCheck, CheckedRecords {
  readonly byPayID: ReadonlyMap<number | null, readonly Finding[]>;
  readonly byWalletID: ReadonlyMap<number | null, readonly Finding[]>;
  readonly together: MatchedRows["together"];
  /** Whether what is tied to a payment stands for itself: to none, or to one in another currency than its entries. */
  readonly standsAlone: (tied: number) => boolean;
  /** Whether the entries of a payment are in the journal's currency. */
  readonly isOwn: (row: number) => boolean;
}

interface PostingWork extends PostingInput {
  readonly now: JudgedCheck;
  readonly before: JudgedCheck;
}

function judged(
  reviewed: ReviewedCheck,
  { input: { records } }: Figures,
  currency: string | null,
): JudgedCheck {
  const { check } = reviewed;
  const checked = { check, records, priorOutcomes: null };
  const { together } = checkedMatches(checked);
  const { blocks, ofTransaction } = currenciesOf(checked, { together }, []);
  return {
    ...reviewed,
    ...checked,
    byPayID: Map.groupBy(check.findings, ({ payID }) => payID),
    byWalletID: Map.groupBy(check.findings, ({ walletID }) => walletID),
    together,
    standsAlone: (tied) => tied === -1 || ofTransaction(tied) === UNLIKE,
    isOwn: (row) => blocks[ofTransaction(row)]?.currency === currency,
  };
}

/** What is posted of a day, or of a month. */
class DayPosting {
  inflow = { amount: 0, entries: 0 };
  outflow = { amount: 0, entries: 0 };
  breaks = 0;
  /** By purpose: the amount, positive where it raised the wallet, and the records that it comes from. */
  readonly sources = new Map<AccountPurpose, { amount: number; readonly records: Set<string> }>();

  move(movement: number): void {
    const side = movement > 0 ? "inflow" : "outflow";
    const { amount, entries } = this[side];
    this[side] = { amount: addAmounts(amount, movement, "movements of a day"), entries: entries + 1 };
  }

  add(purpose: AccountPurpose, amount: number, record: string): void {
    if (amount === 0) return;
    const known = this.sources.get(purpose) ?? { amount: 0, records: new Set<string>() };
    known.amount = addAmounts(known.amount, amount, "postings of a day");
    known.records.add(record);
    this.sources.set(purpose, known);
  }
}

type AtDay = (day: Day) => DayPosting;

/** The wallet's own side, breaks, and what no payment of one currency stands behind. */
function postEntries(input: PostingWork, at: AtDay): void {
  const { figures, block, now } = input;
  const { currencies, walletRows, dayOf } = figures;
  const { movement, difference, periodAtMs } = now.check.entryOutcomes;
  for (const row of walletRows) {
    if (row < 0 || currencies.ofEntry(row) !== block) continue;
    const posting = at(dayOf(periodAtMs[row] as number));
    const moved = movement[row] as number;
    if (moved !== 0) posting.move(moved);
    const off = difference[row] as number;
    if (off !== 0) {
      posting.breaks = addAmounts(posting.breaks, off, "breaks of a day");
      posting.add(breakPurpose(input, row), off, recordOf(figures, "walletID", row));
    }
    const source = sourceOfEntry(input, now, row);
    if (source !== null) posting.add(source, moved, recordOf(figures, "walletID", row));
  }
}

function breakPurpose({ figures, now }: PostingWork, row: number): AccountPurpose {
  return settled(now, now.byWalletID.get(walletIDAt(figures, row)), BREAK_RULES)
    ? "differences"
    : "suspense/balance-break";
}

function walletIDAt({ input }: Figures, row: number): number {
  return input.records.entries.walletID[row] as number;
}

function recordOf({ input: { records } }: Figures, kind: "walletID" | "payID", row: number): string {
  const id = kind === "walletID" ? records.entries.walletID[row] : records.transactions.payID[row];
  return `${kind} ${id}`;
}

/** Whether somebody explained or accepted all exceptions by some rules among findings, one at least. */
function settled(
  { statusOf }: ReviewedCheck,
  findings: readonly Finding[] | undefined,
  rules: ReadonlySet<RuleId>,
): boolean {
  const exceptions = (findings ?? []).filter((one) => rules.has(one.rule) && isException(one));
  return exceptions.length > 0 && exceptions.every((finding) => isResolved(statusOf(finding)));
}

/** What an entry by itself comes from; null where a payment says it. */
function sourceOfEntry(input: PostingWork, reviewed: JudgedCheck, row: number): AccountPurpose | null {
  const { figures, category } = input;
  const { records } = figures.input;
  const { transaction, movement } = reviewed.check.entryOutcomes;
  const tied = transaction[row] as number;
  // Also where the check found their numbers alike: dollars are posted in naira by whoever converts them.
  if (tied !== -1) return reviewed.standsAlone(tied) ? "suspense/other-currency" : null;
  if (records.entries.payref[row] !== NO_PAYREF) {
    return settled(reviewed, reviewed.byWalletID.get(walletIDAt(figures, row)), ORPHANS)
      ? "differences"
      : "suspense/orphan-payref";
  }
  const found = category({
    action: actionOf(records, row),
    description: () => figures.input.entryTexts(row).description,
    movement: movement[row] as number,
  });
  return found === null ? "suspense/not-classified" : OF_CATEGORY[found];
}

/** Payments: what came of each as at the month's end, less what had come of it before. */
function postPayments(input: PostingWork, at: AtDay): void {
  const { figures, now, before, month } = input;
  const entriesOf = entriesByPayment(input);
  const { length } = figures.input.records.transactions;
  for (let row = 0; row < length; row += 1) {
    const change = sourcesOf(now, row);
    for (const [purpose, amount] of sourcesOf(before, row)) add(change, purpose, 0 - amount);
    const own = now.isOwn(row) ? (entriesOf.get(row) ?? []) : [];
    if (own.length === 0 && change.size === 0) continue;
    postPayment(input, change, { row, own, at, end: lastDayOf(month) });
  }
}

/**
 * Its entries but those of the last day go to what most of it is; the last day takes what is left of each. What is not
 * of its own entries, because another payment had them before, is of the month's last day.
 */
function postPayment(
  { figures }: PostingWork,
  change: SourceAmounts,
  { row, own, at, end }: OwnEntries,
): void {
  const record = recordOf(figures, "payID", row);
  const isOfOwn = totalIn(change.values()) === totalIn(own.map(({ movement }) => movement));
  const last = (isOfOwn ? own.at(-1)?.day : undefined) ?? end;
  const [main] = [...change].toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one))[0] ?? [];
  const through = main ?? "suspense/wrong-direction";
  for (const { day, movement } of own) {
    if (day === last) continue;
    at(day).add(through, movement, record);
    add(change, through, 0 - movement);
  }
  for (const [purpose, amount] of change) at(last).add(purpose, amount, record);
}

function totalIn(amounts: Iterable<number>): number {
  return [...amounts].reduce((total, amount) => addAmounts(total, amount, "entries of a payment"), 0);
}

interface OwnEntries {
  readonly row: number;
  /** In the month, by day. */
  readonly own: readonly DatedMovement[];
  readonly at: AtDay;
  /** The month's last day. */
  readonly end: Day;
}

interface DatedMovement {
  readonly day: Day;
  readonly movement: number;
}

/** The entries of the month by the payment that they are tied to, by day. */
function entriesByPayment({ figures, now }: PostingWork): Map<number, DatedMovement[]> {
  const { movement, periodAtMs, transaction } = now.check.entryOutcomes;
  const found = new Map<number, DatedMovement[]>();
  for (const row of figures.walletRows) {
    const tied = row < 0 ? -1 : (transaction[row] as number);
    if (tied === -1) continue;
    const own = found.get(tied) ?? [];
    own.push({ day: figures.dayOf(periodAtMs[row] as number), movement: movement[row] as number });
    found.set(tied, own);
  }
  for (const own of found.values())
    own.sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
  return found;
}

/** What a payment's entries come from as at a check's end; nothing where they are in another currency. */
function sourcesOf(reviewed: JudgedCheck, row: number): SourceAmounts {
  const { check, records } = reviewed;
  const { deleted, payID } = records.transactions;
  const sources: SourceAmounts = new Map();
  const net = check.transactionOutcomes.net[row] as number;
  if ((check.transactionOutcomes.entries[row] as number) === 0 || !reviewed.isOwn(row)) return sources;
  const due = dueOf(reviewed, row);
  const settlement = check.transactionOutcomes.settlement[row];
  const rows = due === null ? (reviewed.together.get(row) ?? [row]) : [row];
  const found = rows.flatMap((one) => reviewed.byPayID.get(payID[one] as number) ?? []);
  const isOpen = due === null && rows.some((one) => isUndecidable(reviewed, one));
  const isSettled = !isOpen && settled(reviewed, found, due === null ? NOT_JUDGED : OF_PAYMENTS);
  const open = (cause: SuspenseCause): AccountPurpose => (isSettled ? "differences" : `suspense/${cause}`);
  if (due === null) add(sources, open("not-judged"), net);
  else if (settlement === SETTLEMENT.direction) add(sources, open("wrong-direction"), net);
  else if (settlement === SETTLEMENT.reversed) add(sources, open("wrong-direction"), net);
  else if (deleted[row] === 1) add(sources, open("deleted"), net);
  else if (settlement === SETTLEMENT.entryForUnpaid) add(sources, open("not-paid"), net);
  else {
    recognise(reviewed, row, sources);
    const size = Math.abs(net) > Math.abs(due) ? "over" : "under";
    add(sources, open(settlement === SETTLEMENT.duplicated ? "duplicate" : size), net - due);
  }
  return sources;
}

/** What is due of a payment, or of each of a match: a sale with what the provider keeps of it, or a purchase. */
function recognise(reviewed: JudgedCheck, row: number, sources: SourceAmounts): void {
  const { scrowfee, taxfee } = reviewed.records.transactions;
  const basis = reviewed.check.settlementBasis.used;
  for (const one of reviewed.together.get(row) ?? [row]) {
    const due = isDueAtEnd(reviewed, one) ? expectedBy(reviewed, one) : 0;
    if (due === 0) continue;
    if (!isSeller(reviewed, one)) {
      add(sources, "purchases", due);
      continue;
    }
    const escrow = basis === "less-escrow" || basis === "less-fees" ? (scrowfee[one] as number) : 0;
    const tax = basis === "less-fees" ? (taxfee[one] as number) : 0;
    add(sources, "sales", addAmounts(due, escrow + tax, "a payment before its fees"));
    add(sources, "escrow-fees", 0 - escrow);
    add(sources, "tax", 0 - tax);
  }
}

function add(sources: SourceAmounts, purpose: AccountPurpose, amount: number): void {
  const sum = addAmounts(sources.get(purpose) ?? 0, amount, "postings of a payment");
  if (sum === 0) sources.delete(purpose);
  else sources.set(purpose, sum);
}

/** Earlier entries that a payment of their currency stands behind now and did not before, or the other way round: on the last day. */
function postRetied(input: PostingWork, at: AtDay): void {
  const { figures, block, now, before, month } = input;
  const { order, movement, transaction } = now.check.entryOutcomes;
  const ties = before.check.entryOutcomes.transaction;
  for (const row of order) {
    if (figures.entryAt[row] !== -1 || figures.currencies.ofEntry(row) !== block) continue;
    const [tied, was] = [transaction[row] as number, ties[row] as number];
    if (tied === was && now.standsAlone(tied) === before.standsAlone(was)) continue;
    const posting = at(lastDayOf(month));
    const record = recordOf(figures, "walletID", row);
    const moved = movement[row] as number;
    const [source, sourceBefore] = [sourceOfEntry(input, now, row), sourceOfEntry(input, before, row)];
    if (source !== null) posting.add(source, moved, record);
    if (sourceBefore !== null) posting.add(sourceBefore, 0 - moved, record);
  }
}

/** The account of each purpose that has an amount. @throws TieoutError ACCOUNTS_MISSING */
function accountsOf(
  { month, accounts }: PostingInput,
  currency: string | null,
  postings: readonly DayPosting[],
): ReadonlyMap<AccountPurpose, string> {
  const wanted = new Set(
    postings.flatMap(({ sources }) =>
      [...sources].flatMap(([purpose, { amount }]) => (amount === 0 ? [] : [purpose])),
    ),
  );
  const found = new Map<AccountPurpose, string>();
  const missing = new Set<string>();
  for (const purpose of ["wallet", ...wanted] as const) {
    const isOpen = purpose.startsWith("suspense/");
    const instead = isOpen ? "suspense" : INSTEAD[purpose];
    const account =
      accountFor(accounts, purpose, currency) ??
      (instead === undefined ? null : accountFor(accounts, instead, currency));
    if (account === null) missing.add(isOpen ? "suspense" : purpose);
    else found.set(purpose, account);
  }
  if (missing.size === 0) return found;
  const of = inCurrency(currency);
  const sentence = `${monthTitle(month)} ${of} has amounts for ${[...missing].join(", ")}, and no account is set for ${missing.size === 1 ? "that" : "these"}`;
  throw new TieoutError("ACCOUNTS_MISSING", sentence);
}

const PURPOSE_WORDS: Readonly<Record<string, string>> = {
  sales: "Sales, gross",
  purchases: "Purchases",
  "escrow-fees": "Escrow fees",
  tax: "Tax withheld",
  "top-ups": "Top-ups",
  withdrawals: "Withdrawals",
  fees: "Fees",
  levies: "Levies",
  refunds: "Refunds",
  transfers: "Transfers",
  interest: "Interest",
  bonuses: "Bonuses",
  adjustments: "Adjustments",
  differences: "Differences explained or accepted",
  "suspense/orphan-payref": "Suspense: payref that no payment has",
  "suspense/not-paid": "Suspense: payment not paid",
  "suspense/deleted": "Suspense: payment deleted",
  "suspense/over": "Suspense: settled over",
  "suspense/under": "Suspense: settled short",
  "suspense/wrong-direction": "Suspense: wrong direction or reversed",
  "suspense/duplicate": "Suspense: entered twice",
  "suspense/not-judged": "Suspense: amount not judged",
  "suspense/other-currency": "Suspense: payment in another currency",
  "suspense/not-classified": "Suspense: movement not classified",
  "suspense/balance-break": "Suspense: balance moved without an entry",
};

function entryOf(
  day: Day,
  { inflow, outflow, breaks, sources }: DayPosting,
  accounts: ReadonlyMap<AccountPurpose, string>,
  text: string,
): JournalEntry {
  const wallet = (amount: number, words: string) => ({
    purpose: "wallet",
    account: accounts.get("wallet") ?? "",
    amount,
    text: words,
  });
  const lines: JournalLine[] = [
    wallet(inflow.amount, `Inflows, ${formatCount(inflow.entries, "entry")}`),
    wallet(outflow.amount, `Outflows, ${formatCount(outflow.entries, "entry")}`),
    wallet(breaks, "Break differences"),
    ...[...sources]
      .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
      .map(([purpose, { amount, records }]) => ({
        purpose,
        account: accounts.get(purpose) ?? "",
        amount: 0 - amount,
        text: `${PURPOSE_WORDS[purpose] ?? purpose}: ${recordWords(records)}`,
      })),
  ];
  return { day, text, lines: lines.filter(({ amount }) => amount !== 0) };
}

function placeOf(purpose: AccountPurpose): number {
  return Object.keys(PURPOSE_WORDS).indexOf(purpose);
}

/** @example `payID 10217, 10218`, `walletID 117096 and 8 more` */
function recordWords(records: ReadonlySet<string>): string {
  return [...Map.groupBy(records, (record) => record.split(" ")[0] ?? "")]
    .map(
      ([kind, own]) =>
        `${kind} ${shortIds(own.map((record) => Number(record.split(" ")[1])).toSorted((a, b) => a - b))}`,
    )
    .join("; ");
}
