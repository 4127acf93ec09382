/**
 * A process that restores a backup, and before each of its steps on the file system does what its environment asks (snapshots.ts).
 * Arguments: the ledger's path, the backup's.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { restoreLedger } from "../../../../src/main/services/backup/backup.ts";
import { stepper } from "../../ledgers/snapshots.ts";

const [ledger = "", backup = ""] = process.argv.slice(2);
const step = stepper();

/** A function that counts as a step. */
function counted<A extends unknown[], R>(work: (...given: A) => R): (...given: A) => R {
  return (...given) => {
    step();
    return work(...given);
  };
}

fs.linkSync = counted(fs.linkSync);
fs.renameSync = counted(fs.renameSync);
fs.rmSync = counted(fs.rmSync);
fs.fsyncSync = counted(fs.fsyncSync);
syncBuiltinESMExports();

await restoreLedger({ ledger, backup }, { now: () => Date.UTC(2026, 10, 21, 12), appVersion: "test" });
