/**
 * A small file of the app's own, held in memory. It is written whole under another name and renamed, so that what stands is never
 * half written; it is the person's alone. One that cannot be read is set aside and started anew.
 */
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import type { z } from "zod";
import { TieoutError } from "../../core/errors.ts";

export class StoredFile<T> {
  readonly #path: string;
  #value: T;
  /** Writings follow each other, so that the last one counts. */
  #writing: Promise<void> = Promise.resolve();

  /** @param empty what it holds before anything was kept */
  constructor(path: string, schema: z.ZodType<T>, empty: T) {
    this.#path = path;
    this.#value = readStored(path, schema) ?? empty;
  }

  get value(): T {
    return this.#value;
  }

  /**
   * Keeps a value; it counts at once, and when this ends it is on the disk.
   *
   * @throws TieoutError OUTPUT_LOST when it cannot be written; in memory it counts all the same
   */
  async keep(value: T): Promise<void> {
    this.#value = value;
    const writing = this.#writing.then(async () => writeWhole(this.#path, JSON.stringify(value, null, 2)));
    this.#writing = writing.catch(() => undefined);
    await writing;
  }
}

/** Goes on where the app's own folder cannot be written: what was to be kept counts until the program ends. */
export async function asFarAsItCan(keeping: Promise<void>): Promise<void> {
  try {
    await keeping;
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
  }
}

/** @returns null when there is none, or none that can be read */
function readStored<T>(path: string, schema: z.ZodType<T>): T | null {
  if (!existsSync(path)) return null;
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    setAside(path);
    return null;
  }
}

function setAside(path: string): void {
  try {
    renameSync(path, `${path}.damaged`);
  } catch {
    // Where even that is refused it is started anew in memory, and writing says why it cannot be kept.
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.new`;
  try {
    const file = await open(unfinished, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new TieoutError("OUTPUT_LOST", "The app's own folder cannot be written", { file: path }, error);
  }
}
