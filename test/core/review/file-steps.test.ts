/** Which steps of a month's file nobody may take: accounts, letters, review points and evidence. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { type MonthStanding, afterStep, untouched } from "../../../src/core/review/close/month-states.ts";
import { type PointEvent, StandingPoints } from "../../../src/core/review/close/points.ts";
import { MOST_ATTACHED_BYTES, StandingEvidence } from "../../../src/core/review/file/attachment.ts";
import { ACCOUNT_PURPOSES, type LedgerAccount, StandingBooks } from "../../../src/core/review/file/books.ts";
import { exceptionKey } from "../../../src/core/review/decisions/review.ts";
import { StandingLetters } from "../../../src/core/review/letters/letter-rules.ts";
import type { AskedItem } from "../../../src/core/review/letters/letter-step.ts";
import type { Day } from "../../../src/core/time.ts";
import { NOTHING_FROZEN } from "../../helpers/ledgers/closing.ts";

const MONTH = "2026-10" as Month;
const SAID = { by: "Ada Obi", note: "As agreed" };

describe("accounts", () => {
  const set = (accounts: readonly LedgerAccount[]) => () =>
    new StandingBooks().admit({ event: { kind: "accounts", accounts }, ...SAID });
  const charts = fc.uniqueArray(
    fc.record({
      purpose: fc.constantFrom(...ACCOUNT_PURPOSES),
      currency: fc.constantFrom(null, "NGN", "USD"),
    }),
    { selector: ({ purpose, currency }) => `${purpose} ${currency}`, minLength: 1 },
  );

  test("may be any, but the wallet's for something else, and two for one purpose", () => {
    fc.assert(
      fc.property(charts, fc.boolean(), (chart, areTwo) => {
        // All but the wallet may share one account.
        const accounts = chart.map((one) => ({
          ...one,
          account: one.purpose === "wallet" ? "1000" : areTwo ? "2000" : `2000 ${one.purpose}`,
        }));
        expect(set(accounts)).not.toThrow();
        expect(set([...accounts, accounts[0]!])).toThrow("A purpose has two accounts");
        const other = accounts.find(({ purpose }) => purpose !== "wallet");
        if (other === undefined) return;
        const wallet = { purpose: "wallet", currency: "GHS", account: other.account } as const;
        expect(set([...accounts, wallet])).toThrow(`${other.account} is the wallet's`);
      }),
    );
  });
});

describe("a letter", () => {
  const write = (numbers: readonly number[]) => () => {
    const items = numbers.map((number, at): AskedItem => {
      const record = { walletID: at + 1, payID: null, payref: null, userID: 1 };
      return { rule: "chain-break", fingerprint: `f${at}`, ...record, number, currency: "NGN", amount: 5 };
    });
    const raised = new Map(items.map((item) => [item.fingerprint, exceptionKey(item)]));
    const event = { kind: "written", items, file: "letter.html", sha256: "a".repeat(64), bytes: 9 } as const;
    new StandingLetters().admit(
      { letter: `${MONTH}/1`, event, ...SAID, atMs: 0 },
      { isEvidence: () => false, raisedAs: (fingerprint) => raised.get(fingerprint) ?? null },
    );
  };
  const refused = "does not number what it asks from 1 on";

  test("numbers what it asks from 1 on, in that order and without a gap; findings of one cause share one", () => {
    const shares = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(shares, (counts) => {
        const numbers = counts.flatMap((count, at) => Array.from({ length: count }, () => at + 1));
        expect(write(numbers)).not.toThrow();
        for (const by of [-1, 1]) expect(write(numbers.map((number) => number + by))).toThrow(refused);
        if (counts.length < 2) return;
        expect(write(numbers.toReversed())).toThrow(refused);
        expect(write(numbers.map((number) => number * 2 - 1))).toThrow(refused);
      }),
    );
  });
});

test("a letter is as its steps say, the newest sending and each answer, and those of no letter say nothing", () => {
  const said = { letter: `${MONTH}/1`, ...SAID };
  const written = {
    kind: "written",
    items: [],
    file: "letter.html",
    sha256: "a".repeat(64),
    bytes: 9,
  } as const;
  const sent = (on: string) => ({ kind: "sent", on: on as Day, to: "The provider", how: "" }) as const;
  const answered = { kind: "answered", on: "2026-11-05" as Day, evidence: null } as const;
  const events = [sent("2026-11-01"), written, sent("2026-11-02"), sent("2026-11-03"), answered, answered];
  const standing = new StandingLetters(events.map((event, at) => ({ id: at + 1, ...said, event, atMs: at })));
  expect([...standing.letters.values()]).toMatchObject([
    {
      ref: `${MONTH}/1`,
      month: MONTH,
      file: "letter.html",
      written: { ...SAID, atMs: 1 },
      sent: { ...SAID, on: "2026-11-03", atMs: 3 },
      answers: [
        { on: "2026-11-05", atMs: 4 },
        { on: "2026-11-05", atMs: 5 },
      ],
    },
  ]);
  expect([standing.nextOf(MONTH), standing.nextOf("2026-11" as Month)]).toEqual([`${MONTH}/2`, "2026-11/1"]);
});

test("a point is not made by who prepared the month, who may answer it", () => {
  const frozen = { id: 1, month: MONTH, step: "prepare", ...SAID, atMs: 0, frozen: NOTHING_FROZEN } as const;
  const prepared = afterStep(untouched(MONTH), frozen);
  const open = untouched(MONTH);
  const made = { kind: "made", finding: null } as const;
  const points = new StandingPoints([{ id: 7, month: MONTH, event: made, ...SAID, by: "Ben Eze", atMs: 1 }]);
  const take =
    (by: string, standing: MonthStanding, event: PointEvent = made) =>
    () =>
      points.admit({ month: MONTH, event, by, note: "Why?" }, standing);
  expect(take("ada  obi", prepared)).toThrow("Ada Obi prepared October 2026, so another person must make");
  for (const admitted of [
    take("Ben Eze", prepared),
    take("Ada Obi", open),
    take("Ada Obi", prepared, { kind: "answered", point: 7 }),
  ])
    expect(admitted).not.toThrow();
});

test("evidence has a byte and at most as many as its limit says", () => {
  const attach = (bytes: number) => () =>
    new StandingEvidence().admit({
      subject: { kind: "month", month: MONTH },
      name: "bank.pdf",
      sha256: "a".repeat(64),
      bytes,
      undoes: null,
      ...SAID,
    });
  for (const bytes of [1, MOST_ATTACHED_BYTES]) expect(attach(bytes)).not.toThrow();
  expect(attach(0)).toThrow("The file is empty");
  expect(attach(MOST_ATTACHED_BYTES + 1)).toThrow("26,214,401 bytes, more than the limit of 25 MB");
});
