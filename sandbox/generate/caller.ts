/** The caller's user and business records. */
import { DAY_MS, formatServiceTime } from "../../src/core/time.ts";
import type { WorldBusiness, WorldUser } from "../world.ts";
import { scramble, WORLD_CURRENCY, DRAW, type Trader, draw } from "./trader.ts";

// The months of a world, counted from its first, and the service's timestamp texts in them.

export const MINUTE_MS = 60_000;

/** Months of history of a new world: July 2025 to August 2026. Constant: months added later are past, too. */
export const MONTHS_OF_HISTORY = 14;

/** The first instant of a month, milliseconds UTC; month 0 is July 2025. */
export function startOfMonth(month: number): number {
  return Date.UTC(2025, 6 + month, 1);
}

/** The first instant after a month, milliseconds UTC. */
export function endOfMonth(month: number): number {
  return startOfMonth(month + 1);
}

/** `YYYY-MM`. */
export function nameOfMonth(month: number): string {
  return new Date(startOfMonth(month)).toISOString().slice(0, 7);
}

const DAY_LENGTH = "Sat, 21 Nov 2026 ".length;
const days = new Map<number, string>();
const dates = new Map<number, string>();
const clocks: string[] = [];

/** `formatServiceTime`, made of a day and a clock that are kept: a million timestamps share a few texts. */
export function stamp(atMs: number): string {
  const dayNumber = Math.floor(atMs / DAY_MS);
  const second = Math.floor((atMs - dayNumber * DAY_MS) / 1000);
  let day = days.get(dayNumber);
  if (day === undefined) {
    day = formatServiceTime(dayNumber * DAY_MS).slice(0, DAY_LENGTH);
    days.set(dayNumber, day);
  }
  const clock = (clocks[second] ??= formatServiceTime(second * 1000).slice(DAY_LENGTH));
  return day + clock;
}

/** `YYYY-MM-DD` of an instant, milliseconds UTC. */
export function dayOf(atMs: number): string {
  const dayNumber = Math.floor(atMs / DAY_MS);
  let date = dates.get(dayNumber);
  if (date === undefined) {
    date = new Date(atMs).toISOString().slice(0, 10);
    dates.set(dayNumber, date);
  }
  return date;
}

/** When the business was made, milliseconds UTC. */
export const BUSINESS_CREATED_AT_MS = Date.UTC(2025, 5, 3, 9, 12, 44);

const QUICK_LINKS = ["store", "orders", "withdraw", "donate", "bills", "inbox", "transactions", "contact"];

/** The user as the login knows it, without `_alt` fields, `token` and `invite_url`. */
export function userOf(trader: Trader): WorldUser {
  const random = draw(trader, DRAW.trader, 1);
  const dob = "1988-05-17";
  return {
    userID: trader.userID,
    name: random.pick(["Ngozi Adéyẹmí-O'Brien", 'Tunde "TJ" Bello', "Amélie Okonkwo", "José Mensah, Jr."]),
    email: `trader${trader.userID}@shop.example`,
    gender: random.pick(["Male", "Custom"]),
    phone: `+23480${String(10_000_000 + random.below(90_000_000))}`,
    country: "Nigeria",
    state: random.pick(["Lagos", "Enugu", null]),
    address: random.pick(["12 Marina Rd, Lagos Island", null]),
    username: random.pick([`trader${trader.userID}`, null]),
    dob,
    bout_me: "Fabric, food and a little of everything. =) Since 2019",
    dp_url: `https://cdn.escrow.example/dp/${trader.userID}.png`,
    acc_type: 1,
    auto_created: 0,
    is_accepted: 1,
    is_verified: 1,
    is_admin: 0,
    is_interest_set: 1,
    default_currency: WORLD_CURRENCY,
    ref_token: random.chance(50) ? `R${scramble(trader.userID).toString(36)}` : null,
    dateJoined: stamp(startOfMonth(-26) + 36_000_000),
    businessID: trader.businessID,
    verification_status: {
      email: 1,
      phone: 1,
      bvn: 1,
      bvn_issubmitted: 1,
      ssnitid: 0,
      ssnitid_issubmitted: 0,
      ssn: 0,
      ssn_issubmitted: 0,
    },
    quick_link: Object.fromEntries(QUICK_LINKS.map((link) => [link, 1])),
    zodiac: {
      sign: "Taurus",
      icon: "https://cdn.escrow.example/zodiac/taurus.png",
      quote: "Slow and steady wins the race",
      date: dob,
    },
    kyc_status: {
      personal: 1,
      business: 1,
      verification: 1,
      settlement: 1,
      progress: 100,
      send_verrequest: 0,
    },
  };
}

/** The default business, without its dateCreated. */
export function businessOf(trader: Trader): WorldBusiness {
  const random = draw(trader, DRAW.trader, 2);
  return {
    businessID: trader.businessID,
    userID: trader.userID,
    businessname: random.pick(["Adé & Daughters Ltd.", 'O\'Brien "Fabrics" 🧵', "Marina Foods, Lagos"]),
    businessemail: `sales${trader.businessID}@shop.example`,
    businessphone: null,
    businessaddress: "12 Marina Rd, Lagos Island",
    businessbio: "We sell, you smile.",
    businesslogo: null,
    businesscurrency: WORLD_CURRENCY,
    businesswebsite: "https://shop.example",
    supportemail: `help${trader.businessID}@shop.example`,
    chargebackemail: null,
    facebookurl: null,
    twitterurl: null,
    instagramurl: "https://instagram.example/shop",
    linkedinurl: null,
    hash: scramble(trader.businessID).toString(16).padStart(8, "0").repeat(4),
    is_verified: 1,
    is_default: 1,
    send_verrequest: 0,
    is_live: 1,
    verification: {
      documentType: "CAC",
      documentNumber: `RC${100_000 + random.below(900_000)}`,
      dateOfCompanybirth: "2019-02-14",
      dateSubmited: "2025-06-03",
      dateApproved: null,
    },
  };
}
