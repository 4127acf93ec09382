/** Runs: checks kept whole. A document can exceed the longest string, so it is never whole in memory. */
import { checkDocumentTexts } from "../../../core/reconcile/check-document.ts";
import type { CheckResult } from "../../../core/reconcile/input/result.ts";
import { createHash } from "node:crypto";
import { TieoutError } from "../../../core/errors.ts";
import { type Link, appendLink, writeAlone } from "../file/audit.ts";
import { type ReadableLedger, type WritableLedger, query } from "../file/connection.ts";
import { schemaVersion } from "../file/schema.ts";
import { PIECE_BYTES, areBytesOf, readPieces, sha256OfParts, storePieces } from "../file/pieces.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { monthStates } from "../../../core/review/close/month-states.ts";
import { listCloseSteps } from "./close-step.ts";

/** The first schema that keeps runs in pieces. */
export const PIECES_SINCE = 5;

/** What is kept as runs are, and is no check: what an evidence pack is sealed by, and the salt of a ledger's packs. */
export const RUN_HOLDS = ["seal", "salt"] as const;
type RunHolds = (typeof RUN_HOLDS)[number];

export interface NewRun {
  /** Milliseconds UTC. */
  readonly atMs: number;
  /** The result as `checkDocumentTexts` gives it: one document end to end. Called for each reading. */
  readonly document: Iterable<string>;
}

/** A result as it is kept, whole. */
export function runOf(result: CheckResult, atMs: number): NewRun {
  return { atMs, document: { [Symbol.iterator]: () => checkDocumentTexts(result) } };
}

interface SavedRun {
  /** From 1 on. */
  readonly id: number;
  /** Its link of the audit trail. */
  readonly link: Link;
}

export interface RunDocument {
  readonly run: number;
  /** The ledger's. */
  readonly file: string;
  /** Its bytes in pieces, read anew each time. @throws TieoutError LEDGER_CORRUPT for pieces that differ */
  readonly pieces: () => Iterable<Buffer>;
}

/** Keeps a run. @returns its id, from 1 on @throws TieoutError as `writeAlone` */
export function saveRun(db: WritableLedger, run: NewRun): number {
  return writeAlone(db, () => insertRun(db, run).id);
}

/**
 * Keeps a run, inside the transaction that made sure that it may be kept.
 *
 * @param holds what it is where it is no check
 */
export function insertRun(db: WritableLedger, { atMs, document }: NewRun, holds?: RunHolds): SavedRun {
  const id = Number(db.prepare("INSERT INTO run (at_ms) VALUES (?)").run(atMs).lastInsertRowid);
  const digest = createHash("sha256");
  const bytes = function* () {
    for (const part of encoded(document)) {
      digest.update(part);
      yield part;
    }
  };
  storePieces(db, "run_chunk", id, bytes());
  const said = { run: id, sha256: digest.digest("hex"), ...(holds === undefined ? {} : { holds }) };
  const link = appendLink(db, atMs, "run", said);
  return { id, link };
}

/** SHA-256 of a document that was not kept yet, 64 hex digits. */
export function sha256OfTexts(document: NewRun["document"]): string {
  return sha256OfParts(encoded(document));
}

function* encoded(texts: Iterable<string>): Generator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

/** The document of a run that was kept; null when there is no such run. */
export function findRunDocument(db: ReadableLedger, id: number): RunDocument | null {
  if (query<number>(db).row("SELECT 1 FROM run WHERE id = ?", id) === undefined) return null;
  const pieces = schemaVersion(db) < PIECES_SINCE ? () => piecesOfText(db, id) : () => piecesOf(db, id);
  return { run: id, file: db.name, pieces };
}

function piecesOf(db: ReadableLedger, id: number): Generator<Buffer> {
  const told = { record: `run ${id}`, sentence: "A kept run cannot be read" };
  return readPieces(db, "run_chunk", { id, bytes: null }, told);
}

/** Schemas before kept it as one text. */
function* piecesOfText(db: ReadableLedger, id: number): Generator<Buffer> {
  const bytes =
    query<Buffer>(db).value("SELECT CAST(document AS BLOB) FROM run WHERE id = ?", id) ?? Buffer.alloc(0);
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/**
 * The document of a run that is what its link, or a step, says it was.
 *
 * @param sentence what to say where it is not
 * @throws TieoutError AUDIT_MISMATCH when it is not; LEDGER_CORRUPT when it cannot be read
 */
export function getRunDocument(
  db: ReadableLedger,
  id: number,
  sha256: string,
  sentence: string,
): RunDocument {
  const document = findRunDocument(db, id);
  if (document !== null && sha256OfParts(document.pieces()) === sha256) return document;
  throw new TieoutError("AUDIT_MISMATCH", sentence, { file: db.name, record: `run ${id}` });
}

/** Whether a run is there, can be read, and is the document that a hash records. */
export function isKeptRun(db: ReadableLedger, id: number, sha256: string): boolean {
  const document = findRunDocument(db, id);
  return document !== null && areBytesOf(sha256, document.pieces());
}

// The decimals that prepared and signed months are shown with.

/** Digits after the point, by month; months that are open show the ledger's own. */
export function listFrozenDecimals(db: ReadableLedger): Readonly<Record<Month, number>> {
  const frozen = [...monthStates(listCloseSteps(db)).values()].flatMap(({ month, prepared }) =>
    prepared === null ? [] : [[month, prepared.frozen.decimals] as const],
  );
  return Object.fromEntries(frozen);
}

/** Those of one month; null where it has none of its own, and for no month. */
export function frozenDecimalsOf(db: ReadableLedger, month: Month | null): number | null {
  return month === null ? null : (listFrozenDecimals(db)[month] ?? null);
}
