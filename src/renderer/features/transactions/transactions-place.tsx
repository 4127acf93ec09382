/** Transactions: each with what it charges, what should have come of it, and what came. */
import type { ReactNode } from "react";
import type { TransactionRow } from "../../check/protocol.ts";
import { RecordsPlace } from "../../shared/record/records-place.tsx";
import { useTransactionActions } from "../../shared/record/row-actions.ts";
import { TRANSACTION_COLUMNS, TRANSACTION_MEASURES } from "./transaction-columns.ts";
import { TransactionPanel } from "./transaction-detail.tsx";

export function TransactionsPlace() {
  const actionsOf = useTransactionActions();
  return (
    <RecordsPlace
      table="transactions"
      title="Transactions"
      idName="payID"
      columns={TRANSACTION_COLUMNS}
      measures={TRANSACTION_MEASURES}
      idOf={idOf}
      actionsOf={actionsOf}
      detail={detailOf}
    />
  );
}

function idOf({ payID }: TransactionRow): number {
  return payID;
}

function detailOf(payID: number, currency: string | null, onClose: () => void): ReactNode {
  return <TransactionPanel payID={payID} currency={currency} onClose={onClose} />;
}
