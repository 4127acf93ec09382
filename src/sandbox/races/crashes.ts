/**
 * Requests that crash between two statements: what came before is done, what comes after is not. The balance is in a column, which is
 * changed before the entry is inserted.
 */
import type { Site } from "../faults/site.ts";
import { HOUR_MS } from "../generate/calendar.ts";
import { type Payment, feesOf } from "../generate/payment.ts";
import type { Posting } from "../generate/posting.ts";
import type { IncidentKind } from "../world.ts";
import { idsOf, incident, lostMovement } from "./incident.ts";
import type { IncidentRecipe, WrittenIncident } from "./recipe.ts";

/** A sale whose escrow charge is an entry of its own. */
export function saleWithFee(site: Site): Payment {
  const payment = site.sale();
  return Object.assign(payment, feesOf(payment.cycle, payment.charged));
}

/** The column was changed, and the request crashed before it inserted the entry. */
const NEVER_INSERTED = { lost: true } as const;

/** What a request wrote before it crashed in its last entry. */
function crashed(
  site: Site,
  kind: IncidentKind,
  { written = [], lost, amount }: { written?: Posting[]; lost: Posting; amount: number },
): WrittenIncident {
  return {
    steps: [site.step(...written, lost)],
    incident: () =>
      incident(kind, [...written, lost], {
        told: `The balance holds ${amount} of walletID ${lost.walletID}, which was never inserted`,
        lost: [lostMovement(lost, amount, true)],
      }),
  };
}

/** A payment of which some movements never reached the wallet. */
function neverReached(payment: Payment, kind: IncidentKind, written: Posting[], missing: number[]) {
  return () =>
    incident(kind, written, {
      told: `payID ${payment.payID}: ${missing.join(" and ")} never reached the wallet`,
      businessID: payment.businessID,
      payIDs: [payment.payID],
      lost: missing.map((amount) => ({
        walletID: null,
        payID: payment.payID,
        amount,
        isInBalance: false,
      })),
    });
}

export const CRASHES: readonly IncidentRecipe[] = [
  {
    entries: 0,
    plant(site) {
      const payment = saleWithFee(site);
      const missing = [payment.charged, 0 - payment.escrow];
      return { steps: [], incident: neverReached(payment, "paid-without-credit", [], missing) };
    },
  },
  {
    entries: 1,
    plant(site) {
      const payment = saleWithFee(site);
      const credit = site.post(payment, payment.charged);
      return {
        steps: [site.step(credit)],
        incident: neverReached(payment, "credit-without-fee", [credit], [0 - payment.escrow]),
      };
    },
  },
  {
    entries: 0,
    plant(site) {
      const amount = site.amount();
      return crashed(site, "balance-without-entry", { lost: site.cash(amount, NEVER_INSERTED), amount });
    },
  },
  {
    entries: 1,
    plant(site) {
      const amount = 0 - site.amount();
      const written = [site.cash(0 - amount)];
      const lost = site.cash(amount, NEVER_INSERTED);
      return crashed(site, "balance-without-entry", { written, lost, amount });
    },
  },
  {
    entries: 0,
    plant(site) {
      const payment = site.crowdPay();
      const amount = payment.raised;
      const lost = site.post(payment, amount, NEVER_INSERTED);
      return crashed(site, "balance-without-entry", { lost, amount });
    },
  },
  {
    entries: 1,
    plant(site) {
      const payment = saleWithFee(site);
      const written = [site.post(payment, payment.charged)];
      const amount = 0 - payment.escrow;
      const lost = site.post(payment, amount, NEVER_INSERTED);
      return crashed(site, "balance-without-entry", { written, lost, amount });
    },
  },
  {
    entries: 0,
    plant(site) {
      const payment = saleWithFee(site);
      const amount = payment.charged;
      const lost = site.post(payment, amount, NEVER_INSERTED);
      return crashed(site, "lost-gross-leg", { lost, amount });
    },
  },
  {
    entries: 2,
    plant(site) {
      const amounts = Array.from({ length: 4 }, () => site.amount());
      const payment = inParts(site, amounts);
      const postings = amounts.map((amount, at) =>
        site.post(payment, amount, at % 2 === 1 ? NEVER_INSERTED : {}),
      );
      const lost = postings.filter((_, at) => at % 2 === 1);
      return {
        steps: postings.map((posting, at) => ({ ...site.step(posting), atMs: site.atMs + at * HOUR_MS })),
        incident: () =>
          incident("several-lost-entries", postings, {
            told: `The balance holds walletID ${idsOf(lost)} of payID ${payment.payID}, which were never inserted`,
            lost: lost.map((posting) => lostMovement(posting, Number(posting.movement), true)),
          }),
      };
    },
  },
];

/** A milestone or a collection, by turns, that brings so many amounts. */
function inParts(site: Site, amounts: readonly number[]): Payment {
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  if (site.turn % 2 === 1)
    return Object.assign(site.crowdPay(), { raised: sum, contributors: amounts.length });
  const completedAtMs = site.atMs - HOUR_MS;
  const tasks = amounts.map((amount) => ({ amount, completedAtMs }));
  return site.sale({ cycle: "milestone", charged: sum, tasks });
}
