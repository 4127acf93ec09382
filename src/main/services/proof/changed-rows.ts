/** Names the rows that differ from a passing ledger's, made of the stored responses of the same pulls. */
import { type JsonValue, sameJson } from "../../../core/canonical.ts";
import { type ReadableLedger, query } from "../../ledger/file/connection.ts";
import { type Problem, mismatch, type ChangedRows, ProblemList } from "../../ledger/proof/small-tables.ts";
import type { PullPayload } from "../../ledger/trail/pull-payload.ts";
import { compareDocuments } from "../../../core/reconcile/compare-records.ts";
import { recordTexts } from "../../ledger/tables/packed-texts.ts";
import {
  ENTRY_TABLE,
  PAYMENT_TABLE,
  type RecordTable,
  type StoredRow,
  type Texts,
} from "../../ledger/tables/record-table.ts";
import { type DigestShape, TABLE_SUFFIXES, shapeOf } from "../../ledger/trail/row-digests.ts";

// What rules of another version may have kept otherwise of a pull: records that came in several copies, and
// texts with escaped characters (docs/decisions/0030). All other rows are compared as ever.

/** A record as the stored responses of its pull give it. */
interface GivenRecord {
  readonly table: "entry" | "payment";
  readonly id: number;
  /** null where they give none. */
  readonly document: JsonValue;
}

/** What looks like an escape in a text, as JSON writes it. */
const ESCAPE = String.raw`\\u`;

export class OtherRules {
  readonly #copies: Readonly<Record<GivenRecord["table"], ReadonlySet<number>>>;
  readonly #excused = new Set<string>();

  /** @param passing holds the pull as its stored responses give it; the ledger itself could say anything */
  constructor(passing: ReadableLedger, pull: number) {
    const copied = ({ name, idColumn }: { readonly name: string; readonly idColumn: string }) =>
      new Set(
        query<number>(passing).values(
          `SELECT DISTINCT ${idColumn} FROM ${name}_copy WHERE pull_id = ?`,
          pull,
        ),
      );
    this.#copies = { entry: copied(ENTRY_TABLE), payment: copied(PAYMENT_TABLE) };
  }

  /** Whether the pull has records that came in several copies, which some of its counts depend on. */
  get hasCopies(): boolean {
    return this.#copies.entry.size + this.#copies.payment.size > 0;
  }

  /** How many records were not compared. */
  get records(): number {
    return this.#excused.size;
  }

  /** Whether the rules alone may be why the ledger has a record otherwise. */
  excuses({ table, id, document }: GivenRecord): boolean {
    const areRules = this.#copies[table].has(id) || JSON.stringify(document).includes(ESCAPE);
    if (areRules) this.#excused.add(`${table} ${id}`);
    return areRules;
  }
}

// How the link of a pull differs from the link that its stored responses give.

export interface PullDifferences {
  /** Tables of records whose rows are others. */
  readonly tables: readonly string[];
  /** Dictionaries whose new texts are others. */
  readonly texts: readonly ("payref" | "label")[];
  /** Of user, businesses and counts. */
  readonly facts: readonly Problem[];
}

/** @param given what the stored responses give */
export function pullDifferences(said: PullPayload, given: PullPayload): PullDifferences {
  const tables = new Set([...Object.keys(said.rows), ...Object.keys(given.rows)]);
  return {
    tables: [...tables].filter((table) => !sameJson(said.rows[table], given.rows[table])),
    texts: (["payref", "label"] as const).filter((name) => !sameJson(said.texts[name], given.texts[name])),
    facts: differingFields(factsOf(said), factsOf(given)).map(({ field, here, there }) =>
      mismatch(
        `The link of the pull has ${differenceValue(here)}, but its stored responses give ${differenceValue(there)}`,
        `pull ${said.pull}, ${field}`,
      ),
    ),
  };
}

function factsOf({ user, businesses, entries, transactions }: PullPayload): JsonValue {
  return { user, businesses, entries, transactions } as unknown as JsonValue;
}

interface DifferingField {
  readonly field: string;
  readonly here: JsonValue;
  readonly there: JsonValue;
}

/** The smallest differing parts, as `entries.changed`. */
function differingFields(here: JsonValue, there: JsonValue, path: readonly string[] = []): DifferingField[] {
  if (!isHolder(here) || !isHolder(there))
    return sameJson(here, there) ? [] : [{ field: path.join("."), here, there }];
  const names = new Set([...Object.keys(here), ...Object.keys(there)]);
  return [...names].flatMap((name) =>
    differingFields(here[name] ?? null, there[name] ?? null, [...path, name]),
  );
}

function isHolder(value: JsonValue): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null;
}

const SHOWN = 80;

