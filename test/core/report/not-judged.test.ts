/** Why A2 lists what a payment settled without judging its amount. */
import { expect, it } from "vitest";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import type { Transaction } from "../../../src/core/transaction.ts";
import { sale, wallet } from "../../helpers/records.ts";
import { reportInput } from "../../helpers/report.ts";
import { crowdPay } from "../oracle/details.ts";

/** The reasons on A2, beside a payment that settled as expected. */
function reasonsOf(transactions: readonly Transaction[]): unknown[] {
  const entries = wallet([1000, 600], (at) => ({ payref: `PAY-${at + 1}` }));
  const others = [sale(1, 1000), ...transactions];
  const { sheets } = buildWorkbook(reportInput({ records: { entries, transactions: others } }));
  const table = sheets
    .flatMap(({ ref, tables }) => (ref === "A2" ? tables : []))
    .find(({ id }) => id === "items")!;
  const why = table.columns.findIndex(({ key }) => key === "why");
  return [...table.rows()].map(({ cells }) => {
    const cell = cells[why] ?? null;
    return typeof cell === "object" && cell !== null ? cell.value : cell;
  });
}

const OF = { payref: "PAY-2" };
const BARTER = { cycle: "unknown", type: "barter", reference: "PAY-2", document: null } as const;

it.each<[string, Transaction]>([
  ["unknown cycle", sale(2, 600, { ...OF, cycle: "barter", detail: BARTER })],
  ["in another currency", sale(2, 600, { ...OF, currency: "GHS" })],
  ["a contribution: its amount is not known", crowdPay(2, 900, 600, { ...OF, traderStatus: "buyer" })],
])("%s", (reason, transaction) => {
  expect(reasonsOf([transaction])).toEqual([reason]);
});
