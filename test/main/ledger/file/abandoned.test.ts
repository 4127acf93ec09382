import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unfinishedName } from "../../../../src/main/ledger/file/names.ts";
import { importIntoLedger } from "../../../../src/main/services/import/import.ts";
import { removeUnfinished } from "../../../../src/main/services/shared/leftovers.ts";
import { walletBody } from "../../../helpers/bodies.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { entry } from "../../../helpers/records.ts";

const IMPORTING_CHILD = join(import.meta.dirname, "../../../helpers/children/ledgers/importing-child.ts");
const CONTEXT = { now: () => 9000, appVersion: "test" };

test("removes what a killed process left of a ledger, and nothing in use or another's", () => {
  const folder = temporaryFolder();
  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000);
  const put = (name: string, at = new Date()): string => {
    writeFileSync(join(folder, name), "");
    utimesSync(join(folder, name), at, at);
    return name;
  };
  const own = unfinishedName("a.tieout");
  const ended = `${own.slice(0, -12)}${(0x7f_ff_ff_f0).toString(16)}.new`;
  const elsewhere = (name: string) => `${name}.${randomUUID().slice(0, -12)}${"f".repeat(12)}.new`;
  const kept = [
    put(own),
    put(elsewhere("a.tieout")),
    put(elsewhere("b.tieout"), twoDaysAgo),
    put("a.tieout.new", twoDaysAgo),
    put(`a.tieout.${randomUUID()}.newer`, twoDaysAgo),
  ];
  put(ended);
  put(`${ended}-journal`);
  put(elsewhere("a.tieout"), twoDaysAgo);
  removeUnfinished(folder, "a.tieout");
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted());
  removeUnfinished(join(folder, "none"), "a.tieout");
});

test("a killed first import leaves nothing behind once the next one makes the ledger", async () => {
  const folder = temporaryFolder();
  const [path, wallet] = [join(folder, "a.tieout"), join(temporaryFolder(), "wallet.json")];
  writeFileSync(wallet, walletBody(Array.from({ length: 20_000 }, (_, at) => entry(at + 1))));
  // An import that ends before it is seen is made again.
  for (let isKilled = false; !isKilled;) {
    rmSync(path, { force: true });
    const child = spawn(process.execPath, [IMPORTING_CHILD, path, wallet], { stdio: "ignore" });
    const ended = once(child, "close");
    while (child.exitCode === null && !readdirSync(folder).some((name) => name.endsWith(".new"))) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    child.kill("SIGKILL");
    await ended;
    isKilled = !existsSync(path);
  }
  expect(existsSync(path)).toBe(false);
  expect(readdirSync(folder)).not.toEqual([]);
  const files = { wallet: [wallet], transactions: [], user: null, business: [] };
  await importIntoLedger({ ledger: path, files }, CONTEXT);
  expect(readdirSync(folder)).toEqual(["a.tieout"]);
});
