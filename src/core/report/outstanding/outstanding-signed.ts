/**
 * C2: outstanding amounts by kind as they were signed: brought forward with the month before, carried forward
 * with this one.
 */
import { addAmounts } from "../../money.ts";
import type { FrozenMonth, OutstandingKind } from "../../review/close/close.ts";
import { frozenStepOf, signedBefore } from "../closing.ts";
import type { ReportInput } from "../input.ts";

/** What was signed or prepared of outstanding items at a month's end. */
export interface SignedAmounts {
  /** Whether it was frozen for each currency by itself, as older versions did not. */
  readonly byCurrency: boolean;
  /** Of a kind, in a currency; null where each currency was not frozen by itself. */
  readonly of: (kind: OutstandingKind, currency: string | null) => number | null;
  /** Of a kind, over all currencies. */
  readonly ofAll: (kind: OutstandingKind) => number;
}

/** What was signed or prepared of each kind; null where nothing was. */
export interface SignedOutstanding {
  /** At the end of the month before. */
  readonly before: SignedAmounts | null;
  /** At the end of the exported month. */
  readonly now: SignedAmounts | null;
}

export function signedOutstanding(input: ReportInput): SignedOutstanding {
  const [before, now] = [signedBefore(input), frozenStepOf(input)];
  return {
    before: before === null ? null : amountsOf(before.frozen),
    now: now === null ? null : amountsOf(now.frozen),
  };
}

function amountsOf({ outstanding }: FrozenMonth): SignedAmounts {
  const byCurrency = outstanding.every(({ currency }) => currency !== undefined);
  return {
    byCurrency,
    of: (kind, currency) =>
      byCurrency ? sum(outstanding.filter((one) => one.kind === kind && one.currency === currency)) : null,
    ofAll: (kind) => sum(outstanding.filter((one) => one.kind === kind)),
  };
}

function sum(parts: FrozenMonth["outstanding"]): number {
  return parts.reduce((total, { amount }) => addAmounts(total, amount, "items that were signed"), 0);
}

/** Currencies in which anything was signed, one set for each month the exported one is compared with. */
export function signedCurrencies(input: ReportInput): Set<string | null>[] {
  return [signedBefore(input), frozenStepOf(input)].map((step) => {
    const signed = (step?.frozen.outstanding ?? []).filter(({ amount }) => amount !== 0);
    return new Set(signed.flatMap(({ currency }) => (currency === undefined ? [] : [currency])));
  });
}
