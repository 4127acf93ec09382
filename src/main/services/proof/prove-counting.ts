/**
 * Proves what a ledger shows while pulls are set aside: reads the stored responses of the pulls that count
 * into a separate ledger, as if the others had never been made, and compares every record and its history.
 */
import { createHash } from "node:crypto";
import { type JsonValue, canonicalJson } from "../../../core/canonical.ts";
import { RULES_VERSION } from "../../../core/options.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { type Problem, mismatch } from "../../ledger/proof/problem.ts";
import { pullsAside } from "../../ledger/pulls/pull-step.ts";
import { ENTRY_TABLE } from "../../ledger/records/entry-table.ts";
import { effectiveRows } from "../../ledger/records/history.ts";
import { PAYMENT_TABLE } from "../../ledger/records/payment-table.ts";
import { type RecordTable, type StoredRow, type Texts } from "../../ledger/records/record-table.ts";
import { readTexts } from "../../ledger/records/texts/stored-texts.ts";
import { hideCounting, showCounting } from "../../ledger/trail/counting.ts";
import type { ServiceContext } from "../shared/context.ts";
import { isOfTheMachine } from "./compare-pulls.ts";
import { layOutPull, withPassingLedgers } from "./lay-out.ts";
import { areStored, listStoredPulls } from "./stored-answers.ts";

/** What came of the proof: problems, and what could not be proven though nothing is wrong. */
interface CountingProof {
  readonly problems: readonly Problem[];
  readonly notes: readonly string[];
}

/**
 * Nothing is done where every pull counts.
 *
 * @param db shows all pulls, and does so again afterwards
 * @throws TieoutError CANCELLED, LEDGER_DISK_FULL
 */
export async function proveCounting(db: ReadableLedger, context: ServiceContext): Promise<CountingProof> {
  const aside = pullsAside(db);
  if (aside.size === 0) return { problems: [], notes: [] };
  const counting = listStoredPulls(db).filter(({ id }) => !aside.has(id));
  if (!counting.every(areStored)) {
    const numbers = [...aside.keys()].toSorted((a, b) => a - b).join(", ");
    const sentence = `The records without the pulls that are set aside (${numbers}) are not proven from stored responses, because some were pruned`;
    return { problems: [], notes: [sentence] };
  }
  return withPassingLedgers(context, async (ledgers, own) => {
    const passing = ledgers.afresh();
    for (const pull of counting) {
      try {
        await layOutPull(db, pull, passing, own, pull.id);
      } catch (error) {
        // Responses that differ from those received are reported where they are compared with their hashes.
        if (!isOfTheMachine(error)) return { problems: [], notes: [] };
        throw error;
      }
    }
    showCounting(db);
    try {
      const problems = [...differing(db, passing, ENTRY_TABLE), ...differing(db, passing, PAYMENT_TABLE)];
      const other = counting.find(({ id }) => rulesOfPull(db, id) !== RULES_VERSION);
      if (problems.length === 0 || other === undefined) return { problems, notes: [] };
      const sentence = `The records without the pulls that are set aside are not proven: pull ${other.id} came in under other rules than ${RULES_VERSION}`;
      return { problems: [], notes: [sentence] };
    } finally {
      hideCounting(db);
    }
  });
}

/** The rules version of a pull, from its link; undefined for an earlier link without one. */
function rulesOfPull(db: ReadableLedger, pullId: number): unknown {
  return db
    .prepare<[number]>(
      "SELECT payload ->> '$.rules' FROM audit WHERE kind = 'pull' AND payload ->> '$.pull' = ?",
    )
    .pluck()
    .get(pullId);
}

function differing<R>(db: ReadableLedger, passing: ReadableLedger, table: RecordTable<R>): Problem[] {
  if (digestOf(db, table) === digestOf(passing, table)) return [];
  const sentence =
    "The records without the pulls that are set aside differ from those that the other pulls' stored responses give";
  return [mismatch(sentence, table.name)];
}

/** Of what every record said after each pull that changed it, was gone or came back, and came more than once. */
function digestOf<R>(db: ReadableLedger, table: RecordTable<R>): string {
  const digest = createHash("sha256");
  const texts = { payrefs: readTexts(db, "payref"), labels: readTexts(db, "label") };
  for (const lines of [contentsIn(db, table, texts), presencesIn(db, table), copiesIn(db, table)])
    for (const line of lines) digest.update(`${canonicalJson(line)}\n`);
  return digest.digest("hex");
}

function* contentsIn<R>(db: ReadableLedger, table: RecordTable<R>, texts: Texts): Generator<JsonValue> {
  const { name, idColumn: id, columns } = table;
  const list = columns.join(", ");
  const rows = db
    .prepare<[], StoredRow>(
      `SELECT ${list} FROM (SELECT 1 AS version, ${list} FROM ${name}
       UNION ALL SELECT version, ${list} FROM ${name}_version) ORDER BY ${id}, version`,
    )
    .raw();
  let record: StoredRow[] = [];
  for (const row of rows.iterate()) {
    if (record.length > 0 && record[0]?.[0] !== row[0]) {
      yield said(record, table, texts);
      record = [];
    }
    record.push(row);
  }
  if (record.length > 0) yield said(record, table, texts);
}

/** Of copies within one pull the one in use counts. */
function said<R>(rows: readonly StoredRow[], table: RecordTable<R>, texts: Texts): JsonValue {
  return effectiveRows(rows).map((row) => [row[1] ?? null, table.document(table.fromRow(row, texts))]);
}

function presencesIn(
  db: ReadableLedger,
  { name, idColumn: id }: Pick<RecordTable<never>, "name" | "idColumn">,
): Iterable<JsonValue> {
  return db
    .prepare<[], (string | number)[]>(
      `SELECT ${id}, pull_id, present FROM ${name}_presence ORDER BY ${id}, pull_id`,
    )
    .raw()
    .iterate();
}

function copiesIn(
  db: ReadableLedger,
  { name, idColumn: id }: Pick<RecordTable<never>, "name" | "idColumn">,
): Iterable<JsonValue> {
  return db
    .prepare<[], (string | number | null)[]>(
      `SELECT pull_id, ${id}, n, conflicting, unused FROM ${name}_copy ORDER BY pull_id, ${id}, n`,
    )
    .raw()
    .iterate();
}
