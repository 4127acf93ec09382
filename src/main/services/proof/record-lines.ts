/**
 * Records as a pack lists them, with what each pull did to them: written from a ledger's tables, and put back into
 * tables. docs/evidence-pack.md, section 8, is the format.
 */
import { putUnder } from "../../../core/sorted.ts";
import type { JsonValue } from "../../../core/canonical.ts";
import { mapTexts } from "../../../core/map-texts.ts";
import type { PackLeaf } from "../../../core/report/pack-lists.ts";
import { unescapeUnstorable } from "../../../core/text.ts";
import { FieldReader } from "../../api/field-reader.ts";
import { ENTRIES, TRANSACTIONS } from "../../api/records.ts";
import type { RecordReader } from "../../api/block-records.ts";
import { type ReadableLedger, type WritableLedger, query } from "../../ledger/file/connection.ts";
import { Dictionary } from "../../ledger/tables/dictionary.ts";
import { recordTexts } from "../../ledger/tables/packed-texts.ts";
import {
  ENTRY_TABLE,
  PAYMENT_TABLE,
  type RecordTable,
  type StoredRow,
} from "../../ledger/tables/record-table.ts";

/** What a pull did to a record, in the order of one pull's lines. */
const RECORD_EVENTS = ["first", "back", "later", "gone", "copy"] as const;
type RecordEvent = (typeof RECORD_EVENTS)[number];

export type IdField = "walletID" | "payID";

interface EventLine {
  readonly pull: number;
  readonly is: RecordEvent;
  readonly leaf: PackLeaf;
}

/** The lines of one kind of record, by id. @param db shows the pulls that count */
export function* recordLines<R extends object>(
  db: ReadableLedger,
  table: RecordTable<R>,
  idField: IdField,
): Generator<PackLeaf> {
  const { name, idColumn: id, columns } = table;
  const list = columns.join(", ");
  const texts = recordTexts(db);
  const contentOf = (row: StoredRow) => table.document(table.fromRow(row, texts));
  const others = new Map<number, EventLine[]>();
  const note = (of: number, line: EventLine) => putUnder(others, of, line);
  const lineOf = (is: RecordEvent, of: number, pull: number, more: PackLeaf = {}): EventLine => ({
    is,
    pull,
    leaf: { is, [idField]: of, pull, ...more },
  });
  const later = db.prepare<[], StoredRow>(`SELECT ${list} FROM ${name}_version ORDER BY ${id}, version`);
  for (const row of later.raw().all()) {
    const [of, pull] = [Number(row[0]), Number(row[1])];
    note(of, lineOf("later", of, pull, { record: contentOf(row) }));
  }
  const presence = `SELECT ${id}, pull_id, present FROM ${name}_presence ORDER BY ${id}, pull_id`;
  for (const [of, pull, present] of query<[number, number, number]>(db).lists(presence))
    note(of, lineOf(present === 1 ? "back" : "gone", of, pull));
  const copies = `SELECT ${id}, pull_id, n, conflicting, unused FROM ${name}_copy ORDER BY ${id}, pull_id, n`;
  for (const [of, pull, n, conflicting, unused] of query<[number, number, number, number, string | null]>(
    db,
  ).lists(copies))
    note(of, lineOf("copy", of, pull, { n, conflicting: conflicting === 1, unused }));
  const rank = ({ is }: EventLine) => RECORD_EVENTS.indexOf(is);
  const first = db.prepare<[], StoredRow>(`SELECT ${list} FROM ${name} ORDER BY ${id}`).raw();
  for (const row of first.iterate()) {
    const [of, pull] = [Number(row[0]), Number(row[1])];
    yield lineOf("first", of, pull, { record: contentOf(row) }).leaf;
    const more = others.get(of) ?? [];
    for (const { leaf } of more.toSorted((a, b) => a.pull - b.pull || rank(a) - rank(b))) yield leaf;
  }
}

/** `_alt` texts are relative: a pack lacks them, and the interface has them. */
const RELATIVE = { datePaid_alt: null, dateCreated_alt: null };

