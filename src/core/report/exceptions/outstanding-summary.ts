/** C2: what outstanding items come to by kind, each currency separately, compared with what was signed. */
import { OUTSTANDING_KINDS, type OutstandingKind } from "../../review/close/close.ts";
import { signedBefore } from "../sheet/closing.ts";
import { EVERY_CURRENCY, everyCurrencyRows, labelAt, moneyWords } from "../sheet/currencies.ts";
import {
  type Figures,
  type SignedOutstanding,
  signedOutstanding,
  type SignedAmounts,
} from "../sheet/figures.ts";
import type { Cell } from "../sheet/model.ts";
import { sumWhere } from "../sheet/sums.ts";
import {
  type ColumnDeclaration,
  type CurrentRow,
  type KeyedRow,
  ReportTable,
  columnsOf,
  head,
  PROVEN_CURRENCY,
} from "../sheet/table.ts";
import { monthTitle } from "../../words/month.ts";
import { type OutstandingItem, differsSinceWords } from "./outstanding-items.ts";
import {
  type OutstandingTable,
  type OutstandingTotals,
  ROLL,
  type RollKey,
  outstandingTotals,
} from "./outstanding.ts";

/** A kind in a currency, or all kinds of one. */
interface SummaryLine {
  readonly summary: Summary;
  /** null for the total of a block. */
  readonly kind: OutstandingKind | null;
  readonly block: number;
  readonly totals: OutstandingTotals;
}

interface Summary {
  readonly figures: Figures;
  readonly items: readonly OutstandingItem[];
  readonly list: OutstandingTable;
  readonly signed: SignedOutstanding;
}

const SUMMARY = columnsOf<SummaryLine>()({
  kind: { ...head("text", "Item"), value: ({ kind }) => kind ?? "All items" },
  items: { ...head("integer", "Items open"), value: ({ totals }) => totals.items, formula: countFormula },
  currency: {
    skip: 1,
    ...PROVEN_CURRENCY,
    value: ({ summary, block }) => labelAt(summary.figures.currencies, block),
  },
  signedBefore: { skip: 1, ...head("amount", "Signed before"), value: (line) => signedOf(line, "before") },
  agreesBefore: { ...head("truth", "Agrees"), value: (line, here) => agreesCell(line, "before", here) },
  before: rolled("before"),
  new: rolled("new"),
  cleared: rolled("cleared"),
  reclassified: rolled("reclassified"),
  now: rolled("now"),
  age30: rolled("age30"),
  age60: rolled("age60"),
  age90: rolled("age90"),
  older: rolled("older"),
  signed: { ...head("amount", "Signed"), value: (line) => signedOf(line, "now") },
  agrees: { ...head("truth", "Agrees as signed"), value: (line, here) => agreesCell(line, "now", here) },
});

export type SummaryTable = ReportTable<SummaryLine, SummaryKey>;
type SummaryKey = keyof typeof SUMMARY;

export function summaryTable(
  figures: Figures,
  items: readonly OutstandingItem[],
  list: OutstandingTable,
): SummaryTable {
  const { blocks } = figures.currencies;
  return new ReportTable(figures, {
    id: "summary",
    title: `Effect on the wallet once cleared${moneyWords(figures)}${broughtForwardWords(figures, items)}`,
    columns: SUMMARY,
    count: blocks.length * BLOCK_ROWS + everyCurrencyRows(figures.currencies),
    lines: (table, here) => summaryLines(figures, items, list, table, here),
    tone: ({ kind }) => (kind === null ? "total" : "plain"),
  });
}

/** Where the amounts brought forward come from, after a semicolon. */
function broughtForwardWords(figures: Figures, items: readonly OutstandingItem[]): string {
  const { input, clock } = figures;
  if (input.priorOutcomes === null) return "";
  const signed = signedBefore(input);
  if (signed === null)
    return "; brought forward as re-performed today, because nothing was signed off before";
  const by = `by ${signed.by} on ${clock.day(signed.atMs)}`;
  const agrees = agreementOf(figures, items).before !== false;
  const differs = agrees ? "" : `. It differs from what was signed: ${differsSinceWords(input)}`;
  return `; brought forward from ${monthTitle(signed.month)}, signed off ${by}${differs}`;
}

/** Each block has a row for each kind, then their total. */
const BLOCK_ROWS = OUTSTANDING_KINDS.length + 1;

/** The row of a kind among C2's totals; null for the total of a block. */
export function summaryRow(block: number, kind: OutstandingKind | null): number {
  return block * BLOCK_ROWS + (kind === null ? OUTSTANDING_KINDS.length : OUTSTANDING_KINDS.indexOf(kind));
}

/** One row per kind, then the total: what clearing all would add to the wallet; each currency by itself. */
function* summaryLines(
  figures: Figures,
  items: readonly OutstandingItem[],
  list: OutstandingTable,
  table: SummaryTable,
  here: CurrentRow<SummaryKey>,
): Generator<SummaryLine | KeyedRow<SummaryKey>> {
  const summary = { figures, items, list, signed: signedOutstanding(figures.input) };
  for (const block of figures.currencies.blocks.keys()) {
    for (const kind of [...OUTSTANDING_KINDS, null])
      yield { summary, kind, block, totals: outstandingTotals(figures, items, { kind, block }) };
  }
  if (everyCurrencyRows(figures.currencies) > 0) yield everyRow(summary, table, here);
}

