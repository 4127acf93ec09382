/** Everything is wrong: the document of the check is several pieces long, and every use of a kept run works with it. */
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { checkDocument } from "../../../../src/core/reconcile/check-document.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { checkRecords } from "../../../../src/main/services/check/check.ts";
import { prepareMonth, reopenMonth, signOffMonth } from "../../../../src/main/services/close/close.ts";
import { driftedMonths } from "../../../../src/main/services/close/changed-since.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { decideChosen } from "../../../../src/main/services/review/review-chosen.ts";
import { readReviewedWorkbook } from "../../../../src/main/services/review/read-review.ts";
import { readStatement } from "../../../../src/main/services/close/moments.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { documentOf } from "../../../helpers/ledgers/kept-runs.ts";
import { OCTOBER_MS, entry } from "../../../helpers/records.ts";
import { CONTEXT, importRecords, newLedgerPath } from "../../../helpers/ledgers/signing.ts";

const OCTOBER = "2026-10" as Month;
const ROWS = 900;

/** So long that the document of so few rows is several pieces long. */
const LONG = "X".repeat(200);

/** Every balance is off by another amount, and every payref is one that nobody has. */
const wrong = (at: number, last = ROWS) =>
  entry(at, {
    debit: 5,
    balance: 7 * at + (at % 1000) * 11 + (at === last ? 1 : 0),
    payref: `ORPHAN-${LONG}-${at}`,
    dateCreatedAtMs: OCTOBER_MS + at * 1000,
  });
const ENTRIES = Array.from({ length: ROWS }, (_, at) => wrong(at + 1));

/** How many pieces each kept run has, and its document. */
function keptRuns(ledger: string): { readonly pieces: number; readonly document: string }[] {
  const db = new Database(ledger, { readonly: true });
  const pieces = db
    .prepare<[], [run: number, count: number]>("SELECT run_id, count(*) FROM run_chunk GROUP BY run_id")
    .raw()
    .all();
  const kept = pieces.map(([run, count]) => ({ pieces: count, document: documentOf(db, run) }));
  db.close();
  return kept;
}

test("is saved, exported, reviewed, prepared, signed and verified", { timeout: 240_000 }, async () => {
  const ledger = newLedgerPath();
  await importRecords(ledger, ENTRIES, [], CONTEXT);
  const whole = { period: null, options: {} };
  const { result } = await checkRecords({ ...whole, source: { ledger }, save: true }, CONTEXT);
  const out = join(temporaryFolder(), "all.xlsx");
  const exported = await exportLedger({ ...whole, ledger, format: "xlsx", out }, CONTEXT);
  const month = { ledger, month: OCTOBER };
  await prepareMonth({ ...month, by: "Ada Obi", override: "As it stands" }, CONTEXT);
  const kept = keptRuns(ledger);
  const document = JSON.stringify(checkDocument(result, "info"));
  expect(kept.map((run) => run.pieces)).toEqual([2, 2, 2]);
  expect(kept.slice(0, 2).map((run) => run.document)).toEqual([document, document]);

  // Decided on after it was prepared: looked up in the run that was kept.
  const deciding = {
    ...whole,
    ledger,
    choice: { by: "rule", rules: ["orphan-payref"] } as const,
    status: "raised" as const,
  };
  const taken = await decideChosen({ ...deciding, note: "Asked", by: "Ada Obi" }, CONTEXT, async () => {});
  expect(taken.ids).toHaveLength(ROWS);
  const [touched = ""] = taken.fingerprints.slice(-1);
  expect(driftedMonths(ledger, { fingerprints: [touched] }, CONTEXT)).toMatchObject([
    {
      month: OCTOBER,
      state: "prepared",
      changedSince: { decisions: ["900 exceptions have different decisions"] },
    },
  ]);
  await prepareAgain(month);
  expect(readStatement(month, CONTEXT)).toMatchObject({ state: "signed-off", conclusion: "qualified" });
  expect(await verifyLedgerFile(ledger, null, CONTEXT)).toMatchObject({ ok: true, problems: [] });
  expect(await readReviewedWorkbook({ ledger, file: out }, CONTEXT)).toMatchObject({
    run: exported.runId,
    items: [],
  });
});

async function prepareAgain(month: { readonly ledger: string; readonly month: Month }): Promise<void> {
  await reopenMonth({ ...month, by: "Ada Obi", note: "Decided on" }, CONTEXT);
  await prepareMonth({ ...month, by: "Ada Obi", override: "As it stands" }, CONTEXT);
  await signOffMonth({ ...month, by: "Ben Uche", note: "" }, CONTEXT);
}

test("a signed month in which one row changed shows what changed", { timeout: 240_000 }, async () => {
  const ledger = newLedgerPath();
  await importRecords(ledger, ENTRIES, [], CONTEXT);
  const month = { ledger, month: OCTOBER };
  await prepareMonth({ ...month, by: "Ada Obi", override: "As it stands" }, CONTEXT);
  await signOffMonth({ ...month, by: "Ben Uche", note: "" }, CONTEXT);
  await importRecords(ledger, [...ENTRIES.slice(0, -1), { ...wrong(ROWS), balance: 1 }], [], CONTEXT);
  const [drifted] = driftedMonths(ledger, { month: OCTOBER }, CONTEXT);
  expect(drifted?.changedSince.effects).toEqual([
    expect.stringMatching(/^the wallet of user 1 closed at .* and now closes at /u),
    "2 new exceptions, 1 gone",
  ]);
  expect(await verifyLedgerFile(ledger, null, CONTEXT)).toMatchObject({ ok: true, problems: [] });
});
