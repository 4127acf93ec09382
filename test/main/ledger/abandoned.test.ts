import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { closeLedger } from "../../../src/main/ledger/close.ts";
import { createLedger } from "../../../src/main/ledger/make.ts";
import { temporaryFolder } from "../../helpers/cli.ts";

/** The number of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(child, "close");
  return child.pid ?? 0;
}

test("making a ledger clears up what a killed process left of it, and nothing else", async () => {
  const folder = temporaryFolder();
  const dead = await endedProcess();
  const running = process.ppid;
  const kept = [`a.tieout.${running}.new`, `b.tieout.${dead}.new`, "a.tieout.new", `a.tieout.${dead}.newer`];
  for (const name of [...kept, `a.tieout.${dead}.new`, `a.tieout.${dead}.new-journal`]) {
    writeFileSync(join(folder, name), "");
  }
  closeLedger(createLedger(join(folder, "a.tieout"), { ledgerId: "a", atMs: 0 }));
  expect(readdirSync(folder).toSorted()).toEqual(["a.tieout", ...kept].toSorted());
});
