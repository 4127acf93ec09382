/** Acts of people: append-only rows, each written with its link of the audit trail, as they are declared. */
import { type JsonValue, canonicalJson, canonicalObject } from "../../../core/canonical.ts";
import {
  ACTS,
  type ActKind,
  type Acts,
  type NewAct,
  columnsOfAct,
  fieldOf,
  fieldsOf,
} from "../../../schema/acts.ts";
import { misread, parseStored } from "../../../schema/stored.ts";
import { type ReadableLedger, type WritableLedger, query } from "../file/connection.ts";
import { schemaVersion } from "../file/schema.ts";
import type { StoredRow } from "../tables/record-table.ts";
import { TrailWriter } from "../file/audit.ts";

/** Whether a ledger's schema has an act. */
export function hasAct(db: ReadableLedger, kind: ActKind): boolean {
  return schemaVersion(db) >= ACTS[kind].since;
}

/** All acts of a kind in order; none in schemas before it. @throws TieoutError AUDIT_MISMATCH, or its own */
export function listActs<K extends ActKind>(db: ReadableLedger, kind: K): Acts[K][] {
  if (!hasAct(db, kind)) return [];
  const { columns, read } = actReader(db, kind);
  return query<ActRow>(db)
    .rows(`SELECT ${columns} FROM ${ACTS[kind].table} ORDER BY id`)
    .map((row) => read(row));
}

/** The number of the newest act of a kind, 0 without one. */
export function newestAct(db: ReadableLedger, kind: ActKind): number {
  if (!hasAct(db, kind)) return 0;
  return query<number | null>(db).value(`SELECT max(id) FROM ${ACTS[kind].table}`) ?? 0;
}

/** The number of the newest act of a kind that the trail records up to a link; 0 without one. */
export function newestActAt(db: ReadableLedger, kind: ActKind, sequence: number): number {
  const newest = query<number | null>(db).value(
    "SELECT max(payload ->> ?) FROM audit WHERE kind = ? AND sequence <= ?",
    `$.${ACTS[kind].number}`,
    kind,
    sequence,
  );
  return newest ?? 0;
}

/** A row by the names of the act's fields, its documents still texts. */
export type ActRow = Record<string, unknown>;

/** The columns to select for an act, and what reads a row of them. */
export function actReader<K extends ActKind>(
  db: ReadableLedger,
  kind: K,
): { readonly columns: string; readonly read: (row: ActRow) => Acts[K] } {
  const { table, differs, code, isWhole } = ACTS[kind];
  const fields = fieldsOf(kind);
  const documents = fields.filter(({ isDocument }) => isDocument === true);
  const named = fields.map(({ name, column }) => (name === column ? name : `${column} AS ${name}`));
  return {
    columns: ["id", ...named].join(", "),
    read: (row) => {
      const place = () => ({
        file: db.name,
        record: `${table} ${String(row["id"])}`,
        sentence: differs,
        ...(code === undefined ? {} : { code }),
      });
      const act: ActRow = { ...row };
      for (const one of documents) {
        const text = row[one.name] as string | null;
        act[one.name] = text === null ? null : fieldOf(one, parseStored(text, one.schema, place));
      }
      if (isWhole?.(act as unknown as Acts[K]) === false) throw misread(place());
      return act as unknown as Acts[K];
    },
  };
}

/** Writes acts of one kind in one transaction: what each of them needs is prepared once. */
export class ActWriter<K extends ActKind> {
  readonly #kind: K;
  readonly #insert;
  readonly #trail: TrailWriter;

  /** Make it inside the transaction that made sure that they may be done. */
  constructor(db: WritableLedger, kind: K) {
    const [, ...columns] = columnsOfAct(kind);
    const values = columns.map(() => "?").join(", ");
    this.#kind = kind;
    this.#insert = db.prepare<[StoredRow]>(
      `INSERT INTO ${ACTS[kind].table} (${columns.join(", ")}) VALUES (${values})`,
    );
    this.#trail = new TrailWriter(db);
  }

  /** Adds an act and its link, and returns it. @param known its document as canonical JSON, if at hand */
  insert(made: NewAct<K>, known?: string): Acts[K] {
    const values = made as unknown as Readonly<Record<string, JsonValue>>;
    const row: (string | number | null)[] = [];
    const plain: Record<string, JsonValue> = {};
    const documents: Record<string, string> = {};
    for (const { name, said, isDocument } of fieldsOf(this.#kind)) {
      const value = values[name] ?? null;
      const text = isDocument === true && value !== null ? (known ?? canonicalJson(value)) : null;
      row.push(text ?? (value as string | number | null));
      if (said === null) continue;
      if (text === null) plain[said] = value;
      else documents[said] = text;
    }
    const id = Number(this.#insert.run(row).lastInsertRowid);
    plain[ACTS[this.#kind].number] = id;
    const atMs = values["atMs"] as number;
    this.#trail.appendText(atMs, this.#kind, canonicalObject(plain, documents));
    return { ...made, id } as unknown as Acts[K];
  }
}

/** Adds an act and its link, inside the transaction that made sure that it may be done. */
export function insertAct<K extends ActKind>(db: WritableLedger, kind: K, made: NewAct<K>): Acts[K] {
  return new ActWriter(db, kind).insert(made);
}
