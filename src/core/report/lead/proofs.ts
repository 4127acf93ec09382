/** A: the proofs, each a formula that gives TRUE or FALSE, and what the application itself makes of it. */
import type { Figures, BlockFlows } from "../sheet/figures.ts";
import { type ColumnDeclaration, ReportTable, columnsOf, head } from "../sheet/table.ts";
import type { ActionTable, DayTable } from "../rollforward/days.ts";
import { type BreakTable, breakTotals } from "../rollforward/breaks.ts";
import { type Flow, netOf, totalOf } from "../sheet/flows.ts";
import { type OpeningTable, carriesOn, openingsOf } from "../rollforward/openings.ts";
import { type RollTable, rollTotalAt, sumOverWallets } from "../rollforward/rollforward.ts";
import { type LineName, type ProofLines, type ProofTable, proofRow } from "../rollforward/proof-lines.ts";
import type { Finding } from "../../reconcile/input/findings.ts";
import { UNLIKE } from "../sheet/record-currencies.ts";
import { type ExceptionTable, breaksFormula } from "../exceptions/exceptions.ts";
import type { Exposure } from "../exceptions/exposures.ts";
import { labelAt, textLiteral } from "../sheet/currencies.ts";
import { dueOf } from "../sheet/due.ts";
import { productWhere } from "../sheet/sums.ts";
import type { OutstandingItem } from "../exceptions/outstanding-items.ts";
import type { TablePlace } from "../sheet/place.ts";
import type { TransactionTable } from "../exceptions/transactions.ts";
import type { WalletTable } from "../exceptions/wallet.ts";
import type { ItemTable } from "../rollforward/item-table.ts";
import { CLASS, type ReconcilingItem } from "../rollforward/reconciling-items.ts";
import { OUTSTANDING_KINDS } from "../../review/close/close.ts";
import { type SummaryTable, summaryRow } from "../exceptions/outstanding-summary.ts";
import { type RollKey, outstandingTotals } from "../exceptions/outstanding.ts";
import type { CellPlace } from "../sheet/model.ts";

export interface Proof {
  readonly words: string;
  readonly holds: boolean;
  readonly formula: () => string;
  /** The workpaper that it is about, and the cell of it to look at. */
  readonly ref: string;
  readonly link: () => CellPlace;
}

/** One test as it stands, or all of several. */
export function allOf(tests: readonly string[]): string {
  return tests.length === 1 ? (tests[0] ?? "") : `AND(${tests.join(",")})`;
}

const HOLDS: ColumnDeclaration<Proof, never> = {
  ...head("truth", "Holds"),
  value: ({ holds }) => ({ value: holds, tone: holds ? "good" : "bad" }),
  formula: ({ formula }) => formula(),
};
const REF: ColumnDeclaration<Proof, never> = {
  ...head("text", "Workpaper"),
  value: ({ ref, link }) => ({ value: ref, link: link() }),
};

const PROOFS = columnsOf<Proof>()({
  proof: { ...head("wrapped", "Proof"), value: ({ words }) => words },
  holds: HOLDS,
  ref: REF,
});
export type ProofsTable = ReportTable<Proof, keyof typeof PROOFS>;

/** Each proof, then all of them at once. */
export function proofsTable(figures: Figures, proofs: readonly Proof[]): ProofsTable {
  return new ReportTable(figures, {
    id: "proofs",
    columns: PROOFS,
    count: proofs.length + 1,
    *lines(table, here) {
      yield* proofs;
      const value = proofs.every(({ holds }) => holds);
      const formula = `AND(${table.ranges("holds", 0, here.index - 1).join(",")})`;
      const holds = { value, formula, tone: value ? "total" : "bad" } as const;
      yield here.row("total", { proof: "All proofs hold", holds });
    },
  });
}

const CHECKS = columnsOf<Proof>()({
  check: { ...head("wrapped", "Close of the month"), value: ({ words }) => words },
  holds: HOLDS,
  ref: REF,
});
export type ChecksTable = ReportTable<Proof, keyof typeof CHECKS>;

/** What a month has to fulfil to be signed off, and to stay as it was signed. */
export function checksTable(figures: Figures, checks: readonly Proof[]): ChecksTable {
  return new ReportTable(figures, {
    id: "close",
    columns: CHECKS,
    lines: checks,
  });
}

interface ProofSources extends ListingSources, OutstandingSources {
  readonly roll: RollTable;
  readonly breaks: BreakTable;
  readonly actions: ActionTable;
  readonly days: DayTable;
  readonly openings: OpeningTable;
  readonly proof: ProofTable;
}

