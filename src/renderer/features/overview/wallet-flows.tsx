/** The roll-forward of each wallet, where there are several. */
import { Section } from "../../ui/layout/part.tsx";
import { formatCount } from "../../../core/money.ts";
import type { WalletResult } from "../../../core/reconcile/result/result.ts";
import { type TableColumn, Table } from "../../ui/layout/table.tsx";
import { Defined } from "../../ui/overlays/defined.tsx";
import { MEANINGS } from "./meanings.ts";
import { walletName } from "../../../core/words/wallet.ts";

const COLUMNS: readonly TableColumn<WalletResult>[] = [
  { title: "Wallet", isRowHeader: true, cell: walletName },
  {
    title: "Opening",
    heading: <Defined meaning={MEANINGS.opening}>Opening</Defined>,
    amount: ({ opening }) => opening,
  },
  {
    title: "Inflows",
    heading: <Defined meaning={MEANINGS.inflows}>Inflows</Defined>,
    amount: ({ inflow }) => inflow,
    sign: true,
  },
  {
    title: "Outflows",
    heading: <Defined meaning={MEANINGS.outflows}>Outflows</Defined>,
    amount: ({ outflow }) => 0 - outflow,
    sign: true,
  },
  {
    title: "Break differences",
    heading: <Defined meaning={MEANINGS.breaks}>Break differences</Defined>,
    amount: ({ breakDifference }) => breakDifference,
    sign: true,
  },
  {
    title: "Closing",
    heading: <Defined meaning={MEANINGS.closing}>Closing</Defined>,
    amount: ({ closing }) => closing,
  },
];

/** How many wallets are listed; a ledger of more is one for the Wallet place. */
const LISTED = 50;

export function WalletFlows({ wallets }: { readonly wallets: readonly WalletResult[] }) {
  return (
    <Section title="Wallet by wallet" level={2} className="wallet-flows">
      <Table
        caption="Roll-forward of each wallet"
        columns={COLUMNS}
        rows={wallets.slice(0, LISTED)}
        rowKey={({ userID, businessID }) => `${userID} ${businessID ?? ""}`}
      />
      {wallets.length > LISTED ? (
        <p className="quiet">and {formatCount(wallets.length - LISTED, "more wallet")}</p>
      ) : null}
    </Section>
  );
}
