/** Watching an export, and ending it early. */
import { TieoutError } from "../../../core/errors.ts";
import type { Workbook } from "../../../core/report/sheet/model.ts";
import type { WrittenFile } from "./pending.ts";

export interface WriteOptions {
  /** Ends the export early; what was there before stands. */
  readonly signal?: AbortSignal;
  /** The program that prints a binder, with its first arguments; without one a browser is looked for. */
  readonly printer?: readonly string[];
  /** Called now and then with the rows written so far, of all. */
  readonly onProgress?: (written: number, of: number) => void;
  /**
   * Called once everything is written, right before it takes its place, with the file whose hash stands for
   * the export; what it throws ends the export, and what was there stands.
   */
  readonly beforePublishing?: (proof: WrittenFile) => Promise<void>;
}

/** Counts rows that were written. @throws TieoutError CANCELLED when the export is no longer wanted */
export type RowCounter = (rows: number) => void;

export function progressOf(workbook: Workbook, { signal, onProgress }: WriteOptions): RowCounter {
  const total = workbook.sheets.flatMap(({ tables }) => tables).reduce((sum, { count }) => sum + count, 0);
  let written = 0;
  return (rows) => {
    if (signal?.aborted === true) throw new TieoutError("CANCELLED", "The export was cancelled");
    written += rows;
    onProgress?.(written, total);
  };
}
