/** The service's responses as received, compressed, with the hash of what is stored. */
import type { Provenance } from "../../../core/review/restate/provenance.ts";
import { type ReadableLedger, type WritableLedger, query } from "../file/connection.ts";
import { PIECE_BYTES, packPiece, readPieces } from "../file/pieces.ts";
import type { BodyPayload } from "../trail/pull-payload.ts";

/** A response on its way into the ledger. */
export interface NewBody extends Pick<BodyPayload, "endpoint" | "name" | "sha256" | "bytes"> {
  /** Of a response of the service; a file has none. */
  readonly provenance?: Provenance;
  /** Its bytes as `compressBytes` gives them, requested once, after the pull's records. */
  readonly compressed: Parts<Uint8Array>;
}

export interface BodyRecord extends Omit<NewBody, "compressed"> {
  readonly id: number;
  readonly pullId: number;
  /** Whether its bytes were dropped on purpose. */
  readonly pruned: boolean;
}

/** Bytes compressed piece by piece, see `packPiece`. */
export function* compressBytes(bytes: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield packPiece(bytes.subarray(at, at + PIECE_BYTES));
  }
}

/** Stores a response inside the pull's transaction, stopping after each piece for its caller. */
export function* storeBody(db: WritableLedger, pullId: number, body: NewBody): Generator<Pause, void> {
  const { lastInsertRowid } = db
    .prepare("INSERT INTO body (pull_id, endpoint, name, sha256, bytes) VALUES (?, ?, ?, ?, ?)")
    .run(pullId, body.endpoint, body.name, body.sha256, body.bytes);
  const insert = db.prepare("INSERT INTO body_chunk (body_id, n, compressed) VALUES (?, ?, ?)");
  let n = 0;
  for (const piece of body.compressed) {
    if (!(piece instanceof Promise)) {
      insert.run(lastInsertRowid, n, piece);
      n += 1;
    }
    yield piece instanceof Promise ? piece : undefined;
  }
}

/** All stored responses, oldest first. */
export function listBodies(db: ReadableLedger): BodyRecord[] {
  const rows = query<Omit<BodyRecord, "pruned"> & { readonly chunks: number }>(db)
    .rows(`SELECT id, pull_id AS pullId, endpoint, name, sha256, bytes,
        (SELECT count(*) FROM body_chunk WHERE body_id = body.id) AS chunks
       FROM body ORDER BY id`);
  return rows.map(({ chunks, ...body }) => ({ ...body, pruned: chunks === 0 }));
}

/**
 * The bytes of a stored response, piece by piece. A ledger may come from anybody: no piece is unpacked
 * further than a piece that was written, and together they have exactly the length that the response's row
 * says.
 *
 * @throws TieoutError LEDGER_CORRUPT where a piece cannot be read, is missing, or unpacks to another length
 */
export function* readBody(db: ReadableLedger, { id, bytes }: BodyRecord): Generator<Buffer> {
  // A response that was dropped on purpose has no piece at all.
  const told = { record: `response ${id}`, sentence: "A stored response cannot be read" };
  yield* readPieces(db, "body_chunk", { id, bytes }, told);
}

/** The parts in order; a promise says that the next part is not there yet, and when to ask again. */
export type Parts<T> = Iterable<T | Promise<void>>;

/** A pause in a step of work, so that others run: until the promise resolves, or for one turn of the loop. */
export type Pause = Promise<void> | undefined;
