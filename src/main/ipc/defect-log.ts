/**
 * Where defects are noted, so that a report of one can be acted on: when, and the places it passed. Never a
 * text of it.
 */
import { appendFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { placesOf } from "../services/threads/defect.ts";

const MOST_BYTES = 256 * 1024;

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
