/**
 * A process that publishes pull after pull into a ledger and keeps a run after each, and says `pull N` and `run N` once each
 * is acknowledged, until it is killed. Arguments: the ledger's path, and `held` to keep the ledger open all the while or
 * `check` to open it anew each time and check as `tieout check --save` does.
 */
import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { type WritableLedger, closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { openForWriting } from "../../../../src/main/ledger/file/open.ts";
import { publishPull } from "../../publish-pull.ts";
import { saveRun } from "../../../../src/main/ledger/acts/run.ts";
import { entry, sale, sha256 } from "../../records.ts";

const ENTRIES_PER_PULL = 300;
const [path = "", way] = process.argv.slice(2);
const say = (line: string) => writeSync(1, `${line}\n`);

function publish(db: WritableLedger, pull: number): void {
  const entries = Array.from({ length: ENTRIES_PER_PULL }, (_, at) =>
    entry((pull - 1) * ENTRIES_PER_PULL + at + 1),
  );
  publishPull(
    db,
    {
      source: "files",
      startedAtMs: pull,
      finishedAtMs: null,
      baseUrl: null,
      limit: null,
      bodies: [],
      user: null,
      businesses: [],
      entries: [entries],
      transactions: [[sale(pull, 100)]],
    },
    { atMs: pull, sha256 },
  );
  say(`pull ${pull}`);
}

/** Says that all is loaded. What is killed leaves no compiled code for the next process to start quicker, unless it is told to. */
function ready(): void {
  flushCompileCache();
  say("ready");
}

async function publishHolding(): Promise<never> {
  const db = await openForWriting(path);
  ready();
  for (let pull = 1; ; pull += 1) {
    publish(db, pull);
    saveRun(db, { atMs: pull, document: `{"run":${pull}}` });
    say(`run ${pull}`);
  }
}

async function publishAndCheck(): Promise<never> {
  const { checkRecords } = await import("../../../../src/main/services/check/check.ts");
  ready();
  for (let pull = 1; ; pull += 1) {
    const db = await openForWriting(path);
    publish(db, pull);
    closeLedger(db);
    const request = { source: { ledger: path }, period: null, options: {}, save: true };
    const { runId } = await checkRecords(request, { now: () => pull, appVersion: "test" });
    say(`run ${runId}`);
  }
}

await (way === "check" ? publishAndCheck() : publishHolding());
