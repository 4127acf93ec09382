/** A file on its way into the ledger: its size and hash first, then its bytes once more. */
import { createHash } from "node:crypto";
import { readSync } from "node:fs";
import { TieoutError } from "../../../core/errors.ts";
import { MOST_ATTACHED_BYTES, refuseSize } from "../../../core/review/attached/attachment.ts";
import { attachedName } from "../../../core/review/attached/attached-name.ts";
import { OpenFile, unreadable } from "../../api/json/list-body.ts";

const BUFFER_BYTES = 256 * 1024;

/** A file that stays open, whatever its path comes to mean meanwhile. Close it by `using`. */
export class FileToAttach {
  readonly name: string;
  readonly bytes: number;
  /** 64 hex digits. */
  readonly sha256: string;
  readonly #file: OpenFile;
  readonly #shown: string;

  /**
   * @param path of the file
   * @param name what it is called where that is not in its path
   * @throws TieoutError FILE_UNREADABLE; EVIDENCE_INVALID for an empty file and one that is too large
   */
  constructor(path: string, name = path) {
    this.name = attachedName(name);
    this.#shown = name;
    this.#file = new OpenFile(path, name);
    try {
      refuseSize(this.#file.bytes, name);
      const { sha256, bytes } = this.#measured();
      refuseSize(bytes, name);
      this.sha256 = sha256;
      this.bytes = bytes;
    } catch (error) {
      this.#file[Symbol.dispose]();
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]();
  }

  /**
   * Its bytes, in parts that are valid until the next one.
   *
   * @throws TieoutError FILE_UNREADABLE, at the end also where they are others than they were
   */
  *content(): Generator<Uint8Array> {
    const digest = createHash("sha256");
    for (const part of this.#parts()) {
      digest.update(part);
      yield part;
    }
    if (digest.digest("hex") === this.sha256) return;
    throw new TieoutError("FILE_UNREADABLE", "The file changed while it was read", { file: this.#shown });
  }

  #measured(): { readonly sha256: string; readonly bytes: number } {
    const digest = createHash("sha256");
    let bytes = 0;
    for (const part of this.#parts()) {
      digest.update(part);
      bytes += part.length;
    }
    return { sha256: digest.digest("hex"), bytes };
  }

  /** One byte more than the limit at most: a file may grow without end. */
  *#parts(): Generator<Uint8Array> {
    const buffer = Buffer.alloc(BUFFER_BYTES);
    for (let at = 0; at <= MOST_ATTACHED_BYTES;) {
      const length = this.#read(buffer, at);
      if (length === 0) return;
      at += length;
      yield buffer.subarray(0, length);
    }
  }

  #read(buffer: Buffer, at: number): number {
    try {
      return readSync(this.#file.descriptor, buffer, 0, buffer.length, at);
    } catch (error) {
      throw unreadable(error, this.#shown);
    }
  }
}
