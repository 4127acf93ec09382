/**
 * Counts the objects in a file's schema table before SQLite reads it. SQLite's time grows with the square of
 * their number, and it follows pages that refer to each other endlessly.
 */
import { readSync } from "node:fs";
import { TieoutError } from "../../../core/errors.ts";

/** Tieout makes about a hundred objects on a dozen pages. */
const MOST_OBJECTS = 1000;
const MOST_PAGES = 200;

const INTERIOR = 0x05;
const LEAF = 0x0d;

/**
 * Walks the pages of the list of tables. A page of another kind is left to SQLite, which calls it damaged.
 *
 * @param handle of the open file
 * @param file its name, for the error
 * @throws TieoutError LEDGER_FOREIGN
 */
export function refuseLargeSchema(handle: number, pageBytes: number, file: string): void {
  const page = Buffer.alloc(pageBytes);
  const waiting = [1];
  let [pages, objects] = [0, 0];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const length = readSync(handle, page, 0, pageBytes, (number - 1) * pageBytes);
    if (length < pageBytes) continue;
    const start = number === 1 ? 100 : 0;
    const kind = page[start];
    if (kind === INTERIOR) waiting.push(...childrenOf(page, start));
    if (kind === LEAF) objects += page.readUInt16BE(start + 3);
    pages += 1;
    if (pages + waiting.length > MOST_PAGES || objects > MOST_OBJECTS) {
      const sentence = "The ledger holds more tables, views and triggers than Tieout creates";
      throw new TieoutError("LEDGER_FOREIGN", sentence, { file });
    }
  }
}

/** The pages below an interior page, as far as its numbers lead to places on it; SQLite counts from 1. */
function childrenOf(page: Buffer, start: number): number[] {
  const cells = Math.min(page.readUInt16BE(start + 3), (page.length - start - 12) >> 1);
  const children = [page.readUInt32BE(start + 8)];
  for (let cell = 0; cell < cells; cell += 1) {
    const at = page.readUInt16BE(start + 12 + 2 * cell);
    if (at + 4 <= page.length) children.push(page.readUInt32BE(at));
  }
  return children.filter((child) => child > 1);
}
