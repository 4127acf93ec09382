/** What a month's movements, breaks and payments are posted to: worked out by hand, entry by entry; and what is released. */
import { describe, expect, test } from "vitest";
import type { CheckOptions } from "../../../src/core/options.ts";
import { journalOf } from "../../../src/core/report/journal.ts";
import { checkUpTo } from "../../../src/core/report/sheet/closing.ts";
import { figuresOf } from "../../../src/core/report/sheet/figures.ts";
import { ACCOUNT_PURPOSES, type AccountPurpose } from "../../../src/core/review/file/books.ts";
import {
  type JournalEvent,
  type JournalPart,
  StandingJournals,
  debitsOf,
  numberedEntries,
} from "../../../src/core/review/file/journal.ts";
import type { Finding } from "../../../src/core/reconcile/input/findings.ts";
import type { Day, Month } from "../../../src/core/time.ts";
import type { CloseStep } from "../../../src/core/review/close/close.ts";
import { NO_HUMAN_INPUT, type Records } from "../../helpers/columns.ts";
import { NOTHING_FROZEN, closeStep } from "../../helpers/ledgers/closing.ts";
import { dollarsInNaira } from "../../helpers/ledgers/currency-world.ts";
import { HOUR_MS, OCTOBER_MS, entry, sale, sha256, wallet } from "../../helpers/records.ts";
import { reportInput } from "../../helpers/workbook/report.ts";
import { crowdPay, saleWithFees } from "../oracle/worked/details.ts";

const DAY_MS = 24 * HOUR_MS;

interface Posted {
  readonly topUp?: number;
  /** Which findings somebody accepted. */
  readonly isAccepted?: (finding: Finding) => boolean;
  readonly each?: JournalPart;
  readonly options?: Partial<CheckOptions>;
  /** The purposes that have an account. */
  readonly accounts?: readonly AccountPurpose[];
  readonly closeSteps?: readonly CloseStep[];
}

/** October's journal. @param topUp the movement that a rule names */
function journalFor(
  records: Partial<Records>,
  {
    topUp,
    isAccepted = () => false,
    each = "day",
    options = { convention: "asset" },
    accounts = ACCOUNT_PURPOSES,
    closeSteps = [],
  }: Posted,
) {
  const statusOf = (finding: Finding) => (isAccepted(finding) ? "accepted" : "open");
  const input = reportInput({ records, month: "2026-10", options, closeSteps });
  const upTo = (day: string) => ({
    check: checkUpTo(day as Day, input.records, input.check, sha256),
    statusOf,
  });
  return journalOf({
    figures: figuresOf(input),
    month: "2026-10" as Month,
    block: 0,
    each,
    now: upTo("2026-10-31"),
    before: upTo("2026-09-30"),
    accounts: accounts.map((purpose) => ({ purpose, currency: null, account: purpose })),
    category: ({ movement }) => (movement === topUp ? "top-up" : null),
  });
}

/** Its lines, by day. */
function postedOf(records: Partial<Records>, how: Posted = {}) {
  const { opening, closing, entries } = journalFor(records, how);
  const lines = entries.map(({ day, lines: own }) => [
    day,
    ...own.map(({ purpose, amount }) => `${purpose} ${amount}`),
  ]);
  return { opening, closing, lines };
}

const on = (day: number) => ({ dateCreatedAtMs: OCTOBER_MS + day * DAY_MS + HOUR_MS });
const PAID = { datePaidAtMs: OCTOBER_MS, dateCreatedAtMs: OCTOBER_MS };

/** A top-up with a break after it, and a sale; then an orphan, and a sale that is short. */
const OPEN_RECORDS: Partial<Records> = {
  entries: [
    entry(1, { debit: 1000, balance: 1000, ...on(0) }),
    entry(2, { debit: 300, balance: 1340, payref: "PAY-1", ...on(0) }),
    entry(3, { credit: 90, balance: 1250, payref: "LOST", ...on(1) }),
    entry(4, { debit: 450, balance: 1700, payref: "PAY-2", ...on(1) }),
  ],
  transactions: [sale(1, 300, PAID), sale(2, 500, PAID)],
};

