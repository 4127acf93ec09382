/** Which records a finding names as the likely other side: entries without a payref, entries too many, tasks that nothing settles. */
import { expect, test } from "vitest";
import type { CheckOptions } from "../../../src/core/options.ts";
import { type Day, ZoneClock, periodOf } from "../../../src/core/time.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import type { Entry } from "../../../src/core/records/entry.ts";
import { HOUR_MS, OCTOBER_MS, check, entry, milestone, sale, task, wallet } from "../../helpers/records.ts";

const DAYS = 24 * HOUR_MS;

/** Movements of a wallet, each with its payref and day. */
function entriesOf(list: readonly (readonly [movement: number, payref: string, day: number])[]): Entry[] {
  const movements = list.map(([movement]) => movement);
  return wallet(movements, (at) => {
    const [, payref = "", day = 0] = list[at] ?? [];
    return { payref, dateCreatedAtMs: OCTOBER_MS + day * DAYS };
  });
}

/** What is said of findings of a rule. */
function said(rule: string, entries: Entry[], transactions: Transaction[] = []): string[] {
  const { findings } = check({ entries, transactions });
  return findings.flatMap((finding) => (finding.rule === rule ? [finding.message] : []));
}

test("a payment names the only entry without a payref that may be its own", () => {
  const unpaid = (...list: [number, string, number][]) =>
    said("paid-without-entry", entriesOf([...list, [9, "", 80]]), [sale(1, 500, { payref: "A" })])[0];
  const missing = "Paid 2026-10-01 00:00:00 UTC, but no entry shows its 500 in the wallet.";
  expect(unpaid([500, "", 2])).toBe(
    `${missing} walletID 1 moved 500 without a payref at 2026-10-03 00:00:00 UTC: it may be this payment's.`,
  );
  expect(unpaid([500, "", 2], [500, "", 3])).toBe(missing);
  expect(unpaid([501, "", 2])).toBe(missing);
  expect(unpaid([500, "", 31])).toBe(missing);
  expect(unpaid([500, "B", 2])).toBe(missing);
});

test("names no entry of which two payments may be, none that is not in the balance, none of another business's wallet", () => {
  const named = (entries: Entry[], transactions: Transaction[], options: Partial<CheckOptions> = {}) =>
    check({ entries, transactions }, options).findings.filter(({ message }) => message.includes("it may "))
      .length;
  const entries = entriesOf([
    [500, "", 2],
    [9, "", 80],
  ]);
  const payments = [sale(1, 500, { payref: "A" }), sale(2, 500, { payref: "B" })];
  expect(named(entries, payments.slice(0, 1))).toBe(1);
  expect(named(entries, payments)).toBe(0);
  const pending = entries.map((one) => ({
    ...one,
    walletID: one.walletID + 1,
    balance: one.balance - 500 + 7,
  }));
  const held = [
    entry(1, { debit: 7, balance: 7 }),
    ...pending.map((one, at) => ({ ...one, isApproved: at })),
  ];
  expect(named(held, payments.slice(0, 1))).toBe(0);
  const other = [sale(1, 500, { payref: "A", businessID: 8 })];
  expect(named(entries, other)).toBe(1);
  expect(named(entries, other, { chainScope: "business" })).toBe(0);
});

test("a break names the later entry without a payref that may make up for it", () => {
  const entries = entriesOf([
    [800, "", 0],
    [-300, "", 1],
    [40, "", 1],
    [-300, "", 2],
  ]).map((one, at) => ({ ...one, balance: [800, 500, 840, 540][at] ?? 0 }));
  expect(said("chain-break", entries)).toEqual([
    "The balance is 840 where 540 follows from walletID 2: it goes on from walletID 1, without the −300 that walletID 2 moved. " +
      "No balance that leads to the newest one holds that amount. Two requests read one balance at once, or it was put back without an entry. " +
      "walletID 4 moved −300 without a payref at 2026-10-03 00:00:00 UTC: it may make up for this.",
  ]);
});

test("a break names no entry before it, and none where other records explain it", () => {
  const broken = (slipped: number) =>
    entriesOf([
      [800, "", 0],
      [-300, "", slipped],
      [40, "", 1],
      [7, "", 6],
    ]).map((one, at) => ({ ...one, balance: [800, 500, 840, 847][at] ?? 0 }));
  const names = (entries: Entry[]) =>
    said("chain-break", entries).filter((message) => message.includes("it may "));
  expect(names(broken(5))).toEqual([]);
});

