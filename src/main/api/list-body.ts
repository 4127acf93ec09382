/** A body of many records: kept as a file with an index of its blocks, never whole in memory. */
import {
  type Stats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  statSync,
} from "node:fs";
import { TieoutError } from "../../core/errors.ts";
import type { Provenance } from "../../core/review/restate/provenance.ts";
import type { Origin } from "./origin.ts";
import type { Block } from "./scan.ts";

export type ListEndpoint = "wallet" | "transactions";

export interface ListBody {
  readonly endpoint: ListEndpoint;
  readonly origin: Origin;
  /** Of a response of the service. */
  readonly provenance?: Provenance;
  /** The file that holds exactly these bytes: a spool file of ours, or the user's own. */
  readonly file: string;
  /** The body's length. */
  readonly bytes: number;
  /** Of exactly these bytes, 64 hex digits. */
  readonly sha256: string;
  /** How many records it holds. */
  readonly records: number;
  readonly blocks: readonly Block[];
  /** Whether it is read as by earlier versions: a milestone that has tasks lost a dateAdded that is no time. */
  readonly isReadEarlier?: boolean | undefined;
  /** When the file was last written, milliseconds, so that a change under our hands is noticed. */
  readonly writtenAtMs: number;
}

/** A file descriptor closed by `using`. Links to files are followed; nothing else is read or waited for. */
export class OpenFile {
  readonly descriptor: number;
  readonly bytes: number;
  readonly writtenAtMs: number;

  /** @throws TieoutError FILE_UNREADABLE */
  constructor(file: string, name: string) {
    this.descriptor = openForReading(file, name);
    const stat = fstatSync(this.descriptor);
    this.bytes = stat.size;
    this.writtenAtMs = stat.mtimeMs;
  }

  [Symbol.dispose](): void {
    closeSync(this.descriptor);
  }
}

/** The error for a file that cannot be read. */
export function unreadable(error: unknown, name: string): TieoutError {
  const code = (error as NodeJS.ErrnoException).code ?? "unknown";
  const why = { ENOENT: "it does not exist", EACCES: "permission is denied" }[code] ?? code;
  return new TieoutError("FILE_UNREADABLE", `The file cannot be read: ${why}`, { file: name });
}

function openForReading(file: string, name: string): number {
  try {
    // Checked by its name first, because merely opening acts on some devices.
    refuseOther(statSync(file), name);
    const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      refuseOther(fstatSync(descriptor), name);
      return descriptor;
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  } catch (error) {
    if (error instanceof TieoutError) throw error;
    if (isLink(file) && LEADS_NOWHERE.has((error as NodeJS.ErrnoException).code)) {
      throw new TieoutError("FILE_UNREADABLE", "This link leads to no file", { file: name }, error);
    }
    throw unreadable(error, name);
  }
}

/** The system's errors for a link to nothing, or to itself. */
const LEADS_NOWHERE: ReadonlySet<string | undefined> = new Set(["ENOENT", "ELOOP"]);

function isLink(file: string): boolean {
  try {
    return lstatSync(file).isSymbolicLink();
  } catch {
    return false;
  }
}

function refuseOther(stats: Stats, name: string): void {
  if (stats.isFile()) return;
  const kind = stats.isDirectory() ? "a folder" : "a pipe, a socket or a device";
  throw new TieoutError("FILE_UNREADABLE", `This is ${kind}, not a file`, { file: name });
}

/** @throws TieoutError FILE_UNREADABLE when a body's file is gone or was written since it was scanned */
export function refuseChanged(body: ListBody): void {
  using _unchanged = new BlockSource(body);
}

/** Reads the blocks of a body as text. Close it by `using`. */
export class BlockSource {
  readonly #body: ListBody;
  readonly #file: OpenFile;
  #buffer = Buffer.alloc(0);

  /** @throws TieoutError FILE_UNREADABLE when the file is gone or was written since it was scanned */
  constructor(body: ListBody) {
    this.#body = body;
    this.#file = new OpenFile(body.file, body.origin.name);
    if (this.#file.bytes === body.bytes && this.#file.writtenAtMs === body.writtenAtMs) return;
    this.#file[Symbol.dispose]();
    throw this.#changed();
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]();
  }

  /** The block's records as the text of one JSON list. */
  listText({ start, end }: Block): string {
    const length = end - start;
    if (this.#buffer.length < length + 2) this.#buffer = Buffer.alloc(length + 2);
    const buffer = this.#buffer;
    this.read(start, buffer.subarray(1, length + 1));
    buffer[0] = 0x5b;
    buffer[length + 1] = 0x5d;
    return buffer.toString("utf8", 0, length + 2);
  }

  /** Fills memory with the body's bytes from `start` on. @throws TieoutError FILE_UNREADABLE where there are too few */
  read(start: number, into: Uint8Array): void {
    for (let done = 0; done < into.length;) {
      const read = readSync(this.#file.descriptor, into, done, into.length - done, start + done);
      if (read === 0) throw this.#changed();
      done += read;
    }
  }

  #changed(): TieoutError {
    return new TieoutError("FILE_UNREADABLE", "The file changed while it was read", {
      file: this.#body.origin.name,
    });
  }
}
