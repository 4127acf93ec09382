/** Which records make a figure of a month, and what each adds to it: a figure is the sum of its rows. */
import { addAmounts } from "../../money.ts";
import { oncePer } from "../../once-per.ts";
import { walletKey } from "../../reconcile/chain/wallet-key.ts";
import { SETTLEMENT } from "../../reconcile/input/result.ts";
import { OUTSTANDING_KINDS, type OutstandingKind } from "../../review/close/close.ts";
import {
  ageOf,
  datedAt,
  daysOpen,
  type OutstandingItem,
  outstandingOf,
} from "../exceptions/outstanding-items.ts";
import type { RollKey } from "../exceptions/outstanding.ts";
import { dueOf } from "../sheet/due.ts";
import type { PeriodRows } from "../sheet/figures.ts";
import { UNLIKE } from "../sheet/record-currencies.ts";
import { CLASS, type ItemClass, reconcilingItems } from "./reconciling-items.ts";

/** What a record adds to a figure; in the service's unit, + where it raises the balance. */
interface FigurePart {
  /** Row in the columns of the figure's table. */
  readonly row: number;
  readonly amount: number;
  /** Index of the currency's block; UNLIKE for none. */
  readonly block: number;
}

interface StatedFigure {
  /** Of which table its records are. */
  readonly of: "entries" | "transactions";
  /** As a line of the proof names it, without its sign. */
  readonly words: string;
  readonly parts: (rows: PeriodRows) => readonly FigurePart[];
  /** Whether it takes how the records stood before the period, too. */
  readonly needsBefore?: true;
}

// Entries and payments of the period.

function entryParts(
  { currencies }: PeriodRows,
  rows: Iterable<number>,
  amountOf: (row: number) => number,
): FigurePart[] {
  const parts: FigurePart[] = [];
  for (const row of rows) {
    const amount = amountOf(row);
    if (amount !== 0) parts.push({ row, amount, block: currencies.ofEntry(row) });
  }
  return parts;
}

function movedParts(rows: PeriodRows, isOf: (moved: number) => boolean): FigurePart[] {
  const { movement } = rows.input.check.entryOutcomes;
  return entryParts(
    rows,
    rows.walletRows.filter((row) => row >= 0 && isOf(movement[row] as number)),
    (row) => movement[row] as number,
  );
}

/** Of every wallet the entry that states its balance at an end of the period; an opening may be implied by the first. */
function balanceParts(rows: PeriodRows, end: "opening" | "closing"): FigurePart[] {
  const { check, records } = rows.input;
  const { order, inPeriod, movement, periodAtMs } = check.entryOutcomes;
  const { userID, businessID, balance } = records.entries;
  const perUser = check.options.chainScope === "user";
  const fromMs = check.period?.fromMs ?? -Infinity;
  const stating = new Map<string, number>();
  const implied = new Set<number>();
  for (const row of order) {
    const owner = userID[row] as number;
    const wallet = walletKey({ userID: owner, businessID: perUser ? null : (businessID[row] as number) });
    const isBefore = (periodAtMs[row] as number) < fromMs;
    if (!stating.has(wallet)) {
      stating.set(wallet, row);
      if (!isBefore) implied.add(row);
    } else if (inPeriod[row] === 0 ? isBefore : end === "closing") {
      stating.set(wallet, row);
      implied.delete(row);
    }
  }
  return entryParts(rows, stating.values(), (row) => {
    const isImplied = implied.has(row) && (end === "opening" || inPeriod[row] === 0);
    return (balance[row] as number) - (isImplied ? (movement[row] as number) : 0);
  });
}

const itemsOf = oncePer(reconcilingItems);

/** @param sign −1 of what is taken off again */
function itemParts(name: ItemClass, sign: 1 | -1 = 1): StatedFigure["parts"] {
  return (rows) =>
    itemsOf(rows).flatMap(({ class: of, block, amount, entry, transaction }) => {
      const row = entry ?? transaction;
      return of === name && row !== undefined ? [{ row, block, amount: sign * amount }] : [];
    });
}

