import { expect, test } from "vitest";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { tieout } from "../../../helpers/cli.ts";
import { documentSql } from "../../../helpers/ledgers/kept-runs.ts";
import { filledLedger, tamper } from "../made.ts";

test("tieout verify: exits 0 and prints the head of a whole ledger, and accepts the head in either case", async () => {
  const path = filledLedger();
  const { head } = await verifyLedger(path, null);
  const run = await tieout(["verify", path, "--head", head.toUpperCase()]);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  const [key = ""] = /[0-9a-f]{4}(?: [0-9a-f]{4}){7}/u.exec(run.stdout) ?? [];
  expect(run.stdout).toBe(
    `The ledger is intact: 6 entries, 4 transactions, 3 pulls, 9 stored responses, 2 runs, 1 decision, 1 manual match, 2 steps of the close, 2 files of evidence, 1 letter to the provider, 1 review point, 25 links of the audit trail, 3 pulls compared with their stored responses.\nHead of the audit trail: ${head} (link 25)\nCy Dee has the key ${key} since link 25, and signed 1 link with it, the last of them link 25.\n1 of 16 acts of people is signed with a key, the others by name only.\n`,
  );
});

test("tieout verify: exits 1 with a line per problem when the proof fails, and 2 when the head is not a hash", async () => {
  const path = filledLedger();
  tamper(path, `UPDATE entry SET balance = 5 WHERE wallet_id = 2; ${documentSql(2, "{}")}`);
  const failed = await tieout(["verify", path, "--head", "0".repeat(64)]);
  expect(failed).toMatchObject({ status: 1, stderr: "" });
  expect(failed.stdout.split("\n").map((line) => line.split(":")[0])).toEqual([
    "AUDIT_TRUNCATED",
    "AUDIT_MISMATCH",
    "AUDIT_MISMATCH",
    "The proof failed",
    expect.stringMatching(/^Cy Dee has the key/u),
    "1 of 16 acts of people is signed with a key, the others by name only.",
    "",
  ]);
  expect(failed.stdout).toContain("(pull 1, walletID 2, balance)");
  const refused = await tieout(["verify", path, "--head", "abc"]);
  expect(refused).toMatchObject({ status: 2, stdout: "" });
  expect(refused.stderr).toMatch(/^USAGE: --head takes [^\n]+ not "abc"\.[^\n]*\n$/u);
});
