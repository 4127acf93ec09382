/** Puts a pack's links and records back into a passing ledger, so that the month is checked again by the same engine. */
import { type JsonValue, canonicalJson } from "../../../core/canonical.ts";
import type { PackLeaf } from "../../../core/report/pack-lists.ts";
import { ACTS, fieldsOf } from "../../../schema/acts.ts";
import { evidenceIn } from "../../../core/review/file/attachment.ts";
import { keeperOf, listAttachments } from "../../ledger/acts/attachment.ts";
import { writeAlone } from "../../ledger/file/audit.ts";
import { type WritableLedger, closeLedger, query } from "../../ledger/file/connection.ts";
import { makePassingLedger } from "../../ledger/file/make.ts";
import { storePieces } from "../../ledger/file/pieces.ts";
import { hashFinder } from "../../ledger/tables/current-record.ts";
import { ENTRY_TABLE, PAYMENT_TABLE } from "../../ledger/tables/record-table.ts";
import { showCounting } from "../../ledger/trail/counting.ts";
import { type IdField, RecordTaker } from "../proof/record-lines.ts";
import { type OpenedPack, ReadTree, parsed } from "./opened-pack.ts";
import { type PackTrail, isSameRoot, withCommitments } from "./pack-trail.ts";

/** A ledger that holds what a pack says, as of the signature. */
export interface PackLedger {
  readonly db: WritableLedger;
  /** Faults by claim, one sentence each. */
  readonly files: readonly string[];
  readonly records: readonly string[];
  readonly sealed: readonly string[];
  /** What is withheld so that findings about it cannot be made again; null where nothing is. */
  readonly whyBlurred: string | null;
}

/** @param path where the passing ledger is made */
export function layOutPack(pack: OpenedPack, trail: PackTrail, path: string): PackLedger {
  const [first] = trail.links;
  const db = makePassingLedger(path, { ledgerId: pack.manifest.ledger, atMs: first?.atMs ?? 0 });
  try {
    const laid = writeAlone(db, () => layOut(pack, trail, db));
    showCounting(db);
    return { db, ...laid };
  } catch (error) {
    closeLedger(db);
    throw error;
  }
}

function layOut(pack: OpenedPack, trail: PackTrail, db: WritableLedger): Omit<PackLedger, "db"> {
  const { signed, withheld } = pack.manifest;
  putLinks(db, trail, signed);
  const [sealed, files]: [string[], string[]] = [[], []];
  const takers = RecordTaker.of(db);
  /** Whether any record has further contents or differing copies, or was gone. */
  let hasVersions = false;
  const counted = new Map<string, number>();
  const take = (list: "entries" | "transactions", idField: IdField): string[] => {
    const tree = new ReadTree(false);
    const taker = takers[list];
    for (const { number, read } of pack.lines(list)) {
      if (read === null) {
        files.push(`${list}.jsonl, line ${number}: this is no line of a list`);
        return [];
      }
      tree.add(read);
      const leaf = withCommitments(read.leaf) as PackLeaf;
      const { is, pull, [idField]: id } = leaf;
      hasVersions ||=
        is === "later" || is === "gone" || is === "back" || (is === "copy" && leaf["conflicting"] === true);
      if (is === "first") {
        const of = broughtBy(pull, list);
        counted.set(of, (counted.get(of) ?? 0) + 1);
      }
      const fault = takenSafely(() => taker.take(leaf));
      if (fault !== null)
        return [`${list}.jsonl, line ${number}, ${idField} ${canonicalJson(id ?? null)}: ${fault}`];
    }
    if (!isSameRoot(trail.seal["lists"], list, tree.root))
      sealed.push(`${list}.jsonl: it is not what was sealed`);
    return [];
  };
  const records = [...take("entries", "walletID"), ...take("transactions", "payID")];
  if (records.length + files.length === 0) records.push(...countFaults(trail, counted, signed));
  if (pack.has("check.json")) keepDocument(db, pack, trail);
  for (const name of pack.names.filter((one) => one.startsWith("attachments/")))
    keepEvidence(db, name.slice("attachments/".length), pack.pieces(name));
  if (withheld.length === 0) return { files, records, sealed, whyBlurred: null };
  bindAsTheyAre(db);
  const hadLines = dropLines(db);
  return { files, records, sealed, whyBlurred: hasVersions ? VERSIONS : hadLines ? LINES : null };
}

const VERSIONS = "Texts of records that changed, or came twice, are withheld";
const LINES = "Lines of a bank's statement, by which the check went, are withheld";

/** No check goes by lines whose file is not there. @returns whether one went by any */
function dropLines(db: WritableLedger): boolean {
  const standing = evidenceIn(listAttachments(db)).filter(({ withdrawn }) => withdrawn === null);
  const statements = new Set(standing.flatMap(({ id, subject }) => (subject.kind === "bank" ? [id] : [])));
  const lines = standing.filter(
    ({ subject }) => subject.kind === "lines" && statements.has(subject.statement),
  );
  const { table } = ACTS.attachment;
  const drop = db.prepare(`DELETE FROM ${table} WHERE id = ?`);
  withoutTriggers(db, table, () => {
    for (const { id } of lines) drop.run(id);
  });
  return lines.length > 0;
}

