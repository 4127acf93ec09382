/** The proofs on A Lead: each a formula that gives TRUE, and what the application itself makes of it. */
import type { Finding } from "../../reconcile/result/findings.ts";
import { UNLIKE } from "../currencies.ts";
import { dueOf } from "../outstanding/due.ts";
import type { BlockFlows, Figures } from "../figures.ts";
import { type Flow, netOf, totalOf } from "../rollforward/flows.ts";
import type { ReportInput } from "../input.ts";
import type { Place } from "../model.ts";
import { carriesOn, openingsOf } from "../rollforward/openings.ts";
import { KINDS, type OutstandingItem } from "../outstanding/outstanding-items.ts";
import { CARRIED, type OfItems, outstandingTotals, summaryRow } from "../outstanding/outstanding.ts";
import type { TablePlace } from "../place.ts";
import { type LineName, type ProofLines, proofRow } from "../three-way/proof-lines.ts";
import { CLASS, type ReconcilingItem } from "../three-way/reconciling-items.ts";
import { rollTotalAt, sumOf } from "../rollforward/rollforward.ts";

export interface Proof {
  readonly words: string;
  readonly holds: boolean;
  readonly formula: string;
  readonly ref: string;
  readonly link: Place;
}

export interface ProofSheets {
  readonly wallet: TablePlace;
  readonly transactions: TablePlace;
  readonly exceptions: TablePlace;
  readonly roll: TablePlace;
  readonly actions: TablePlace;
  readonly days: TablePlace;
  readonly openings: TablePlace;
  readonly proof: TablePlace;
  readonly items: TablePlace;
  readonly outstanding: TablePlace;
}

/** What the proofs hold their sheets against. */
export interface Listed {
  readonly exceptions: readonly Finding[];
  readonly outstanding: readonly OutstandingItem[];
  readonly items: readonly ReconcilingItem[];
}

/** How many proofs there are; the rows have to be known before the proofs can refer to them. */
export function proofCount({ priorCheck }: ReportInput): number {
  return (priorCheck === null ? 3 : 4) + 6 + 4 + 3;
}

export function proofsOf(
  figures: Figures,
  listed: Listed,
  lines: readonly ProofLines[],
  places: ProofSheets,
): Proof[] {
  return [
    ...rollProofs(figures, places),
    ...threeWayProofs(figures, lines, places),
    ...listingProofs(figures, listed, places),
    ...completenessProofs(figures, listed, places),
    ...outstandingProofs(figures, listed, places),
  ];
}

/** A cell of A1's last column. */
function ties(words: string, place: TablePlace, row: number, holds: boolean): Proof {
  const link = place.place("ties", row);
  return { words, holds, formula: place.cell("ties", row), ref: "A1", link };
}

function rollProofs({ input, currencies, flows }: Figures, places: ProofSheets): Proof[] {
  const { wallets } = input.check;
  const { roll } = places;
  const nets = currencies.blocks.map((block) =>
    sumOf(block.wallets, ({ opening, closing }) => closing - opening),
  );
  const comeToIt = (of: (flow: BlockFlows) => Iterable<Flow>) =>
    flows.every((flow, block) => netOf(totalOf(of(flow))) === nets[block]);
  const proofs = [
    ties(
      "Opening + inflows − outflows + break differences = closing, for each wallet",
      roll,
      roll.count - 1,
      wallets.every(({ tiesOut }) => tiesOut),
    ),
    ties(
      "The movements by action come to the same",
      places.actions,
      places.actions.count - 1,
      comeToIt(({ actions }) => actions.values()),
    ),
    ties(
      "The movements by day come to the same",
      places.days,
      places.days.count - 1,
      comeToIt(({ days }) => days.values()),
    ),
  ];
  if (input.priorCheck === null) return proofs;
  const last = places.openings.count - 1;
  proofs.push({
    words: "Each wallet opens with its closing of the period before, as re-performed today",
    holds: openingsOf(input).every(carriesOn),
    formula: places.openings.cell("carries", last),
    ref: "A1",
    link: places.openings.place("carries", last),
  });
  return proofs;
}

function threeWayProofs(
  figures: Figures,
  lines: readonly ProofLines[],
  { proof, roll }: ProofSheets,
): Proof[] {
  const { currencies } = figures;
  const blocks = [...currencies.blocks.keys()];
  const amount = (block: number, name: LineName) => lines[block]?.get(name)?.value ?? 0;
  /** Holds where it holds in each currency; the link leads to the first in which it does not. */
  const each = (
    words: string,
    { key, name }: { readonly key: "nil" | "amount"; readonly name: LineName },
    holds: (block: number) => boolean,
    formula: (block: number, cell: string) => string,
  ): Proof => {
    const row = (block: number) => proofRow(currencies, block, name);
    const formulas = blocks.map((block) => formula(block, proof.cell(key, row(block))));
    return {
      words,
      holds: blocks.every(holds),
      formula: allOf(formulas),
      ref: "A2",
      link: proof.place(key, row(blocks.find((block) => !holds(block)) ?? 0)),
    };
  };
  const nil = (words: string, name: LineName) =>
    each(
      words,
      { key: "nil", name },
      (block) => amount(block, name) === 0,
      (_, cell) => cell,
    );
  return [
    nil("The stated closing follows from the movements", "wallet"),
    nil("The stated closing can be built from the transactions", "transactions"),
    nil("Nothing is left unexplained between wallet and transactions", "unexplained"),
    each(
      "The break differences listed one by one are those of the roll-forward",
      { key: "amount", name: "breaks" },
      (block) => amount(block, "breaks") === amount(block, "rollBreaks"),
      (block, cell) => `${cell}=${roll.cell("breakDifference", rollTotalAt(figures, block))}`,
    ),
  ];
}

