/** A1: the figures of each wallet as they were prepared or signed, held against those of today. */
import type { FrozenWallet } from "../review/close.ts";
import type { FreezingStep } from "../review/month-states.ts";
import { standingOf } from "./closing.ts";
import type { Figures } from "./figures.ts";
import type { ReportInput } from "./input.ts";
import type { Cell, Column, Row } from "./model.ts";
import type { TablePlace } from "./place.ts";
import { ROLL_COLUMNS, walletKey, walletLabel } from "./rollforward.ts";

const HEADERS: Readonly<Record<string, string>> = {
  closing: "Closing then",
  stated: "Closing now",
  ties: "Same figures",
};

export const FROZEN_COLUMNS: readonly Column[] = ROLL_COLUMNS.map((column) => ({
  ...column,
  header: HEADERS[column.key] ?? column.header,
}));

/** The step whose figures the exported month stands on: its signature, else its preparation; null where there is neither. */
export function frozenStepOf(input: ReportInput): FreezingStep | null {
  const standing = standingOf(input);
  return standing?.signed ?? standing?.prepared ?? null;
}

/** A wallet as it was frozen and as it is now, by its row on A1; null on a side that does not have it. */
export interface FrozenPair {
  readonly label: string;
  readonly then: FrozenWallet | null;
  /** Index among the wallets of the check. */
  readonly at: number | null;
}

/** Every wallet that was frozen, then those that came since; none where nothing was frozen. */
export function frozenPairs(input: ReportInput): FrozenPair[] {
  const step = frozenStepOf(input);
  if (step === null) return [];
  const { wallets } = input.check;
  const at = new Map(wallets.map((wallet, index) => [walletKey(wallet), index]));
  const then = new Set(step.frozen.wallets.map(walletKey));
  const cameSince = wallets.flatMap((wallet, index) =>
    then.has(walletKey(wallet)) ? [] : [{ label: walletLabel(wallet), then: null, at: index }],
  );
  return [
    ...step.frozen.wallets.map((wallet) => ({
      label: walletLabel(wallet),
      then: wallet,
      at: at.get(walletKey(wallet)) ?? null,
    })),
    ...cameSince,
  ];
}

/** The figures that were frozen, in the order of their columns. */
const FROZEN_KEYS = ["entries", "opening", "inflow", "outflow", "breakDifference", "closing"] as const;

export function isAsFrozen({ check }: ReportInput, { then, at }: FrozenPair): boolean {
  const now = at === null ? undefined : check.wallets[at];
  return then !== null && now !== undefined && FROZEN_KEYS.every((key) => then[key] === now[key]);
}

/** How many rows they take: one each, then whether all are the same. */
export function frozenCount(pairs: readonly FrozenPair[]): number {
  return pairs.length === 0 ? 0 : pairs.length + 1;
}

/** @param roll the wallets of A1, live over B1 */
export function* frozenRows(
  figures: Figures,
  pairs: readonly FrozenPair[],
  place: TablePlace,
  roll: TablePlace,
): Generator<Row> {
  if (pairs.length === 0) return;
  for (const [index, pair] of pairs.entries()) {
    const { row } = place.at(index);
    yield { tone: "plain", cells: pairCells(figures, pair, row, place, roll) };
  }
  const { input } = figures;
  const same = {
    value: pairs.every((pair) => isAsFrozen(input, pair)),
    formula: `AND(${place.ranges("ties", 0, pairs.length - 1).join(",")})`,
  };
  const blanks: Cell[] = Array.from({ length: FROZEN_COLUMNS.length - 2 }, () => null);
  yield { tone: "total", cells: ["All wallets", ...blanks, same] };
}

function pairCells(
  { input, round }: Figures,
  pair: FrozenPair,
  row: number,
  place: TablePlace,
  roll: TablePlace,
): Cell[] {
  const { label, then, at } = pair;
  const now = at === null ? undefined : input.check.wallets[at];
  const frozen = FROZEN_KEYS.map((key) => then?.[key] ?? null);
  const currency = (then ?? now)?.currency ?? null;
  const closing: Cell =
    at === null || now === undefined ? null : { value: now.closing, formula: roll.cell("stated", at) };
  if (at === null || then === null || now === undefined) {
    return [label, currency, ...frozen, closing, null, { value: false, formula: "FALSE" }];
  }
  const same = FROZEN_KEYS.map((key) => {
    const live = roll.cell(key === "closing" ? "stated" : key, at);
    return `${place.letter(key)}${row}=${live}`;
  });
  const cell = (key: string) => `${place.letter(key)}${row}`;
  return [
    label,
    currency,
    ...frozen,
    closing,
    { value: now.closing - then.closing, formula: round(`${cell("stated")}-${cell("closing")}`) },
    { value: isAsFrozen(input, pair), formula: `AND(${same.join(",")})` },
  ];
}