/** Puts links, and the rows that they record, where they belong. */
function putLinks(db: WritableLedger, { links, rows }: PackTrail, upTo: number): void {
  const link = db.prepare("INSERT INTO audit (sequence, at_ms, kind, payload, hash) VALUES (?, ?, ?, ?, ?)");
  for (const { sequence, atMs, kind, payload, hash } of links)
    if (sequence > 1 && sequence <= upTo) link.run(sequence, atMs, kind, payload, hash);
  for (const { table, row, sequence } of rows) {
    if (table === "ledger" || sequence > upTo) continue;
    db.prepare(`INSERT OR REPLACE INTO ${table} VALUES (${row.map(() => "?").join(", ")})`).run(...row);
  }
}

/** What no table takes is no record. @throws what the machine is to blame for */
function takenSafely(take: () => string | null): string | null {
  try {
    return take();
  } catch (error) {
    const { code = "" } = error as { readonly code?: string };
    if (/^SQLITE_(?:FULL|IOERR|NOMEM|READONLY)/u.test(code)) throw error;
    return "The ledger does not take it";
  }
}

function broughtBy(pull: JsonValue | undefined, list: string): string {
  return `${list} ${canonicalJson(pull ?? null)}`;
}

/** Each pull brought as many records as its link says, unless some pull was ever set aside. */
function countFaults({ links }: PackTrail, counted: ReadonlyMap<string, number>, signed: number): string[] {
  const before = links.filter(({ sequence }) => sequence <= signed);
  if (before.some(({ kind }) => kind === "pull-step")) return [];
  return before
    .filter(({ kind }) => kind === "pull")
    .flatMap(({ payload }) => {
      const { pull, ...said } = parsed(payload) as PackLeaf;
      return (["entries", "transactions"] as const).flatMap((list) => {
        const stated = (said[list] as { readonly inserted?: number } | null)?.inserted ?? 0;
        const found = counted.get(broughtBy(pull, list)) ?? 0;
        return stated === found
          ? []
          : [`${list}.jsonl: pull ${canonicalJson(pull ?? null)} brought ${stated}, and here are ${found}`];
      });
    });
}

/** Keeps the check that was signed under the run that the month was prepared on. */
function keepDocument(db: WritableLedger, pack: OpenedPack, { links }: PackTrail): void {
  const said = parsed(links[pack.manifest.signed - 1]?.payload ?? "") as PackLeaf | null;
  const run = (said?.["frozen"] as { readonly runId?: JsonValue } | null)?.runId;
  if (typeof run !== "number" || query<number>(db).value("SELECT 1 FROM run WHERE id = ?", run) === undefined)
    return;
  storePieces(db, "run_chunk", run, pack.pieces("check.json"));
}

/** Keeps a file of evidence under the first of those that have it, as a ledger does. */
function keepEvidence(db: WritableLedger, of: string, pieces: Iterable<Uint8Array>): void {
  const id = keeperOf(db, of);
  if (id !== null) storePieces(db, "attachment_chunk", id, pieces);
}

/** Acts that are bound to digests that are withheld are bound to the records as they are. */
function bindAsTheyAre(db: WritableLedger): void {
  const hashes = { walletID: hashFinder(db, ENTRY_TABLE), payID: hashFinder(db, PAYMENT_TABLE) };
  for (const kind of ["match", "decision"] as const) {
    const { table } = ACTS[kind];
    for (const { column } of fieldsOf(kind).filter(({ isDocument }) => isDocument === true)) {
      const rows = query<{ id: number; document: string }>(db).rows(
        `SELECT id, ${column} AS document FROM ${table}`,
      );
      const put = db.prepare(`UPDATE ${table} SET ${column} = ? WHERE id = ?`);
      withoutTriggers(db, table, () => {
        for (const { id, document } of rows)
          put.run(JSON.stringify(bound(JSON.parse(document) as JsonValue, hashes)), id);
      });
    }
  }
}

type Hashes = Readonly<Record<IdField, (ids: readonly number[]) => ReadonlyMap<number, string>>>;

function bound(value: JsonValue, hashes: Hashes): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => bound(item, hashes));
  const object = value as PackLeaf;
  for (const id of ["walletID", "payID"] as const) {
    const of = object[id];
    if (typeof of !== "number" || typeof object["sha256"] !== "string") continue;
    return { ...object, sha256: hashes[id]([of]).get(of) ?? object["sha256"] };
  }
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, bound(member, hashes)]));
}

/** A passing ledger is nobody's record: what is bound is put in before anything reads it. */
function withoutTriggers(db: WritableLedger, table: string, work: () => void): void {
  const triggers = query<{ name: string; sql: string }>(db).rows(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?",
    table,
  );
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  work();
  for (const { sql } of triggers) db.exec(sql);
}
