/** Records as the service writes them, each valid as it stands, for tests of what reads them. */

export type WireRecord = Record<string, unknown>;

export const WIRE_TIME = "Sat, 21 Nov 2026 08:30:00 +0000";
export const WIRE_TIME_MS = Date.UTC(2026, 10, 21, 8, 30);

export function wireEntry(fields: WireRecord = {}): WireRecord {
  return {
    walletID: 77,
    userID: 12,
    businessID: 7,
    credit_balance: 0,
    debit_balance: 500,
    balance: 1500,
    action: "API",
    description: "Payment",
    sessionID: "s-77",
    payref: "PAY77",
    is_approved: 1,
    is_bonus: 0,
    datePaid: WIRE_TIME,
    datePaid_alt: "2 days ago",
    dateCreated: WIRE_TIME,
    dateCreated_alt: "2 days ago",
    ...fields,
  };
}

export const wireData: Readonly<Record<"one-time" | "milestone" | "crowd-pay", WireRecord>> = {
  "one-time": {
    type: "one-time",
    reference: "PAY77",
    duration: "2026-12-01",
    itemname: "A chair",
    itemquantity: 2,
    itemamount: 500,
    deliverydate: "2026-12-01",
    escrow_charge: 5,
    terms: "as seen",
    dateAdded: WIRE_TIME,
  },
  milestone: {
    type: "milestone",
    reference: "PAY77",
    taskname: "a,b",
    amount: 500,
    escrow_charge: 5,
    terms: "as seen",
    dateAdded: WIRE_TIME,
    list: [
      {
        businessID: 7,
        userID: 12,
        taskname: "a",
        taskamount: 500,
        token: "t-1",
        is_complete: 0,
        dateCompleted: "N/A",
      },
    ],
  },
  "crowd-pay": {
    type: "crowd-pay",
    reference: "PAY77",
    purpose: "charity",
    project_name: "A well",
    project_goal: 9000,
    current_raised: 10,
    contributor_count: 1,
    project_description: "Water",
    dateCreated: WIRE_TIME,
  },
};

export function wireTransaction(fields: WireRecord = {}): WireRecord {
  return {
    payID: 5,
    businessID: 7,
    userID: 12,
    payhash: "h",
    payref: "PAY77",
    cycle: "one-time",
    transaction: {
      name: "One-time",
      status_alt: "Awaiting Payment",
      trader_status: "seller",
      is_active: "active",
      paymentURL: "https://pay.example/pay/PAY77",
    },
    data: wireData["one-time"],
    customer: { userID: 0, name: "N/A", phone: "N/A" },
    fee: { currency: "NGN", chargedamount: 500, scrowfee: 5, taxfee: 1, payableamount: 506 },
    status: 1,
    is_deleted: 0,
    is_flagged: 0,
    datePaid: null,
    datePaid_alt: null,
    dateCreated: WIRE_TIME,
    dateCreated_alt: "2 days ago",
    ...fields,
  };
}

const flags = (...names: string[]): WireRecord => Object.fromEntries(names.map((name) => [name, 1]));

export function wireUser(fields: WireRecord = {}): WireRecord {
  return {
    ...flags("acc_type", "auto_created", "is_accepted", "is_verified", "is_admin"),
    userID: 12,
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
    default_currency: "NGN",
    token: "user-token-canary",
    ref_token: null,
    dateJoined: WIRE_TIME,
    dateJoined_alt: "2026-11-21",
    businessID: 7,
    verification_status: flags("email", "phone", "bvn", "bvn_issubmitted"),
    zodiac: { sign: "Aquarius", icon: "https://shop.example/a.png", quote: "…", date: "1990-01-31" },
    kyc_status: flags("personal", "business", "verification", "settlement", "progress"),
    ...fields,
  };
}

export function wireLoginUser(fields: WireRecord = {}): WireRecord {
  const user = wireUser();
  return {
    ...user,
    is_interest_set: 1,
    invite_url: `https://shop.example/invite/${String(user["token"])}`,
    verification_status: {
      ...(user["verification_status"] as WireRecord),
      ...flags("ssnitid", "ssnitid_issubmitted", "ssn", "ssn_issubmitted"),
    },
    quick_link: flags("store", "orders", "withdraw", "donate", "bills", "inbox", "transactions", "contact"),
    kyc_status: { ...(user["kyc_status"] as WireRecord), send_verrequest: 0 },
    ...fields,
  };
}

export function wireBusiness(fields: WireRecord = {}): WireRecord {
  const none = (...names: string[]): WireRecord => Object.fromEntries(names.map((name) => [name, null]));
  return {
    ...flags("is_verified", "is_default", "send_verrequest", "is_live"),
    ...none("businessemail", "businessphone", "businessaddress", "businesslogo", "businesswebsite"),
    ...none("supportemail", "chargebackemail", "facebookurl", "twitterurl", "instagramurl", "linkedinurl"),
    businessID: 7,
    userID: 12,
    businessname: "Ada's",
    businessbio: "",
    businesscurrency: "NGN",
    hash: "b-7",
    dateCreated: "2 years ago",
    verification: none(
      "documentType",
      "documentNumber",
      "dateOfCompanybirth",
      "dateSubmited",
      "dateApproved",
    ),
    ...fields,
  };
}

/** A success around its data, as text. */
export function envelope(data: unknown): string {
  return JSON.stringify({ status: 200, data });
}

/** A list's envelope as text. */
export function histories(records: readonly unknown[]): string {
  return envelope({ histories: records });
}
