/** A change that runs through the rows of a wallet is asked about once. */
import { expect, test } from "vitest";
import { DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import type { Entry } from "../../../src/core/records/entry.ts";
import { askedEvents } from "../../../src/core/report/letter-events.ts";
import { reconcile } from "../../../src/core/reconcile/reconcile.ts";
import { columnsOf } from "../../helpers/columns.ts";
import { entry, sha256, wallet } from "../../helpers/records.ts";

/** The walletIDs and the amount of each event that no cause tells, of entries that an earlier pull had otherwise. */
function eventsOf(
  entries: Entry[],
  earlier: (one: Entry) => Partial<Entry> | null,
  pullsOf: (one: Entry) => readonly (readonly [number, number])[] = () => [[1, 2]],
) {
  const entryVersions = entries.flatMap((after) => {
    const fields = earlier(after);
    if (fields === null) return [];
    return pullsOf(after).map((pulls) => ({ before: { ...after, ...fields }, after, pulls }));
  });
  const input = columnsOf({ entries, transactions: [], history: { entryVersions } }, sha256);
  const result = reconcile(input, DEFAULT_OPTIONS, { period: null, sha256 });
  const events = askedEvents(input, result).slice(result.causes.items.length);
  return events.map(({ walletIDs, amount, findings }) => ({ walletIDs, amount, findings: findings.length }));
}

const entries = wallet([100, 200, 300, 400, 500]);
const ONE = [{ walletIDs: [2, 3, 4, 5], amount: 60, findings: 4 }];

test("balances counted anew from a row on are one change, with the row whose amount was changed", () => {
  const isLater = ({ walletID }: Entry) => walletID > 1;
  expect(eventsOf(entries, (one) => (isLater(one) ? { balance: one.balance - 60 } : null))).toEqual(ONE);
  const edited = (one: Entry) =>
    isLater(one)
      ? { balance: one.balance - 60, ...(one.walletID === 2 ? { debit: one.debit - 60 } : {}) }
      : null;
  expect(eventsOf(entries, edited)).toEqual(ONE);
});

test("times moved by one span are one change without an amount", () => {
  const moved = (one: Entry) => ({ dateCreatedAtMs: one.dateCreatedAtMs - 86_400_000 });
  expect(eventsOf(entries, moved)).toEqual([{ walletIDs: [1, 2, 3, 4, 5], amount: 0, findings: 5 }]);
});

test("other changes stay apart: another amount, amounts of rows themselves, another wallet", () => {
  expect(eventsOf(entries, (one) => ({ balance: one.balance - one.walletID }))).toEqual([]);
  expect(eventsOf(entries, (one) => ({ debit: one.debit - 60 }))).toEqual([]);
  const others = [entry(1, { debit: 5, balance: 5 }), entry(2, { debit: 5, balance: 5, userID: 2 })];
  expect(eventsOf(others, (one) => ({ balance: one.balance - 60 }))).toEqual([]);
});

test("rows that are no neighbours, of other pulls, changed twice, or of which one had no time, share no change", () => {
  const counted = (one: Entry) => ({ balance: one.balance - 60 });
  expect(eventsOf(entries, (one) => (one.walletID === 3 ? null : counted(one)))).toEqual([
    { walletIDs: [1, 2], amount: 60, findings: 2 },
    { walletIDs: [4, 5], amount: 60, findings: 2 },
  ]);
  expect(eventsOf(entries, (one) => (one.walletID % 2 === 0 ? null : counted(one)))).toEqual([]);
  expect(eventsOf(entries, counted, ({ walletID }) => [[walletID < 3 ? 1 : 2, 3]])).toEqual([
    { walletIDs: [1, 2], amount: 60, findings: 2 },
    { walletIDs: [3, 4, 5], amount: 60, findings: 3 },
  ]);
  const twice = eventsOf(entries, counted, ({ walletID }) =>
    walletID < 4
      ? [
          [1, 2],
          [2, 3],
        ]
      : [[1, 2]],
  );
  expect(twice).toEqual([{ walletIDs: [4, 5], amount: 60, findings: 2 }]);
  const paid = entries.map((one) => ({ ...one, datePaidAtMs: one.dateCreatedAtMs }));
  expect(eventsOf(paid, () => ({ datePaidAtMs: null }))).toEqual([]);
});