/** Of payments with entries in the period. */
function settledParts(
  { transactionRows, tiedEntries, currencies }: PeriodRows,
  amountOf: (row: number) => number,
): FigurePart[] {
  return Array.from(transactionRows)
    .filter((row) => tiedEntries[row] !== 0)
    .map((row) => ({ row, amount: amountOf(row), block: currencies.ofTransaction(row) }))
    .filter(({ amount }) => amount !== 0);
}

/**
 * What is due and not in the wallet, without what is outstanding: expected amounts of the period by status, and
 * the outstanding payments that are of earlier periods.
 */
function dueParts(rows: PeriodRows): FigurePart[] {
  const { input, currencies, transactionRows, transactionAt } = rows;
  const { settlement } = input.check.transactionOutcomes;
  const own = Array.from(transactionRows)
    .filter((row) => settlement[row] === SETTLEMENT.unsettled || settlement[row] === SETTLEMENT.inTransit)
    .map((row) => ({ row, amount: dueOf(input, row) ?? 0, block: currencies.ofTransaction(row) }));
  const earlier = outstandingOf(rows).filter(
    ({ kind, row }) => kind !== "orphan payref" && transactionAt[row] === -1,
  );
  return [...own, ...earlier.map(({ row, now, block }) => ({ row, amount: now, block }))].filter(
    ({ amount }) => amount !== 0,
  );
}

// Outstanding items, by kind: from brought forward to carried forward, and by age.

const KINDS = {
  unsettled: OUTSTANDING_KINDS[0],
  inTransit: OUTSTANDING_KINDS[1],
  openOrphans: OUTSTANDING_KINDS[2],
} as const satisfies Readonly<Record<string, OutstandingKind>>;
type KindName = keyof typeof KINDS;

/** How each amount of an item's roll is worded; of what is carried forward, only that of an age. */
const ROLLED = {
  before: "brought forward",
  new: "new",
  cleared: "cleared",
  reclassified: "reclassified",
  now: "carried forward",
  age30: "open 0 to 30 days",
  age60: "open 31 to 60 days",
  age90: "open 61 to 90 days",
  older: "open over 90 days",
} as const satisfies Readonly<Record<RollKey, string>>;

function rolledAmount(rows: PeriodRows, item: OutstandingItem, key: RollKey): number {
  switch (key) {
    case "before":
    case "now":
    case "reclassified":
      return item[key];
    case "new":
      return item.added;
    case "cleared":
      return 0 - item.cleared;
    case "age30":
    case "age60":
    case "age90":
    case "older":
      return ageOf(daysOpen(rows, datedAt(rows, item)) ?? 0) === key ? item.now : 0;
  }
}

function outstandingParts(rows: PeriodRows, kind: OutstandingKind, key: RollKey): FigurePart[] {
  return outstandingOf(rows)
    .filter((item) => item.kind === kind)
    .map((item) => ({ row: item.row, block: item.block, amount: rolledAmount(rows, item, key) }))
    .filter(({ amount }) => amount !== 0);
}

function rollFigure(name: KindName, key: RollKey): StatedFigure {
  const kind = KINDS[name];
  return {
    of: kind === "orphan payref" ? "entries" : "transactions",
    words: `${kind}, ${ROLLED[key]}`,
    parts: (rows) => outstandingParts(rows, kind, key),
    ...(key in NOW ? {} : { needsBefore: true }),
  };
}

/** What takes the check of the period alone. */
const NOW = { now: true, age30: true, age60: true, age90: true, older: true };

