/**
 * A payment that the check compared although the wallet of its entries is in another currency: a user's wallet in naira,
 * a business of his that keeps dollars. Every sheet says what the check concludes, and no total adds the two up.
 */
import { expect, it } from "vitest";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { statementOf } from "../../../src/core/report/month-statement.ts";
import type { Cell, Workbook } from "../../../src/core/report/sheet/model.ts";
import { verdictOf } from "../../../src/core/words/verdict.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { dollarsInNaira } from "../../helpers/ledgers/currency-world.ts";
import { entry, sale } from "../../helpers/records.ts";
import { reportInput } from "../../helpers/workbook/report.ts";

const october = (came: number, more?: Parameters<typeof dollarsInNaira>[1]) =>
  reportInput({ records: dollarsInNaira(came, more), month: "2026-10" });

const CEDIS = entry(4, { userID: 2, businessID: 72, debit: 300, balance: 300, payref: "PAY-4" });
const PAID_IN_CEDIS = sale(4, 300, { userID: 2, businessID: 72, currency: "GHS" });

const valueOf = (cell: Cell | undefined) =>
  cell !== null && typeof cell === "object" ? cell.value : (cell ?? null);

/** The rows of a table, each by the keys of its columns. */
function rowsOf({ sheets }: Workbook, ref: string, id: string): Record<string, unknown>[] {
  const table = sheets.filter((one) => one.ref === ref).flatMap(({ tables }) => tables);
  const { columns, rows } = table.find((one) => one.id === id)!;
  return Array.from(rows(), ({ cells }) =>
    Object.fromEntries(columns.map(({ key }, at) => [key, valueOf(cells[at])])),
  );
}

const UNLIKE = { class: "payment in another currency", walletID: 2, currency: "NGN" };
const LIMIT = "1 payment is tied across currencies: amounts compared without conversion.";

it("settled in full, the month ties out in every place, and the conclusion says what was compared as numbers", () => {
  const input = october(600);
  const book = buildWorkbook(input);
  expect(verdictOf(input.check, 0)).toBe("October 2026 ties out.");
  const { conclusion, headline, limits } = statementOf(input, { moment: null, changedSince: null });
  expect([conclusion, headline.lead]).toEqual(["clean", "October 2026 ties out"]);
  expect(limits).toContain(LIMIT);
  expect(rowsOf(book, "A", "qualified").map(({ qualified }) => qualified)).toContain(LIMIT);
  expect(rowsOf(book, "A2", "items")).toEqual([
    expect.objectContaining({
      ...UNLIKE,
      amount: 600,
      why: "of payID 2, which is in USD: settled, amounts compared without conversion",
    }),
  ]);
  expect(rowsOf(book, "A", "unsupported").map(({ line, gross }) => [line, gross])).toEqual([
    ["Entries without a payref, such as top-ups and withdrawals", 0],
    ["Entries of payments in another currency", 600],
    ["All that no payment supports in this currency", 600],
  ]);
  const [, paid] = rowsOf(book, "B2", "transactions");
  expect(paid).toMatchObject({ expected: 600, settled: 600, difference: 0, status: "settled" });
});

it("settled short, each sheet states the difference of the check, and no total has the dollars in it", () => {
  const book = buildWorkbook(october(590));
  expect(rowsOf(book, "C1", "exceptions").filter(({ rule }) => rule !== null)).toEqual([
    expect.objectContaining({ rule: "amount-mismatch", payID: 2, difference: -10, currency: "NGN" }),
  ]);
  const [, paid, , foot] = rowsOf(book, "B2", "transactions");
  expect(paid).toMatchObject({ difference: -10, status: "settled short", proof: "unlike" });
  expect(foot).toMatchObject({ chargedamount: 1500, expected: 1500, settled: 1500, difference: 0 });
  expect(rowsOf(book, "A2", "items")).toEqual([
    expect.objectContaining({
      ...UNLIKE,
      amount: 590,
      why: "of payID 2, which is in USD: settled short, amounts compared without conversion",
    }),
  ]);
  expect(rowsOf(book, "A", "causes")).toEqual([expect.objectContaining({ amount: 10, currency: "NGN" })]);
});

it("counts its difference in the wallet of its entries, whatever other currencies the ledger has", () => {
  const cedis = { entries: [CEDIS], transactions: [PAID_IN_CEDIS] };
  const owed = { transactions: [sale(5, 70, { currency: "USD" })] };
  for (const more of [cedis, owed]) {
    const raised = rowsOf(buildWorkbook(october(590, more)), "C1", "exceptions");
    const short = raised.find(({ payID }) => payID === 2);
    expect(short).toMatchObject({ difference: -10, currency: "NGN" });
  }
});

