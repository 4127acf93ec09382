/**
 * What somebody does who can write SQLite and recompute hashes: links changed, added or removed, rows changed to fit, and the trail
 * computed anew from first to last. Triggers are put back.
 */
import type Database from "better-sqlite3";
import { type JsonValue, canonicalJson } from "../../../src/core/canonical.ts";
import { type Link, linkHash } from "../../../src/main/ledger/file/audit.ts";
import type { RecordedRow, RecordedTable } from "../../../src/main/ledger/proof/small-tables.ts";
import { Replay } from "../../../src/main/ledger/proof/replay.ts";
import { tampering } from "./tampering.ts";

export type Payload = { [key: string]: JsonValue };

/** A link without what follows from its place, its number and hash. */
export interface ForgedLink {
  atMs: number;
  kind: Link["kind"];
  payload: Payload;
  /** Its text, where that is not the payload's own. */
  text?: string;
}

/** @param forge changes the links in place; it works on the tables meanwhile, without triggers */
export function forgeTrail(path: string, forge: (links: ForgedLink[], db: Database.Database) => void): void {
  tampering(path, (db) => {
    const links = linksOf(db);
    forge(links, db);
    writeTrail(db, links);
  });
}

function linksOf(db: Database.Database): ForgedLink[] {
  return db
    .prepare<[], Link>("SELECT sequence, at_ms AS atMs, kind, payload, hash FROM audit ORDER BY sequence")
    .all()
    .map(({ atMs, kind, payload }) => ({ atMs, kind, payload: JSON.parse(payload) as Payload }));
}

function writeTrail(db: Database.Database, links: readonly ForgedLink[]): void {
  const insert = db.prepare(
    "INSERT INTO audit (sequence, at_ms, kind, payload, hash) VALUES (?, ?, ?, ?, ?)",
  );
  db.exec("DELETE FROM audit");
  for (const link of chained(db, links)) {
    insert.run(link.sequence, link.atMs, link.kind, link.payload, link.hash);
  }
}

function chained(db: Database.Database, links: readonly ForgedLink[]): Link[] {
  const ledgerId = db.prepare<[], string>("SELECT ledger_id FROM ledger").pluck().get() ?? "";
  let previous = "";
  return links.map(({ atMs, kind, payload, text }, at) => {
    const link = { sequence: at + 1, atMs, kind, payload: text ?? canonicalText(payload) };
    previous = linkHash(ledgerId, previous, link);
    return { ...link, hash: previous };
  });
}

/** Has each time stamp say the hash that the link before it has by now; its token stays as it is. */
export function fitStamps(db: Database.Database, links: readonly ForgedLink[]): void {
  for (const [at, { kind, payload }] of links.entries())
    if (kind === "anchor") payload["hash"] = chained(db, links.slice(0, at)).at(-1)?.hash ?? "";
}

/** Canonical texts of payloads, by the text that a payload has as it is: most links of a ledger stay as they were. */
const CANONICAL = new Map<string, string>();

function canonicalText(payload: Payload): string {
  const plain = JSON.stringify(payload);
  const text = CANONICAL.get(plain) ?? canonicalJson(payload);
  CANONICAL.set(plain, text);
  return text;
}

/**
 * Makes settings, pulls, decisions, matches and steps what the links say of them, the newest link of a row last; runs keep their
 * documents.
 */
export function fitTables(db: Database.Database, links: readonly ForgedLink[]): void {
  const rows = new Map<RecordedTable, RecordedRow[]>();
  const replay = new Replay((table, row) => rows.set(table, [...(rows.get(table) ?? []), row]));
  for (const link of chained(db, links)) replay.take(link);
  for (const table of [
    "setting",
    "pull",
    "caller",
    "body",
    "decision",
    "manual_match",
    "close_step",
    "attachment",
    "file_terms",
    "file_mark",
    "letter_step",
    "pull_step",
    "review_point",
    "books_step",
    "key_step",
  ] as const) {
    db.exec(`DELETE FROM ${table}`);
    const [first, ...others] = rows.get(table) ?? [];
    if (first === undefined) continue;
    const insert = db.prepare(`INSERT OR REPLACE INTO ${table} VALUES (${first.map(() => "?").join(", ")})`);
    for (const row of [first, ...others]) insert.run(...row);
  }
}

/**
 * @param edit is given each link's payload and returns what it says instead
 * @param tamper works on the tables meanwhile, without triggers
 */
export function rewriteTrail(
  path: string,
  edit: (payload: Payload, kind: Link["kind"]) => Payload,
  tamper: (db: Database.Database) => void = () => {},
): void {
  forgeTrail(path, (links, db) => {
    tamper(db);
    for (const link of links) link.payload = edit(link.payload, link.kind);
  });
}

/** What a check reads in the place of rows: without it, it reads the rows that were changed. */
export function dropNumbers(db: Database.Database): void {
  for (const record of ["entry", "payment"]) db.exec(`DELETE FROM ${record}_numbers`);
}

/** SQL for another value that the column takes as well. */
export function otherValue(db: Database.Database, table: string, column: string): string {
  const type = db
    .prepare<[string, string], string>("SELECT type FROM pragma_table_info(?) WHERE name = ?")
    .pluck()
    .get(table, column);
  if (column === "present" || column === "conflicting") return `1 - ${column}`;
  if (column === "tasks") return `'[]'`;
  if (column === "rest" || column === "extra") return `json_set(coalesce(${column}, '{}'), '$.mood', 'odd')`;
  // No other row has such an id.
  if (/^(wallet|pay)_id$/u.test(column)) return `${column} + 1000`;
  return type === "TEXT" ? `coalesce(${column}, '') || 'x'` : `coalesce(${column}, 0) + 1`;
}

/** SQL for a row that no pull brought. */
export function strayRow(table: string, columns: readonly string[]): string {
  const values = columns.map((column) => (column === "unused" ? "NULL" : "1"));
  return `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${values.join(", ")})`;
}
