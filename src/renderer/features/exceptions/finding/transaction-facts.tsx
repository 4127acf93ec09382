/**
 * The transaction of a finding: what it is, what it charges, how it stands, and the entries that settle it.
 */
import { Facts } from "../../../ui/layout/facts.tsx";
import type { ReactNode } from "react";
import { STANDING } from "../../../../core/words/finding.ts";
import { hrefOf } from "../../../app/use-route.ts";
import type { TransactionContext } from "../../../check/protocol.ts";
import { Amount } from "../../../ui/values/amount.tsx";
import { When } from "../../../ui/values/when.tsx";
import { SettlingEntries } from "../../../shared/record/transaction-sums.tsx";

interface TransactionFactsProps {
  readonly context: TransactionContext;
  /** walletID of the entry in question, null where the finding is about the transaction. */
  readonly own: number | null;
}

export function TransactionFacts({ context, own }: TransactionFactsProps) {
  const { row } = context;
  const standing = STANDING[row.settlement];
  return (
    <>
      <Facts
        look="tiles"
        facts={[
          [
            "payID",
            <a key="payID" href={hrefOf("transactions", row.payID)}>
              {row.payID}
            </a>,
          ],
          ["Payref", row.payref],
          ["Cycle", row.cycle],
          ["Role", row.role ?? "–"],
          ["Customer", row.customer ?? "–"],
          ["Created", whenOf(row.dateCreatedAtMs)],
          ["Paid", whenOf(row.datePaidAtMs)],
          ["Charged", amountOf(row.charged)],
          ["Escrow fee", amountOf(row.escrowFee)],
          ["Tax", amountOf(row.tax)],
          ["Payable", amountOf(row.payable)],
          ["Expected", row.expected === null ? "not judged" : amountOf(row.expected)],
          ["Settled", amountOf(row.settled)],
          ["Status", `${standing.mark} ${standing.words}`],
        ]}
      />
      <SettlingEntries context={context} own={own} />
    </>
  );
}

function amountOf(value: number | null): ReactNode {
  return value === null ? "" : <Amount value={value} zero="0" />;
}

function whenOf(atMs: number | null): ReactNode {
  return atMs === null ? "–" : <When atMs={atMs} time />;
}
