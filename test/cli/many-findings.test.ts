/** A check that finds more than anybody reads in a terminal. */
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { formatInstant } from "../../src/core/time.ts";
import { listLedgerDecisions } from "../../src/main/services/review/review.ts";
import { transactionsBody, walletBody } from "../helpers/bodies.ts";
import { temporaryFolder, tieout } from "../helpers/cli.ts";
import { OCTOBER_MS, wallet } from "../helpers/records.ts";
import { SavedFiles } from "../helpers/workbook/saved-files.ts";

const files = new SavedFiles();
afterAll(() => files[Symbol.dispose]());

test("lists the first thousand findings and the total, and all of them as JSON", async () => {
  const entries = wallet(Array.from({ length: 1500 }, () => 5)).map((one, at) => ({
    ...one,
    payref: `ORPHAN-${at}`,
  }));
  const given = [
    "--wallet",
    files.write(walletBody(entries)),
    "--transactions",
    files.write(transactionsBody([])),
  ];
  const text = await tieout(["check", ...given]);
  expect(text.stdout.match(/orphan-payref — /gu)).toHaveLength(1000);
  expect(text.stdout).toContain(
    "… The first 1,000 of 1,500 findings are listed. Use --json for all of them, or --severity or a period for fewer.",
  );
  const json = await tieout(["check", ...given, "--json"]);
  expect((JSON.parse(json.stdout) as { findings: unknown[] }).findings).toHaveLength(1500);
});

test("lists the first thousand exceptions of a review and the total, decides all of them, and prints the first", async () => {
  const entries = wallet(Array.from({ length: 1500 }, () => 5)).map((one, at) => ({
    ...one,
    payref: `ORPHAN-${at}`,
    dateCreatedAtMs: OCTOBER_MS + at * 1000,
  }));
  const ledger = join(temporaryFolder(), "many.tieout");
  const [wallets, transactions] = [files.write(walletBody(entries)), files.write(transactionsBody([]))];
  await tieout(["import", ledger, "--wallet", wallets, "--transactions", transactions]);
  const last =
    "… The first 1,000 of 1,500 exceptions are listed. Use --json for all of them, or a period for fewer.";
  for (const ask of [[], ["--rule", "all", "--dry-run"]]) {
    const { stdout } = await tieout(["review", ledger, ...ask]);
    expect(stdout.match(/orphan-payref — /gu)).toHaveLength(1000);
    expect(stdout).toContain(last);
    const { stdout: json } = await tieout(["review", ledger, ...ask, "--json"]);
    expect((JSON.parse(json) as { readonly exceptions: readonly unknown[] }).exceptions).toHaveLength(1500);
  }
  const deciding = ["--rule", "all", "--status", "accepted", "--note", "Known", "--by", "Ada Obi"];
  const { stdout } = await tieout(["review", ledger, ...deciding]);
  expect(stdout.match(/^accepted: /gmu)).toHaveLength(20);
  expect(stdout).toContain("… and 1,480 more, the last of them decision 1500.");
});

test("decides all exceptions in JSON, each tied to its records", async () => {
  const entries = wallet([5, 5, 5]).map((one, at) => ({ ...one, payref: `ORPHAN-${at}` }));
  const ledger = join(temporaryFolder(), "few.tieout");
  const [wallets, transactions] = [files.write(walletBody(entries)), files.write(transactionsBody([]))];
  await tieout(["import", ledger, "--wallet", wallets, "--transactions", transactions]);
  const deciding = ["--rule", "all", "--status", "accepted", "--note", "Known", "--by", "Ada Obi", "--json"];
  const { stdout } = await tieout(["review", ledger, ...deciding]);
  const { decisions, ...head } = JSON.parse(stdout) as { readonly decisions: readonly Decided[] };
  expect(head).toEqual({ schema: "tieout.decision/1", drifted: [] });
  const kept = listLedgerDecisions(ledger).map(({ atMs, ...decision }) => ({
    ...decision,
    at: formatInstant(atMs),
  }));
  expect(decisions).toEqual(kept);
  expect(decisions.map(({ finding }) => finding.records.entries.map(({ walletID }) => walletID))).toEqual([
    [1],
    [2],
    [3],
  ]);
});

interface Decided {
  readonly finding: { readonly records: { readonly entries: readonly { readonly walletID: number }[] } };
}
