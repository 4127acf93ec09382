import { expect, test } from "vitest";
import { DECISION_STATUSES } from "../../../../src/core/review/decisions/decision.ts";
import { monthDays } from "../../../../src/core/time.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { decide, listLedgerDecisions, undo } from "../../../../src/main/services/review/review.ts";
import {
  type StandingRequest,
  acceptStanding,
  readProposals,
  readStanding,
} from "../../../../src/main/services/review/standing.ts";
import { failureOf } from "../../../helpers/workbook/saved-files.ts";
import {
  STANDING_CONTEXT,
  importStanding,
  standingLedger,
} from "../../../helpers/ledgers/standing-ledger.ts";

const november = (ledger: string, fields: Partial<StandingRequest> = {}): StandingRequest => ({
  ledger,
  period: monthDays("2026-11"),
  options: {},
  rules: null,
  fingerprints: null,
  ...fields,
});

/** By the id of the record: status, words and decision proposed, or why there are none. */
function proposed(ledger: string, fields: Partial<StandingRequest> = {}): Record<string, string> {
  const { answers } = readStanding(november(ledger, fields), STANDING_CONTEXT);
  return Object.fromEntries(
    answers.map(({ reviewed: { finding }, proposal, withheld }) => [
      finding.walletID ?? `payID ${finding.payID}`,
      proposal === null ? withheld : `${proposal.status} ${proposal.words} ${proposal.from.decision}`,
    ]),
  );
}

function fingerprintOf(ledger: string, id: number): string {
  const { answers } = readStanding(november(ledger), STANDING_CONTEXT);
  const found = answers.find(({ reviewed: { finding } }) => (finding.walletID ?? finding.payID) === id);
  return found?.reviewed.finding.fingerprint ?? "";
}

const accept = (ledger: string, fields: Partial<StandingRequest & { by: string }> = {}) =>
  acceptStanding({ ...november(ledger), by: "Ben Cole", ...fields }, STANDING_CONTEXT, async () => {});

test("proposes October's decisions for November's findings like them, and says why not for others", async () => {
  const ledger = await standingLedger();
  expect(proposed(ledger)).toEqual({
    6: "explained Fee of the provider. 1",
    7: "none-alike",
    8: "explained Fee of the provider. 1",
    "payID 10": "raised Ticket 47 3",
    "payID 11": "none-alike",
    "payID 12": "party-unknown",
    "payID 13": "raised Ticket 47 3",
  });
  const { answers } = readStanding(november(ledger), STANDING_CONTEXT);
  expect(answers.find(({ reviewed }) => reviewed.finding.walletID === 8)?.proposal).toMatchObject({
    note: "As in decision 1 (October 2026): Fee of the provider.",
    from: { month: "2026-10", by: "Ada Obi", atMs: STANDING_CONTEXT.now() },
    agree: 1,
    earlier: 1,
    same: { party: { kind: "action", action: "API" }, size: { by: "share", hundredths: 1800 } },
  });
  expect(listLedgerDecisions(ledger)).toHaveLength(3);
});

test("lists each proposal once with its findings, and the others by the reason", async () => {
  const ledger = await standingLedger();
  const { proposals, withheld, left } = readProposals(november(ledger), STANDING_CONTEXT);
  const ids = (findings: readonly { readonly walletID: number | null; readonly payID: number | null }[]) =>
    findings.map(({ walletID, payID }) => walletID ?? payID);
  // The break at 6 differs by the same amount as before, that at 8 by the same share.
  expect(proposals.map(({ proposal, findings }) => [proposal.from.decision, ids(findings)])).toEqual([
    [1, [6]],
    [1, [8]],
    [3, [10, 13]],
  ]);
  expect(proposals[2]?.findings[0]).toMatchObject({
    rule: "paid-without-entry",
    difference: -90,
    seen: null,
  });
  const of = (id: number) => fingerprintOf(ledger, id);
  expect(withheld).toEqual([
    { reason: "none-alike", fingerprints: [of(7), of(11)] },
    { reason: "party-unknown", fingerprints: [of(12)] },
  ]);
  expect(left).toBe(0);
});

test("proposes nothing without earlier decisions", async () => {
  const reasons = new Set(Object.values(proposed(await standingLedger("open"))));
  expect(reasons).toEqual(new Set(["none-alike", "party-unknown"]));
});