/** One test as it stands, or all of several. */
function allOf(tests: readonly string[]): string {
  return tests.length === 1 ? (tests[0] ?? "") : `AND(${tests.join(",")})`;
}

/** That every difference is listed by itself: two that cancel out would leave all sums as they are. */
function listingProofs(
  { input, currencies, walletRows, transactionRows, tiedEntries }: Figures,
  { items }: Listed,
  { wallet, transactions, items: list }: ProofSheets,
): Proof[] {
  const listed = (name: ReconcilingItem["class"]) => ({
    count: items.filter((item) => item.class === name).length,
    formula: list.overParts(["class"], (classes) => `COUNTIF(${classes},"${name}")`),
  });
  const breaks = listed(CLASS.break);
  const settled = listed(CLASS.difference);
  const { difference } = input.check.entryOutcomes;
  const broken = walletRows.filter((row) => row >= 0 && difference[row] !== 0).length;
  const off = transactionRows.filter((row) => {
    const due = currencies.ofTransaction(row) === UNLIKE ? null : dueOf(input, row);
    return tiedEntries[row] !== 0 && due !== null && input.check.transactionOutcomes.net[row] !== due;
  }).length;
  const nonZero = wallet.overParts(
    ["difference"],
    (range) => `COUNTIF(${range},">0")+COUNTIF(${range},"<0")`,
  );
  const nonNil = transactions.overParts(
    ["entries", "difference"],
    (entries, range) => `COUNTIFS(${entries},">0",${range},">0")+COUNTIFS(${entries},">0",${range},"<0")`,
  );
  return [
    {
      words: "Every row of the wallet that does not follow is listed by itself",
      holds: broken === breaks.count,
      formula: `${nonZero}=${breaks.formula}`,
      ref: "B1",
      link: wallet.place("difference", 0),
    },
    {
      words: "Every payment settled over or short is listed by itself",
      holds: off === settled.count,
      formula: `${nonNil}=${settled.formula}`,
      ref: "B2",
      link: transactions.place("difference", 0),
    },
  ];
}

/** That a column of a table has as many filled cells as the check counts records. */
function whole(words: string, ref: string, place: TablePlace, key: string, is: number, due: number): Proof {
  const ranges = place.ranges(key);
  const counted = ranges.length === 0 ? "0" : `COUNTA(${ranges.join(",")})`;
  return { words, holds: is === due, formula: `${counted}=${due}`, ref, link: place.place(key, 0) };
}

function completenessProofs(
  figures: Figures,
  { exceptions }: Listed,
  { wallet, transactions, exceptions: list }: ProofSheets,
): Proof[] {
  const { counts, wallets } = figures.input.check;
  const { error, warning } = counts.bySeverity;
  const entries = wallet.count - wallets.length;
  return [
    whole("Every entry of the period is on B1", "B1", wallet, "movement", entries, counts.entries),
    whole(
      "Every transaction of the period is on B2",
      "B2",
      transactions,
      "payableamount",
      transactions.count,
      counts.transactions,
    ),
    whole("Every error and warning is on C1", "C1", list, "rule", exceptions.length, error + warning),
    payableProof(figures, transactions, list),
  ];
}

/** Every payable amount that does not recalculate is an exception, and no other is. */
function payableProof(
  { input, transactionRows }: Figures,
  transactions: TablePlace,
  list: TablePlace,
): Proof {
  const { chargedamount, scrowfee, taxfee, payableamount } = input.records.transactions;
  const off = transactionRows.filter(
    (row) =>
      (chargedamount[row] as number) + (scrowfee[row] as number) + (taxfee[row] as number) !==
      payableamount[row],
  ).length;
  const differing = transactions.overParts(
    ["payableamount", "recalculated"],
    (stated, own) => `SUMPRODUCT((${stated}<>${own})*1)`,
  );
  const listed = list.overParts(["rule"], (rules) => `COUNTIF(${rules},"payable-sum")`);
  return {
    words: "Every payable amount that does not recalculate is an exception",
    holds: off === input.check.counts.findings["payable-sum"],
    formula: `${differing}=${listed}`,
    ref: "B2",
    link: transactions.place("recalculated", 0),
  };
}

