/**
 * A process under an ordinary account that views, verifies and tries to change a ledger. Arguments: the ledger's path, and
 * where to make a new one. Prints what came of it as JSON. When it is started by root it becomes nobody first; what it needs
 * is loaded before, since nobody may not read the project's folder.
 */
import Database from "better-sqlite3";
import { TieoutError } from "../../../../src/core/errors.ts";
import { readCheckInput } from "../../../../src/main/ledger/records/check-input.ts";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { takeLock } from "../../../../src/main/ledger/file/lock.ts";
import { createLedger } from "../../../../src/main/ledger/file/make.ts";
import { openForReading, openForWriting } from "../../../../src/main/ledger/file/open.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { lookAtTarget } from "../../../../src/main/services/import/publish-answers.ts";

const NOBODY = 65_534;
const [path = "", other = ""] = process.argv.slice(2);
new Database(":memory:").close();
if (process.getuid?.() === 0) {
  process.setgroups?.([]);
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}

/** What work gives back, or the code it fails with. */
async function outcome(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    return error instanceof TieoutError ? error.code : String(error);
  }
}

const result = {
  viewed: await outcome(() => {
    const db = openForReading(path);
    const entries = readCheckInput(db).entries.length;
    closeLedger(db);
    return entries;
  }),
  verified: await outcome(async () => (await verifyLedger(path, null)).ok),
  written: await outcome(async () => {
    closeLedger(await openForWriting(path));
    return "written";
  }),
  locked: await outcome(() => {
    takeLock(path, "test", 0).release();
    return "locked";
  }),
  asked: await outcome(async () => {
    await lookAtTarget(other, { now: () => 0, appVersion: "test" });
    return "asked";
  }),
  made: await outcome(() => {
    closeLedger(createLedger(other, { ledgerId: "other", atMs: 0 }));
    return "made";
  }),
};
process.stdout.write(JSON.stringify(result));