test("does not repeat a decision that was undone, or set to open", async () => {
  const ledger = await standingLedger();
  const [first, , third] = listLedgerDecisions(ledger).map(({ fingerprint }) => fingerprint);
  await undo({ ledger, items: [{ fingerprint: first! }], note: "", by: "Ada Obi" }, STANDING_CONTEXT);
  const [open] = DECISION_STATUSES;
  const request = { ledger, period: null, options: {}, items: [{ fingerprint: third! }] };
  await decide({ ...request, status: open, note: "", by: "Ada Obi" }, STANDING_CONTEXT);
  expect(proposed(ledger)).toMatchObject({ 6: "none-alike", 8: "none-alike", "payID 10": "none-alike" });
});

test("does not repeat a decision that was reopened because its record changed", async () => {
  const ledger = await standingLedger();
  await importStanding(ledger, "Refund");
  expect(proposed(ledger)).toMatchObject({
    6: "none-alike",
    8: "none-alike",
    "payID 10": "raised Ticket 47 3",
  });
});

test("proposes nothing where earlier decisions differ in status, and says so", async () => {
  const ledger = await standingLedger();
  const items = [{ fingerprint: fingerprintOf(ledger, 10) }];
  const request = { ledger, period: null, options: {}, items, by: "Chi Eze" };
  await decide({ ...request, status: "accepted", note: "Ticket 47" }, STANDING_CONTEXT);
  expect(proposed(ledger)["payID 13"]).toBe("statuses-differ");
  await undo({ ...request, note: "" }, STANDING_CONTEXT);
  await decide({ ...request, status: "raised", note: "Ticket 48" }, STANDING_CONTEXT);
  expect(proposed(ledger)["payID 13"]).toBe("raised Ticket 48 6");
});

test("accepting is an ordinary decision that names what it repeats, and is proven like any other", async () => {
  const ledger = await standingLedger();
  const taken = await accept(ledger);
  expect(taken.ids).toEqual([4, 5, 6, 7]);
  expect(
    listLedgerDecisions(ledger)
      .slice(3)
      .map(({ finding, status, note, by }) => [finding.walletID ?? finding.payID, status, note, by]),
  ).toEqual([
    [6, "explained", "As in decision 1 (October 2026): Fee of the provider.", "Ben Cole"],
    [8, "explained", "As in decision 1 (October 2026): Fee of the provider.", "Ben Cole"],
    [10, "raised", "As in decision 3 (October 2026): Ticket 47", "Ben Cole"],
    [13, "raised", "As in decision 3 (October 2026): Ticket 47", "Ben Cole"],
  ]);
  expect((await verifyLedgerFile(ledger, null, STANDING_CONTEXT)).ok).toBe(true);
  expect((await accept(ledger)).ids).toEqual([]);
});

test("accepts one rule, or one finding by its first digits", async () => {
  const ledger = await standingLedger();
  expect((await accept(ledger, { rules: ["chain-break"] })).ids).toEqual([4, 5]);
  const digits = fingerprintOf(ledger, 13).slice(0, 10);
  expect((await accept(ledger, { fingerprints: [digits, digits] })).ids).toEqual([6]);
  // What is repeated again keeps the first words, and names the newest decision.
  expect(proposed(ledger)["payID 10"]).toBe("raised Ticket 47 6");
});

test("refuses a finding without a proposal, one that is decided, one that is not raised, and a missing name", async () => {
  const ledger = await standingLedger();
  const unlike = fingerprintOf(ledger, 7);
  const failures = [
    await failureOf(accept(ledger, { fingerprints: [unlike] })),
    await failureOf(accept(ledger, { fingerprints: [listLedgerDecisions(ledger)[2]!.fingerprint] })),
    await failureOf(accept(ledger, { fingerprints: ["0".repeat(64)] })),
    await failureOf(accept(ledger, { by: " " })),
  ];
  expect(failures.map(({ code, message }) => [code, message])).toEqual([
    ["DECISION_INVALID", "Nothing is proposed. No earlier decision is on a finding like it"],
    ["DECISION_INVALID", "This finding does not wait for a decision"],
    ["FINDING_NOT_FOUND", "The check raises no finding with this fingerprint"],
    ["DECISION_INVALID", "A decision needs the name of the person who made it"],
  ]);
  expect(listLedgerDecisions(ledger)).toHaveLength(3);
});

test("a decision on the finding that comes meanwhile stays, and nothing is accepted", async () => {
  const ledger = await standingLedger();
  const items = [{ fingerprint: fingerprintOf(ledger, 6) }];
  const other = { ledger, period: null, options: {}, items, by: "Chi Eze" };
  const failure = await failureOf(
    acceptStanding({ ...november(ledger), by: "Ben Cole" }, STANDING_CONTEXT, async () => {
      await decide({ ...other, status: "raised", note: "Ticket 50" }, STANDING_CONTEXT);
    }),
  );
  expect(failure.code).toBe("DECISION_CONFLICT");
  expect(listLedgerDecisions(ledger)).toHaveLength(4);
});
