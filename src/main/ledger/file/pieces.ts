/** Long content in separately compressed pieces, none unpacked beyond the size of one that Tieout writes. */
import { createHash } from "node:crypto";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { freeMemory } from "../../../core/memory.ts";
import { TieoutError } from "../../../core/errors.ts";
import { type ReadableLedger, type WritableLedger, query } from "./connection.ts";

/** So many bytes has each piece but the last. */
export const PIECE_BYTES = 1024 * 1024;
/** Bytes that do not compress at all take a little more than themselves. */
const MOST_COMPRESSED = PIECE_BYTES + PIECE_BYTES / 64;
/** Unpacking takes memory for so much of what came before, as a power of two; a piece has no more. */
const WINDOW_LOG = 20;
const QUICKEST = {
  params: { [constants.ZSTD_c_compressionLevel]: 1 },
  // Most pieces fit in one buffer.
  chunkSize: PIECE_BYTES / 4,
};

/** A piece as one zstd frame in memory of its own; all frames in a row are one, too. */
export function packPiece(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const packed = zstdCompressSync(bytes, QUICKEST);
  const piece = new Uint8Array(packed);
  // Small buffers share their memory with others.
  if (packed.buffer.byteLength > Buffer.poolSize) freeMemory(packed.buffer);
  return piece;
}

/** Bytes that come in parts of any length, compressed piece by piece; never held whole. */
export function* packPieces(parts: Iterable<Uint8Array>): Generator<Uint8Array<ArrayBuffer>> {
  const piece = Buffer.alloc(PIECE_BYTES);
  let length = 0;
  for (const part of parts) {
    let at = 0;
    while (at < part.length) {
      const taken = part.subarray(at, at + PIECE_BYTES - length);
      piece.set(taken, length);
      length += taken.length;
      at += taken.length;
      if (length < PIECE_BYTES) continue;
      yield packPiece(piece);
      length = 0;
    }
  }
  if (length > 0) yield packPiece(piece.subarray(0, length));
}

/** The tables that hold pieces, each with the column that says whose they are, and who has some. */
const OWNERS = {
  body_chunk: { column: "body_id", all: "SELECT id FROM body" },
  run_chunk: { column: "run_id", all: "SELECT id FROM run" },
  attachment_chunk: {
    column: "attachment_id",
    all: "SELECT min(id) FROM attachment GROUP BY sha256",
  },
} as const;

type PieceTable = keyof typeof OWNERS;

/** Keeps bytes, which come in parts of any length, for `readPieces` to read. */
export function storePieces(
  db: WritableLedger,
  table: PieceTable,
  id: number,
  parts: Iterable<Uint8Array>,
): void {
  const insert = db.prepare(`INSERT INTO ${table} (${OWNERS[table].column}, n, compressed) VALUES (?, ?, ?)`);
  let n = 0;
  for (const piece of packPieces(parts)) {
    insert.run(id, n, piece);
    n += 1;
  }
}

/**
 * The bytes of what is kept in pieces, piece by piece; nothing where there is no piece.
 *
 * @param bytes how many there are in all; null where only their end says so
 * @param record whose pieces they are
 * @param sentence of the error for pieces that differ from what was written, before what is wrong
 * @throws TieoutError LEDGER_CORRUPT
 */
export function* readPieces(
  db: ReadableLedger,
  table: PieceTable,
  { id, bytes }: { readonly id: number; readonly bytes: number | null },
  { record, sentence }: { readonly record: string; readonly sentence: string },
): Generator<Buffer> {
  const unreadable = (why: string) =>
    new TieoutError("LEDGER_CORRUPT", `${sentence}: ${why}`, { file: db.name, record });
  const pieces = db
    .prepare<[number, number], [n: number, compressed: Buffer | null]>(
      `SELECT n, CASE WHEN length(compressed) <= ? THEN compressed END FROM ${table}
       WHERE ${OWNERS[table].column} = ? ORDER BY n`,
    )
    .raw();
  let left = bytes ?? Infinity;
  let next = 0;
  // Only the last is shorter, and where the length of all is known that of the last is known, too.
  let ended = false;
  for (const [n, compressed] of pieces.iterate(MOST_COMPRESSED, id)) {
    const most = Math.min(PIECE_BYTES, left);
    const piece: Buffer | null =
      n === next && compressed !== null && !ended ? unpacked(compressed, most) : null;
    const length: number = piece?.length ?? 0;
    ended = length < most;
    if (piece === null || length === 0 || (ended && bytes !== null))
      throw unreadable(`piece ${n} differs from what was written`);
    yield piece;
    left -= length;
    next += 1;
  }
  if (next > 0 && left > 0 && bytes !== null) throw unreadable(`${left} bytes are missing`);
}

/** SHA-256 of bytes that come in parts, 64 hex digits. */
export function sha256OfParts(parts: Iterable<Uint8Array>): string {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(part);
  return digest.digest("hex");
}

/** Whether pieces can be read, and are what a hash records. */
export function areBytesOf(sha256: string, pieces: Iterable<Uint8Array>): boolean {
  try {
    return sha256OfParts(pieces) === sha256;
  } catch (error) {
    if (error instanceof TieoutError && error.code === "LEDGER_CORRUPT") return false;
    throw error;
  }
}

/** The owners of pieces without a row that they could belong to. */
export function listStrayPieces(db: ReadableLedger, table: PieceTable): number[] {
  const { column, all } = OWNERS[table];
  return query<number>(db).values(`SELECT DISTINCT ${column} FROM ${table} WHERE ${column} NOT IN (${all})`);
}

/**
 * What a frame holds; null where that is no frame, is longer, or is not all: unpacking stops at its end,
 * whatever is behind it.
 *
 * @param most bytes
 */
function unpacked(frame: Buffer, most: number): Buffer | null {
  if (most === 0) return null;
  try {
    const { buffer, engine } = zstdDecompressSync(frame, {
      maxOutputLength: most,
      // All of it at once, with a byte to spare: of parts it would be put together.
      chunkSize: Math.max(constants.Z_MIN_CHUNK, most + 1),
      params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG },
      info: true,
    }) as unknown as { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
    return engine.bytesWritten === frame.length ? buffer : null;
  } catch {
    return null;
  }
}
