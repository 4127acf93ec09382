/** A1: what each wallet opens with beside its closing before, as re-performed today and as signed. */
import { signedBefore } from "../sheet/closing.ts";
import { currencyOf } from "../sheet/record-currencies.ts";
import type { Figures } from "../sheet/figures.ts";
import type { ReportInput } from "../sheet/input.ts";
import type { Cell } from "../sheet/model.ts";
import { walletKey } from "../../reconcile/chain/wallet-key.ts";
import { ReportTable, columnsOf, head } from "../sheet/table.ts";
import { walletLabel } from "../../words/wallet.ts";
import type { RollTable } from "./rollforward.ts";

/** One wallet's opening, and what it is compared with; null where there is nothing to compare it with. */
interface Opening {
  readonly wallet: string;
  readonly currency: string | null;
  readonly opening: number;
  /** Its closing of the period before, as checked today; null for a wallet that had nothing then. */
  readonly before: number | null;
  /** What the month before was signed to close at, 0 without the wallet; null where it was not signed. */
  readonly signed: number | null;
}

/** Of each wallet, in their order; none where the whole history is shown. */
export function openingsOf(input: ReportInput): Opening[] {
  const { check, priorOutcomes } = input;
  if (priorOutcomes === null) return [];
  const before = new Map(priorOutcomes.wallets.map((wallet) => [walletKey(wallet), wallet.closing]));
  const signed = signedClosings(input);
  return check.wallets.map((wallet) => ({
    wallet: walletLabel(wallet),
    currency: currencyOf(wallet),
    opening: wallet.opening,
    before: before.get(walletKey(wallet)) ?? null,
    signed: signed === null ? null : (signed.get(walletKey(wallet)) ?? 0),
  }));
}

/** What was signed right before by wallet, others at zero; null: nothing signed, or in another scope. */
function signedClosings(input: ReportInput): ReadonlyMap<string, number> | null {
  const frozen = signedBefore(input)?.frozen;
  if (frozen === undefined) return null;
  const { options, wallets } = frozen;
  // That there is no wallet is said of either scope.
  const isOfScope = options.chainScope === input.check.options.chainScope || wallets.length === 0;
  return isOfScope ? new Map(wallets.map((wallet) => [walletKey(wallet), wallet.closing])) : null;
}

export function hasSignedBefore(openings: readonly Opening[]): boolean {
  return openings.some(({ signed }) => signed !== null);
}

export function carriesOn({ opening, before }: Opening): boolean {
  return before === null || before === opening;
}

export function agreesAsSigned({ opening, signed }: Opening): boolean {
  return signed === null || signed === opening;
}

interface OpeningLine extends Opening {
  readonly figures: Figures;
  /** The wallets of A1, in the same order. */
  readonly roll: RollTable;
}

const OPENINGS = columnsOf<OpeningLine>()({
  wallet: { ...head("wrapped", "Wallet"), value: ({ wallet }) => wallet },
  currency: { ...head("text", "Currency"), value: ({ currency }) => currency },
  opening: {
    skip: 1,
    ...head("amount", "Opening"),
    value: ({ opening }) => opening,
    formula: ({ roll }, here) => roll.cell("opening", here.index),
  },
  before: { ...head("amount", "Closing before"), value: ({ before }) => before },
  carries: {
    ...head("truth", "Agrees"),
    value: (line) => (line.before === null ? null : carriesOn(line)),
    formula: (_, here) => `${here.cell("opening")}=${here.cell("before")}`,
  },
  signed: { ...head("amount", "Signed before"), value: ({ signed }) => signed },
  difference: {
    ...head("amount", "Difference"),
    value: ({ opening, signed }) => (signed === null ? null : opening - signed),
    formula: ({ figures }, here) => figures.round(`${here.cell("opening")}-${here.cell("signed")}`),
  },
  agrees: {
    ...head("truth", "Agrees as signed"),
    value: (line) => (line.signed === null ? null : agreesAsSigned(line)),
    formula: (_, here) => `${here.cell("opening")}=${here.cell("signed")}`,
  },
});
export type OpeningTable = ReportTable<OpeningLine, keyof typeof OPENINGS>;

/** One row per wallet, then whether all agree. */
export function openingTable(figures: Figures, roll: RollTable): OpeningTable {
  const openings = openingsOf(figures.input);
  return new ReportTable(figures, {
    id: "openings",
    title: "Opening, compared with the closing before: as re-performed today, and as signed off",
    empty: "None: the whole history opens where its first entry does.",
    columns: OPENINGS,
    count: figures.input.priorOutcomes === null ? 0 : openings.length + 1,
    *lines(table, here) {
      if (figures.input.priorOutcomes === null) return;
      for (const opening of openings) yield { ...opening, figures, roll };
      // AND takes no notice of empty cells, and wants one that is not.
      const all = (key: "carries" | "agrees", holds: boolean): Cell => ({
        value: holds,
        formula: `AND(${["TRUE()", ...table.ranges(key, 0, here.index - 1)].join(",")})`,
      });
      yield here.row("total", {
        wallet: "All wallets",
        carries: all("carries", openings.every(carriesOn)),
        agrees: hasSignedBefore(openings) ? all("agrees", openings.every(agreesAsSigned)) : null,
      });
    },
  });
}
