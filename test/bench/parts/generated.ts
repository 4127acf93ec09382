/**
 * W(N): N wallet entries and N / 2 transactions as the service's JSON, newest first, the same bytes for the same N. Of the
 * entries 0.1 % state a wrong balance unless told otherwise, 0.5 % are orphans, 0.2 % pay a second time; of the payments 0.5 % have
 * no entry and 0.5 % another amount.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { formatServiceTime } from "../../../src/core/time.ts";

/** A generated wallet as saved responses. */
export interface GeneratedFiles {
  readonly wallet: string;
  readonly transactions: string;
}

const USER = 4021;
const BUSINESS = 977;
const CURRENCY = "NGN";
const START_MS = Date.UTC(2021, 0, 1);
const STEP_MS = 90_000;
const ALT = "3 months ago";
const MISSTATED_BY = 90;

/** The month before the newest of N entries, `YYYY-MM`. */
export function monthBeforeNewest(entries: number): string {
  const newest = new Date(START_MS + entries * STEP_MS);
  return new Date(Date.UTC(newest.getUTCFullYear(), newest.getUTCMonth() - 1)).toISOString().slice(0, 7);
}

const payrefOf = (payID: number) => `PAY-${(payID * 2_654_435_761).toString(36).toUpperCase()}-${payID}`;
const chargeOf = (payID: number) => 1000 + ((payID * 7919) % 250_000);
const at = (atMs: number) => formatServiceTime(atMs);

const MISMATCHED_BY = 50;

/** What an entry is of, and how far it moves the balance. */
interface Posting {
  readonly movement: number;
  /** '' for none. */
  readonly payref: string;
}

/** Entry k, 1 … N: odd ones settle the payment (k + 1) / 2, even ones are withdrawals. */
function postingOf(k: number): Posting {
  const payID = Math.ceil(k / 2);
  const charge = chargeOf(payID);
  if (k % 2 === 1) {
    const isMissing = payID % 200 === 0;
    const movement = payID % 200 === 100 ? charge + MISMATCHED_BY : charge;
    return { movement, payref: isMissing ? "" : payrefOf(payID) };
  }
  if (k % 500 === 250) return { movement: charge, payref: payrefOf(payID) };
  return { movement: -Math.floor(charge / 2), payref: k % 200 === 100 ? `LOST-${payrefOf(k)}` : "" };
}

function entry(k: number, balance: number, isMisstated: boolean): object {
  const { movement, payref } = postingOf(k);
  const payID = Math.ceil(k / 2);
  const isPayment = payref !== "" && movement > 0;
  return {
    walletID: 500_000 + k,
    userID: USER,
    businessID: BUSINESS,
    credit_balance: movement < 0 ? -movement : 0,
    debit_balance: movement > 0 ? movement : 0,
    balance: isMisstated ? balance + MISSTATED_BY : balance,
    action: isPayment ? "API" : "Withdrawal",
    description: isPayment
      ? `Payment for order ${payID} “Ankara fabric, 6 yards”`
      : "Transfer to settlement account",
    sessionID: `0000132${(k * 48_271).toString().padStart(16, "0")}`,
    payref,
    is_approved: 1,
    is_bonus: 0,
    datePaid: at(START_MS + k * STEP_MS),
    datePaid_alt: ALT,
    dateCreated: at(START_MS + k * STEP_MS),
    dateCreated_alt: ALT,
  };
}

function transaction(payID: number): object {
  const charge = chargeOf(payID);
  const payref = payrefOf(payID);
  const createdAtMs = START_MS + (payID * 2 - 1) * STEP_MS - 3_600_000;
  const fee = Math.floor(charge / 50);
  return {
    payID,
    businessID: BUSINESS,
    userID: USER,
    payhash: `h${(payID * 16_807).toString(16).padStart(31, "0")}`,
    payref,
    cycle: "one-time",
    transaction: {
      name: "One-time payment",
      status_alt: "Completed",
      trader_status: "seller",
      is_active: "active",
      paymentURL: `https://pay.example/pay/${payref}`,
    },
    data: {
      type: "one-time",
      reference: payref,
      duration: "2026-01-31",
      itemname: `Order ${payID}`,
      itemquantity: 1,
      itemamount: charge,
      deliverydate: "2026-01-31",
      escrow_charge: fee,
      terms: "Goods are inspected on delivery; the money is released within three days of acceptance.",
      dateAdded: at(createdAtMs),
    },
    customer: { userID: 9000 + (payID % 500), name: `Customer ${payID % 500}`, phone: "+2348012345678" },
    fee: {
      currency: CURRENCY,
      chargedamount: charge,
      scrowfee: fee,
      taxfee: 0,
      payableamount: charge + fee,
    },
    status: 1,
    is_deleted: 0,
    is_flagged: 0,
    datePaid: at(createdAtMs + 3_000_000),
    datePaid_alt: ALT,
    dateCreated: at(createdAtMs),
    dateCreated_alt: ALT,
  };
}

/** When the last entry of W(entries) happened, milliseconds UTC. */
export function lastAtMs(entries: number): number {
  return START_MS + entries * STEP_MS;
}

/** A payment of W(entries) that has no entry, where there are 2,000 entries at least. */
export const UNPAID_ID = 1000;

/** Where W(N) lies in a folder. */
export function filesIn(folder: string): GeneratedFiles {
  return { wallet: join(folder, "wallet.json"), transactions: join(folder, "transactions.json") };
}

/** Writes W(entries) into a folder. Where every second balance is misstated, every entry but the first is a finding. */
export function writeGenerated(folder: string, entries: number, misstatedEvery = 1000): void {
  const files = filesIn(folder);
  const balances = new Float64Array(entries + 1);
  for (let k = 1; k <= entries; k += 1) balances[k] = (balances[k - 1] ?? 0) + postingOf(k).movement;
  writeList(files.wallet, entries, (at0) => {
    const k = entries - at0;
    return entry(k, balances[k] ?? 0, k % misstatedEvery === misstatedEvery / 2);
  });
  const payments = Math.floor(entries / 2);
  writeList(files.transactions, payments, (at0) => transaction(payments - at0));
}

function writeList(path: string, length: number, recordAt: (index: number) => object): void {
  const file = openSync(path, "w");
  let text = '{"status":200,"data":{"histories":[';
  for (let index = 0; index < length; index += 1) {
    text += `${index === 0 ? "" : ","}${JSON.stringify(recordAt(index))}`;
    if (text.length > 1_048_576) {
      writeSync(file, text);
      text = "";
    }
  }
  writeSync(file, `${text}]}}`);
  closeSync(file);
}