test("posts what a rule names and what is due of a sale to its account, and to suspense breaks, orphans and what is short", () => {
  const { opening, closing, lines } = postedOf(OPEN_RECORDS, { topUp: 1000 });
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
  const isAccepted = (finding: Finding) => finding.rule === rule;
  const before = flat(postedOf(OPEN_RECORDS, { topUp: 1000 }));
  const after = flat(postedOf(OPEN_RECORDS, { topUp: 1000, isAccepted }));
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
    { topUp: 2000 },
  );
  expect(lines.slice(1)).toEqual([
    ["2026-10-02", "wallet 600", "suspense/deleted -600"],
    ["2026-10-03", "wallet -1500", "purchases 1000", "suspense/over 500"],
  ]);
});

test("a payment's entries go to what most of it is, and the last day takes what is left of each", () => {
  const paid = { ...PAID, datePaidAtMs: OCTOBER_MS - 5 * DAY_MS };
  const of = (walletID: number, debit: number, balance: number, payref: string, day: number) =>
    entry(walletID, { debit, balance, payref, ...on(day) });
  const { lines } = postedOf({
    entries: [
      of(1, 300, 300, "PAY-2", -3),
      of(2, 200, 500, "PAY-1", 1),
      of(3, 150, 650, "PAY-1", 1),
      of(4, 200, 850, "PAY-2", 2),
      of(5, 90, 940, "PAY-3", 3),
      of(6, 200, 1140, "PAY-1", 4),
    ],
    transactions: [sale(1, 500, paid), sale(2, 500, paid), sale(3, 90, paid), sale(4, 60, paid)],
  });
  // Of the second, what September closed with was short of it; of the fourth nothing came.
  expect(lines).toEqual([
    ["2026-10-02", "wallet 350", "sales -350"],
    ["2026-10-03", "wallet 200", "suspense/under -200"],
    ["2026-10-04", "wallet 90", "sales -90"],
    ["2026-10-05", "wallet 200", "sales -150", "suspense/over -50"],
  ]);
});

test.each<[CheckOptions["settlementBasis"], number, string[]]>([
  ["less-fees", 963, ["sales -1000", "escrow-fees 30", "tax 7"]],
  ["less-escrow", 970, ["sales -1000", "escrow-fees 30"]],
  ["charged", 1000, ["sales -1000"]],
])("posts a sale before what the provider keeps of it: %s", (settlementBasis, settled, lines) => {
  const entries = [entry(1, { debit: settled, balance: settled, payref: "PAY-1", ...on(0) })];
  const transactions = [sale(1, 1000, { ...PAID, scrowfee: 30, taxfee: 7, payableamount: 963 })];
  const posted = postedOf({ entries, transactions }, { options: { settlementBasis } });
  expect(posted.lines).toEqual([["2026-10-01", `wallet ${settled}`, ...lines]]);
});

test("names what has an amount and no account, and takes the bank's where top-ups have none of their own", () => {
  const without = (...left: readonly string[]) => ({
    topUp: 1000,
    accounts: ACCOUNT_PURPOSES.filter((purpose) => !left.includes(purpose)),
  });
  const missing =
    (...left: readonly string[]) =>
    () =>
      journalFor(OPEN_RECORDS, without(...left));
  const has = "October 2026 in NGN has amounts for";
  expect(missing("sales")).toThrow(`${has} sales, and no account is set for that`);
  expect(missing("sales", "top-ups", "bank")).toThrow(
    /has amounts for (?:sales, top-ups|top-ups, sales), and no account is set for these$/u,
  );
  expect(missing("purchases", "fees", "tax")).not.toThrow();
  const accounts = journalFor(OPEN_RECORDS, without("top-ups")).entries.flatMap(({ lines }) => lines);
  expect(accounts.find(({ purpose }) => purpose === "top-ups")?.account).toBe("bank");
});

