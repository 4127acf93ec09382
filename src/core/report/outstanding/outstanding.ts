/** C2: what is outstanding at the period's end, rolled from what was at its start, and how old it is. */
import type { Finding } from "../../reconcile/result/findings.ts";
import { addAmounts } from "../../money.ts";
import { type Currencies, labelAt } from "../currencies.ts";
import { daysOpen, paymentTime } from "./ageing.ts";
import type { Figures } from "../figures.ts";
import type { MatchedRow } from "../exceptions/matched-rows.ts";
import type { Cell, Column, Row } from "../model.ts";
import { KINDS, type OutstandingItem, type OutstandingKind } from "./outstanding-items.ts";
import type { TablePlace } from "../place.ts";
import { type SignedAmounts, type SignedOutstanding, signedOutstanding } from "./outstanding-signed.ts";
import { decisionTexts } from "../exceptions/reviewing.ts";
import { SPACER } from "../sheets.ts";
import { CURRENCY, type FindLink } from "../records/wallet.ts";

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
export function summaryColumns({ isSplit }: Currencies): readonly Column[] {
  return [
    { key: "kind", header: "Item", kind: "text" },
    { key: "items", header: "Items open", kind: "integer" },
    SPACER,
    isSplit ? CURRENCY : SPACER,
    SPACER,
    { key: "signedBefore", header: "Signed before", kind: "amount" },
    { key: "agreesBefore", header: "Agrees", kind: "truth" },
    ...ROLL,
    { key: "signed", header: "Signed", kind: "amount" },
    { key: "agrees", header: "Agrees as signed", kind: "truth" },
  ];
}

export function outstandingColumns(zone: string, { isSplit }: Currencies): readonly Column[] {
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
    ...(isSplit ? [CURRENCY] : []),
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
  const { reviewing, currencies } = figures;
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
        ...(currencies.isSplit ? [labelAt(currencies, item.block)] : []),
      ],
    };
  }
}

/** The match by hand that an item's record is in. */
function handOf({ hands }: Figures, { kind, row }: OutstandingItem): MatchedRow | undefined {
  return (kind === "orphan payref" ? hands.ofEntry : hands.ofTransaction).get(row);
}

