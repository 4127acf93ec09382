import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatAmount } from "../../src/core/money.ts";
import { closeLedger } from "../../src/main/ledger/file/connection.ts";
import { openForWriting } from "../../src/main/ledger/file/open.ts";
import { saveRun } from "../../src/main/ledger/acts/run.ts";
import { filledLedger } from "../main/ledger/made.ts";
import { COMPILED, entryPoint, temporaryFolder, tieout } from "../helpers/cli.ts";
import { canMount } from "../helpers/small-disk.ts";

async function keepRun(ledger: string): Promise<void> {
  const db = await openForWriting(ledger);
  saveRun(db, { atMs: 1, document: "{}" });
  closeLedger(db);
}

test("backs up a ledger beside itself, restores it after damage, and keeps the damaged file", async () => {
  const ledger = filledLedger();
  const made = await tieout(["back-up", ledger]);
  expect(made).toMatchObject({ status: 0, stderr: "" });
  const [, backup = ""] =
    /^Backed up to (.+) \([\d,]+ bytes\)\.\nSHA-256: [0-9a-f]{64}\nThe copy verifies\. /u.exec(made.stdout) ??
    [];
  expect(dirname(backup)).toBe(join(dirname(ledger), "a backups"));
  const head = /Head of the audit trail: ([0-9a-f]{64})/u;
  const [, earlier = ""] = head.exec((await tieout(["verify", ledger])).stdout) ?? [];
  await keepRun(ledger);
  const [, later = ""] = head.exec((await tieout(["verify", ledger])).stdout) ?? [];

  const damaged = readFileSync(ledger).fill(0xff, 100, 8192);
  writeFileSync(ledger, damaged);
  const refused = await tieout(["verify", ledger]);
  expect(refused.stdout + refused.stderr).toMatch(/LEDGER_CORRUPT/u);
  const restored = await tieout(["restore", ledger, "--from", backup]);
  expect(restored).toMatchObject({ status: 0, stderr: "" });
  const [, kept = ""] = /^The file that was there is kept as (.+)$/mu.exec(restored.stdout) ?? [];
  expect(readFileSync(kept)).toEqual(damaged);
  expect((await tieout(["verify", ledger, "--head", earlier])).status).toBe(0);
  const truncated = await tieout(["verify", ledger, "--head", later]);
  expect(truncated).toMatchObject({ status: 1, stdout: expect.stringMatching(/^AUDIT_TRUNCATED/mu) });
}, 60_000);

test("writes the backup where --out says, and replaces no existing file", async () => {
  const ledger = filledLedger();
  const out = join(temporaryFolder(), "copy.tieout");
  expect((await tieout(["back-up", ledger, "--out", out])).stdout).toContain(`Backed up to ${out} (`);
  const bytes = readFileSync(out);
  const again = await tieout(["back-up", ledger, "--out", out]);
  expect(again).toMatchObject({ status: 2, stdout: "", stderr: expect.stringMatching(/^EXPORT_TARGET: /u) });
  expect(readFileSync(out)).toEqual(bytes);
  expect(readdirSync(dirname(ledger))).toEqual(["a.tieout"]);

  const nowhere = join(dirname(out), "missing", "copy.tieout");
  expect((await tieout(["back-up", ledger, "--out", nowhere])).stderr).toBe(
    `EXPORT_TARGET: The folder to back up to does not exist (${nowhere}). Create the folder, or choose another place.\n`,
  );
}, 60_000);

test("without --from lists the newest backups, wherever they are, and names their folder", async () => {
  const ledger = filledLedger();
  const folder = join(dirname(ledger), "a backups");
  mkdirSync(folder);
  const days = Array.from({ length: 21 }, (_, at) => String(at + 1).padStart(2, "0"));
  const backups = days.map((day) => join(folder, `a 2026-11-${day} 120000.tieout`));
  for (const backup of backups) copyFileSync(ledger, backup);
  const before = readFileSync(ledger);
  const { status, stdout, stderr } = await tieout(["restore", ledger]);
  expect([status, stderr]).toEqual([0, ""]);
  const size = formatAmount(before.length);
  const lines = backups
    .toReversed()
    .slice(0, 20)
    .map(
      (path, at) => `  2026-11-${String(21 - at).padStart(2, "0")} 12:00:00 UTC  "${path}"  (${size} bytes)`,
    );
  expect(stdout.split("\n")).toEqual([
    "Backups, newest first. Restore one with --from.",
    ...lines,
    "  … and 1 older one",
    `Scheduled backups are in "${folder}".`,
    "",
  ]);
  expect(readFileSync(ledger)).toEqual(before);
}, 60_000);