export function proofsOf(
  figures: Figures,
  listed: Listed,
  lines: readonly ProofLines[],
  sources: ProofSources,
): Proof[] {
  return [
    ...rollProofs(figures, sources),
    ...breakProofs(figures, listed.items, sources),
    ...threeWayProofs(figures, lines, sources),
    ...listingProofs(figures, listed.items, sources),
    ...completenessProofs(figures, listed, sources),
    ...outstandingProofs(figures, listed, sources),
  ];
}

/** A proof that a table has in a column of its last row. */
export function lastCellProof<Key extends string>(
  words: string,
  holds: boolean,
  ref: string,
  table: TablePlace<Key>,
  key: Key,
): Proof {
  const row = table.count - 1;
  return { words, holds, formula: () => table.cell(key, row), ref, link: () => table.link(key, row) };
}

function rollProofs({ input, currencies, flows }: Figures, sources: ProofSources): Proof[] {
  const { wallets } = input.check;
  const nets = currencies.blocks.map((block) =>
    sumOverWallets(block.wallets, ({ opening, closing }) => closing - opening),
  );
  const comeToIt = (of: (flow: BlockFlows) => Iterable<Flow>) =>
    flows.every((flow, block) => netOf(totalOf(of(flow))) === nets[block]);
  const foots = wallets.every(({ tiesOut }) => tiesOut);
  const byAction = comeToIt(({ actions }) => actions.values());
  const byDay = comeToIt(({ days }) => days.values());
  const sum = "Opening + inflows − outflows + break differences = closing, for each wallet";
  const proofs = [
    lastCellProof(sum, foots, "A1", sources.roll, "ties"),
    lastCellProof(
      "The movements by action agree to the roll-forward",
      byAction,
      "A1",
      sources.actions,
      "ties",
    ),
    lastCellProof("The movements by day agree to the roll-forward", byDay, "A1", sources.days, "ties"),
  ];
  if (input.priorOutcomes === null) return proofs;
  const words = "Each wallet opens at the closing of the period before, as re-performed today";
  const carries = openingsOf(input).every(carriesOn);
  return [...proofs, lastCellProof(words, carries, "A1", sources.openings, "carries")];
}

/** A month without breaks has no parts to add up. */
function breakProofs(figures: Figures, items: Listed["items"], { breaks }: ProofSources): Proof[] {
  const totals = breakTotals(figures, items);
  if (totals.length === 0) return [];
  return [
    {
      words: "The parts of the break differences agree to the roll-forward",
      holds: totals.every(({ agrees }) => agrees),
      formula: () => allOf(totals.map(({ row }) => breaks.cell("ties", row))),
      ref: "A1",
      link: () => breaks.link("ties", breaks.count - 1),
    },
  ];
}

function threeWayProofs(
  figures: Figures,
  lines: readonly ProofLines[],
  { proof, roll }: ProofSources,
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
    return {
      words,
      holds: blocks.every(holds),
      formula: () => allOf(blocks.map((block) => formula(block, proof.cell(key, row(block))))),
      ref: "A2",
      link: () => proof.link(key, row(blocks.find((block) => !holds(block)) ?? 0)),
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
    nil("No difference between wallet and transactions is left unclassified", "unexplained"),
    each(
      "The break differences listed one by one are those of the roll-forward",
      { key: "amount", name: "breaks" },
      (block) => amount(block, "breaks") === amount(block, "rollBreaks"),
      (block, cell) => `${cell}=${roll.cell("breakDifference", rollTotalAt(figures, block))}`,
    ),
  ];
}

export interface Listed {
  readonly exceptions: readonly Finding[];
  readonly exposures: readonly Exposure[];
  readonly outstanding: readonly OutstandingItem[];
  readonly items: readonly ReconcilingItem[];
}

interface ListingSources {
  readonly wallet: WalletTable;
  readonly transactions: TransactionTable;
  readonly exceptions: ExceptionTable;
  readonly roll: RollTable;
  /** The items of A2. */
  readonly items: ItemTable;
}