function rolled(key: RollKey): ColumnDeclaration<SummaryLine, RollKey | "kind" | "currency"> {
  return {
    header: ROLL[key].header,
    kind: ROLL[key].kind,
    value: ({ totals }) => totals[key],
    formula: ({ summary: { figures, list }, kind }, here) =>
      figures.round(
        kind === null
          ? here.table.sum(key, here.index - OUTSTANDING_KINDS.length, here.index - 1)
          : sumWhere(list, key, [["kind", `=$${here.cell("kind")}`]], `$${here.cell("currency")}`),
      ),
  };
}

function countFormula(
  { summary: { list }, kind }: SummaryLine,
  here: CurrentRow<"kind" | "items" | "currency">,
): string {
  if (kind === null) return here.table.sum("items", here.index - OUTSTANDING_KINDS.length, here.index - 1);
  const open = [
    ["kind", `=$${here.cell("kind")}`],
    ["now", "<>0"],
  ] as const;
  return sumWhere(list, null, open, `$${here.cell("currency")}`);
}

/** The columns of what was signed, by the column that it is compared with. */
const SIGNED = { before: "signedBefore", now: "signed" } as const;
const AGREES = { before: "agreesBefore", now: "agrees" } as const;

function signedOf(
  { summary: { figures, signed }, kind, block }: SummaryLine,
  compared: ComparedAmount,
): number | null {
  const then = signed[compared];
  return then === null || kind === null ? null : signedAmount(figures, then, kind, block);
}

/** Whether what was signed of a kind, or all, is what there is; null: nothing signed, or mixed currencies. */
function agreesCell(
  line: SummaryLine,
  compared: ComparedAmount,
  here: CurrentRow<"signedBefore" | "signed" | "agreesBefore" | "agrees" | "before" | "now">,
): Cell {
  const { summary, kind, block, totals } = line;
  const { figures, items, signed } = summary;
  const then = signed[compared];
  if (then === null) return null;
  if (kind !== null) {
    const amount = signedOf(line, compared);
    if (amount === null) return null;
    const formula = `${here.cell(compared)}=${here.cell(SIGNED[compared])}`;
    return { value: totals[compared] === amount, formula };
  }
  if (!isSignedByBlock(figures, then)) return null;
  const kinds = here.table.ranges(AGREES[compared], here.index - OUTSTANDING_KINDS.length, here.index - 1);
  return { value: isAsSigned(figures, items, then, block, compared), formula: `AND(${kinds.join(",")})` };
}

/** Of several currencies: whether each is as it was signed, or all of them when signed as one sum. */
function everyRow(
  { figures, items, signed }: Summary,
  table: SummaryTable,
  here: CurrentRow<SummaryKey>,
): KeyedRow<SummaryKey> {
  const agreement = agreementOf(figures, items);
  const blocks = [...figures.currencies.blocks.keys()];
  const agree = (compared: ComparedAmount): Cell => {
    const then = signed[compared];
    const value = agreement[compared];
    if (then === null || value === null) return null;
    const tests = isSignedByBlock(figures, then)
      ? blocks.map((block) => table.cell(AGREES[compared], summaryRow(block, null)))
      : OUTSTANDING_KINDS.map((kind) => {
          const rows = blocks.map((block) => table.cell(compared, summaryRow(block, kind)));
          return `${rows.join("+")}=${then.ofAll(kind)}`;
        });
    return { value, formula: `AND(${tests.join(",")})` };
  };
  return here.row("total", { kind: EVERY_CURRENCY, agreesBefore: agree("before"), agrees: agree("now") });
}

// Whether outstanding items are as they were signed: brought forward with the month before, carried forward
// with this one.

type ComparedAmount = "before" | "now";

/** Whether what was signed, or prepared, is as now, of every kind and currency; null where nothing was. */
export function agreementOf(
  figures: Figures,
  items: readonly OutstandingItem[],
): Readonly<Record<ComparedAmount, boolean | null>> {
  const signed = signedOutstanding(figures.input);
  const blocks = [...figures.currencies.blocks.keys()];
  const agrees = (compared: ComparedAmount) => {
    const then = signed[compared];
    if (then === null) return null;
    if (isSignedByBlock(figures, then))
      return blocks.every((block) => isAsSigned(figures, items, then, block, compared));
    return OUTSTANDING_KINDS.every((kind) => {
      const amounts = blocks.map((block) => outstandingTotals(figures, items, { kind, block })[compared]);
      return amounts.reduce((sum, amount) => sum + amount, 0) === then.ofAll(kind);
    });
  };
  return { before: agrees("before"), now: agrees("now") };
}

/** One currency is compared with all that was signed; of several each, where each was frozen by itself. */
function isSignedByBlock({ currencies }: Figures, then: SignedAmounts): boolean {
  return !currencies.isSplit || then.byCurrency;
}

function isAsSigned(
  figures: Figures,
  items: readonly OutstandingItem[],
  then: SignedAmounts,
  block: number,
  compared: ComparedAmount,
): boolean {
  return OUTSTANDING_KINDS.every(
    (kind) =>
      outstandingTotals(figures, items, { kind, block })[compared] ===
      signedAmount(figures, then, kind, block),
  );
}

/** What was signed of a kind in a block; null where several currencies were signed as one sum. */
function signedAmount(
  { currencies }: Figures,
  then: SignedAmounts,
  kind: OutstandingKind,
  block: number,
): number | null {
  if (!currencies.isSplit) return then.ofAll(kind);
  return then.of(kind, currencies.blocks[block]?.currency ?? null);
}
