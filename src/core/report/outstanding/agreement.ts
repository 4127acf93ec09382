/**
 * Whether outstanding items are as they were signed: brought forward with the month before, carried forward
 * with this one.
 */
import { OUTSTANDING_KINDS, type OutstandingKind } from "../../review/close/close.ts";
import type { Figures } from "../figures.ts";
import type { OutstandingItem } from "./outstanding-items.ts";
import { type SignedAmounts, signedOutstanding } from "./outstanding-signed.ts";
import { outstandingTotals } from "./totals.ts";

/** The amounts that are compared with what was signed. */
export type ComparedAmount = "before" | "now";

/** Whether what was signed, or prepared, is as now, of every kind and currency; null where nothing was. */
export function agreementOf(
  figures: Figures,
  items: readonly OutstandingItem[],
): Readonly<Record<ComparedAmount, boolean | null>> {
  const signed = signedOutstanding(figures.input);
  const blocks = [...figures.currencies.blocks.keys()];
  const agrees = (compared: ComparedAmount) => {
    const then = signed[compared];
    if (then === null) return null;
    if (isSignedByBlock(figures, then))
      return blocks.every((block) => isAsSigned(figures, items, then, block, compared));
    return OUTSTANDING_KINDS.every((kind) => {
      const amounts = blocks.map((block) => outstandingTotals(figures, items, { kind, block })[compared]);
      return amounts.reduce((sum, amount) => sum + amount, 0) === then.ofAll(kind);
    });
  };
  return { before: agrees("before"), now: agrees("now") };
}

/** One currency is compared with all that was signed; of several each, where each was frozen by itself. */
export function isSignedByBlock({ currencies }: Figures, then: SignedAmounts): boolean {
  return !currencies.isSplit || then.byCurrency;
}

/** Whether every kind of a block is as it was signed. */
export function isAsSigned(
  figures: Figures,
  items: readonly OutstandingItem[],
  then: SignedAmounts,
  block: number,
  compared: ComparedAmount,
): boolean {
  return OUTSTANDING_KINDS.every(
    (kind) =>
      outstandingTotals(figures, items, { kind, block })[compared] ===
      signedAmount(figures, then, kind, block),
  );
}

/** What was signed of a kind in a block; null where several currencies were signed as one sum. */
export function signedAmount(
  { currencies }: Figures,
  then: SignedAmounts,
  kind: OutstandingKind,
  block: number,
): number | null {
  if (!currencies.isSplit) return then.ofAll(kind);
  return then.of(kind, currencies.blocks[block]?.currency ?? null);
}
