import { expect, test } from "vitest";
import { findMoment, momentTitle, type Moment } from "../../../src/core/review/since/moment.ts";
import { type Since, isSameNow, sinceSentence } from "../../../src/core/review/since/since.ts";

const NONE = { changed: [], vanished: [], appeared: [] };
const SAME: Since = {
  entries: NONE,
  transactions: NONE,
  findings: { gone: [], appeared: [], redecided: [] },
  changes: [],
  unlikeSigned: null,
};
const NOTICE = {
  fingerprint: "f1",
  rule: "timing",
  severity: "info",
  walletID: null,
  payref: "A1",
  payID: 9,
  userID: 1,
} as never;

test.each<[Partial<Since>, string]>([
  [{}, "Nothing is different now."],
  [
    { entries: { changed: [1, 2], vanished: [], appeared: [9] } },
    "Different now: entries: 2 changed, 1 new.",
  ],
  [
    { transactions: { ...NONE, vanished: [4] }, changes: ["1 new exception"] },
    "Different now: transactions: 1 vanished; 1 new exception.",
  ],
  [{ findings: { gone: [], appeared: [], redecided: [NOTICE] } }, "Different now: the status of 1 notice."],
])("says of %j: %s", (since, sentence) => {
  expect(sinceSentence({ ...SAME, ...since })).toBe(sentence);
  expect(isSameNow({ ...SAME, ...since })).toBe(Object.keys(since).length === 0);
});

test("names a moment by its day in the ledger's zone, and finds it again by what is asked for", () => {
  const atMs = Date.UTC(2026, 8, 1, 23, 30);
  const moments: Moment[] = [
    { is: "signed", sequence: 9, atMs, by: "Ben Cole" },
    { is: "pull", sequence: 12, atMs, pullId: 4, source: "service" },
    { is: "pull", sequence: 13, atMs, pullId: 5, source: "files" },
  ];
  expect(moments.map((moment) => momentTitle(moment, "Africa/Lagos"))).toEqual([
    "As signed 2026-09-02 by Ben Cole",
    "After pull 4, 2026-09-02",
    "After import 5, 2026-09-02",
  ]);
  expect([findMoment(moments, "signed")?.sequence, findMoment(moments, 5)?.sequence]).toEqual([9, 13]);
  expect(findMoment(moments, 9)).toBeNull();
});
