/** A process that prunes a ledger, and says `ready` just before. Arguments: the ledger's path, how many pulls keep their answers. */
import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { pruneLedger } from "../../../../src/main/services/backup/prune.ts";

const [path = "", keep] = process.argv.slice(2);
flushCompileCache();
writeSync(1, "ready\n");
await pruneLedger(path, Number(keep), { now: () => 9000, appVersion: "test" });
