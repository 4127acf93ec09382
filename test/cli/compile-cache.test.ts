/** The program as it is installed: what Node compiled is kept beside it, and nothing depends on that. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { builtFolder } from "../helpers/built.ts";
import { temporaryFolder } from "../helpers/cli.ts";
import { partsOf } from "../helpers/workbook/zip.ts";
import { brokenWallet, importWallet } from "../helpers/ledgers/review-ledger.ts";

const ROOT = join(import.meta.dirname, "../..");

/** A program of its own, inside the project, so that libraries are found from it. */
async function installed(): Promise<string> {
  mkdirSync(join(ROOT, "build"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, "build/installed-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of ["bin", "package.json"])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  const main = join(await builtFolder(), "main");
  cpSync(main, join(folder, "out/main"), {
    recursive: true,
    filter: (path) => path !== join(main, "compiled"),
  });
  return folder;
}

function run(program: string, ...asked: readonly string[]) {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const args = [join(program, "bin/tieout.js"), ...asked];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env });
  return { status, stdout, stderr };
}

function check(program: string, ledger: string) {
  return run(program, "check", ledger, "--json");
}

/** The files of the cache. */
function compiledIn(program: string): string[] {
  const folder = join(program, "out/main/compiled");
  return readdirSync(folder, { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test("a cache that is there, damaged, or impossible changes nothing that is printed", async () => {
  const ledger = join(temporaryFolder(), "a.tieout");
  await importWallet(ledger, brokenWallet(9));
  const program = await installed();
  const first = check(program, ledger);
  expect(first).toMatchObject({ status: 1, stderr: "" });
  const kept = compiledIn(program);
  expect(kept.length).toBeGreaterThan(5);
  expect(check(program, ledger)).toEqual(first);
  for (const file of kept) {
    const bytes = readFileSync(file);
    for (let at = bytes.length >> 1; at < bytes.length; at += 97) bytes[at] = (bytes[at] ?? 0) ^ 255;
    writeFileSync(file, bytes);
  }
  expect(check(program, ledger)).toEqual(first);
  for (const file of kept) writeFileSync(file, "");
  expect(check(program, ledger)).toEqual(first);
  rmSync(join(program, "out/main/compiled"), { recursive: true });
  writeFileSync(join(program, "out/main/compiled"), "a file in its place");
  expect(check(program, ledger)).toEqual(first);
});

test("what writes workbooks is in the bundle, and Node has nothing to warn of", async () => {
  const folder = temporaryFolder();
  const ledger = join(folder, "a.tieout");
  await importWallet(ledger, brokenWallet(9));
  const out = join(folder, "a.xlsx");
  expect(run(await installed(), "export", ledger, "--all", "--out", out)).toMatchObject({
    status: 0,
    stderr: "",
  });
  expect(partsOf(readFileSync(out)).length).toBeGreaterThan(10);
});