test("says of each line what it is and whose, in one entry of the month on its last day", () => {
  const { entries } = journalFor(OPEN_RECORDS, { topUp: 1000, each: "month" });
  expect(entries.map(({ day, text }) => [day, text])).toEqual([
    ["2026-10-31", "Escrow wallet, October 2026, NGN"],
  ]);
  expect(entries[0]?.lines.map(({ amount, text }) => `${amount} ${text}`)).toEqual([
    "1750 Inflows, 3 entries",
    "-90 Outflows, 1 entry",
    "40 Break differences",
    "-800 Sales, gross: payID 1, 2",
    "-1000 Top-ups: walletID 1",
    "90 Suspense: payref that no payment has: walletID 3",
    "50 Suspense: settled short: payID 2",
    "-40 Suspense: balance moved without an entry: walletID 2",
  ]);
  expect(journalFor(OPEN_RECORDS, {}).entries[0]?.text).toBe("Escrow wallet, 2026-10-01, NGN");
});

test("counts a movement and a break of one unit, and no entry that moved nothing", () => {
  const entries = [
    entry(1, { debit: 1, balance: 1, ...on(0) }),
    entry(2, { balance: 1, ...on(0) }),
    entry(3, { balance: 1, ...on(1) }),
    entry(4, { balance: 2, ...on(2) }),
  ];
  const { entries: posted } = journalFor({ entries, transactions: [] }, {});
  expect(
    posted.map(({ day, lines }) => [day, ...lines.map(({ amount, text }) => `${amount} ${text}`)]),
  ).toEqual([
    ["2026-10-01", "1 Inflows, 1 entry", "-1 Suspense: movement not classified: walletID 1"],
    ["2026-10-03", "1 Break differences", "-1 Suspense: balance moved without an entry: walletID 4"],
  ]);
});

test("what is short within the tolerance is open though nothing is found, for nobody accepted it", () => {
  expect(postedOf(OPEN_RECORDS, { options: { tolerance: 50 } }).lines.flat()).toContain("suspense/under 50");
});

test("takes what was of before out of suspense on the last day, once its payment is paid; a match made since changes the month before, signed or not", () => {
  const earlier = (payref: string) => [entry(1, { debit: 70, balance: 70, payref, ...on(-9) })];
  const unlike = { opening: 70, closing: 70 };
  const late = { ...PAID, datePaidAtMs: OCTOBER_MS + DAY_MS };
  expect(postedOf({ entries: earlier("PAY-1"), transactions: [sale(1, 70, late)] })).toEqual({
    ...unlike,
    lines: [["2026-10-31", "sales -70", "suspense/not-paid 70"]],
  });
  const september = { datePaidAtMs: OCTOBER_MS - 2 * DAY_MS, dateCreatedAtMs: OCTOBER_MS - 2 * DAY_MS };
  const matches = [{ id: 1, walletIDs: [1], payIDs: [1] }];
  const matched = {
    entries: earlier("LOST"),
    transactions: [sale(1, 70, september)],
    human: { ...NO_HUMAN_INPUT, matches },
  };
  const step = { month: "2026-09" as Month, step: "sign-off", frozen: NOTHING_FROZEN } as const;
  expect(postedOf(matched, { closeSteps: [closeStep(step)] })).toEqual({ ...unlike, lines: [] });
});

test("of a crowd-pay what it raised is a sale, what came beyond it is settled over, and what went back waits until it all has", () => {
  const raised = crowdPay(1, 1000, 100, PAID);
  const moves = (...movements: readonly number[]) =>
    wallet(movements, (at) => ({ payref: "PAY-1", ...on(at) }));
  const posted = (...movements: readonly number[]) =>
    postedOf({ entries: moves(...movements), transactions: [raised] }).lines;
  expect(posted(60, 50)).toEqual([
    ["2026-10-01", "wallet 60", "sales -60"],
    ["2026-10-02", "wallet 50", "sales -40", "suspense/over -10"],
  ]);
  expect(posted(100, -30)).toEqual([
    ["2026-10-01", "wallet 100", "sales -100"],
    ["2026-10-02", "wallet -30", "suspense/under 30"],
  ]);
  expect(posted(100, -100)).toEqual([
    ["2026-10-01", "wallet 100", "suspense/wrong-direction -100"],
    ["2026-10-02", "wallet -100", "suspense/wrong-direction 100"],
  ]);
});

