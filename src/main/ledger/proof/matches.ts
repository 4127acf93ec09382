/** Checks that the records of manual matches were brought by a pull before the match. */
import type { BoundRecords } from "../../../core/review/decisions/bound-records.ts";
import { ACTS } from "../../../schema/acts.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { ENTRY_TABLE } from "../records/entry-table.ts";
import { PAYMENT_TABLE } from "../records/payment-table.ts";
import { storedTable } from "../trail/counting.ts";
import { type Problem, ProblemList } from "./problem.ts";

/** A match or its undoing, as its link records it. */
export interface ToldMatch {
  readonly link: number;
  /** The newest pull before it. */
  readonly pull: number;
  readonly records: BoundRecords;
}

/** Finds matches of records that no pull had brought. What the records said then is not compared. */
export function checkMatches(db: ReadableLedger, matches: readonly ToldMatch[]): Problem[] {
  const problems = new ProblemList();
  const finderIn = ({ name, idColumn }: { readonly name: string; readonly idColumn: string }) => {
    const find = db
      .prepare<[number, number], number>(
        `SELECT 1 FROM ${storedTable(db, name)} WHERE ${idColumn} = ? AND pull_id <= ?`,
      )
      .pluck();
    return (id: number, pull: number) => find.get(id, pull) !== undefined;
  };
  const [hasEntry, hasTransaction] = [finderIn(ENTRY_TABLE), finderIn(PAYMENT_TABLE)];
  for (const { link, pull, records } of matches) {
    const isHeld =
      records.entries.every(({ walletID }) => hasEntry(walletID, pull)) &&
      records.transactions.every(({ payID }) => hasTransaction(payID, pull));
    if (isHeld) continue;
    const sentence = "The match names a record that no earlier pull brought";
    problems.add({ code: "AUDIT_BROKEN", sentence, where: `link ${link}` });
  }
  return problems.finish(ACTS.match.table);
}