const OWN = {
  opening: {
    of: "entries",
    words: "opening, as the wallet states it",
    parts: (rows) => balanceParts(rows, "opening"),
  },
  inflow: { of: "entries", words: "inflows", parts: (rows) => movedParts(rows, (moved) => moved > 0) },
  outflow: { of: "entries", words: "outflows", parts: (rows) => movedParts(rows, (moved) => moved < 0) },
  breaks: { of: "entries", words: "break differences", parts: itemParts(CLASS.break) },
  computed: {
    of: "entries",
    words: "closing, computed from the movements",
    parts: (rows) =>
      [
        balanceParts(rows, "opening"),
        movedParts(rows, (moved) => moved !== 0),
        itemParts(CLASS.break)(rows),
      ].flat(),
  },
  closing: {
    of: "entries",
    words: "closing, as the wallet states it",
    parts: (rows) => balanceParts(rows, "closing"),
  },
  expected: {
    of: "transactions",
    words: "expected of payrefs settled in the period",
    parts: (rows) => settledParts(rows, (row) => dueOf(rows.input, row) ?? 0),
  },
  earlier: {
    of: "transactions",
    words: "of which settled in earlier periods",
    parts: (rows) =>
      settledParts(
        rows,
        (row) => (rows.tiedNet[row] as number) - (rows.input.check.transactionOutcomes.net[row] as number),
      ),
  },
  differences: {
    of: "transactions",
    words: "settled over or short of what was expected",
    parts: itemParts(CLASS.difference),
  },
  notJudged: { of: "transactions", words: "settled, amount not judged", parts: itemParts(CLASS.notJudged) },
  unlike: { of: "entries", words: "entries of payments in another currency", parts: itemParts(CLASS.unlike) },
  orphans: {
    of: "entries",
    words: "orphan payrefs: no transaction has them",
    parts: itemParts(CLASS.orphan),
  },
  noPayref: {
    of: "entries",
    words: "entries without a payref",
    parts: (rows) =>
      entryParts(rows, rows.untied, (row) => rows.input.check.entryOutcomes.movement[row] as number),
  },
  lessBreaks: { of: "entries", words: "less break differences", parts: itemParts(CLASS.break, -1) },
  lessDifferences: {
    of: "transactions",
    words: "less what was settled over or short of what was expected",
    parts: itemParts(CLASS.difference, -1),
  },
  due: { of: "transactions", words: "paid, not in the wallet, and in transit by status", parts: dueParts },
  earlierOrphans: {
    of: "entries",
    words: "orphan payrefs of earlier periods",
    parts: (rows) =>
      outstandingParts(rows, KINDS.openOrphans, "now").filter(
        ({ row }) => rows.input.check.entryOutcomes.inPeriod[row] === 0,
      ),
  },
} as const satisfies Readonly<Record<string, StatedFigure>>;

/** `opening`, `differences`, …; of outstanding items their kind and which of their amounts. */
export type FigureName = keyof typeof OWN | `${KindName}.${RollKey}`;

const FIGURES: ReadonlyMap<string, StatedFigure> = new Map<string, StatedFigure>([
  ...Object.entries(OWN),
  ...(Object.keys(KINDS) as KindName[]).flatMap((name) =>
    (Object.keys(ROLLED) as RollKey[]).map((key) => [`${name}.${key}`, rollFigure(name, key)] as const),
  ),
]);

export function isFigureName(text: string): text is FigureName {
  return FIGURES.has(text);
}

export function statedFigure(name: FigureName): StatedFigure {
  const figure = FIGURES.get(name);
  if (figure === undefined) throw new Error(`there is no figure ${name}`);
  return figure;
}

export function rollFigureName(kind: OutstandingKind, key: RollKey): FigureName {
  const name = (Object.keys(KINDS) as KindName[]).find((one) => KINDS[one] === kind);
  if (name === undefined) throw new Error(`nothing is outstanding as ${kind}`);
  return `${name}.${key}`;
}

/** Σ of a figure by block. @throws TieoutError SUM_OVERFLOW beyond exact integers */
export function figureSums(rows: PeriodRows, name: FigureName): readonly number[] {
  const { words, parts } = statedFigure(name);
  const sums = rows.currencies.blocks.map(() => 0);
  for (const { block, amount } of parts(rows)) {
    if (block !== UNLIKE) sums[block] = addAmounts(sums[block] ?? 0, amount, words);
  }
  return sums;
}

/** Lines of the three-way proof that state a figure under another name, or once more. */
const LINES: Readonly<Record<string, FigureName>> = {
  openingAgain: "opening",
  rollBreaks: "breaks",
  stated: "closing",
  statedAgain: "closing",
  unsettled: "unsettled.now",
  inTransit: "inTransit.now",
  openOrphans: "openOrphans.now",
};

/** The figure that a line of the proof states; null where it is worked out of other lines. */
export function figureOfLine(line: string): FigureName | null {
  if (Object.hasOwn(LINES, line)) return LINES[line] ?? null;
  return isFigureName(line) ? line : null;
}
