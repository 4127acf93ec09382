/** What a bank's statements say of entries: each finding with its words and numbers, and none where it is not known. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AcceptedTie, BankBooks } from "../../../src/core/bank/accepted.ts";
import type { AccountLine } from "../../../src/core/bank/statement.ts";
import { reconcile } from "../../../src/core/reconcile/reconcile.ts";
import { IS_BANK_RULE } from "../../../src/core/reconcile/input/rules.ts";
import { DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import type { Entry } from "../../../src/core/records/entry.ts";
import { DAY_MS, type Day, ZoneClock, addDays, monthDays, periodOf } from "../../../src/core/time.ts";
import { columnsOf } from "../../helpers/columns.ts";
import { OCTOBER_MS, check, sha256, wallet } from "../../helpers/records.ts";

const FIRST = "2026-10-01" as Day;

/** An entry each day from the 5th on. */
function dated(movements: readonly number[], fields: Partial<Entry> = {}): Entry[] {
  return wallet(movements, (at) => ({ dateCreatedAtMs: OCTOBER_MS + (4 + at) * DAY_MS, ...fields }));
}

function line(at: number, day: number, amount: number): AccountLine {
  const facts = { valueDay: null, balance: null, reference: "", narration: "" };
  return { evidence: 3, at, day: addDays(FIRST, day - 1), amount, ...facts };
}

function books(lines: readonly AccountLine[], fields: Partial<BankBooks> = {}): BankBooks {
  const covered = [{ from: addDays(FIRST, -30), to: addDays(FIRST, 60) }];
  const account = { account: "GTBank", currency: null, lines, covered };
  return { id: "1", places: 2, scale: 100, accounts: [account], ties: [], notAsked: [], ...fields };
}

function resultOf(entries: readonly Entry[], bank: BankBooks, month: string | null = null) {
  const input = columnsOf({ entries, transactions: [], human: { bank } }, sha256);
  const days = month === null ? null : monthDays(month);
  const period = days === null ? null : periodOf(days.from, days.to, new ZoneClock("UTC"));
  return reconcile(input, DEFAULT_OPTIONS, { period, sha256 });
}

function told(...of: Parameters<typeof resultOf>): string[] {
  return resultOf(...of)
    .findings.filter(({ rule }) => IS_BANK_RULE.has(rule))
    .map(({ rule, severity, walletID, difference = "", message }) => {
      return `${severity} ${rule} ${walletID} ${difference}: ${message}`;
    });
}

const tie = (id: number, walletID: number, at: number, fields: Partial<AcceptedTie> = {}): AcceptedTie => {
  return { id, walletIDs: [walletID], lines: [{ evidence: 3, at }], difference: null, ...fields };
};

test("of actions that somebody said a bank knows nothing of, the bank is not asked, in that direction alone", () => {
  const entries = wallet([900, 300, -500], (at) => ({
    action: at === 0 ? "BONUS" : at === 1 ? "TOPUP" : "BONUS",
    dateCreatedAtMs: OCTOBER_MS + (4 + at) * DAY_MS,
  }));
  const rules = (notAsked: BankBooks["notAsked"]) =>
    told(entries, books([], { notAsked })).map((words) => words.split(" ").slice(1, 3).join(" "));
  expect(rules([{ action: "BONUS", direction: "in" }])).toEqual([
    "topup-without-payment 2",
    "withdrawal-not-received 3",
  ]);
  expect(rules([])).toHaveLength(3);
});