test("a match by hand posts each of its payments as what it is, and its rest to suspense", () => {
  const lost = (movement: number) => wallet([movement], () => ({ payref: "LOST", ...on(3) }));
  const matched = (movement: number, ...transactions: readonly ReturnType<typeof sale>[]) =>
    postedOf({
      entries: lost(movement),
      transactions,
      human: { matches: [{ id: 1, walletIDs: [1], payIDs: transactions.map(({ payID }) => payID) }] },
    }).lines.flatMap(([, ...lines]) => lines);
  const bought = sale(2, 250, { ...PAID, traderStatus: "buyer" });
  expect(matched(750, sale(1, 1000, PAID), bought)).toEqual(["wallet 750", "sales -1000", "purchases 250"]);
  expect(matched(20, sale(1, 250, PAID), bought)).toEqual([
    "wallet 20",
    "sales -250",
    "purchases 250",
    "suspense/over -20",
  ]);
  expect(matched(700, sale(1, 1000, PAID), bought)).toEqual([
    "wallet 700",
    "sales -1000",
    "purchases 250",
    "suspense/under 50",
  ]);
});

test("of a match by hand the fees of a payment that is not due are not posted", () => {
  const fees = (payID: number, amount: number) => ({
    ...saleWithFees(payID, amount, { escrow: 10, tax: 5 }),
    ...PAID,
  });
  const settled = [0, 1, 2].map((at) => fees(at + 5, 100 + at));
  const entries = wallet([485, 85, 86, 87], (at) => ({
    payref: at === 0 ? "LOST" : `PAY-${at + 4}`,
    ...on(at),
  }));
  const { lines } = postedOf({
    entries,
    transactions: [fees(1, 500), { ...fees(2, 300), datePaidAtMs: null }, ...settled],
    human: { matches: [{ id: 1, walletIDs: [1], payIDs: [1, 2] }] },
  });
  expect(lines[0]).toEqual(["2026-10-01", "wallet 485", "sales -500", "escrow-fees 10", "tax 5"]);
});

test("what somebody accepted of an earlier month stays accepted, and a payment that is not judged goes with it", () => {
  const september = { dateCreatedAtMs: OCTOBER_MS - 3 * DAY_MS };
  const entries = [
    entry(1, { debit: 450, balance: 450, payref: "PAY-1", ...september }),
    entry(2, { debit: 300, balance: 750, payref: "PAY-2", ...on(1) }),
  ];
  const short = sale(1, 500, { ...september, datePaidAtMs: OCTOBER_MS - 3 * DAY_MS });
  const cedis = sale(2, 300, { ...PAID, currency: "GHS" });
  const posted = (isAccepted: boolean) =>
    postedOf({ entries, transactions: [short, cedis] }, { isAccepted: () => isAccepted }).lines;
  expect(posted(false)).toEqual([["2026-10-02", "wallet 300", "suspense/not-judged -300"]]);
  expect(posted(true)).toEqual([["2026-10-02", "wallet 300", "differences -300"]]);
});

test("what is not judged waits on suspense whatever second payID of its payref somebody accepted", () => {
  const bought = (payID: number) =>
    crowdPay(payID, 900, 600, { ...PAID, payref: "PAY-1", traderStatus: "buyer" });
  const entries = wallet([-600], () => ({ payref: "LOST", ...on(1) }));
  const human = { matches: [{ id: 1, walletIDs: [1], payIDs: [2] }] };
  const isAccepted = ({ rule, payID }: Finding) => rule === "duplicate-payref" && payID === 2;
  const posted = postedOf({ entries, transactions: [bought(1), bought(2)], human }, { isAccepted });
  expect(posted.lines).toEqual([["2026-10-02", "wallet -600", "suspense/not-judged 600"]]);
});

