/** Saved answers of the service, made from records: the envelope with its `_alt` texts, newest first. */
import { type Entry, entryDocument } from "../../src/core/records/entry.ts";
import { type Transaction, transactionDocument } from "../../src/core/records/transaction.ts";
import { envelope, wireLoginUser } from "./wire-records.ts";

export function walletBody(entries: readonly Entry[]): string {
  const histories = entries.toReversed().map((one) => ({
    ...entryDocument(one),
    datePaid_alt: "2 days ago",
    dateCreated_alt: "2 days ago",
  }));
  return JSON.stringify({ status: 200, data: { histories } });
}

export function transactionsBody(transactions: readonly Transaction[]): string {
  const histories = transactions.map((one) => {
    const document = transactionDocument(one);
    return {
      ...document,
      transaction: { ...(document["transaction"] as object), status_alt: one.statusAlt },
      datePaid_alt: "2 days ago",
      dateCreated_alt: "3 days ago",
    };
  });
  return JSON.stringify({ status: 200, data: { histories } });
}

/** A user record as the login answers it, with tokens that must never be stored. */
export function userBody(token: string): string {
  return envelope({
    user: wireLoginUser({ userID: 1, token, invite_url: `https://shop.example/invite/${token}` }),
  });
}
