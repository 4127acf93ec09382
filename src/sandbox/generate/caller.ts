/** The caller's user and business records. */
import type { WorldBusiness, WorldUser } from "../world.ts";
import { startOfMonth, stamp } from "./calendar.ts";
import { scramble } from "./random.ts";
import { WORLD_CURRENCY, DRAW, type Trader, draw } from "./trader.ts";

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
