/** A check that finds more than anybody reads in a terminal. */
import { afterAll, expect, test } from "vitest";
import { transactionsBody, walletBody } from "../helpers/bodies.ts";
import { tieout } from "../helpers/cli.ts";
import { wallet } from "../helpers/records.ts";
import { SavedFiles } from "../helpers/saved-files.ts";

const files = new SavedFiles();
afterAll(() => files[Symbol.dispose]());

test("lists the first thousand findings with their number, and all of them as JSON", async () => {
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
