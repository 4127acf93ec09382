/** Saved answers in a folder of their own, and what reading them comes to. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { TieoutError } from "../../../src/core/errors.ts";
import { SavedAnswers } from "../../../src/main/api/saved.ts";
import { readEntries, readTransactions } from "../../../src/main/api/records.ts";

export class SavedFiles {
  readonly folder = mkdtempSync(join(tmpdir(), "tieout-test-"));
  readonly answers = new SavedAnswers({ stdin: Readable.from([]) });
  #files = 0;

  write(content: string | Uint8Array): string {
    this.#files += 1;
    const path = join(this.folder, `${this.#files}.json`);
    writeFileSync(path, content);
    return path;
  }

  async entries(content: string | Uint8Array) {
    return [...readEntries(await this.answers.scan(this.write(content), "wallet"))].flat();
  }

  async transactions(content: string | Uint8Array) {
    return [...readTransactions(await this.answers.scan(this.write(content), "transactions"))].flat();
  }

  [Symbol.dispose](): void {
    this.answers.dispose();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The TieoutError some work fails with; fails itself when there is none. */
export async function failureOf(work: Promise<unknown>): Promise<TieoutError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof TieoutError) return error;
    throw error;
  }
  throw new Error("nothing failed");
}
