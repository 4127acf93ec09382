/** How far something is, and how much is left, while somebody waits for it. */
import { statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { checkRecords } from "../../../../src/main/services/check/check.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { importIntoLedger } from "../../../../src/main/services/import/import.ts";
import type { Progress } from "../../../../src/main/services/shared/thread-messages.ts";
import { transactionsBody, walletBody } from "../../../helpers/bodies.ts";
import { CONTEXT, newLedgerPath } from "../../../helpers/ledgers/signing.ts";
import { sale, wallet } from "../../../helpers/records.ts";

/** What a service reports of itself, by phase in order: each time how much is done, of how much. */
async function reported(work: (context: typeof CONTEXT & { onProgress: (at: Progress) => void }) => unknown) {
  const phases = new Map<string, (readonly [done: number, total: number | null])[]>();
  const onProgress = ({ phase, done, total }: Progress) => {
    phases.set(phase, [...(phases.get(phase) ?? []), [done, total]]);
  };
  await work({ ...CONTEXT, onProgress });
  return Object.fromEntries(phases);
}

/** Each of so many steps as it begins. */
const steps = (count: number) => Array.from({ length: count }, (_, done) => [done, count]);

test("an import, a check and a proof report each step, and how many there are", async () => {
  const ledger = newLedgerPath();
  const [entries, sales] = [join(dirname(ledger), "w.json"), join(dirname(ledger), "t.json")];
  writeFileSync(entries, walletBody(wallet([1000, -200, 30])));
  writeFileSync(sales, transactionsBody([sale(1, 1000)]));
  const files = { wallet: [entries], transactions: [sales], user: null, business: [] };
  expect(await reported((context) => importIntoLedger({ ledger, files }, context))).toEqual({
    "Reading w.json": [[statSync(entries).size, statSync(entries).size]],
    "Reading t.json": [[statSync(sales).size, statSync(sales).size]],
    "Saving entries": [[3, 3]],
    "Saving transactions": [[1, 1]],
  });
  const request = { source: { ledger }, period: null, options: {}, save: false };
  const check = await reported((context) => checkRecords(request, context));
  expect(check["Checking"]).toEqual([...steps(17), [17, 17]]);
  expect(await reported((context) => verifyLedgerFile(ledger, null, context))).toEqual({
    Verifying: steps(6),
    "Comparing pulls with their stored responses": [
      [3, 3],
      [1, 1],
    ],
  });
});

test("reading a ledger reports how many records are read, of how many", async () => {
  const ledger = newLedgerPath();
  const entries = join(dirname(ledger), "w.json");
  writeFileSync(entries, walletBody(wallet(Array.from({ length: 40_500 }, () => 5))));
  await importIntoLedger(
    { ledger, files: { wallet: [entries], transactions: [], user: null, business: [] } },
    CONTEXT,
  );
  const request = { source: { ledger }, period: null, options: {}, save: false };
  const [before, ...read] =
    (await reported((context) => checkRecords(request, context)))["Reading the ledger"] ?? [];
  expect(before).toEqual([0, null]);
  expect(read).toEqual([
    [20_000, 40_500],
    [40_000, 40_500],
  ]);
});
