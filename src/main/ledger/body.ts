/** The service's answers as they came, compressed, with the hash of what is stored. */
import { createReadStream, createWriteStream, openSync, readSync, closeSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { appendLink } from "./audit.ts";
import type { ReadableLedger, WritableLedger } from "./connection.ts";

export type Endpoint = "login" | "user" | "business" | "wallet" | "transactions";

/** An answer on its way into the ledger. */
export interface NewBody {
  readonly endpoint: Endpoint;
  /** The endpoint's path, or the file's name. */
  readonly name: string;
  /** Of the uncompressed bytes that are stored, 64 hex digits. */
  readonly sha256: string;
  /** Uncompressed. */
  readonly bytes: number;
  /** A file made by `compressToFile`. */
  readonly compressedFile: string;
}

export interface BodyRecord extends Omit<NewBody, "compressedFile"> {
  readonly id: number;
  readonly pullId: number;
  /** Whether its bytes were dropped on purpose. */
  readonly pruned: boolean;
}

const CHUNK_BYTES = 1024 * 1024;

/** Compresses bytes into a file; the work is done off the main thread. */
export async function compressToFile(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  file: string,
): Promise<void> {
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  await pipeline(Readable.from(source), compress, createWriteStream(file, { mode: 0o600 }));
}

/** Compresses a file into another. */
export async function compressFile(source: string, file: string): Promise<void> {
  await compressToFile(createReadStream(source, { highWaterMark: CHUNK_BYTES }), file);
}

/** Stores an answer inside the pull's transaction. */
export function insertBody(db: WritableLedger, pullId: number, body: NewBody): void {
  const { lastInsertRowid } = db
    .prepare("INSERT INTO body (pull_id, endpoint, name, sha256, bytes) VALUES (?, ?, ?, ?, ?)")
    .run(pullId, body.endpoint, body.name, body.sha256, body.bytes);
  const insert = db.prepare("INSERT INTO body_chunk (body_id, n, compressed) VALUES (?, ?, ?)");
  let n = 0;
  for (const chunk of chunksOf(body.compressedFile)) {
    insert.run(lastInsertRowid, n, chunk);
    n += 1;
  }
}

function* chunksOf(file: string): Generator<Buffer> {
  const handle = openSync(file, "r");
  try {
    for (;;) {
      const chunk = Buffer.alloc(CHUNK_BYTES);
      const length = readSync(handle, chunk, 0, CHUNK_BYTES, null);
      if (length === 0) return;
      yield chunk.subarray(0, length);
    }
  } finally {
    closeSync(handle);
  }
}

/** All stored answers, oldest first. */
export function listBodies(db: ReadableLedger): BodyRecord[] {
  const rows = db
    .prepare<[], Omit<BodyRecord, "pruned"> & { readonly chunks: number }>(
      `SELECT id, pull_id AS pullId, endpoint, name, sha256, bytes,
        (SELECT count(*) FROM body_chunk WHERE body_id = body.id) AS chunks
       FROM body ORDER BY id`,
    )
    .all();
  return rows.map(({ chunks, ...body }) => ({ ...body, pruned: chunks === 0 }));
}

/** The bytes of a stored answer, decompressed piece by piece. */
export function readBody(db: ReadableLedger, bodyId: number): Readable {
  const chunks = db
    .prepare<[number], Buffer>("SELECT compressed FROM body_chunk WHERE body_id = ? ORDER BY n")
    .pluck()
    .all(bodyId);
  return Readable.from(chunks).compose(createZstdDecompress()) as Readable;
}

/**
 * Drops the bytes of the answers of all but the newest pulls; hashes and everything else stay.
 *
 * @param keep how many pulls keep their answers, ≥ 0
 * @returns how many answers were dropped, and the bytes they had uncompressed
 */
export function pruneBodies(
  db: WritableLedger,
  keep: number,
  atMs: number,
): { readonly bodies: number; readonly bytes: number } {
  return db
    .transaction(() => {
      const kept = new Set(
        db.prepare<[number], number>("SELECT id FROM pull ORDER BY id DESC LIMIT ?").pluck().all(keep),
      );
      const dropped = listBodies(db).filter((body) => !body.pruned && !kept.has(body.pullId));
      const drop = db.prepare("DELETE FROM body_chunk WHERE body_id = ?");
      for (const body of dropped) drop.run(body.id);
      appendLink(db, atMs, "prune", { keep, bodies: dropped.map(({ id, sha256 }) => ({ id, sha256 })) });
      return { bodies: dropped.length, bytes: dropped.reduce((sum, body) => sum + body.bytes, 0) };
    })
    .immediate();
}
