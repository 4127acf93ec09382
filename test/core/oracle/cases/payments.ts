/** Transactions by chance: few distinct values, so that they collide. */
import type { Transaction, TransactionDetail } from "../../../../src/core/records/transaction.ts";
import { oneTime, sale, task } from "../../../helpers/records.ts";
import type { Chance } from "./chance.ts";

const at = (text: string) => Date.parse(text);

/** Instants at the edges of months, of days in several zones, and of summer time. */
const INSTANTS = [
  "2026-09-06T03:59:59Z",
  "2026-09-06T04:00:00Z",
  "2026-09-28T12:00:00Z",
  "2026-09-30T21:59:59Z",
  "2026-09-30T22:00:00Z",
  "2026-09-30T23:00:00Z",
  "2026-09-30T23:59:59Z",
  "2026-10-01T00:00:00Z",
  "2026-10-01T04:00:00Z",
  "2026-10-14T10:00:00Z",
  "2026-10-15T10:00:00Z",
  "2026-10-16T09:59:59Z",
  "2026-10-25T00:59:59Z",
  "2026-10-25T01:00:00Z",
  "2026-10-29T00:00:00Z",
  "2026-10-31T18:30:00Z",
  "2026-10-31T22:59:59Z",
  "2026-10-31T23:59:59Z",
  "2026-11-01T00:00:00Z",
  "2026-11-01T06:00:00Z",
  "2026-11-20T10:00:00Z",
].map(at);

export function instant(chance: Chance): number {
  const time = INSTANTS[chance.below(INSTANTS.length)]!;
  return chance.once(3) ? time + chance.below(96) * 1_800_000 : time;
}

export function amount(chance: Chance): number {
  return chance.of(0, 10, 12, 21, 90, 100, 100, 100, 120, 200, 210, 1000);
}

/** Payrefs near each other by case, space, one edit or two letters turned. */
export const PAYREFS = [
  "PAY-12",
  "PAY-21",
  "pay-12",
  " PAY-12",
  "PAY-1",
  "PAY-122",
  "PAY-2",
  "PAY-3",
  "ÄÖ-1",
  "STRASSE-1",
  "Straße-1",
  "PAY-😀",
];

/** Fields that the interface does not name: told apart by more than what is in them. */
export const EXTRAS: readonly Transaction["extra"][] = [
  { tags: {} },
  { tags: [] },
  { a: { b: 1 } },
  { "a.b": 1 },
  { x: null },
  { seenOn: "Thu, 01 Oct 2026 00:00:00 +0000" },
  { seenOn: "Thursday, 01 Oct 2026 00:00:00 +0000" },
  null,
];

/**
 * A transaction that agrees with itself.
 *
 * @param alike the amount of a one-time payment without fees; null for whatever comes
 */
export function payment(chance: Chance, payID: number, payref: string, alike: number | null): Transaction {
  if (alike !== null && !chance.once(4)) {
    const datePaidAtMs = INSTANTS[chance.below(4)]!;
    return sale(payID, alike, { payref, datePaidAtMs, dateCreatedAtMs: datePaidAtMs - 3_600_000 });
  }
  const scrowfee = chance.of(0, 0, 5, 10);
  const taxfee = chance.of(0, 0, 1, 10);
  const createdAtMs = instant(chance);
  const detail = detailOf(chance, payref, createdAtMs, scrowfee);
  const chargedamount = chargedOf(detail);
  const cycle = detail.cycle;
  const fee = cycle === "crowd-pay" ? 0 : scrowfee;
  return sale(payID, chargedamount, {
    payref,
    cycle,
    detail,
    traderStatus: chance.of("seller", "seller", "seller", "Seller", "buyer"),
    scrowfee: fee,
    taxfee,
    payableamount: chargedamount + fee + taxfee,
    datePaidAtMs: chance.once(5) ? null : createdAtMs + chance.below(50) * 3_600_000,
    dateCreatedAtMs: createdAtMs,
  });
}

function chargedOf(detail: TransactionDetail): number {
  switch (detail.cycle) {
    case "one-time":
      return detail.itemamount * (detail.itemquantity ?? 1);
    case "milestone":
      return detail.amount;
    case "crowd-pay":
      return detail.projectGoal;
    case "unknown":
      return 100;
  }
}

