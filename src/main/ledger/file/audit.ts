/**
 * The audit trail: a chain of links, each holding the hash of the one before. docs/audit-trail.md says what it
 * proves, docs/not-proven.md what it cannot.
 */
import { hash } from "node:crypto";
import { type JsonValue, canonicalJson } from "../../../core/canonical.ts";
import type { LinkSignature } from "../../../core/review/close/keys.ts";
import type { ActKind } from "../../../schema/acts.ts";
import { type ReadableLedger, type WritableLedger, ledgerIdOf, query } from "./connection.ts";
import { type SigningKey, signLink } from "./signature.ts";
import { guarded } from "./sqlite-error.ts";

/** What a link records: an act of a person, or what the ledger did. */
export type LinkKind =
  | ActKind
  | "created"
  | "setting"
  | "pull"
  | "run"
  | "export"
  | "prune"
  | "restore"
  | "anchor";

export interface Link {
  /** From 1 on, without gaps: order is by sequence, never by clock. */
  readonly sequence: number;
  /** Milliseconds UTC, as the machine's clock said. */
  readonly atMs: number;
  readonly kind: LinkKind;
  /** Canonical JSON. */
  readonly payload: string;
  /** 64 hex digits. */
  readonly hash: string;
}

const DOMAIN = "tieout.audit/1";

/** What a link is hashed over: all that it says and the hash before it, '' for the first; canonical JSON. */
export function linkText(ledgerId: string, previous: string, link: Omit<Link, "hash">): string {
  const { sequence, atMs, kind, payload } = link;
  return canonicalJson([DOMAIN, ledgerId, sequence, previous, atMs, kind, payload]);
}

/** The hash of a link; `previous` is the hash before it, '' for the first. */
export function linkHash(ledgerId: string, previous: string, link: Omit<Link, "hash">): string {
  return hash("sha256", linkText(ledgerId, previous, link), "hex");
}

/** Sequence and hash of the newest link; sequence 0 and '' when there is none. */
export function auditHead(db: ReadableLedger): { readonly sequence: number; readonly hash: string } {
  const newest = query<{ sequence: number; hash: string }>(db).row(
    "SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1",
  );
  return newest ?? { sequence: 0, hash: "" };
}

/** Writes links at the trail's end in one transaction, reading its head once; no other writer meanwhile. */
export class TrailWriter {
  readonly #db: WritableLedger;
  readonly #ledgerId: string;
  readonly #insert;
  #head: ReturnType<typeof auditHead>;

