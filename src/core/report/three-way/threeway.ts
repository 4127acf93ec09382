/** A2: the closing in each currency from three sides, nothing left unexplained. Its reconciling items are in reconciling-items.ts. */
import { addAmounts, formatCount } from "../../money.ts";
import { SETTLEMENT } from "../../reconcile/result/result.ts";
import { type Currencies, labelAt } from "../currencies.ts";
import { dueOf } from "../outstanding/due.ts";
import type { Figures } from "../figures.ts";
import { totalOf } from "../rollforward/flows.ts";
import { textLiteral } from "../formula-text.ts";
import { KINDS, type OutstandingItem, type OutstandingKind } from "../outstanding/outstanding-items.ts";
import { CARRIED, outstandingTotals, summaryRow } from "../outstanding/outstanding.ts";
import type { TablePlace } from "../place.ts";
import { type LineName, type ProofLines, ProofSheet } from "./proof-lines.ts";
import { rollTotalAt, sumOf } from "../rollforward/rollforward.ts";
import { CLASS, type ItemClass, type ReconcilingItem, sumOfClass } from "./reconciling-items.ts";

export interface ProofPlaces {
  readonly wallet: TablePlace;
  readonly transactions: TablePlace;
  readonly roll: TablePlace;
  readonly outstanding: TablePlace;
  /** The items of C2. */
  readonly listed: TablePlace;
  readonly items: TablePlace;
  readonly proof: TablePlace;
}

const STATED = "Closing, as the wallet states it";

/** Works out the proofs, one for each currency: the wallet by itself, built from the transactions, and what the transactions say. */
export function proofsByCurrency(
  figures: Figures,
  items: readonly ReconcilingItem[],
  outstanding: readonly OutstandingItem[],
  places: ProofPlaces,
): ProofLines[] {
  const { currencies } = figures;
  return currencies.blocks.map((_, block) => {
    const proof = new ProofSheet(places.proof, currencies, block);
    const work = { figures, block, places, proof };
    if (currencies.isSplit) proof.heading(headingOf(currencies, block), headingRemark(currencies, block));
    walletSide(work);
    transactionsSide(work, items);
    saidSide(work, outstanding);
    return proof.lines;
  });
}

