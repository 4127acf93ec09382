/** A2: the closing in each currency from three sides, nothing left unclassified. */
import { formatCount } from "../../money.ts";
import { OUTSTANDING_KINDS, type OutstandingKind } from "../../review/close/close.ts";
import { type Currencies, labelAt, textLiteral } from "../sheet/currencies.ts";
import { dueOf } from "../sheet/due.ts";
import type { Figures } from "../sheet/figures.ts";
import { totalOf } from "../sheet/flows.ts";
import type { OutstandingItem } from "../exceptions/outstanding-items.ts";
import { type SummaryTable, summaryRow } from "../exceptions/outstanding-summary.ts";
import type { OutstandingTable } from "../exceptions/outstanding.ts";
import type { TransactionTable } from "../exceptions/transactions.ts";
import { sumWhere } from "../sheet/sums.ts";
import { type LineName, type ProofLines, ProofSheet } from "./proof-lines.ts";
import { type RollAmount, type RollTable, rollTotalAt, sumOverWallets } from "./rollforward.ts";
import type { ItemTable } from "./item-table.ts";
import { type FigureName, statedFigure, figureSums, rollFigureName } from "./figure-rows.ts";
import { CLASS, type ItemClass } from "./reconciling-items.ts";
import { currencyTitle } from "../../words/currency.ts";
import { walletWords } from "../../words/wallet.ts";

interface ThreeWaySources {
  readonly transactions: TransactionTable;
  readonly roll: RollTable;
  /** The totals of C2. */
  readonly summary: SummaryTable;
  /** The items of C2. */
  readonly listed: OutstandingTable;
  /** The items of A2. */
  readonly items: ItemTable;
}

const STATED = "Closing, as the wallet states it";

/** The three-way proof of each currency. Formulas are made when the rows are. */
export function proofsByCurrency(
  figures: Figures,
  outstanding: readonly OutstandingItem[],
  sources: ThreeWaySources,
): ProofLines[] {
  const { currencies } = figures;
  const sums = new Map<FigureName, readonly number[]>();
  return currencies.blocks.map((_, block) => {
    const proof = new ProofSheet(currencies);
    const sumOf = (name: FigureName) => {
      const known = sums.get(name) ?? figureSums(figures, name);
      sums.set(name, known);
      return known[block] ?? 0;
    };
    const work = { figures, block, sources, proof, sumOf };
    proof.heading(headingOf(currencies, block), headingRemark(currencies, block));
    walletSide(work);
    transactionsSide(work);
    saidSide(work, outstanding);
    return proof.lines();
  });
}

function headingOf({ blocks }: Currencies, at: number): string {
  const { currency, label, wallets } = blocks[at] ?? { currency: null, label: "", wallets: [] };
  const [only] = wallets;
  const name = currency === null ? currencyTitle(null) : label;
  if (only === undefined) return `${name}: no wallet, payments alone`;
  const whose = currency === null && wallets.length === 1 ? `, ${walletWords({ ...only, currency })}` : "";
  return `${name}: ${formatCount(wallets.length, "wallet")}${whose}`;
}

/** What a sum over wallets of unknown currencies is worth; null where the currency is known. */
function headingRemark({ blocks }: Currencies, at: number): string | null {
  const { currency, wallets } = blocks[at] ?? { currency: null, wallets: [] };
  if (currency !== null || wallets.length === 0) return null;
  return wallets.length === 1
    ? "Nothing that was pulled states its currency."
    : "They may be in different currencies: this checks arithmetic.";
}

/** The proof of one block, while it is made. */
interface ThreeWayWork {
  readonly figures: Figures;
  readonly block: number;
  readonly sources: ThreeWaySources;
  readonly proof: ProofSheet;
  /** What a figure comes to in the block. */
  readonly sumOf: (name: FigureName) => number;
}

function currencyOf({ figures: { currencies }, block }: ThreeWayWork): string {
  return textLiteral(labelAt(currencies, block));
}

function walletSide({ figures, block, sources: { roll }, proof }: ThreeWayWork): void {
  const wallets = figures.currencies.blocks[block]?.wallets ?? [];
  const flow = totalOf(wallets);
  const at = rollTotalAt(figures, block);
  const line = (name: LineName, text: string, key: RollAmount, value: number, sign = "") => {
    const from = () => ({ value: "A1", link: roll.link(key, at) });
    proof.line(name, text, value, () => `${sign}${roll.cell(key, at)}`, from);
  };
  proof.title("walletTitle", "1   The wallet alone");
  line(
    "opening",
    "Opening, as the wallet states it",
    "opening",
    sumOverWallets(wallets, ({ opening }) => opening),
  );
  line("inflow", "+ inflows", "inflow", flow.inflow);
  line("outflow", "− outflows", "outflow", 0 - flow.outflow, "-");
  line("rollBreaks", "+ break differences", "breakDifference", flow.breakDifference);
  proof.total("computed", "Closing, computed from the movements", [
    "opening",
    "inflow",
    "outflow",
    "rollBreaks",
  ]);
  line(
    "stated",
    STATED,
    "stated",
    sumOverWallets(wallets, ({ closing }) => closing),
  );
  proof.nil("wallet", "Difference", "stated", "computed");
}

