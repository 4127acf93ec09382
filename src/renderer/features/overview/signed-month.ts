/** What a signed month was signed as, and whether its figures are others now. */
import { BREAK_RULES } from "../../../core/reconcile/rules.ts";
import { type CurrencyRoll, rollByCurrency } from "../../../core/report/rollforward/currency-roll.ts";
import type { Output } from "../../../ipc/contract.ts";
import type { CheckSummary } from "../../check/protocol.ts";

export interface SignedMonth extends Output<"close.signed"> {
  /** Σ of the wallets by currency, as they were signed. */
  readonly rollForward: readonly CurrencyRoll[];
  /** Whether what the page shows of now is not what was signed. */
  readonly hasMoved: boolean;
}

/** @param conclusion null where the month is not signed */
export function signedMonthOf(
  conclusion: Output<"close.signed"> | null,
  summary: Pick<CheckSummary, "verdict" | "rollForward" | "counts">,
): SignedMonth | null {
  if (conclusion === null) return null;
  const rollForward = rollByCurrency(conclusion.wallets);
  const hasMoved =
    conclusion.verdict !== summary.verdict ||
    conclusion.breaks !== breaksIn(summary) ||
    movedCurrencies(summary.rollForward, rollForward).size > 0;
  return { ...conclusion, rollForward, hasMoved };
}

/** How many entries' stated balances do not follow. */
export function breaksIn({ counts: { findings } }: Pick<CheckSummary, "counts">): number {
  return [...BREAK_RULES].reduce((sum, rule) => sum + findings[rule], 0);
}

/** Currencies with any other figure now than was signed, those included that came or went. */
export function movedCurrencies(
  now: readonly CurrencyRoll[],
  signed: readonly CurrencyRoll[],
): Set<string | null> {
  const all = [...now, ...signed].map(({ currency }) => currency);
  return new Set(all.filter((currency) => figuresIn(now, currency) !== figuresIn(signed, currency)));
}

/** Nothing moved by a wallet that came with nothing in it. */
function figuresIn(rolls: readonly CurrencyRoll[], currency: string | null): string {
  const roll = rolls.find((one) => one.currency === currency);
  const { opening = 0, inflow = 0, outflow = 0, breakDifference = 0, closing = 0 } = roll ?? {};
  return [opening, inflow, outflow, breakDifference, closing].join(" ");
}
