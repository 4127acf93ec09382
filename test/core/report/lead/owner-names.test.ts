/** A report on several businesses' wallets names each, wherever it says whose wallets it is about. */
import { expect, it } from "vitest";
import { letterOf } from "../../../../src/core/report/letter.ts";
import { ownersWords } from "../../../../src/core/words/wallet.ts";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { OCTOBER_MS, entry } from "../../../helpers/records.ts";
import { reportInput } from "../../../helpers/workbook/report.ts";

const BUSINESSES = [
  { businessID: 11, userID: 1, name: "Naira Foods", currency: "NGN" },
  { businessID: 12, userID: 1, name: "Dollar Goods", currency: "USD" },
];

function twoBusinesses() {
  const entries = BUSINESSES.map(({ businessID, userID }) =>
    entry(businessID, { userID, businessID, debit: 100, balance: 100, dateCreatedAtMs: OCTOBER_MS }),
  );
  const input = reportInput({
    records: { entries, businesses: BUSINESSES },
    options: { chainScope: "business" },
    month: "2026-10",
  });
  return { ...input, entity: { name: "Naira Foods", userID: 1, businesses: BUSINESSES } };
}

it("is about both businesses in a workbook's title, scope, footer, Lead and A1", () => {
  const workbook = buildWorkbook(twoBusinesses());
  expect(workbook.title).toBe("Naira Foods and Dollar Goods — escrow wallet reconciliation");
  expect(workbook.scope).toContain("Entity: Naira Foods and Dollar Goods");
  expect(workbook.footer).toContain("Naira Foods and Dollar Goods");
  const rows = (sheet: string, table: string) =>
    [
      ...workbook.sheets
        .find(({ ref }) => ref === sheet)!
        .tables.find(({ id }) => id === table)!
        .rows(),
    ].map(({ cells }) => cells);
  const scope = rows("A", "workpaper").find(([name]) => name === "Scope");
  expect(scope?.[1]).toContain(
    "2 wallets: Naira Foods (User 1, business 11); Dollar Goods (User 1, business 12).",
  );
  expect(rows("A1", "wallets").map(([label]) => label)).toEqual(
    expect.arrayContaining(["Naira Foods (User 1, business 11)", "Dollar Goods (User 1, business 12)"]),
  );
});

it("marks where a long name is cut in headings, and leaves period and run in footers whole", () => {
  const input = twoBusinesses();
  const name = `The Incorporated Trustees of the ${"Cooperative Grain, Groundnut and Cattle ".repeat(4)}Association`;
  const businesses = BUSINESSES.map((business) => ({ ...business, name }));
  const { title, scope, footer, sheets } = buildWorkbook({
    ...input,
    entity: { ...input.entity, businesses },
  });
  expect(title).toBe(`${name.slice(0, 80)}… — escrow wallet reconciliation`);
  expect(scope).toContain(`Entity: ${name.slice(0, 80)}…   ·   `);
  expect(footer).toBe(`${name.slice(0, 48)}…  ·  October 2026  ·  run 7`);
  const wallets = sheets.find(({ ref }) => ref === "A1")!.tables[0]!;
  expect([...wallets.rows()][0]?.cells[0]).toBe(`${name} (User 1, business 11)`);
  expect(wallets.columns[0]?.kind).toBe("wrapped");
});

it("is about both businesses in a letter's title", () => {
  const wallets = BUSINESSES.map((business) => ({ ...business, closing: 100 }));
  const letter = letterOf({
    ref: null,
    owner: { userID: 1, name: "Naira Foods" },
    period: null,
    timeZone: "UTC",
    decimals: 0,
    pull: null,
    raised: [],
    amounts: [],
    causes: [],
    wallets,
    address: { to: "", from: "", confirmTo: "", replyBy: null },
    date: null,
  });
  const name = "the wallets of Naira Foods and Dollar Goods (signed in as userID 1)";
  expect(letter.title).toBe(`Questions about ${name}: The whole history`);
  expect(letter.opening).toContain(`We checked ${name} against the records that your service returned.`);
});

it.each([
  [["A", "B", "B"], "A and B"],
  [["A", null, null], "A and 2 other wallets"],
  [["A", "B", "C", "D", "E"], "A, B, C and 2 other wallets"],
  [[null], null],
])("names the owners of %j as %j", (names, words) => {
  expect(ownersWords(names)).toBe(words);
});
