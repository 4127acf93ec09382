/** Whole histories of the sandbox with the statement of their bank: every formula of a month comes to what is stated, and every proof holds. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bankStatementOf } from "../../../sandbox/generate/bank.ts";
import { generateWorld } from "../../../sandbox/generate/generate-world.ts";
import type { Month } from "../../../src/core/review/close/close.ts";
import { monthDays } from "../../../src/core/time.ts";
import { changeTerms } from "../../../src/main/services/close/month-file.ts";
import { exportLedger } from "../../../src/main/services/export/export.ts";
import { importIntoLedger } from "../../../src/main/services/import/import.ts";
import { acceptTies } from "../../../src/main/services/review/bank-accept.ts";
import { addStatements } from "../../../src/main/services/review/bank-statements.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { saveWorld } from "../../helpers/ledgers/world-check.ts";
import { provenBy, readXlsx, recalculate } from "../../helpers/workbook/xlsx.ts";

const CONTEXT = { now: () => Date.UTC(2026, 8, 20), appVersion: "test" };
const ADA = { by: "Ada Obi", note: "Checked with the bank" };
const MONTH = "2026-08" as Month;
/** A proof that there is only with statements of a bank. */
const OF_B4 = "What the bank supports comes to its lines, but for what was classed";

test.each([1, 2])("of seed %i", { timeout: 120_000 }, async (seed) => {
  const folder = temporaryFolder();
  const plan = { entries: 1200, seed, convention: "asset", faults: "default" } as const;
  const world = generateWorld(plan);
  const statement = join(folder, "bank.csv");
  writeFileSync(statement, bankStatementOf(world, plan).text);
  const ledger = join(folder, "world.tieout");
  await importIntoLedger({ ledger, files: saveWorld(world, folder) }, CONTEXT);
  await addStatements({ ledger, files: [statement], account: "GTBank", hints: {}, ...ADA }, CONTEXT);
  await acceptTies({ ledger, choice: { by: "month", month: MONTH, kind: null }, ...ADA }, CONTEXT);
  const rule = { description: null, direction: null } as const;
  const movements = [
    { ...rule, action: "WITHDRAWAL", category: "withdrawal" },
    { ...rule, action: "TOPUP", category: "top-up" },
  ] as const;
  await changeTerms({ ledger, given: { movements }, ...ADA }, CONTEXT);
  const out = join(folder, "August.xlsx");
  await exportLedger({ ledger, out, period: monthDays(MONTH), options: {}, format: "xlsx" }, CONTEXT);
  const read = await readXlsx(out);
  expect(recalculate(read).differences).toEqual([]);
  const { proofs } = provenBy(read);
  expect([...proofs].filter(([, holds]) => holds !== true)).toEqual([]);
  expect(proofs.has(OF_B4)).toBe(true);
});
