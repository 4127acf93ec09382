/** Case 96: an export that is killed while it publishes, and several that publish at one place. */
import { spawn } from "node:child_process";
import { hash } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ExportFormat } from "../../../../src/core/report/sheet/format.ts";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { inTurn } from "../../../../src/main/excel/output/in-turn.ts";
import { writeExport } from "../../../../src/main/excel/write-export.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { COMPILED, entryPoint, temporaryFolder } from "../../../helpers/cli.ts";
import { october, shortened } from "../../../helpers/workbook/report.ts";
import { CONTEXT, ledgerToReview } from "../../../helpers/ledgers/review-ledger.ts";
import { anyOf, filesOf, snapshotsIn } from "../../../helpers/ledgers/snapshots.ts";
import { someOf } from "../../../helpers/exhaustive.ts";

const CHILDREN = join(import.meta.dirname, "../../../helpers/children");

/** Runs a program, killed before the step of KILL_AT. Returns the signal that ended it, or what it said on stderr. */
async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const command = ["--import", join(CHILDREN, "killed-child.ts"), ...args];
  const child = spawn(process.execPath, command, {
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const [, signal] = (await once(child, "close")) as [number | null, string | null];
  return signal ?? said;
}

/** The files of a folder and their hashes; hidden ones, which a killed process leaves, not. */
function tablesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => !name.startsWith("."));
  return Object.fromEntries(
    names.toSorted().map((name) => [name, hash("sha256", readFileSync(join(folder, name)), "hex")]),
  );
}

