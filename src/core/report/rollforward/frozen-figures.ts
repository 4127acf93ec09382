/** A1: the figures of each wallet as they were prepared or signed, compared with those of today. */
import { type FrozenWallet, isUnused } from "../../review/close/close.ts";
import { frozenStepOf } from "../sheet/closing.ts";
import type { Figures } from "../sheet/figures.ts";
import type { ReportInput } from "../sheet/input.ts";
import { walletKey } from "../../reconcile/chain/wallet-key.ts";
import type { WalletResult } from "../../reconcile/input/result.ts";
import { type ColumnDeclaration, ReportTable, columnsOf, head } from "../sheet/table.ts";
import { walletLabel } from "../../words/wallet.ts";
import { ROLL_HEADS, type RollTable } from "./rollforward.ts";

/** A wallet as it was frozen and as it is now, by its row on A1; null on a side that does not have it. */
interface FrozenPair {
  readonly label: string;
  readonly frozen: FrozenWallet | null;
  /** Index among the wallets of the check. */
  readonly at: number | null;
}

/** Every wallet that was frozen, then those since; none unfrozen. One on a single side counts if used. */
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

interface FrozenLine extends FrozenPair {
  readonly figures: Figures;
  /** The wallets of A1, live over B1. */
  readonly roll: RollTable;
  /** The wallet today; null where there is none. */
  readonly now: WalletResult | null;
}

const FROZEN = columnsOf<FrozenLine>()({
  wallet: { ...head("wrapped", "Wallet"), value: ({ label }) => label },
  currency: { ...head("text", "Currency"), value: ({ frozen, now }) => (frozen ?? now)?.currency ?? null },
  entries: frozenColumn("entries"),
  opening: frozenColumn("opening"),
  inflow: frozenColumn("inflow"),
  outflow: frozenColumn("outflow"),
  breakDifference: frozenColumn("breakDifference"),
  closing: { ...frozenColumn("closing"), header: "Closing then" },
  stated: {
    ...ROLL_HEADS.stated,
    header: "Closing now",
    value: ({ now }) => now?.closing ?? null,
    formula: ({ roll, at }) => roll.cell("stated", at ?? 0),
  },
  difference: {
    ...ROLL_HEADS.difference,
    value: ({ frozen, now }) => (frozen === null || now === null ? null : now.closing - frozen.closing),
    formula: ({ figures }, here) => figures.round(`${here.cell("stated")}-${here.cell("closing")}`),
  },
  ties: {
    ...ROLL_HEADS.ties,
    header: "Same figures",
    value: (line) => isAsFrozen(line.figures.input, line),
    formula: ({ roll, frozen, now, at }, here) => {
      if (at === null || frozen === null || now === null) return "FALSE()";
      const same = FROZEN_KEYS.map(
        (key) => `${here.cell(key)}=${roll.cell(key === "closing" ? "stated" : key, at)}`,
      );
      return `AND(${same.join(",")})`;
    },
  },
});

function frozenColumn(key: (typeof FROZEN_KEYS)[number]): ColumnDeclaration<FrozenLine, never> {
  return { ...ROLL_HEADS[key], value: ({ frozen }) => frozen?.[key] ?? null };
}

export type FrozenTable = ReportTable<FrozenLine, keyof typeof FROZEN>;

/** One row per wallet, then whether all are the same; none where nothing was frozen. */
export function frozenTable(figures: Figures, roll: RollTable): FrozenTable {
  const { input } = figures;
  const pairs = frozenPairs(input);
  const isFrozen = frozenStepOf(input) !== null;
  return new ReportTable(figures, {
    id: "frozen",
    title: frozenTitle(figures),
    empty: "None: this period is not prepared or signed off.",
    columns: FROZEN,
    count: isFrozen ? pairs.length + 1 : 0,
    *lines(table, here) {
      if (!isFrozen) return;
      const { wallets } = input.check;
      for (const pair of pairs)
        yield { ...pair, figures, roll, now: pair.at === null ? null : (wallets[pair.at] ?? null) };
      const ties = {
        value: pairs.every((pair) => isAsFrozen(input, pair)),
        formula: `AND(${["TRUE()", ...table.ranges("ties", 0, here.index - 1)].join(",")})`,
      };
      yield here.row("total", { wallet: "All wallets", ties });
    },
  });
}

function frozenTitle({ input, clock }: Pick<Figures, "input" | "clock">): string {
  const step = frozenStepOf(input);
  if (step === null) return "As prepared or signed off";
  const done = step.step === "sign-off" ? "signed off" : "prepared";
  return `As ${done} by ${step.by} on ${clock.day(step.atMs)}, run ${step.frozen.runId}`;
}
