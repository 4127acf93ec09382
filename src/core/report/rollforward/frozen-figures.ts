/** A1: the figures of each wallet as they were prepared or signed, held against those of today. */
import { type FrozenWallet, isUnused } from "../../review/close/close.ts";
import { frozenStepOf } from "../closing.ts";
import type { Figures } from "../figures.ts";
import type { ReportInput } from "../input.ts";
import type { Cell, Column, Row } from "../model.ts";
import type { TablePlace } from "../place.ts";
import { walletKey } from "../../reconcile/chain/wallet-key.ts";
import { ROLL_COLUMNS, walletLabel } from "./rollforward.ts";

const HEADERS: Readonly<Record<string, string>> = {
  closing: "Closing then",
  stated: "Closing now",
  ties: "Same figures",
};

export const FROZEN_COLUMNS: readonly Column[] = ROLL_COLUMNS.map((column) => ({
  ...column,
  header: HEADERS[column.key] ?? column.header,
}));

/** A wallet as it was frozen and as it is now, by its row on A1; null on a side that does not have it. */
export interface FrozenPair {
  readonly label: string;
  readonly frozen: FrozenWallet | null;
  /** Index among the wallets of the check. */
  readonly at: number | null;
}

/** Every wallet that was frozen, then those that came since; none where nothing was frozen. One that is on one side alone counts if it was used. */
export function frozenPairs(input: ReportInput): FrozenPair[] {
  const step = frozenStepOf(input);
  if (step === null) return [];
  const { wallets } = input.check;
  const at = new Map(wallets.map((wallet, index) => [walletKey(wallet), index]));
  const known = new Set(step.frozen.wallets.map(walletKey));
  const cameSince = wallets.flatMap((wallet, index) =>
    known.has(walletKey(wallet)) || isUnused(wallet)
      ? []
      : [{ label: walletLabel(wallet), frozen: null, at: index }],
  );
  return [
    ...step.frozen.wallets.flatMap((wallet) => {
      const index = at.get(walletKey(wallet)) ?? null;
      return index === null && isUnused(wallet)
        ? []
        : [{ label: walletLabel(wallet), frozen: wallet, at: index }];
    }),
    ...cameSince,
  ];
}

/** The figures that were frozen, in the order of their columns. */
const FROZEN_KEYS = ["entries", "opening", "inflow", "outflow", "breakDifference", "closing"] as const;

export function isAsFrozen({ check }: ReportInput, { frozen, at }: FrozenPair): boolean {
  const now = at === null ? undefined : check.wallets[at];
  return frozen !== null && now !== undefined && FROZEN_KEYS.every((key) => frozen[key] === now[key]);
}

/** How many rows they take: one each, then whether all are the same. */
export function frozenCount(input: ReportInput): number {
  return frozenStepOf(input) === null ? 0 : frozenPairs(input).length + 1;
}

/** What stands above them: by whom and when. */
export function frozenTitle({ input, clock }: Pick<Figures, "input" | "clock">): string {
  const step = frozenStepOf(input);
  if (step === null) return "As prepared or signed off";
  const done = step.step === "sign-off" ? "signed off" : "prepared";
  return `As ${done} by ${step.by} on ${clock.day(step.atMs)}, run ${step.frozen.runId}`;
}

/** @param roll the wallets of A1, live over B1 */
export function* frozenRows(figures: Figures, place: TablePlace, roll: TablePlace): Generator<Row> {
  if (frozenStepOf(figures.input) === null) return;
  const pairs = frozenPairs(figures.input);
  for (const [index, pair] of pairs.entries()) {
    const { row } = place.at(index);
    yield { tone: "plain", cells: pairCells(figures, pair, row, place, roll) };
  }
  const { input } = figures;
  const same = {
    value: pairs.every((pair) => isAsFrozen(input, pair)),
    formula: `AND(${["TRUE()", ...place.ranges("ties", 0, pairs.length - 1)].join(",")})`,
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
  const { label, frozen, at } = pair;
  const now = at === null ? undefined : input.check.wallets[at];
  const then = FROZEN_KEYS.map((key) => frozen?.[key] ?? null);
  const { currency = null } = frozen ?? now ?? {};
  const closing: Cell =
    at === null || now === undefined ? null : { value: now.closing, formula: roll.cell("stated", at) };
  if (at === null || frozen === null || now === undefined) {
    return [label, currency, ...then, closing, null, { value: false, formula: "FALSE()" }];
  }
  const same = FROZEN_KEYS.map((key) => {
    const live = roll.cell(key === "closing" ? "stated" : key, at);
    return `${place.letter(key)}${row}=${live}`;
  });
  const cell = (key: string) => `${place.letter(key)}${row}`;
  return [
    label,
    currency,
    ...then,
    closing,
    { value: now.closing - frozen.closing, formula: round(`${cell("stated")}-${cell("closing")}`) },
    { value: isAsFrozen(input, pair), formula: `AND(${same.join(",")})` },
  ];
}