test("of a match by hand that is not judged, somebody accepted all that its payments have", () => {
  const entries = wallet([750], () => ({ payref: "LOST", ...on(1) }));
  const cedis = (payID: number) => sale(payID, 250, { ...PAID, currency: "GHS" });
  const posted = (...accepted: readonly number[]) =>
    postedOf(
      {
        entries,
        transactions: [sale(1, 250, PAID), cedis(2), cedis(3)],
        human: { matches: [{ id: 1, walletIDs: [1], payIDs: [1, 2, 3] }] },
      },
      { isAccepted: ({ payID }) => accepted.includes(payID ?? 0) },
    ).lines;
  expect(posted(2, 3)).toEqual([["2026-10-02", "wallet 750", "differences -750"]]);
  expect(posted(1, 2)).toEqual([["2026-10-02", "wallet 750", "suspense/not-judged -750"]]);
});

test.each([
  ["a contribution", crowdPay(3, 900, 250, { ...PAID, traderStatus: "buyer" })],
  ["a cycle that the interface does not name", sale(3, 250, { ...PAID, cycle: "barter" })],
  ["a payment from before the history", sale(3, 250, { ...PAID, dateCreatedAtMs: OCTOBER_MS - 30 * DAY_MS })],
])("a match by hand that is not judged for %s, too, waits whatever mismatch is accepted", (_, other) => {
  const opening = entry(1, { debit: 0, credit: 0, balance: 40, ...on(0) });
  const entries = [opening, entry(2, { debit: 500, balance: 540, payref: "LOST", ...on(1) })];
  const cedis = sale(2, 250, { ...PAID, dateCreatedAtMs: OCTOBER_MS + 2 * DAY_MS, currency: "GHS" });
  const human = { matches: [{ id: 1, walletIDs: [2], payIDs: [2, 3] }] };
  const posted = postedOf({ entries, transactions: [cedis, other], human }, { isAccepted: () => true });
  expect(posted).toEqual({
    opening: 40,
    closing: 540,
    lines: [["2026-10-02", "wallet 500", "suspense/not-judged -500"]],
  });
});

test("a payment in another currency than its entries waits on suspense, also where its numbers are alike", () => {
  const lines = postedOf(dollarsInNaira(600)).lines.flatMap(([, ...own]) => own);
  expect(lines).toEqual(["wallet 2100", "sales -1500", "suspense/other-currency -600"]);
});

test("an earlier entry that a match gives to a payment in another currency leaves what it was posted to", () => {
  // In September PAY-1 was a sale in naira; October matches it together with dollars.
  const before = { dateCreatedAtMs: OCTOBER_MS - 3 * DAY_MS, datePaidAtMs: OCTOBER_MS - 3 * DAY_MS };
  const entries = wallet([300, 70], (at) => ({
    businessID: 8,
    ...(at === 0
      ? { payref: "PAY-1", dateCreatedAtMs: before.dateCreatedAtMs }
      : { payref: "LOST", ...on(1) }),
  }));
  const { businesses } = dollarsInNaira(0);
  const transactions = [
    sale(1, 300, { ...before, businessID: 8 }),
    sale(2, 70, { ...before, currency: "USD" }),
  ];
  const human = { matches: [{ id: 1, walletIDs: [2], payIDs: [1, 2] }] };
  expect(postedOf({ entries, transactions, businesses, human }).lines).toEqual([
    ["2026-10-02", "wallet 70", "suspense/other-currency -70"],
    ["2026-10-31", "sales 300", "suspense/other-currency -300"],
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
    const { program, taxRate, file, bytes } = released();
    const written = (release: number, of: typeof program): JournalEvent => {
      return {
        kind: "written",
        month: "2026-10" as Month,
        release,
        program: of,
        taxRate,
        file,
        sha256: released().sha256,
        bytes,
      };
    };
    expect(admitted(written(1, "qbo"), released())).toBe("");
    expect(admitted(written(1, program), released())).toBe("Release 2026-10/1 was written for xero before");
    expect(admitted(written(2, "qbo"), released())).toBe("October 2026 has no release 2");
    expect(admitted(written(1, "qbo"), released(), written(1, "qbo"))).toContain("written for qbo before");
  });
});
