/** Decisions on exceptions of a signed month: taken after the signature they are no forgery, and none can be moved before it. */
import { beforeEach, expect, test } from "vitest";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { monthDays } from "../../../../src/core/time.ts";
import { prepareMonth, signOffMonth } from "../../../../src/main/services/close/close.ts";
import { listMonths } from "../../../../src/main/services/close/months.ts";
import { decide, readReview, undo } from "../../../../src/main/services/review/review.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import {
  CONTEXT,
  brokenWallet,
  importWallet,
  ledgerToReview,
} from "../../../helpers/ledgers/review-ledger.ts";
import { type ForgedLink, fitTables, forgeTrail } from "../../../helpers/ledgers/rewritten-trail.ts";
import { signMonth } from "../../../helpers/ledgers/signing.ts";

const OCTOBER = "2026-10" as Month;

let ledger = "";
beforeEach(async () => {
  ledger = await ledgerToReview();
});

/** @returns the finding's fingerprint */
async function decideOnFirst(): Promise<string> {
  const request = { ledger, period: monthDays(OCTOBER), options: {} };
  const [first] = readReview(request, CONTEXT).findings;
  const fingerprint = first?.finding.fingerprint ?? "";
  const decision = { status: "accepted", note: "Known", by: "Chi Eze" } as const;
  await decide({ ...request, items: [{ fingerprint }], ...decision }, CONTEXT);
  return fingerprint;
}

/** Moves the newest link so far towards the beginning, and makes the tables fit. */
function moveLastBack(places: number): void {
  forgeTrail(ledger, (links, db) => {
    const [last] = links.splice(-1) as [ForgedLink];
    links.splice(links.length - places, 0, last);
    fitTables(db, links);
  });
}

async function problems(): Promise<string[]> {
  const report = await verifyLedgerFile(ledger, null, CONTEXT);
  return report.problems.map(({ code, sentence, where }) => `${code} ${where}: ${sentence}`);
}

test("accepts a decision after the signature, and the month proves as signed", async () => {
  await signMonth(ledger, OCTOBER);
  const signed = listMonths(ledger);
  await decideOnFirst();
  expect(listMonths(ledger)).toEqual(signed);
  expect(await problems()).toEqual([]);
});

test("refuses one moved between preparing and signing, as signing would have", async () => {
  await signMonth(ledger, OCTOBER);
  await decideOnFirst();
  moveLastBack(1);
  expect(await problems()).toEqual([
    "AUDIT_BROKEN link 6: 1 exception of October 2026 was decided on between preparing and signing the month",
  ]);
  // The same steps, really taken, end the same way.
  ledger = await ledgerToReview();
  const month = { ledger, month: OCTOBER };
  await prepareMonth({ ...month, by: "Ada Obi", override: "As it stands" }, CONTEXT);
  await decideOnFirst();
  await expect(signOffMonth({ ...month, by: "Ben Uche", note: "" }, CONTEXT)).rejects.toMatchObject({
    code: "CLOSE_CHANGED",
    message: expect.stringContaining("1 exception has a different decision") as string,
  });
});

test("reports one moved before preparing as missing from what was prepared", async () => {
  await signMonth(ledger, OCTOBER);
  await decideOnFirst();
  moveLastBack(2);
  expect((await problems())[0]).toMatch(/^AUDIT_BROKEN .*was not prepared on the newest records/u);
});

test("accepts one undone before the signature, and a pull in between that changes nothing", async () => {
  const month = { ledger, month: OCTOBER };
  await prepareMonth({ ...month, by: "Ada Obi", override: "As it stands" }, CONTEXT);
  const fingerprint = await decideOnFirst();
  await undo({ ledger, items: [{ fingerprint }], note: "", by: "Chi Eze" }, CONTEXT);
  await importWallet(ledger, brokenWallet(9, 5));
  await signOffMonth({ ...month, by: "Ben Uche", note: "" }, CONTEXT);
  await decideOnFirst();
  expect(await problems()).toEqual([]);
});
