/** A: what the conclusion concludes, as a formula over the proofs, the checks of the close and C1. */
import { amountIn, materialityIn } from "../../review/file/materiality.ts";
import { uncapitalised } from "../../text/sentence.ts";
import { formatAmount, formatCount } from "../../money.ts";
import { exportedStanding } from "../closing.ts";
import type { ExceptionTable } from "../exceptions/exceptions.ts";
import { type Exposure, unresolvedKinds, unresolvedOf } from "../exceptions/exposure.ts";
import type { Figures } from "../figures.ts";
import { textLiteral } from "../formula-text.ts";
import type { Cell } from "../model.ts";
import type { CloseChecks } from "./close-checks.ts";
import { type ExposureTable, exposureTotals } from "./exposure-table.ts";
import { type ChecksTable, type Proof, type ProofsTable, allOf } from "./proof.ts";

export const UNPROVEN = "Not proven: at least one proof below fails; this workbook must not be relied on.";

/** What the conclusion falls with: proofs, checks of the close and exceptions, each with where they stand. */
export interface Held {
  readonly proofs: readonly Proof[];
  readonly proofsTable: ProofsTable;
  readonly checks: CloseChecks;
  readonly checksTable: ChecksTable;
  readonly exceptions: ExceptionTable;
  readonly exposureTable: ExposureTable;
}

/** Each outcome in words. */
function wordsOf(figures: Figures) {
  const { materiality = [] } = figures.input.workpaper ?? {};
  const standing = exportedStanding(figures.input);
  const first = standing !== null && standing.signed === null ? "Preliminary, not signed off. " : "";
  const rest =
    materiality.length === 0
      ? "and nothing is unresolved"
      : `and what is unresolved is not above the materiality of ${materiality.map((one) => amountIn(one.currency, one.amount, figures.input.decimals)).join(", ")}`;
  return {
    unproven: UNPROVEN,
    open: `${first}No conclusion yet: errors wait for a decision.`,
    clean: `${first}Clean: entries and payments prove the stated balance, ${rest}.`,
    qualified: `${first}Qualified: entries and payments prove the stated balance, except as follows.`,
  };
}

/** The first sentence: not proven, none yet, clean or qualified. */
export function concludedCell(figures: Figures, exposures: readonly Exposure[], held: Held): Cell {
  const { proofs, proofsTable, checks, checksTable } = held;
  const words = wordsOf(figures);
  const all = [...checks.before, ...checks.frozen];
  const met = (at: number) => checksTable.cell("holds", at);
  const others = all.slice(1).map((_, at) => met(at + 1));
  const clean = allOf([...others, ...resolvedTests(figures, exposures, held)]);
  const text = (name: keyof typeof words) => textLiteral(words[name]);
  const concluded = `IF(${clean},${text("clean")},${text("qualified")})`;
  const decided = `IF(${met(0)},${concluded},${text("open")})`;
  return {
    value: words[outcomeOf(figures, exposures, held)],
    formula: `IF(${proofsTable.cell("holds", proofs.length)},${decided},${text("unproven")})`,
  };
}

function outcomeOf(
  figures: Figures,
  exposures: readonly Exposure[],
  { proofs, checks }: Pick<Held, "proofs" | "checks">,
): keyof ReturnType<typeof wordsOf> {
  if (!proofs.every(({ holds }) => holds)) return "unproven";
  const [decided, ...others] = [...checks.before, ...checks.frozen];
  if (decided?.holds === false) return "open";
  const isClean = others.every(({ holds }) => holds) && isResolved(figures, exposures);
  return isClean ? "clean" : "qualified";
}

/** Whether so little is unresolved that it qualifies nothing. */
function isResolved(figures: Figures, exposures: readonly Exposure[]): boolean {
  const amounts = unresolvedKinds(figures, exposures).map((kinds) => unresolvedOf(kinds).amount);
  const limits = limitsOf(figures);
  return amounts.every((amount, at) => amount <= (limits[at] ?? 0)) && unresolvedErrors(figures) === 0;
}

/** By block, how much may be unresolved: nothing in a currency without a materiality. */
function limitsOf({ currencies, input }: Figures): number[] {
  const { materiality = [] } = input.workpaper ?? {};
  return currencies.blocks.map(({ currency }) => materialityIn({ materiality }, currency)?.amount ?? 0);
}

/** How many errors are unresolved; where there is a materiality amounts count, not errors. */
function unresolvedErrors({ input }: Figures): number {
  if (input.workpaper?.materiality !== undefined) return 0;
  return input.review.findings.filter(
    ({ finding, status }) => finding.severity === "error" && status !== "explained" && status !== "accepted",
  ).length;
}

/** The same as formulas. */
function resolvedTests(
  figures: Figures,
  exposures: readonly Exposure[],
  { exceptions, exposureTable }: Pick<Held, "exceptions" | "exposureTable">,
): string[] {
  const { decimals, workpaper } = figures.input;
  const limits = limitsOf(figures);
  const amounts = exposureTotals(figures, exposures).map(
    (row, at) => `${exposureTable.cell("amount", row)}<=${(limits[at] ?? 0) / 10 ** decimals}`,
  );
  if (workpaper?.materiality !== undefined) return amounts;
  const errors = exceptions.overParts(["severity", "status"], (severities, states) =>
    ["open", "raised", "reopened"]
      .map((status) => `COUNTIFS(${severities},"error",${states},"${status}")`)
      .join("+"),
  );
  return [...amounts, `${errors}=0`];
}

/** What qualifies the conclusion, one sentence each: unresolved amounts by currency, checks that fail. */
export function qualifications(
  figures: Figures,
  exposures: readonly Exposure[],
  { checks }: Pick<Held, "checks">,
): string[] {
  const { currencies, input } = figures;
  const say = (amount: number) => formatAmount(amount, input.decimals);
  const unresolved = unresolvedKinds(figures, exposures).flatMap((kinds, block) => {
    const { items, amount } = unresolvedOf(kinds);
    if (items === 0) return [];
    const { currency, label } = currencies.blocks[block] ?? { currency: null, label: "" };
    const money = currency === null ? `No currency stated: ${say(amount)}` : `${label} ${say(amount)}`;
    const parts = [...kinds].map(
      ([kind, of]) => `${uncapitalised(kind)} ${say(of.amount)} (${formatAmount(of.items)})`,
    );
    return [`${money} unresolved in ${formatCount(items, "exception")}: ${parts.join(", ")}.`];
  });
  const failing = [...checks.before, ...checks.frozen].filter(({ holds }) => !holds);
  return [...unresolved, ...failing.map(({ words }) => `Not met: ${words}.`)];
}
