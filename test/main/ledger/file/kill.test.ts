import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { readCheckInput } from "../../../../src/main/ledger/records/check-input.ts";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { createLedger } from "../../../../src/main/ledger/file/make.ts";
import { openForReading, openForWriting } from "../../../../src/main/ledger/file/open.ts";
import { listPulls } from "../../../../src/main/ledger/trail/pull.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { removeUnfinished } from "../../../../src/main/services/shared/leftovers.ts";
import { walletBody } from "../../../helpers/bodies.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { entry } from "../../../helpers/records.ts";
import { timesOf } from "../../../helpers/exhaustive.ts";

const CHILD = join(import.meta.dirname, "../../../helpers/children/ledgers/pulling-child.ts");
const IMPORTING_CHILD = join(import.meta.dirname, "../../../helpers/children/ledgers/importing-child.ts");
/** Once for both ways after every number of acknowledgements, each at another delay. */
const KILLS = timesOf(4, 14);
const AT_ONCE = 2;

type Way = "held" | "check";

/** Kills a publishing process after so many acknowledgements and some milliseconds more, and returns the last ones heard. */
async function killAfter(path: string, way: Way, acknowledgements: number, delayMs: number) {
  const child = spawn(process.execPath, [CHILD, path, way], { stdio: ["ignore", "pipe", "inherit"] });
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
    if (heard.lines > acknowledgements) void setTimeout(delayMs).then(() => child.kill("SIGKILL"));
  });
  await once(child, "close");
  return heard;
}

async function killOnce(folder: string, number: number): Promise<void> {
  const path = join(folder, `${number}.tieout`);
  closeLedger(createLedger(path, { ledgerId: `ledger-${number}`, atMs: 0 }));
  const way = number % 2 === 1 ? "check" : "held";
  const heard = await killAfter(path, way, number % 7, (number * 5) % 23);
  // The next to open finds the log of the killed process beside the file and takes it in.
  const db = await openForWriting(path);
  const pulls = listPulls(db);
  const entries = readCheckInput(db).entries.length;
  closeLedger(db);
  const report = await verifyLedger(path, null);
  expect(report.problems).toEqual([]);
  const runs = report.facts.find((fact) => fact.name === "runs")?.count ?? 0;
  // What was acknowledged is whole; at most the one under way came through besides.
  expect(pulls.length - heard.pulls).toBeOneOf([0, 1]);
  expect(entries).toBe(pulls.length * 300);
  expect(runs - heard.runs).toBeOneOf([0, 1]);
  expect(report.links).toBe(1 + pulls.length + runs);
  // Killed while it tried out the room, it left an empty file; every use of a ledger removes such files first.
  removeUnfinished(folder, `${number}.tieout`);
  expect(readdirSync(folder).filter((name) => name.startsWith(`${number}.`))).toEqual([`${number}.tieout`]);
}

test(`case 30: ${KILLS} kills during pulls, opening, checks and closing: what was acknowledged is whole, nothing is half written`, async () => {
  const folder = temporaryFolder();
  for (let first = 0; first < KILLS; first += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => killOnce(folder, first + at)));
  }
}, 180_000);

test("case 30: a killed writer's ledger can be read before anyone writes to it", async () => {
  const path = join(temporaryFolder(), "a.tieout");
  closeLedger(createLedger(path, { ledgerId: "a", atMs: 0 }));
  const heard = await killAfter(path, "held", 4, 0);
  const db = openForReading(path);
  expect(listPulls(db).length).toBeGreaterThanOrEqual(heard.pulls);
  closeLedger(db);
});

test("case 30: a kill while a ledger is made leaves no ledger or a whole one", async () => {
  const folder = temporaryFolder();
  const wallet = join(folder, "wallet.json");
  const count = 4000;
  writeFileSync(wallet, walletBody(Array.from({ length: count }, (_, at) => entry(at + 1))));
  const made: boolean[] = [];
  for (let round = 0; !made.includes(true); round += 1) {
    const path = join(folder, `${round}.tieout`);
    const child = spawn(process.execPath, [IMPORTING_CHILD, path, wallet], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "close");
    await once(child.stdout, "data");
    // Later and later, until one gets through.
    await setTimeout(round * round * 8);
    child.kill("SIGKILL");
    await ended;
    made.push(existsSync(path));
    if (!existsSync(path)) continue;
    const report = await verifyLedger(path, null);
    expect(report).toMatchObject({ ok: true, links: 2 });
    expect(report.facts).toContainEqual({ name: "entries", count });
  }
  expect(made[0]).toBe(false);
});