/** Whose proof it is. */
function headingOf({ blocks }: Currencies, at: number): string {
  const { currency, label, wallets } = blocks[at] ?? { currency: null, label: "", wallets: [] };
  const [only] = wallets;
  const name = currency === null ? "No currency stated" : label;
  if (only === undefined) return `${name}: no wallet, payments alone`;
  const whose = currency === null && wallets.length === 1 ? `, user ${only.userID}` : "";
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
interface Work {
  readonly figures: Figures;
  readonly block: number;
  readonly places: ProofPlaces;
  readonly proof: ProofSheet;
}

/** Sums over the rows of a table that are of the block; where there is one block, over all of them. */
function sumWhere(
  { figures: { currencies }, block }: Work,
  table: TablePlace,
  currencyKey: string,
  when: { readonly key: string; readonly is: string },
  amount: string,
): string {
  if (!currencies.isSplit)
    return table.overParts(
      [when.key, amount],
      (keys, range) => `SUMIF(${keys},${criterion(when.is)},${range})`,
    );
  const own = textLiteral(labelAt(currencies, block));
  return table.overParts(
    [when.key, currencyKey, amount],
    (keys, codes, range) => `SUMPRODUCT((${keys}${when.is})*EXACT(${codes},${own})*${range})`,
  );
}

/** A comparison as SUMIF takes it: what is equal without its sign. */
function criterion(comparison: string): string {
  return comparison.startsWith("=") ? comparison.slice(1) : `"${comparison}"`;
}

function walletSide({ figures, block, places: { roll }, proof }: Work): void {
  const wallets = figures.currencies.isSplit
    ? (figures.currencies.blocks[block]?.wallets ?? [])
    : figures.input.check.wallets;
  const flow = totalOf(wallets);
  const at = rollTotalAt(figures, block);
  const line = (name: LineName, text: string, key: string, value: number, sign = "") => {
    const from = { value: "A1", link: roll.place(key, at) };
    proof.line(name, text, value, `${sign}${roll.cell(key, at)}`, from);
  };
  proof.title("walletTitle", "1   The wallet by itself");
  line(
    "opening",
    "Opening, as the wallet states it",
    "opening",
    sumOf(wallets, ({ opening }) => opening),
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
    sumOf(wallets, ({ closing }) => closing),
  );
  proof.nil("wallet", "Difference", "stated", "computed");
}

function transactionsSide(work: Work, items: readonly ReconcilingItem[]): void {
  const { proof, block, places, figures } = work;
  proof.title("transactionsTitle", "2   The wallet built from the transactions");
  proof.again("openingAgain", "Opening, as the wallet states it", "opening");
  settledLines(work);
  const ofClass = (line: LineName, text: string, name: ItemClass) => {
    const formula = sumWhere(work, places.items, "currency", { key: "class", is: `="${name}"` }, "amount");
    proof.line(line, text, sumOfClass(items, name, block), formula, "items below");
  };
  ofClass("differences", "+ settled over or short of what was expected", CLASS.difference);
  ofClass("notJudged", "+ settled, amount not judged", CLASS.notJudged);
  const { isSplit } = figures.currencies;
  if (isSplit) ofClass("unlike", "+ entries of payments in another currency", CLASS.unlike);
  ofClass("orphans", "+ orphan payrefs: no transaction has them", CLASS.orphan);
  ofClass("noPayref", "+ entries without a payref", CLASS.noPayref);
  ofClass("breaks", "+ break differences", CLASS.break);
  const terms = ["openingAgain", "expected", "earlier", "differences", "notJudged"] as const;
  const unlike = isSplit ? (["unlike"] as const) : [];
  proof.total("built", "Closing, built from the transactions", [
    ...terms,
    ...unlike,
    "orphans",
    "noPayref",
    "breaks",
  ]);
  proof.again("statedAgain", STATED, "stated");
  proof.nil("transactions", "Difference", "statedAgain", "built");
}

/** What payrefs with entries in the period were expected to bring, and how much of it came before. */
function settledLines(work: Work): void {
  const { figures, block, proof } = work;
  const { transactions } = work.places;
  const { input, currencies, transactionRows, tiedEntries, tiedNet } = figures;
  let expected = 0;
  let earlier = 0;
  for (const row of transactionRows) {
    if (tiedEntries[row] === 0 || currencies.ofTransaction(row) !== block) continue;
    expected = addAmounts(expected, dueOf(input, row) ?? 0, "expected amounts");
    const net = input.check.transactionOutcomes.net[row] as number;
    earlier = addAmounts(earlier, net - (tiedNet[row] as number), "amounts settled earlier");
  }
  const sum = (key: string) => sumWhere(work, transactions, "proof", { key: "entries", is: ">0" }, key);
  const from = (key: string) => ({ value: "B2", link: transactions.place(key, 0) });
  proof.line(
    "expected",
    "+ expected of payrefs settled in the period",
    expected,
    sum("expected"),
    from("expected"),
  );
  proof.line(
    "earlier",
    "− thereof settled in earlier periods",
    0 - earlier,
    `-(${sum("earlier")})`,
    from("earlier"),
  );
}

function saidSide(work: Work, outstanding: readonly OutstandingItem[]): void {
  const { figures, block, places, proof } = work;
  proof.title("saidTitle", "3   What the balance would be, had every payment settled as expected");
  proof.again("closing", STATED, "stated");
  proof.again("lessBreaks", "− break differences", "breaks", -1);
  proof.again("lessDifferences", "− settled over or short of what was expected", "differences", -1);
  const now = (name: LineName, text: string, kind: OutstandingKind) => {
    const value = outstandingTotals(figures, outstanding, { kind, block })[CARRIED] ?? 0;
    const at = summaryRow(block, kind);
    const from = { value: "C2", link: places.outstanding.place("now", at) };
    proof.line(name, text, value, places.outstanding.cell("now", at), from);
  };
  now("unsettled", "+ paid, not in the wallet", "paid, no entry");
  now("inTransit", "+ in transit", "in transit");
  now("openOrphans", "− orphan payrefs, all still open", "orphan payref");
  const steps = ["lessBreaks", "lessDifferences", "unsettled", "inTransit", "openOrphans"] as const;
  proof.total("said", "Balance that the transactions say", ["closing", ...steps]);
  const { isSplit } = figures.currencies;
  const settled = ["openingAgain", "expected", "earlier", "notJudged"] as const;
  const unlike = isSplit ? (["unlike"] as const) : [];
  proof.total(
    "asExpected",
    "Opening, settled as expected, entries without a payref",
    [...settled, ...unlike, "noPayref"],
    "line",
  );
  dueLine(work, outstanding);
  proof.total("earlierOrphans", "− orphan payrefs of earlier periods", ["orphans", "openOrphans"], "line");
  const own = ["asExpected", "due", "earlierOrphans"] as const;
  proof.total("addedUp", "Balance that the transactions say, added up from them", own);
  proof.nil("unexplained", "Unexplained difference", "addedUp", "said", {
    // Every amount of the one side is a line of the other, so what is left was typed over or left out where they are listed.
    held: "nil: every amount is explained by a line above",
    broken:
      "not nil: compare B2 by status, B1 without a payref and orphans with the items listed below and on C2",
  });
}

/**
 * What is due and not in the wallet, without C2's totals: B2's expected amounts by status, and what C2 lists of payments
 * that are not on B2 because they are of earlier periods.
 */
function dueLine(work: Work, outstanding: readonly OutstandingItem[]): void {
  const { figures, block, proof } = work;
  const { transactions, listed } = work.places;
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
  const formula = currencies.isSplit
    ? KINDS.slice(0, 2)
        .map((kind) => sumWhere(work, transactions, "proof", { key: "status", is: `="${kind}"` }, "expected"))
        .join("+")
    : transactions.overParts(["status", "expected"], (states, range) =>
        KINDS.slice(0, 2)
          .map((kind) => `SUMIF(${states},"${kind}",${range})`)
          .join("+"),
      );
  // C2 lists those first.
  const last = earlier.length - 1;
  const own = textLiteral(labelAt(currencies, block));
  const before = currencies.isSplit
    ? listed.overParts(
        ["currency", "now"],
        (codes, range) => `SUMPRODUCT(EXACT(${codes},${own})*${range})`,
        0,
        last,
      )
    : listed.sum("now", 0, last);
  proof.line(
    "due",
    "+ paid, not in the wallet, and in transit by status",
    due,
    `${formula}+${before}`,
    "B2; C2 of earlier periods",
  );
}
