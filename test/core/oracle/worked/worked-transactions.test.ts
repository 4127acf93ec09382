/** Transaction rules by hand: one transaction against itself. */
import { describe, expect, test } from "vitest";
import type {
  OneTimeDetail,
  Transaction,
  TransactionDetail,
} from "../../../../src/core/records/transaction.ts";
import { oneTime, sale, task } from "../../../helpers/records.ts";
import { crowdPay, milestone, saleWithFees } from "./details.ts";
import { judge, rulesOf } from "./judge.ts";

/** Nothing but the transactions, long unpaid. */
function alone(...transactions: readonly Transaction[]) {
  const unpaid = transactions.map((one) => ({ ...one, datePaidAtMs: null }));
  return judge({ transactions: unpaid }, { settlementBasis: "charged" });
}

/** The transaction with other fields in its detail. */
function detailed(one: Transaction, fields: Partial<TransactionDetail>): Transaction {
  return { ...one, detail: { ...one.detail, ...fields } as TransactionDetail };
}

test("payable-sum: 100 + 5 + 2 = 107, not 106", () => {
  const odd = { ...saleWithFees(1, 100, { escrow: 5, tax: 2 }), payableamount: 106 };
  expect(alone(odd).findings).toMatchObject([
    { rule: "payable-sum", severity: "error", expected: 107, actual: 106, difference: -1 },
  ]);
});

describe("charged-amount", () => {
  const item = (fields: Partial<OneTimeDetail>, charged: number) =>
    rulesOf(alone(sale(1, charged, { detail: oneTime({ payref: "PAY-1", amount: 100, ...fields }) })));

  test("one-time: 100 × 3 may be charged as 100 or 300, not as 200", () => {
    expect(item({ itemquantity: 3 }, 100)).toEqual([]);
    expect(item({ itemquantity: 3 }, 300)).toEqual([]);
    expect(item({ itemquantity: 3 }, 200)).toEqual(["charged-amount PAY-1"]);
    expect(item({ itemquantity: null }, 300)).toEqual(["charged-amount PAY-1"]);
  });

  test("a product beyond the exact integers matches nothing: 3,002,399,751,580,331 × 3 is 2^53 + 1", () => {
    const amount = 3_002_399_751_580_331;
    const odd = sale(1, 2 ** 53 - 1, { detail: oneTime({ payref: "PAY-1", amount, itemquantity: 3 }) });
    expect(alone(odd).findings).toMatchObject([
      { rule: "charged-amount", expected: amount, actual: 2 ** 53 - 1 },
    ]);
  });

  test("milestone: tasks of 60 and 40 are 100, charged 90; the milestone's amount says 110", () => {
    const odd = detailed(milestone(1, [task(60), task(40)]), { amount: 110 });
    expect(alone({ ...odd, chargedamount: 90, payableamount: 90 }).findings).toMatchObject([
      { rule: "charged-amount", expected: 100, actual: 90, difference: -10 },
      { rule: "milestone-total", severity: "error", expected: 100, actual: 110, difference: 10 },
    ]);
  });

  test("crowd-pay: the goal is 900, charged 90 of it", () => {
    const odd = { ...crowdPay(1, 900, 0), chargedamount: 90, payableamount: 90 };
    expect(alone(odd).findings).toMatchObject([{ rule: "charged-amount", expected: 900, actual: 90 }]);
  });
});

test("escrow-charge: 4 in the detail, 5 in the fee, for one-time and milestone", () => {
  const charge = { escrowCharge: 4 };
  const transactions = [saleWithFees(1, 100, { escrow: 5 }), milestone(2, [task(100)], { escrow: 5 })];
  expect(alone(...transactions.map((one) => detailed(one, charge))).findings).toMatchObject([
    { rule: "escrow-charge", severity: "warning", payID: 1, expected: 5, actual: 4, difference: -1 },
    { rule: "escrow-charge", severity: "warning", payID: 2, expected: 5, actual: 4, difference: -1 },
  ]);
});

test("crowd-pay-fee: an escrow fee of 5 where there is none", () => {
  const odd = { ...crowdPay(1, 900, 0), scrowfee: 5, payableamount: 905 };
  expect(alone(odd).findings).toMatchObject([
    { rule: "crowd-pay-fee", severity: "warning", expected: 0, actual: 5 },
  ]);
});

test("reference, cycle and payment-url compare copies of a field, and null copies nothing", () => {
  const words = (fields: Partial<OneTimeDetail>, paymentURL: string | null) =>
    rulesOf(
      alone(sale(1, 100, { detail: oneTime({ payref: "PAY-1", amount: 100, ...fields }), paymentURL })),
    );
  expect(words({ reference: "pay-1" }, null)).toEqual(["reference PAY-1"]);
  expect(words({ reference: null, type: null }, null)).toEqual([]);
  expect(words({ type: "milestone" }, null)).toEqual(["cycle PAY-1"]);
  expect(words({}, "https://pay.example/pay/PAY-1?x")).toEqual(["payment-url PAY-1"]);
  expect(words({}, "https://pay.example/PAY-1")).toEqual(["payment-url PAY-1"]);
});

test("task-dates: two complete tasks without a date are one finding, an open one none", () => {
  const undated = { dateCompletedAtMs: null };
  const odd = milestone(1, [task(10, undated), task(10, undated)]);
  const open = milestone(2, [task(10, { ...undated, isComplete: 0 })]);
  expect(rulesOf(alone(odd, open))).toEqual(["task-dates PAY-1"]);
});

test("unknown-role: once per folded value, at its lowest payID, and never for an empty list", () => {
  const roles = ["Seller", "AGENT", null, "Broker", "agent", "broker"];
  const transactions = roles.map((traderStatus, at) => sale(at + 1, 100, { traderStatus }));
  expect(rulesOf(alone(...transactions))).toEqual(["unknown-role PAY-2", "unknown-role PAY-4"]);
});

test("unknown-cycle: kept, its sum checked (99 for 100 + 0 + 0), its amounts not checked", () => {
  const detail = { cycle: "unknown", type: "gift", reference: "PAY-1", document: { type: "gift" } } as const;
  const odd = sale(1, 100, { cycle: "gift", detail, payableamount: 99 });
  const paid = judge({ transactions: [odd], pulledAtMs: Date.UTC(2027, 0, 1) });
  expect(rulesOf(paid)).toEqual(["payable-sum PAY-1", "unknown-cycle PAY-1"]);
});
