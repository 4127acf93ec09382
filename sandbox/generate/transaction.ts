/** A payment as the service writes it; its texts depend on its number alone, never on the time. */
import { DAY_MS } from "../../src/core/time.ts";
import type { WorldTransaction } from "../world.ts";
import { dayOf, stamp } from "./caller.ts";
import { type Random, scramble, WORLD_CURRENCY, DRAW, type Trader, draw, payrefOf } from "./trader.ts";
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
    customer: met || payment.paidAtMs !== null || payment.raised > 0 ? customer : NOBODY,
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

// A payment while its world is generated. `transaction.ts` writes it as the service would.

interface Task {
  readonly amount: number;
  /** Milliseconds UTC; null while it is open. */
  completedAtMs: number | null;
}

export interface Payment {
  /** Counts all payments of the world; texts and payref follow from it. */
  readonly ordinal: number;
  /** Given in the order of creation, once all payments of a month are there; 0 until then. */
  payID: number;
  /** Where its record is among the world's transactions, −1 until it is written. */
  index: number;
  payref: string;
  readonly cycle: "one-time" | "milestone" | "crowd-pay";
  /** The caller's role. */
  role: "seller" | "buyer";
  businessID: number;
  /** Milliseconds UTC. */
  readonly createdAtMs: number;
  /** Milliseconds UTC; null while unpaid. */
  paidAtMs: number | null;
  /** The item amount, the total of the tasks, or the project goal. */
  charged: number;
  escrow: number;
  tax: number;
  /** Of a milestone, in order. */
  tasks: readonly Task[];
  /** Of a crowd-pay: what was contributed so far, and by how many. */
  raised: number;
  contributors: number;
  /** What was done to its record; absent on an honest one. */
  alter?: (record: WorldTransaction) => WorldTransaction;
  /** A second copy of its record, listed beside it. */
  copy?: (record: WorldTransaction) => WorldTransaction;
}

export type NewPayment = Pick<Payment, "cycle" | "role" | "createdAtMs" | "paidAtMs" | "charged"> &
  Partial<Pick<Payment, "businessID" | "tasks" | "raised" | "contributors">>;

/** A payment with the fees that its amount has. */
export function newPayment(trader: Trader, ordinal: number, given: NewPayment): Payment {
  return {
    ordinal,
    payID: 0,
    index: -1,
    payref: payrefOf(trader, ordinal),
    businessID: trader.businessID,
    tasks: [],
    raised: 0,
    contributors: 0,
    ...feesOf(given.cycle, given.charged),
    ...given,
  };
}

/** Escrow charge and tax of an amount: a crowd-pay has none. */
export function feesOf(cycle: Payment["cycle"], charged: number): Pick<Payment, "escrow" | "tax"> {
  if (cycle === "crowd-pay") return { escrow: 0, tax: 0 };
  const escrow = Math.min(100 + Math.floor((charged * 3) / 200), 25_000);
  return { escrow, tax: Math.floor((escrow * 3) / 40) };
}

export function waiveFees(payment: Payment): Payment {
  return Object.assign(payment, { escrow: 0, tax: 0 });
}

/** chargedamount + scrowfee + taxfee. */
export function chargedWithFees({ charged, escrow, tax }: Payment): number {
  return charged + escrow + tax;
}

/** A copy that can be changed without the first one changing. */
export function copyPayment(payment: Payment): Payment {
  return { ...payment, tasks: payment.tasks.map((task) => ({ ...task })) };
}

/** An amount in equal tasks, what does not divide on the first. */
export function splitIntoTasks(charged: number, count: number, completedAtMs: number | null): Task[] {
  const each = Math.floor(charged / count);
  return Array.from({ length: count }, (_, at) => ({
    amount: at === 0 ? charged - each * (count - 1) : each,
    completedAtMs,
  }));
}
