import { expect, test } from "vitest";
import { findMoment, momentTitle, type Moment } from "../../../src/core/review/close/moment.ts";
import {
  type ComparedMonth,
  changedKinds,
  changedSinceOf,
  findingsSince,
  type Since,
  isSameNow,
  muchWords,
  sinceSentence,
} from "../../../src/core/review/close/since.ts";
import type { ReviewedFinding, ReviewStatus } from "../../../src/core/review/decisions/review.ts";

const NONE = { changed: [], vanished: [], appeared: [] };
const WALLET = {
  userID: 1,
  businessID: null,
  currency: "NGN",
  entries: 3,
  opening: 100,
  inflow: 50,
  outflow: 20,
  breakDifference: 0,
  closing: 130,
};
const MONTH: ComparedMonth = {
  basis: "Signed by Ben Cole on 2026-09-02: closing 130.",
  entries: NONE,
  transactions: NONE,
  changes: { effects: [], decisions: [] },
  options: [],
  wallets: { before: [WALLET], now: [WALLET] },
  decimals: 0,
};
const SAME: Since = {
  entries: NONE,
  transactions: NONE,
  findings: { gone: [], appeared: [], redecided: [] },
  changed: changedSinceOf(MONTH),
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

const GHS = { ...WALLET, userID: 2, currency: "GHS" };
const other = (wallet: typeof WALLET, closing: number) => ({ ...wallet, closing });

test.each<[string, Partial<ComparedMonth>, number, string]>([
  ["nothing", {}, 0, "Since then: nothing changed."],
  [
    "records of both kinds, each once",
    { entries: { changed: [1, 2], vanished: [], appeared: [9] }, transactions: { ...NONE, vanished: [4] } },
    4,
    "Since then: 4 changes, closing unchanged.",
  ],
  [
    "decisions and options beside a record",
    {
      entries: { ...NONE, changed: [1] },
      changes: {
        effects: ["1 new exception"],
        decisions: [{ count: 3, words: "3 exceptions have different decisions" }],
      },
      options: ["Time zone: UTC → Pacific/Auckland, by Ada Obi"],
    },
    5,
    "Since then: 5 changes, closing unchanged.",
  ],
  [
    "another closing",
    {
      options: ["Time zone: UTC → Pacific/Auckland"],
      wallets: { before: [WALLET], now: [other(WALLET, 100)] },
    },
    1,
    "Since then: 1 change, closing now 100 (−30).",
  ],
  [
    "another closing in one of two currencies",
    {
      entries: { ...NONE, changed: [1] },
      wallets: { before: [WALLET, GHS], now: [WALLET, other(GHS, 150)] },
    },
    1,
    "Since then: 1 change, closing now GHS 150 (+20).",
  ],
  [
    "closings that move between wallets of one currency",
    {
      entries: { ...NONE, changed: [1] },
      wallets: {
        before: [WALLET, { ...WALLET, userID: 3 }],
        now: [other(WALLET, 120), other({ ...WALLET, userID: 3 }, 140)],
      },
    },
    1,
    "Since then: 1 change, another closing of 2 wallets.",
  ],
  [
    "what no record of the month brought",
    { changes: { effects: ["1 new exception"], decisions: [] } },
    0,
    "Since then: 1 new exception; closing unchanged.",
  ],
])("counts and says what changed since the signature: %s", (_, month, count, sentence) => {
  const changed = changedSinceOf({ ...MONTH, ...month });
  expect([changed.count, changed.sentence]).toEqual([count, sentence]);
  expect(isSameNow({ ...SAME, changed })).toBe(Object.keys(month).length === 0);
});

test("names what changed by kind, one record of it in the singular", () => {
  const changed = changedSinceOf({
    ...MONTH,
    entries: { changed: [1], vanished: [2, 3], appeared: [] },
    transactions: { changed: [], vanished: [7], appeared: Array.from({ length: 1200 }, (_, at) => at) },
    changes: { effects: [], decisions: [{ count: 2, words: "2 decisions" }] },
  });
  expect(changedKinds(changed)).toEqual([
    {
      title: "Records",
      phrases: ["1 entry changed", "2 entries vanished", "1 transaction vanished", "1,200 transactions new"],
    },
    { title: "Decisions", phrases: ["2 decisions"] },
  ]);
  expect([changed.count, muchWords(changed)]).toEqual([1206, "1,206 changes"]);
  expect(muchWords({ count: 1, effects: ["1 new exception"] })).toBe("1 change");
  expect(muchWords({ count: 0, effects: ["1 exception gone", "1 new exception"] })).toBe(
    "1 exception gone; 1 new exception",
  );
});

test("says that a notice alone has another status", () => {
  const since = { ...SAME, findings: { gone: [], appeared: [], redecided: [NOTICE] } };
  expect(sinceSentence(since)).toBe("Since then: the status of 1 notice.");
  expect(isSameNow(since)).toBe(false);
});

test.each(["changed", "vanished", "appeared"])(
  "is not the same where one record of either kind %s",
  (what) => {
    expect(isSameNow(SAME)).toBe(true);
    for (const kind of ["entries", "transactions"])
      expect(isSameNow({ ...SAME, [kind]: { ...NONE, [what]: [1] } })).toBe(false);
  },
);

test("tells exceptions that are gone, new ones, and those of another status", () => {
  const review = (statuses: Readonly<Record<string, ReviewStatus>>) => ({
    findings: Object.entries(statuses).map(([fingerprint, status]) => ({
      finding: { fingerprint },
      status,
    })) as unknown as readonly ReviewedFinding[],
  });
  const then = review({ gone: "raised", same: "accepted", other: "open" });
  const now = review({ same: "accepted", other: "raised", fresh: "open" });
  const { gone, appeared, redecided } = findingsSince(then, now);
  const told = [gone, appeared, redecided].map((some) => some.map(({ fingerprint }) => fingerprint));
  expect(told).toEqual([["gone"], ["fresh"], ["other"]]);
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
