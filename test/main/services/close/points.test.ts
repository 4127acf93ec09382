/** A reviewer's points: a month goes back to its preparer with them, they are answered, and it is prepared again. */
import { beforeEach, describe, expect, test } from "vitest";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { isAnswered } from "../../../../src/core/review/close/points.ts";
import { monthDays } from "../../../../src/core/time.ts";
import { prepareMonth, reopenMonth, signOffMonth } from "../../../../src/main/services/close/close.ts";
import { readMonth } from "../../../../src/main/services/close/moments.ts";
import { listMonths } from "../../../../src/main/services/close/months.ts";
import {
  type AskedPoint,
  listPoints,
  makePoints,
  replyToPoint,
  returnMonth,
} from "../../../../src/main/services/review/points.ts";
import { listLedgerDecisions, readReview } from "../../../../src/main/services/review/review.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { CONTEXT, ledgerToReview } from "../../../helpers/ledgers/review-ledger.ts";
import { failureOf } from "../../../helpers/workbook/saved-files.ts";
import { contentsOf } from "../../ledger/made.ts";

const OCTOBER = "2026-10" as Month;

let ledger = "";
let fingerprint = "";
beforeEach(async () => {
  ledger = await ledgerToReview();
  const request = { ledger, period: monthDays(OCTOBER), options: {} };
  fingerprint = readReview(request, CONTEXT).findings[0]?.finding.fingerprint ?? "";
  await prepare();
});

const month = () => ({ ledger, month: OCTOBER });
const prepare = (by = "Ada Obi") => prepareMonth({ ...month(), by, override: "Ticket 1" }, CONTEXT);
const sign = () => signOffMonth({ ...month(), by: "Ben Cole", note: "" }, CONTEXT);
const onMonth = (...texts: readonly string[]): AskedPoint[] =>
  texts.map((text) => ({ text, fingerprint: null }));
const make = (by: string, points = onMonth("Where is the statement?")) =>
  makePoints({ ...month(), by, points }, CONTEXT);
const giveBack = (by: string, ...texts: readonly string[]) =>
  returnMonth({ ...month(), by, points: onMonth(...texts) }, CONTEXT);
const reply = (kind: "answered" | "repeated", point: number, by: string, text = "Ticket 4712") =>
  replyToPoint({ ...month(), point, kind, by, text }, CONTEXT);
const stateOf = () => listMonths(ledger).find((one) => one.month === OCTOBER)?.state;
const expectWhole = async () => {
  expect(await verifyLedgerFile(ledger, null, CONTEXT)).toMatchObject({ ok: true, problems: [] });
};

/** Refused, with the words, and nothing written. */
async function refused(work: () => Promise<unknown>, code: string, words: string): Promise<void> {
  const before = contentsOf(ledger);
  const failure = await failureOf(work());
  expect(`${failure.code}: ${failure.message}`).toBe(`${code}: ${words}`);
  expect(contentsOf(ledger)).toBe(before);
}

test("a month returned with points is with its preparer until all are answered and it is prepared again", async () => {
  const facts = await giveBack("Ben Cole", "Where is the statement?", "Date the letter");
  expect([facts.state, facts.steps.at(-1)]).toMatchObject(["returned", { step: "return", by: "Ben Cole" }]);
  expect(readMonth(month(), CONTEXT)).toMatchObject({ points: [{ id: 1 }, { id: 2 }], changes: [] });
  await refused(
    prepare,
    "POINTS_OPEN",
    "2 review points on October 2026 are not answered. It can be prepared once they are",
  );
  await refused(
    sign,
    "CLOSE_STATE",
    "October 2026 is with the preparer, Ada Obi. It must be prepared again before it is signed off",
  );
  await reply("answered", 1, "Ada Obi");
  await refused(
    prepare,
    "POINTS_OPEN",
    "1 review point on October 2026 is not answered. It can be prepared once it is",
  );
  await reply("answered", 2, "Ada Obi", "Dated");
  await refused(
    sign,
    "CLOSE_STATE",
    "October 2026 is with the preparer, Ada Obi. It must be prepared again before it is signed off",
  );
  await prepare();
  expect(stateOf()).toBe("prepared");
  expect((await sign()).state).toBe("signed-off");
  await expectWhole();
});

