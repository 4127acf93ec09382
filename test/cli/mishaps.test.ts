import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { entryPoint, temporaryFolder, tieout, tieoutProcess } from "../helpers/cli.ts";
import { transactionsBody, userBody, walletBody } from "../helpers/bodies.ts";
import { sale, wallet } from "../helpers/records.ts";

const ENTRIES = wallet([1000, 200, -50], (at) => ({ payref: at === 1 ? "PAY-1" : "" }));

/** A ledger of user 1 in a folder of its own. */
async function ledgerIn(folder: string): Promise<string> {
  const ledger = join(folder, "a.tieout");
  writeFileSync(join(folder, "w.json"), walletBody(ENTRIES));
  writeFileSync(join(folder, "t.json"), transactionsBody([sale(1, 200)]));
  writeFileSync(join(folder, "u.json"), userBody("a-token"));
  const files = ["--wallet", join(folder, "w.json"), "--transactions", join(folder, "t.json")];
  const run = await tieout(["import", ledger, ...files, "--user", join(folder, "u.json")]);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  return ledger;
}

test("an export replaces no ledger, no ledger's log, and no file that is not a workbook", async () => {
  const folder = temporaryFolder();
  const ledger = await ledgerIn(folder);
  const other = join(folder, "other.tieout");
  writeFileSync(other, readFileSync(ledger));
  for (const out of [ledger, `${ledger}-wal`, other, join(folder, "w.json")]) {
    const before = existsSync(out) ? readFileSync(out) : null;
    const run = await tieout(["export", ledger, "--all", "--out", out]);
    expect(run.stderr).toMatch(/^EXPORT_TARGET: [^\n]+\n$/u);
    expect(run).toMatchObject({ status: 2, stdout: "" });
    expect(existsSync(out) ? readFileSync(out) : null).toEqual(before);
  }
  expect((await tieout(["verify", ledger])).stdout).toMatch(/0 runs/u);
});

test("replaces an earlier workbook", async () => {
  const folder = temporaryFolder();
  const ledger = await ledgerIn(folder);
  const out = join(folder, "a.xlsx");
  for (const said of ["Wrote", "Replaced"]) {
    const run = await tieout(["export", ledger, "--all", "--out", out]);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.stdout).toContain(`\n${said} ${out} (`);
  }
  const tables = join(folder, "tables");
  for (const said of ["Wrote", "Replaced"]) {
    const run = await tieout(["export", ledger, "--all", "--out", tables, "--format", "csv", "--folder"]);
    expect(run.stdout).toContain(`\n${said} ${tables} (`);
  }
});

test("replaces a workbook that was edited since, or written by another ledger, only with --replace", async () => {
  const folder = temporaryFolder();
  const ledger = await ledgerIn(folder);
  const out = join(folder, "a.xlsx");
  const args = ["export", ledger, "--all", "--out", out];
  await tieout(args);
  const typed = Buffer.concat([readFileSync(out), Buffer.from("typed")]);
  writeFileSync(out, typed);
  const run = await tieout(args);
  expect(run).toMatchObject({ status: 2, stdout: "" });
  expect(run.stderr).toMatch(
    /^EXPORT_EDITED: The workbook there differs from what this ledger [^\n]+a\.xlsx[^\n]+\n$/u,
  );
  expect(run.stderr).toMatch(/tieout import --review.* another name, or use --replace/u);
  expect(readFileSync(out)).toEqual(typed);
  // Nothing was checked or kept for it.
  expect((await tieout(["verify", ledger])).stdout).toMatch(/ 1 run,/u);
  expect((await tieout([...args, "--replace"])).stdout).toContain(`\nReplaced ${out} (`);
  expect((await tieout(args)).stdout).toContain(`\nReplaced ${out} (`);

  const elsewhere = await ledgerIn(temporaryFolder());
  const foreign = await tieout(["export", elsewhere, "--all", "--out", out]);
  expect(foreign.stderr).toMatch(/^EXPORT_EDITED: /u);
});

test.each(["csv", "json"])(
  "replaces tables (%s) that were edited only with --replace",
  async (format) => {
    const folder = temporaryFolder();
    const ledger = await ledgerIn(folder);
    const out = join(folder, "tables");
    const args = ["export", ledger, "--all", "--out", out, "--format", format, "--folder"];
    mkdirSync(out);
    // What no export gives a name to is not in its way.
    writeFileSync(join(out, `mine.${format}`), "mine");
    expect(await tieout(args)).toMatchObject({ status: 0, stderr: "" });
    const table = join(out, `B1-wallet.${format}`);
    const written = readFileSync(table);
    writeFileSync(table, "typed");
    const run = await tieout(args);
    expect(run).toMatchObject({ status: 2, stdout: "" });
    expect(run.stderr).toMatch(/^EXPORT_EDITED: The table there [^\n]+B1-wallet[^\n]+\n$/u);
    expect(run.stderr).toContain("from workbooks only. Export under another name, or use --replace.");
    expect(run.stderr).not.toContain("import --review");
    expect(readFileSync(table, "utf8")).toBe("typed");
    expect(await tieout([...args, "--replace"])).toMatchObject({ status: 0, stderr: "" });
    expect(readFileSync(table)).toEqual(written);
    // Without their checksums nobody can say that they are ours.
    rmSync(join(out, `${format}.sha256`));
    expect((await tieout(args)).stderr).toMatch(/^EXPORT_EDITED: /u);
    expect(readFileSync(join(out, `mine.${format}`), "utf8")).toBe("mine");
  },
  60_000,
);

