/**
 * What the pulls held of a record that changed or vanished: its versions, and its JSON as the service sent
 * it.
 */
import type { Finding } from "../../../../core/reconcile/result/findings.ts";
import { RecordSources } from "../../../shared/record/versions/record-sources.tsx";
import { useEntryRecord, useTransactionRecord } from "../../../shared/record/use-record.ts";

const RULES_OF_CHANGE: ReadonlySet<string> = new Set([
  "entry-changed",
  "entry-approved",
  "entry-vanished",
  "entry-returned",
  "transaction-changed",
  "transaction-vanished",
]);

export function FindingSources({ finding }: { readonly finding: Finding }) {
  const { rule, walletID, payID } = finding;
  if (!RULES_OF_CHANGE.has(rule)) return null;
  if (walletID !== null) return <EntrySources walletID={walletID} />;
  return payID === null ? null : <TransactionSources payID={payID} />;
}

function EntrySources({ walletID }: { readonly walletID: number }) {
  return <RecordSources record={useEntryRecord(walletID)} />;
}

function TransactionSources({ payID }: { readonly payID: number }) {
  return <RecordSources record={useTransactionRecord(payID)} />;
}
