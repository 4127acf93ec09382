/** C2: outstanding amounts by kind as they were signed: brought forward with the month before, carried forward with this one. */
import type { FrozenMonth } from "../review/close.ts";
import { frozenStepOf, signedBefore } from "./closing.ts";
import type { Figures } from "./figures.ts";
import { KINDS, type OutstandingKind } from "./outstanding-items.ts";
import { monthTitle } from "./verdict.ts";

type Amounts = ReadonlyMap<OutstandingKind, number>;

/** What was signed or prepared of each kind; null where nothing was. */
export interface SignedOutstanding {
  /** At the end of the month before. */
  readonly before: Amounts | null;
  /** At the end of the exported month. */
  readonly now: Amounts | null;
}

export function signedOutstanding({ input }: Figures): SignedOutstanding {
  const [before, now] = [signedBefore(input), frozenStepOf(input)];
  return {
    before: before === null ? null : amountsOf(before.frozen),
    now: now === null ? null : amountsOf(now.frozen),
  };
}

function amountsOf({ outstanding }: FrozenMonth): Amounts {
  const amounts = new Map(outstanding.map(({ kind, amount }) => [kind, amount]));
  return new Map(KINDS.map((kind) => [kind, amounts.get(kind) ?? 0]));
}

/** Where the amounts brought forward come from, after a semicolon. */
export function broughtForwardWords({ input, clock }: Figures): string {
  if (input.priorCheck === null) return "";
  const signed = signedBefore(input);
  if (signed === null) return "; brought forward as re-performed today, for nothing was signed off before";
  const by = `by ${signed.by} on ${clock.day(signed.atMs)}`;
  return `; brought forward from ${monthTitle(signed.month)}, signed off ${by}`;
}
