/**
 * One transaction in full: what was found, what it is about, what it charges and what came, its history, its
 * JSON.
 */
import { useQuery } from "@tanstack/react-query";
import { beforeAnswer } from "../../app/answers.ts";
import type { ReactNode } from "react";
import { FaultOf } from "../../app/fault-of.tsx";
import { useCheck } from "../../check/check-provider.tsx";
import { useCheckKeys } from "../../check/use-check-keys.ts";
import type { TransactionContext } from "../../check/protocol.ts";
import { When } from "../../ui/values/when.tsx";
import { MatchButton, RecordMatches } from "../../shared/match/record-matches.tsx";
import { CycleDetail } from "../../shared/record/cycle-detail.tsx";
import { Facts } from "../../ui/layout/facts.tsx";
import { FindingList } from "../../shared/record/finding-list.tsx";
import { ForeignText } from "../../shared/record/foreign-text.tsx";
import { NotHeld } from "../../shared/record/not-held.tsx";
import { SinceNote } from "../../shared/record/since-note.tsx";
import { RecordPane, RecordSection } from "../../shared/record/record-pane.tsx";
import { RecordSources } from "../../shared/record/versions/record-sources.tsx";
import { TransactionSums } from "../../shared/record/transaction-sums.tsx";
import { useCandidates } from "../../shared/record/use-candidates.ts";
import { useTransactionRecord } from "../../shared/record/use-record.ts";

interface TransactionDetailProps {
  readonly payID: number;
  /** The ledger's. */
  readonly currency: string | null;
  readonly onClose: () => void;
}

export function TransactionPanel({ payID, currency, onClose }: TransactionDetailProps) {
  const { client } = useCheck();
  const queryKey = useCheckKeys()("transaction", payID);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => (await client?.call("transaction", { payID })) ?? null,
    placeholderData: beforeAnswer(queryKey),
  });
  const record = useTransactionRecord(payID);
  const newest = record.data?.versions.findLast(({ document }) => document !== null)?.document ?? null;
  return (
    <RecordPane title={`payID ${payID}`} aside={data?.row.cycle} onClose={onClose}>
      {error === null ? null : <FaultOf error={error} onTryAgain={() => void refetch()} />}
      {data === null ? <NotHeld noun="transaction" id={payID} versions={record.data?.versions} /> : null}
      <SinceNote table="transactions" id={payID} />
      {data === undefined || data === null ? null : (
        <TransactionSections context={data} currency={currency}>
          {newest === null ? null : (
            <RecordSection title={ABOUT[data.row.cycle] ?? "Purpose"}>
              <CycleDetail cycle={data.row.cycle} document={newest} />
            </RecordSection>
          )}
        </TransactionSections>
      )}
      <RecordSources record={record} />
    </RecordPane>
  );
}

const ABOUT: Readonly<Record<string, string>> = {
  "one-time": "The item",
  milestone: "The milestone",
  "crowd-pay": "The crowd-pay",
};

interface TransactionSectionsProps {
  readonly context: TransactionContext;
  readonly currency: string | null;
  /** What it is about, between the money and the people. */
  readonly children: ReactNode;
}

function TransactionSections({ context, currency, children }: TransactionSectionsProps) {
  const findCandidates = useCandidates();
  const { row, findings } = context;
  return (
    <>
      <RecordSection title="Found">
        <FindingList {...{ findings, findCandidates }} />
      </RecordSection>
      <RecordMatches of={{ payID: row.payID }} />
      <RecordSection title="Amounts">
        <TransactionSums context={context} own={null} currency={currency} />
        {row.difference === 0 ? null : <MatchButton of={{ payID: row.payID }} />}
      </RecordSection>
      {children}
      <RecordSection title="The transaction">
        <Facts
          facts={[
            ["Payref", <ForeignText key="payref" text={row.payref} />],
            ["Customer", <ForeignText key="customer" text={row.customer} />],
            ["Role", <ForeignText key="role" text={row.role} />],
            ["Created", whenOrNotYet(row.dateCreatedAtMs)],
            ["Paid", whenOrNotYet(row.datePaidAtMs)],
            ["At the service", row.deleted ? "× deleted" : row.flagged ? "! flagged" : null],
          ]}
        />
      </RecordSection>
    </>
  );
}

function whenOrNotYet(atMs: number | null): ReactNode {
  return atMs === null ? "not yet" : <When atMs={atMs} time />;
}
