/** C2: what is outstanding at the period's end, rolled from what was at its start, and how old it is. */
import type { Finding } from "../reconcile/findings.ts";
import { NO_PAYREF } from "../reconcile/input.ts";
import { type CheckResult, SETTLEMENT } from "../reconcile/result.ts";
import { addAmounts } from "../money.ts";
import { daysOpen, paymentTime } from "./ageing.ts";
import { type Figures, rowsByPayID } from "./figures.ts";
import type { Cell, Column, Row } from "./model.ts";
import type { TablePlace } from "./place.ts";
import { decisionTexts } from "./reviewing.ts";
import { SPACER } from "./sheets.ts";
import type { FindLink } from "./wallet.ts";

export const KINDS = ["paid, no entry", "in transit", "orphan payref"] as const;
export type OutstandingKind = (typeof KINDS)[number];

/** Amounts are what clearing the item would add to the wallet: + for a payment not yet in it, − for an orphan inflow. */
export interface OutstandingItem {
  readonly kind: OutstandingKind;
  /** Row in the entry columns for an orphan, else in the transaction columns. */
  readonly row: number;
  readonly before: number;
  readonly now: number;
}

/** Items of both ends: payments by payID, then orphans in chain order. */
export function outstandingOf({ input }: Figures): OutstandingItem[] {
  const { check, priorCheck, records } = input;
  const items: OutstandingItem[] = [];
  for (const row of rowsByPayID(records)) {
    const now = paymentKind(check, row);
    const before = priorCheck === null ? null : paymentKind(priorCheck, row);
    const kind = now ?? before;
    if (kind === null) continue;
    items.push({
      kind,
      row,
      before:
        before === null || priorCheck === null ? 0 : (priorCheck.transactionOutcomes.expected[row] as number),
      now: now === null ? 0 : (check.transactionOutcomes.expected[row] as number),
    });
  }
  const known = new Set(priorCheck === null ? [] : priorCheck.entryOutcomes.order);
  for (const row of check.entryOutcomes.order) {
    const orphan = records.entries.payref[row] !== NO_PAYREF && check.entryOutcomes.transaction[row] === -1;
    if (!orphan) continue;
    const amount = 0 - (check.entryOutcomes.movement[row] as number);
    items.push({ kind: "orphan payref", row, before: known.has(row) ? amount : 0, now: amount });
  }
  return items;
}

/** Where C2 lists a record: rows of its items by entry row and by transaction row. */
export interface OutstandingAt {
  readonly entry: ReadonlyMap<number, number>;
  readonly transaction: ReadonlyMap<number, number>;
}

export function outstandingAt(items: readonly OutstandingItem[]): OutstandingAt {
  const entry = new Map<number, number>();
  const transaction = new Map<number, number>();
  for (const [at, { kind, row }] of items.entries()) {
    (kind === "orphan payref" ? entry : transaction).set(row, at);
  }
  return { entry, transaction };
}

function paymentKind(check: CheckResult, row: number): OutstandingKind | null {
  const settlement = check.transactionOutcomes.settlement[row];
  if (settlement === SETTLEMENT.unsettled) return "paid, no entry";
  return settlement === SETTLEMENT.inTransit ? "in transit" : null;
}

const ROLL: readonly Column[] = [
  { key: "before", header: "Brought forward", kind: "amount" },
  { key: "new", header: "New", kind: "amount" },
  { key: "cleared", header: "Cleared", kind: "amount" },
  { key: "now", header: "Carried forward", kind: "amount" },
  { key: "age30", header: "0–30 days", kind: "amount" },
  { key: "age60", header: "31–60", kind: "amount" },
  { key: "age90", header: "61–90", kind: "amount" },
  { key: "older", header: "90+", kind: "amount" },
];
export const OUTSTANDING_SUMMARY: readonly Column[] = [
  { key: "kind", header: "Item", kind: "text" },
  { key: "items", header: "Items open", kind: "integer" },
  SPACER,
  SPACER,
  SPACER,
  SPACER,
  SPACER,
  ...ROLL,
  SPACER,
  SPACER,
];

export function outstandingColumns(zone: string): readonly Column[] {
  return [
    { key: "kind", header: "Item", kind: "text" },
    { key: "payID", header: "payID", kind: "id" },
    { key: "walletID", header: "walletID", kind: "id" },
    { key: "payref", header: "Payref", kind: "text" },
    { key: "who", header: "Customer or description", kind: "text" },
    { key: "at", header: `Dated (${zone})`, kind: "instant" },
    { key: "days", header: "Days", kind: "days" },
    ...ROLL,
    { key: "decision", header: "Decision", kind: "text" },
    { key: "note", header: "Note", kind: "wrapped" },
  ];
}

export const OUTSTANDING_WIDTHS = [16, 11, 9, 14, 24, 18, 7, 11, 11, 11, 11, 11, 11, 11, 11, 11, 34];

const AGES = [
  { upTo: 30, formula: (days: string) => `${days}<=30` },
  { upTo: 60, formula: (days: string) => `AND(${days}>30,${days}<=60)` },
  { upTo: 90, formula: (days: string) => `AND(${days}>60,${days}<=90)` },
  { upTo: Infinity, formula: (days: string) => `${days}>90` },
] as const;

/** The four ageing amounts of an item. */
function agesOf(now: number, days: number): number[] {
  const bucket = AGES.findIndex(({ upTo }) => days <= upTo);
  return AGES.map((_, at) => (at === bucket ? now : 0));
}

