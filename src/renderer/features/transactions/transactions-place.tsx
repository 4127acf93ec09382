/** Transactions: each with what it charges, what should have come of it, and what came. */
import type { ReactNode } from "react";
import type { TransactionRow } from "../../check/protocol.ts";
import { RecordsPlace } from "../../shared/record/records-place.tsx";
import { TRANSACTION_COLUMNS, TRANSACTION_MEASURES } from "./transaction-columns.ts";
import { TransactionPanel } from "./transaction-detail.tsx";

export function TransactionsPlace() {
  return (
    <RecordsPlace
      table="transactions"
      title="Transactions"
      idName="payID"
      columns={TRANSACTION_COLUMNS}
      measures={TRANSACTION_MEASURES}
      idOf={idOf}
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