/** By what an item was cleared, where a person did: else its other side came by itself. */
function clearedTexts(figures: Figures, item: OutstandingItem): readonly Cell[] {
  const hand = item.cleared === 0 ? undefined : handOf(figures, item);
  if (hand === undefined) return figures.currencies.isSplit ? [null, null] : [];
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

/** Which items are added up: of a kind, or of all; of the block that it is of. */
export interface OfItems {
  readonly kind: OutstandingKind | null;
  readonly block: number;
}

/** What items of one block come to: number open, then the nine amounts of the roll. */
export function outstandingTotals(
  figures: Figures,
  items: readonly OutstandingItem[],
  { kind, block }: OfItems,
): number[] {
  const totals = Array.from({ length: 10 }, () => 0);
  const add = (at: number, amount: number) => {
    totals[at] = addAmounts(totals[at] as number, amount, "outstanding items");
  };
  for (const item of items) {
    if (item.block !== block || (kind !== null && item.kind !== kind)) continue;
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

/** Where each block's kinds and their total stand among C2's totals. */
const BLOCK_ROWS = KINDS.length + 1;

/** How many rows C2's totals take: the kinds of each currency and their total; of several, whether all agree. */
export function summaryCount({ blocks, isSplit }: Currencies): number {
  return blocks.length * BLOCK_ROWS + (isSplit ? 1 : 0);
}

/** The row of a kind among C2's totals; null for the total of a block. */
export function summaryRow(block: number, kind: OutstandingKind | null): number {
  return block * BLOCK_ROWS + (kind === null ? KINDS.length : KINDS.indexOf(kind));
}

/** The column of what was signed, by the column that it is held against. */
const SIGNED = { before: "signedBefore", now: "signed" } as const;
const AGREES = { before: "agreesBefore", now: "agrees" } as const;
type Held = keyof typeof SIGNED;

/** Where `outstandingTotals` has what is held against what was signed. */
const AMOUNT_AT = { before: 1, now: CARRIED } as const;

/** Whether what was signed, or prepared, is what there is now, of every kind and currency; null where nothing was. */
export function agreementOf(
  figures: Figures,
  items: readonly OutstandingItem[],
): { readonly before: boolean | null; readonly now: boolean | null } {
  const signed = signedOutstanding(figures.input);
  const agrees = (held: Held) => {
    const then = signed[held];
    if (then === null) return null;
    const { blocks } = figures.currencies;
    if (isHeldByBlock(figures, then))
      return [...blocks.keys()].every((block) => isAsSigned(figures, items, then, block, held));
    return KINDS.every((kind) => {
      const amounts = [...blocks.keys()].map((block) => outstandingTotals(figures, items, { kind, block }));
      return amounts.reduce((sum, of) => sum + (of[AMOUNT_AT[held]] ?? 0), 0) === then.ofAll(kind);
    });
  };
  return { before: agrees("before"), now: agrees("now") };
}

/** One currency is held against all that was signed; of several each, where each was frozen by itself. */
function isHeldByBlock({ currencies }: Figures, then: SignedAmounts): boolean {
  return !currencies.isSplit || then.byCurrency;
}

/** Whether every kind of a block is as it was signed. */
function isAsSigned(
  figures: Figures,
  items: readonly OutstandingItem[],
  then: SignedAmounts,
  block: number,
  held: Held,
): boolean {
  return KINDS.every(
    (kind) =>
      outstandingTotals(figures, items, { kind, block })[AMOUNT_AT[held]] ===
      heldAmount(figures, then, kind, block),
  );
}

/** What the rows of C2's totals are made from. */
interface Summary {
  readonly figures: Figures;
  readonly items: readonly OutstandingItem[];
  readonly place: TablePlace;
  readonly list: TablePlace;
  readonly signed: SignedOutstanding;
}

/** One row per kind, then the total: what clearing everything would add to the wallet; each currency by itself. */
export function* outstandingSummary(
  figures: Figures,
  items: readonly OutstandingItem[],
  place: TablePlace,
  list: TablePlace,
): Generator<Row> {
  const summary = { figures, items, place, list, signed: signedOutstanding(figures.input) };
  for (const block of figures.currencies.blocks.keys()) {
    for (const kind of KINDS) yield kindRow(summary, kind, block);
    yield blockRow(summary, block);
  }
  if (figures.currencies.isSplit) yield everyRow(summary);
}

const KEYS = ROLL.map(({ key }) => key);

function kindRow(
  { figures, items, place, list, signed }: Summary,
  kind: OutstandingKind,
  block: number,
): Row {
  const { currencies, round } = figures;
  const [open = 0, ...amounts] = outstandingTotals(figures, items, { kind, block });
  const { row } = place.at(summaryRow(block, kind));
  const like = `$A${row}`;
  const code = `$D${row}`;
  const held = (key: Held): Cell[] => {
    const then = signed[key];
    const amount = then === null ? null : heldAmount(figures, then, kind, block);
    if (amount === null) return [null, null];
    const formula = `${place.letter(key)}${row}=${place.letter(SIGNED[key])}${row}`;
    return [amount, { value: amounts[AMOUNT_AT[key] - 1] === amount, formula }];
  };
  const count = currencies.isSplit
    ? list.overParts(
        ["kind", "currency", "now"],
        (kinds, codes, now) => `SUMPRODUCT((${kinds}=${like})*EXACT(${codes},${code})*(${now}<>0))`,
      )
    : list.overParts(["kind", "now"], (kinds, now) => `COUNTIFS(${kinds},${like},${now},"<>0")`);
  const sumOf = (key: string) =>
    currencies.isSplit
      ? list.overParts(
          ["kind", "currency", key],
          (kinds, codes, range) => `SUMPRODUCT((${kinds}=${like})*EXACT(${codes},${code})*${range})`,
        )
      : list.overParts(["kind", key], (kinds, range) => `SUMIF(${kinds},${like},${range})`);
  const sums = KEYS.map((key, index) => ({ value: amounts[index] ?? 0, formula: round(sumOf(key)) }));
  const currency = currencies.isSplit ? labelAt(currencies, block) : null;
  return {
    tone: "plain",
    cells: [
      kind,
      { value: open, formula: count },
      null,
      currency,
      null,
      ...held("before"),
      ...sums,
      ...held("now"),
    ],
  };
}

/** What was signed of a kind in a block; null where several currencies were signed as one sum. */
function heldAmount(
  { currencies }: Figures,
  then: SignedAmounts,
  kind: OutstandingKind,
  block: number,
): number | null {
  if (!currencies.isSplit) return then.ofAll(kind);
  return then.of(kind, currencies.blocks[block]?.currency ?? null);
}

/** As `isAsSigned`; null where nothing was signed, or several currencies as one sum. */
function isBlockAsSigned({ figures, items, signed }: Summary, block: number, held: Held): boolean | null {
  const then = signed[held];
  return then === null || !isHeldByBlock(figures, then)
    ? null
    : isAsSigned(figures, items, then, block, held);
}

/** What all kinds of a block come to, and whether they are as they were signed. */
function blockRow(summary: Summary, block: number): Row {
  const { figures, items, place } = summary;
  const { currencies, round } = figures;
  const [open = 0, ...amounts] = outstandingTotals(figures, items, { kind: null, block });
  const first = summaryRow(block, KINDS[0]);
  const last = first + KINDS.length - 1;
  const sums = KEYS.map((key, index) => ({
    value: amounts[index] ?? 0,
    formula: round(place.sum(key, first, last)),
  }));
  const count = { value: open, formula: place.sum("items", first, last) };
  const agree = (held: Held): Cell => {
    const isAs = isBlockAsSigned(summary, block, held);
    return isAs === null
      ? null
      : { value: isAs, formula: `AND(${place.ranges(AGREES[held], first, last).join(",")})` };
  };
  const currency = currencies.isSplit ? labelAt(currencies, block) : null;
  const cells: Cell[] = ["All items", count, null, currency, null, null, agree("before")];
  return { tone: "total", cells: [...cells, ...sums, null, agree("now")] };
}

/** Of several currencies: whether each is as it was signed, or all of them where they were signed as one sum. */
function everyRow({ figures, items, place, signed }: Summary): Row {
  const { currencies } = figures;
  const agreement = agreementOf(figures, items);
  const agree = (held: Held): Cell => {
    const then = signed[held];
    const value = agreement[held];
    if (then === null || value === null) return null;
    const tests = isHeldByBlock(figures, then)
      ? [...currencies.blocks.keys()].map((block) => place.cell(AGREES[held], summaryRow(block, null)))
      : KINDS.map((kind) => {
          const rows = [...currencies.blocks.keys()].map((block) =>
            place.cell(held, summaryRow(block, kind)),
          );
          return `${rows.join("+")}=${then.ofAll(kind)}`;
        });
    return { value, formula: `AND(${tests.join(",")})` };
  };
  const cells: Cell[] = ["Every currency by itself", null, null, null, null, null, agree("before")];
  return { tone: "total", cells: [...cells, ...KEYS.map(() => null), null, agree("now")] };
}
