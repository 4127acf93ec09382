/** The records around a finding, asked of the check worker when it is shown. */
import { useEffect, useState } from "react";
import type { Finding } from "../../../../core/reconcile/result/findings.ts";
import type { EntryContext, TransactionContext } from "../../../check/protocol.ts";

export interface RecordCalls {
  readonly entry: (walletID: number) => Promise<EntryContext | null>;
  readonly transaction: (payID: number) => Promise<TransactionContext | null>;
}

export interface RecordsOfFinding {
  /** The entry it is about, with the chain around it. */
  readonly entry: EntryContext | null;
  /** The transaction it is about, or that its entry is tied to. */
  readonly transaction: TransactionContext | null;
}

const NONE: RecordsOfFinding = { entry: null, transaction: null };

/**
 * @param version changes whenever the result does
 * @returns null while they are being asked for
 */
export function useFindingRecords(
  calls: RecordCalls,
  finding: Finding,
  version: unknown,
): RecordsOfFinding | null {
  const { fingerprint } = finding;
  const [found, setFound] = useState<{ readonly of: string; readonly records: RecordsOfFinding } | null>(
    null,
  );
  useEffect(() => {
    let isCurrent = true;
    const take = (records: RecordsOfFinding) => {
      if (isCurrent) setFound({ of: fingerprint, records });
    };
    // What cannot be asked for is not shown; the queue says why.
    recordsOf(calls, finding).then(take, () => take(NONE));
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps
  }, [calls, fingerprint, version]);
  return found?.of === fingerprint ? found.records : null;
}

async function recordsOf(calls: RecordCalls, { walletID, payID }: Finding): Promise<RecordsOfFinding> {
  const entry = walletID === null ? null : await calls.entry(walletID);
  if (entry !== null && entry.transaction !== null) return { entry, transaction: entry.transaction };
  const transaction = payID === null ? null : await calls.transaction(payID);
  return { entry, transaction };
}
