/** Faults in the ties between entries and payments: missing or wrong. */
import { DAY_MS } from "../../src/core/time.ts";
import { HOUR_MS, endOfMonth } from "./caller.ts";
import type { FaultRecipe } from "./fault.ts";

/** A payref as a tired hand copies it: in small letters, with a blank, or with one letter wrong. */
function mistype(payref: string, turn: number): string {
  if (turn % 3 === 0) return payref.toLowerCase();
  if (turn % 3 === 1) return `${payref} `;
  return payref.slice(0, -1) + (payref.endsWith("7") ? "1" : "7");
}

export const PAYREF_FAULTS: readonly FaultRecipe[] = [
  {
    word: "orphan-payref",
    times: 2,
    plant(site) {
      const payref = site.books.unusedPayref();
      const posting = site.post(null, site.amount(), { alter: (entry) => ({ ...entry, payref }) });
      return {
        steps: [site.step(posting)],
        tell: () => `walletID ${posting.walletID} carries the payref ${payref}, which no transaction has`,
        findings: () => [site.onEntry(posting, "orphan-payref", "error", { payref, suggestions: [] })],
      };
    },
  },
  {
    word: "mistyped-payref",
    times: 3,
    plant(site) {
      const payment = site.sale();
      const payref = mistype(payment.payref, site.turn);
      const posting = site.post(null, payment.charged, { alter: (entry) => ({ ...entry, payref }) });
      return {
        steps: [site.step(posting)],
        tell: () => `walletID ${posting.walletID} is for payID ${payment.payID}, but its payref is mistyped`,
        findings: () => [
          site.onEntry(posting, "orphan-payref", "error", { payref, suggestions: [payment.payref] }),
          site.onPayment(payment, "paid-without-entry", "error", { difference: 0 - payment.charged }),
        ],
      };
    },
  },
  {
    word: "paid-without-entry",
    times: 3,
    entries: 0,
    plant(site) {
      const payment = site.turn % 2 === 0 ? site.sale() : site.milestone();
      return {
        tell: () => `payID ${payment.payID} is paid and never reached the wallet`,
        findings: () => [
          site.onPayment(payment, "paid-without-entry", "error", { difference: 0 - payment.charged }),
        ],
      };
    },
  },
  {
    word: "in-transit",
    times: 2,
    entries: 0,
    when: "last",
    plant(site) {
      const paidAtMs = endOfMonth(site.month) - (8 + (site.turn % 36)) * HOUR_MS;
      const payment = site.sale({ createdAtMs: paidAtMs - DAY_MS, paidAtMs });
      const told = { difference: 0 - payment.charged };
      return {
        tell: () => `payID ${payment.payID} is paid just before the month's end and is not in the wallet yet`,
        findings: () => [
          {
            ...site.onPayment(payment, "in-transit", "info", told),
            later: site.onPayment(payment, "paid-without-entry", "error", told).finding,
          },
        ],
        next: (after) => {
          const posting = after.post(payment, payment.charged);
          return {
            steps: [after.step(posting)],
            tell: () =>
              `payID ${payment.payID}, in transit a month before, came as walletID ${posting.walletID}`,
          };
        },
      };
    },
  },
  {
    word: "entry-for-unpaid",
    plant(site) {
      const payment = site.sale({ paidAtMs: null });
      const posting = site.post(payment, payment.charged);
      return {
        steps: [site.step(posting)],
        tell: () => `walletID ${posting.walletID} is for payID ${payment.payID}, which is not paid`,
        findings: () => [site.onEntry(posting, "entry-for-unpaid", "error")],
      };
    },
  },
  {
    word: "duplicate-entry",
    times: 2,
    entries: 2,
    plant(site) {
      const payment = site.sale();
      const first = site.post(payment, payment.charged);
      const again = site.post(payment, payment.charged);
      return {
        steps: [site.step(first), { atMs: site.atMs + 5 * HOUR_MS, postings: [again] }],
        tell: () =>
          `walletID ${again.walletID} enters payID ${payment.payID} again after walletID ${first.walletID}`,
        findings: () => [site.onEntry(again, "duplicate-entry", "error")],
      };
    },
  },
  {
    word: "wrong-business",
    plant(site) {
      const payment = site.sale();
      const businessID = site.books.trader.secondBusinessID;
      const posting = site.post(payment, payment.charged, { alter: (entry) => ({ ...entry, businessID }) });
      return {
        steps: [site.step(posting)],
        tell: () =>
          `walletID ${posting.walletID} is entered for business ${businessID}, payID ${payment.payID} is not`,
        findings: () => [site.onEntry(posting, "wrong-business", "error")],
      };
    },
  },
  {
    word: "wrong-user",
    plant(site) {
      const payment = site.sale();
      // Each in a wallet of its own, which so starts at zero.
      const foreignUserID = 300_000 + payment.ordinal;
      const posting = site.post(payment, payment.charged, { foreignUserID });
      return {
        steps: [site.step(posting)],
        tell: () =>
          `walletID ${posting.walletID} lies in user ${foreignUserID}'s wallet, payID ${payment.payID} does not`,
        findings: () => [site.onEntry(posting, "wrong-user", "error")],
      };
    },
  },
  {
    word: "before-created",
    plant(site) {
      const payment = site.sale({ createdAtMs: site.atMs + 2 * HOUR_MS, paidAtMs: site.atMs + 3 * HOUR_MS });
      const posting = site.post(payment, payment.charged);
      return {
        steps: [site.step(posting)],
        tell: () => `walletID ${posting.walletID} is older than payID ${payment.payID}, which it is for`,
        findings: () => [site.onEntry(posting, "before-created", "warning")],
      };
    },
  },
  {
    word: "duplicate-payref",
    plant(site) {
      const payment = site.sale();
      const other = site.sale({ createdAtMs: site.atMs - DAY_MS, paidAtMs: null });
      other.payref = payment.payref;
      const posting = site.post(payment, payment.charged);
      return {
        steps: [site.step(posting)],
        tell: () => `payID ${other.payID} carries the payref of payID ${payment.payID}`,
        findings: () => [site.onPayment(other, "duplicate-payref", "error")],
      };
    },
  },
];
