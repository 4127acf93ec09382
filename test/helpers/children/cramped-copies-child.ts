/**
 * A process that backs up, restores and prunes a ledger on a disk with little room. Arguments: a ledger with answers to drop, a
 * folder on that disk, and the kilobytes to leave free beside one copy of the ledger, one round each. Prints what came of each
 * round as JSON.
 */
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { TieoutError, formatError } from "../../../src/core/errors.ts";
import { verifyLedger } from "../../../src/main/ledger/proof/verify.ts";
import { backUpBeside } from "../../../src/main/services/backup/backup-beside.ts";
import { pruneLedger } from "../../../src/main/services/backup/prune.ts";
import { restoreLedger } from "../../../src/main/services/backup/backup.ts";
import { FILLER, fillDisk } from "../fill-disk.ts";

const [from = "", folder = "", ...rooms] = process.argv.slice(2);
const ledger = join(folder, "a.tieout");
const backups = join(folder, "a backups");
const backup = join(backups, "a 2026-11-21 120000.tieout");
const context = { now: () => 1_795_000_000_000, appVersion: "test" };

function begin(leave: number): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(backups, { recursive: true });
  copyFileSync(from, ledger);
  copyFileSync(from, backup);
  fillDisk(folder, leave);
}

/** What is left of both files, and what the work came to in words. */
async function outcome(leave: number, work: () => Promise<unknown>) {
  begin(leave);
  let said = "done";
  try {
    await work();
  } catch (error) {
    said = error instanceof TieoutError ? formatError(error).replaceAll(folder, "") : String(error);
  }
  return {
    said,
    isAsBefore: [ledger, backup].every((file) => sha256(file) === sha256(from)),
    files: readdirSync(folder).filter((name) => name !== FILLER && !name.endsWith("-lock")),
    holds: (await verifyLedger(ledger, null)).ok,
  };
}

function sha256(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

const size = Math.ceil(statSync(from).size / 4096) * 4096;
const rounds: unknown[] = [];
for (const room of rooms) {
  const free = Number(room) * 1024;
  rounds.push({
    room,
    backUp: await outcome(size + free, async () => backUpBeside(ledger, null, context)),
    restore: await outcome(size + free, async () => restoreLedger({ ledger, backup }, context)),
    prune: await outcome(128 * 1024 + free, async () => pruneLedger(ledger, 0, context)),
  });
}
process.stdout.write(JSON.stringify(rounds));
