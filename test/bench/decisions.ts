/**
 * `node test/bench/decisions.ts [FINDINGS]`: deciding on many findings at once, 60,000 unless told otherwise, and undoing it again,
 * against bare inserts of the same rows; and how long the page is kept from other things meanwhile. One JSON line per measure,
 * in milliseconds of this thread on the processor, which other programs do not lengthen.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { DEFAULT_OPTIONS } from "../../src/core/options.ts";
import type { Decision } from "../../src/core/review/decisions/decision.ts";
import { decodeMessage, encodeMessage } from "../../src/ipc/codec.ts";
import { CheckMemory } from "../../src/main/services/shared/check-memory.ts";
import { importIntoLedger } from "../../src/main/services/import/import.ts";
import { decide, listNewerDecisions, readReview, undo } from "../../src/main/services/review/review.ts";
import { openForReading } from "../../src/main/ledger/file/open.ts";
import { DecisionDesk } from "../../src/renderer/rows/decision-desk.ts";
import { DecisionFeed } from "../../src/renderer/rows/check-session.ts";
import { DecisionLog } from "../../src/renderer/rows/decision-log.ts";
import { Outbox } from "../../src/renderer/rows/desk-state.ts";
import { createCalls } from "../../src/renderer/rows/worker/calls.ts";
import type { CheckClient } from "../../src/renderer/rows/load.ts";
import { filesIn, writeGenerated } from "./parts/generated.ts";

const FINDINGS = Number(process.argv[2] ?? 60_000);
const DECIDE_MARK = 4;
/** Each undoing reads what it undoes. */
const UNDO_MARK = 6;
const PAGE_MARK_MS = 100;
const CONTEXT = { now: Date.now, appVersion: "bench", memory: new CheckMemory() };

/** What the page does at once: nothing else happens in it meanwhile. */
class Page {
  longestMs = 0;
  longest = "";

  task<T>(what: string, work: () => T): T {
    const beganMs = spentMs();
    const value = work();
    const ms = spentMs() - beganMs;
    if (ms > this.longestMs) {
      this.longestMs = ms;
      this.longest = what;
    }
    return value;
  }
}

