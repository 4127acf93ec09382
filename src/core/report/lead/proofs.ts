/** A: the proofs, each a formula that gives TRUE. */
import type { BlockFlows, Figures } from "../figures.ts";
import type { ActionTable } from "../rollforward/actions.ts";
import { type BreakTable, breakTotals } from "../rollforward/breaks.ts";
import type { DayTable } from "../rollforward/days.ts";
import { type Flow, netOf, totalOf } from "../rollforward/flows.ts";
import { type OpeningTable, carriesOn, openingsOf } from "../rollforward/openings.ts";
import { type RollTable, rollTotalAt, sumOverWallets } from "../rollforward/rollforward.ts";
import { type LineName, type ProofLines, type ProofTable, proofRow } from "../three-way/proof-lines.ts";
import { type ListingSources, type Listed, completenessProofs, listingProofs } from "./listing-proofs.ts";
import { type OutstandingSources, outstandingProofs } from "./outstanding-proofs.ts";
import { type Proof, allOf } from "./proof.ts";

/** The tables that the proofs compare. */
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

/** The last cell of A1's last column in a table. */
function ties(words: string, table: RollTable | ActionTable | DayTable, holds: boolean): Proof {
  const row = table.count - 1;
  return {
    words,
    holds,
    formula: () => table.cell("ties", row),
    ref: "A1",
    link: () => table.link("ties", row),
  };
}

function rollProofs({ input, currencies, flows }: Figures, sources: ProofSources): Proof[] {
  const { wallets } = input.check;
  const nets = currencies.blocks.map((block) =>
    sumOverWallets(block.wallets, ({ opening, closing }) => closing - opening),
  );
  const comeToIt = (of: (flow: BlockFlows) => Iterable<Flow>) =>
    flows.every((flow, block) => netOf(totalOf(of(flow))) === nets[block]);
  const proofs = [
    ties(
      "Opening + inflows − outflows + break differences = closing, for each wallet",
      sources.roll,
      wallets.every(({ tiesOut }) => tiesOut),
    ),
    ties(
      "The movements by action agree to the roll-forward",
      sources.actions,
      comeToIt(({ actions }) => actions.values()),
    ),
    ties(
      "The movements by day agree to the roll-forward",
      sources.days,
      comeToIt(({ days }) => days.values()),
    ),
  ];
  if (input.priorCheck === null) return proofs;
  const { openings } = sources;
  const last = openings.count - 1;
  proofs.push({
    words: "Each wallet opens at the closing of the period before, as re-performed today",
    holds: openingsOf(input).every(carriesOn),
    formula: () => openings.cell("carries", last),
    ref: "A1",
    link: () => openings.link("carries", last),
  });
  return proofs;
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
