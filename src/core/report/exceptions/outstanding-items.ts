/** C2: which items are outstanding at either end of the period, and by what each came and went. */
import { CYCLE, NO_PAYREF } from "../../reconcile/input/input.ts";
import { type CheckOutcomes, SETTLEMENT } from "../../reconcile/input/result.ts";
import { OUTSTANDING_KINDS, type OutstandingKind } from "../../review/close/close.ts";
import { type Currencies, DATES_FROM_MS, dateFormula } from "../sheet/currencies.ts";
import { type Figures, type PeriodRows, rowsByPayID } from "../sheet/figures.ts";
import { type CheckedRecords, type ReportInput, countedRecords } from "../sheet/input.ts";
import type { Restatement } from "../../review/restate/restatements.ts";
import { formatAmount } from "../../money.ts";
import { signedBefore } from "../sheet/closing.ts";
import { oncePer } from "../../once-per.ts";
import { DAY_MS } from "../../time.ts";
import type { Cell } from "../sheet/model.ts";

/**
 * Amounts are what clearing the item would add to the wallet: + for a payment not yet in it, − for an orphan
 * inflow. What was there before comes from the outcomes as at the day before, what is there now from the
 * check, what is new from the item's own date, so that before + added − cleared + reclassified = now is a proof
 * and no definition.
 */
export interface OutstandingItem {
  readonly kind: OutstandingKind;
  /** Row in the entry columns for an orphan, else in the transaction columns. */
  readonly row: number;
  /** Index of the block that it is due in. */
  readonly block: number;
  /** Outstanding at the end of the day before the period. */
  readonly before: number;
  /** Outstanding now, and paid or entered in the period. */
  readonly added: number;
  /** Outstanding before and not now. */
  readonly cleared: number;
  /** From or to another kind, or amounts that were not judged, or no longer are. */
  readonly reclassified: number;
  /** Outstanding as the check of the period has it. */
  readonly now: number;
}

/** Of both ends: payments of earlier periods by payID, those on B2 by payID, then orphans in chain order. */
export const outstandingOf = oncePer(itemsOf);

function itemsOf({ input, currencies, transactionAt }: PeriodRows): readonly OutstandingItem[] {
  const earlier: OutstandingItem[] = [];
  const onB2: OutstandingItem[] = [];
  rowsByPayID(input.records).forEach((row) => {
    for (const item of paymentItems(input, currencies, row))
      (transactionAt[row] === -1 ? earlier : onB2).push(item);
  });
  return [...earlier, ...onB2, ...orphanItems(input, currencies)];
}

const NO_ITEMS: readonly OutstandingItem[] = [];

/** An item whose kind has changed goes out of the one and into the other. */
function paymentItems(
  input: CheckedRecords,
  { ofPayment }: Currencies,
  row: number,
): readonly OutstandingItem[] {
  const { check, priorOutcomes } = input;
  const kind = paymentKind(check, row);
  const kindBefore = priorOutcomes === null ? null : paymentKind(priorOutcomes, row);
  if (kind === null && kindBefore === null) return NO_ITEMS;
  const before = kindBefore === null ? 0 : (priorOutcomes?.transactionOutcomes.expected[row] as number);
  const now = kind === null ? 0 : (check.transactionOutcomes.expected[row] as number);
  const added = addedOf(input, row, before, now);
  const still = { row, block: ofPayment(row), added: 0, cleared: 0, reclassified: 0 };
  if (kind === null) {
    const went = isJudged(check, row) ? { cleared: before } : { reclassified: 0 - before };
    return [{ ...still, kind: kindBefore ?? OUTSTANDING_KINDS[0], before, now, ...went }];
  }
  if (kindBefore === null) {
    const isFirstJudged = priorOutcomes !== null && added === 0 && !isJudged(priorOutcomes, row);
    return [{ ...still, kind, before, added, reclassified: isFirstJudged ? now : 0, now }];
  }
  if (kindBefore === kind) return [{ ...still, kind, before, added, now }];
  return [
    { ...still, kind: kindBefore, before, reclassified: 0 - before, now: 0 },
    { ...still, kind, before: 0, added, reclassified: before, now },
  ];
}

