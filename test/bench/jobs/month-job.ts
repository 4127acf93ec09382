/**
 * One job of the bench of the month's close in a process of its own: `node test/bench/jobs/month-job.ts JOB FOLDER ENTRIES`. Prints one
 * JSON object with the time that the work took and the process's peak memory.
 */
import { runToEnd } from "../../../src/core/in-passes.ts";
import { copyFileSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Month } from "../../../src/core/review/close/close.ts";
import { DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import { monthAt, monthBefore } from "../../../src/core/review/close/months.ts";
import { monthDays } from "../../../src/core/time.ts";
import type { TableBatch } from "../../../src/ipc/values.ts";
import { BATCH_ROWS, TABLE_NAMES, type TableName } from "../../../src/core/reconcile/input/snapshot.ts";
import { checkRecords } from "../../../src/main/services/check/check.ts";
import { prepareMonth, signOffMonth } from "../../../src/main/services/close/close.ts";
import type { ServiceContext } from "../../../src/main/services/shared/thread-messages.ts";
import { exportLedger } from "../../../src/main/services/export/export.ts";
import { importIntoLedger } from "../../../src/main/services/import/import.ts";
import { closeFolder } from "../../../src/main/services/practice/practice.ts";
import { openSnapshot, readBatch } from "../../../src/main/services/check/snapshot.ts";
import { verifyLedgerFile } from "../../../src/main/services/verify/verify.ts";
import { verifyWorkbook } from "../../../src/main/services/export/verify-workbook.ts";
import { createCalls } from "../../../src/renderer/rows/worker/calls.ts";
import { UNPAID_ID, filesIn, lastAtMs, writeGenerated } from "../parts/generated.ts";
import { type Measured, timing } from "../parts/measure.ts";

const CONTEXT: ServiceContext = { now: () => Date.UTC(2031, 0, 1), appVersion: "bench" };
const [job = "", folder = "", count = ""] = process.argv.slice(2);
const entries = Number(count);
const PLAIN = join(folder, "plain.tieout");
const IMPORTED = join(folder, "imported.tieout");
const SIGNED = join(folder, "signed.tieout");
const SIGNED_ALL = join(folder, "signed-all.tieout");
const EXPORTED = join(folder, "exported.tieout");
const WORKBOOK = join(folder, "month.xlsx");
const PRACTICE = join(folder, "practice");
const WORKBOOKS = join(folder, "workbooks");
/** The first month of W(N), the last that is whole in the records, or the only one of a small ledger, and all from first to last. */
const FIRST_MONTH = monthAt(lastAtMs(0), DEFAULT_OPTIONS.timeZone);
const NEWEST_MONTH = monthAt(lastAtMs(entries), DEFAULT_OPTIONS.timeZone);
const MONTH = NEWEST_MONTH === FIRST_MONTH ? FIRST_MONTH : monthBefore(NEWEST_MONTH);
const MONTHS = monthsUpTo(MONTH);
const DAYS = monthDays(MONTH);
const CLIENTS = 10;
/** The month of the last entry of a small ledger. */
const PRACTICE_MONTH = monthAt(lastAtMs(entries / CLIENTS), DEFAULT_OPTIONS.timeZone);
const PRACTICE_DAYS = monthDays(PRACTICE_MONTH);

type Calls = ReturnType<typeof createCalls>;

const JOBS: Readonly<Record<string, () => Promise<Measured>>> = {
  ledgers: makeLedgers,
  check: async () => timing(() => checkOf(PLAIN, DAYS)),
  "check-all": async () => timing(() => checkOf(PLAIN, null)),
  close: async () => closeMonths(SIGNED, [MONTH]),
  import: async () => {
    writeGenerated(folder, entries);
    rmSync(IMPORTED, { force: true });
    return timing(() => importGenerated(IMPORTED));
  },
  verify: async () => timing(() => proveWhole(PLAIN)),
  "verify-signed": async () => timing(() => proveWhole(SIGNED)),
  "verify-all-signed": async () => timing(() => proveWhole(SIGNED_ALL)),
  export: async () => {
    copyFileSync(PLAIN, EXPORTED);
    const request = { ledger: EXPORTED, period: DAYS, options: {}, format: "xlsx" as const, out: WORKBOOK };
    return timing(() => exportLedger({ ...request, replace: true }, CONTEXT));
  },
  "verify-workbook": async () =>
    timing(async () => {
      const { holds } = await verifyWorkbook({ ledger: EXPORTED, file: WORKBOOK }, CONTEXT);
      if (!holds) throw new Error("nobody edited the workbook");
    }),
  "practice-check": async () =>
    timing(async () => {
      for (const ledger of readdirSync(PRACTICE)) await checkOf(join(PRACTICE, ledger), PRACTICE_DAYS);
    }),
  practice: async () =>
    timing(async () => {
      const request = {
        folder: PRACTICE,
        out: WORKBOOKS,
        month: PRACTICE_MONTH,
        accessTo: null,
        full: false,
      };
      for await (const { failure } of closeFolder(request, CONTEXT)) {
        if (failure !== null) throw new Error(failure.sentence);
      }
    }),
  "worker-check": async () => inWorker(null),
  candidates: async () =>
    inWorker((calls) => {
      const request = { walletIDs: [], payIDs: [UNPAID_ID], side: "entries" as const, search: "" };
      if (calls.matchCandidates(request).total === 0) throw new Error("no entry may belong to the payment");
    }),
};

/** One large ledger, one with all its months signed, and a practice's small ones with as many entries together. */
async function makeLedgers(): Promise<Measured> {
  return timing(async () => {
    await makeLedger(PLAIN, entries);
    await closeMonths(SIGNED_ALL, MONTHS);
    for (const made of [PRACTICE, WORKBOOKS]) mkdirSync(made);
    const first = join(PRACTICE, "client-1.tieout");
    await makeLedger(first, entries / CLIENTS);
    for (let client = 2; client <= CLIENTS; client += 1)
      copyFileSync(first, join(PRACTICE, `client-${client}.tieout`));
  });
}

async function makeLedger(ledger: string, size: number): Promise<void> {
  writeGenerated(folder, size);
  await importGenerated(ledger);
}

async function importGenerated(ledger: string): Promise<void> {
  const { wallet, transactions } = filesIn(folder);
  const files = { wallet: [wallet], transactions: [transactions], user: null, business: [] };
  await importIntoLedger({ ledger, files }, CONTEXT);
}

async function checkOf(ledger: string, period: typeof DAYS | null): Promise<void> {
  await checkRecords({ source: { ledger }, period, options: {}, save: false }, CONTEXT);
}

/** The months from the first of W(N) on. */
function monthsUpTo(last: Month): Month[] {
  return last === FIRST_MONTH ? [last] : [...monthsUpTo(monthBefore(last)), last];
}

/** Prepares and signs months of a copy of the large ledger. */
async function closeMonths(ledger: string, months: readonly Month[]): Promise<Measured> {
  copyFileSync(PLAIN, ledger);
  return timing(async () => {
    const override = "Misstated balances are known to the provider.";
    for (const month of months) {
      await prepareMonth({ ledger, month, by: "Ada", override }, CONTEXT);
      await signOffMonth({ ledger, month, by: "Grace", note: "" }, CONTEXT);
    }
  });
}

async function proveWhole(ledger: string): Promise<void> {
  const { ok } = await verifyLedgerFile(ledger, null, CONTEXT);
  if (!ok) throw new Error("the ledger is as it was made");
}

/** Loads the records into the check worker's own code and checks them all; then what is asked of it is timed. */
async function inWorker(ask: ((calls: Calls) => unknown) | null): Promise<Measured> {
  const snapshot = openSnapshot(PLAIN);
  const { head } = snapshot;
  const calls = createCalls();
  calls.begin({ head });
  for (const table of TABLE_NAMES) {
    for (let from = 0; from < head.rows[table]; from += BATCH_ROWS) {
      const batch = readBatch(snapshot, table, from, BATCH_ROWS) as TableBatch<TableName>;
      calls.add({ table, from, batch });
    }
  }
  const wording = { decimals: 0, timeZone: DEFAULT_OPTIONS.timeZone };
  const check = () => runToEnd(calls.run({ options: DEFAULT_OPTIONS, period: null, wording }));
  if (ask === null) return timing(check);
  check();
  return timing(() => ask(calls));
}

const work = JOBS[job];
if (work === undefined) throw new Error(`no job ${job}`);
process.stdout.write(JSON.stringify(await work()));
