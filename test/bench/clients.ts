/**
 * `node test/bench/clients.ts [--rounds N] [--entries N]`: fifty ledgers with 5,000 entries and planted faults, each with signed months
 * and decisions since, listed and checked. First as a process of its own in each round; `cpuRatio` compares its processor time, which
 * other work on the machine changes less than the time on the clock. Then in the built host and a real browser: until the rows are there,
 * until each is checked, and the longest task of the page meanwhile.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Month } from "../../src/core/review/close/close.ts";
import { monthDays } from "../../src/core/time.ts";
import { closeFolder } from "../../src/main/services/practice/practice.ts";
import { prepareMonth, signOffMonth } from "../../src/main/services/close/close.ts";
import { listMonths } from "../../src/main/services/close/months.ts";
import { pullIntoLedger } from "../../src/main/services/pull/pull.ts";
import { decide, readReview } from "../../src/main/services/review/review.ts";
import { startSandbox } from "../../sandbox/generate/generate-world.ts";
import { readClients } from "../../src/main/services/practice/clients.ts";
import { launchBrowser } from "../helpers/window/browser.ts";
import { longestTasks } from "../helpers/window/window-tasks.ts";
import { median, printMeasure, runJob, timing } from "./parts/measure.ts";
import { withWindow } from "./parts/opened-window.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "5" }, entries: { type: "string", default: "5000" } },
});
const LEDGERS = 50;
const MARK_MS = 10_000;
/** Of the rows, before anything is checked: what counts as at once. */
const ROWS_MARK_MS = 1000;
const TASK_MARK_MS = 50;
/** What a row says while its check is under way. */
const UNDER_WAY = "Its check is under way";
const CONTEXT = { now: Date.now, appVersion: "bench" };

const [listed] = positionals;
if (listed === undefined) await bench();
else process.stdout.write(JSON.stringify(await timing(async () => list(listed))));

async function bench(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "tieout-clients-bench-"));
  // Where a browser's ledgers lie.
  const folder = join(home, "ledgers");
  try {
    mkdirSync(folder);
    await fill(join(folder, "00.tieout"), folder);
    for (let at = 1; at < LEDGERS; at += 1) {
      copyFileSync(join(folder, "00.tieout"), join(folder, `${String(at).padStart(2, "0")}.tieout`));
    }
    const rounds = Array.from({ length: Number(values.rounds) }, () => runJob(import.meta.filename, folder));
    const { ms, cpuMs, peakMb } = median(rounds);
    const measure = `clients of ${LEDGERS} ledgers, ${values.entries} entries each, against ${MARK_MS} ms`;
    const ratios = { ratio: ms / MARK_MS, cpuRatio: cpuMs / MARK_MS };
    printMeasure({ measure, ms, cpuMs, peakMb, markMs: MARK_MS, ...ratios, mark: 1 });
    await benchWindow(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function benchWindow(home: string): Promise<void> {
  const shows = { folder: join(home, "ledgers"), shows: "folder" };
  writeFileSync(join(home, "clients.json"), JSON.stringify(shows));
  const chromium = await launchBrowser();
  const waits: { rows: number; checked: number; task: number }[] = [];
  try {
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const env = { ...process.env, TIEOUT_HOME: home };
      await withWindow({ chromium, ledger: null, env }, async (page) => {
        const since = await longestTasks(page);
        await page.locator("main").waitFor();
        const begunMs = performance.now();
        await page.evaluate(() => (location.hash = "#/clients"));
        await page.locator(`tbody tr:nth-child(${LEDGERS})`).waitFor();
        const rows = performance.now() - begunMs;
        await page.getByTitle(UNDER_WAY).first().waitFor();
        await page.locator(`table:not(:has([title="${UNDER_WAY}"]))`).waitFor();
        waits.push({ rows, checked: performance.now() - begunMs, task: await since() });
      });
    }
  } finally {
    await chromium.close();
  }
  const measure = `clients of ${LEDGERS} ledgers in the window`;
  for (const [name, mark] of Object.entries({ rows: ROWS_MARK_MS, checked: MARK_MS, task: TASK_MARK_MS })) {
    const found = waits.map((wait) => wait[name as keyof typeof wait]).toSorted((a, b) => a - b);
    const ms = found[found.length >> 1] ?? Number.NaN;
    printMeasure({ measure: `${measure}: ${name}`, ms, markMs: mark, ratio: ms / mark, mark: 1 });
  }
}

/** A ledger whose months are signed but for the last two that are over, with a kept check of the first that is not. */
async function fill(ledger: string, folder: string): Promise<void> {
  const sandbox = await startSandbox({ entries: Number(values.entries), seed: 1, faults: "default" });
  const { baseUrl, secretKey, appId, phone, password } = sandbox;
  const service = { baseUrl, pathPrefix: "/sandbox/index", authForm: "key" } as const;
  const credentials = { secretKey, appId, phone, password };
  await pullIntoLedger({ ledger, service, credentials, history: { kind: "full" } }, CONTEXT);
  await sandbox.stop();
  const months = listMonths(ledger)
    .filter(({ isOver }) => isOver)
    .map((facts) => facts.month)
    .toReversed();
  const [open = "" as Month] = months.splice(-2);
  for (const signed of months) {
    await prepareMonth({ ledger, month: signed, by: "Ada Obi", override: "Bench" }, CONTEXT);
    await signOffMonth({ ledger, month: signed, by: "Ben Uche", note: "" }, CONTEXT);
  }
  const period = monthDays(open);
  const { findings } = readReview({ ledger, period, options: {} }, CONTEXT);
  const items = findings.map(({ finding, seen }) => ({ fingerprint: finding.fingerprint, seen }));
  await decide(
    { ledger, period, options: {}, status: "explained", note: "Bench", by: "Ada Obi", items: items.slice(1) },
    CONTEXT,
  );
  const request = { folder, out: folder, month: open, accessTo: null, full: false };
  for await (const { failure } of closeFolder(request, CONTEXT)) {
    if (failure !== null) throw new Error(failure.sentence);
  }
}

async function list(folder: string): Promise<void> {
  const paths = readdirSync(folder).flatMap((name) => (name.endsWith(".tieout") ? [join(folder, name)] : []));
  let known = 0;
  for await (const { client } of readClients({ paths, dueDay: null, checks: true }, CONTEXT)) {
    if (client?.check) known += 1;
  }
  if (known !== LEDGERS) throw new Error(`${known} of ${LEDGERS} checks are known`);
}
