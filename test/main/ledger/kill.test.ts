import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCheckInput } from "../../../src/main/ledger/check-input.ts";
import { closeLedger, createLedger, openForReading, openForWriting } from "../../../src/main/ledger/open.ts";
import { listPulls } from "../../../src/main/ledger/pull.ts";
import { verifyLedger } from "../../../src/main/ledger/verify.ts";
import { temporaryFolder } from "../../helpers/cli.ts";

const CHILD = join(import.meta.dirname, "../../helpers/pulling-child.ts");
const KILLS = 52;
const AT_ONCE = 4;

/** Kills a publishing process after so many acknowledgements and some more microtasks, and returns the last ones heard. */
async function killAfter(path: string, acknowledgements: number, delayMs: number) {
  const child = spawn(process.execPath, [CHILD, path], { stdio: ["ignore", "pipe", "inherit"] });
  const heard = { lines: 0, pulls: 0, runs: 0 };
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      heard.lines += 1;
      if (line.startsWith("pull ")) heard.pulls = Number(line.slice(5));
      if (line.startsWith("run ")) heard.runs = Number(line.slice(4));
    }
    if (heard.lines > acknowledgements) setTimeout(() => child.kill("SIGKILL"), delayMs);
  });
  await once(child, "close");
  return heard;
}

async function killOnce(folder: string, number: number): Promise<void> {
  const path = join(folder, `${number}.tieout`);
  closeLedger(createLedger(path, { ledgerId: `ledger-${number}`, atMs: 0 }));
  const heard = await killAfter(path, number % 7, (number * 5) % 23);
  // The next to open finds the log of the killed process beside the file and takes it in.
  const db = await openForWriting(path);
  const pulls = listPulls(db);
  const entries = readCheckInput(db).entries.length;
  closeLedger(db);
  const report = await verifyLedger(path, null);
  expect(report.problems).toEqual([]);
  // What was acknowledged is whole; at most the one under way came through besides.
  expect(pulls.length - heard.pulls).toBeOneOf([0, 1]);
  expect(entries).toBe(pulls.length * 300);
  expect(report.facts.find((fact) => fact.name === "runs")?.count ?? 0).toBeGreaterThanOrEqual(heard.runs);
}

test(`${KILLS} kills in the middle of pulls and runs: what was acknowledged is whole, nothing is torn`, async () => {
  const folder = temporaryFolder();
  for (let first = 0; first < KILLS; first += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => killOnce(folder, first + at)));
  }
}, 180_000);

test("a killed writer's ledger can be read before anyone writes to it", async () => {
  const path = join(temporaryFolder(), "a.tieout");
  closeLedger(createLedger(path, { ledgerId: "a", atMs: 0 }));
  const heard = await killAfter(path, 4, 0);
  const db = openForReading(path);
  expect(listPulls(db).length).toBeGreaterThanOrEqual(heard.pulls);
  closeLedger(db);
});
