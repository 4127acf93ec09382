/**
 * One job of the benchmark in a process of its own, so that its peak memory is its own. Arguments: the job's name, the folder that
 * holds W(N) and the files the jobs make. Prints one JSON line {ms, peakMb, blockP99Ms, …}: times in
 * milliseconds, the last one how long the thread kept everybody waiting at the 99th percentile.
 */
import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import Database from "better-sqlite3";
import { compileLittle, keepYoungSpaceSmall } from "../../../src/cli/terminal/terminal.ts";
import { checkRecords } from "../../../src/main/services/check/check.ts";
import type { ServiceContext } from "../../../src/main/services/shared/thread-messages.ts";
import { importIntoLedger } from "../../../src/main/services/import/import.ts";
import { importBare } from "../parts/bare-import.ts";
import { filesIn } from "../parts/generated.ts";

const CONTEXT: ServiceContext = { now: () => Date.UTC(2026, 11, 1), appVersion: "bench" };

/** The columns of the bare store that a check needs; what it takes from `data` is left out, which makes reading faster. */
const CHECKED = {
  entry: `walletID, userID, businessID, credit_balance, debit_balance, balance, action, payref, is_approved, datePaid,
    dateCreated`,
  payment: `payID, businessID, userID, payref, cycle, trader_status, paymentURL, currency, chargedamount, scrowfee, taxfee,
    payableamount, is_deleted, is_flagged, datePaid, dateCreated`,
};

type Extra = Readonly<Record<string, number>>;

const [name = "", folder = ""] = process.argv.slice(2);
const files = filesIn(folder);
const LEDGER = join(folder, "bench.tieout");
const BARE = join(folder, "bare.db");
const BARE_FILE_ORDER = join(folder, "bare-file-order.db");

const JOBS: Readonly<Record<string, () => Promise<Extra> | Extra>> = {
  import: async () => {
    fresh(LEDGER);
    const { wallet, transactions } = files;
    const saved = { wallet: [wallet], transactions: [transactions], user: null, business: [] };
    await importIntoLedger({ ledger: LEDGER, files: saved }, CONTEXT);
    return {};
  },
  check: async () => {
    keepYoungSpaceSmall();
    compileLittle(LEDGER);
    const request = { source: { ledger: LEDGER }, period: null, options: {}, save: false };
    const { result } = await checkRecords(request, CONTEXT);
    return { findings: result.findings.length };
  },
  "bare-import": () => {
    fresh(BARE);
    importBare(files, BARE, "oldest-first");
    return {};
  },
  "bare-import-file-order": () => {
    fresh(BARE_FILE_ORDER);
    importBare(files, BARE_FILE_ORDER, "file-order");
    return {};
  },
  "bare-iteration": () => {
    const db = new Database(BARE, { readonly: true });
    let rows = 0;
    for (const [table, columns] of Object.entries(CHECKED)) {
      for (const _row of db.prepare(`SELECT ${columns} FROM ${table}`).raw().iterate()) rows += 1;
    }
    db.close();
    return { rows };
  },
  /** Not timed against anything: how large the stores are, ours without the raw bodies. */
  sizes: () => {
    const db = new Database(LEDGER, { readonly: true });
    const bodies = db.prepare<[], number>("SELECT sum(length(compressed)) FROM body_chunk").pluck().get();
    db.close();
    return { ledgerBytes: statSync(LEDGER).size - (bodies ?? 0), bareBytes: statSync(BARE_FILE_ORDER).size };
  },
};

function fresh(path: string): void {
  for (const suffix of ["", "-wal", "-shm"]) {
    if (existsSync(path + suffix)) rmSync(path + suffix);
  }
}

const job = JOBS[name];
if (job === undefined) throw new Error(`no job ${name}; there are ${Object.keys(JOBS).join(", ")}`);
const delay = monitorEventLoopDelay({ resolution: 2 });
delay.enable();
const started = performance.now();
const extra = await job();
const ms = Math.round(performance.now() - started);
delay.disable();
const blockP99Ms = Math.round(delay.percentile(99) / 1e6);
const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
process.stdout.write(`${JSON.stringify({ ms, peakMb, blockP99Ms, ...extra })}\n`);