  /** Make it inside the transaction that writes what it records, so that neither is without the other. */
  constructor(db: WritableLedger) {
    assertInTransaction(db);
    this.#db = db;
    this.#ledgerId = ledgerIdOf(db);
    this.#head = auditHead(db);
    this.#insert = db.prepare<[number, number, LinkKind, string, string]>(
      "INSERT INTO audit (sequence, at_ms, kind, payload, hash) VALUES (?, ?, ?, ?, ?)",
    );
  }

  /** @param atMs milliseconds UTC */
  append(atMs: number, kind: LinkKind, payload: JsonValue): Link {
    return this.#appendText(atMs, kind, canonicalJson(payload));
  }

  /** The number of the next link. */
  get next(): number {
    return this.#head.sequence + 1;
  }

  /**
   * @param payloadWith what it says, as canonical JSON, with a signature or without one
   * @param signer who signs it; null for nobody
   */
  appendAct(
    atMs: number,
    kind: ActKind,
    payloadWith: (signature: LinkSignature | null) => string,
    signer: SigningKey | null,
  ): Link {
    const payload = payloadWith(null);
    if (signer === null) return this.#appendText(atMs, kind, payload);
    const unsigned = { sequence: this.next, atMs, kind, payload };
    const signature = signLink(linkHash(this.#ledgerId, this.#head.hash, unsigned), signer);
    return this.#appendText(atMs, kind, payloadWith(signature));
  }

  /** @param payload canonical JSON */
  #appendText(atMs: number, kind: LinkKind, payload: string): Link {
    assertInTransaction(this.#db);
    const body = { sequence: this.next, atMs, kind, payload };
    const link = { ...body, hash: linkHash(this.#ledgerId, this.#head.hash, body) };
    this.#insert.run(link.sequence, link.atMs, link.kind, link.payload, link.hash);
    this.#head = link;
    return link;
  }
}

function assertInTransaction(db: WritableLedger): void {
  if (!db.inTransaction) throw new Error("a link is written in the transaction of what it records");
}

/** Appends one link, inside the transaction that writes what it records. */
export function appendLink(db: WritableLedger, atMs: number, kind: LinkKind, payload: JsonValue): Link {
  return new TrailWriter(db).append(atMs, kind, payload);
}

/** All links, oldest first, one at a time. */
export function walkLinks(db: ReadableLedger): IterableIterator<Link> {
  return db
    .prepare<[], Link>("SELECT sequence, at_ms AS atMs, kind, payload, hash FROM audit ORDER BY sequence")
    .iterate();
}

/** The first link of each pull, as its sequence, by the pull's id; links that say no pull are left out. */
export function listPullLinks(db: ReadableLedger): Map<number, number> {
  const links = query<{
    readonly sequence: number;
    readonly pull: unknown;
  }>(db).rows(`SELECT sequence, iif(json_valid(payload), payload ->> '$.pull', NULL) AS pull FROM audit
       WHERE kind = 'pull' ORDER BY sequence DESC`);
  return new Map(
    links.flatMap(({ sequence, pull }) => (typeof pull === "number" ? [[pull, sequence] as const] : [])),
  );
}

/** What a link says, as canonical JSON; null when there is none. */
export function payloadOf(db: ReadableLedger, sequence: number): string | null {
  const payload = db.prepare<[number], string>("SELECT payload FROM audit WHERE sequence = ?").pluck();
  return payload.get(sequence) ?? null;
}

/** Links below a sequence, newest first. @param before null for the newest of all */
export function listLinksBefore(db: ReadableLedger, before: number | null, count: number): Link[] {
  return query<Link>(db).rows(
    `SELECT sequence, at_ms AS atMs, kind, payload, hash FROM audit WHERE sequence < ? ORDER BY sequence DESC LIMIT ?`,
    before ?? Number.MAX_SAFE_INTEGER,
    count,
  );
}

/**
 * The one way to write to a ledger: all of it or nothing. Other writers are kept out from the first read on, so that what the work
 * decides on is still so when it is written. Inside such a transaction it is a part of that one.
 *
 * @throws TieoutError LEDGER_READONLY, LEDGER_BUSY, LEDGER_DISK_FULL, LEDGER_VALUE; what the work raises
 */
export function writeAlone<T>(db: WritableLedger, work: () => T): T {
  return guarded(db.name, () => (db.inTransaction ? work() : db.transaction(work).immediate()));
}

// One moment of a ledger: read as of it while others write, and write right after it, alone.

/**
 * From now on everything read through this handle is as of one moment, whatever others write meanwhile. Which
 * pulls count at that moment is for `showCounting` to show.
 *
 * @returns the audit trail's newest link at that moment
 * @throws TieoutError LEDGER_BUSY, LEDGER_CORRUPT
 */
export function holdMoment(db: ReadableLedger): ReturnType<typeof auditHead> {
  return guarded(db.name, () => {
    db.exec("BEGIN");
    // SQLite chooses the moment at the first read, not at BEGIN.
    return auditHead(db);
  });
}

/** Lets the moment go: the next read sees what was written since. */
export function releaseMoment(db: ReadableLedger): void {
  db.exec("COMMIT");
}

/** Writes right after a link, or gives null where another came since. @throws TieoutError as `writeAlone` */
export function writeAfter<T>(db: WritableLedger, sequence: number, write: () => T): T | null {
  return writeAlone(db, () => (auditHead(db).sequence === sequence ? write() : null));
}