describe("an entry without a payref", () => {
  const out = dated([900, -500]);
  test.each<[string, readonly Entry[], BankBooks, string[]]>([
    [
      "that never arrived, and one that nobody paid",
      out,
      books([]),
      [
        "warning topup-without-payment 1 900: 900.00 came into the wallet on 2026-10-05, and the statements have no line that could have paid it.",
        "error withdrawal-not-received 2 -500: 500.00 left the wallet on 2026-10-06, and the statements have no line that it could have come to.",
      ],
    ],
    [
      "on one line of its amount",
      out,
      books([line(1, 5, -90_000), line(2, 7, 50_000)]),
      [
        "info bank-line-found 1 : 900.00 came into the wallet on 2026-10-05: 2026-10-05, row 1 of evidence 3, and nothing else. Nobody has accepted it yet.",
        "info bank-line-found 2 : 500.00 left the wallet on 2026-10-06: 2026-10-07, row 2 of evidence 3, and nothing else. Nobody has accepted it yet.",
      ],
    ],
    [
      "on two lines of it, and short",
      out,
      books([line(1, 5, -90_100), line(2, 7, 50_000), line(3, 8, 50_000)]),
      [
        "warning short-by-fee 1 -1: 900.00 came into the wallet on 2026-10-05, and no line has that amount. Less a fee it could be 2026-10-05, row 1 of evidence 3, 901.00.",
        "warning several-bank-lines 2 : 500.00 left the wallet on 2026-10-06: 2 ways to lines: 2026-10-07, row 2 of evidence 3; or 2026-10-08, row 3 of evidence 3.",
      ],
    ],
    [
      "short by less than the wallet counts",
      out,
      books([line(1, 5, -90_000), line(2, 7, 49_950)]),
      [
        "info bank-line-found 1 : 900.00 came into the wallet on 2026-10-05: 2026-10-05, row 1 of evidence 3, and nothing else. Nobody has accepted it yet.",
        "warning short-by-fee 2 : 500.00 left the wallet on 2026-10-06, and no line has that amount. Less a fee it could be 2026-10-07, row 2 of evidence 3, 499.50.",
      ],
    ],
    [
      "that others have the only line of",
      dated([-500, -500]),
      books([line(2, 7, 50_000)]),
      [1, 2].map(
        (walletID) =>
          `warning several-bank-lines ${walletID} : 500.00 left the wallet on 2026-10-0${walletID + 4}: it could be 2026-10-07, row 2 of evidence 3, as another entry could.`,
      ),
    ],
    [
      "where the statements do not reach, where it is not approved, and where it has a payref",
      [...dated([900], { isApproved: 0 }), ...dated([0, -5], { payref: "X" }).slice(1)],
      books([]),
      [],
    ],
  ])("%s", (_, entries, bank, expected) => {
    expect(told(entries, bank)).toEqual(expected);
  });

  test("is not judged before the statements' end, nor across a gap", () => {
    const covered = [
      { from: addDays(FIRST, -9), to: addDays(FIRST, 8) },
      { from: addDays(FIRST, 10), to: addDays(FIRST, 99) },
    ];
    const account = { account: "GTBank", currency: null, lines: [], covered };
    expect(told(out, books([], { accounts: [account] }))).toEqual([
      expect.stringContaining("topup-without-payment 1"),
    ]);
  });

  test("counts under the period's end as under the whole history, and stays until it arrives", () => {
    const entries = dated([900, -500]);
    const bank = books([line(1, 5, -90_000)]);
    expect(told(entries, bank, "2026-10")).toEqual(told(entries, bank));
    expect(told(entries, bank, "2026-11")).toEqual([expect.stringContaining("withdrawal-not-received 2")]);
  });
});

describe("what was accepted", () => {
  const entries = dated([900, -500]);
  const lines = [line(1, 5, -90_000), line(2, 7, 50_000)];

  test("says no more, and supports its entry", () => {
    const bank = books(lines, { ties: [tie(4, 1, 1), tie(5, 2, 2)] });
    expect(told(entries, bank)).toEqual([]);
    const { answers = [] } = resultOf(entries, bank).bank ?? {};
    expect(answers.flatMap(({ support }) => support ?? [])).toMatchObject([
      { match: 4, walletIDs: [1], lines: [{ at: 1 }], difference: 0 },
      { match: 5, walletIDs: [2], lines: [{ at: 2 }], difference: 0 },
    ]);
  });

  test("says that a line like it is left, and what differs until somebody says what it is", () => {
    const again = [...lines, line(3, 8, 50_000), line(4, 6, -90_000)];
    expect(told(entries, books(again, { ties: [tie(4, 1, 1), tie(5, 2, 2)] }))).toEqual([
      "warning paid-without-topup 1 : 900.00 came into the wallet on 2026-10-05, accepted as match 4, and one more line has the same 900.00, of which the wallet has nothing: 2026-10-06, row 4 of evidence 3.",
      "warning received-without-withdrawal 2 : 500.00 left the wallet on 2026-10-06, accepted as match 5, and one more line has the same 500.00, of which the wallet has nothing: 2026-10-08, row 3 of evidence 3.",
    ]);
    const short = [line(1, 5, -90_000), line(2, 7, 49_000)];
    const ties = (difference: AcceptedTie["difference"]) => [tie(4, 1, 1), tie(5, 2, 2, { difference })];
    expect(told(entries, books(short, { ties: ties(null) }))).toEqual([
      "warning short-by-fee 2 -10: Match 5 is of 500.00 in the wallet and 490.00 at the bank: nobody has said what the 10.00 between them are.",
    ]);
    expect(told(entries, books(short, { ties: ties("fee") }))).toEqual([]);
  });

  test("frees the others from what was several before", () => {
    const twins = dated([-500, -500]);
    const both = [line(1, 6, 50_000), line(2, 7, 50_000)];
    expect(told(twins, books(both)).every((words) => words.includes("several-bank-lines"))).toBe(true);
    expect(told(twins, books(both, { ties: [tie(4, 1, 1)] }))).toEqual([
      expect.stringContaining("bank-line-found 2"),
    ]);
  });
});

test("whatever order the records came in, the findings are the same to the byte", () => {
  const amounts = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(
      amounts,
      fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: -9, max: 9 })), { maxLength: 12 }),
      (movements, planted) => {
        const entries = dated(movements);
        const lines = planted
          .map(([day, amount], at) => line(at + 1, day, amount * 100))
          .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
        const bank = books(lines);
        expect(told(entries.toReversed(), bank)).toEqual(told(entries, bank));
      },
    ),
  );
});

test("a check without statements has nothing of a bank", () => {
  const result = check({ entries: dated([900, -500]) });
  expect(result.bank).toBeUndefined();
  expect(result.findings.filter(({ rule }) => IS_BANK_RULE.has(rule))).toEqual([]);
});
