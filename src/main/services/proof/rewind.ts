/** Works with a ledger as it was at an earlier link, in a private folder always removed afterwards. */
import { join } from "node:path";
import { closeLedger } from "../../ledger/file/close-handle.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { rewindLedger } from "../../ledger/trail/rewind.ts";
import { ledgerError } from "../../ledger/file/sqlite-error.ts";
import { refuseCancelled } from "../shared/cancelled.ts";
import type { ServiceContext } from "../shared/context.ts";
import { inPrivateFolder } from "../shared/private-folder.ts";

/**
 * @param sequence of the link; what came after it is not in the copy that the work is given
 * @throws TieoutError LEDGER_* when the ledger cannot be read; LEDGER_DISK_FULL; CANCELLED; what the work
 *   raises
 */
export async function atLink<T>(
  ledger: string,
  sequence: number,
  context: ServiceContext,
  work: (rewound: ReadableLedger) => Promise<T>,
): Promise<T> {
  return inPrivateFolder("rewound", async (folder) => {
    const copy = await rewindLedger(ledger, join(folder, "rewound.tieout"), sequence, (done, total) => {
      refuseCancelled(context);
      context.onProgress?.({ phase: "Rewinding to the export", done, total, unit: "pages" });
    });
    try {
      return await work(copy);
    } catch (error) {
      throw ledgerError(error, ledger);
    } finally {
      closeLedger(copy);
    }
  });
}
