/** Outstanding items by kind as they were frozen beside those of now. */
import type { FrozenMonth } from "../../../../core/review/close/close.ts";
import type { MonthRoll } from "../../../../core/report/month-report.ts";

/** One line of the tables; an amount that was not frozen is null. */
export type ShownRoll = Pick<MonthRoll, "currency" | "kind" | "items" | "ageing"> & {
  readonly [Amount in "broughtForward" | "added" | "cleared" | "reclassified" | "carriedForward"]:
    | number
    | null;
} & {
  /** Which of two lines of one kind it is; `only` where the figures of now are all there is to show. */
  readonly is: "only" | "frozen" | "now";
};

/** How much of the outstanding items was frozen. */
export type FrozenExtent = "none" | "sums" | "amounts" | "all";

/**
 * @param frozen null where nothing was
 * @returns `sums` where an old version froze one sum over several currencies, which nothing can be shown
 *   beside
 */
export function frozenExtent(
  rolls: readonly MonthRoll[],
  frozen: FrozenMonth["outstanding"] | null,
): FrozenExtent {
  if (frozen === null) return "none";
  const several = new Set(rolls.map(({ currency }) => currency)).size > 1;
  if (several && frozen.some(({ currency }) => currency === undefined)) return "sums";
  return frozen.every(({ roll }) => roll !== undefined) ? "all" : "amounts";
}

/**
 * Kind by kind: what was frozen, and what is now where that differs; lines with nothing in them are left out.
 */
export function shownRolls(
  rolls: readonly MonthRoll[],
  frozen: FrozenMonth["outstanding"] | null,
): ShownRoll[] {
  const extent = frozenExtent(rolls, frozen);
  if (frozen === null || extent === "none" || extent === "sums") {
    return rolls.filter(hasAny).map((roll) => ({ ...roll, is: "only" as const }));
  }
  const [only = null] = rolls.map(({ currency }) => currency);
  const kept = new Map(
    frozen.map((one) => {
      const currency = one.currency === undefined ? only : one.currency;
      return [keyOf({ ...one, currency }), frozenRoll(one, currency)];
    }),
  );
  const shown = rolls.flatMap((now) => {
    const before = kept.get(keyOf(now)) ?? nothing(now);
    kept.delete(keyOf(now));
    return linesOf(before, { ...now, is: "now" as const });
  });
  return [...shown, ...[...kept.values()].flatMap((before) => linesOf(before, nothing(before, "now")))];
}

function linesOf(before: ShownRoll, now: ShownRoll): ShownRoll[] {
  if (!hasAny(before) && !hasAny(now)) return [];
  // What was not frozen is filled in with now where all that was frozen is the same.
  return differs(before, now) ? [before, now] : [{ ...now, is: "frozen" }];
}

function frozenRoll(
  { kind, items, amount, roll }: FrozenMonth["outstanding"][number],
  currency: string | null,
): ShownRoll {
  const { ageing = [], ...amounts } = roll ?? {
    broughtForward: null,
    added: null,
    cleared: null,
    reclassified: null,
  };
  return { currency, kind, items, ...amounts, carriedForward: amount, ageing: [...ageing], is: "frozen" };
}

function nothing(
  { currency, kind }: Pick<ShownRoll, "currency" | "kind">,
  is: "frozen" | "now" = "frozen",
): ShownRoll {
  const none = { broughtForward: 0, added: 0, cleared: 0, reclassified: 0, carriedForward: 0 };
  return { currency, kind, items: 0, ...none, ageing: [0, 0, 0, 0], is };
}

/** Whether any figure that was frozen is another now. */
function differs(before: ShownRoll, now: ShownRoll): boolean {
  return (
    before.items !== now.items ||
    AMOUNTS.some((amount) => before[amount] !== null && before[amount] !== now[amount]) ||
    (before.ageing.length > 0 && before.ageing.join() !== now.ageing.join())
  );
}

const AMOUNTS = ["broughtForward", "added", "cleared", "reclassified", "carriedForward"] as const;

function hasAny(roll: Omit<ShownRoll, "is">): boolean {
  return roll.items > 0 || AMOUNTS.some((amount) => (roll[amount] ?? 0) !== 0);
}

function keyOf({ currency, kind }: Pick<ShownRoll, "currency" | "kind">): string {
  return `${kind} ${currency ?? ""}`;
}
