import fc from "fast-check";
import { expect, test } from "vitest";
import { checkDocument } from "../../../src/core/reconcile/check-document.ts";
import type { Records } from "../../helpers/columns.ts";
import type { CheckResult } from "../../../src/core/reconcile/input/result.ts";
import { ZoneClock, monthDays, periodOf } from "../../../src/core/time.ts";
import { check, oneTime, sale, wallet } from "../../helpers/records.ts";

const movement = fc.integer({ min: -50_000, max: 90_000 }).filter((value) => value !== 0);

/** A wallet whose chain holds and whose payments all settle, among entries without a payref. */
const clean = fc
  .array(fc.record({ movement, tied: fc.boolean(), user: fc.integer({ min: 1, max: 2 }) }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((steps): Records => {
    const sides = [1, 2].map((userID) => steps.filter((step) => step.user === userID));
    const entries = sides.flatMap((side, at) =>
      // A large opening keeps every balance above zero.
      wallet([10_000_000, ...side.map((step) => step.movement)], (row) => ({
        userID: at + 1,
        walletID: row * 2 + at + 1,
        payref: row > 0 && side[row - 1]?.tied === true ? `PAY-${at}-${row}` : "",
      })),
    );
    const transactions = entries
      .filter((entry) => entry.payref !== "")
      .map((entry, at) => {
        const amount = Math.abs(entry.debit - entry.credit);
        return sale(at + 1, amount, {
          payref: entry.payref,
          userID: entry.userID,
          detail: oneTime({ payref: entry.payref, amount }),
          traderStatus: entry.debit > 0 ? "seller" : "buyer",
          datePaidAtMs: entry.dateCreatedAtMs,
          dateCreatedAtMs: entry.dateCreatedAtMs - 1000,
        });
      });
    return { entries, transactions };
  });

/** The same with any balances, amounts and dates shaken. */
const shaken = fc
  .tuple(clean, fc.array(fc.tuple(fc.nat(), fc.integer({ min: -9, max: 9 }), fc.nat(5))))
  .map(([records, slips]): Records => {
    const entries = records.entries.map((entry) => ({ ...entry }));
    for (const [where, by, what] of slips) {
      const entry = entries[where % entries.length];
      if (entry === undefined) continue;
      if (what === 0) entry.balance += by;
      if (what === 1) entry.debit += by;
      if (what === 2) entry.dateCreatedAtMs += by * 40 * 3_600_000;
      if (what === 3) entry.isApproved = 0;
      if (what === 4) entry.payref = `PAY-0-${by}`;
      if (what === 5) entry.businessID += by;
    }
    return { ...records, entries };
  });

function text(result: CheckResult): string {
  return JSON.stringify(checkDocument(result, "info"));
}

const asset = { convention: "asset" } as const;

test("a clean history has no error, in any zone and period", () => {
  fc.assert(
    fc.property(clean, (records) => {
      expect(check(records, asset).counts.bySeverity).toMatchObject({ error: 0, warning: 0 });
    }),
  );
});

test("the order of the records changes no byte", () => {
  fc.assert(
    fc.property(shaken, fc.infiniteStream(fc.nat()), (records, keys) => {
      const shuffle = <T>(list: readonly T[]): T[] =>
        list
          .map((one) => ({ one, key: keys.next().value as number }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one);
      const other = { entries: shuffle(records.entries), transactions: shuffle(records.transactions) };
      expect(text(check(other))).toBe(text(check(records)));
    }),
  );
});

test("a second run gives the same", () => {
  fc.assert(
    fc.property(shaken, (records) => {
      expect(text(check(records))).toBe(text(check(records)));
    }),
  );
});

test("break differences equal closing less opening and movements, in every period", () => {
  const days = monthDays("2026-10");
  const october = days === null ? null : periodOf(days.from, days.to, new ZoneClock("America/New_York"));
  fc.assert(
    fc.property(shaken, fc.constantFrom(null, october), (records, period) => {
      for (const rolled of check(records, asset, period).wallets) {
        const moved = rolled.inflow - rolled.outflow;
        expect(rolled.breakDifference).toBe(rolled.closing - rolled.opening - moved);
      }
    }),
  );
});

test("credit and debit swapped, under the other convention, give the same breaks", () => {
  const breaks = (result: CheckResult) =>
    result.findings
      .filter((finding) => finding.rule === "chain-break")
      .map(({ walletID, difference, cause }) => [walletID, difference, cause]);
  fc.assert(
    fc.property(shaken, (records) => {
      const turned = records.entries.map((entry) => ({ ...entry, credit: entry.debit, debit: entry.credit }));
      const bank = check({ ...records, entries: turned }, { convention: "bank" });
      expect(breaks(bank)).toEqual(breaks(check(records, asset)));
    }),
  );
});

test("each planted slip in a clean chain is found once, with its cause", () => {
  const causes = [
    "misstated-balance",
    "not-applied",
    "wrong-sign",
    "applied-twice",
    "missing-entry",
  ] as const;
  fc.assert(
    fc.property(
      fc.array(movement, { minLength: 4, maxLength: 30 }),
      fc.nat(),
      fc.constantFrom(...causes),
      (moves, where, cause) => {
        const entries = wallet([10_000_000, ...moves]).map((entry) => ({ ...entry }));
        const at = 1 + (where % (moves.length - 1));
        const moved = moves[at - 1] ?? 0;
        const shift = {
          // More than movements add up to: else the balance may hold a later row by chance.
          "misstated-balance": 1_234_567_891,
          "not-applied": -moved,
          "wrong-sign": -2 * moved,
          "applied-twice": moved,
          "missing-entry": 3 * moved + 1,
        }[cause];
        const until = cause === "misstated-balance" ? at + 1 : entries.length;
        for (const entry of entries.slice(at, until)) entry.balance += shift;
        const found = check({ entries }, asset).findings.filter((finding) => finding.rule === "chain-break");
        const expected =
          cause === "misstated-balance"
            ? [
                [at + 1, cause],
                [at + 2, "recovery"],
              ]
            : [[at + 1, cause]];
        expect(found.map((finding) => [finding.walletID, finding.cause])).toEqual(expected);
      },
    ),
  );
});
