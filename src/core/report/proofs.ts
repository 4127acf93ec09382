/** The proofs on A Lead: each a formula that gives TRUE, and what the application itself makes of it. */
import type { Finding } from "../reconcile/findings.ts";
import type { Figures } from "./figures.ts";
import type { Place } from "./model.ts";
import { type OutstandingItem, outstandingTotals } from "./outstanding.ts";
import type { TablePlace } from "./place.ts";
import { netOf, totalOf } from "./rollforward.ts";
import { PROOF_ROWS, amountLiteral } from "./threeway.ts";

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
  readonly proof: TablePlace;
  readonly outstanding: TablePlace;
}

/** @param amounts the three-way proof's own amounts by line */
export function proofsOf(
  figures: Figures,
  exceptions: readonly Finding[],
  outstanding: readonly OutstandingItem[],
  amounts: readonly number[],
  places: ProofSheets,
): Proof[] {
  return [
    ...rollProofs(figures, places),
    ...threeWayProofs(amounts, places),
    ...completenessProofs(figures, exceptions, places),
    ...outstandingProofs(figures, outstanding, places),
  ];
}

/** A cell of A1's last column. */
function ties(words: string, place: TablePlace, row: number, holds: boolean): Proof {
  const link = place.place("ties", row);
  return { words, holds, formula: place.cell("ties", row), ref: "A1", link };
}

function rollProofs({ input, actions, days }: Figures, places: ProofSheets): Proof[] {
  const { wallets } = input.check;
  const { roll } = places;
  const net = wallets.reduce((sum, { opening, closing }) => sum + closing - opening, 0);
  const proofs = [
    ties(
      "Opening + inflows − outflows + break differences = closing, for each wallet",
      roll,
      wallets.length,
      wallets.every(({ tiesOut }) => tiesOut),
    ),
    ties(
      "The movements by action come to the same",
      places.actions,
      places.actions.count - 1,
      netOf(totalOf(actions.values())) === net,
    ),
    ties(
      "The movements by day come to the same",
      places.days,
      places.days.count - 1,
      netOf(totalOf(days.values())) === net,
    ),
  ];
  const { priorCheck } = input;
  if (priorCheck === null) return proofs;
  const before = priorCheck.wallets.reduce((sum, { closing }) => sum + closing, 0);
  const opening = wallets.reduce((sum, wallet) => sum + wallet.opening, 0);
  proofs.push({
    words: "The opening is the closing of the period before",
    holds: opening === before,
    formula: `${roll.cell("opening", wallets.length)}=${amountLiteral(input, before)}`,
    ref: "A1",
    link: roll.place("opening", wallets.length),
  });
  return proofs;
}

function threeWayProofs(amounts: readonly number[], { proof, roll }: ProofSheets): Proof[] {
  const nil = (words: string, row: number): Proof => ({
    words,
    holds: amounts[row] === 0,
    formula: proof.cell("nil", row),
    ref: "A2",
    link: proof.place("nil", row),
  });
  return [
    nil("The stated closing follows from the movements", PROOF_ROWS.wallet),
    nil("The stated closing can be built from the transactions", PROOF_ROWS.transactions),
    nil("Nothing is left unexplained between wallet and transactions", PROOF_ROWS.unexplained),
    {
      words: "The break differences listed one by one are those of the roll-forward",
      holds: amounts[PROOF_ROWS.breaks] === amounts[PROOF_ROWS.rollBreaks],
      formula: `${proof.cell("amount", PROOF_ROWS.breaks)}=${roll.cell("breakDifference", roll.count - 1)}`,
      ref: "A2",
      link: proof.place("amount", PROOF_ROWS.breaks),
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
  exceptions: readonly Finding[],
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

function outstandingProofs(
  figures: Figures,
  items: readonly OutstandingItem[],
  { outstanding }: ProofSheets,
): Proof[] {
  const [, before = 0, added = 0, cleared = 0, now = 0, ...ages] = outstandingTotals(figures, items, null);
  const last = outstanding.count - 1;
  const cell = (key: string) => outstanding.cell(key, last);
  const link = outstanding.place("now", last);
  const { round } = figures;
  return [
    {
      words: "Outstanding items: brought forward + new − cleared = carried forward",
      holds: before + added - cleared === now,
      formula: `${round(`${cell("before")}+${cell("new")}-${cell("cleared")}`)}=${cell("now")}`,
      ref: "C2",
      link,
    },
    {
      words: "Outstanding items: the ages come to what is carried forward",
      holds: ages.reduce((sum, amount) => sum + amount, 0) === now,
      formula: `${round(["age30", "age60", "age90", "older"].map(cell).join("+"))}=${cell("now")}`,
      ref: "C2",
      link,
    },
  ];
}