test("a task that is completed after the period is not complete in it", () => {
  const tasks = [
    task(300, { dateCompletedAtMs: OCTOBER_MS }),
    task(120, { dateCompletedAtMs: OCTOBER_MS + 40 * DAYS }),
  ];
  const job = sale(1, 420, { payref: "M", cycle: "milestone", detail: milestone({ payref: "M", tasks }) });
  const october = periodOf("2026-10-01" as Day, "2026-10-31" as Day, new ZoneClock("UTC"));
  const { findings } = check({ entries: entriesOf([[180, "M", 1]]), transactions: [job] }, {}, october);
  const [message = ""] = findings.flatMap((one) => (one.rule === "amount-mismatch" ? [one.message] : []));
  expect(message.slice(message.indexOf("too "))).toBe("too little, by 120.");
});

test("an amount that does not agree names the entries without which it would, and counts many", () => {
  const tasks = [task(120), task(300)];
  const job = sale(1, 420, { payref: "M", cycle: "milestone", detail: milestone({ payref: "M", tasks }) });
  const of = (...movements: number[]) =>
    said("amount-mismatch", entriesOf(movements.map((one, at) => [one, "M", at])), [job]).map((message) =>
      message.slice(message.indexOf("too ")),
    );
  expect(of(120, 300, 300)).toEqual([
    "too much, by 300. Without one of walletID 2, 3 they come to what is expected.",
  ]);
  expect(of(120, 300, -50)).toEqual(["too little, by 50. Without walletID 3 they come to what is expected."]);
  expect(of(120, 10)).toEqual(["too little, by 290."]);
  expect(of(...Array.from({ length: 7 }, () => 70))).toEqual([
    "too much, by 70. Without one of 7 entries of that amount they come to what is expected.",
  ]);
  expect(of(100, 20)).toEqual(["too little, by 300. One complete task is of that amount."]);
});

test("a payment that is deleted is not said to settle without the repeat", () => {
  const twice = entriesOf([
    [500, "A", 0],
    [500, "A", 1],
  ]);
  const payment = (isDeleted: number) => [sale(1, 500, { payref: "A", isDeleted })];
  expect(said("duplicate-entry", twice, payment(0))).toEqual([
    "Enters 500 again, already entered as walletID 1; without the repeat the payment settles.",
  ]);
  expect(said("duplicate-entry", twice, payment(1))).toEqual([
    "Enters 500 again, already entered as walletID 1. The payment is deleted: if this was to take it back, it moves the wrong way.",
  ]);
});

test("an entry dated after every transaction, and not long before the pull, may wait for their list", () => {
  const lag = "It is dated later than every transaction received: their list may lag behind. Pull again.";
  const orphan = (transactions: Transaction[]) =>
    said("orphan-payref", [entry(1, { debit: 5, balance: 5, payref: "Z" })], transactions)[0]?.endsWith(lag);
  expect(orphan([sale(1, 500)])).toBe(true);
  expect(orphan([sale(1, 500, { payref: "z" })])).toBe(false);
  expect(orphan([sale(1, 500, { datePaidAtMs: OCTOBER_MS + DAYS })])).toBe(false);
  expect(orphan([])).toBe(false);
  const newer = entry(2, { debit: 5, balance: 10, dateCreatedAtMs: OCTOBER_MS + 90 * DAYS });
  const entries = [entry(1, { debit: 5, balance: 5, payref: "Z" }), newer];
  expect(said("orphan-payref", entries, [sale(1, 500)])[0]?.endsWith(lag)).toBe(false);
  const october = periodOf("2026-10-01" as Day, "2026-10-31" as Day, new ZoneClock("UTC"));
  const late = [entry(1, { debit: 5, balance: 5, payref: "Z", dateCreatedAtMs: OCTOBER_MS + 30 * DAYS })];
  const pulled = (day: number) => {
    const records = { entries: late, transactions: [sale(1, 500)], pulledAtMs: OCTOBER_MS + day * DAYS };
    return check(records, {}, october).findings.some(({ message }) => message.endsWith(lag));
  };
  expect([pulled(31), pulled(60)]).toEqual([true, false]);
});
