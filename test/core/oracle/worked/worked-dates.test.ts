/** Dates that cannot be, by hand, each with the second that makes them possible. */
import { describe, expect, test } from "vitest";
import type { Entry } from "../../../../src/core/records/entry.ts";
import { sale, wallet } from "../../../helpers/records.ts";
import { type Example, judge, rulesOf } from "./judge.ts";

const at = (text: string) => Date.parse(`${text}Z`);
const OCTOBER = { from: "2026-10-01", to: "2026-10-31" };

/** Rows of 10 with these dates, walletIDs 1, 2, … */
function dated(dates: readonly string[], fields: (index: number) => Partial<Entry> = () => ({})): Entry[] {
  return wallet(
    dates.map(() => 10),
    (index) => ({ dateCreatedAtMs: at(dates[index]!), ...fields(index) }),
  );
}

function ahead(example: Example) {
  const found = judge(example, { settlementBasis: "charged" }).findings;
  return found.flatMap((one) =>
    one.rule === "date-ahead" ? [`${one.walletID ?? one.payref} ${one.fields?.join(" ")}`] : [],
  );
}

describe("an entry's date by those that follow", () => {
  const between = (date: string) =>
    ahead({ entries: dated(["2026-10-01T00:00:00", date, "2026-10-02T00:00:00", "2026-10-03T00:00:00"]) });

  test("both more than 27 days before it: 2026-10-30 is 27 days after the second of them", () => {
    expect(between("2026-10-30T00:00:00")).toEqual([]);
    expect(between("2026-10-30T00:00:01")).toEqual(["2 dateCreated"]);
  });

  test("one that follows is not enough", () => {
    expect(
      ahead({ entries: dated(["2026-10-01T00:00:00", "2027-01-01T00:00:00", "2026-10-03T00:00:00"]) }),
    ).toEqual([]);
  });

  test("neither of the two is before the entry that precedes it, but for the oldest", () => {
    const follow = ["2026-10-02T00:00:00", "2026-10-03T00:00:00"];
    expect(ahead({ entries: dated(["2026-10-02T00:00:01", "2027-01-01T00:00:00", ...follow]) })).toEqual([]);
    expect(ahead({ entries: dated(["2026-10-02T00:00:00", "2027-01-01T00:00:00", ...follow]) })).toEqual([
      "2 dateCreated",
    ]);
    expect(ahead({ entries: dated(["2027-01-01T00:00:00", ...follow]) })).toEqual(["1 dateCreated"]);
  });

  test("its datePaid with it, up to a day before it", () => {
    const dates = [
      "2026-10-01T00:00:00",
      "2026-12-03T00:00:00",
      "2026-10-04T00:00:00",
      "2026-10-28T00:00:00",
    ];
    const paid = (time: string) =>
      ahead({ entries: dated(dates, (index) => (index === 1 ? { datePaidAtMs: at(time) } : {})) });
    expect(paid("2026-12-02T00:00:00")).toEqual(["2 dateCreated datePaid"]);
    expect(paid("2026-12-01T23:59:59")).toEqual(["2 dateCreated"]);
  });

  test("counts as that of the entry before, so that October holds what it holds", () => {
    const entries = dated(
      ["2026-10-01T00:00:00", "2026-12-03T00:00:00", "2026-10-04T00:00:00", "2026-10-28T00:00:00"],
      (index) => (index === 2 ? { payref: "PAY-1" } : {}),
    );
    const paid = sale(1, 10, { datePaidAtMs: at("2026-10-04T00:00:00") });
    const result = judge({ entries, transactions: [paid], period: OCTOBER }, { settlementBasis: "charged" });
    expect(rulesOf(result)).toEqual(["date-ahead 2"]);
    expect(result.findings[0]).toMatchObject({ severity: "error", atStake: 10 });
    expect(result.wallets).toMatchObject([{ entries: 4, opening: 0, closing: 40 }]);
  });
});

