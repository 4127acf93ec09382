/** A payment while its world is generated. `transaction.ts` writes it as the service would. */
import type { WorldTransaction } from "../world.ts";
import { type Trader, payrefOf } from "./trader.ts";

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

/** Leaves a payment without fees. */
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
