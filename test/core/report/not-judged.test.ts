/** Why A2 lists an item: a payment whose amount is not judged, of which a pack says the same, and entries that nothing ties. */
import { expect, it } from "vitest";
import { derivedLists } from "../../../src/core/report/pack-lists.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import type { ReportInput } from "../../../src/core/report/sheet/input.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import type { Records } from "../../helpers/columns.ts";
import { sale, wallet } from "../../helpers/records.ts";
import { reportInput } from "../../helpers/workbook/report.ts";
import { crowdPay } from "../oracle/worked/details.ts";

/** The reasons on A2. */
function reasonsOf(records: Partial<Records>): unknown[] {
  return columnOf(reportInput({ records }), "items", "why");
}

/** What a column of a table says, row by row. */
function columnOf(input: ReportInput, id: string, key: string): unknown[] {
  const tables = buildWorkbook(input).sheets.flatMap((sheet) => sheet.tables);
  const { columns, rows } = tables.find((table) => table.id === id)!;
  const at = columns.findIndex((column) => column.key === key);
  return [...rows()].map(({ cells }) => {
    const cell = cells[at] ?? null;
    return typeof cell === "object" && cell !== null ? cell.value : cell;
  });
}

const OF = { payref: "PAY-2" };
const BARTER = { cycle: "unknown", type: "barter", reference: "PAY-2", document: null } as const;

it.each<[string, string, Transaction]>([
  ["unknown cycle", "cycle", sale(2, 600, { ...OF, cycle: "barter", detail: BARTER })],
  ["in another currency", "currency", sale(2, 600, { ...OF, currency: "GHS" })],
  [
    "a contribution: its amount is not known",
    "contribution",
    crowdPay(2, 900, 600, { ...OF, traderStatus: "buyer" }),
  ],
])("%s", (reason, inPack, transaction) => {
  const entries = wallet([1000, 600], (at) => ({ payref: `PAY-${at + 1}` }));
  const records = { entries, transactions: [sale(1, 1000), transaction] };
  expect(reasonsOf(records)).toEqual([reason]);
  const work = derivedLists(reportInput({ records }))["transaction-work"]();
  expect([...work].map(({ payID, skip }) => [payID, skip])).toEqual([
    [1, "none"],
    [2, inPack],
  ]);
});

it("says of a seller's crowd-pay that it is from before the history, and of a match why one of its payments is not judged", () => {
  const long = Date.UTC(2026, 8, 1);
  // The wallet opens at 70: what was made before its first entry is not judged.
  const entries = wallet([1000, 600], (at) => ({ payref: `PAY-${at + 1}` })).map((one) => {
    return { ...one, balance: one.balance + 70 };
  });
  const before = crowdPay(2, 900, 600, { ...OF, dateCreatedAtMs: long });
  const first = sale(1, 1000, { dateCreatedAtMs: Date.UTC(2026, 9, 2) });
  expect(reasonsOf({ entries, transactions: [first, before] })).toEqual(["from before the history begins"]);
  const bought = crowdPay(3, 900, 600, { payref: "PAY-3", traderStatus: "buyer" });
  const human = { matches: [{ id: 1, walletIDs: [2], payIDs: [2, 3] }] };
  const lost = wallet([1000, 600], (at) => ({ payref: at === 0 ? "PAY-1" : "LOST" }));
  const records = { entries: lost, transactions: [first, sale(2, 600, OF), bought], human };
  expect(reasonsOf(records)).toEqual(["a contribution: its amount is not known; by hand, match 1, lead"]);
});

/** What a pack says of each payment, by payID, and A2 of those of its items. */
function skipsOf(records: Partial<Records>, month?: string): { pack: unknown[]; items: unknown[] } {
  const input = reportInput({ records, ...(month === undefined ? {} : { month }) });
  const work = [...derivedLists(input)["transaction-work"]()];
  return { pack: work.map(({ payID, skip }) => [payID, skip]), items: columnOf(input, "items", "why") };
}

const BEFORE = { dateCreatedAtMs: Date.UTC(2026, 8, 1) };
const BOUGHT = crowdPay(3, 900, 600, { payref: "PAY-3", traderStatus: "buyer" });

it("of a match, the first payment by payID that is not judged says why, also where another has a reason of its own", () => {
  const opensAt70 = wallet([1000, 600], (at) => ({ payref: at === 0 ? "PAY-1" : "LOST" })).map((one) => {
    return { ...one, balance: one.balance + 70 };
  });
  const first = sale(1, 1000, { dateCreatedAtMs: Date.UTC(2026, 9, 2) });
  const transactions = [first, sale(2, 600, { ...OF, ...BEFORE }), BOUGHT];
  const human = { matches: [{ id: 1, walletIDs: [2], payIDs: [3, 2] }] };
  expect(skipsOf({ entries: opensAt70, transactions, human })).toEqual({
    pack: [
      [1, "none"],
      [2, "before-history"],
      [3, "none"],
    ],
    items: ["from before the history begins; by hand, match 1, lead"],
  });
});

it("a match that holds nothing by the period's end lends no payment another's reason", () => {
  const entries = wallet([1000, 600, 50], (at) => ({
    payref: ["PAY-1", "PAY-2", "LOST"][at]!,
    dateCreatedAtMs: at === 2 ? Date.UTC(2026, 10, 1, 12) : Date.UTC(2026, 9, 2 + at),
  }));
  const transactions = [sale(1, 1000), sale(2, 600, { ...OF, cycle: "barter", detail: BARTER }), BOUGHT];
  const human = { matches: [{ id: 1, walletIDs: [3], payIDs: [2, 3] }] };
  const [now, whole] = [
    skipsOf({ entries, transactions, human }, "2026-10"),
    skipsOf({ entries, transactions, human }),
  ];
  expect(now.pack).toEqual([
    [1, "none"],
    [2, "cycle"],
    [3, "contribution"],
  ]);
  expect(whole.pack).toEqual([
    [1, "none"],
    [2, "cycle"],
    [3, "none"],
  ]);
});

it("counts the entries of an action that nothing ties", () => {
  const entries = wallet([1, 2, 3], (at) => ({ action: at === 0 ? "Bonus" : "Fee" }));
  expect(reasonsOf({ entries, transactions: [] })).toEqual([
    "an entry without a transaction",
    "2 entries without a transaction",
  ]);
});

it("says that movements without support include earlier periods, where there are any", () => {
  const entries = wallet([1000, 600], (at) => ({ payref: `PAY-${at + 1}` }));
  const transactions = [sale(1, 1000, { isDeleted: 1 }), sale(2, 600, { currency: "GHS" })];
  const lines = (month?: string) => {
    const period = month === undefined ? {} : { month };
    return columnOf(reportInput({ records: { entries, transactions }, ...period }), "unsupported", "line");
  };
  expect(lines().slice(1, 3)).toEqual([
    "Entries of payments that are deleted or not paid",
    "Settled, amount not judged",
  ]);
  expect(lines("2026-10").slice(1, 3)).toEqual([
    "Entries of payments that are deleted or not paid, earlier periods included",
    "Settled, amount not judged, earlier periods included",
  ]);
});