describe("dates by a pull's time, 2026-10-10 12:00", () => {
  const pulledAtMs = at("2026-10-10T12:00:00");
  const days = ["2026-10-01T00:00:00", "2026-10-02T00:00:00"];

  test("more than 24 hours later", () => {
    expect(ahead({ entries: dated([...days, "2026-10-11T12:00:00"]), pulledAtMs })).toEqual([]);
    expect(ahead({ entries: dated([...days, "2026-10-11T12:00:01"]), pulledAtMs })).toEqual([
      "3 dateCreated",
    ]);
  });

  test("of a payment: paid at its dateCreated, and so no more in transit", () => {
    const entries = dated([...days, "2026-10-09T00:00:00"]);
    const one = sale(1, 70, {
      dateCreatedAtMs: at("2026-10-02T00:00:00"),
      datePaidAtMs: at("2026-11-02T00:00:00"),
    });
    const result = judge({ entries, transactions: [one], pulledAtMs }, { settlementBasis: "charged" });
    expect(rulesOf(result)).toEqual(["date-ahead PAY-1", "paid-without-entry PAY-1"]);
    expect(result.findings[0]).toMatchObject({ fields: ["datePaid"], atStake: 0 });
  });

  test("of a payment that was made too late as well: paid, and nothing says when", () => {
    const entries = dated([...days, "2026-10-09T00:00:00"]);
    const late = { dateCreatedAtMs: at("2026-11-01T00:00:00"), datePaidAtMs: at("2026-11-02T00:00:00") };
    for (const one of [sale(1, 70, late), sale(1, 70, { ...late, dateCreatedAtMs: null })]) {
      const result = judge({ entries, transactions: [one], pulledAtMs }, { settlementBasis: "charged" });
      expect(rulesOf(result)).toEqual(["date-ahead PAY-1", "paid-without-entry PAY-1"]);
    }
  });

  test("of a wallet in which no date can be: as-of leaves it out", () => {
    const entries = [...dated(days), ...dated(["2026-10-20T00:00:00"], () => ({ walletID: 9, userID: 2 }))];
    const result = judge({ entries, pulledAtMs });
    expect(rulesOf(result)).toEqual(["date-ahead 9"]);
    expect(result.asOfMs).toBe(pulledAtMs);
  });

  test("of an entry: its datePaid is not ahead with it, but by itself", () => {
    const paid = (time: string) =>
      ahead({
        entries: dated([...days, "2026-10-11T13:00:00"], (index) =>
          index === 2 ? { datePaidAtMs: at(time) } : {},
        ),
        pulledAtMs,
      });
    expect(paid("2026-10-11T12:00:00")).toEqual(["3 dateCreated"]);
    expect(paid("2026-10-11T12:00:01")).toEqual(["3 dateCreated datePaid"]);
  });

  test("of files that a ledger took in: by when it did, which says nothing of as-of", () => {
    const last = "2026-10-11T12:00:01";
    const files = (importedAtMs: number) =>
      judge({
        pulls: [
          { entries: dated([...days, last]), importedAtMs },
          { transactions: [], importedAtMs },
        ],
      });
    expect(rulesOf(files(pulledAtMs))).toEqual(["date-ahead 3"]);
    expect(files(pulledAtMs).asOfMs).toBe(at(days[1]!));
    expect(rulesOf(files(pulledAtMs + 1000))).toEqual([]);
    expect(files(pulledAtMs + 1000).asOfMs).toBe(at(last));
  });

  test("more than half of a pull's records: its clock was slow, and none of them is", () => {
    const later = ["2026-11-01T00:00:00", "2026-11-02T00:00:00"];
    expect(ahead({ entries: dated([...days, ...later]), pulledAtMs })).toEqual([
      "3 dateCreated",
      "4 dateCreated",
    ]);
    expect(ahead({ entries: dated([days[0]!, ...later]), pulledAtMs })).toEqual([]);
  });

  test("of its records those are not counted that are as an earlier pull brought them, in whatever order copies come", () => {
    const first = pulledAtMs - 1000;
    const copies = ["One", "Other"].map(
      (description) => dated(days.slice(0, 1), () => ({ description }))[0]!,
    );
    const late = { ...dated(["2026-11-01T00:00:00"])[0]!, walletID: 9, balance: 20 };
    const found = (held: Entry, sent: readonly Entry[]) =>
      ahead({
        pulls: [
          { entries: [held], atMs: first },
          { entries: [...sent, late], atMs: pulledAtMs },
        ],
      });
    const of = (held: Entry) => [found(held, copies), found(held, copies.toReversed())];
    // The one in use is the same in both: where it was held before, all that the second pull brought is late.
    expect(copies.map(of).toSorted((a, b) => a.flat().length - b.flat().length)).toEqual([
      [[], []],
      [["9 dateCreated"], ["9 dateCreated"]],
    ]);
  });

  test("a pull's time is never before that of one before it", () => {
    const own = ["2026-09-30T00:00:00", "2026-09-30T01:00:00", "2026-10-09T00:00:00"];
    const second = { entries: dated(own), atMs: at("2026-10-01T00:00:00") };
    expect(ahead({ pulls: [second] })).toEqual(["3 dateCreated"]);
    expect(ahead({ pulls: [{ entries: [], atMs: pulledAtMs }, second] })).toEqual([]);
  });
});

describe("dates of files", () => {
  const entries = dated(["2026-10-01T00:00:00", "2026-10-02T00:00:00"]);
  const paid = (time: string) =>
    ahead({
      entries,
      transactions: [sale(1, 70, { dateCreatedAtMs: at("2026-10-01T00:00:00"), datePaidAtMs: at(time) })],
    });

  test("more than 366 days after every other record's dateCreated", () => {
    expect(paid("2027-10-03T00:00:00")).toEqual([]);
    expect(paid("2027-10-03T00:00:01")).toEqual(["PAY-1 datePaid"]);
  });
});

test("as-of is the newest pull's time, and that of one before it only where a record is later than the newest", () => {
  const asOf = (newest: string, date = "2026-10-02T00:00:00") =>
    judge({
      pulls: [
        { entries: dated(["2026-10-01T00:00:00", date]), atMs: at("2026-12-01T00:00:00") },
        { transactions: [], atMs: at(newest) },
      ],
    }).asOfMs;
  expect(asOf("2026-10-02T00:00:00")).toBe(at("2026-10-02T00:00:00"));
  expect(asOf("2026-10-01T23:59:59")).toBe(at("2026-12-01T00:00:00"));
});

test("order by date breaks on fewer links: 10, then −5 dated before it, then 1", () => {
  const entries = dated(["2026-10-01T00:00:00", "2026-10-03T00:00:00", "2026-10-02T00:00:00"]).map(
    (one, index) => ({
      ...one,
      balance: [10, 30, 20][index]!,
    }),
  );
  expect(judge({ entries }).order).toEqual({ used: "walletID", breaks: { walletID: 2, date: 0 } });
});
