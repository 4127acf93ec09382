/** Saved responses: bodies in files, or from standard input. */
import { read } from "node:fs";
import { type Readable, addAbortSignal } from "node:stream";
import { promisify } from "node:util";
import type { Business, User } from "../../core/records/business.ts";
import { TieoutError } from "../../core/errors.ts";
import { WORTH_A_THREAD, hashBeside, hashHere, Spool } from "./spool.ts";
import { type Bytes, LIST_TITLES, gather, scanList, spoolList } from "./intake.ts";
import { DEFAULT_CAPS, type SizeCaps } from "./encoding.ts";
import { BlockSource, type ListBody, type ListEndpoint, OpenFile, unreadable } from "./list-body.ts";
import { type Origin, payloadError } from "./origin.ts";
import { type RecordBody, readBusinessBody, readUserBody } from "./record-body.ts";
import { firstRecordHas } from "./records.ts";

const CHUNK_BYTES = 256 * 1024;

const STANDARD_INPUT = "-";

interface SavedSettings {
  /** Standard input, which can be read once. */
  readonly stdin: Readable;
  readonly caps?: Partial<SizeCaps> | undefined;
  /** Ends the reading early, and standard input with it. */
  readonly signal?: AbortSignal | undefined;
  /** Called with how many bytes of a file were read so far, of how many; null where that is not known. */
  readonly onProgress?: ((file: string, bytes: number, total: number | null) => void) | undefined;
}

/**
 * Reads saved responses: the envelope, or its bare list or record. All methods raise TieoutError:
 * FILE_UNREADABLE, IMPORT_FORMAT, IMPORT_TOO_LARGE, PAYLOAD_*, SERVICE_ERROR, CANCELLED.
 */
export class SavedAnswers {
  readonly #settings: SavedSettings;
  readonly #caps: SizeCaps;
  readonly #spool = new Spool();
  #stdinTaken = false;

  constructor(settings: SavedSettings) {
    this.#settings = settings;
    this.#caps = { ...DEFAULT_CAPS, ...settings.caps };
  }