/** The date an item ages from, milliseconds UTC. */
function datedAt(figures: Figures, { kind, row }: OutstandingItem): number | null {
  return kind === "orphan payref"
    ? (figures.input.records.entries.dateCreatedAtMs[row] as number)
    : paymentTime(figures, row);
}

export function* outstandingRows(
  figures: Figures,
  items: readonly OutstandingItem[],
  place: TablePlace,
  places: { readonly wallet: TablePlace; readonly transactions: TablePlace },
  linkOf: FindLink,
): Generator<Row> {
  const { round, reviewing } = figures;
  for (const [at, item] of items.entries()) {
    const row = place.at(at).row;
    const finding = findingOf(figures, item);
    const atMs = datedAt(figures, item);
    const days = item.now === 0 ? null : (daysOpen(figures, atMs) ?? 0);
    const cleared = item.now === 0 ? item.before : 0;
    yield {
      tone: item.now === 0 ? "quiet" : "plain",
      cells: [
        kindCell(item, finding, linkOf),
        ...subjectCells(figures, item, places),
        atMs,
        days,
        item.before,
        item.now + cleared - item.before,
        cleared,
        { value: item.now, formula: round(`H${row}+I${row}-J${row}`) },
        ...agesOf(item.now, days ?? 0).map((value, bucket) => ({
          value,
          formula: `IF(${AGES[bucket]?.formula(`$G${row}`)},$K${row},0)`,
        })),
        ...(finding === undefined ? [] : decisionTexts(reviewing, [finding])),
      ],
    };
  }
}

/** The exception that an item is; payments in transit are none, nor is what was cleared. */
function findingOf(
  { input, byPayID, byWalletID }: Figures,
  { kind, row }: OutstandingItem,
): Finding | undefined {
  const { entries, transactions } = input.records;
  const [findings, rule] =
    kind === "orphan payref"
      ? ([byWalletID.get(entries.walletID[row] as number), "orphan-payref"] as const)
      : ([byPayID.get(transactions.payID[row] as number), "paid-without-entry"] as const);
  return findings?.find((one) => one.rule === rule);
}

/** The kind of an item, linked to its exception. */
function kindCell({ kind }: OutstandingItem, finding: Finding | undefined, linkOf: FindLink): Cell {
  const link = finding === undefined ? null : linkOf(finding);
  return link === null ? kind : { value: kind, link };
}

/** payID, walletID, payref and who: linked where the record stands on B1 or B2. */
function subjectCells(
  { input, entryAt, transactionAt }: Figures,
  { kind, row }: OutstandingItem,
  places: { readonly wallet: TablePlace; readonly transactions: TablePlace },
): Cell[] {
  const { entries, transactions, payrefs } = input.records;
  if (kind === "orphan payref") {
    const at = entryAt[row] as number;
    const value = entries.walletID[row] as number;
    const id = at < 0 ? value : { value, link: places.wallet.place("walletID", at) };
    return [null, id, payrefs.at(entries.payref[row] as number), input.entryTexts(row).description];
  }
  const at = transactionAt[row] as number;
  const value = transactions.payID[row] as number;
  const id = at < 0 ? value : { value, link: places.transactions.place("payID", at) };
  return [id, null, payrefs.at(transactions.payref[row] as number), input.transactionTexts(row).customerName];
}

/** What a kind of items comes to: number open, then the eight amounts of the roll. */
export function outstandingTotals(
  figures: Figures,
  items: readonly OutstandingItem[],
  kind: OutstandingKind | null,
): number[] {
  const totals = Array.from({ length: 9 }, () => 0);
  const add = (at: number, amount: number) => {
    totals[at] = addAmounts(totals[at] as number, amount, "outstanding items");
  };
  for (const item of items) {
    if (kind !== null && item.kind !== kind) continue;
    const cleared = item.now === 0 ? item.before : 0;
    if (item.now !== 0) add(0, 1);
    add(1, item.before);
    add(2, item.now + cleared - item.before);
    add(3, cleared);
    add(4, item.now);
    const days = daysOpen(figures, datedAt(figures, item)) ?? 0;
    agesOf(item.now, days).forEach((amount, bucket) => add(5 + bucket, amount));
  }
  return totals;
}

/** One row per kind, then the total: what clearing everything would add to the wallet. */
export function* outstandingSummary(
  figures: Figures,
  items: readonly OutstandingItem[],
  place: TablePlace,
  list: TablePlace,
): Generator<Row> {
  const keys = ROLL.map(({ key }) => key);
  for (const [at, kind] of KINDS.entries()) {
    const [open = 0, ...amounts] = outstandingTotals(figures, items, kind);
    const like = `$A${place.at(at).row}`;
    const count = list.overParts(["kind", "now"], (kinds, now) => `COUNTIFS(${kinds},${like},${now},"<>0")`);
    const sums = keys.map((key, index) => ({
      value: amounts[index] ?? 0,
      formula: figures.round(
        list.overParts(["kind", key], (kinds, range) => `SUMIF(${kinds},${like},${range})`),
      ),
    }));
    yield {
      tone: "plain",
      cells: [kind, { value: open, formula: count }, null, null, null, null, null, ...sums],
    };
  }
  const [open = 0, ...amounts] = outstandingTotals(figures, items, null);
  const last = KINDS.length - 1;
  const sums = keys.map((key, index) => ({
    value: amounts[index] ?? 0,
    formula: figures.round(place.sum(key, 0, last)),
  }));
  const count = { value: open, formula: place.sum("items", 0, last) };
  yield { tone: "total", cells: ["All items", count, null, null, null, null, null, ...sums] };
}
