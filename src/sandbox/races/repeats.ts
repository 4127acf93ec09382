/** Requests that came twice, as a webhook does that is sent again, and payments that were given back as they should be. */
import type { Site } from "../faults/site.ts";
import { HOUR_MS } from "../generate/calendar.ts";
import type { Posting } from "../generate/posting.ts";
import type { IncidentKind, WorldEntry, WorldTransaction } from "../world.ts";
import { legsOf, saleWithFee } from "./crashes.ts";
import { walletIDWords, incident } from "./incident.ts";
import type { IncidentRecipe, WrittenIncident } from "./recipe.ts";

/** A second request comes so many seconds after the first. */
const AGAIN_AFTER_S = [1, 2, 20] as const;

/**
 * One posting done twice; every second time under the sessionID of the first.
 *
 * @param funding written before it, so that there is enough
 */
function twice(
  site: Site,
  kind: IncidentKind,
  {
    post,
    amount,
    funding = [],
  }: {
    readonly post: (twist: Posting["twist"]) => Posting;
    readonly amount: number;
    readonly funding?: readonly Posting[];
  },
): WrittenIncident {
  const sameSession = site.turn % 2 === 0;
  const alter = (entry: WorldEntry): WorldEntry =>
    sameSession ? { ...entry, sessionID: `S${first.walletID.toString(36)}` } : entry;
  const first = post({ alter });
  const again = post({ alter });
  const againAtMs = site.atMs + (AGAIN_AFTER_S[site.turn % 3] ?? 1) * 1000;
  const session = sameSession ? "under the same sessionID" : "under another sessionID";
  return {
    steps: [site.step(...funding, first), { atMs: againAtMs, postings: [again] }],
    incident: () =>
      incident(kind, [again], {
        told: `walletID ${again.walletID} does again what walletID ${first.walletID} did, ${session}`,
        amount,
      }),
  };
}

export const REPEATS: readonly IncidentRecipe[] = [
  {
    entries: 4,
    plant(site) {
      const payment = saleWithFee(site);
      const again = legsOf(site, payment);
      const againAtMs = site.atMs + (AGAIN_AFTER_S[site.turn % 3] ?? 1) * 1000;
      return {
        steps: [site.step(...legsOf(site, payment)), { atMs: againAtMs, postings: again }],
        incident: () =>
          incident("released-twice", again, {
            told: `payID ${payment.payID} was released again as walletID ${walletIDWords(again)}`,
            amount: payment.charged - payment.escrow,
          }),
      };
    },
  },
  {
    entries: 3,
    plant(site) {
      const amount = 0 - site.amount();
      const post = (twist: Posting["twist"]) => site.cash(amount, twist);
      return twice(site, "withdrawn-twice", { post, amount, funding: [site.cash(-2 * amount)] });
    },
  },
  {
    entries: 2,
    plant(site) {
      const amount = site.amount();
      return twice(site, "funded-twice", { post: (twist) => site.cash(amount, twist), amount });
    },
  },
  {
    entries: 2,
    plant(site) {
      const payment = Object.assign(site.crowdPay(), { contributors: 1 });
      const amount = payment.raised;
      const post = (twist: Posting["twist"]) => site.post(payment, amount, twist);
      return twice(site, "contributed-twice", { post, amount });
    },
  },
  {
    entries: 4,
    plant(site) {
      const deleted = { alter: (record: WorldTransaction) => ({ ...record, is_deleted: 1 }) };
      const payment = Object.assign(saleWithFee(site), deleted);
      const { charged, escrow } = payment;
      const back = [site.post(payment, 0 - charged), site.post(payment, escrow)];
      return {
        steps: [site.step(...legsOf(site, payment)), { atMs: site.atMs + 3 * HOUR_MS, postings: back }],
        incident: () =>
          incident("refunded", back, {
            told: `payID ${payment.payID} was given back as walletID ${walletIDWords(back)}, which is right`,
          }),
      };
    },
  },
];