/** A value as JSON, cut where it is long. */
function differenceValue(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/**
 * What is wrong with some pulls' rows of some tables, by `changedRowsKey`; no list is empty.
 *
 * @param rules what the rules of the pulls excuse; texts may have other ids then
 */
export function nameChangedRows(
  db: ReadableLedger,
  passing: ReadableLedger,
  changed: readonly ChangedRows[],
  rules: OtherRules | null = null,
): Map<string, Problem[]> {
  const found = new Map<string, Problem[]>();
  for (const [table, rows] of Map.groupBy(changed, (one) => one.table)) {
    const pulls = new Set(rows.map(({ pull }) => pull));
    for (const [pull, list] of compareTable(db, passing, subjectOf(table), pulls, rules)) {
      const problems = list.finish(table);
      if (problems.length > 0) found.set(changedRowsKey({ table, pull }), problems);
    }
  }
  return found;
}

export function changedRowsKey({ table, pull }: ChangedRows): string {
  return `${table} ${pull}`;
}

/** A table as it is compared: which of its columns are the row's key, and what names the record. */
interface ChangedSubject extends DigestShape {
  readonly kind: RecordTable<unknown>;
  readonly keyAt: readonly number[];
  /** Whether its rows are whole records, which have fields under the service's names. */
  readonly holdsRecords: boolean;
}

function subjectOf(name: string): ChangedSubject {
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
  subject: ChangedSubject,
  pulls: ReadonlySet<number>,
  rules: OtherRules | null,
): Map<number, ProblemList> {
  const found = new Map([...pulls].map((pull) => [pull, new ProblemList()]));
  const texts = [recordTexts(db), recordTexts(passing)] as const;
  for (const [now, then] of sideBySide(rowsOf(db, subject), rowsOf(passing, subject), subject)) {
    // A row moved to another pull is reported for the pull that brought it.
    const pull = Number((then ?? now)?.[subject.pullAt]);
    const list = found.get(pull) ?? found.get(Number(now?.[subject.pullAt]));
    if (list === undefined || (rules !== null && isOfRules(now, then, subject, texts, rules))) continue;
    for (const [sentence, field] of differences(now, then, subject, texts)) {
      list.add(mismatch(sentence, [`pull ${pull}`, recordOf(then ?? now ?? [], subject), field].join(", ")));
    }
  }
  return found;
}

function rowsOf(db: ReadableLedger, { columns, table, order }: ChangedSubject): IterableIterator<StoredRow> {
  return db
    .prepare<[], StoredRow>(`SELECT ${columns.join(", ")} FROM ${table} ORDER BY ${order}`)
    .raw()
    .iterate();
}

/** Rows of one key together; null where only the other table has it. */
function* sideBySide(
  left: Iterator<StoredRow>,
  right: Iterator<StoredRow>,
  subject: ChangedSubject,
): Generator<readonly [now: StoredRow | null, then: StoredRow | null]> {
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

function compareKeys(a: StoredRow, b: StoredRow, { keyAt }: ChangedSubject): number {
  for (const at of keyAt) {
    const difference = Number(a[at]) - Number(b[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** `walletID 4`, or `walletID 4, version 2`. */
function recordOf(row: StoredRow, { kind, columns, keyAt }: ChangedSubject): string {
  const id = kind.name === "entry" ? "walletID" : "payID";
  return keyAt
    .filter((at) => columns[at] !== "pull_id")
    .map((at) => `${columns[at] === kind.idColumn ? id : (columns[at] ?? "")} ${row[at]}`)
    .join(", ");
}

/** Whether two rows say the same, under whatever ids of texts, or differ as the rules excuse it. */
function isOfRules(
  now: StoredRow | null,
  then: StoredRow | null,
  subject: ChangedSubject,
  [textsNow, textsThen]: readonly [Texts, Texts],
  rules: OtherRules,
): boolean {
  const { kind, columns } = subject;
  const document = (row: StoredRow | null, texts: Texts) =>
    row === null || !subject.holdsRecords ? null : documentOf(row, texts, subject);
  const documents = [document(now, textsNow), document(then, textsThen)] as const;
  const id = Number((then ?? now)?.[columns.indexOf(kind.idColumn)]);
  const isText = textColumnsOf(subject);
  const isEqual =
    now !== null &&
    then !== null &&
    now.every((value, at) => isText.has(at) || value === then[at]) &&
    sameJson(documents[0], documents[1]);
  return isEqual || rules.excuses({ table: kind.name, id, document: documents[1] });
}

/** Where ids of texts are in a row. */
function textColumnsOf({ kind, columns, holdsRecords }: ChangedSubject): ReadonlySet<number> {
  const names = [...kind.payrefColumns, ...kind.labelColumns].map((at) => kind.columns[at] ?? "");
  return new Set(holdsRecords ? names.map((name) => columns.indexOf(name)) : []);
}

/** Each difference as a sentence and the field that it is in. */
function differences(
  now: StoredRow | null,
  then: StoredRow | null,
  subject: ChangedSubject,
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
    `The ledger has ${differenceValue(after ?? null)}, but the stored response has ${differenceValue(before ?? null)}`,
    field,
  ]);
}

/** The record under the service's names; of one that cannot be read any more its columns. */
function documentOf(row: StoredRow, texts: Texts, { kind, columns, table }: ChangedSubject): JsonValue {
  try {
    // A version has its number after its id.
    return kind.document(kind.fromRow(table === kind.name ? row : row.toSpliced(1, 1), texts));
  } catch {
    return Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null]));
  }
}

/** Names the texts of a dictionary that are others, or are missing, among the new ones of some pulls. */
export function nameChangedTexts(
  db: ReadableLedger,
  passing: ReadableLedger,
  name: "payref" | "label",
  pull: number,
  { from, to }: { readonly from: number; readonly to: number },
): Problem[] {
  const read = (one: ReadableLedger) =>
    one.prepare<[number], string>(`SELECT text FROM ${name} WHERE id = ?`).pluck();
  const [here, there] = [read(db), read(passing)];
  const problems = new ProblemList();
  for (let id = from; id < to; id += 1) {
    const [now, then] = [here.get(id) ?? null, there.get(id) ?? null];
    if (now !== then) {
      const sentence = `The ledger has ${differenceValue(now)}, but the stored response has ${differenceValue(then)}`;
      problems.add(mismatch(sentence, `pull ${pull}, ${name} ${id}`));
    }
  }
  return problems.finish(name);
}