  /** Scans a saved list; `readEntries` or `readTransactions` reads its records until this is disposed. */
  async scan(path: string, endpoint: ListEndpoint): Promise<ListBody> {
    const origin = originOf(path);
    return this.#unlessCancelled(origin, async () => {
      const body =
        path === STANDARD_INPUT
          ? await this.#spoolList(this.#stdin(origin), endpoint, origin)
          : await this.#scanFile(path, endpoint, origin);
      assertKind(body);
      return body;
    });
  }

  async readUser(path: string): Promise<RecordBody<User>> {
    const origin = originOf(path);
    return readUserBody(await this.#gather(path, origin), "user", origin).body;
  }

  async readBusiness(path: string): Promise<RecordBody<Business>> {
    const origin = originOf(path);
    return readBusinessBody(await this.#gather(path, origin), origin);
  }

  /** Whatever reading fails with once it is cancelled, it was cancelled. */
  async #unlessCancelled<T>(origin: Origin, work: () => Promise<T>): Promise<T> {
    const { signal } = this.#settings;
    try {
      signal?.throwIfAborted();
      return await work();
    } catch (error) {
      if (signal?.aborted !== true) throw error;
      throw payloadError("CANCELLED", "The reading was interrupted", origin);
    }
  }

  /** Removes what standard input was kept in. */
  dispose(): void {
    this.#spool.dispose();
  }

  async #spoolList(content: Bytes, endpoint: ListEndpoint, origin: Origin): Promise<ListBody> {
    const spool = this.#spool.newFile();
    return spoolList(this.#capped(content, origin), endpoint, origin, spool, this.#progress(origin));
  }

  async #scanFile(path: string, endpoint: ListEndpoint, origin: Origin): Promise<ListBody> {
    using file = new OpenFile(path, origin.name);
    this.#assertSize(file.bytes, this.#caps.listBytes, origin);
    const progress = this.#progress(origin, file.bytes);
    const hashing = file.bytes < WORTH_A_THREAD ? hashHere() : hashBeside(file, origin.name);
    try {
      const scanned = await scanList(
        chunksOf(file, origin, this.#settings.signal),
        endpoint,
        origin,
        hashing,
        (_chunk, bytes) => progress(bytes),
      );
      return { ...scanned, endpoint, origin, file: path, writtenAtMs: file.writtenAtMs };
    } finally {
      await hashing.stop();
    }
  }

  async #gather(path: string, origin: Origin): Promise<Uint8Array> {
    const { recordBytes } = this.#caps;
    const progress = this.#progress(origin);
    return this.#unlessCancelled(origin, async () => {
      if (path === STANDARD_INPUT) return gather(this.#stdin(origin), recordBytes, origin, progress);
      using file = new OpenFile(path, origin.name);
      this.#assertSize(file.bytes, recordBytes, origin);
      return await gather(chunksOf(file, origin, this.#settings.signal), recordBytes, origin, progress);
    });
  }

  #stdin(origin: Origin): Readable {
    if (this.#stdinTaken) {
      throw new TieoutError("USAGE", "Standard input can stand for one file only", { file: origin.name });
    }
    this.#stdinTaken = true;
    const { stdin, signal } = this.#settings;
    return signal === undefined ? stdin : addAbortSignal(signal, stdin);
  }

  async *#capped(content: Bytes, origin: Origin): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of content) {
      bytes += chunk.length;
      this.#assertSize(bytes, this.#caps.listBytes, origin);
      yield chunk;
    }
  }

  #assertSize(bytes: number, maxBytes: number, origin: Origin): void {
    if (bytes <= maxBytes) return;
    throw payloadError("IMPORT_TOO_LARGE", `The file is larger than ${maxBytes} bytes`, origin);
  }

  #progress(origin: Origin, total: number | null = null): (bytes: number) => void {
    return (bytes) => this.#settings.onProgress?.(origin.name, bytes, total);
  }
}

function originOf(path: string): Origin {
  return { name: path === STANDARD_INPUT ? "standard input" : path, kind: "file" };
}

/**
 * The bytes of a file that is open, whatever its path has come to mean meanwhile. While a chunk is looked at, the next one is read.
 * They take turns in the same memory: fresh memory for each would be claimed faster than it is given back.
 */
async function* chunksOf(
  file: OpenFile,
  origin: Origin,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const readAt = (position: number, into: Buffer) => {
    const reading = readPiece(file.descriptor, into, 0, into.length, position);
    // What goes wrong is thrown when its turn comes, if it ever does.
    reading.catch(() => undefined);
    return reading;
  };
  let [buffer, other] = [Buffer.alloc(CHUNK_BYTES), Buffer.alloc(CHUNK_BYTES)];
  let reading = readAt(0, buffer);
  try {
    for (let position = 0; ;) {
      const { bytesRead: bytes } = await reading.catch((error: unknown) => {
        throw unreadable(error, origin.name);
      });
      signal?.throwIfAborted();
      if (bytes === 0) return;
      position += bytes;
      [buffer, other] = [other, buffer];
      reading = readAt(position, buffer);
      yield other.subarray(0, bytes);
    }
  } finally {
    // Nobody may close the file before.
    await Promise.allSettled([reading]);
  }
}

const readPiece = promisify(read);

/** Says so when a file of one list is given as the other. */
function assertKind(body: ListBody): void {
  using source = new BlockSource(body);
  const other: ListEndpoint = body.endpoint === "wallet" ? "transactions" : "wallet";
  if (firstRecordHas(body, source, body.endpoint) || !firstRecordHas(body, source, other)) return;
  throw payloadError(
    "IMPORT_FORMAT",
    `The file holds ${LIST_TITLES[other]}, not ${LIST_TITLES[body.endpoint]}`,
    body.origin,
  );
}
