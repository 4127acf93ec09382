/**
 * `node test/bench/window-check.ts [entries]`: how long the window's worker takes over generated records, a million unless told
 * otherwise: one JSON line per step, milliseconds. Nothing is asserted; times are for orientation.
 */
import { runToEnd } from "../../src/core/in-passes.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_OPTIONS } from "../../src/core/options.ts";
import type { TableBatch } from "../../src/ipc/values.ts";
import { BATCH_ROWS, TABLE_NAMES, type TableName } from "../../src/core/reconcile/input/snapshot.ts";
import { importIntoLedger } from "../../src/main/services/import/import.ts";
import { openSnapshot, readBatch } from "../../src/main/services/check/snapshot.ts";
import { createCalls } from "../../src/renderer/rows/worker/calls.ts";
import type { RowsRequest } from "../../src/renderer/bridge/protocol.ts";
import { filesIn, writeGenerated } from "./parts/generated.ts";

const entries = Number(process.argv[2] ?? 1_000_000);
const folder = mkdtempSync(join(tmpdir(), "tieout-window-bench-"));
try {
  await measure();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function timed<T>(step: string, work: () => T): T {
  const beganMs = performance.now();
  const value = work();
  console.log(JSON.stringify({ step, ms: Math.round(performance.now() - beganMs) }));
  return value;
}

async function measure(): Promise<void> {
  const ledger = join(folder, "wallet.tieout");
  writeGenerated(folder, entries);
  const { wallet, transactions } = filesIn(folder);
  const files = { wallet: [wallet], transactions: [transactions], user: null, business: [] };
  await importIntoLedger({ ledger, files }, { now: Date.now, appVersion: "bench" });
  const snapshot = timed("read the ledger's columns", () => openSnapshot(ledger));
  const { head } = snapshot;
  const calls = createCalls();
  calls.begin({ head });
  for (const table of TABLE_NAMES) {
    timed(`read and take in ${table}`, () => {
      for (let from = 0; from < head.rows[table]; from += BATCH_ROWS) {
        const batch = readBatch(snapshot, table, from, BATCH_ROWS) as TableBatch<TableName>;
        calls.add({ table, from, batch });
      }
    });
  }
  const wording = { decimals: 0, timeZone: "Africa/Lagos" };
  const options = { ...DEFAULT_OPTIONS, timeZone: wording.timeZone };
  timed("check a month", () => runToEnd(calls.run({ options, period: "newest-month", wording })));
  const summary = timed("check everything", () => runToEnd(calls.run({ options, period: null, wording })));
  console.log(JSON.stringify({ findings: summary.counts.bySeverity, entries: summary.counts.entries }));
  timed("review", () => calls.review(null));
  measureRows(calls);
  timed("balance over time", () => calls.balance({ points: 2000 }));
  timed("an entry in its chain", () => calls.entry({ walletID: 500_000 + Math.floor(entries / 2) }));
  const severities = ["error", "warning"] as const;
  const queue = { statuses: null, rules: null, severities, currency: null, findings: null, search: "" };
  timed("the queue by amount", () => calls.exceptions({ ...queue, order: "amount", from: 0, count: 100 }));
}

function measureRows(calls: ReturnType<typeof createCalls>): void {
  const all: RowsRequest = {
    sort: [],
    filters: {},
    search: "",
    onlyFlagged: false,
    onlyPeriod: true,
    from: 0,
    count: 200,
  };
  const rows = (step: string, change: Partial<RowsRequest>) =>
    timed(step, () => calls.entries({ ...all, ...change })).total;
  rows("rows as they are", {});
  rows("the next page", { from: 600_000 });
  rows("sorted by stated balance", { sort: [{ column: "stated", descending: true }] });
  rows("sorted by time, then balance", {
    sort: [
      { column: "dateCreatedAtMs", descending: true },
      { column: "stated", descending: false },
    ],
  });
  rows("sorted by description, first", { sort: [{ column: "description", descending: false }] });
  rows("sorted by description, again", { sort: [{ column: "description", descending: true }] });
  rows("sorted by payref, first", { sort: [{ column: "payref", descending: false }] });
  rows("filtered by inflow", { filters: { inflow: { kind: "number", least: 50_000, most: 60_000 } } });
  rows("filtered by text", { filters: { description: { kind: "text", contains: "ankara" } } });
  rows("searched for a word", { search: "settlement" });
  rows("searched for digits", { search: "77712" });
  rows("searched for two words", { search: "order 77712" });
  rows("searched beyond ASCII", { search: "“ankara" });
  rows("only flagged", { onlyFlagged: true });
}
