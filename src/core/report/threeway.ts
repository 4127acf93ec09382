/** A2: the wallet's closing from three sides, nothing left unexplained. Its reconciling items are in reconciling-items.ts. */
import { addAmounts } from "../money.ts";
import { SETTLEMENT } from "../reconcile/result.ts";
import { type Figures, dueOf } from "./figures.ts";
import { totalOf } from "./flows.ts";
import { KINDS, type OutstandingItem } from "./outstanding-items.ts";
import { CARRIED, outstandingTotals } from "./outstanding.ts";
import type { TablePlace } from "./place.ts";
import { type LineName, type ProofLines, ProofSheet } from "./proof-lines.ts";
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

/** Works out the proof: the wallet by itself, built from the transactions, and what the transactions say. */
export function proofLines(
  figures: Figures,
  items: readonly ReconcilingItem[],
  outstanding: readonly OutstandingItem[],
  places: ProofPlaces,
): ProofLines {
  const proof = new ProofSheet(places.proof);
  walletSide(figures, places, proof);
  transactionsSide(figures, items, places, proof);
  saidSide(figures, outstanding, places, proof);
  return proof.lines;
}

function walletSide({ input }: Figures, { roll }: ProofPlaces, proof: ProofSheet): void {
  const { wallets } = input.check;
  const flow = totalOf(wallets);
  const sum = (of: (wallet: (typeof wallets)[number]) => number) =>
    wallets.reduce((total, wallet) => addAmounts(total, of(wallet), "wallets of the ledger"), 0);
  const line = (name: LineName, text: string, key: string, value: number, sign = "") => {
    const from = { value: "A1", link: roll.place(key, roll.count - 1) };
    proof.line(name, text, value, `${sign}${roll.cell(key, roll.count - 1)}`, from);
  };
  proof.title("walletTitle", "1   The wallet by itself");
  line(
    "opening",
    "Opening, as the wallet states it",
    "opening",
    sum(({ opening }) => opening),
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
    sum(({ closing }) => closing),
  );
  proof.nil("wallet", "Difference", "stated", "computed");
}

function transactionsSide(
  figures: Figures,
  items: readonly ReconcilingItem[],
  places: ProofPlaces,
  proof: ProofSheet,
): void {
  proof.title("transactionsTitle", "2   The wallet built from the transactions");
  proof.again("openingAgain", "Opening, as the wallet states it", "opening");
  settledLines(figures, places, proof);
  const ofClass = (line: LineName, text: string, name: ItemClass) => {
    const formula = places.items.overParts(
      ["class", "amount"],
      (classes, range) => `SUMIF(${classes},"${name}",${range})`,
    );
    proof.line(line, text, sumOfClass(items, name), formula, "items below");
  };
  ofClass("differences", "+ settled over or short of what was expected", CLASS.difference);
  ofClass("notJudged", "+ settled, amount not judged", CLASS.notJudged);
  ofClass("orphans", "+ orphan payrefs: no transaction carries them", CLASS.orphan);
  ofClass("noPayref", "+ entries without a payref", CLASS.noPayref);
  ofClass("breaks", "+ break differences", CLASS.break);
  const terms = ["openingAgain", "expected", "earlier", "differences", "notJudged", "orphans"] as const;
  proof.total("built", "Closing, built from the transactions", [...terms, "noPayref", "breaks"]);
  proof.again("statedAgain", STATED, "stated");
  proof.nil("transactions", "Difference", "statedAgain", "built");
}

/** What payrefs with entries in the period were expected to bring, and how much of it came before. */
function settledLines(figures: Figures, { transactions }: ProofPlaces, proof: ProofSheet): void {
  const { input, transactionRows, tiedEntries, tiedNet } = figures;
  let expected = 0;
  let earlier = 0;
  for (const row of transactionRows) {
    if (tiedEntries[row] === 0) continue;
    expected = addAmounts(expected, dueOf(input, row) ?? 0, "expected amounts");
    const net = input.check.transactionOutcomes.net[row] as number;
    earlier = addAmounts(earlier, net - (tiedNet[row] as number), "amounts settled earlier");
  }
  const sum = (key: string) =>
    transactions.overParts(["entries", key], (entries, range) => `SUMIF(${entries},">0",${range})`);
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

function saidSide(
  figures: Figures,
  outstanding: readonly OutstandingItem[],
  places: ProofPlaces,
  proof: ProofSheet,
): void {
  proof.title("saidTitle", "3   What the balance would be, had every payment settled as expected");
  proof.again("closing", STATED, "stated");
  proof.again("lessBreaks", "− break differences", "breaks", -1);
  proof.again("lessDifferences", "− settled over or short of what was expected", "differences", -1);
  const now = (name: LineName, text: string, at: number, kind: OutstandingItem["kind"]) => {
    const value = outstandingTotals(figures, outstanding, kind)[CARRIED] ?? 0;
    const from = { value: "C2", link: places.outstanding.place("now", at) };
    proof.line(name, text, value, places.outstanding.cell("now", at), from);
  };
  now("unsettled", "+ paid, not in the wallet", 0, "paid, no entry");
  now("inTransit", "+ in transit", 1, "in transit");
  now("openOrphans", "− orphan payrefs, all still open", 2, "orphan payref");
  const steps = ["lessBreaks", "lessDifferences", "unsettled", "inTransit", "openOrphans"] as const;
  proof.total("said", "Balance that the transactions say", ["closing", ...steps]);
  const settled = ["openingAgain", "expected", "earlier", "notJudged", "noPayref"] as const;
  proof.total("asExpected", "Opening, settled as expected, entries without a payref", settled, "line");
  dueLine(figures, outstanding, places, proof);
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
function dueLine(
  figures: Figures,
  outstanding: readonly OutstandingItem[],
  { transactions, listed }: ProofPlaces,
  proof: ProofSheet,
): void {
  const { settlement } = figures.input.check.transactionOutcomes;
  let due = 0;
  for (const row of figures.transactionRows) {
    const isOpen = settlement[row] === SETTLEMENT.unsettled || settlement[row] === SETTLEMENT.inTransit;
    if (isOpen) due = addAmounts(due, dueOf(figures.input, row) ?? 0, "payments due");
  }
  const earlier = outstanding.filter(
    ({ kind, row }) => kind !== "orphan payref" && figures.transactionAt[row] === -1,
  );
  for (const { now } of earlier) due = addAmounts(due, now, "payments due");
  const formula = transactions.overParts(["status", "expected"], (states, range) =>
    KINDS.slice(0, 2)
      .map((kind) => `SUMIF(${states},"${kind}",${range})`)
      .join("+"),
  );
  // C2 lists those first.
  const before = listed.sum("now", 0, earlier.length - 1);
  proof.line(
    "due",
    "+ paid, not in the wallet, and in transit by status",
    due,
    `${formula}+${before}`,
    "B2; C2 of earlier periods",
  );
}
