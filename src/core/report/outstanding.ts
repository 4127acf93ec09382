/** C2: what is outstanding at the period's end, rolled from what was at its start, and how old it is. */
import type { Finding } from "../reconcile/findings.ts";
import { addAmounts } from "../money.ts";
import { daysOpen, paymentTime } from "./ageing.ts";
import type { Figures } from "./figures.ts";
import type { Hand } from "./hands.ts";
import type { Cell, Column, Row } from "./model.ts";
import { KINDS, type OutstandingItem, type OutstandingKind } from "./outstanding-items.ts";
import type { TablePlace } from "./place.ts";
import { signedOutstanding } from "./outstanding-signed.ts";
import { decisionTexts } from "./reviewing.ts";
import { SPACER } from "./sheets.ts";
import type { FindLink } from "./wallet.ts";

const ROLL: readonly Column[] = [
  { key: "before", header: "Brought forward", kind: "amount" },
  { key: "new", header: "New", kind: "amount" },
  { key: "cleared", header: "Cleared", kind: "amount" },
  { key: "reclassified", header: "Reclassified", kind: "amount" },
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
  { key: "signedBefore", header: "Signed before", kind: "amount" },
  { key: "agreesBefore", header: "Agrees", kind: "truth" },
  ...ROLL,
  { key: "signed", header: "Signed", kind: "amount" },
  { key: "agrees", header: "Agrees as signed", kind: "truth" },
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

export const OUTSTANDING_WIDTHS = [16, 11, 9, 14, 24, 18, 7, 11, 11, 11, 12, 11, 11, 11, 11, 11, 11, 34];

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
export function datedAt(figures: Figures, { kind, row }: OutstandingItem): number | null {
  return kind === "orphan payref"
    ? (figures.input.records.entries.dateCreatedAtMs[row] as number)
    : paymentTime(figures, row);
}

/** Whole days that an item has been open, to the period's end; null once it is cleared. */
export function openDays(figures: Figures, item: OutstandingItem): number | null {
  return item.now === 0 ? null : (daysOpen(figures, datedAt(figures, item)) ?? 0);
}

export function* outstandingRows(
  figures: Figures,
  items: readonly OutstandingItem[],
  place: TablePlace,
  places: { readonly wallet: TablePlace; readonly transactions: TablePlace },
  linkOf: FindLink,
): Generator<Row> {
  const { reviewing } = figures;
  for (const [at, item] of items.entries()) {
    const row = place.at(at).row;
    const finding = findingOf(figures, item);
    const atMs = datedAt(figures, item);
    const days = openDays(figures, item);
    yield {
      tone: item.now === 0 ? "quiet" : "plain",
      cells: [
        kindCell(item, finding, linkOf),
        ...subjectCells(figures, item, places),
        atMs,
        days,
        item.before,
        item.added,
        item.cleared,
        item.reclassified,
        item.now,
        ...agesOf(item.now, days ?? 0).map((value, bucket) => ({
          value,
          formula: `IF(${AGES[bucket]?.formula(`$G${row}`)},$L${row},0)`,
        })),
        ...(finding === undefined
          ? clearedTexts(figures, item)
          : decisionTexts(reviewing, [finding], handOf(figures, item))),
      ],
    };
  }
}

/** The match by hand that an item's record is in. */
function handOf({ hands }: Figures, { kind, row }: OutstandingItem): Hand | undefined {
  return (kind === "orphan payref" ? hands.ofEntry : hands.ofTransaction).get(row);
}

/** By what an item was cleared, where a person did: else its other side came by itself. */
function clearedTexts(figures: Figures, item: OutstandingItem): readonly Cell[] {
  const hand = item.cleared === 0 ? undefined : handOf(figures, item);
  if (hand === undefined) return [];
  const [decision, note] = decisionTexts(figures.reviewing, [], hand);
  const by = `cleared by hand, match ${hand.match.id}`;
  return [decision, note === null ? by : `${by}: ${note}`];
}

/** The exception that an item is; payments in transit are none, nor is what was cleared. */
function findingOf(
  { input, byPayID, byWalletID }: Figures,
  { kind, row, now }: OutstandingItem,
): Finding | undefined {
  if (now === 0) return undefined;
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

/** Where `outstandingTotals` has what is carried forward. */
export const CARRIED = 5;

/** What a kind of items comes to: number open, then the nine amounts of the roll. */
export function outstandingTotals(
  figures: Figures,
  items: readonly OutstandingItem[],
  kind: OutstandingKind | null,
): number[] {
  const totals = Array.from({ length: 10 }, () => 0);
  const add = (at: number, amount: number) => {
    totals[at] = addAmounts(totals[at] as number, amount, "outstanding items");
  };
  for (const item of items) {
    if (kind !== null && item.kind !== kind) continue;
    if (item.now !== 0) add(0, 1);
    add(1, item.before);
    add(2, item.added);
    add(3, item.cleared);
    add(4, item.reclassified);
    add(CARRIED, item.now);
    const days = daysOpen(figures, datedAt(figures, item)) ?? 0;
    agesOf(item.now, days).forEach((amount, bucket) => add(CARRIED + 1 + bucket, amount));
  }
  return totals;
}

/** The column of what was signed, by the column that it is held against. */
const SIGNED = { before: "signedBefore", now: "signed" } as const;

/** Whether what was signed, or prepared, is what there is now, of every kind; null where nothing was. */
export function agreementOf(
  figures: Figures,
  items: readonly OutstandingItem[],
): { readonly before: boolean | null; readonly now: boolean | null } {
  const { before, now } = signedOutstanding(figures);
  const agree = (signed: ReadonlyMap<OutstandingKind, number> | null, at: number) =>
    signed === null
      ? null
      : KINDS.every((kind) => outstandingTotals(figures, items, kind)[at] === signed.get(kind));
  return { before: agree(before, 1), now: agree(now, CARRIED) };
}

/** One row per kind, then the total: what clearing everything would add to the wallet. */
export function* outstandingSummary(
  figures: Figures,
  items: readonly OutstandingItem[],
  place: TablePlace,
  list: TablePlace,
): Generator<Row> {
  const keys = ROLL.map(({ key }) => key);
  const signed = signedOutstanding(figures);
  for (const [at, kind] of KINDS.entries()) {
    const [open = 0, ...amounts] = outstandingTotals(figures, items, kind);
    const { row } = place.at(at);
    const like = `$A${row}`;
    const held = (key: keyof typeof SIGNED, amount: number | undefined, then: number | null): Cell[] =>
      then === null
        ? [null, null]
        : [
            then,
            {
              value: amount === then,
              formula: `${place.letter(key)}${row}=${place.letter(SIGNED[key])}${row}`,
            },
          ];
    const count = list.overParts(["kind", "now"], (kinds, now) => `COUNTIFS(${kinds},${like},${now},"<>0")`);
    const sums = keys.map((key, index) => ({
      value: amounts[index] ?? 0,
      formula: figures.round(
        list.overParts(["kind", key], (kinds, range) => `SUMIF(${kinds},${like},${range})`),
      ),
    }));
    yield {
      tone: "plain",
      cells: [
        kind,
        { value: open, formula: count },
        null,
        null,
        null,
        ...held("before", amounts[0], signed.before?.get(kind) ?? null),
        ...sums,
        ...held("now", amounts[CARRIED - 1], signed.now?.get(kind) ?? null),
      ],
    };
  }
  const [open = 0, ...amounts] = outstandingTotals(figures, items, null);
  const last = KINDS.length - 1;
  const sums = keys.map((key, index) => ({
    value: amounts[index] ?? 0,
    formula: figures.round(place.sum(key, 0, last)),
  }));
  const count = { value: open, formula: place.sum("items", 0, last) };
  const agree = (key: string, isAs: boolean | null): Cell =>
    isAs === null ? null : { value: isAs, formula: `AND(${place.ranges(key, 0, last).join(",")})` };
  const { before, now } = agreementOf(figures, items);
  const cells: Cell[] = ["All items", count, null, null, null, null, agree("agreesBefore", before)];
  yield { tone: "total", cells: [...cells, ...sums, null, agree("agrees", now)] };
}
