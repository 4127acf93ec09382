/** The figures of wallets as they are now beside those that were frozen. */
import type { FrozenWallet } from "../../../core/review/close/close.ts";

export type ComparedFigures = Pick<
  FrozenWallet,
  "opening" | "inflow" | "outflow" | "breakDifference" | "closing"
>;

export const FIGURES: readonly {
  readonly title: string;
  readonly value: (figures: ComparedFigures) => number;
  /** Whether it moves the balance, so that a plus says which way. */
  readonly isMove: boolean;
}[] = [
  { title: "Opening", value: ({ opening }) => opening, isMove: false },
  { title: "In", value: ({ inflow }) => inflow, isMove: true },
  { title: "Out", value: ({ outflow }) => 0 - outflow, isMove: true },
  { title: "Breaks", value: ({ breakDifference }) => breakDifference, isMove: true },
  { title: "Closing", value: ({ closing }) => closing, isMove: false },
];

/** One wallet; at least one of both is there. */
export interface ComparedWallet {
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
  const kept = new Map((frozen ?? []).map((wallet) => [keyOf(wallet), wallet]));
  const shown = now.map((wallet) => {
    const key = keyOf(wallet);
    return { key, now: wallet, frozen: kept.get(key) ?? null };
  });
  const held = new Set(shown.map(({ key }) => key));
  const gone = [...kept].filter(([key]) => !held.has(key));
  return [...shown, ...gone.map(([key, wallet]) => ({ key, now: null, frozen: wallet }))];
}

/** Whether any figure of a wallet is another now than it was. */
export function hasDrifted(now: ComparedFigures, before: ComparedFigures): boolean {
  return FIGURES.some(({ value }) => value(now) !== value(before));
}

function keyOf({ userID, businessID }: FrozenWallet): string {
  return `${userID} ${businessID ?? ""}`;
}
