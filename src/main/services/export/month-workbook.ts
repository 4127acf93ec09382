/**
 * The file name of a month's workbook when nobody can be asked. An earlier workbook that was edited is never
 * replaced.
 */
import { join } from "node:path";
import { findEdited } from "./refuse-edited-target.ts";
import { assertTarget } from "./export-target.ts";

interface WorkbookPlace {
  /** The workbook's name in the folder. */
  readonly name: string;
  /** The workbooks before it that were saved since written, or are another ledger's, and so stay. */
  readonly left: readonly string[];
}

/**
 * Finds the first of `NAME.xlsx`, `NAME (2).xlsx`, … which is free, or holds a workbook that is just as this
 * ledger wrote it: a reviewer's ticks and notes are in no other place until they are imported.
 *
 * @param name with `.xlsx`, as it is where nothing is in the way
 * @throws TieoutError EXPORT_TARGET when something else is there, or it is open; LEDGER_* as opening for
 *   reading raises
 */
export async function workbookPlace(ledger: string, folder: string, name: string): Promise<WorkbookPlace> {
  const left: string[] = [];
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : name.replace(/(?=\.xlsx$)/u, ` (${number})`);
    const path = join(folder, free);
    if (
      !assertTarget(path, { format: "xlsx" }, ledger) ||
      (await findEdited(ledger, path, { format: "xlsx" })) === null
    )
      return { name: free, left };
    left.push(free);
  }
}
