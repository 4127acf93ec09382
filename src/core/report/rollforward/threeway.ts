/** A2: the closing in each currency from three sides, nothing left unclassified. */
import { addAmounts, formatCount } from "../../money.ts";
import { SETTLEMENT } from "../../reconcile/input/result.ts";
import { OUTSTANDING_KINDS, type OutstandingKind } from "../../review/close/close.ts";
import { type Currencies, labelAt, textLiteral } from "../sheet/currencies.ts";
import { dueOf } from "../sheet/due.ts";
import type { Figures } from "../sheet/figures.ts";
import { totalOf } from "../sheet/flows.ts";
import type { OutstandingItem } from "../exceptions/outstanding-items.ts";
import { type SummaryTable, summaryRow } from "../exceptions/outstanding-summary.ts";
import { type OutstandingTable, outstandingTotals } from "../exceptions/outstanding.ts";
import type { TransactionTable } from "../exceptions/transactions.ts";
import { sumWhere } from "../sheet/sums.ts";
import { type LineName, type ProofLines, ProofSheet } from "./proof-lines.ts";
import { type RollAmount, type RollTable, rollTotalAt, sumOverWallets } from "./rollforward.ts";
import type { ItemTable } from "./item-table.ts";
import { CLASS, type ItemClass, type ReconcilingItem, sumOfClass } from "./reconciling-items.ts";
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
  items: readonly ReconcilingItem[],
  outstanding: readonly OutstandingItem[],
  sources: ThreeWaySources,
): ProofLines[] {
  const { currencies } = figures;
  return currencies.blocks.map((_, block) => {
    const proof = new ProofSheet(currencies);
    const work = { figures, block, sources, proof };
    proof.heading(headingOf(currencies, block), headingRemark(currencies, block));
    walletSide(work);
    transactionsSide(work, items);
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

function transactionsSide(work: ThreeWayWork, items: readonly ReconcilingItem[]): void {
  const { proof, block, sources } = work;
  proof.title("transactionsTitle", "2   The wallet built from the transactions");
  proof.again("openingAgain", "Opening, as the wallet states it", "opening");
  settledLines(work);
  const ofClass = (line: LineName, text: string, name: ItemClass) => {
    const formula = () => sumWhere(sources.items, "amount", [["class", `="${name}"`]], currencyOf(work));
    proof.line(line, text, sumOfClass(items, name, block), formula, "items below");
  };
  ofClass("differences", "+ settled over or short of what was expected", CLASS.difference);
  ofClass("notJudged", "+ settled, amount not judged", CLASS.notJudged);
  ofClass("unlike", "+ entries of payments in another currency", CLASS.unlike);
  ofClass("orphans", "+ orphan payrefs: no transaction has them", CLASS.orphan);
  ofClass("noPayref", "+ entries without a payref", CLASS.noPayref);
  ofClass("breaks", "+ break differences", CLASS.break);
  const settled = ["openingAgain", "expected", "earlier", "differences", "notJudged"] as const;
  const others = ["unlike", "orphans", "noPayref", "breaks"] as const;
  proof.total("built", "Closing, built from the transactions", [...settled, ...others]);
  proof.again("statedAgain", STATED, "stated");
  proof.nil("transactions", "Difference", "statedAgain", "built");
}

/** What payrefs with entries in the period were expected to bring, and how much of it came before. */
function settledLines(work: ThreeWayWork): void {
  const { figures, block, proof } = work;
  const { transactions } = work.sources;
  const { input, currencies, transactionRows, tiedEntries, tiedNet } = figures;
  let expected = 0;
  let earlier = 0;
  for (const row of transactionRows) {
    if (tiedEntries[row] === 0 || currencies.ofTransaction(row) !== block) continue;
    expected = addAmounts(expected, dueOf(input, row) ?? 0, "expected amounts");
    const net = input.check.transactionOutcomes.net[row] as number;
    earlier = addAmounts(earlier, net - (tiedNet[row] as number), "amounts settled earlier");
  }
  const sum = (key: "expected" | "earlier") =>
    sumWhere(transactions, key, [["entries", ">0"]], currencyOf(work));
  const from = (key: "expected" | "earlier") => () => ({ value: "B2", link: transactions.link(key, 0) });
  proof.line(
    "expected",
    "+ expected of payrefs settled in the period",
    expected,
    () => sum("expected"),
    from("expected"),
  );
  proof.line(
    "earlier",
    "− of which settled in earlier periods",
    0 - earlier,
    () => `-(${sum("earlier")})`,
    from("earlier"),
  );
}

function saidSide(work: ThreeWayWork, outstanding: readonly OutstandingItem[]): void {
  const { figures, block, sources, proof } = work;
  proof.title("saidTitle", "3   The balance per transactions");
  proof.again("closing", STATED, "stated");
  proof.again("lessBreaks", "− break differences", "breaks", -1);
  proof.again("lessDifferences", "− settled over or short of what was expected", "differences", -1);
  const carried = (name: LineName, text: string, kind: OutstandingKind) => {
    const { now: value } = outstandingTotals(figures, outstanding, { kind, block });
    const at = summaryRow(block, kind);
    const from = () => ({ value: "C2", link: sources.summary.link("now", at) });
    proof.line(name, text, value, () => sources.summary.cell("now", at), from);
  };
  carried("unsettled", "+ paid, not in the wallet", "paid, no entry");
  carried("inTransit", "+ in transit", "in transit");
  carried("openOrphans", "− orphan payrefs, all still open", "orphan payref");
  const steps = ["lessBreaks", "lessDifferences", "unsettled", "inTransit", "openOrphans"] as const;
  proof.total("said", "Balance per transactions", ["closing", ...steps]);
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
 * What is due and not in the wallet, without C2's totals: B2's expected amounts by status, and what C2 lists
 * of payments that are not on B2 because they are of earlier periods.
 */
function dueLine(work: ThreeWayWork, outstanding: readonly OutstandingItem[]): void {
  const { figures, block, proof } = work;
  const { transactions, listed } = work.sources;
  const { currencies, transactionAt } = figures;
  const { settlement } = figures.input.check.transactionOutcomes;
  let due = 0;
  for (const row of figures.transactionRows) {
    const isOpen = settlement[row] === SETTLEMENT.unsettled || settlement[row] === SETTLEMENT.inTransit;
    if (!isOpen || currencies.ofTransaction(row) !== block) continue;
    due = addAmounts(due, dueOf(figures.input, row) ?? 0, "payments due");
  }
  const earlier = outstanding.filter(
    ({ kind, row }) => kind !== "orphan payref" && transactionAt[row] === -1,
  );
  for (const { now, block: of } of earlier) if (of === block) due = addAmounts(due, now, "payments due");
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
    "+ paid, not in the wallet, and in transit by status",
    due,
    formula,
    "B2; C2 of earlier periods",
  );
}
