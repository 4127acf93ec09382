/** The records that findings depend on, with the hashes of their current contents, for decisions to store. */
import type { Finding } from "../../../core/reconcile/input/findings.ts";
import type { CheckInput, RecordIds } from "../../../core/reconcile/input/input.ts";
import type { CheckResult } from "../../../core/reconcile/input/result.ts";
import type { BoundRecords } from "../../../core/review/decisions/bound-records.ts";
import { evidenceOf } from "../../../core/review/decisions/evidence.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { hashFinder } from "../../ledger/tables/current-record.ts";
import { ENTRY_TABLE, PAYMENT_TABLE } from "../../ledger/tables/record-table.ts";

/** A finding, and the check that raises it. */
export interface Raised {
  readonly fingerprint: string;
  readonly finding: Finding;
  readonly input: CheckInput;
  readonly result: CheckResult;
}

const NOTHING: RecordIds = { walletIDs: [], payIDs: [] };

/**
 * Binds findings of checks of one moment. Each record is read and hashed once, however many findings depend
 * on it.
 *
 * @param db at the moment of the checks
 * @returns for one of the findings the records that it depends on, without those that the ledger does not
 *   hold
 */
export function recordsUnder(
  db: ReadableLedger,
  raised: readonly Raised[],
): (finding: Finding) => BoundRecords {
  const evidence = evidenceByFinding(raised);
  const all = [...evidence.values()];
  const entries = hashFinder(db, ENTRY_TABLE)([...new Set(all.flatMap(({ walletIDs }) => walletIDs))]);
  const transactions = hashFinder(db, PAYMENT_TABLE)([...new Set(all.flatMap(({ payIDs }) => payIDs))]);
  return (finding) => {
    const { walletIDs, payIDs } = evidence.get(finding) ?? NOTHING;
    return {
      entries: walletIDs.flatMap((walletID) => {
        const sha256 = entries.get(walletID);
        return sha256 === undefined ? [] : [{ walletID, sha256 }];
      }),
      transactions: payIDs.flatMap((payID) => {
        const sha256 = transactions.get(payID);
        return sha256 === undefined ? [] : [{ payID, sha256 }];
      }),
    };
  };
}

function evidenceByFinding(raised: readonly Raised[]): Map<Finding, RecordIds> {
  const byFinding = new Map<Finding, RecordIds>();
  for (const [result, of] of Map.groupBy(raised, (one) => one.result)) {
    const [first] = of;
    if (first === undefined) continue;
    const findings = of.map(({ finding }) => finding);
    const found = evidenceOf(first.input, result, findings);
    for (const [at, finding] of findings.entries()) byFinding.set(finding, found[at] ?? NOTHING);
  }
  return byFinding;
}
