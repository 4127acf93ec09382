/**
 * A process that restores a backup and is killed by the system right before its nth step on the file system, or ends when there
 * are fewer and prints how many there were. Arguments: the ledger's path, the backup's, n from 1 on.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { restoreLedger } from "../../src/main/services/backup/restore.ts";

const [ledger = "", backup = "", last] = process.argv.slice(2);
let steps = 0;

/** A function that counts as a step. */
function counted<A extends unknown[], R>(work: (...given: A) => R): (...given: A) => R {
  return (...given) => {
    steps += 1;
    if (steps === Number(last)) process.kill(process.pid, "SIGKILL");
    return work(...given);
  };
}

fs.linkSync = counted(fs.linkSync);
fs.renameSync = counted(fs.renameSync);
fs.rmSync = counted(fs.rmSync);
fs.fsyncSync = counted(fs.fsyncSync);
syncBuiltinESMExports();

await restoreLedger({ ledger, backup }, { now: () => Date.UTC(2026, 10, 21, 12), appVersion: "test" });
process.stdout.write(String(steps));
