/** A disk that reports an error where a ledger is synced: the system call itself is made to fail. */
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { showSettings } from "../../../../src/main/services/backup/settings.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { walletBody } from "../../../helpers/bodies.ts";
import { entryPoint, temporaryFolder } from "../../../helpers/cli.ts";
import { wallet } from "../../../helpers/records.ts";
import { CONTEXT, importRecords } from "../../../helpers/ledgers/signing.ts";

const FAILING = ["-f", "-qq", "-o", "/dev/null", "-e", "inject=fsync,fdatasync:error=EIO"];
const canInject =
  process.platform === "linux" && spawnSync("strace", [...FAILING, "true"], { stdio: "ignore" }).status === 0;
if (!canInject) console.log("skipped: no strace, a disk that cannot sync is not tried");

/** Runs a command while every sync of a file fails. */
function onFailingDisk(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    "strace",
    [...FAILING, process.execPath, entryPoint, ...args],
    {
      encoding: "utf8",
    },
  );
  return { status, stdout, stderr };
}

const REFUSED = /^LEDGER_DISK_ERROR: The system [^\n]+\n$/u;

test.skipIf(!canInject)(
  "a new ledger that cannot be synced is not created, and the error is one line",
  () => {
    const folder = temporaryFolder();
    const saved = join(folder, "w.json");
    writeFileSync(saved, walletBody(wallet([1000, 200])));
    const ledger = join(folder, "a.tieout");
    const run = onFailingDisk("import", ledger, "--wallet", saved);
    expect(run).toMatchObject({ status: 2, stdout: "" });
    expect(run.stderr).toMatch(REFUSED);
    expect(run.stderr).toContain(`The system could not keep the new ledger: EIO (${ledger})`);
    expect(readdirSync(folder)).toEqual(["w.json"]);
    // The same files make one where the disk syncs.
    execFileSync(process.execPath, [entryPoint, "import", ledger, "--wallet", saved]);
    expect(readdirSync(folder).toSorted()).toEqual(["a.tieout", "w.json"]);
  },
);

test.skipIf(!canInject)(
  "refuses a change that cannot be synced, and leaves the ledger unchanged",
  async () => {
    const ledger = join(temporaryFolder(), "a.tieout");
    await importRecords(ledger, wallet([1000, 200]));
    const before = await verifyLedgerFile(ledger, null, CONTEXT);
    const run = onFailingDisk("settings", ledger, "--decimals", "2");
    expect(run).toMatchObject({ status: 2, stdout: "" });
    expect(run.stderr).toMatch(REFUSED);
    expect(await verifyLedgerFile(ledger, null, CONTEXT)).toEqual(before);
    expect(showSettings(ledger)).toMatchObject({ decimals: 0 });
    expect(readdirSync(dirname(ledger))).toEqual(["a.tieout"]);
  },
);
