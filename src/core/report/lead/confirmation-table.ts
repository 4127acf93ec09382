/** A: the closing balance of each wallet beside what the provider says it is, and whether they agree. */
import { lapsedWords } from "../../review/file/confirmation-words.ts";
import { type ConfirmedBalance, agreesWithProvider } from "../../review/file/month-file.ts";
import { walletKey } from "../../reconcile/chain/wallet-key.ts";
import { labelAt } from "../currencies.ts";
import type { Figures } from "../figures.ts";
import type { RollTable } from "../rollforward/rollforward.ts";
import { ReportTable, columnsOf } from "../table.ts";
import { walletLabel } from "../../words/wallet.ts";

interface ConfirmationLine {
  readonly figures: Figures;
  readonly roll: RollTable;
  readonly of: ConfirmedBalance;
  /** Its row on A1. */
  readonly at: number;
}

const CONFIRMATIONS = columnsOf<ConfirmationLine>()({
  wallet: { header: "Confirmed by the provider", kind: "text", value: ({ of }) => walletLabel(of.wallet) },
  confirmed: { header: "Confirmed", kind: "amount", value: ({ of }) => of.confirmation?.balance ?? null },
  stated: {
    header: "Closing stated",
    kind: "amount",
    value: ({ of }) => of.closing,
    formula: ({ roll, at }) => roll.cell("stated", at),
  },
  difference: {
    header: "Difference",
    kind: "amount",
    value: ({ of }) => of.confirmation?.difference ?? null,
    formula: ({ figures }, here) => figures.round(`${here.cell("confirmed")}-${here.cell("stated")}`),
  },
  agrees: {
    header: "Agrees",
    kind: "truth",
    value: ({ of }) => {
      const value = agreesWithProvider(of);
      return value === null ? null : { value, tone: value ? "good" : "bad" };
    },
    formula: ({ of }, here) => (of.confirmation === null ? "FALSE()" : `${here.cell("difference")}=0`),
  },
  by: {
    header: "By",
    kind: "text",
    value: ({ of }) => of.confirmation?.by ?? of.lapsed?.confirmedBy ?? null,
  },
  currency: {
    header: "Currency",
    kind: "text",
    ofCurrency: true,
    value: ({ figures: { currencies }, at }) => labelAt(currencies, currencies.ofWallet[at] ?? 0),
  },
  source: { skip: 1, header: "Source", kind: "wrapped", value: ({ of }) => sourceWords(of) },
});

/** From what it is known, or why it no longer counts. */
function sourceWords(of: ConfirmedBalance): string {
  if (of.lapsed !== null) return lapsedWords(of.lapsed);
  if (of.confirmation === null) return "not confirmed";
  const { source, evidence, note } = of.confirmation;
  return [source, evidence === null ? "" : `evidence ${evidence}`, note]
    .filter((text) => text !== "")
    .join(", ");
}

export type ConfirmationTable = ReportTable<ConfirmationLine, keyof typeof CONFIRMATIONS>;

/** One row per wallet; empty where no month is exported. */
export function confirmationTable(figures: Figures, roll: RollTable): ConfirmationTable {
  const { check, workpaper } = figures.input;
  const at = new Map(check.wallets.map((wallet, index) => [walletKey(wallet), index]));
  const lines = (workpaper?.balances ?? []).flatMap((of): ConfirmationLine[] => {
    const index = at.get(walletKey(of.wallet));
    return index === undefined ? [] : [{ figures, roll, of, at: index }];
  });
  return new ReportTable(figures, {
    id: "confirmations",
    empty: "None from outside: the closing balance is the service's own statement.",
    columns: CONFIRMATIONS,
    lines: lines,
    tone: ({ of }) => (agreesWithProvider(of) === null ? "quiet" : "plain"),
  });
}
