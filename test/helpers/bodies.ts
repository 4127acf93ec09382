/** Saved answers of the service, made from records: the envelope with its `_alt` texts, newest first. */
import { type Entry, entryDocument } from "../../src/core/entry.ts";
import { type Transaction, transactionDocument } from "../../src/core/transaction.ts";

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
  const verification = {
    email: 1,
    phone: 1,
    bvn: 1,
    bvn_issubmitted: 1,
    ssnitid: 0,
    ssnitid_issubmitted: 0,
    ssn: 0,
    ssn_issubmitted: 0,
  };
  const links = ["store", "orders", "withdraw", "donate", "bills", "inbox", "transactions", "contact"];
  const user = {
    userID: 1,
    name: "Ada Obi",
    email: "ada@shop.example",
    gender: "Custom",
    phone: "+2348000000001",
    country: "Nigeria",
    state: null,
    address: null,
    username: null,
    dob: "1990-01-31",
    bout_me: "",
    dp_url: "https://shop.example/ada.png",
    acc_type: 1,
    auto_created: 0,
    is_accepted: 1,
    is_verified: 1,
    is_admin: 0,
    default_currency: "NGN",
    token,
    invite_url: `https://shop.example/invite/${token}`,
    ref_token: null,
    dateJoined: "Fri, 01 Jan 2021 08:00:00 +0000",
    dateJoined_alt: "2021-01-01",
    businessID: 7,
    verification_status: verification,
    zodiac: { sign: "Aquarius", icon: "https://shop.example/a.png", quote: "…", date: "1990-01-31" },
    kyc_status: {
      personal: 1,
      business: 1,
      verification: 1,
      settlement: 1,
      progress: 100,
      send_verrequest: 0,
    },
    is_interest_set: 0,
    quick_link: Object.fromEntries(links.map((link) => [link, 1])),
  };
  return JSON.stringify({ status: 200, data: { user } });
}
