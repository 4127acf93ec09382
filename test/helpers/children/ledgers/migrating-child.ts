/**
 * A process that migrates a ledger and is killed by the system at the beginning of its nth statement, or ends when there are
 * fewer. Arguments: the ledger's path, n from 1 on.
 */
import { flushCompileCache } from "node:module";
import Database from "better-sqlite3";
import type { WritableLedger } from "../../../../src/main/ledger/file/connection.ts";
import { migrate } from "../../../../src/main/ledger/file/schema.ts";
import { MIGRATIONS_AHEAD } from "../../ledgers/next-migration.ts";

const [path, last] = process.argv.slice(2);
let statement = 0;
let migrating = false;
const db = new Database(path, {
  verbose: () => {
    if (!migrating) return;
    statement += 1;
    if (statement === Number(last)) process.kill(process.pid, "SIGKILL");
  },
});
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
// So little room that pages are written long before their transaction ends.
db.pragma("cache_size = 4");
// What is killed leaves no compiled code for the next process to start quicker, unless it is told to.
flushCompileCache();
migrating = true;
migrate(db as WritableLedger, MIGRATIONS_AHEAD);