const AGE_KEYS = ["age30", "age60", "age90", "older"];

function outstandingProofs(
  figures: Figures,
  { exceptions, outstanding: items }: Listed,
  { outstanding, exceptions: list }: ProofSheets,
): Proof[] {
  const blocks = [...figures.currencies.blocks.keys()];
  const totals = blocks.map((block) => outstandingTotals(figures, items, { kind: null, block }));
  const { round } = figures;
  const proof = (words: string, holds: boolean, formula: string, row: number): Proof => ({
    words,
    holds,
    formula,
    ref: "C2",
    link: outstanding.place("now", row),
  });
  const all = outstanding.count - 1;
  const isSplit = figures.currencies.isSplit;
  const aged = `${round(AGE_KEYS.map((key) => outstanding.cell(key, all)).join("+"))}=${outstanding.cell("now", all)}`;
  const rolled = [...KINDS.keys(), all].map((row) => rollFormula(figures, outstanding, row));
  return [
    proof(
      "Outstanding items of each kind roll forward to those carried forward",
      blocks.every((block) => [...KINDS, null].every((kind) => rolls(figures, items, { kind, block }))),
      isSplit
        ? everyRowTies(figures, outstanding, ["before", "new", "reclassified"], ["cleared", "now"])
        : `AND(${rolled.join(",")})`,
      all,
    ),
    proof(
      "Outstanding items: the ages come to what is carried forward",
      totals.every(([, , , , , now, ...ages]) => ages.reduce((sum, amount) => sum + amount, 0) === now),
      isSplit ? everyRowTies(figures, outstanding, AGE_KEYS, ["now"]) : aged,
      all,
    ),
    unsettledProof(figures, items, exceptions, { outstanding, list }),
  ];
}

/** That in each row of C2's totals some columns come to others: one formula, however many currencies there are. */
function everyRowTies(
  { input }: Figures,
  place: TablePlace,
  plus: readonly string[],
  minus: readonly string[],
): string {
  const last = place.count - 2;
  const least = 0.5 / 10 ** input.decimals;
  const off = place.overParts(
    [...plus, ...minus],
    (...ranges) => {
      const sides = [ranges.slice(0, plus.length).join("+"), ...ranges.slice(plus.length)].join("-");
      return `SUMPRODUCT((ABS(${sides})>=${least})*1)`;
    },
    0,
    last,
  );
  return `${off}=0`;
}

/** Of one currency by amount; C1 names no currency, so of several by count: amounts of unlike ones are never added up. */
function unsettledProof(
  figures: Figures,
  items: readonly OutstandingItem[],
  exceptions: readonly Finding[],
  { outstanding, list }: { readonly outstanding: TablePlace; readonly list: TablePlace },
): Proof {
  const kind = KINDS[0];
  const raised = exceptions.filter(({ rule }) => rule === "paid-without-entry");
  const [open = 0, ...amounts] = outstandingTotals(figures, items, { kind, block: 0 });
  const proof = (holds: boolean, formula: string): Proof => ({
    words: "Payments that are exceptions for want of an entry are those carried forward",
    holds,
    formula,
    ref: "C2",
    link: outstanding.place("now", summaryRow(0, kind)),
  });
  if (!figures.currencies.isSplit) {
    const listed = list.overParts(
      ["rule", "expected"],
      (rules, range) => `SUMIF(${rules},"paid-without-entry",${range})`,
    );
    const due = raised.reduce((sum, { expected = 0 }) => sum + expected, 0);
    const carried = outstanding.cell("now", summaryRow(0, kind));
    return proof(due === amounts[CARRIED - 1], `${figures.round(listed)}=${carried}`);
  }
  const listed = list.overParts(["rule"], (rules) => `COUNTIF(${rules},"paid-without-entry")`);
  const counted = outstanding.overParts(
    ["kind", "items"],
    (kinds, counts) => `SUMIF(${kinds},"${kind}",${counts})`,
    0,
    outstanding.count - 2,
  );
  const others = [...figures.currencies.blocks.keys()].slice(1);
  const carried = others.reduce(
    (sum, block) => sum + (outstandingTotals(figures, items, { kind, block })[0] ?? 0),
    open,
  );
  return proof(raised.length === carried, `${listed}=${counted}`);
}

/** Whether items roll from what was there before to what is there now. */
function rolls(figures: Figures, items: readonly OutstandingItem[], of: OfItems): boolean {
  const [, before = 0, added = 0, cleared = 0, moved = 0, now = 0] = outstandingTotals(figures, items, of);
  return before + added - cleared + moved === now;
}

function rollFormula({ round }: Figures, place: TablePlace, row: number): string {
  const cell = (key: string) => place.cell(key, row);
  const rolled = `${cell("before")}+${cell("new")}-${cell("cleared")}+${cell("reclassified")}`;
  return `${round(rolled)}=${cell("now")}`;
}