describe("a point", () => {
  test("on a finding names it, changes no decision, and is answered while the reviewer has the month: it is signed as it was prepared", async () => {
    const before = listLedgerDecisions(ledger);
    const [made] = await make("Ben Cole", [
      { text: "Add the ticket", fingerprint: fingerprint.slice(0, 12) },
    ]);
    expect(made).toMatchObject({
      id: 1,
      month: OCTOBER,
      by: "Ben Cole",
      finding: { fingerprint },
      replies: [],
    });
    expect(listLedgerDecisions(ledger)).toEqual(before);
    await refused(
      sign,
      "POINTS_OPEN",
      "1 review point on October 2026 is not answered. It can be signed off once it is",
    );
    const point = await reply("answered", 1, "Ada Obi");
    expect(point.replies).toMatchObject([{ kind: "answered", by: "Ada Obi", note: "Ticket 4712" }]);
    expect((await sign()).state).toBe("signed-off");
    await expectWhole();
  });

  test("is made again where its answer does not do, and waits then", async () => {
    await make("Ben Cole");
    await refused(
      () => reply("repeated", 1, "Ben Cole"),
      "POINT_INVALID",
      "Point 1 is not answered yet, so it need not be made again",
    );
    await reply("answered", 1, "Ada Obi");
    await refused(() => reply("answered", 1, "Ada Obi"), "POINT_INVALID", "Point 1 is already answered");
    await refused(
      () => reply("repeated", 1, "Ben Cole", "x".repeat(10_001)),
      "DECISION_INVALID",
      "The point has 10,001 characters, more than the limit of 10,000",
    );
    await refused(
      () => reply("repeated", 1, "ada obi"),
      "CLOSE_SAME_PERSON",
      "Ada Obi prepared October 2026, so another person must make points on it",
    );
    await reply("repeated", 1, "Ben Cole", "Of another month");
    expect(listPoints(month()).map(isAnswered)).toEqual([false]);
    await reply("answered", 1, "Ada Obi", "The right one now");
    expect(listPoints(month())[0]?.replies.map(({ kind }) => kind)).toEqual([
      "answered",
      "repeated",
      "answered",
    ]);
    await expectWhole();
  });

  test("is not made by the preparer, without a text or name, on an unknown finding or month, or on a signed month", async () => {
    await refused(
      () => make("OBI, Ada"),
      "CLOSE_SAME_PERSON",
      "Ada Obi prepared October 2026, so another person must make points on it",
    );
    await refused(() => make(" "), "DECISION_INVALID", "A point needs the name of the person who makes it");
    await refused(() => make("Ben Cole", onMonth(" \n")), "DECISION_INVALID", "A point needs a text");
    await refused(
      () => make("Ben Cole", onMonth("x".repeat(10_001))),
      "DECISION_INVALID",
      "The point has 10,001 characters, more than the limit of 10,000",
    );
    const unknown = [{ text: "Why?", fingerprint: "0".repeat(64) }];
    await refused(
      () => make("Ben Cole", unknown),
      "FINDING_NOT_FOUND",
      "The check raises no finding with this fingerprint",
    );
    await refused(
      () =>
        makePoints({ ledger, month: "2031-01" as Month, by: "Ben Cole", points: onMonth("Why?") }, CONTEXT),
      "CLOSE_STATE",
      "The ledger has no January 2031",
    );
    expect(() => listPoints({ ledger, month: "2031-01" as Month })).toThrow("The ledger has no January 2031");
    await refused(
      () => reply("answered", 9, "Ada Obi"),
      "POINT_NOT_FOUND",
      "There is no point with this number",
    );
    await sign();
    expect(listPoints(month())).toEqual([]);
    const closed = "October 2026 is signed off. Points can be made and answered once it is reopened";
    await refused(() => make("Ben Cole"), "CLOSE_STATE", closed);
  });
});

describe("returning", () => {
  test("needs a prepared month, another person and a point that waits", async () => {
    await refused(
      () => giveBack("ADA OBI", "Why?"),
      "CLOSE_SAME_PERSON",
      "Ada Obi prepared October 2026, so another person must return it",
    );
    await refused(
      () => giveBack("Ben Cole"),
      "POINT_INVALID",
      "October 2026 can be returned only with a point that waits for an answer",
    );
    await make("Ben Cole");
    await refused(
      () => giveBack("ada obi"),
      "CLOSE_SAME_PERSON",
      "Ada Obi prepared October 2026, so another person must return it",
    );
    expect((await giveBack("Ben Cole")).state).toBe("returned");
    await refused(
      () => giveBack("Ben Cole", "Why?"),
      "CLOSE_STATE",
      "October 2026 is with the preparer, Ada Obi. It must be prepared again before it is returned",
    );
  });

  test("leaves points that wait when the month is reopened: they are answered before it is prepared", async () => {
    await giveBack("Ben Cole", "Why?");
    const facts = await reopenMonth({ ...month(), by: "Ada Obi", note: "Late invoice" }, CONTEXT);
    expect(facts.state).toBe("open");
    expect((await failureOf(prepare())).code).toBe("POINTS_OPEN");
    await reply("answered", 1, "Ada Obi");
    expect((await prepare()).state).toBe("prepared");
    await expectWhole();
  });
});
