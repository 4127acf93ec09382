/** A payment of so many tasks that they cannot be passed to one call. */
import { join } from "node:path";
import { expect, test } from "vitest";
import type { MilestoneTask } from "../../../../src/core/records/transaction.ts";
import { checkRecords } from "../../../../src/main/services/check/check.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { sale, wallet } from "../../../helpers/records.ts";
import { CONTEXT, importRecords } from "../../../helpers/ledgers/signing.ts";

test("imports, checks and verifies a milestone payment of 150,000 tasks", async () => {
  const ledger = join(temporaryFolder(), "a.tieout");
  const task = (at: number): MilestoneTask => ({
    businessID: 1,
    userID: 1,
    taskname: `task ${at}`,
    taskamount: 1,
    token: `t-${at}`,
    isComplete: 0,
    dateCompletedAtMs: null,
    extra: null,
  });
  const tasks = Array.from({ length: 150_000 }, (_, at) => task(at));
  const detail = {
    cycle: "milestone",
    type: "milestone",
    reference: "PAY-1",
    taskname: null,
    amount: tasks.length + 1,
    escrowCharge: 0,
    terms: null,
    dateAddedAtMs: null,
    tasks,
    extra: null,
  } as const;
  const milestone = sale(1, tasks.length, { cycle: "milestone", detail });
  await importRecords(ledger, wallet([100]), [milestone]);
  const request = { source: { ledger }, period: null, options: {}, save: false };
  const { result } = await checkRecords(request, CONTEXT);
  expect(result.findings.length).toBeGreaterThan(0);
  expect((await verifyLedgerFile(ledger, null, CONTEXT)).problems).toEqual([]);
});
