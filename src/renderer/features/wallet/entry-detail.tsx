/**
 * One entry in full: the rows around it, the arithmetic, the cause, its transaction, its history, its JSON.
 */
import { useDisplayFormat } from "../../ui/values/display-format.tsx";
import { useQuery } from "@tanstack/react-query";
import { beforeAnswer } from "../../app/answers.ts";
import { FaultOf } from "../../app/fault-of.tsx";
import { hrefOf } from "../../app/use-route.ts";
import { useCheck } from "../../check/check-provider.tsx";
import { useCheckKeys } from "../../check/use-check-keys.ts";
import type { EntryContext } from "../../check/protocol.ts";
import { When } from "../../ui/values/when.tsx";
import { EntryTable } from "../../shared/tables/entry-table.tsx";
import { ForkTable } from "../../shared/tables/fork-table.tsx";
import { SumTable } from "../../shared/tables/sum-table.tsx";
import { MatchButton, RecordMatches } from "../../shared/match/record-matches.tsx";
import { chainSentence, chainSum } from "../../shared/record/chain-words.ts";
import { Facts } from "../../ui/layout/facts.tsx";
import { FindingList } from "../../shared/record/finding-list.tsx";
import { ForeignText } from "../../shared/record/foreign-text.tsx";
import { NotHeld } from "../../shared/record/not-held.tsx";
import { RecordPane, RecordSection } from "../../shared/record/record-pane.tsx";
import { RecordSources } from "../../shared/record/versions/record-sources.tsx";
import { SinceNote } from "../../shared/record/since-note.tsx";
import { TransactionSums } from "../../shared/record/transaction-sums.tsx";
import { useCandidates } from "../../shared/record/use-candidates.ts";
import { useEntryRecord } from "../../shared/record/use-record.ts";

interface EntryDetailProps {
  readonly walletID: number;
  /** Named once over each sum. */
  readonly currency: string | null;
  readonly onClose: () => void;
}

export function EntryDetail({ walletID, currency, onClose }: EntryDetailProps) {
  const { client } = useCheck();
  const queryKey = useCheckKeys()("entry", walletID);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => (await client?.call("entry", { walletID })) ?? null,
    placeholderData: beforeAnswer(queryKey),
  });
  const record = useEntryRecord(walletID);
  return (
    <RecordPane title={`walletID ${walletID}`} aside={<Aside context={data ?? null} />} onClose={onClose}>
      {error === null ? null : <FaultOf error={error} onTryAgain={() => void refetch()} />}
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
  const findCandidates = useCandidates();
  const { row, before, after, findings, transaction } = context;
  return (
    <>
      <RecordSection title="Found">
        <FindingList {...{ findings, findCandidates }} />
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
