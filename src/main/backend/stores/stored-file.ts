/** Small files of the app's own, held in memory. */
import { randomUUID } from "node:crypto";
import { appendFileSync, readFileSync, renameSync, statSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { TieoutError } from "../../../core/errors.ts";
import { placesOf } from "../../services/shared/defect.ts";

/**
 * A small file of the app's own, held in memory. It is written whole under another name and renamed, so that
 * what stands is never half written; it is the person's alone. One that cannot be read is set aside and
 * started anew.
 */
export class StoredFile<T> {
  readonly #path: string;
  readonly #schema: z.ZodType<T>;
  #value: T;
  /** What is not on the disk yet, oldest first. */
  #unsaved: readonly StoredChange<T>[] = [];
  /** Writings follow each other, each of all that is not written yet. */
  #writing: Promise<void> = Promise.resolve();

  /** @param empty what it holds before anything was kept */
  constructor(path: string, schema: z.ZodType<T>, empty: T) {
    this.#path = path;
    this.#schema = schema;
    const stored = readStored(path, schema);
    if (stored === null) setAside(path);
    this.#value = stored ?? empty;
  }

  get value(): T {
    return this.#value;
  }

  /**
   * Changes the value; it counts at once, and when this ends it is on the disk.
   *
   * @throws TieoutError OUTPUT_LOST when it cannot be written; in memory it counts all the same
   */
  async change(by: StoredChange<T>): Promise<void> {
    this.#value = by(this.#value);
    this.#unsaved = [...this.#unsaved, by];
    const writing = this.#writing.then(async () => this.#write());
    this.#writing = writing.catch(() => undefined);
    await writing;
  }

  async #write(): Promise<void> {
    const changes = this.#unsaved;
    // Another program that has the same folder may have changed something else meanwhile.
    const stored = readStored(this.#path, this.#schema) ?? this.#value;
    const value = changes.reduce((before, by) => by(before), stored);
    await writeWhole(this.#path, JSON.stringify(value, null, 2));
    this.#unsaved = this.#unsaved.slice(changes.length);
    if (this.#unsaved.length === 0) this.#value = value;
  }
}

/** Done again on what stands on the disk, it must have the same effect there; done twice none more. */
type StoredChange<T> = (before: T) => T;

/** Goes on where the app's own folder cannot be written: what it would keep counts until the program ends. */
export async function asFarAsItCan(keeping: Promise<void>): Promise<void> {
  try {
    await keeping;
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
  }
}

/** @returns null when there is none, or none that can be read */
function readStored<T>(path: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}

function setAside(path: string): void {
  try {
    renameSync(path, `${path}.damaged`);
  } catch {
    // There is none; or where even that is refused it is started anew in memory, and writing says why it
    // cannot be kept.
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
    throw new TieoutError(
      "OUTPUT_LOST",
      "Tieout cannot write to the app's own folder",
      { file: path },
      error,
    );
  }
}

const MOST_BYTES = 256 * 1024;

/** Notes defects for whoever is to act on a report: when, and the places passed. Never a text of it. */
export class DefectLog {
  readonly #path: string;
  readonly #now: () => number;

  constructor(dataFolder: string, now: () => number) {
    this.#path = join(dataFolder, "defects.txt");
    this.#now = now;
  }

  add(error: unknown): void {
    try {
      const bytes = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
      if (bytes > MOST_BYTES) return;
      appendFileSync(this.#path, `${new Date(this.#now()).toISOString()}\n${placesOf(error)}\n\n`, {
        mode: 0o600,
      });
    } catch {
      // A defect is told to the window all the same.
    }
  }
}
