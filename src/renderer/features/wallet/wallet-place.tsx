/** The Wallet: every entry, with the balance it should have beside the one it states. */
import type { ReactNode } from "react";
import type { WalletRow } from "../../check/protocol.ts";
import { RecordsPlace } from "../../shared/record/records-place.tsx";
import { useEntryActions } from "../../shared/record/row-actions.ts";
import { EntryDetail } from "./entry-detail.tsx";
import { WALLET_COLUMNS, WALLET_MEASURES } from "../../shared/record/wallet-columns.ts";

export function WalletPlace() {
  const actionsOf = useEntryActions();
  return (
    <RecordsPlace
      table="entries"
      title="Wallet"
      idName="walletID"
      columns={WALLET_COLUMNS}
      measures={WALLET_MEASURES}
      idOf={idOf}
      actionsOf={actionsOf}
      detail={detailOf}
    />
  );
}

function idOf({ walletID }: WalletRow): number {
  return walletID;
}

function detailOf(walletID: number, currency: string | null, onClose: () => void): ReactNode {
  return <EntryDetail walletID={walletID} currency={currency} onClose={onClose} />;
}