/** That every difference is listed by itself: two that cancel out would leave all sums as they are. */
function listingProofs(
  { input, currencies, walletRows, transactionRows, tiedEntries, unlike }: Figures,
  items: readonly ReconcilingItem[],
  { wallet, transactions, items: list }: ListingSources,
): Proof[] {
  const listed = (name: ReconcilingItem["class"]) => ({
    count: items.filter((item) => item.class === name).length,
    formula: () => list.overParts(["class"], (classes) => `COUNTIF(${classes},"${name}")`),
  });
  const breaks = listed(CLASS.break);
  const settled = listed(CLASS.difference);
  const { difference } = input.check.entryOutcomes;
  const broken = walletRows.filter((row) => row >= 0 && difference[row] !== 0).length;
  const off = transactionRows.filter((row) => {
    const due = currencies.ofTransaction(row) === UNLIKE ? null : dueOf(input, row);
    return tiedEntries[row] !== 0 && due !== null && input.check.transactionOutcomes.net[row] !== due;
  }).length;
  return [
    {
      words: "Every balance that does not follow is listed on A2",
      holds: broken === breaks.count,
      formula: () => {
        const nonZero = wallet.overParts(
          ["difference"],
          (range) => `COUNTIF(${range},">0")+COUNTIF(${range},"<0")`,
        );
        return `${nonZero}=${breaks.formula()}`;
      },
      ref: "B1",
      link: () => wallet.link("difference", 0),
    },
    {
      words: "Every payment settled over or short is listed on A2",
      holds: off === settled.count,
      formula: () => {
        const nonNil = transactions.overParts(
          ["entries", "difference"],
          (entries, range) =>
            `COUNTIFS(${entries},">0",${range},">0")+COUNTIFS(${entries},">0",${range},"<0")`,
        );
        if (unlike.length === 0) return `${nonNil}=${settled.formula()}`;
        // Those in another currency than their entries are listed entry by entry.
        const apart = productWhere(
          transactions,
          ["entries", "difference"],
          textLiteral(labelAt(currencies, UNLIKE)),
          (entries, range) => `(${entries}>0)*(${range}<>0)`,
        );
        return `${nonNil}-${apart}=${settled.formula()}`;
      },
      ref: "B2",
      link: () => transactions.link("difference", 0),
    },
  ];
}

/** That a column of a table has as many filled cells as the check counts records. */
function whole<Key extends string>(
  words: string,
  ref: string,
  table: TablePlace<Key>,
  key: Key,
  is: number,
  due: number,
): Proof {
  const formula = () => {
    const ranges = table.ranges(key);
    return `${ranges.length === 0 ? "0" : `COUNTA(${ranges.join(",")})`}=${due}`;
  };
  return { words, holds: is === due, formula, ref, link: () => table.link(key, 0) };
}

function completenessProofs(
  figures: Figures,
  { exceptions, exposures }: Pick<Listed, "exceptions" | "exposures">,
  { wallet, transactions, exceptions: list, roll }: ListingSources,
): Proof[] {
  const { counts, wallets } = figures.input.check;
  const { error, warning } = counts.bySeverity;
  const entries = wallet.records - wallets.length;
  return [
    whole("Every entry of the period is on B1", "B1", wallet, "movement", entries, counts.entries),
    whole(
      "Every transaction of the period is on B2",
      "B2",
      transactions,
      "payableamount",
      transactions.records,
      counts.transactions,
    ),
    whole("Every error and warning is on C1", "C1", list, "rule", exceptions.length, error + warning),
    breaksProof(figures, exposures, list, roll),
    payableProof(figures, transactions, list),
  ];
}

/** The breaks that C1 lists come to what A1 carries, in each currency. */
function breaksProof(
  figures: Figures,
  exposures: readonly Exposure[],
  list: ExceptionTable,
  roll: RollTable,
): Proof {
  const { blocks } = figures.currencies;
  const listed = (block: number) =>
    exposures.reduce((sum, one) => (one.block === block ? sum + one.breakDifference : sum), 0);
  return {
    words: "The breaks on C1 agree to the break differences of the roll-forward",
    holds: blocks.every(({ wallets }, block) => listed(block) === totalOf(wallets).breakDifference),
    formula: () =>
      allOf(
        blocks.map(({ label }, block) => {
          const sum = figures.round(breaksFormula(list, textLiteral(label)));
          return `${sum}=${roll.cell("breakDifference", rollTotalAt(figures, block))}`;
        }),
      ),
    ref: "C1",
    link: () => list.link("difference", 0),
  };
}

/** Every payable amount that does not recalculate is an exception, and no other is. */
function payableProof(
  { input, transactionRows }: Figures,
  transactions: TransactionTable,
  list: ExceptionTable,
): Proof {
  const { chargedamount, scrowfee, taxfee, payableamount } = input.records.transactions;
  const off = transactionRows.filter(
    (row) =>
      (chargedamount[row] as number) + (scrowfee[row] as number) + (taxfee[row] as number) !==
      payableamount[row],
  ).length;
  return {
    words: "Every payable amount that does not recalculate is an exception",
    holds: off === input.check.counts.findings["payable-sum"],
    formula: () => {
      const differing = transactions.overParts(
        ["payableamount", "recalculated"],
        (stated, own) => `SUMPRODUCT((${stated}<>${own})*1)`,
      );
      const listed = list.overParts(["rule"], (rules) => `COUNTIF(${rules},"payable-sum")`);
      return `${differing}=${listed}`;
    },
    ref: "B2",
    link: () => transactions.link("recalculated", 0),
  };
}

