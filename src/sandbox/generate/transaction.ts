/**
 * A payment as the service writes it. Its texts depend only on the payment's number, so they are the same at
 * any time.
 */
import { DAY_MS } from "../../core/time.ts";
import type { WorldTransaction } from "../world.ts";
import { dayOf, stamp } from "./calendar.ts";
import { type Payment, chargedWithFees } from "./payment.ts";
import { type Random, scramble } from "./random.ts";
import { WORLD_CURRENCY, DRAW, type Trader, draw } from "./trader.ts";
import { CUSTOMER_NAMES, GOODS, PROJECTS, PURPOSES, TASKS, TERMS } from "./words.ts";

/** What is bought, commissioned or raised money for. */
export function subjectOfPayment({ ordinal, cycle }: Pick<Payment, "ordinal" | "cycle">): string {
  const names = cycle === "crowd-pay" ? PROJECTS : GOODS;
  return names[scramble(ordinal) % names.length] ?? "";
}

const LABELS = {
  "one-time": "One-time Payment",
  milestone: "Milestone Payment",
  "crowd-pay": "Crowd Pay",
} as const;

const NOBODY: WorldTransaction["customer"] = { userID: 0, name: "N/A", phone: "N/A" };
const CUSTOMERS: readonly WorldTransaction["customer"][] = CUSTOMER_NAMES.map((name, at) => ({
  userID: 200_000 + at * 37,
  name,
  phone: `+${["234803", "44790", "33612", "2332", "97150"][at % 5]}${1_000_000 + ((at * 7919) % 9_000_000)}`,
}));

export function transactionOf(trader: Trader, payment: Payment): WorldTransaction {
  const random = draw(trader, DRAW.payment, payment.ordinal);
  const { payID, businessID, payref, cycle, charged, escrow, tax, paidAtMs, createdAtMs } = payment;
  // All draws are made whatever the state, so that a payment's texts stay when it is paid.
  const met = random.chance(40);
  const customer = random.pick(CUSTOMERS);
  const dateCreated = stamp(createdAtMs);
  const record: WorldTransaction = {
    payID,
    businessID,
    userID: trader.userID,
    payhash: random.chance(2) ? null : `h${random.next().toString(36)}`,
    payref,
    cycle,
    transaction: {
      name: LABELS[cycle],
      status_alt: statusOf(payment),
      trader_status: random.chance(1) ? payment.role.toUpperCase() : payment.role,
      is_active: "active",
      paymentURL: `https://pay.escrow.example/pay/${payref}`,
    },
    data: dataOf(trader, payment, random, dateCreated),
    customer: met || isPaid(payment) ? customer : NOBODY,
    fee: {
      currency: WORLD_CURRENCY,
      chargedamount: charged,
      scrowfee: escrow,
      taxfee: tax,
      payableamount: chargedWithFees(payment),
    },
    status: 1,
    is_deleted: 0,
    is_flagged: 0,
    datePaid: paidAtMs === null ? null : stamp(paidAtMs),
    dateCreated,
  };
  return payment.alter?.(record) ?? record;
}

function isPaid({ paidAtMs, raised }: Payment): boolean {
  return paidAtMs !== null || raised > 0;
}

function statusOf(payment: Payment): string {
  if (payment.cycle === "crowd-pay") return payment.paidAtMs === null ? "Awaiting Approval" : "Approved";
  if (payment.paidAtMs === null) return "Awaiting Payment";
  return payment.tasks.some(({ completedAtMs }) => completedAtMs === null) ? "In Progress" : "Completed";
}

function dataOf(
  trader: Trader,
  payment: Payment,
  random: Random,
  dateCreated: string,
): WorldTransaction["data"] {
  switch (payment.cycle) {
    case "one-time":
      return oneTimeOf(payment, random, dateCreated);
    case "milestone":
      return milestoneOf(trader, payment, random, dateCreated);
    case "crowd-pay":
      return crowdPayOf(payment, random, dateCreated);
  }
}

function oneTimeOf(payment: Payment, random: Random, dateAdded: string): WorldTransaction["data"] {
  const { charged, createdAtMs } = payment;
  const quantity = random.between(1, 6);
  // Some traders write the price of one, some that of all.
  const eachPriced = charged % quantity === 0 && random.chance(70);
  return {
    type: "one-time",
    reference: payment.payref,
    duration: dayOf(createdAtMs + random.between(2, 20) * DAY_MS),
    itemname: subjectOfPayment(payment),
    itemquantity: quantity,
    itemamount: eachPriced ? charged / quantity : charged,
    deliverydate: dayOf(createdAtMs + random.between(2, 20) * DAY_MS),
    escrow_charge: payment.escrow,
    terms: random.pick(TERMS),
    dateAdded,
  };
}

function milestoneOf(
  trader: Trader,
  payment: Payment,
  random: Random,
  dateAdded: string,
): WorldTransaction["data"] {
  const list = payment.tasks.map(({ amount, completedAtMs }, at) => ({
    businessID: payment.businessID,
    userID: trader.userID,
    taskname: `${random.pick(TASKS)} ${at + 1}`,
    taskamount: amount,
    token: `T${random.next().toString(36)}`,
    is_complete: completedAtMs === null ? 0 : 1,
    dateCompleted: completedAtMs === null ? null : stamp(completedAtMs),
  }));
  return {
    type: "milestone",
    reference: payment.payref,
    taskname: list.map(({ taskname }) => taskname).join(","),
    amount: payment.charged,
    escrow_charge: payment.escrow,
    terms: random.pick(TERMS),
    dateAdded,
    list,
  };
}

function crowdPayOf(payment: Payment, random: Random, dateCreated: string): WorldTransaction["data"] {
  return {
    type: "crowd-pay",
    reference: payment.payref,
    purpose: random.pick(PURPOSES),
    project_name: subjectOfPayment(payment),
    project_goal: payment.charged,
    current_raised: payment.raised,
    contributor_count: payment.contributors,
    project_description: `${subjectOfPayment(payment)}: every naira counts, "thank you"!`,
    dateCreated,
  };
}
