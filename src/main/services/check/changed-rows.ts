/**
 * Names the rows that were changed: where the digests of a pull differ, its stored responses give the
 * original rows. They are read into a temporary ledger and compared with the tables row by row.
 */
import type { JsonValue } from "../../../core/canonical.ts";
import { TieoutError } from "../../../core/errors.ts";
import { compareDocuments } from "../../../core/reconcile/changes/compare-records.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { readTexts } from "../../ledger/records/texts/stored-texts.ts";
import { ENTRY_TABLE } from "../../ledger/records/entry-table.ts";
import { PAYMENT_TABLE } from "../../ledger/records/payment-table.ts";
import { type Problem, type ChangedRows, ProblemList, mismatch } from "../../ledger/proof/problem.ts";
import { type PullRecord, listPulls } from "../../ledger/pulls/pull.ts";
import type { RecordTable, StoredRow, Texts } from "../../ledger/records/record-table.ts";
import { type DigestShape, TABLE_SUFFIXES, shapeOf } from "../../ledger/trail/row-digests.ts";
import type { ServiceContext } from "../shared/context.ts";
import { layOutPull, withPassingLedger } from "../proof/lay-out.ts";
import { prunedPulls } from "../proof/unproven-months.ts";

/**
 * Puts the rows and fields that were changed in the place of the problems that name their pull alone. Where
 * the stored responses were changed or dropped, too, the problems stay as they are.
 *
 * @throws TieoutError CANCELLED, LEDGER_DISK_FULL
 */
export async function nameChangedRows(
  db: ReadableLedger,
  problems: readonly Problem[],
  context: ServiceContext,
): Promise<Problem[]> {
  const changed = problems.flatMap(({ rows }) => rows ?? []);
  if (changed.length === 0 || problems.some(({ isOfAnswers }) => isOfAnswers === true)) return [...problems];
  const all = listPulls(db);
  const last = Math.max(...changed.map(({ pull }) => pull));
  const pulls = all.filter(({ id }) => id <= last);
  if (prunedPulls(db, pulls).length > 0) return [...problems];
  try {
    const named = await compared(db, changed, pulls, context);
    return problems.flatMap((problem) =>
      problem.rows === undefined ? [problem] : (named.get(keyOf(problem.rows)) ?? [problem]),
    );
  } catch (error) {
    if (error instanceof TieoutError && (error.code === "CANCELLED" || error.code === "LEDGER_DISK_FULL"))
      throw error;
    // What the responses say is useless where they cannot be read.
    return [...problems];
  }
}

function keyOf({ table, pull }: ChangedRows): string {
  return `${table} ${pull}`;
}

/** What is wrong with rows, by table and pull. */
async function compared(
  db: ReadableLedger,
  changed: readonly ChangedRows[],
  pulls: readonly PullRecord[],
  context: ServiceContext,
): Promise<Map<string, Problem[]>> {
  return withPassingLedger(context, async (passing, afresh) => {
    for (const pull of pulls) await layOutPull(db, pull, passing, afresh);
    const found = new Map<string, Problem[]>();
    for (const [table, rows] of Map.groupBy(changed, (one) => one.table)) {
      const of = new Set(rows.map(({ pull }) => pull));
      for (const [pull, list] of compareTable(db, passing, subjectOf(table), of)) {
        const problems = list.finish(table);
        if (problems.length > 0) found.set(keyOf({ table, pull }), problems);
      }
    }
    return found;
  });
}

/** A table as it is compared: which of its columns are the row's key, and what names the record. */
interface Subject extends DigestShape {
  readonly kind: RecordTable<unknown>;
  readonly keyAt: readonly number[];
  /** Whether its rows are whole records, which have fields under the service's names. */
  readonly holdsRecords: boolean;
}

function subjectOf(name: string): Subject {
  const kind = (name.startsWith(ENTRY_TABLE.name) ? ENTRY_TABLE : PAYMENT_TABLE) as RecordTable<unknown>;
  const suffix = TABLE_SUFFIXES.find((one) => name === `${kind.name}${one}`) ?? "";
  const shape = shapeOf(kind, suffix);
  const key = shape.order.split(", ");
  const keyAt = key.map((column) => shape.columns.indexOf(column));
  return { ...shape, kind, keyAt, holdsRecords: suffix === "" || suffix === "_version" };
}

