/** The Wallet: every entry, with the balance it should have beside the one it states. */
import { useMemo } from "react";
import type { EntryContext } from "../../bridge/protocol.ts";
import {
  RecordDetail,
  RecordsPlace,
  type ShownRecordProps,
  useManyCurrencies,
} from "../../shared/record/records-place.tsx";
import { useEntryActions, walletColumns, WALLET_MEASURES } from "../../shared/record/wallet-columns.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import { When } from "../../ui/values.tsx";
import { hrefOf } from "../../app/use-route.ts";
import { useAnswer } from "../../app/use-answer.ts";
import { useCheckAnswer } from "../../rows/use-check-answer.ts";
import { SumTable, FindingList, TransactionSums } from "../../shared/record/transaction-sums.tsx";
import { EntrySurroundings } from "../../shared/record/fork-table.tsx";
import {
  MatchButton,
  RecordMatches,
  ForeignText,
  RecordSection,
} from "../../shared/record/record-matches.tsx";
import { BankPart } from "../../shared/record/bank-part.tsx";
import { useBankAccepting } from "../../shared/record/use-bank-accepting.tsx";
import { chainSum } from "../../shared/record/chain-words.ts";
import { Facts } from "../../ui/facts.tsx";

export function WalletPlace() {
  const actionsOf = useEntryActions();
  const { summary } = useCheck();
  const hasBank = summary?.bank !== undefined;
  const isMixed = useManyCurrencies();
  return (
    <RecordsPlace
      table="entries"
      columns={useMemo(() => walletColumns(hasBank, isMixed), [hasBank, isMixed])}
      measures={WALLET_MEASURES}
      actionsOf={actionsOf}
      Detail={EntryDetail}
    />
  );
}

function EntryDetail({ id: walletID, currency, onClose }: ShownRecordProps) {
  const found = useCheckAnswer("entry", { walletID }, { stays: true });
  const record = useAnswer("record.entry", { walletID });
  const { row = null } = found.data ?? {};
  return (
    <RecordDetail
      table="entries"
      id={walletID}
      {...{ found, record, onClose }}
      aside={row === null ? null : <When atMs={row.dateCreatedAtMs} time />}
    >
      {(context) => <EntrySections context={context} currency={context.row.currency ?? currency} />}
    </RecordDetail>
  );
}

function EntrySections({
  context,
  currency,
}: Pick<ShownRecordProps, "currency"> & { readonly context: EntryContext }) {
  const { row, findings, transaction } = context;
  const bank = useBankAccepting(row.walletID);
  return (
    <>
      <RecordSection title="Found">
        <FindingList findings={findings} />
      </RecordSection>
      <RecordMatches of={{ walletID: row.walletID }} />
      {bank.shown === null ? null : (
        <RecordSection title="The bank">
          <BankPart of={bank.shown} keys={null} onAccept={bank.accept} />
          {bank.dialog}
        </RecordSection>
      )}
      <RecordSection title="The arithmetic">
        <SumTable lines={chainSum(context)} currency={currency} caption="The balance as a sum" />
        {row.expected === null ? <p className="small quiet">The check ends before this entry.</p> : null}
      </RecordSection>
      <EntrySurroundings context={context} />
      <RecordSection title="The entry">
        <Facts
          facts={[
            ["Description", <ForeignText key="description" text={row.description} />],
            ["Payref", <ForeignText key="payref" text={row.payref} />],
            ["Action", <ForeignText key="action" text={row.action} />],
            ["Approved", row.unapproved ? "× not yet" : "yes"],
            ["userID", String(row.userID)],
            ["businessID", String(row.businessID)],
          ]}
        />
      </RecordSection>
      <RecordSection title="Its transaction">
        {transaction === null ? (
          <>
            <p className="quiet">
              {row.payref === ""
                ? "It has no payref, so no transaction can be tied to it."
                : "No transaction has its payref."}
            </p>
            <MatchButton of={{ walletID: row.walletID }} />
          </>
        ) : (
          <>
            <p>
              <a href={hrefOf("transactions", transaction.row.payID)}>payID {transaction.row.payID}</a>,{" "}
              {transaction.row.cycle}, <ForeignText text={transaction.row.customer} />
            </p>
            <TransactionSums context={transaction} own={row.walletID} currency={currency} />
          </>
        )}
      </RecordSection>
    </>
  );
}