test.each([
  ["xlsx", "a.xlsx", ".~lock.a.xlsx#"],
  ["xlsx", "a.xlsx", "~$a.xlsx"],
  ["csv", "tables", join("tables", ".~lock.B1-wallet.csv#")],
])(
  "leaves an earlier export (%s) alone while another program has it open: %s, %s",
  async (format, name, mark) => {
    const folder = temporaryFolder();
    const ledger = await ledgerIn(folder);
    const more = format === "xlsx" ? [] : ["--folder"];
    const args = ["export", ledger, "--all", "--format", format, ...more, "--out", join(folder, name)];
    // A mark without its file tells of nothing.
    if (format === "xlsx") writeFileSync(join(folder, mark), "");
    expect(await tieout(args)).toMatchObject({ status: 0, stderr: "" });
    writeFileSync(join(folder, mark), "");
    const proof = format === "xlsx" ? join(folder, name) : join(folder, name, "csv.sha256");
    const before = readFileSync(proof);
    const run = await tieout(args);
    expect(run.stderr).toMatch(
      /^EXPORT_TARGET: The file is open in another program, as \S+ beside it says [^\n]+\n$/u,
    );
    expect(run).toMatchObject({ status: 2, stdout: "" });
    expect(readFileSync(proof)).toEqual(before);
  },
);

test("refuses a wallet of another user, even without a user record", async () => {
  const folder = temporaryFolder();
  const ledger = await ledgerIn(folder);
  const before = await tieout(["verify", ledger]);
  const file = join(folder, "theirs.json");
  writeFileSync(file, walletBody(ENTRIES.map((one) => ({ ...one, userID: 2 }))));
  const run = await tieout(["import", ledger, "--wallet", file]);
  expect(run.stderr).toMatch(
    /^LEDGER_OTHER_USER: The ledger belongs to user 1, but these records belong to user 2/u,
  );
  expect(run.status).toBe(2);
  expect(await tieout(["verify", ledger])).toEqual(before);
});

test("does not say that a month without entries ties out", async () => {
  const ledger = await ledgerIn(temporaryFolder());
  const run = await tieout(["check", ledger, "--month", "2019-01"]);
  expect(run.stdout).toMatch(/January 2019 has no entries: there is nothing to tie out\./u);
  // What the whole history says is not said of a month without records.
  expect(run.stdout).not.toMatch(/follow|payments? agree|Settlement basis|Not checked/u);
});

test("prints control characters visibly and never sends them to the terminal", async () => {
  const folder = temporaryFolder();
  const ledger = join(folder, "a.tieout");
  const file = join(folder, "w.json");
  writeFileSync(file, walletBody(wallet([1000], () => ({ payref: "\u001b]0;pwn\u0007\u202e" }))));
  await tieout(["import", ledger, "--wallet", file]);
  const { stdout } = await tieout(["check", ledger]);
  expect(stdout).toContain("pwn");
  // oxlint-disable-next-line no-control-regex
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/u);
});

test.skipIf(!existsSync("/dev/full"))(
  "reports output that cannot be written with a code and status 2",
  async () => {
    const ledger = await ledgerIn(temporaryFolder());
    const child = spawn("sh", ["-c", `"${process.execPath}" "${entryPoint}" check "${ledger}" > /dev/full`], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    const [status] = (await once(child, "close")) as [number | null];
    expect(stderr).toMatch(/^OUTPUT_LOST: [^\n]+\n$/u);
    expect(status).toBe(2);
  },
);

test("finishes its work with the right status when a reader closes the pipe early", async () => {
  const folder = temporaryFolder();
  const out = join(folder, "demo");
  const command = `"${process.execPath}" "${entryPoint}" demo --entries 150 --out "${out}"`;
  const child = spawn("bash", ["-c", `${command} | head -n 1; echo "status \${PIPESTATUS[0]}"`], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (more: string) => (text += more));
  child.stderr.setEncoding("utf8").on("data", (more: string) => (text += more));
  await once(child, "close");
  expect(text).toMatch(/^Escrow Payment Service [^\n]+\nstatus 0\n$/u);
  expect(existsSync(join(out, "August 2026.xlsx"))).toBe(true);

  const check = `"${process.execPath}" "${entryPoint}" check "${join(out, "wallet.tieout")}"`;
  const checking = spawn("bash", ["-c", `${check} | head -n 1 > /dev/null; exit \${PIPESTATUS[0]}`]);
  expect(await once(checking, "close")).toEqual([1, null]);
});

test("two first imports at once both reach the ledger", async () => {
  const folder = temporaryFolder();
  const ledger = join(folder, "a.tieout");
  const file = join(folder, "w.json");
  writeFileSync(file, walletBody(ENTRIES));
  const runs = await Promise.all([1, 2].map(async () => tieoutProcess(["import", ledger, "--wallet", file])));
  expect(runs.map(({ status, stderr }) => ({ status, stderr }))).toEqual([
    { status: 0, stderr: "" },
    { status: 0, stderr: "" },
  ]);
  expect((await tieout(["verify", ledger])).stdout).toMatch(/3 entries, 0 transactions, 2 pulls/u);
});

test("says which half of a login is missing", async () => {
  const env = { TIEOUT_SECRET_KEY: "key", TIEOUT_APP_ID: "app", TIEOUT_PASSWORD: "secret-word" };
  const run = await tieout(["pull", "x.tieout", "--base-url", "http://127.0.0.1:1"], { env });
  expect(run.stderr).toMatch(/^SECRET_MISSING: There is a password but no phone/u);
  expect(run.stderr).not.toContain("secret-word");
  expect(run.status).toBe(2);
});

test("the demo refuses a place where a file exists", async () => {
  const file = join(temporaryFolder(), "here");
  writeFileSync(file, "");
  const run = await tieout(["demo", "--out", file]);
  expect(run).toMatchObject({ status: 2, stdout: "" });
  expect(run.stderr).toMatch(/^USAGE: /u);
});
