/** Statements in rows and columns: whatever way a portal writes them, the same lines are read, or the row is named. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DATE_ORDERS, parseBankAmount, parseBankDay } from "../../../src/core/bank/cells.ts";
import { type TableRow, readTable } from "../../../src/core/bank/table.ts";
import type { Day } from "../../../src/core/time.ts";

const rowsOf = (...rows: readonly (readonly (string | number)[])[]): TableRow[] =>
  rows.map((cells, index) => ({ at: index + 1, cells }));
const read = (rows: readonly TableRow[], hints = {}) => readTable(rows, 2, hints, "August.csv");

const TITLES = [
  "Trans. Date",
  "Value Date",
  "Reference",
  "Narration",
  "Debit (NGN)",
  "Credit (NGN)",
  "Balance",
];

test("rows above the titles name account, currency and opening; totals and a repeated title are no lines", () => {
  const { layout, statement } = read(
    rowsOf(
      ["ACME BANK"],
      ["Account Number:", "0123456789", "", "Currency:", "NGN"],
      ["Opening Balance", "1,000,000.00"],
      TITLES,
      ["01/08/2026", "01/08/2026", "S1", "NIP FROM ESCROW", "", "250,000.00", "1,250,000.00"],
      TITLES,
      ["02/08/2026", "03/08/2026", "S2", "STAMP DUTY", "52.50", "", "1,249,947.50"],
      ["", "", "", "on 01/08", "", "", ""],
      ["Total", "", "", "", "52.50", "250,000.00", ""],
      ["Closing Balance", "", "", "", "", "", "1,249,947.50"],
    ),
  );
  expect(layout).toMatchObject({
    titlesAt: 4,
    dateOrder: "day-first",
    decimalMark: "point",
    newestFirst: false,
  });
  expect(statement).toMatchObject({
    account: "0123456789",
    currency: "NGN",
    opening: 100_000_000,
    closing: 124_994_750,
  });
  expect(statement.lines).toEqual([
    {
      at: 5,
      day: "2026-08-01",
      valueDay: "2026-08-01",
      amount: 25_000_000,
      balance: 125_000_000,
      reference: "S1",
      narration: "NIP FROM ESCROW",
    },
    {
      at: 7,
      day: "2026-08-02",
      valueDay: "2026-08-03",
      amount: -5250,
      balance: 124_994_750,
      reference: "S2",
      narration: "STAMP DUTY on 01/08",
    },
  ]);
});

test("a balance that is brought forward on a day is the opening before any line, and a line's words after it", () => {
  const titles = ["Date", "Narration", "Debit", "Credit", "Balance"];
  const brought = ["01/08/2026", "Balance brought forward", "", "", "100.00"];
  const line = ["13/08/2026", "Deposit", "", "5.00", "105.00"];
  const named = ["14/08/2026", "Fee of the balance brought forward", "1.00", "", "104.00"];
  expect(read(rowsOf(titles, brought, line, named)).statement).toMatchObject({
    opening: 10_000,
    lines: [
      { at: 3, amount: 500 },
      { at: 4, amount: -100, narration: "Fee of the balance brought forward" },
    ],
  });
});

describe("amounts with a direction of their own", () => {
  test.each([
    [["Date", "Amount", "Type"], ["2026-08-01", "12.50", "Dr"], -1250],
    [["Date", "Amount", "Type"], ["2026-08-01", "12.50", "CREDIT"], 1250],
    [["Date", "Amount"], ["1-Aug-2026", "(12.50)"], -1250],
    [["Date", "Amount"], ["01 Aug 26", "\u20A612.50 DR"], -1250],
    [["Date", "Amount"], ["2026-08-01T23:59:59", "NGN -12.5"], -1250],
    [["Date", "Amount"], ["01.08.2026", "12,50-"], -1250],
    [["Date", "Withdrawals", "Lodgements"], ["01/08/2026", "-12.50", "-"], -1250],
    [["Date", "Debit", "Credit"], ["2026-08-01", 12.5, ""], -1250],
    [["Date", "Amount"], ["2026-08-01", 0.1 + 0.2], 30],
  ])("%j %j", (titles, row, amount) => {
    const { statement } = read(rowsOf(titles, row));
    expect(statement.lines).toMatchObject([{ day: "2026-08-01", amount }]);
  });
});

describe("refuses the whole file, with row and column", () => {
  test.each([
    [["Date", "Debit", "Credit"], ["31/02/2026", "1", ""], 'Row 2, column Date: "31/02/2026" is no date'],
    [["Date", "Debit", "Credit"], ["01/02/2026", "1.2x", ""], 'Row 2, column Debit: "1.2x" is no amount'],
    [["Date", "Debit", "Credit"], ["01/02/2026", "1.005", ""], "with at most 2 decimals"],
    [["Date", "Debit", "Credit"], ["01/02/2026", 1.005, ""], '"1.005" is no amount with at most 2 decimals'],
    [["Date", "Debit", "Credit"], ["01/02/2026", 2 ** 50, ""], "is no amount"],
    [["Date", "Debit", "Credit"], ["01/02/2026", "", ""], "Row 2: There is a date, but no amount"],
    [["Date", "Debit", "Credit"], ["", "5", ""], "Row 2: There is an amount, but no date"],
    [["Date", "Debit", "Credit"], ["01/02/2026", "5", "6"], "Row 2: Both debit and credit have an amount"],
    [
      ["Date", "Debit", "Debit", "Credit"],
      ["01/02/2026", "5", "", "6"],
      "two columns of one kind: Debit and Debit",
    ],
    [["Name", "Sum"], ["x", "5"], "no row of titles"],
  ])("%j %j", (titles, row, sentence) => {
    expect(() => read(rowsOf(titles, row), { decimalMark: "point" })).toThrow(
      expect.objectContaining({
        code: "BANK_STATEMENT_INVALID",
        facts: { file: "August.csv" },
        message: expect.stringContaining(sentence) as string,
      }) as Error,
    );
  });
});

test("days of which a spreadsheet took some for months are refused, and why", () => {
  const rows = rowsOf(["Date", "Debit", "Credit"], ["2026-01-08", "1", ""], ["13/08/2026", "1", ""]);
  expect(() => read(rows)).toThrow(
    'Row 3, column Date: "13/08/2026" is no date with the year first, as others are: a program may have taken their days for months.',
  );
});

describe("a cell", () => {
  test("is a day in the order of the file alone, with two digits of this century, and one of the calendar", () => {
    const inOrders = (text: string) => DATE_ORDERS.map((order) => parseBankDay(text, order));
    expect(inOrders("01/02/2026")).toEqual(["2026-02-01", "2026-01-02", null]);
    expect(inOrders("1.2.26 23:59")).toEqual(["2026-02-01", "2026-01-02", null]);
    expect(inOrders("2026-02-01")).toEqual([null, null, "2026-02-01"]);
    expect(inOrders("30/02/2026")).toEqual([null, null, null]);
    for (const named of ["1-Feb-2026", "February 1, 26"])
      expect(inOrders(named)).toEqual(["2026-02-01", "2026-02-01", "2026-02-01"]);
    for (const odd of ["001/02/2026", "1/2/6", "1-Feb-6", "1-Fev-2026", "2026-13-01", "0/0/2026"])
      expect(inOrders(odd)).toEqual([null, null, null]);
  });

  test("is an amount of as many decimals as are counted, noughts apart, in whole groups, and held exactly", () => {
    const amounts = (places: number, ...texts: string[]) =>
      texts.map((text) => parseBankAmount(text, "point", places));
    expect(amounts(2, "7", "7.5", "7.25", "7.2500", ".5", "7.")).toEqual([700, 750, 725, 725, 50, 700]);
    expect(amounts(2, "7.255", ".", "1,23", "1,234,56", "(7", "7)", "7..5")).toEqual(Array(7).fill(null));
    expect(amounts(2, "1,234", "12,34,567.8", "+7", "7-", "-(7) CR", "7 dr")).toEqual([
      123_400,
      123_456_780,
      700,
      -700,
      null,
      -700,
    ]);
    expect(amounts(0, "9,007,199,254,740,991", "9,007,199,254,740,992", "0.5")).toEqual([
      Number.MAX_SAFE_INTEGER,
      null,
      null,
    ]);
  });
});

// One statement in every way of writing it.

const DATES = {
  "day-first": ([year = "", month = "", day = ""]) => `${day}/${month}/${year}`,
  "month-first": ([year = "", month = "", day = ""]) => `${month}/${day}/${year}`,
  "year-first": (parts) => parts.join("-"),
} satisfies Record<string, (parts: readonly string[]) => string>;

function amountText(amount: number, mark: "point" | "comma"): string {
  const [whole = "", fraction = ""] = (Math.abs(amount) / 100).toFixed(2).split(".");
  const [group, point] = mark === "point" ? [",", "."] : [".", ","];
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/gu, group);
  return `${amount < 0 ? "-" : ""}${grouped}${point}${fraction}`;
}

const written = fc.record({
  opening: fc.integer({ min: -1e9, max: 1e9 }),
  moves: fc.array(
    fc.record({
      daysOn: fc.integer({ min: 0, max: 9 }),
      amount: fc.integer({ min: -1e8, max: 1e8 }).filter((amount) => amount !== 0),
    }),
    { minLength: 2, maxLength: 30 },
  ),
  order: fc.constantFrom("day-first", "month-first", "year-first"),
  mark: fc.constantFrom("point", "comma"),
  newestFirst: fc.boolean(),
  asOne: fc.boolean(),
  above: fc.integer({ min: 0, max: 5 }),
});

test("reads the same lines out of every layout, found out by their balances", () => {
  fc.assert(
    fc.property(written, ({ opening, moves, order, mark, newestFirst, asOne, above }) => {
      let balance = opening;
      let atMs = Date.UTC(2026, 0, 27);
      const lines = moves.map(({ daysOn, amount }) => {
        balance += amount;
        atMs += daysOn * 86_400_000;
        return { day: new Date(atMs).toISOString().slice(0, 10) as Day, amount, balance };
      });
      const cellsOf = ({ day, amount, balance: after }: (typeof lines)[number]) => {
        const text = amountText(Math.abs(amount), mark);
        const moved = asOne ? [amountText(amount, mark)] : amount < 0 ? [text, ""] : ["", text];
        return [DATES[order](day.split("-")), "Words", ...moved, amountText(after, mark)];
      };
      const body = newestFirst ? lines.toReversed() : lines;
      const rows = rowsOf(
        ...Array.from({ length: above }, () => ["Statement of account"]),
        ["Date", "Narration", ...(asOne ? ["Amount"] : ["Debit", "Credit"]), "Balance"],
        ...body.map(cellsOf),
      );
      // Figures of days up to 12 say neither; the balances and the days' own order do, unless all is one day.
      const isTold = order === "year-first" || lines.some(({ day }) => Number(day.slice(8)) > 12);
      const { statement } = read(rows, isTold ? {} : { dateOrder: order });
      expect(
        statement.lines.map(({ day, amount, balance: after }) => ({ day, amount, balance: after })),
      ).toEqual(lines);
    }),
    { numRuns: 300 },
  );
});
