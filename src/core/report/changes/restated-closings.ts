/** C3: what each signed month closes at now, held against what it was signed to close at. */
import type { FrozenWallet } from "../../review/close/close.ts";
import { type FreezingStep, monthStates } from "../../review/close/month-states.ts";
import type { Figures } from "../figures.ts";
import type { ReportInput } from "../input.ts";
import type { Column, Row } from "../model.ts";
import type { TablePlace } from "../place.ts";
import { walletKey } from "../../reconcile/chain/wallet-key.ts";
import { walletLabel } from "../rollforward/rollforward.ts";
import { SPACER, padded } from "../sheets.ts";
import { monthTitle } from "../words/verdict.ts";

export function closingColumns(zone: string, width: number): readonly Column[] {
  return padded(width, [
    { key: "month", header: "Signed month", kind: "text" },
    { key: "run", header: "Run", kind: "id" },
    { key: "when", header: `Signed (${zone})`, kind: "instant" },
    SPACER,
    SPACER,
    { key: "by", header: "Signed by", kind: "text" },
    { key: "currency", header: "Currency", kind: "text" },
    { key: "wallet", header: "Wallet", kind: "text" },
    { key: "signed", header: "Closing as signed", kind: "amount" },
    { key: "now", header: "Closing now", kind: "amount" },
    { key: "difference", header: "Difference", kind: "amount" },
    { key: "same", header: "The same", kind: "truth" },
  ]);
}

/** A wallet of a month whose signature is in force. */
export interface SignedWallet {
  readonly step: FreezingStep;
  readonly wallet: Pick<FrozenWallet, "userID" | "businessID" | "currency">;
  /** 0 for one that came since. */
  readonly signed: number;
  /** What it closes at as the ledger says it today; 0 for one that is gone. */
  readonly now: number;
}

/** Of every month signed off that ends no later than what is shown, months ascending; then wallets that came since. */
export function signedWalletsOf({ check, closeSteps, restatements }: ReportInput): SignedWallet[] {
  const last = check.period?.to.slice(0, 7) ?? "9999-99";
  const restated = Map.groupBy(restatements.closings, ({ month }) => month);
  return [...monthStates(closeSteps).values()].flatMap(({ month, signed: step }) => {
    if (step === null || month > last) return [];
    const others = new Map(restated.get(month)?.map((closing) => [walletKey(closing), closing]));
    const known = step.frozen.wallets.map((wallet) => {
      const now = others.get(walletKey(wallet))?.now ?? wallet.closing;
      others.delete(walletKey(wallet));
      return { step, wallet, signed: wallet.closing, now };
    });
    const cameSince = [...others.values()].map((wallet) => ({
      step,
      wallet,
      signed: wallet.signed,
      now: wallet.now,
    }));
    return [...known, ...cameSince];
  });
}

export function* closingRows(
  { round }: Figures,
  wallets: readonly SignedWallet[],
  place: TablePlace,
): Generator<Row> {
  for (const [at, { step, wallet, signed, now }] of wallets.entries()) {
    const { row } = place.at(at);
    const cell = (key: string) => `${place.letter(key)}${row}`;
    yield {
      tone: now === signed ? "plain" : "flag",
      cells: [
        monthTitle(step.month),
        step.frozen.runId,
        step.atMs,
        null,
        null,
        step.by,
        wallet.currency,
        walletLabel(wallet),
        signed,
        now,
        { value: now - signed, formula: round(`${cell("now")}-${cell("signed")}`) },
        { value: now === signed, formula: `${cell("now")}=${cell("signed")}` },
      ],
    };
  }
}