describe("killed before each step of publishing", () => {
  const short = (timeZone: string) => shortened(buildWorkbook(october({ options: { timeZone } })));

  /** What a process leaves in `out` that exports there and is killed before each of its steps in turn. */
  async function left(
    out: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<string[]> {
    const into = join(temporaryFolder(), "steps");
    const snapshots = { SNAPSHOTS_OF: dirname(out), SNAPSHOTS_IN: into, LEDGER_ZONE: "Asia/Tokyo" };
    expect(await run(args, { ...snapshots, ...env })).toBe(env["KILL_AT"] === undefined ? "" : "SIGKILL");
    return snapshotsIn(into).map((folder) => join(folder, basename(out)));
  }

  const exporting = (out: string) => [join(CHILDREN, "export-child.ts"), "short", "csv", out];

  test.each(["a folder with an earlier export", "a new folder"])(
    "tables in %s are all old or all new, and the next export succeeds",
    async (place) => {
      const folder = temporaryFolder();
      const [before, after] = [join(folder, "before"), join(folder, "after")];
      const inUtc = short("UTC");
      await writeExport(inUtc, { format: "csv", asFolder: true }, before, { atMs: 0 });
      await writeExport(short("Asia/Tokyo"), { format: "csv", asFolder: true }, after, { atMs: 0 });
      const [old, fresh] = [place === "a new folder" ? {} : tablesIn(before), tablesIn(after)];
      expect(old).not.toEqual(fresh);
      const outcomes = { old: 0, new: 0 };
      const target = join(folder, "exported", "tables");
      mkdirSync(dirname(target));
      if (place !== "a new folder") cpSync(before, target, { recursive: true });
      for (const [at, out] of (await left(target, exporting(target))).entries()) {
        if (!existsSync(out)) continue;
        await inTurn(out, "csv", async () => {});
        const found = tablesIn(out);
        expect([old, fresh], `killed before step ${at + 1}`).toContainEqual(found);
        outcomes[found["csv.sha256"] === fresh["csv.sha256"] ? "new" : "old"] += 1;
        await writeExport(inUtc, { format: "csv", asFolder: true }, out, { atMs: 0 });
        expect(tablesIn(out)).toEqual(tablesIn(before));
        expect(readdirSync(out).filter((name) => name.startsWith("."))).toEqual([]);
      }
      expect(tablesIn(target)).toEqual(fresh);
      expect(outcomes.old).toBeGreaterThan(3);
      expect(outcomes.new).toBeGreaterThan(3);
    },
  );

  // An export over an earlier one has 24 steps. Copies cannot show what a process leaves elsewhere, or does when it is killed: some real kills, at other steps each time.
  const kills = [
    ["the seventh", 7],
    ["an early", anyOf(1, 6)],
    ["a later", anyOf(8, 24)],
  ] as const;
  test.each(someOf(kills, 2))(
    "leaves on a kill before %s step what is copied there, and nothing elsewhere",
    async (_, step) => {
      const out = join(temporaryFolder(), "exported", "tables");
      mkdirSync(dirname(out));
      await writeExport(short("UTC"), { format: "csv", asFolder: true }, out, { atMs: 0 });
      const elsewhere = temporaryFolder();
      const copied = (await left(out, exporting(out), { KILL_AT: String(step), TMPDIR: elsewhere })).at(-1)!;
      expect(filesOf(dirname(out)), `step ${step}`).toEqual(filesOf(dirname(copied)));
      expect(readdirSync(elsewhere), `step ${step}`).toEqual([]);
    },
  );

  const cases: readonly [ExportFormat, readonly number[]][] = [
    ["csv", [1, 2, 34]],
    ["json", [9]],
    ["xlsx", [1]],
  ];
  test.each(cases)(
    "%s before the files in place %j get their names: the ledger's next export succeeds",
    async (format, places) => {
      const ledger = await ledgerToReview();
      const name = format === "xlsx" ? "October.xlsx" : "tables";
      const out = join(dirname(ledger), name);
      const request = { period: null, options: {}, format, asFolder: true };
      await exportLedger({ ...request, ledger, out }, CONTEXT);
      const into = format === "xlsx" ? ["--out", out] : ["--folder", "--out", out];
      const args = ["export", ledger, "--all", "--format", format, ...into, "--time-zone", "Asia/Tokyo"];
      const steps = await left(out, [entryPoint, ...args], { KILL_CALLS: "rename" });
      for (const at of places) {
        const found = { ledger: join(dirname(steps[at - 1]!), basename(ledger)), out: steps[at - 1]! };
        await exportLedger({ ...request, ...found, options: { timeZone: "Asia/Tokyo" } }, CONTEXT);
        expect(await exportLedger({ ...request, ...found }, CONTEXT)).toMatchObject({ replaced: true });
        expect(await verifyLedger(found.ledger, null)).toMatchObject({ ok: true });
      }
    },
  );

  test("a workbook right after it got its name is in the trail, and the next export succeeds", async () => {
    const ledger = await ledgerToReview();
    const out = join(dirname(ledger), "October.xlsx");
    const args = [entryPoint, "export", ledger, "--all", "--format", "xlsx", "--out", out];
    // The folder is opened to sync it once the file has its name.
    expect(await run(args, { KILL_AT: "2", KILL_CALLS: "open" })).toBe("SIGKILL");
    expect(existsSync(out)).toBe(true);
    const request = { ledger, period: null, options: {}, format: "xlsx" as const, out };
    expect(await exportLedger(request, CONTEXT)).toMatchObject({ replaced: true });
  });
});

describe("several exports to one place", () => {
  test.each(["csv", "xlsx"] as const)(
    "of three %s exports at once none fails because of another, and the last one is whole",
    async (format) => {
      const ledger = await ledgerToReview();
      const out = join(dirname(ledger), format === "xlsx" ? "October.xlsx" : "tables");
      const zones = ["UTC", "Asia/Tokyo", "America/New_York"];
      const racing = zones.map(async (zone) => {
        const into = format === "xlsx" ? ["--out", out] : ["--folder", "--out", out];
        const args = ["export", ledger, "--all", "--format", format, ...into, "--time-zone", zone];
        return run([entryPoint, ...args], {});
      });
      // The ledger, too, is one for all: who finds it changed by others again and again gives up.
      for (const said of await Promise.all(racing)) expect(said).toMatch(/^(?:LEDGER_BUSY: .*\n)?$/u);
      const { "csv.sha256": _, ...tables } = format === "csv" ? tablesIn(out) : {};
      const list = format === "csv" ? readFileSync(join(out, "csv.sha256"), "utf8") : "";
      const lines = Object.entries(tables).map(([name, sha256]) => `${sha256}  ${name}`);
      expect(list.trimEnd().split("\n").toSorted()).toEqual(format === "csv" ? lines.toSorted() : [""]);
      const request = { ledger, period: null, options: {}, format, asFolder: true, out };
      expect(await exportLedger(request, CONTEXT)).toMatchObject({ replaced: true });
    },
    240_000,
  );
});

describe("leftovers in a folder", () => {
  const note = (host: string, pid: number) => JSON.stringify({ host, pid, renamings: [] });

  test("waits for another running export", async () => {
    const folder = temporaryFolder();
    const order: string[] = [];
    let second: Promise<unknown> = Promise.resolve();
    await inTurn(folder, "csv", async () => {
      second = inTurn(folder, "csv", async () => order.push("second"));
      await inTurn(folder, "json", async () => {});
      order.push("first");
    });
    await second;
    expect(order).toEqual(["first", "second"]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ["a process that is gone", () => note(hostname(), 2 ** 22 + 1), 0],
    ["an earlier process of this number", () => note(hostname(), process.pid), 86_400],
    ["another computer, long ago", () => note("elsewhere", 1), 86_400],
    ["a process killed before it said anything", () => "", 60],
  ])("ignores a note of %s", async (_, text, ageS) => {
    const folder = temporaryFolder();
    const path = join(folder, ".csv.publishing");
    writeFileSync(path, text());
    utimesSync(path, Date.now() / 1000 - ageS, Date.now() / 1000 - ageS);
    expect(await inTurn(folder, "csv", async () => "done")).toBe("done");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("ignores one killed while it ended another's turn", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, ".csv.publishing"), note(hostname(), 2 ** 22 + 1));
    const ending = join(folder, ".csv.publishing.ending");
    writeFileSync(ending, "");
    utimesSync(ending, Date.now() / 1000 - 60, Date.now() / 1000 - 60);
    expect(await inTurn(folder, "csv", async () => "done")).toBe("done");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("renames nothing by a note but what an export left, within the folder", async () => {
    const folder = temporaryFolder();
    const names = ["notes.csv", ".A-lead.csv.1-a.part", ".A-lead.csv.1-b.txt", "../x"];
    for (const name of names.slice(0, 3)) writeFileSync(join(folder, name), name);
    const renamings = [
      { from: "notes.csv", to: "A-lead.csv" },
      { from: ".A-lead.csv.1-a.part", to: "../A-lead.csv" },
      { from: ".A-lead.csv.1-a.part", to: "A-lead.txt" },
      { from: ".A-lead.csv.1-b.txt", to: "A-lead.csv" },
      { from: 7, to: null },
    ];
    writeFileSync(
      join(folder, ".csv.publishing"),
      JSON.stringify({ host: hostname(), pid: 2 ** 22 + 1, renamings }),
    );
    await inTurn(folder, "csv", async () => {});
    expect(readdirSync(folder).toSorted()).toEqual(names.slice(0, 3).toSorted());
  });
});

test.skipIf(process.platform === "win32").each(["csv", "json", "xlsx"] as const)(
  "exports are readable by their owner only: %s",
  async (format) => {
    const folder = temporaryFolder();
    const out = join(folder, format === "xlsx" ? "October.xlsx" : "tables");
    await writeExport(buildWorkbook(october()), { format, asFolder: true }, out, { atMs: 0 });
    const modes = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect(modes(out)).toBe(format === "xlsx" ? "600" : "700");
    const files = format === "xlsx" ? [out] : readdirSync(out).map((name) => join(out, name));
    expect(new Set(files.map(modes))).toEqual(new Set(["600"]));
  },
);