const folder = mkdtempSync(join(tmpdir(), "tieout-decisions-"));
try {
  const ledger = join(folder, "wallet.tieout");
  writeGenerated(folder, FINDINGS, 2);
  const { wallet, transactions } = filesIn(folder);
  const files = { wallet: [wallet], transactions: [transactions], user: null, business: [] };
  await importIntoLedger({ ledger, files }, CONTEXT);
  await measure(ledger);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(ledger: string): Promise<void> {
  const { findings } = readReview({ ledger, period: null, options: {} }, CONTEXT);
  const items = findings
    .slice(0, FINDINGS)
    .map(({ finding: { fingerprint } }) => ({ fingerprint, seen: null }));
  const page = new Page();
  const spent = { decideMs: 0, undoMs: 0 };
  const { desk, log } = deskOver(ledger, page, spent);
  const now = { whoDecides: async () => Promise.resolve("Ada"), period: null, options: DEFAULT_OPTIONS };
  const taken = await desk.decide(
    { items, status: "accepted", about: "all", note: "Known to the provider." },
    now,
  );
  if (taken?.length !== items.length) throw new Error("not all were decided on");
  const bareMs = insertBare(ledger, join(folder, "bare.sqlite"));
  const bare = {
    decisions: items.length,
    baseline: "bare inserts of the same rows",
    baselineMs: Math.round(bareMs),
  };
  report("deciding on all at once", spent.decideMs / bareMs, DECIDE_MARK, {
    ms: Math.round(spent.decideMs),
    ...bare,
  });
  await desk.undo(now);
  report("undoing all of it at once", spent.undoMs / bareMs, UNDO_MARK, {
    ms: Math.round(spent.undoMs),
    ...bare,
  });
  const passingOnMs = await passOn(page, await log.read());
  report("longest task of the page while deciding, undoing, passing on", page.longestMs / PAGE_MARK_MS, 1, {
    decisions: items.length,
    ms: Math.round(page.longestMs),
    task: page.longest,
    markMs: PAGE_MARK_MS,
    passingOnMs: Math.round(passingOnMs),
  });
}

/** Nothing is matched here. */
function refused(): never {
  throw new Error("nobody matches by hand in this measurement");
}

/** A window's desk whose calls cross the socket's codec, without a socket. */
function deskOver(ledger: string, page: Page, spent: { decideMs: number; undoMs: number }) {
  const crossing = async <T>(input: unknown, work: () => T | Promise<T>): Promise<T> => {
    page.task("encoding a call", () => encodeMessage({ input }));
    const reply = encodeMessage({ reply: await work() });
    return page.task("decoding a reply", () => (decodeMessage(reply) as { reply: T }).reply);
  };
  const timed = async (key: keyof typeof spent, work: () => Promise<readonly Decision[]>) => {
    const beganMs = spentMs();
    const taken = await work();
    spent[key] = spentMs() - beganMs;
    return { first: taken[0]?.id ?? 0, count: taken.length };
  };
  const log = new DecisionLog({
    "review.list": async ({ after = null }) =>
      crossing({ after }, () => listNewerDecisions({ ledger, after })),
  });
  const desk = new DecisionDesk({
    api: {
      "review.decide": async (request) =>
        crossing(request, async () =>
          timed("decideMs", async () => decide({ ...request, options: DEFAULT_OPTIONS, ledger }, CONTEXT)),
        ),
      "review.undo": async (request) =>
        crossing(request, async () => timed("undoMs", async () => undo({ ...request, ledger }, CONTEXT))),
      "match.decide": refused,
      "match.undo": refused,
    },
    readNewer: async () => log.read(),
    outbox: new Outbox(null, "ledger"),
  });
  return { desk, log };
}

/** Passes decisions on to the worker's own code; what crosses to it is copied, which is the page's part. @returns milliseconds */
async function passOn(page: Page, decisions: readonly Decision[]): Promise<number> {
  const calls = createCalls();
  const client = {
    call: async (call: "decided", input: Parameters<typeof calls.decided>[0]) =>
      Promise.resolve(calls[call](page.task("passing decisions on", () => structuredClone(input)))),
  } as unknown as CheckClient;
  const beganMs = spentMs();
  await new DecisionFeed(client).give(decisions, new AbortController().signal);
  return spentMs() - beganMs;
}

/** The rows that deciding wrote, inserted as they are into a file of their own, in one transaction. @returns milliseconds */
function insertBare(ledger: string, path: string): number {
  const from = openForReading(ledger);
  const tables = ["decision", "audit"].map((table) => ({
    table,
    sql: from
      .prepare<[string], string>(
        "SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND type IN ('table', 'index') AND sql NOT NULL",
      )
      .pluck()
      .all(table),
    rows: from.prepare(`SELECT * FROM ${table}`).raw().all() as unknown[][],
  }));
  from.close();
  const db = new Database(path);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  for (const { sql } of tables) for (const statement of sql) db.exec(statement);
  const beganMs = spentMs();
  db.transaction(() => {
    for (const { table, rows } of tables) {
      const insert = db.prepare(`INSERT INTO ${table} VALUES (${rows[0]?.map(() => "?").join(", ")})`);
      for (const row of rows) insert.run(...row);
    }
  }).immediate();
  const tookMs = spentMs() - beganMs;
  db.close();
  return tookMs;
}

function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function report(
  measured: string,
  ratio: number,
  mark: number,
  more: Readonly<Record<string, unknown>>,
): void {
  const rounded = Math.round(ratio * 100) / 100;
  console.log(JSON.stringify({ measure: measured, ...more, ratio: rounded, mark, reached: rounded <= mark }));
}
