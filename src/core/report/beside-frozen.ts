/** What was frozen of a month beside what its records give now: figures, outstanding items, three-way proofs. */
import { walletKey } from "../reconcile/chain/wallet-key.ts";
import type { FrozenMonth, FrozenProof, FrozenWallet } from "../review/close/close.ts";
import type { CurrencyProof, MonthRoll } from "./month-report.ts";

const FIGURES = ["opening", "inflow", "outflow", "breakDifference", "closing"] as const;

export type ComparedFigures = Pick<FrozenWallet, (typeof FIGURES)[number]>;

/** One wallet; at least one of both is there. */
interface ComparedWallet {
  readonly key: string;
  readonly now: FrozenWallet | null;
  /** null where it was not frozen, or nothing was. */
  readonly frozen: FrozenWallet | null;
}

/** All wallets of now, then those that were frozen and are gone. */
export function comparedWallets(
  now: readonly FrozenWallet[],
  frozen: readonly FrozenWallet[] | null,
): ComparedWallet[] {
  const kept = new Map((frozen ?? []).map((wallet) => [walletKey(wallet), wallet]));
  const shown = now.map((wallet) => {
    const key = walletKey(wallet);
    return { key, now: wallet, frozen: kept.get(key) ?? null };
  });
  const held = new Set(shown.map(({ key }) => key));
  const gone = [...kept].filter(([key]) => !held.has(key));
  return [...shown, ...gone.map(([key, wallet]) => ({ key, now: null, frozen: wallet }))];
}

/** Whether any figure of a wallet is another now than it was. */
export function hasDrifted(now: ComparedFigures, before: ComparedFigures): boolean {
  return FIGURES.some((figure) => now[figure] !== before[figure]);
}

/** Outstanding items of one kind and currency; an amount that was not frozen is null. */
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

/** Kind by kind what was frozen, and what is now where that differs; lines without anything are left out. */
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

/** One line; `null` where one side does not have it. A title has no amounts. */
export interface ComparedLine extends Pick<CurrencyProof["lines"][number], "name" | "text" | "kind"> {
  readonly frozen: number | null;
  readonly now: number | null;
}

export interface ComparedProof extends Omit<CurrencyProof, "lines"> {
  readonly lines: readonly ComparedLine[];
  /** Of what was frozen where it was, else of now. Nil when it ties out. */
  readonly unexplained: number;
  /** Whether any amount is another now than the frozen one; false where nothing was frozen. */
  readonly isChanged: boolean;
}

/**
 * The proofs of now, then those of currencies that only the frozen month has.
 *
 * @param now at least one
 * @param frozen null where nothing was frozen
 */
export function comparedProofs(
  now: readonly CurrencyProof[],
  frozen: readonly FrozenProof[] | null,
): ComparedProof[] {
  const kept = new Map((frozen ?? []).map(({ currency, amounts }) => [currency, amounts]));
  const compared = now.map((proof) => {
    const amounts = kept.get(proof.currency) ?? null;
    kept.delete(proof.currency);
    return comparedProof(proof, frozen === null ? null : (amounts ?? {}));
  });
  const [pattern] = now;
  if (pattern === undefined) return compared;
  const gone = [...kept].map(([currency, amounts]) =>
    comparedProof({ currency, wallets: 0, lines: pattern.lines, unexplained: 0 }, amounts, true),
  );
  return [...compared, ...gone];
}

/** @param isGone whether the currency is not there any more, so that its lines are only a pattern */
function comparedProof(
  { currency, wallets, lines, unexplained }: CurrencyProof,
  amounts: FrozenProof["amounts"] | null,
  isGone = false,
): ComparedProof {
  const known = new Set(lines.map(({ name }) => name));
  const others = Object.keys(amounts ?? {}).filter((name) => !known.has(name));
  const all = [
    ...lines.map(({ name, text, kind, amount }) => ({
      name,
      text,
      kind,
      frozen: kind === "title" ? null : (amounts?.[name] ?? null),
      now: kind === "title" || isGone ? null : amount,
    })),
    ...others.map((name) => ({
      name,
      text: name,
      kind: "line" as const,
      frozen: amounts?.[name] ?? null,
      now: null,
    })),
  ];
  const isChanged = amounts !== null && all.some(({ frozen, now }) => frozen !== now);
  return { currency, wallets, lines: all, unexplained: amounts?.["unexplained"] ?? unexplained, isChanged };
}
