/** A1: what each wallet opens with, held against its closing of the period before: as re-performed today, and as it was signed. */
import { signedBefore } from "../closing.ts";
import { currencyOf } from "../currencies.ts";
import type { Figures } from "../figures.ts";
import type { ReportInput } from "../input.ts";
import type { Cell, Column, Row } from "../model.ts";
import type { TablePlace } from "../place.ts";
import { walletKey } from "../../reconcile/chain/wallet-key.ts";
import { ROLL_COLUMNS, walletLabel } from "./rollforward.ts";
import { SPACER, padded } from "../sheets.ts";

export const OPENING_COLUMNS: readonly Column[] = padded(ROLL_COLUMNS.length, [
  { key: "wallet", header: "Wallet", kind: "text" },
  { key: "currency", header: "Currency", kind: "text" },
  SPACER,
  { key: "opening", header: "Opening", kind: "amount" },
  { key: "before", header: "Closing before", kind: "amount" },
  { key: "carries", header: "Agrees", kind: "truth" },
  { key: "signed", header: "Signed before", kind: "amount" },
  { key: "difference", header: "Difference", kind: "amount" },
  { key: "agrees", header: "Agrees as signed", kind: "truth" },
]);

/** One wallet's opening, and what it is held against; null where there is nothing to hold it against. */
export interface Opening {
  readonly wallet: string;
  readonly currency: string | null;
  readonly opening: number;
  /** Its closing of the period before, as checked today; null for a wallet of which there was nothing then. */
  readonly before: number | null;
  /** What the month right before was signed to close at, 0 where it was signed without the wallet; null where it was not signed. */
  readonly signed: number | null;
}

/** Of each wallet, in their order; none where the whole history is shown. */
export function openingsOf(input: ReportInput): Opening[] {
  const { check, priorCheck } = input;
  if (priorCheck === null) return [];
  const before = new Map(priorCheck.wallets.map((wallet) => [walletKey(wallet), wallet.closing]));
  const signed = signedClosings(input);
  return check.wallets.map((wallet) => ({
    wallet: walletLabel(wallet),
    currency: currencyOf(wallet),
    opening: wallet.opening,
    before: before.get(walletKey(wallet)) ?? null,
    signed: signed === null ? null : (signed.get(walletKey(wallet)) ?? 0),
  }));
}

/** What was signed right before by wallet, one that is not among them at zero; null where nothing was, or in another scope. */
function signedClosings(input: ReportInput): ReadonlyMap<string, number> | null {
  const frozen = signedBefore(input)?.frozen;
  if (frozen === undefined) return null;
  const { options, wallets } = frozen;
  // That there is no wallet is said of either scope.
  const isOfScope = options.chainScope === input.check.options.chainScope || wallets.length === 0;
  return isOfScope ? new Map(wallets.map((wallet) => [walletKey(wallet), wallet.closing])) : null;
}

/** Whether anything was signed that the openings can be held against. */
export function hasSignedBefore(openings: readonly Opening[]): boolean {
  return openings.some(({ signed }) => signed !== null);
}

export function carriesOn({ opening, before }: Opening): boolean {
  return before === null || before === opening;
}

export function agreesAsSigned({ opening, signed }: Opening): boolean {
  return signed === null || signed === opening;
}

/** How many rows they take: one each, then whether all agree. */
export function openingCount(input: ReportInput): number {
  return input.priorCheck === null ? 0 : openingsOf(input).length + 1;
}

/** @param roll the wallets of A1, in the same order */
export function* openingRows({ input, round }: Figures, place: TablePlace, roll: TablePlace): Generator<Row> {
  if (input.priorCheck === null) return;
  const openings = openingsOf(input);
  for (const [at, one] of openings.entries()) {
    const { row } = place.at(at);
    const cell = (key: string) => `${place.letter(key)}${row}`;
    const { wallet, currency, opening, before, signed } = one;
    const asSigned: Cell[] =
      signed === null
        ? []
        : [
            signed,
            { value: opening - signed, formula: round(`${cell("opening")}-${cell("signed")}`) },
            { value: agreesAsSigned(one), formula: `${cell("opening")}=${cell("signed")}` },
          ];
    yield {
      tone: "plain",
      cells: [
        wallet,
        currency,
        null,
        { value: opening, formula: roll.cell("opening", at) },
        before,
        before === null ? null : { value: carriesOn(one), formula: `${cell("opening")}=${cell("before")}` },
        ...asSigned,
      ],
    };
  }
  const all = (key: string, holds: boolean): Cell => ({
    value: holds,
    // AND takes no notice of empty cells, and wants one that is not.
    formula: `AND(${["TRUE()", ...place.ranges(key, 0, openings.length - 1)].join(",")})`,
  });
  yield {
    tone: "total",
    cells: [
      "All wallets",
      null,
      null,
      null,
      null,
      all("carries", openings.every(carriesOn)),
      null,
      null,
      hasSignedBefore(openings) ? all("agrees", openings.every(agreesAsSigned)) : null,
    ],
  };
}
