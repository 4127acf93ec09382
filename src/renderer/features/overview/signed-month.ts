/** What a signed month was signed as, and whether its figures are others now. */
import { BREAK_RULES } from "../../../core/reconcile/rules.ts";
import { type CurrencyRoll, rollByCurrency } from "../../../core/report/rollforward/currency-roll.ts";
import type { Output } from "../../../ipc/contract.ts";
import type { CheckSummary } from "../../check/protocol.ts";

/** What a month was at an earlier moment, beside what it is now. */
export interface SignedMonth extends Output<"close.signed"> {
  /** @example `as signed`, `after pull 14` */
  readonly title: string;
  /** Σ of the wallets by currency, as they were signed. */
  readonly rollForward: readonly CurrencyRoll[];
  /** Whether what the page shows of now is not what was signed. */
  readonly hasMoved: boolean;
}

/** @param conclusion null where the month is not signed */
export function signedMonthOf(
  conclusion: Output<"close.signed"> | null,
  summary: Compared,
): SignedMonth | null {
  return conclusion === null ? null : beside(conclusion, "as signed", summary);
}

type Compared = Pick<CheckSummary, "verdict" | "rollForward" | "counts">;

/** A check as of an earlier moment, as what was signed is shown. @param now the check of now */
export function earlierMonthOf(then: CheckSummary, title: string, now: Compared): SignedMonth {
  const { error: errors, warning: warnings } = then.counts.bySeverity;
  const { verdict, wallets } = then;
  return beside({ verdict, wallets: [...wallets], errors, warnings, breaks: breaksIn(then) }, title, now);
}

function beside(then: Output<"close.signed">, title: string, now: Compared): SignedMonth {
  const rollForward = rollByCurrency(then.wallets);
  const hasMoved =
    then.verdict !== now.verdict ||
    then.breaks !== breaksIn(now) ||
    movedCurrencies(now.rollForward, rollForward).size > 0;
  return { ...then, title, rollForward, hasMoved };
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
