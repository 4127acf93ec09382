/** Acts of people: append-only rows, each written with its link of the audit trail, as they are declared. */
import { type JsonValue, canonicalJson, canonicalObject } from "../../../core/canonical.ts";
import {
  type KeyStep,
  monthOfAct,
  type LinkSignature,
  type SignatureReport,
  StandingKeys,
  signatureReport,
} from "../../../core/review/close/keys.ts";
import {
  ACTS,
  ACT_KINDS,
  type ActKind,
  type Acts,
  type NewAct,
  SIGNATURE_FIELD,
  columnsOfAct,
  fieldOf,
  fieldsOf,
} from "../../../schema/acts.ts";
import { misread, parseStored } from "../../../schema/stored.ts";
import { type ReadableLedger, type WritableLedger, query } from "../file/connection.ts";
import { schemaVersion } from "../file/schema.ts";
import type { StoredRow } from "../tables/record-table.ts";
import { TrailWriter } from "../file/audit.ts";
import { type HeldKeys, type SigningKey, keysOf } from "../file/signature.ts";
import type { Month } from "../../../core/review/close/close.ts";

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

/** Sequences of the links of pulls or of an act, by the number of what they record. */
export function linksOf(db: ReadableLedger, kind: ActKind | "pull"): Map<number, number> {
  const links = db.prepare<[string, string], [id: number, sequence: number]>(
    "SELECT payload ->> ?, sequence FROM audit WHERE kind = ? ORDER BY sequence",
  );
  return new Map(links.raw().all(`$.${kind === "pull" ? "pull" : ACTS[kind].number}`, kind));
}

// Who signs an act, and with what.

/** The keys of a ledger after the steps that its trail records; none in schemas before them. */
export function standingKeys(db: ReadableLedger): StandingKeys {
  const standing = new StandingKeys();
  const steps = listActs(db, "key");
  const links = steps.length === 0 ? new Map<number, number>() : linksOf(db, "key");
  for (const step of steps) standing.take(step, links.get(step.id) ?? 0);
  return standing;
}

/** The key that signed the newest preparation of a month; null where a name alone did. */
function preparedWith(db: ReadableLedger, month: Month): string | null {
  const sql = `SELECT payload ->> '$.${SIGNATURE_FIELD}.key' FROM audit WHERE kind = 'close'
      AND payload ->> '$.month' = ? AND payload ->> '$.step' = 'prepare' ORDER BY sequence DESC LIMIT 1`;
  return query<string | null>(db).value(sql, month) ?? null;
}

/** How people signed what they did, by what the links say. */
export function readKeySignatures(db: ReadableLedger): SignatureReport {
  const kinds = ACT_KINDS.map((kind) => `'${kind}'`).join(", ");
  const signed = query<[key: string | null, sequence: number]>(db).lists(
    `SELECT payload ->> '$.${SIGNATURE_FIELD}.key', sequence FROM audit WHERE kind IN (${kinds}) ORDER BY sequence`,
  );
  const byKey = Map.groupBy(signed, ([key]) => key ?? "");
  const signedWith = new Map([...byKey].map(([key, links]) => [key, links.map(([, link]) => link)]));
  return signatureReport(standingKeys(db), signed.length, signedWith);
}

/** The key that signs what a person does; null where it is signed by name only. @throws as `admitSignature` */
function signerOf(
  standing: StandingKeys,
  { by, month }: { readonly by: string; readonly month: Month | null },
  { keys, isAsked }: HeldKeys,
): SigningKey | null {
  const due = standing.ofPerson(by);
  const signer = keys.find(({ key }) => key === due?.key) ?? null;
  const asked = isAsked ? (keys[0] ?? null) : null;
  standing.admitSignature(by, (signer ?? asked)?.key ?? null, month);
  return signer;
}

/** Writes acts of one kind in one transaction: what each of them needs is prepared once. */
export class ActWriter<K extends ActKind> {
  readonly #kind: K;
  readonly #db: ReadableLedger;
  readonly #insert;
  readonly #trail: TrailWriter;
  readonly #standing: StandingKeys;
  readonly #held: HeldKeys;

  /** Make it inside the transaction that made sure that they may be done. */
  constructor(db: WritableLedger, kind: K) {
    const [, ...columns] = columnsOfAct(kind);
    const values = columns.map(() => "?").join(", ");
    this.#kind = kind;
    this.#db = db;
    this.#insert = db.prepare<[StoredRow]>(
      `INSERT INTO ${ACTS[kind].table} (${columns.join(", ")}) VALUES (${values})`,
    );
    this.#standing = standingKeys(db);
    this.#held = keysOf(db);
    this.#trail = new TrailWriter(db);
  }

  /**
   * Adds an act and its link, signed where its name has a key, and returns it.
   *
   * @param known its document as canonical JSON, if at hand
   * @throws TieoutError KEY_MISSING, KEY_DEMANDED, KEY_OTHER_NAME, KEY_REVOKED, KEY_UNKNOWN; of a step of the keys as
   *   `StandingKeys.admit`
   */
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
    const act = { ...made, id } as unknown as Acts[K];
    const signer = this.#signerOf(act);
    const payloadWith = (signature: LinkSignature | null) =>
      canonicalObject(
        signature === null ? plain : { ...plain, [SIGNATURE_FIELD]: { ...signature } },
        documents,
      );
    const { sequence } = this.#trail.appendAct(act.atMs, this.#kind, payloadWith, signer);
    if (this.#kind === "key") this.#standing.take(act as KeyStep, sequence);
    return act;
  }

  #signerOf(act: Acts[K]): SigningKey | null {
    const done = { by: act.by, month: monthOfAct(this.#kind, act) };
    const { month } = done;
    if (month !== null && (act as { readonly step?: unknown }).step === "sign-off")
      this.#standing.admitPreparation(month, () => preparedWith(this.#db, month));
    if (this.#kind !== "key") return signerOf(this.#standing, done, this.#held);
    const step = act as KeyStep;
    const { event } = step;
    const signer =
      event.kind === "enrolled"
        ? (this.#held.keys.find(({ key }) => key === event.key) ?? null)
        : signerOf(this.#standing, done, this.#held);
    this.#standing.admit(step, { signedBy: signer?.key ?? null, link: this.#trail.next });
    return signer;
  }
}

/** Adds an act and its link, inside the transaction that made sure that it may be done. */
export function insertAct<K extends ActKind>(db: WritableLedger, kind: K, made: NewAct<K>): Acts[K] {
  return new ActWriter(db, kind).insert(made);
}
