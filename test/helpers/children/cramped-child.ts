/**
 * A process that works with a ledger on a disk with little room. Arguments: a ledger to begin with, a folder on that disk, and
 * the kilobytes to leave free, one round each with and without the log of a killed process. Prints what came of each round as
 * JSON. With `-` for the first and the last it works with the ledger in that folder, as it is.
 */
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { TieoutError } from "../../../src/core/errors.ts";
import { readCheckInput } from "../../../src/main/ledger/records/check-input.ts";
import { closeLedger } from "../../../src/main/ledger/file/connection.ts";
import { openForReading, openForWriting } from "../../../src/main/ledger/file/open.ts";
import { saveRun } from "../../../src/main/ledger/acts/run.ts";
import { letGo, takeAndRead } from "../../../src/main/backend/threads/held-ledger.ts";
import { FILLER, fillDisk } from "../fill-disk.ts";

const [from = "", folder = "", ...rooms] = process.argv.slice(2);
const ledger = join(folder, "a.tieout");
const context = { now: () => 9000, appVersion: "test" };

/** What work gives back, or the code and the file it fails with. */
async function outcome(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    return error instanceof TieoutError ? `${error.code} ${error.facts.file}` : String(error);
  }
}

async function save(): Promise<string> {
  const db = await openForWriting(ledger);
  try {
    saveRun(db, { atMs: 5000, document: "{}" });
    return "saved";
  } finally {
    closeLedger(db);
  }
}

/** How many entries and runs it holds. */
function view(): string {
  const db = openForReading(ledger);
  try {
    const runs = db.prepare<[], number>("SELECT count(*) FROM run").pluck().get();
    return `${readCheckInput(db).entries.length} entries, ${runs} runs`;
  } finally {
    closeLedger(db);
  }
}

function openInWindow(): string {
  try {
    return takeAndRead(ledger, context).readOnly?.code ?? "writable";
  } finally {
    letGo();
  }
}

async function round(room: string) {
  return {
    room,
    viewedFirst: await outcome(view),
    saved: await outcome(save),
    inWindow: await outcome(openInWindow),
    viewed: await outcome(view),
    left: readdirSync(folder).filter((name) => name !== FILLER && !name.endsWith("-lock")),
    // 1 where the file is whole without a log.
    header: readFileSync(ledger)[18],
  };
}

/** A ledger as a process leaves it that is killed after it saved a run: its log is not folded in. */
async function leaveLog(): Promise<string> {
  const [open, left] = [`${from}.open.tieout`, `${from}.left.tieout`];
  copyFileSync(from, open);
  const db = await openForWriting(open);
  saveRun(db, { atMs: 4000, document: "{}" });
  copyFileSync(open, left);
  copyFileSync(`${open}-wal`, `${left}-wal`);
  closeLedger(db);
  return left;
}

const isPrepared = from !== "-";
const killed = isPrepared ? await leaveLog() : null;
const rounds: unknown[] = [];
for (const room of rooms) {
  for (const begin of killed === null ? [] : [from, killed]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    copyFileSync(begin, ledger);
    if (begin === killed) copyFileSync(`${killed}-wal`, `${ledger}-wal`);
    fillDisk(folder, Number(room) * 1024);
    rounds.push(await round(room));
  }
}
if (!isPrepared) rounds.push(await round("-"));
process.stdout.write(JSON.stringify(rounds));