/**
 * What of an item came up in the period. Tasks are completed and contributions come in after a payment, so
 * that what a milestone or a crowd-pay expects grows from one period's end to the next: there it is by how
 * much.
 */
function addedOf(input: CheckedRecords, row: number, before: number, now: number): number {
  const { priorOutcomes, records } = input;
  const { cycle } = records.transactions;
  const grows = cycle[row] === CYCLE.milestone || cycle[row] === CYCLE.crowdPay;
  if (grows && now !== 0 && priorOutcomes !== null && isJudged(priorOutcomes, row)) return now - before;
  return isOfPeriod(input, row) ? now : 0;
}

function isJudged(check: CheckOutcomes, row: number): boolean {
  return check.transactionOutcomes.settlement[row] !== SETTLEMENT.notJudged;
}

/** Whether a payment was made in the period. */
function isOfPeriod(input: CheckedRecords, row: number): boolean {
  const { period } = input.check;
  if (period === null) return true;
  const paid = countedRecords(input).transactions.datePaidAtMs[row] as number;
  return paid >= period.fromMs && paid <= period.toMs;
}

function orphanItems(
  { check, priorOutcomes, records }: CheckedRecords,
  { ofEntry }: Currencies,
): OutstandingItem[] {
  const known = new Uint8Array(records.entries.length);
  priorOutcomes?.entryOutcomes.order.forEach((row) => {
    known[row] = 1;
  });
  const isOrphan = ({ entryOutcomes }: CheckOutcomes, row: number) =>
    records.entries.payref[row] !== NO_PAYREF && entryOutcomes.transaction[row] === -1;
  const items: OutstandingItem[] = [];
  check.entryOutcomes.order.forEach((row) => {
    const amount = 0 - (check.entryOutcomes.movement[row] as number);
    const isNow = isOrphan(check, row);
    const wasBefore = priorOutcomes !== null && known[row] === 1 && isOrphan(priorOutcomes, row);
    if (!isNow && !wasBefore) return;
    const before = wasBefore ? amount : 0;
    const now = isNow ? amount : 0;
    const added = check.entryOutcomes.inPeriod[row] === 1 ? now : 0;
    const cleared = isNow ? 0 : before;
    const block = ofEntry(row);
    items.push({ kind: OUTSTANDING_KINDS[2], row, block, before, added, cleared, reclassified: 0, now });
  });
  return items;
}

/** Where C2 lists a record: rows of its items by entry row and by transaction row. */
export interface OutstandingAt {
  readonly entry: ReadonlyMap<number, number>;
  readonly transaction: ReadonlyMap<number, number>;
}

/** Of an item that changed its kind, the row of the kind it has now. */
export function outstandingAt(items: readonly OutstandingItem[]): OutstandingAt {
  const entry = new Map<number, number>();
  const transaction = new Map<number, number>();
  for (const [at, { kind, row }] of items.entries()) {
    (kind === "orphan payref" ? entry : transaction).set(row, at);
  }
  return { entry, transaction };
}

function paymentKind(check: CheckOutcomes, row: number): OutstandingKind | null {
  const settlement = check.transactionOutcomes.settlement[row];
  if (settlement === SETTLEMENT.unsettled) return "paid, no entry";
  return settlement === SETTLEMENT.inTransit ? "in transit" : null;
}

// C2: what happened to an item after the month before was signed. It is why what is brought forward today may
// differ from the signed amount, which was frozen by kind and not item by item.

/** Looks up what later pulls changed in an item's record; null for nothing, and where nothing was signed. */
export function sinceSigned({ input }: Figures): (item: OutstandingItem) => string | null {
  const later = laterChanges(input);
  const { entries, transactions } = input.records;
  const ofEntry = Map.groupBy(later, ({ walletID }) => walletID);
  const ofPayment = Map.groupBy(later, ({ payID }) => payID);
  return ({ kind, row }) => {
    const changes =
      kind === "orphan payref"
        ? ofEntry.get(entries.walletID[row] as number)
        : ofPayment.get(transactions.payID[row] as number);
    return changes === undefined
      ? null
      : [...new Set(changes.map((one) => `${one.kind} by pull ${one.pullId}, see C3`))].join("; ");
  };
}

const MOST_NAMED = 4;

