/** What a month's movements, breaks and payments are posted to: worked out by hand, entry by entry; and what is released. */
import { describe, expect, test } from "vitest";
import { journalOf } from "../../../src/core/report/journal.ts";
import { figuresOf } from "../../../src/core/report/sheet/figures.ts";
import { ACCOUNT_PURPOSES } from "../../../src/core/review/file/books.ts";
import {
  type JournalEvent,
  StandingJournals,
  debitsOf,
  numberedEntries,
} from "../../../src/core/review/file/journal.ts";
import type { Finding } from "../../../src/core/reconcile/input/findings.ts";
import type { Day, Month } from "../../../src/core/time.ts";
import type { Entry } from "../../../src/core/records/entry.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { HOUR_MS, OCTOBER_MS, entry, sale } from "../../helpers/records.ts";
import { reportInput } from "../../helpers/workbook/report.ts";

const DAY_MS = 24 * HOUR_MS;

interface PostedRecords {
  readonly entries: readonly Entry[];
  readonly transactions: readonly Transaction[];
}

/** The lines of October's journal, by day. @param isAccepted which findings somebody accepted */
function postedOf(
  records: PostedRecords,
  topUp = Number.NaN,
  isAccepted: (finding: Finding) => boolean = () => false,
) {
  const statusOf = (finding: Finding) => (isAccepted(finding) ? "accepted" : "open");
  const input = reportInput({ records, month: "2026-10" });
  const { opening, closing, entries } = journalOf({
    figures: figuresOf(input),
    month: "2026-10" as Month,
    block: 0,
    each: "day",
    now: { check: input.check, statusOf },
    before: { check: input.priorCheck!, statusOf },
    accounts: ACCOUNT_PURPOSES.map((purpose) => ({ purpose, currency: null, account: purpose })),
    category: ({ movement }) => (movement === topUp ? "top-up" : null),
  });
  const lines = entries.map(({ day, lines: own }) => [
    day,
    ...own.map(({ purpose, amount }) => `${purpose} ${amount}`),
  ]);
  return { opening, closing, lines };
}

const on = (day: number) => ({ dateCreatedAtMs: OCTOBER_MS + day * DAY_MS + HOUR_MS });
const PAID = { datePaidAtMs: OCTOBER_MS, dateCreatedAtMs: OCTOBER_MS };

/** A top-up with a break after it, and a sale; then an orphan, and a sale that is short. */
const OPEN_RECORDS: PostedRecords = {
  entries: [
    entry(1, { debit: 1000, balance: 1000, ...on(0) }),
    entry(2, { debit: 300, balance: 1340, payref: "PAY-1", ...on(0) }),
    entry(3, { credit: 90, balance: 1250, payref: "LOST", ...on(1) }),
    entry(4, { debit: 450, balance: 1700, payref: "PAY-2", ...on(1) }),
  ],
  transactions: [sale(1, 300, PAID), sale(2, 500, PAID)],
};

test("posts what a rule names and what is due of a sale to its account, and to suspense breaks, orphans and what is short", () => {
  const { opening, closing, lines } = postedOf(OPEN_RECORDS, 1000);
  expect([opening, closing]).toEqual([0, 1700]);
  expect(lines).toEqual([
    ["2026-10-01", "wallet 1300", "wallet 40", "sales -300", "top-ups -1000", "suspense/balance-break -40"],
    [
      "2026-10-02",
      "wallet 450",
      "wallet -90",
      "sales -500",
      "suspense/orphan-payref 90",
      "suspense/under 50",
    ],
  ]);
});

test.each([
  ["chain-break", "suspense/balance-break -40", "differences -40"],
  ["orphan-payref", "suspense/orphan-payref 90", "differences 90"],
  ["amount-mismatch", "suspense/under 50", "differences 50"],
])("posts to differences what somebody accepted of a %s, and nothing else", (rule, open, accepted) => {
  const flat = (posted: ReturnType<typeof postedOf>) => posted.lines.flat();
  const before = flat(postedOf(OPEN_RECORDS, 1000));
  const after = flat(postedOf(OPEN_RECORDS, 1000, (finding) => finding.rule === rule));
  expect(after.toSorted()).toEqual(before.map((line) => (line === open ? accepted : line)).toSorted());
  expect(after).toContain(accepted);
});

test("what came of a deleted payment is no sale, and a purchase that cost more is settled over", () => {
  const entries = [
    entry(1, { debit: 2000, balance: 2000, ...on(0) }),
    entry(2, { debit: 600, balance: 2600, payref: "PAY-1", ...on(1) }),
    entry(3, { credit: 1500, balance: 1100, payref: "PAY-2", ...on(2) }),
  ];
  const bought = sale(2, 1000, { ...PAID, traderStatus: "buyer" });
  const { lines } = postedOf(
    { entries, transactions: [sale(1, 600, { ...PAID, isDeleted: 1 }), bought] },
    2000,
  );
  expect(lines.slice(1)).toEqual([
    ["2026-10-02", "wallet 600", "suspense/deleted -600"],
    ["2026-10-03", "wallet -1500", "purchases 1000", "suspense/over 500"],
  ]);
});

