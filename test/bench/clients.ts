/**
 * `node test/bench/clients.ts [--rounds N] [--entries N]`: the list of fifty ledgers with 5,000 entries and planted faults, each with
 * fourteen signed months and decisions, with the check of its month, against two seconds. Each round is a process of its own; `cpuRatio`
 * compares its processor time, which other work on the machine changes less than the time on the clock.
 */
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
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
import { median, printMeasure, runJob, timing } from "./parts/measure.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "5" }, entries: { type: "string", default: "5000" } },
});
const LEDGERS = 50;
const MARK_MS = 2000;
const CONTEXT = { now: Date.now, appVersion: "bench" };

const [listed] = positionals;
if (listed === undefined) await bench();
else process.stdout.write(JSON.stringify(await timing(async () => list(listed))));

async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tieout-clients-bench-"));
  try {
    await fill(join(folder, "00.tieout"), folder);
    for (let at = 1; at < LEDGERS; at += 1) {
      copyFileSync(join(folder, "00.tieout"), join(folder, `${String(at).padStart(2, "0")}.tieout`));
    }
    const rounds = Array.from({ length: Number(values.rounds) }, () => runJob(import.meta.filename, folder));
    const { ms, cpuMs, peakMb } = median(rounds);
    const measure = `clients of ${LEDGERS} ledgers, ${values.entries} entries each, against ${MARK_MS} ms`;
    const ratios = { ratio: ms / MARK_MS, cpuRatio: cpuMs / MARK_MS };
    printMeasure({ measure, ms, cpuMs, peakMb, markMs: MARK_MS, ...ratios, mark: 1 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
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
