/** The records around a finding, asked of the check worker when it is shown. */
import { useEffect, useState } from "react";
import type { Finding } from "../../../core/reconcile/input/findings.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import type { CheckClient } from "../../rows/load.ts";
import type { EntryContext, TransactionContext, ExceptionRow } from "../../bridge/protocol.ts";
import type { RuleId } from "../../../core/reconcile/input/rules.ts";
import { clockOf } from "../../ui/values.tsx";
import { periodName } from "../../app/period-words.ts";
import { type Period, monthDays } from "../../../core/time.ts";
import { whileWanted } from "../../ui/use-settled.ts";

export interface RecordsOfFinding {
  readonly entry: EntryContext | null;
  readonly transaction: TransactionContext | null;
}

const NONE: RecordsOfFinding = { entry: null, transaction: null };

/** @returns null while they are being asked for */
export function useFindingRecords(finding: Finding): RecordsOfFinding | null {
  const { client, revision } = useCheck();
  const { fingerprint } = finding;
  const [found, setFound] = useState({ of: "", records: NONE });
  useEffect(() => {
    if (client === null) return undefined;
    const take = (records: RecordsOfFinding) => setFound({ of: fingerprint, records });
    // What cannot be asked for is not shown; the queue says why.
    return whileWanted(recordsOf(client, finding), take, () => take(NONE));
    // oxlint-disable-next-line react/exhaustive-deps
  }, [client, fingerprint, revision]);
  return found.of === fingerprint ? found.records : null;
}

async function recordsOf(client: CheckClient, { walletID, payID }: Finding): Promise<RecordsOfFinding> {
  const entry = walletID === null ? null : await client.call("entry", { walletID });
  if (entry !== null && entry.transaction !== null) return { entry, transaction: entry.transaction };
  const transaction = payID === null ? null : await client.call("transaction", { payID });
  return { entry, transaction };
}

// Outstanding items of an earlier month, which stay in the queue of every later one until their other side
// arrives.

const OUTSTANDING: ReadonlySet<RuleId> = new Set([
  "paid-without-entry",
  "in-transit",
  "orphan-payref",
  "withdrawal-not-received",
]);

/**
 * @param period of the check; null for the whole history, which nothing is brought forward into
 * @param timeZone in which the record's month is named
 * @returns the month, `YYYY-MM`; null where it is of the period itself
 */
export function broughtForward(
  { finding, atMs }: Pick<ExceptionRow, "finding" | "atMs">,
  period: Period | null,
  timeZone: string,
): string | null {
  if (period === null || atMs === null || atMs >= period.fromMs || !OUTSTANDING.has(finding.rule))
    return null;
  return clockOf(timeZone).day(atMs).slice(0, 7);
}

/** @example forwardWords("2026-09") // 'brought forward from September 2026' */
export function forwardWords(month: string): string {
  return `brought forward from ${periodName(monthDays(month))}`;
}
