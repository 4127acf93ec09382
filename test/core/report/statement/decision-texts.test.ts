import { expect, test } from "vitest";
import type { MatchedRow } from "../../../../src/core/report/sheet/matched-rows.ts";
import { type Reviewed, decisionTexts } from "../../../../src/core/report/sheet/figures.ts";
import type { Finding } from "../../../../src/core/reconcile/input/findings.ts";
import type { ReportInput } from "../../../../src/core/report/sheet/input.ts";

const finding = (severity: Finding["severity"]) => ({ severity }) as Finding;
const matched = (note: string) => ({ match: { note } }) as MatchedRow;

/** Of an error and a warning that have this status and note, and a notice. */
function said(status: Reviewed["status"], note: string, hand?: MatchedRow) {
  const decision = status === "open" ? null : ({ note } as Reviewed["decision"]);
  const of = () => ({ status, decision, changes: [] }) as unknown as Reviewed;
  const progress = {} as ReportInput["review"]["progress"];
  return decisionTexts({ of, progress }, [finding("error"), finding("warning"), finding("info")], hand);
}

test("says each status and note once, of the match first", () => {
  expect(said("accepted", "Fine.")).toEqual(["accepted", "Fine."]);
  expect(said("accepted", "Fine.", matched("Together."))).toEqual(["matched, accepted", "Together.; Fine."]);
  expect(said("accepted", "Fine.", matched("Fine."))).toEqual(["matched, accepted", "Fine."]);
  expect(said("accepted", "", matched(""))).toEqual(["matched, accepted", null]);
  expect(said("open", "")).toEqual(["open", null]);
});

test("says nothing of a record without a match and exceptions", () => {
  const reviewing = { of: () => ({}) as Reviewed, progress: {} as ReportInput["review"]["progress"] };
  expect(decisionTexts(reviewing, [])).toEqual([null, null]);
  expect(decisionTexts(reviewing, [finding("info")])).toEqual([null, null]);
  expect(decisionTexts(reviewing, [], matched(""))).toEqual(["matched", null]);
});
