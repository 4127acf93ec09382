/** A small world made by hand: every cycle, nulls, an entry without payref, a customer that is none. */
import { formatServiceTime } from "../../src/core/time.ts";
import type { World, WorldEntry, WorldTransaction } from "../../sandbox/world.ts";

const HOUR_MS = 3_600_000;
/** 2026-10-01T00:00:00Z. */
export const WORLD_START_MS = Date.UTC(2026, 9, 1);

const at = (hours: number): string => formatServiceTime(WORLD_START_MS + hours * HOUR_MS);

/** One-time, milestone and crowd-pay in turn. */
const CYCLES: readonly ((payref: string, amount: number) => Pick<WorldTransaction, "cycle" | "data">)[] = [
  (payref, amount) => ({
    cycle: "one-time",
    data: {
      type: "one-time",
      reference: payref,
      duration: "2026-10-20",
      itemname: "Chair — «Ọ̀ṣun» \u{1F6CB}",
      itemquantity: 2,
      itemamount: amount,
      deliverydate: "2026-10-21",
      escrow_charge: 10,
      terms: 'as "seen"',
      dateAdded: at(0),
    },
  }),
  (payref, amount) => ({
    cycle: "milestone",
    data: {
      type: "milestone",
      reference: payref,
      taskname: "plan,build",
      amount,
      escrow_charge: 10,
      terms: "two steps",
      dateAdded: at(0),
      list: ["plan", "build"].map((taskname, place) => ({
        businessID: 7,
        userID: 12,
        taskname,
        taskamount: place === 0 ? amount - 1 : 1,
        token: `task-${place}`,
        is_complete: 1 - place,
        dateCompleted: place === 0 ? at(5) : "",
      })),
    },
  }),
  (payref, amount) => ({
    cycle: "crowd-pay",
    data: {
      type: "crowd-pay",
      reference: payref,
      purpose: "charity",
      project_name: "A well",
      project_goal: amount,
      current_raised: amount,
      contributor_count: 3,
      project_description: "Water",
      dateCreated: at(0),
    },
  }),
];

function transactionOf(payID: number): WorldTransaction {
  const payref = `PAY${payID}`;
  const amount = 1000 + payID;
  const paid = payID % 4 !== 0;
  const { cycle, data } = CYCLES[payID % 3]!(payref, amount);
  const fees = cycle === "crowd-pay" ? 0 : 10;
  return {
    payID,
    businessID: 7,
    userID: 12,
    payhash: `hash-${payID}`,
    payref,
    cycle,
    transaction: {
      name: cycle,
      status_alt: "Awaiting Payment",
      trader_status: "seller",
      is_active: "active",
      paymentURL: `https://pay.example/pay/${payref}`,
    },
    data,
    customer: paid
      ? { userID: 40 + payID, name: "Ben", phone: "+2348000000002" }
      : { userID: 0, name: "N/A", phone: "N/A" },
    fee: {
      currency: "NGN",
      chargedamount: amount,
      scrowfee: fees,
      taxfee: 0,
      payableamount: amount + fees,
    },
    status: 1,
    is_deleted: 0,
    is_flagged: 0,
    datePaid: paid ? at(payID) : null,
    dateCreated: at(payID - 1),
  };
}

function entriesOf(count: number): WorldEntry[] {
  let balance = 0;
  return Array.from({ length: count }, (_, place) => {
    const walletID = place + 1;
    const tied = walletID % 5 !== 0;
    const debit = tied && walletID % 4 !== 0 ? 1000 + walletID : 0;
    const credit = debit === 0 ? 100 : 0;
    balance += debit - credit;
    return {
      walletID,
      userID: 12,
      businessID: 7,
      credit_balance: credit,
      debit_balance: debit,
      balance,
      action: "API",
      description: tied ? `Payment ${walletID}` : null,
      sessionID: `session-${walletID}`,
      payref: debit === 0 ? "" : `PAY${walletID}`,
      is_approved: 1,
      is_bonus: 0,
      datePaid: at(walletID),
      dateCreated: at(walletID),
    };
  });
}

const flags = (names: string): Record<string, number> =>
  Object.fromEntries(names.split(" ").map((name) => [name, 1]));
const none = (names: string): Record<string, null> =>
  Object.fromEntries(names.split(" ").map((name) => [name, null]));

/** A world of some entries; each advance adds three and plants one fault. */
export function handmadeWorld(count: number, months = 0): World {
  const entries = entriesOf(count);
  return {
    month: `2026-${10 + months}`,
    user: {
      userID: 12,
      name: "Ada Obi",
      email: "ada@shop.example",
      gender: "Custom",
      phone: "+2348000000001",
      country: "Nigeria",
      ...none("state address username ref_token"),
      dob: "1990-01-31",
      bout_me: "",
      dp_url: "https://shop.example/ada.png",
      ...flags("acc_type is_accepted is_verified auto_created is_admin is_interest_set"),
      default_currency: "NGN",
      dateJoined: at(-24),
      businessID: 7,
      verification_status: flags(
        "email phone bvn bvn_issubmitted ssnitid ssnitid_issubmitted ssn ssn_issubmitted",
      ),
      quick_link: flags("store orders withdraw donate bills inbox transactions contact"),
      zodiac: { sign: "Aquarius", icon: "https://shop.example/a.png", quote: "…", date: "1990-01-31" },
      kyc_status: { ...flags("personal business verification settlement send_verrequest"), progress: 80 },
    },
    businessCreatedAtMs: WORLD_START_MS - 24 * HOUR_MS,
    business: {
      businessID: 7,
      userID: 12,
      businessname: "Ada's",
      ...none("businessemail businessphone businessaddress businesslogo businesswebsite supportemail"),
      ...none("chargebackemail facebookurl twitterurl instagramurl linkedinurl"),
      businessbio: "",
      businesscurrency: "NGN",
      hash: "b-7",
      ...flags("is_verified is_default send_verrequest is_live"),
      verification: none("documentType documentNumber dateOfCompanybirth dateSubmited dateApproved"),
    },
    entries,
    transactions: Array.from({ length: Math.ceil(count / 2) }, (_, place) => transactionOf(place + 1)),
    faults: months === 0 ? [] : [{ fault: "altered", told: `Month ${months}`, history: [], month: [] }],
    advance: () => handmadeWorld(count + 3, months + 1),
  };
}