it("counts a difference of entries in several currencies in the one that the payment states", () => {
  const split = sale(6, 400, { businessID: 8 });
  const entries = [
    CEDIS,
    entry(5, { userID: 2, businessID: 72, debit: 150, balance: 450, payref: "PAY-6" }),
    entry(6, { businessID: 8, debit: 245, balance: 2345, payref: "PAY-6" }),
  ];
  const book = buildWorkbook(october(600, { entries, transactions: [PAID_IN_CEDIS, split] }));
  const raised = rowsOf(book, "C1", "exceptions");
  expect(raised.find(({ payID, rule }) => payID === 6 && rule === "amount-mismatch")).toMatchObject({
    difference: -5,
    currency: "NGN",
  });
  const listed = rowsOf(book, "A2", "items").filter(({ walletID }) => walletID === 5 || walletID === 6);
  expect(listed.map(({ amount, currency, why }) => [amount, currency, why])).toEqual([
    [245, "NGN", "of payID 6, which is in NGN: settled short, amounts compared without conversion"],
    [150, "GHS", "of payID 6, which is in NGN: settled short, amounts compared without conversion"],
  ]);
});

it("says of amounts that the check did not compare that it did not, and nothing of what expects nothing", () => {
  const entries = [
    entry(5, { userID: 2, businessID: 72, debit: 150, balance: 150, payref: "PAY-6" }),
    entry(6, { businessID: 8, debit: 245, balance: 2345, payref: "PAY-6" }),
  ];
  const whyOf = (payment: Transaction) => {
    const input = october(600, { entries, transactions: [payment] });
    const { limits } = statementOf(input, { moment: null, changedSince: null });
    expect(limits).toContain(LIMIT);
    return rowsOf(buildWorkbook(input), "A2", "items").find(({ walletID }) => walletID === 6)?.["why"];
  };
  expect(whyOf(sale(6, 395, { businessID: 8, currency: "USD" }))).toBe(
    "of payID 6, which is in USD: not compared with what it expects",
  );
  expect(whyOf(sale(6, 395, { businessID: 8, datePaidAtMs: null }))).toBe(
    "of payID 6, which is in NGN: entry, not paid",
  );
});

it("says of a wallet whose currency nobody names that its payments may be in another", () => {
  const { entries, transactions } = dollarsInNaira(600);
  const input = reportInput({ records: { entries, transactions, user: null }, month: "2026-10" });
  const { limits } = statementOf(input, { moment: null, changedSince: null });
  expect(limits).toContain("3 payments may be tied across currencies: amounts compared without conversion.");
});

const limitsOf = (more: Parameters<typeof dollarsInNaira>[1]) =>
  statementOf(october(600, more), { moment: null, changedSince: null }).limits;
/** Of a user whom nobody keeps a currency of. */
const UNKNOWN = { userID: 3, businessID: 73 };

it("says that a payment may be in another currency only where the wallet of its entries is in none that is known", () => {
  const top = entry(4, { ...UNKNOWN, debit: 30, balance: 30 });
  expect(limitsOf({ entries: [top] })).toContain(LIMIT);
  const entries = [
    entry(5, { ...UNKNOWN, debit: 30, balance: 30, payref: "PAY-5" }),
    entry(6, { ...UNKNOWN, debit: 40, balance: 70, payref: "PAY-6" }),
  ];
  const transactions = [sale(5, 30, UNKNOWN), sale(6, 40, { ...UNKNOWN, currency: "GHS" })];
  expect(limitsOf({ entries, transactions })).toContain(
    "1 payment is, and 2 payments may be tied across currencies: amounts compared without conversion.",
  );
});

it("counts with the others a payment that states no currency and whose entries lie in two", () => {
  const entries = [
    entry(5, { userID: 2, businessID: 72, debit: 150, balance: 150, payref: "PAY-6" }),
    entry(6, { businessID: 8, debit: 245, balance: 2345, payref: "PAY-6" }),
  ];
  expect(limitsOf({ entries, transactions: [sale(6, 395, { businessID: 8, currency: null })] })).toContain(
    "2 payments are tied across currencies: amounts compared without conversion.",
  );
});

it("counts with the others a payment that a person matched together with one in another currency", () => {
  const records = dollarsInNaira(600, {
    entries: [entry(4, { businessID: 8, debit: 70, balance: 2170 })],
    transactions: [sale(4, 40, { businessID: 8 }), sale(5, 30, { currency: "USD" })],
  });
  const matches = [{ id: 1, walletIDs: [4], payIDs: [4, 5] }];
  const input = reportInput({ records: { ...records, human: { matches } }, month: "2026-10" });
  expect(statementOf(input, { moment: null, changedSince: null }).limits).toContain(
    "2 payments are tied across currencies: amounts compared without conversion.",
  );
});

it("says that a payment is tied across currencies where one of its entries surely is, whatever the others are in", () => {
  const entries = [
    entry(5, { businessID: 8, debit: 70, balance: 2170, payref: "PAY-9" }),
    entry(6, { userID: 3, businessID: 73, debit: 30, balance: 30, payref: "PAY-9" }),
  ];
  const input = october(600, { entries, transactions: [sale(9, 100, { businessID: 7, currency: "USD" })] });
  const { limits } = statementOf(input, { moment: null, changedSince: null });
  expect(limits).toContain("2 payments are tied across currencies: amounts compared without conversion.");
});