function transactionsSide(work: ThreeWayWork): void {
  const { proof, sources } = work;
  proof.title("transactionsTitle", "2   The wallet built from the transactions");
  proof.again("openingAgain", "Opening, as the wallet states it", "opening");
  settledLines(work);
  const ofClass = (line: LineName & FigureName, name: ItemClass) => {
    const formula = () => sumWhere(sources.items, "amount", [["class", `="${name}"`]], currencyOf(work));
    proof.line(line, `+ ${statedFigure(line).words}`, work.sumOf(line), formula, "items below");
  };
  ofClass("differences", CLASS.difference);
  ofClass("notJudged", CLASS.notJudged);
  ofClass("unlike", CLASS.unlike);
  ofClass("orphans", CLASS.orphan);
  ofClass("noPayref", CLASS.noPayref);
  ofClass("breaks", CLASS.break);
  const settled = ["openingAgain", "expected", "earlier", "differences", "notJudged"] as const;
  const others = ["unlike", "orphans", "noPayref", "breaks"] as const;
  proof.total("built", "Closing, built from the transactions", [...settled, ...others]);
  proof.again("statedAgain", STATED, "stated");
  proof.nil("transactions", "Difference", "statedAgain", "built");
}

/** What payrefs with entries in the period were expected to bring, and how much of it came before. */
function settledLines(work: ThreeWayWork): void {
  const { transactions } = work.sources;
  const line = (name: "expected" | "earlier", sign: string, formula: (sum: string) => string) => {
    const from = () => ({ value: "B2", link: transactions.link(name, 0) });
    const sum = () => formula(sumWhere(transactions, name, [["entries", ">0"]], currencyOf(work)));
    work.proof.line(name, `${sign} ${statedFigure(name).words}`, work.sumOf(name), sum, from);
  };
  line("expected", "+", (sum) => sum);
  line("earlier", "−", (sum) => `-(${sum})`);
}

function saidSide(work: ThreeWayWork, outstanding: readonly OutstandingItem[]): void {
  const { block, sources, proof } = work;
  proof.title("saidTitle", "3   The balance per transactions");
  proof.again("closing", STATED, "stated");
  proof.again("lessBreaks", "− break differences", "breaks", -1);
  proof.again("lessDifferences", "− settled over or short of what was expected", "differences", -1);
  const carried = (name: LineName, text: string, kind: OutstandingKind) => {
    const at = summaryRow(block, kind);
    const from = () => ({ value: "C2", link: sources.summary.link("now", at) });
    const value = work.sumOf(rollFigureName(kind, "now"));
    proof.line(name, text, value, () => sources.summary.cell("now", at), from);
  };
  carried("unsettled", "+ paid, not in the wallet", "paid, no entry");
  carried("inTransit", "+ in transit", "in transit");
  carried("openOrphans", "− orphan payrefs, all still open", "orphan payref");
  const steps = ["lessBreaks", "lessDifferences", "unsettled", "inTransit", "openOrphans"] as const;
  proof.total("said", `Balance per transactions${hasDeleted(work) ? ", deleted ones included" : ""}`, [
    "closing",
    ...steps,
  ]);
  const settled = ["openingAgain", "expected", "earlier", "notJudged", "unlike", "noPayref"] as const;
  proof.total("asExpected", "Opening, settled as expected, entries without a payref", settled, "line");
  dueLine(work, outstanding);
  proof.total("earlierOrphans", "− orphan payrefs of earlier periods", ["orphans", "openOrphans"], "line");
  const own = ["asExpected", "due", "earlierOrphans"] as const;
  proof.total("addedUp", "Balance per transactions, added up line by line", own);
  proof.nil("unexplained", "Unclassified difference", "addedUp", "said", {
    // Every amount of the one side is a line of the other, so what is left was typed over or left out where
    // they are listed.
    held: "nil: every amount has a line above; A says what no payment supports",
    broken:
      "not nil: compare B2 by status, B1 without a payref and orphans with the items listed below and on C2",
  });
}

/**
 * Whether payments that are deleted were due what their entries in the period came to: the check takes their amounts as it
 * takes any, and raises each by itself.
 */
function hasDeleted({
  block,
  figures: { input, currencies, transactionRows, tiedEntries },
}: ThreeWayWork): boolean {
  const { deleted } = input.records.transactions;
  return transactionRows.some(
    (row) =>
      deleted[row] === 1 &&
      tiedEntries[row] !== 0 &&
      currencies.ofTransaction(row) === block &&
      (dueOf(input, row) ?? 0) !== 0,
  );
}

/**
 * What is due and not in the wallet, without C2's totals: B2's expected amounts by status, and what C2 lists
 * of payments that are not on B2 because they are of earlier periods.
 */
function dueLine(work: ThreeWayWork, outstanding: readonly OutstandingItem[]): void {
  const { proof } = work;
  const { transactions, listed } = work.sources;
  const { transactionAt } = work.figures;
  const earlier = outstanding.filter(
    ({ kind, row }) => kind !== "orphan payref" && transactionAt[row] === -1,
  );
  // C2 lists those first.
  const last = earlier.length - 1;
  const formula = () => {
    const byStatus = OUTSTANDING_KINDS.slice(0, 2).map((kind) =>
      sumWhere(transactions, "expected", [["status", `="${kind}"`]], currencyOf(work)),
    );
    const before = sumWhere(listed, "now", [], currencyOf(work), (keys, of) =>
      listed.overParts(keys, of, 0, last),
    );
    return [...byStatus, before].join("+");
  };
  proof.line(
    "due",
    `+ ${statedFigure("due").words}`,
    work.sumOf("due"),
    formula,
    "B2; C2 of earlier periods",
  );
}
