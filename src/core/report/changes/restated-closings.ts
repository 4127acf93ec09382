/** C3: what each signed month closes at now, compared with what it was signed to close at. */
import type { FrozenWallet } from "../../review/close/close.ts";
import { type FreezingStep, monthStates } from "../../review/close/month-states.ts";
import type { Figures } from "../figures.ts";
import type { ReportInput } from "../input.ts";
import { walletKey } from "../../reconcile/chain/wallet-key.ts";
import { walletLabel } from "../../words/wallet.ts";
import { ReportTable, columnsOf } from "../table.ts";
import { monthTitle } from "../../words/month.ts";

/** A wallet of a month whose signature is in force. */
interface SignedWallet {
  readonly step: FreezingStep;
  readonly wallet: Pick<FrozenWallet, "userID" | "businessID" | "currency">;
  /** 0 for one that came since. */
  readonly signed: number;
  /** What it closes at as the ledger says it today; 0 for one that is gone. */
  readonly now: number;
}

const CLOSINGS = columnsOf<SignedWallet & { readonly figures: Figures }>()({
  month: { header: "Signed month", kind: "text", value: ({ step }) => monthTitle(step.month) },
  run: { header: "Run", kind: "id", value: ({ step }) => step.frozen.runId },
  when: { header: "Signed ({zone})", kind: "instant", value: ({ step }) => step.atMs },
  by: { skip: 2, header: "Signed by", kind: "text", value: ({ step }) => step.by },
  currency: { header: "Currency", kind: "text", value: ({ wallet }) => wallet.currency },
  wallet: { header: "Wallet", kind: "text", value: ({ wallet }) => walletLabel(wallet) },
  signed: { header: "Closing as signed", kind: "amount", value: ({ signed }) => signed },
  now: { header: "Closing now", kind: "amount", value: ({ now }) => now },
  difference: {
    header: "Difference",
    kind: "amount",
    value: ({ now, signed }) => now - signed,
    formula: ({ figures }, here) => figures.round(`${here.cell("now")}-${here.cell("signed")}`),
  },
  same: {
    header: "The same",
    kind: "truth",
    value: ({ now, signed }) => now === signed,
    formula: (_, here) => `${here.cell("now")}=${here.cell("signed")}`,
  },
});

export function closingTable(figures: Figures) {
  const wallets = signedWalletsOf(figures.input);
  return new ReportTable(figures, {
    id: "closings",
    title: "Signed months: what they close at now",
    empty: "None: no month up to the period's end is signed off.",
    columns: CLOSINGS,
    lines: wallets.map((wallet) => ({ ...wallet, figures })),
    tone: ({ now, signed }) => (now === signed ? "plain" : "flag"),
  });
}

/** Of every signed month that ends no later than what is shown, months ascending; then newer wallets. */
function signedWalletsOf({ check, closeSteps, restatements }: ReportInput): SignedWallet[] {
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
