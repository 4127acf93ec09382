/**
 * Handles stand for files: a page gets and gives them, and never learns or names a path. Only a path that a
 * person chose, or that main made itself, has one; they are random, and worth nothing to another run.
 */
import { randomUUID } from "node:crypto";
import { basename, dirname } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import type { FileFacts } from "../../../ipc/values.ts";
import { placeInWords } from "./places.ts";

/** What a handle allows: reading what is there, or writing there as well, which a person was asked about. */
type Use = "read" | "write";

interface Issued {
  readonly path: string;
  readonly use: Use;
}

export class Handles {
  readonly #issued = new Map<string, Issued>();
  /** By use and path, so that one file has one handle however often it is listed. */
  readonly #known = new Map<string, string>();

  /** The handle of a path, with what is shown of it. */
  issue(path: string, use: Use): FileFacts {
    const key = `${use} ${path}`;
    const handle = this.#known.get(key) ?? randomUUID();
    this.#known.set(key, handle);
    this.#issued.set(handle, { path, use });
    return { handle, name: basename(path), where: placeInWords(dirname(path)) };
  }

  /**
   * The path that a handle stands for.
   *
   * @throws TieoutError IPC_FORBIDDEN for a text that is no handle, or one that allows less
   */
  path(handle: string, use: Use): string {
    const issued = this.#issued.get(handle);
    if (issued === undefined) throw forbidden("The window named a file that nobody chose");
    if (use === "write" && issued.use !== "write") {
      throw forbidden("The window tried to write to a file that was chosen for reading");
    }
    return issued.path;
  }

  /** The path that a handle stands for, null for a text that is none. */
  find(handle: string): string | null {
    return this.#issued.get(handle)?.path ?? null;
  }
}

function forbidden(sentence: string): TieoutError {
  return new TieoutError("IPC_FORBIDDEN", sentence);
}
