/** A process that opens a ledger, keeps a run and closes it again, so many times. Arguments: the ledger's path, how many times. */
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { openForWriting } from "../../../../src/main/ledger/file/open.ts";
import { saveRun } from "../../../../src/main/ledger/acts/run.ts";

const [path = "", times] = process.argv.slice(2);
for (let n = 0; n < Number(times); n += 1) {
  // Longer than people wait: on a busy machine the other two may have several turns before this one.
  const db = await openForWriting(path, undefined, 60_000);
  saveRun(db, { atMs: n, document: "{}" });
  closeLedger(db);
}