/** Walks a table of both ledgers side by side, and reports the differences in some pulls' rows. */
function compareTable(
  db: ReadableLedger,
  passing: ReadableLedger,
  subject: Subject,
  pulls: ReadonlySet<number>,
): Map<number, ProblemList> {
  const found = new Map([...pulls].map((pull) => [pull, new ProblemList()]));
  const texts = [textsOf(db), textsOf(passing)] as const;
  for (const [now, then] of sideBySide(rowsOf(db, subject), rowsOf(passing, subject), subject)) {
    // A row moved to another pull is reported for the pull that brought it.
    const pull = Number((then ?? now)?.[subject.pullAt]);
    const list = found.get(pull) ?? found.get(Number(now?.[subject.pullAt]));
    if (list === undefined) continue;
    for (const [sentence, field] of differences(now, then, subject, texts)) {
      list.add(mismatch(sentence, [`pull ${pull}`, recordOf(then ?? now ?? [], subject), field].join(", ")));
    }
  }
  return found;
}

function textsOf(db: ReadableLedger): Texts {
  return { payrefs: readTexts(db, "payref"), labels: readTexts(db, "label") };
}

function rowsOf(db: ReadableLedger, { columns, table, order }: Subject): IterableIterator<StoredRow> {
  return db
    .prepare<[], StoredRow>(`SELECT ${columns.join(", ")} FROM ${table} ORDER BY ${order}`)
    .raw()
    .iterate();
}

type Pair = readonly [now: StoredRow | null, then: StoredRow | null];

/** Rows of one key together; null where only the other table has it. */
function* sideBySide(
  left: Iterator<StoredRow>,
  right: Iterator<StoredRow>,
  subject: Subject,
): Generator<Pair> {
  try {
    let [now, then] = [nextOf(left), nextOf(right)];
    while (now !== null || then !== null) {
      const order = now === null ? 1 : then === null ? -1 : compareKeys(now, then, subject);
      yield [order > 0 ? null : now, order < 0 ? null : then];
      if (order <= 0) now = nextOf(left);
      if (order >= 0) then = nextOf(right);
    }
  } finally {
    // A ledger is not closed while somebody reads it.
    left.return?.();
    right.return?.();
  }
}

function nextOf(rows: Iterator<StoredRow>): StoredRow | null {
  const next = rows.next();
  return next.done === true ? null : next.value;
}

function compareKeys(a: StoredRow, b: StoredRow, { keyAt }: Subject): number {
  for (const at of keyAt) {
    const difference = Number(a[at]) - Number(b[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** `walletID 4`, or `walletID 4, version 2`. */
function recordOf(row: StoredRow, { kind, columns, keyAt }: Subject): string {
  const id = kind.name === "entry" ? "walletID" : "payID";
  return keyAt
    .filter((at) => columns[at] !== "pull_id")
    .map((at) => `${columns[at] === kind.idColumn ? id : (columns[at] ?? "")} ${row[at]}`)
    .join(", ");
}

/** Each difference as a sentence and the field that it is in. */
function differences(
  now: StoredRow | null,
  then: StoredRow | null,
  subject: Subject,
  [textsNow, textsThen]: readonly [Texts, Texts],
): (readonly [sentence: string, field: string])[] {
  if (now === null) return [["A record of the stored responses is missing", subject.table]];
  if (then === null) return [["The stored responses hold no such record", subject.table]];
  if (now.every((value, at) => value === then[at])) return [];
  const fields = subject.holdsRecords
    ? compareDocuments(
        subject.kind.name === "entry" ? "entry" : "transaction",
        documentOf(then, textsThen, subject),
        documentOf(now, textsNow, subject),
      )
    : [];
  // What no field of the service's shows, the columns do.
  const columns = subject.columns.flatMap((field, at) =>
    now[at] === then[at] ? [] : [{ field, before: then[at] ?? null, after: now[at] ?? null }],
  );
  return (fields.length > 0 ? fields : columns).map(({ field, before, after }) => [
    `The ledger has ${shown(after ?? null)}, but the stored response has ${shown(before ?? null)}`,
    field,
  ]);
}

/** The record under the service's names; of one that cannot be read any more its columns. */
function documentOf(row: StoredRow, texts: Texts, { kind, columns, table }: Subject): JsonValue {
  try {
    // A version has its number after its id.
    return kind.document(kind.fromRow(table === kind.name ? row : row.toSpliced(1, 1), texts));
  } catch {
    return Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null]));
  }
}

const SHOWN = 80;

function shown(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