describe("a release of a journal", () => {
  const released = (fields: object = {}): JournalEvent & { readonly kind: "released" } => ({
    kind: "released",
    month: "2026-10" as Month,
    currency: "NGN",
    each: "day",
    decimals: 0,
    opening: 100,
    closing: 130,
    entries: [posting(1, 50, -50), posting(1, -20, 15, 5)],
    release: 1,
    reverses: null,
    program: "xero",
    taxRate: null,
    file: "journal.csv",
    sha256: "0".repeat(64),
    bytes: 1,
    ...fields,
  });
  /** The first line is the wallet's. */
  const posting = (day: number, ...amounts: readonly number[]) => ({
    day: `2026-10-${String(day).padStart(2, "0")}` as Day,
    text: "",
    lines: amounts.map((amount, at) => {
      return { purpose: at === 0 ? "wallet" : "sales", account: "1", amount, text: "" };
    }),
  });
  const admitted = (event: JournalEvent, ...before: readonly JournalEvent[]) => {
    const journals = new StandingJournals();
    for (const one of before) journals.take(one);
    try {
      journals.admit(event);
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };

  test("is admitted with entries of its month's days in their order, of two lines and more, that lead to the closing", () => {
    expect(admitted(released())).toBe("");
    const ofEdges = [posting(1, 30, -30), posting(31, 5, -5), posting(31, -5, 5)];
    expect(admitted(released({ entries: ofEdges }))).toBe("");
    expect(admitted(released({ entries: [], closing: 100 }))).toBe("");
  });

  const balance = "The entry of 2026-10-01 does not balance";
  const led = "The entries do not lead from the opening of October 2026 to its closing";
  test.each<[string, object, string]>([
    ["one line", { entries: [posting(1, 0)] }, balance],
    ["a line of nothing", { entries: [posting(1, 30, -30, 0)] }, balance],
    ["lines that do not come to nil", { entries: [posting(1, 30, -29)] }, balance],
    [
      "a later day first",
      { entries: [posting(2, 30, -30), posting(1, 5, -5)] },
      "The entry of 2026-10-01 is not in the order of October 2026's days",
    ],
    [
      "a day of the month after",
      { month: "2026-09", entries: [posting(1, 30, -30)] },
      "The entry of 2026-10-01 is not in the order of September 2026's days",
    ],
    [
      "a day of the month before",
      { month: "2026-11", entries: [posting(31, 30, -30)] },
      "The entry of 2026-10-31 is not in the order of November 2026's days",
    ],
    ["another closing", { closing: 131 }, led],
    ["a number that is not the next", { release: 2 }, "Release 2026-10/2 is not the next of its month"],
    ["something to take back", { reverses: 1 }, "Release 2026-10/1 does not take back the one before it"],
  ])("is refused with %s", (_, fields, sentence) => {
    expect(admitted(released(fields))).toBe(sentence);
  });

  test("posts under numbers of its own, after the turned entries of what it takes back", () => {
    const one = released({ entries: [posting(1, 1, -1), posting(2, -20, 15, 5)] });
    const numbered = numberedEntries({ ...one, release: 2, entries: [posting(31, 4, -4)] }, one);
    const amounts = numbered.map(({ number, lines }) => [number, ...lines.map(({ amount }) => amount)]);
    expect(amounts).toEqual([
      ["202610-2-01", -1, 1],
      ["202610-2-02", 20, -15, -5],
      ["202610-2-03", 4, -4],
    ]);
    expect(numbered.map(({ text }) => text)).toEqual([
      "Reversal of 2026-10/1: ",
      "Reversal of 2026-10/1: ",
      "",
    ]);
    expect(numberedEntries(one, null).map(({ number }) => number)).toEqual(["202610-1-01", "202610-1-02"]);
    const many = { ...one, entries: Array.from({ length: 100 }, () => posting(1, 1, -1)) };
    expect(numberedEntries(many, null)[8]?.number).toBe("202610-1-009");
    expect(debitsOf(one.entries)).toBe(21);
  });

  test("takes back the newest of its month and currency, posts something else, and is written once for each program", () => {
    const again = { release: 2, reverses: 1, closing: 150, entries: [posting(1, 50, -50)] };
    expect(admitted(released(again), released())).toBe("");
    expect(admitted(released({ ...again, reverses: null }), released())).toContain("does not take back");
    expect(admitted(released({ ...again, currency: "USD", reverses: null }), released())).toBe("");
    expect(admitted(released({ release: 2, reverses: 1 }), released())).toBe(
      "Release 2026-10/2 posts what was released before",
    );
    const { program, taxRate, file, sha256, bytes } = released();
    const written = (release: number, of: typeof program): JournalEvent => {
      return {
        kind: "written",
        month: "2026-10" as Month,
        release,
        program: of,
        taxRate,
        file,
        sha256,
        bytes,
      };
    };
    expect(admitted(written(1, "qbo"), released())).toBe("");
    expect(admitted(written(1, program), released())).toBe("Release 2026-10/1 was written for xero before");
    expect(admitted(written(2, "qbo"), released())).toBe("October 2026 has no release 2");
    expect(admitted(written(1, "qbo"), released(), written(1, "qbo"))).toContain("written for qbo before");
  });
});