function asSent(document: PackLeaf, idField: IdField): JsonValue {
  const sent = mapTexts(document, unescapeUnstorable) as PackLeaf;
  if (idField === "walletID") return { ...RELATIVE, ...sent };
  const { transaction } = sent;
  const summary = { status_alt: null, ...(transaction as PackLeaf | null) };
  return { ...RELATIVE, ...sent, transaction: summary };
}

function places(count: number): string {
  return Array.from({ length: count }, () => "?").join(", ");
}

interface OwnTexts {
  readonly payrefs: Dictionary;
  readonly labels: Dictionary;
}

/** A record as a pack has it; null of what is none of the interface. */
export function readRecord<R>(kind: RecordReader<R>, document: JsonValue): R | null {
  const reader = new FieldReader();
  reader.faithful = true;
  const record = kind.read(asSent(document as PackLeaf, kind.idField), reader);
  return reader.failed ? null : record;
}

/** Puts records back into tables as they were, by the lines of a pack. */
export class RecordTaker<R extends object> {
  readonly #table: RecordTable<R>;
  readonly #kind: RecordReader<R>;
  readonly #interning: OwnTexts;
  readonly #first;
  readonly #later;
  readonly #presence;
  readonly #copy;
  #id = -Infinity;
  #version = 0;

  private constructor(db: WritableLedger, table: RecordTable<R>, kind: RecordReader<R>, interning: OwnTexts) {
    const { name, idColumn: id, columns } = table;
    this.#table = table;
    this.#kind = kind;
    this.#interning = interning;
    this.#first = db.prepare<[StoredRow]>(
      `INSERT INTO ${name} (${columns.join(", ")}) VALUES (${places(columns.length)})`,
    );
    const rest = columns.slice(1).join(", ");
    this.#later = db.prepare<[StoredRow]>(
      `INSERT INTO ${name}_version (${id}, version, ${rest}) VALUES (${places(columns.length + 1)})`,
    );
    this.#presence = db.prepare(`INSERT INTO ${name}_presence (${id}, pull_id, present) VALUES (?, ?, ?)`);
    this.#copy = db.prepare(
      `INSERT INTO ${name}_copy (pull_id, ${id}, n, conflicting, unused) VALUES (?, ?, ?, ?, ?)`,
    );
  }

  static of(db: WritableLedger) {
    const interning = { payrefs: new Dictionary(db, "payref"), labels: new Dictionary(db, "label") };
    return {
      entries: new RecordTaker(db, ENTRY_TABLE, ENTRIES, interning),
      transactions: new RecordTaker(db, PAYMENT_TABLE, TRANSACTIONS, interning),
    };
  }

  /** @returns what is wrong with a line, in one sentence; null where it follows those before it */
  take(leaf: PackLeaf): string | null {
    const { idField } = this.#kind;
    const { is, pull, [idField]: id } = leaf;
    if (typeof id !== "number" || typeof pull !== "number" || !RECORD_EVENTS.includes(is as RecordEvent))
      return "The line says nothing that a pull does to a record";
    const isFirst = is === "first";
    if (isFirst ? id <= this.#id : id !== this.#id)
      return "The record does not follow the one before it by its number";
    if (isFirst) [this.#id, this.#version] = [id, 1];
    if (is === "back" || is === "gone") this.#presence.run(id, pull, is === "back" ? 1 : 0);
    else if (is === "copy") {
      const { n, conflicting, unused } = leaf;
      this.#copy.run(pull, id, n, conflicting === true ? 1 : 0, typeof unused === "string" ? unused : null);
    } else return this.#takeContent(isFirst, id, pull, leaf["record"] ?? null);
    return null;
  }

  #takeContent(isFirst: boolean, id: number, pull: number, document: JsonValue): string | null {
    const record = readRecord(this.#kind, document);
    if (record === null || this.#table.idOf(record) !== id) return "The record is none of the interface";
    const row = this.#table.toRow(record, pull, this.#interning);
    if (isFirst) this.#first.run(row);
    else {
      this.#version += 1;
      this.#later.run([id, this.#version, ...row.slice(1)]);
    }
    return null;
  }
}
