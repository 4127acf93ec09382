/**
 * A process that publishes pull after pull into a ledger and says `pull N` once each is acknowledged, until it is killed.
 * Arguments: the ledger's path.
 */
import { writeSync } from "node:fs";
import { openForWriting } from "../../src/main/ledger/open.ts";
import { publishPull } from "../../src/main/ledger/publish.ts";
import { saveRun } from "../../src/main/ledger/run.ts";
import { entry, sale, sha256 } from "./records.ts";

const ENTRIES_PER_PULL = 300;
const db = await openForWriting(process.argv[2] ?? "");
const say = (line: string) => writeSync(1, `${line}\n`);
say("ready");
for (let pull = 1; ; pull += 1) {
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
  saveRun(db, { atMs: pull, document: `{"run":${pull}}` });
  say(`run ${pull}`);
}
