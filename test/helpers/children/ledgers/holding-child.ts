/**
 * A process that is in the middle of writing to a ledger: it says `held`, and lets go after so many milliseconds.
 * Arguments: the ledger's path, milliseconds.
 */
import { writeSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { openForWriting } from "../../../../src/main/ledger/file/open.ts";

const [path = "", ms = ""] = process.argv.slice(2);
const db = await openForWriting(path);
db.exec("BEGIN IMMEDIATE");
writeSync(1, "held\n");
await setTimeout(Number(ms));
db.exec("ROLLBACK");
closeLedger(db);
