/** A month's outstanding items and three-way proof for the window, from the functions of C2 and A2. */
import type { BankCounts } from "../bank/accepted.ts";
import type { CheckOptions } from "../options.ts";
import {
  type FrozenMonth,
  type FrozenRoll,
  type FrozenWallet,
  type Obstacle,
  OUTSTANDING_KINDS,
  type OutstandingKind,
} from "../review/close/close.ts";
import type { Point } from "../review/close/points.ts";
import type { MonthFacts } from "../review/close/months.ts";
import type { RaisedCounts } from "../review/letters/letter-words.ts";
import { type Figures, figuresOf } from "./sheet/figures.ts";
import type { ReportInput } from "./sheet/input.ts";
import { datedAt, openDays, type OutstandingItem } from "./exceptions/outstanding-items.ts";
import { outstandingTotals } from "./exceptions/outstanding.ts";
import { provenTables } from "./lead/proven-tables.ts";
import type { ProofLines } from "./rollforward/proof-lines.ts";

/** How outstanding items of one kind and currency roll forward; what clearing them would add to the wallet. */
export interface MonthRoll extends FrozenRoll {
  /** null where none is known. */
  readonly currency: string | null;
  readonly kind: OutstandingKind;
  /** How many are open. */
  readonly items: number;
  readonly carriedForward: number;
}

/** One of them, in the currency that it is due in. */
export interface MonthItem extends Omit<MonthRoll, "items" | "ageing"> {
  /** Of an orphan; null for payments. */
  readonly walletID: number | null;
  /** Of a payment; null for orphans. */
  readonly payID: number | null;
  readonly payref: string;
  /** Customer or description. */
  readonly who: string | null;
  /** What it ages from, milliseconds UTC. */
  readonly atMs: number | null;
  /** To the month's end; null once cleared. */
  readonly days: number | null;
}

export interface MonthProofLine {
  /** Stays the same when a version words the line otherwise. */
  readonly name: string;
  readonly text: string;
  readonly amount: number;
  readonly kind: "line" | "total" | "difference" | "title";
}

/** The three-way proof of one currency. */
export interface CurrencyProof {
  /** null where none is known. */
  readonly currency: string | null;
  /** How many wallets it is of; if the currency is unknown they may differ, and their sums are no balance. */
  readonly wallets: number;
  readonly lines: readonly MonthProofLine[];
  /** Nil when it ties out. */
  readonly unexplained: number;
}

export interface MonthProof {
  /** By currency as `proofs`, one of each kind, in the order of OUTSTANDING_KINDS. */
  readonly outstanding: readonly MonthRoll[];
  /** Those that are open first, each group as C2 lists it; at most 500. */
  readonly outstandingItems: readonly MonthItem[];
  /** One for each currency, at least one; what no currency is known of last. */
  readonly proofs: readonly CurrencyProof[];
}

/** A month as it is now, beside what was frozen of it. */
export interface MonthReport extends MonthProof {
  readonly facts: MonthFacts;
  /** As of now the ledger's own; as of a link those that were frozen by then, while prepared or signed. */
  readonly options: CheckOptions;
  readonly wallets: readonly FrozenWallet[];
  readonly errors: FrozenMonth["errors"];
  readonly warnings: FrozenMonth["warnings"];
  /** What is in the way of preparing it; empty when nothing does. */
  readonly obstacles: readonly Obstacle[];
  /** Why it is not prepared whatever note is written, without a stop; null where nothing refuses it. */
  readonly refusal: string | null;
  readonly raised: RaisedCounts;
  /** How the entries that no payment supports stand with the bank; null where no statements are kept. */
  readonly bank: BankCounts | null;
  /** Points of the reviewer on the month, in the order in which they were made. */
  readonly points: readonly Point[];
  /** Which figures, exceptions and decisions are other now than were prepared or signed, one phrase each. */
  readonly changes: readonly string[];
}

/** As many as the window takes at once. */
const MOST_ITEMS = 500;

/** What C2 and A2 show of a period. @throws TieoutError SUM_OVERFLOW beyond exact integers */
export function monthReportOf(input: ReportInput): MonthProof {
  const figures = figuresOf(input);
  const { lists, lines: proofs } = provenTables(figures);
  const open = lists.outstanding.filter(({ now }) => now !== 0);
  const cleared = lists.outstanding.filter(({ now }) => now === 0);
  return {
    outstanding: [...figures.currencies.blocks.keys()].flatMap((block) =>
      OUTSTANDING_KINDS.map((kind) => rollOf(figures, lists.outstanding, kind, block)),
    ),
    outstandingItems: [...open, ...cleared].slice(0, MOST_ITEMS).map((item) => itemOf(figures, item)),
    proofs: proofs.map((lines, block) => currencyProof(figures, lines, block)),
  };
}

function currencyProof({ currencies }: Figures, lines: ProofLines, at: number): CurrencyProof {
  const block = currencies.blocks[at];
  return {
    currency: block?.currency ?? null,
    wallets: block?.wallets.length ?? 0,
    lines: [...lines].flatMap(([name, { text, value, kind }]) =>
      kind === "heading"
        ? []
        : [{ name, text, amount: value, kind: kind === "nil" ? ("difference" as const) : kind }],
    ),
    unexplained: lines.get("unexplained")?.value ?? 0,
  };
}

function rollOf(
  figures: Figures,
  items: readonly OutstandingItem[],
  kind: OutstandingKind,
  block: number,
): MonthRoll {
  const totals = outstandingTotals(figures, items, { kind, block });
  return {
    currency: figures.currencies.blocks[block]?.currency ?? null,
    kind,
    items: totals.items,
    broughtForward: totals.before,
    added: totals.new,
    cleared: totals.cleared,
    reclassified: totals.reclassified,
    carriedForward: totals.now,
    ageing: [totals.age30, totals.age60, totals.age90, totals.older],
  };
}

function itemOf(figures: Figures, item: OutstandingItem): MonthItem {
  const { input } = figures;
  const { entries, transactions, payrefs } = input.records;
  const { kind, row, before, added, cleared, reclassified, now } = item;
  const isOrphan = kind === "orphan payref";
  const payref = isOrphan ? entries.payref[row] : transactions.payref[row];
  return {
    currency: figures.currencies.blocks[item.block]?.currency ?? null,
    kind,
    walletID: isOrphan ? (entries.walletID[row] as number) : null,
    payID: isOrphan ? null : (transactions.payID[row] as number),
    payref: payrefs.at(payref as number),
    who: isOrphan ? input.entryTexts(row).description : input.transactionTexts(row).customerName,
    atMs: datedAt(figures, item),
    days: openDays(figures, item),
    broughtForward: before,
    added,
    cleared,
    reclassified,
    carriedForward: now,
  };
}