/** Why what is brought forward may differ from what was signed: later pulls changed records of then. */
export function differsSinceWords(input: ReportInput): string {
  const named = [
    ...new Set(
      laterChanges(input).map(({ walletID, payID, kind, pullId }) => {
        const record = walletID === null ? `payID ${payID ?? ""}` : `walletID ${walletID}`;
        return `${record} ${kind} by pull ${pullId}`;
      }),
    ),
  ];
  if (named.length === 0) return "no later pull changed a record of then, so compare matches and rules";
  const more = named.length - MOST_NAMED;
  const shown = named.slice(0, MOST_NAMED).join(", ");
  return `${shown}${more > 0 ? ` and ${formatAmount(more)} more` : ""}, see C3`;
}

/** What pulls after the signature changed in the signed month or before. */
function laterChanges(input: ReportInput): Restatement[] {
  const signed = signedBefore(input);
  if (signed === null) return [];
  return input.restatements.restatements.filter(
    ({ pullId, months }) => pullId > signed.frozen.pullId && months.some((month) => month <= signed.month),
  );
}

// How long something has been open, and into which age it falls.

/** Whole days from an instant to the period's end (without a period: the as-of); null without a date. */
export function daysOpen({ input }: Pick<PeriodRows, "input">, atMs: number | null): number | null {
  const endMs = input.check.period?.toMs ?? input.check.asOfMs;
  if (atMs === null || endMs === null || Number.isNaN(atMs)) return null;
  return Math.max(0, Math.floor((endMs - atMs) / DAY_MS));
}

/**
 * Days open with the formula that comes to them: the days from the date in a cell to the period's end. A
 * clock that was put forward or back in between can make whole days one less; then they stand without a
 * formula.
 *
 * @param cell where the date stands
 */
export function daysCell(
  { input, clock }: Figures,
  atMs: number | null,
  days: number | null,
  cell: string,
): Cell {
  const { period } = input.check;
  if (days === null || period === null || atMs === null || atMs < DATES_FROM_MS) return days;
  const dayOf = (ms: number) => Math.floor(clock.wallMs(ms) / DAY_MS);
  if (Math.max(0, dayOf(period.toMs) - dayOf(atMs)) !== days) return days;
  return { value: days, formula: `MAX(0,${dateFormula(period.to)}-INT(${cell}))` };
}

/** When a payment was made, else when its transaction was made; null when neither is known. */
export function paymentTime({ input }: Pick<PeriodRows, "input">, row: number): number | null {
  const { datePaidAtMs, dateCreatedAtMs } = countedRecords(input).transactions;
  const atMs = datePaidAtMs[row] as number;
  const dated = Number.isNaN(atMs) ? (dateCreatedAtMs[row] as number) : atMs;
  return Number.isNaN(dated) ? null : dated;
}

/** When an entry was made, milliseconds UTC. */
export function entryTime({ input }: Pick<PeriodRows, "input">, row: number): number {
  return countedRecords(input).entries.dateCreatedAtMs[row] as number;
}

/** The date an item ages from, milliseconds UTC. */
export function datedAt(figures: Pick<PeriodRows, "input">, { kind, row }: OutstandingItem): number | null {
  return kind === "orphan payref" ? entryTime(figures, row) : paymentTime(figures, row);
}

/** Whole days that an item has been open, to the period's end; null once it is cleared. */
export function openDays(figures: Pick<PeriodRows, "input">, item: OutstandingItem): number | null {
  return item.now === 0 ? null : (daysOpen(figures, datedAt(figures, item)) ?? 0);
}

/** Of what is carried forward: the days that each age goes up to, and how a formula tells it. */
export const AGES = {
  age30: { upTo: 30, formula: (days: string) => `${days}<=30` },
  age60: { upTo: 60, formula: (days: string) => `AND(${days}>30,${days}<=60)` },
  age90: { upTo: 90, formula: (days: string) => `AND(${days}>60,${days}<=90)` },
  older: { upTo: Infinity, formula: (days: string) => `${days}>90` },
} as const;
export type Age = keyof typeof AGES;

export function ageOf(days: number): Age {
  if (days <= AGES.age30.upTo) return "age30";
  if (days <= AGES.age60.upTo) return "age60";
  return days <= AGES.age90.upTo ? "age90" : "older";
}
