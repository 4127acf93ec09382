/** Working with a ledger as it was at an earlier link, in a private folder that is removed whatever happens. */
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TieoutError } from "../../core/errors.ts";
import { makeOwnFolder } from "../excel/own-folder.ts";
import { closeLedger } from "../ledger/close.ts";
import type { ReadableLedger } from "../ledger/connection.ts";
import { rewindLedger } from "../ledger/rewind.ts";
import { unwritten } from "./unwritten.ts";
import type { ServiceContext } from "./context.ts";

/**
 * @param sequence of the link; what came after it is not in the copy that the work is given
 * @throws TieoutError LEDGER_* when the ledger cannot be read; LEDGER_DISK_FULL; CANCELLED; what the work raises
 */
export async function atLink<T>(
  ledger: string,
  sequence: number,
  context: ServiceContext,
  work: (rewound: ReadableLedger) => Promise<T>,
): Promise<T> {
  const folder = privateFolder();
  try {
    const copy = await rewindLedger(ledger, join(folder, "rewound.tieout"), sequence, (done, total) => {
      refuseCancelled(context);
      context.onProgress?.({ phase: "Going back to the export", done, total, unit: "pages" });
    });
    try {
      return await work(copy);
    } finally {
      closeLedger(copy);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function privateFolder(): string {
  try {
    return makeOwnFolder("rewound");
  } catch (error) {
    const sentence = "The system's folder for temporary files cannot be written to";
    throw unwritten(
      error,
      tmpdir(),
      "There is no room for a copy of the ledger",
      () => new TieoutError("EXPORT_TARGET", sentence, { file: tmpdir() }, error),
    );
  }
}

/** @throws TieoutError CANCELLED */
export function refuseCancelled({ signal }: ServiceContext): void {
  if (signal?.aborted === true) throw new TieoutError("CANCELLED", "It was interrupted");
}