interface OutstandingSources {
  readonly exceptions: ExceptionTable;
  /** The totals of C2. */
  readonly summary: SummaryTable;
}

const AGE_KEYS = ["age30", "age60", "age90", "older"] as const;

/** That outstanding items roll forward, age, and are those that C1 raises. */
function outstandingProofs(
  figures: Figures,
  { exceptions, outstanding: items }: Pick<Listed, "exceptions" | "outstanding">,
  sources: OutstandingSources,
): Proof[] {
  const { summary } = sources;
  const blocks = [...figures.currencies.blocks.keys()];
  const everyOf = (holds: (totals: Readonly<Record<RollKey, number>>) => boolean) =>
    blocks.every((block) =>
      [...OUTSTANDING_KINDS, null].every((kind) => holds(outstandingTotals(figures, items, { kind, block }))),
    );
  const proof = (
    words: string,
    holds: boolean,
    plus: readonly RollKey[],
    minus: readonly RollKey[],
  ): Proof => ({
    words,
    holds,
    formula: () => everyRowTies(figures, summary, plus, minus),
    ref: "C2",
    link: () => summary.link("now", summary.count - 1),
  });
  return [
    proof(
      "Outstanding items of each kind roll forward to those carried forward",
      everyOf(
        ({ before, new: added, cleared, reclassified, now }) =>
          before + added - cleared + reclassified === now,
      ),
      ["before", "new", "reclassified"],
      ["cleared", "now"],
    ),
    proof(
      "Outstanding items: the ageing adds up to the amount carried forward",
      everyOf((totals) => AGE_KEYS.reduce((sum, key) => sum + totals[key], 0) === totals.now),
      AGE_KEYS,
      ["now"],
    ),
    unsettledProof(figures, items, exceptions, sources),
  ];
}

/** That in each row of C2's totals columns come to others: one formula, however many currencies there are. */
function everyRowTies(
  { input, currencies }: Figures,
  summary: SummaryTable,
  plus: readonly RollKey[],
  minus: readonly RollKey[],
): string {
  const last = summaryRow(currencies.blocks.length - 1, null);
  const least = 0.5 / 10 ** input.decimals;
  const off = summary.overParts(
    [...plus, ...minus],
    (...ranges) => {
      const sides = [ranges.slice(0, plus.length).join("+"), ...ranges.slice(plus.length)].join("-");
      return `SUMPRODUCT((${sides}>=${least})+(${sides}<=-${least}))`;
    },
    0,
    last,
  );
  return `${off}=0`;
}

/** Of one currency by amount; C1 names no currency, so of several by count: unlike amounts never add up. */
function unsettledProof(
  figures: Figures,
  items: readonly OutstandingItem[],
  exceptions: readonly Finding[],
  { exceptions: list, summary }: OutstandingSources,
): Proof {
  const kind = OUTSTANDING_KINDS[0];
  const { blocks, isSplit } = figures.currencies;
  const raised = exceptions.filter(({ rule }) => rule === "paid-without-entry");
  const carried = [...blocks.keys()].map((block) => outstandingTotals(figures, items, { kind, block }));
  const at = summaryRow(0, kind);
  const byAmount = () => {
    const listed = list.overParts(
      ["rule", "expected"],
      (rules, range) => `SUMIF(${rules},"paid-without-entry",${range})`,
    );
    return `${figures.round(listed)}=${summary.cell("now", at)}`;
  };
  const byCount = () => {
    const listed = list.overParts(["rule"], (rules) => `COUNTIF(${rules},"paid-without-entry")`);
    const counted = summary.overParts(
      ["kind", "items"],
      (kinds, counts) => `SUMIF(${kinds},"${kind}",${counts})`,
      0,
      summaryRow(blocks.length - 1, null),
    );
    return `${listed}=${counted}`;
  };
  const due = raised.reduce((sum, { expected = 0 }) => sum + expected, 0);
  return {
    words: "Missing payments raised on C1 agree to those carried forward",
    holds: isSplit
      ? raised.length === carried.reduce((sum, totals) => sum + totals.items, 0)
      : due === carried[0]?.now,
    formula: isSplit ? byCount : byAmount,
    ref: "C2",
    link: () => summary.link("now", at),
  };
}