function detailOf(
  chance: Chance,
  payref: string,
  createdAtMs: number,
  escrowCharge: number,
): TransactionDetail {
  const kind = chance.below(10);
  if (kind < 6)
    return oneTime({ payref, amount: amount(chance), itemquantity: chance.of(1, 1, 2), escrowCharge });
  if (kind < 8) {
    const tasks = Array.from({ length: chance.below(4) }, () =>
      task(amount(chance), {
        isComplete: chance.of(0, 1, 1),
        dateCompletedAtMs: chance.once(4) ? null : createdAtMs + chance.below(30) * 86_400_000,
      }),
    );
    return {
      cycle: "milestone",
      type: "milestone",
      reference: payref,
      taskname: "Tasks",
      amount: tasks.reduce((sum, { taskamount }) => sum + taskamount, 0),
      escrowCharge,
      terms: null,
      dateAddedAtMs: createdAtMs,
      tasks,
      extra: null,
    };
  }
  return {
    cycle: "crowd-pay",
    type: "crowd-pay",
    reference: payref,
    purpose: "charity",
    projectName: "Well",
    projectGoal: amount(chance),
    currentRaised: chance.of(0, 90, 100, 120),
    contributorCount: 1,
    projectDescription: null,
    dateCreatedAtMs: createdAtMs,
    extra: null,
  };
}

/** A transaction as it goes on with its life: nothing in it that must stand has changed. */
export function lived(chance: Chance, one: Transaction): Transaction {
  const { detail } = one;
  const later = {
    ...one,
    status: chance.of(one.status, 2, null),
    statusAlt: chance.of(one.statusAlt, "Settled"),
    isActive: chance.of(one.isActive, "inactive", null),
    customer: chance.of(one.customer, null),
  };
  if (detail.cycle === "crowd-pay") {
    const contributorCount = chance.of(detail.contributorCount, 2, null);
    return {
      ...later,
      detail: { ...detail, contributorCount, currentRaised: chance.of(detail.currentRaised, 100) },
    };
  }
  if (detail.cycle !== "milestone") return later;
  const tasks = detail.tasks.map((part) =>
    chance.once(2) ? part : { ...part, isComplete: 1, dateCompletedAtMs: instant(chance) },
  );
  return { ...later, detail: { ...detail, tasks } };
}

/** A transaction that was never paid attention to: some of its fields take values of their own. */
export function spoiled(chance: Chance, one: Transaction): Transaction {
  if (chance.once(4))
    return { ...one, ...chance.of({ datePaidAtMs: null }, { isDeleted: 1 }, { isFlagged: 1 }) };
  const detail = chance.once(4) ? spoiledDetail(chance, one) : one.detail;
  const cycle = detail.cycle === "unknown" ? chance.of("subscription", "", "One-Time") : one.cycle;
  const spoil = <K extends keyof Transaction>(field: K, ...values: Transaction[K][]) =>
    chance.once(8) ? { [field]: chance.of(...values) } : {};
  return {
    ...one,
    detail,
    cycle,
    ...spoil("businessID", 7, 8, 9),
    ...spoil("userID", 1, 2),
    ...spoil("traderStatus", "seller", "SELLER", "buyer", "Broker", "broker", "ſELLER", "agent", "", null),
    ...spoil("currency", "NGN", "USD", "EUR", null),
    ...spoil("chargedamount", amount(chance), -100),
    ...spoil("scrowfee", 5, 100, -5),
    ...spoil("taxfee", 5, 100),
    ...spoil("payableamount", amount(chance), -100),
    ...spoil("isDeleted", 1, 0, null),
    ...spoil("isFlagged", 1, 0, null),
    ...spoil("datePaidAtMs", null, instant(chance)),
    ...spoil("dateCreatedAtMs", null, instant(chance)),
    ...spoil("paymentURL", null, "", "https://pay.example/pay/", `/pay/${one.payref}/`),
    ...spoil("payref", "", ...PAYREFS),
    ...spoil("extra", ...EXTRAS, { "fee.currency": "EUR", "customer.name": "Ada", status: 3 }),
    ...spoil("feeExtra", { discount: { of: 1 } }, { discount: null }, null),
  };
}

function spoiledDetail(chance: Chance, one: Transaction): TransactionDetail {
  const { detail } = one;
  const words = {
    type: chance.of(detail.type, null, "milestone", "one-time"),
    reference: chance.of(detail.reference, null, "", "PAY-1"),
  };
  switch (detail.cycle) {
    case "one-time":
      if (chance.once(4)) return { cycle: "unknown", ...words, document: { type: words.type, amount: 100 } };
      return {
        ...detail,
        ...words,
        itemamount: chance.of(detail.itemamount, amount(chance)),
        itemquantity: chance.of(0, 1, 2, -1, null),
        escrowCharge: chance.of(detail.escrowCharge, 7),
      };
    case "milestone":
      return {
        ...detail,
        ...words,
        amount: chance.of(detail.amount, amount(chance)),
        escrowCharge: chance.of(detail.escrowCharge, 7),
      };
    case "crowd-pay":
      return {
        ...detail,
        ...words,
        projectGoal: chance.of(detail.projectGoal, amount(chance)),
        currentRaised: chance.of(0, 1, 100, -100),
      };
    case "unknown":
      return detail;
  }
}
