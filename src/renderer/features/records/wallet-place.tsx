/** The Wallet: every entry, with the balance it should have beside the one it states. */
import type { ReactNode } from "react";
import type { WalletRow, EntryContext } from "../../bridge/protocol.ts";
import { RecordsPlace, NotHeld, SinceNote } from "../../shared/record/records-place.tsx";
import { useEntryActions, WALLET_COLUMNS, WALLET_MEASURES } from "../../shared/record/wallet-columns.ts";
import { useDisplayFormat, When } from "../../ui/values.tsx";
import { FaultOf } from "../../app/providers.tsx";
import { hrefOf } from "../../app/use-route.ts";
import { useAnswer } from "../../app/use-answer.ts";
import { useCheckAnswer } from "../../rows/use-check-answer.ts";
import { EntryTable, SumTable, FindingList, TransactionSums } from "../../shared/record/transaction-sums.tsx";
import { ForkTable } from "../../shared/record/fork-table.tsx";
import {
  MatchButton,
  RecordMatches,
  ForeignText,
  RecordPane,
  RecordSection,
} from "../../shared/record/record-matches.tsx";
import { chainSentence, chainSum } from "../../shared/record/chain-words.ts";
import { Facts } from "../../ui/facts.tsx";
import { RecordSources } from "../../shared/record/record-sources.tsx";

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

interface EntryDetailProps {
  readonly walletID: number;
  /** Named once over each sum. */
  readonly currency: string | null;
  readonly onClose: () => void;
}

/** One entry in full: the rows around it, the arithmetic, the cause, its transaction, its history, its JSON. */
function EntryDetail({ walletID, currency, onClose }: EntryDetailProps) {
  const { data, error, readAgain } = useCheckAnswer("entry", { walletID }, { stays: true });
  const record = useAnswer("record.entry", { walletID });
  return (
    <RecordPane title={`walletID ${walletID}`} aside={<Aside context={data ?? null} />} onClose={onClose}>
      {error === null ? null : <FaultOf error={error} onTryAgain={readAgain} />}
      {data === null ? <NotHeld noun="entry" id={walletID} versions={record.data?.versions} /> : null}
      <SinceNote table="entries" id={walletID} />
      {data === undefined || data === null ? null : <EntrySections context={data} currency={currency} />}
      <RecordSources record={record} />
    </RecordPane>
  );
}

function Aside({ context }: { readonly context: EntryContext | null }) {
  if (context === null) return null;
  return <When atMs={context.row.dateCreatedAtMs} time />;
}

function EntrySections({
  context,
  currency,
}: {
  readonly context: EntryContext;
  readonly currency: string | null;
}) {
  const { decimals } = useDisplayFormat();
  const { row, before, after, findings, transaction } = context;
  return (
    <>
      <RecordSection title="Found">
        <FindingList findings={findings} />
      </RecordSection>
      <RecordMatches of={{ walletID: row.walletID }} />
      <RecordSection title="The arithmetic">
        <SumTable lines={chainSum(context)} {...{ decimals, currency }} caption="The balance as a sum" />
        <p className="small quiet breaks record-sentence">{chainSentence(context, decimals)}</p>
      </RecordSection>
      {context.fork.length === 0 ? null : (
        <RecordSection title="What each balance goes on from">
          <ForkTable rows={context.fork} own={row.walletID} />
        </RecordSection>
      )}
      <RecordSection title="Entries before and after">
        <EntryTable
          rows={[...before, row, ...after]}
          own={row.walletID}

          caption="The entry, with those before and after it"
        />
      </RecordSection>
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
