/** Uncorrected misstatements per currency, beside its materiality. */
import { formatAmount } from "../../money.ts";
import type { Figures } from "../sheet/figures.ts";
import { type ClassTotals, addSafely } from "./exception-amounts.ts";
import { type Exposure, totalsByBlock } from "./exposures.ts";
import { type Materiality, materialityIn } from "../../review/file/materiality.ts";
import { IN_NO_CURRENCY } from "../../words/currency.ts";

/** Of one currency. Amounts in the service's unit. */
export interface Misstatements {
  /** null where none is known. */
  readonly currency: string | null;
  readonly totals: ClassTotals;
  /** Raised and accepted together. What is undecided may still be explained. */
  readonly uncorrected: number;
  /** How many errors were raised or accepted: without a materiality they count although they have no amount. */
  readonly errors: number;
  readonly materiality: Materiality | null;
  /** Whether so little is uncorrected that it qualifies nothing. */
  readonly isWithin: boolean;
}

/** By block, in their order. */
export function misstatementsOf(figures: Figures, exposures: readonly Exposure[]): Misstatements[] {
  const { materiality: set = [] } = figures.input.workpaper ?? {};
  return totalsByBlock(figures, exposures).map((totals, block): Misstatements => {
    const { raised, accepted } = totals;
    const currency = figures.currencies.blocks[block]?.currency ?? null;
    const materiality = materialityIn({ materiality: set }, currency);
    const uncorrected = addSafely([raised.amount, accepted.amount]);
    const errors = raised.errors + accepted.errors;
    const isWithin =
      materiality === null ? uncorrected === 0 && errors === 0 : uncorrected <= materiality.amount;
    return { currency, totals, uncorrected, errors, materiality, isWithin };
  });
}

/** The parts of the sentence about a currency, so that a formula can put the amounts in. */
export function uncorrectedParts(currency: string | null) {
  return {
    before: currency === null ? "" : `${currency} `,
    raised: " raised and ",
    accepted: ` accepted uncorrected${currency === null ? ` ${IN_NO_CURRENCY}` : ""}`,
  };
}

/** @param decimals 0 to 6; display only @example `NGN 9,212,770 raised and 0 accepted uncorrected` */
export function uncorrectedWords({ currency, totals }: Misstatements, decimals: number): string {
  const parts = uncorrectedParts(currency);
  const say = (amount: number) => formatAmount(amount, decimals);
  const { raised, accepted } = totals;
  return `${parts.before}${say(raised.amount)}${parts.raised}${say(accepted.amount)}${parts.accepted}`;
}

/** How an amount that is not corrected stands to the materiality: the end of its sentence. */
export const WITHIN_WORDS = {
  within: ": within materiality.",
  above: ": more than the materiality.",
  unset: ": no materiality is set.",
  nothing: ".",
} as const;

/** What waits for a decision counts against nothing yet. */
export const UNDECIDED_WORDS = " undecided.";

/** The parts of the sentence about a currency of which all that has an amount is undecided. */
export function allUndecidedParts(currency: string | null) {
  const after = currency === null ? ` undecided ${IN_NO_CURRENCY}.` : UNDECIDED_WORDS;
  return { before: uncorrectedParts(currency).before, after };
}

/**
 * Materiality is measured against what is raised or accepted. Where nothing is, the sentence is only of what waits.
 *
 * @example `NGN 500 raised and 0 accepted uncorrected: within materiality. 120 undecided.`, `NGN 120 undecided.`
 */
export function misstatementWords(of: Misstatements, decimals: number): string {
  const undecided = formatAmount(of.totals.undecided.amount, decimals);
  const isAny = of.totals.undecided.amount !== 0;
  if (isAny && of.uncorrected === 0 && of.errors === 0) {
    const { before, after } = allUndecidedParts(of.currency);
    return `${before}${undecided}${after}`;
  }
  return `${uncorrectedWords(of, decimals)}${withinWords(of)}${isAny ? ` ${undecided}${UNDECIDED_WORDS}` : ""}`;
}

function withinWords({ materiality, isWithin }: Misstatements): string {
  if (materiality !== null) return isWithin ? WITHIN_WORDS.within : WITHIN_WORDS.above;
  return isWithin ? WITHIN_WORDS.nothing : WITHIN_WORDS.unset;
}