test("without --from, says where it found no backups", async () => {
  const ledger = filledLedger();
  const run = await tieout(["restore", ledger]);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(run.stdout).toMatch(
    /^There are no backups in ".+a backups" or beside the ledger\. Make one [^\n]+\n$/u,
  );
  const gone = await tieout(["restore", join(temporaryFolder(), "none", "a.tieout")]);
  expect(gone).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringMatching(/^LEDGER_NOT_FOUND: /u),
  });
}, 60_000);

test("refuses what cannot be restored in one line, and leaves the ledger unchanged", async () => {
  const ledger = filledLedger();
  const before = readFileSync(ledger);
  const workbook = join(temporaryFolder(), "book.xlsx");
  writeFileSync(workbook, "PK\u0003\u0004".repeat(99));
  for (const [from, code] of [
    [ledger, "BACKUP_FOREIGN"],
    [workbook, "LEDGER_FOREIGN"],
    [join(dirname(ledger), "none.tieout"), "LEDGER_NOT_FOUND"],
  ] as const) {
    const run = await tieout(["restore", ledger, "--from", from]);
    expect(run).toMatchObject({ status: 2, stdout: "" });
    expect(run.stderr).toMatch(new RegExp(`^${code}: [^\\n]+\\n$`, "u"));
  }
  expect(readFileSync(ledger)).toEqual(before);
}, 60_000);

describe("case 40: without room for the copy, ledger and backup stay as they were", () => {
  /** What both commands say when a folder has room for a ledger and one backup alone, or files may not be as large as it. */
  function cramped(begin: string, begun: readonly string[], filled = "true") {
    const folder = temporaryFolder();
    const list = `find . -type f | sort | xargs -d '\\n' sha256sum`;
    const script = [
      `cd "${folder}"; ${begin} cp "${filledLedger()}" a.tieout`,
      `mkdir "a backups"; cp a.tieout "a backups/a 2026-11-21 120000.tieout"`,
      `${list}; ${filled}`,
      `"$0" "$1" back-up a.tieout; echo "status $?"`,
      `"$0" "$1" restore a.tieout --from "a backups/a 2026-11-21 120000.tieout"; echo "status $?"`,
      list,
    ].join("\n");
    const [command, ...first] = [...begun, "sh", "-c", script, process.execPath, entryPoint];
    const { stdout, stderr } = spawnSync(command, first, {
      encoding: "utf8",
      env: { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE: COMPILED },
    });
    const [before = "", between, after] = stdout.split(/status 2\n/u);
    expect([between, after]).toEqual(["", before]);
    expect(before.split("\n")).toHaveLength(3);
    return stderr
      .trim()
      .split("\n")
      .map((line) => line.split(":")[0]);
  }

  test.skipIf(process.platform !== "linux")("when a file may not grow further", () => {
    const codes = cramped("", [], "ulimit -f 64");
    expect(codes).toEqual(["EXPORT_TARGET", "EXPORT_TARGET"]);
  });

  test.skipIf(!canMount)("when the disk is full", () => {
    const kilobytes = Math.ceil((statSync(filledLedger()).size * 2.5) / 1024);
    const codes = cramped(`mount -t tmpfs -o size=${kilobytes}k tmpfs .; cd "$PWD";`, ["unshare", "-rm"]);
    expect(codes).toEqual(["LEDGER_DISK_FULL", "LEDGER_DISK_FULL"]);
  });
});

test.runIf(process.platform !== "win32")("prints no control characters from a file's name", async () => {
  const folder = join(temporaryFolder(), "\u001b[31mred\u0007");
  mkdirSync(folder);
  const ledger = join(folder, "a\u001b[2J.tieout");
  copyFileSync(filledLedger(), ledger);
  const copy = join(folder, "copy\u009b1m.tieout");
  const runs = [
    await tieout(["back-up", ledger, "--out", copy]),
    await tieout(["restore", ledger, "--from", copy]),
    await tieout(["months", join(folder, "none.tieout")]),
  ];
  for (const { stdout, stderr } of runs) expect(stdout + stderr).not.toMatch(/(?!\n)\p{Cc}/u);
  expect(runs.map(({ status }) => status)).toEqual([0, 0, 2]);
  expect(runs[0]?.stdout).toContain("Backed up to ");
});
