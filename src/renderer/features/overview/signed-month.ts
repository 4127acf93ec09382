/** What a signed month was signed as, and whether its figures are others now. */
import { BREAK_RULES } from "../../../core/reconcile/rules.ts";
import { type CurrencyRoll, rollByCurrency } from "../../../core/report/rollforward/currency-roll.ts";
import type { FrozenWallet } from "../../../core/review/close/close.ts";
import type { MonthFacts } from "../../../core/review/close/months.ts";
import type { CheckSummary } from "../../check/protocol.ts";
import { standingOf } from "../../shared/months/close-words.ts";

/** What a month was at an earlier moment, beside what it is now. */
export interface SignedMonth {
  /** @example `as signed`, `after pull 14` */
  readonly title: string;
  /** How many entries' stated balances did not follow; null where only figures are known. */
  readonly breaks: number | null;
  /** Σ of the wallets by currency, as they were. */
  readonly rollForward: readonly CurrencyRoll[];
  /** Whether the figures of now are others. */
  readonly hasMoved: boolean;
}

/** A month with its figures as they were signed; null where it is not signed. */
export function signedMonthOf(
  facts: Pick<MonthFacts, "month" | "steps"> | null,
  now: SignedFigures,
): SignedMonth | null {
  const signed = facts === null ? null : standingOf(facts).signed;
  if (signed === null) return null;
  return beside({ title: "as signed", breaks: null, wallets: signed.frozen.wallets }, now);
}

type SignedFigures = Pick<CheckSummary, "rollForward" | "counts">;

/** A check as of an earlier moment, as what was signed is shown. @param now the check of now */
export function earlierMonthOf(then: CheckSummary, title: string, now: SignedFigures): SignedMonth {
  return beside({ title, breaks: breaksIn(then), wallets: then.wallets }, now);
}

function beside(
  {
    title,
    breaks,
    wallets,
  }: Pick<SignedMonth, "title" | "breaks"> & { readonly wallets: readonly FrozenWallet[] },
  now: SignedFigures,
): SignedMonth {
  const rollForward = rollByCurrency(wallets);
  const hasMoved =
    (breaks !== null && breaks !== breaksIn(now)) || movedCurrencies(now.rollForward, rollForward).size > 0;
  return { title, breaks, rollForward, hasMoved };
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
