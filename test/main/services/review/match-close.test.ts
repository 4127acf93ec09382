/** Matches by hand and signed months: what was signed stands, whatever is matched or taken back after it. */
import { expect, test } from "vitest";
import { monthDays } from "../../../../src/core/time.ts";
import { checkRecords } from "../../../../src/main/services/check/check.ts";
import { prepareMonth, reopenMonth, signOffMonth } from "../../../../src/main/services/close/close.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { decideMatch, listMatches, undoMatch } from "../../../../src/main/services/review/match.ts";
import { readMonth } from "../../../../src/main/services/close/moments.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { HOUR_MS, OCTOBER_MS, found, sale, wallet } from "../../../helpers/records.ts";
import { CONTEXT, importRecords, newLedgerPath, signMonth } from "../../../helpers/ledgers/signing.ts";

const DAY_MS = 24 * HOUR_MS;
/** A payment of 100 in October that came in two parts: 60 in October, 40 in November, under payrefs nobody has. */
const SALES = [sale(1, 100)];
const ENTRIES = wallet([60, 40], (at) => ({
  payref: `X-${at}`,
  dateCreatedAtMs: OCTOBER_MS + (at === 0 ? 5 : 35) * DAY_MS,
}));
const MATCH = { walletIDs: [1, 2], payIDs: [1], note: "Paid in two parts.", by: "Ada Obi" };

async function foundIn(ledger: string, month: string): Promise<string[]> {
  const request = { source: { ledger }, period: monthDays(month), options: {}, save: false };
  return found((await checkRecords(request, CONTEXT)).result);
}

/** A month's state, and whether its check is another than when it was prepared. */
function standingOf(ledger: string, month: string): [string, boolean] {
  const { facts, changes } = readMonth({ ledger, month: month as Month }, CONTEXT);
  return [facts.state, changes.length > 0];
}

/** How many signed months come out of the stored responses as they were signed, and what is wrong. */
async function proven(ledger: string): Promise<[number | undefined, string[]]> {
  const { facts, problems } = await verifyLedgerFile(ledger, null, CONTEXT);
  const signed = facts.find(({ name }) => name.startsWith("signed months"))?.count;
  return [signed, problems.map(({ sentence }) => sentence)];
}

test("over two months of which the first is signed: the first stays as signed, the second uses the match", async () => {
  const ledger = newLedgerPath();
  await importRecords(ledger, ENTRIES, SALES);
  await signMonth(ledger, "2026-10");
  const open = ["orphan-payref 1", "orphan-payref 2", "paid-without-entry payID 1"];
  expect(await foundIn(ledger, "2026-11")).toEqual(open);
  await decideMatch({ ...MATCH, ledger }, CONTEXT);
  expect(await foundIn(ledger, "2026-11")).toEqual(["matched-by-hand 2", "settled-by-hand payID 1"]);
  expect(standingOf(ledger, "2026-10")).toEqual(["signed-off", true]);
  expect(await proven(ledger)).toEqual([1, []]);

  await signMonth(ledger, "2026-11");
  await undoMatch({ ledger, id: 1, note: "Not theirs.", by: "Ben Uche" }, CONTEXT);
  expect(await foundIn(ledger, "2026-11")).toEqual(open);
  expect(standingOf(ledger, "2026-11")).toEqual(["signed-off", true]);
  expect(await proven(ledger)).toEqual([2, []]);
});

test("a match made, undone or changed between preparing and signing requires preparing again", async () => {
  const ledger = newLedgerPath();
  const two = wallet([60, 60], (at) => ({
    payref: `X-${at}`,
    dateCreatedAtMs: OCTOBER_MS + (at + 1) * DAY_MS,
  }));
  await importRecords(ledger, two, [sale(1, 60), sale(2, 60)]);
  const month = "2026-10" as Month;
  const prepare = async () =>
    prepareMonth({ ledger, month, by: "Ada Obi", override: "As it stands" }, CONTEXT);
  const sign = async () => signOffMonth({ ledger, month, by: "Ben Uche", note: "" }, CONTEXT);
  const match = async (walletID: number, payID: number) =>
    decideMatch({ ...MATCH, ledger, walletIDs: [walletID], payIDs: [payID] }, CONTEXT);
  const refused = async (words: RegExp) => {
    await expect(sign()).rejects.toMatchObject({ code: "CLOSE_CHANGED" });
    await expect(sign()).rejects.toThrow(words);
  };
  await prepare();
  await match(1, 1);
  await match(2, 2);
  await refused(/2 new manual matches/u);
  await reopenMonth({ ledger, month, by: "Ada Obi", note: "Matched meanwhile" }, CONTEXT);
  await prepare();
  for (const id of [1, 2]) await undoMatch({ ledger, id, note: "", by: "Ada Obi" }, CONTEXT);
  await refused(/2 manual matches gone/u);
  // The same findings on the same records: each settles the other payment.
  await match(1, 2);
  await match(2, 1);
  await refused(/2 new manual matches, 2 gone/u);
});

test("reopened by a pull, undone and matched again: only the newer match counts, whatever the service sends later", async () => {
  const ledger = newLedgerPath();
  const flagged = SALES.map((one) => ({ ...one, isFlagged: 1 }));
  await importRecords(ledger, ENTRIES, SALES);
  await decideMatch({ ...MATCH, ledger }, CONTEXT);
  await importRecords(ledger, ENTRIES, flagged);
  await expect(decideMatch({ ...MATCH, ledger }, CONTEXT)).rejects.toMatchObject({ code: "MATCH_CONFLICT" });
  await undoMatch({ ledger, id: 1, note: "Flagged now", by: "Ada Obi" }, CONTEXT);
  await decideMatch({ ...MATCH, ledger }, CONTEXT);
  await signMonth(ledger, "2026-11");
  const states = () => listMatches(ledger).map(({ id, state }) => [id, state]);
  expect(states()).toEqual([
    [3, "in-force"],
    [1, "undone"],
  ]);
  await importRecords(ledger, ENTRIES, SALES);
  expect(states()).toEqual([
    [3, "reopened"],
    [1, "undone"],
  ]);
  expect(await foundIn(ledger, "2026-11")).toContain("orphan-payref 2");
  await importRecords(ledger, ENTRIES, flagged);
  expect(states()[0]).toEqual([3, "in-force"]);
  expect(await proven(ledger)).toEqual([1, []]);
});
