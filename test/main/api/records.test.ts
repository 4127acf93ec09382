import { afterAll, describe, expect, test } from "vitest";
import { transactionDocument } from "../../../src/core/records/transaction.ts";
import { SavedFiles } from "../../helpers/workbook/saved-files.ts";
import {
  WIRE_TIME,
  WIRE_TIME_MS,
  histories,
  wireData,
  wireEntry,
  wireTransaction,
} from "../../helpers/wire-records.ts";

const files = new SavedFiles();
afterAll(() => files[Symbol.dispose]());

describe("records as the service describes them", () => {
  test("normalises an entry, and drops its relative times", async () => {
    const [entry] = await files.entries(histories([wireEntry()]));
    expect(entry).toEqual({
      walletID: 77,
      userID: 12,
      businessID: 7,
      credit: 0,
      debit: 500,
      balance: 1500,
      action: "API",
      description: "Payment",
      sessionID: "s-77",
      payref: "PAY77",
      isApproved: 1,
      isBonus: 0,
      datePaidAtMs: WIRE_TIME_MS,
      dateCreatedAtMs: WIRE_TIME_MS,
      extra: null,
    });
  });

  test("reads three cycles in one list, and one that the interface does not name", async () => {
    const body = histories([
      wireTransaction(),
      wireTransaction({ payID: 6, cycle: "milestone", data: wireData.milestone }),
      wireTransaction({ payID: 7, cycle: "crowd-pay", data: wireData["crowd-pay"] }),
      wireTransaction({
        payID: 8,
        cycle: "barter",
        data: { type: "barter", goods_alt: "now", goods: [1.5] },
      }),
    ]);
    const read = await files.transactions(body);
    expect(read.map((one) => one.detail.cycle)).toEqual(["one-time", "milestone", "crowd-pay", "unknown"]);
    expect(read[1]?.detail).toMatchObject({
      amount: 500,
      tasks: [{ taskamount: 500, dateCompletedAtMs: null, extra: { dateCompleted: "N/A" } }],
    });
    expect(read[3]).toMatchObject({
      cycle: "barter",
      detail: { type: "barter", reference: null, document: { type: "barter", goods: [1.5] } },
    });
  });

  test("keeps as the document what was sent, without _alt fields", async () => {
    const sent = wireTransaction({ datePaid: WIRE_TIME, fresh: { a: [1, "x", null] } });
    const [read] = await files.transactions(histories([sent]));
    const { datePaid_alt: _paid, dateCreated_alt: _created, ...wanted } = sent;
    const { status_alt: _status, ...summary } = wanted["transaction"] as { status_alt: string };
    expect(read && transactionDocument(read)).toEqual({ ...wanted, transaction: summary });
  });

  test("reads a missing customer and a missing summary as null", async () => {
    const [read] = await files.transactions(
      histories([wireTransaction({ customer: null, transaction: null })]),
    );
    expect(read).toMatchObject({ customer: null, label: null, traderStatus: null });
  });

  test.each(["", "N/A"])("reads a nullable time of %j as none, and keeps the text", async (text) => {
    const [entry] = await files.entries(histories([wireEntry({ datePaid: text })]));
    expect(entry).toMatchObject({ datePaidAtMs: null, extra: { datePaid: text } });
  });
});

describe("the order of records", () => {
  const ids = async (list: readonly number[]) => {
    const body = histories(list.map((walletID) => wireEntry({ walletID, description: "x".repeat(9000) })));
    return (await files.entries(body)).map(({ walletID }) => walletID);
  };
  const up = Array.from({ length: 300 }, (_, at) => at + 1);

  test("reads newest first from its end, across blocks", async () => {
    expect(await ids(up.toReversed())).toEqual(up);
  });

  test("reads oldest first and unordered lists as they are", async () => {
    expect(await ids(up)).toEqual(up);
    expect(await ids([2, 9, 4])).toEqual([2, 9, 4]);
    expect(await ids([])).toEqual([]);
  });
});

test("reads records alike at once, one by one and exactly", async () => {
  const cycles = Object.keys(wireData) as (keyof typeof wireData)[];
  const entries = Array.from({ length: 900 }, (_, at) =>
    wireEntry({
      walletID: 900 - at,
      balance: at * 7,
      description: at % 50 === 0 ? "a\u0000\ud800" : `Ware ${at} für "€"`,
      datePaid: at % 3 === 0 ? "N/A" : WIRE_TIME,
      ...(at % 5 === 0 ? { fresh: { b: [at, "x"], a_alt: 1 } } : {}),
    }),
  );
  const transactions = Array.from({ length: 300 }, (_, at) => {
    const cycle = cycles[at % 3] ?? "one-time";
    return wireTransaction({
      payID: at,
      cycle,
      data: wireData[cycle],
      customer: at % 4 === 0 ? null : { userID: at, name: "Z", phone: "N/A", since: at },
    });
  });
  const without = <T extends { readonly extra: object | null }>(records: readonly T[]) =>
    records.map(({ extra, ...record }) => {
      const { kept: _, ...rest } = { kept: null, ...extra };
      return { ...record, extra: Object.keys(rest).length === 0 ? null : rest };
    });
  const withKept = (records: readonly object[], kept: string) =>
    histories(records).replaceAll(/"(walletID|payID)":/gu, `"kept":${kept},"$1":`);
  const [plainEntries, plainTransactions] = [
    await files.entries(histories(entries)),
    await files.transactions(histories(transactions)),
  ];
  expect(plainEntries.map(({ walletID }) => walletID)).toEqual(entries.map((_, at) => at + 1));
  for (const kept of ["1", "0.5", "12345678901234567891"]) {
    expect(without(await files.entries(withKept(entries, kept)))).toEqual(plainEntries);
    expect(without(await files.transactions(withKept(transactions, kept)))).toEqual(plainTransactions);
  }
});
