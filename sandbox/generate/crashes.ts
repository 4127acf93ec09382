/**
 * Requests that crash between two statements: what came before is done, what comes after is not. The balance is in a column, which is
 * changed before the entry is inserted.
 */
import type { Site } from "./site.ts";
import { HOUR_MS } from "./caller.ts";
import { type Payment, feesOf } from "./transaction.ts";
import type { Posting, Twist, Account } from "./wallet.ts";
import type { IncidentKind, LostMovement, Incident } from "../world.ts";
import type { IncidentRecipe, WrittenIncident } from "./recipe.ts";

/** A sale whose escrow charge is an entry of its own. */
export function saleWithFee(site: Site): Payment {
  const payment = site.sale();
  return Object.assign(payment, feesOf(payment.cycle, payment.charged));
}

/** What a sale brings, and what it costs. */
export function legsOf(
  site: Site,
  payment: Payment,
  [ofCredit, ofFee]: readonly [Twist, Twist] = [{}, {}],
): [Posting, Posting] {
  return [site.post(payment, payment.charged, ofCredit), site.post(payment, 0 - payment.escrow, ofFee)];
}

/** The column was changed, and the request crashed before it inserted the entry. */
const NEVER_INSERTED = { lost: true } as const;

/** How far a request came before it crashed: its amounts are known beforehand. */
interface CrashPoint {
  readonly written?: readonly Posting[];
  /** Added to the column, and never inserted. */
  readonly unshown?: readonly Posting[];
  /** Never come to. */
  readonly never?: readonly Posting[];
}

function crashed(kind: IncidentKind, site: Site, reached: CrashPoint): WrittenIncident {
  const { written = [], unshown = [], never = [] } = reached;
  return {
    steps: [site.step(...written, ...unshown)],
    incident: () => {
      const lost = [
        ...unshown.map((posting) => lostMovement(posting, amountOf(posting), true)),
        ...never.map((posting) => lostMovement(posting, amountOf(posting), false)),
      ];
      return incident(kind, [...written, ...unshown, ...never], { told: lost.map(tell).join("; "), lost });
    },
  };
}

const amountOf = ({ movement }: Posting): number => Number(movement);

function tell({ walletID, payID, amount, isInBalance }: LostMovement): string {
  const of = payID === null ? "" : ` of payID ${payID}`;
  return isInBalance
    ? `The balance holds ${amount}${of}, whose entry, walletID ${walletID}, was never inserted`
    : `${amount}${of} never reached the wallet`;
}

export const CRASHES: readonly IncidentRecipe[] = [
  {
    entries: 0,
    plant: (site) => crashed("paid-without-credit", site, { never: legsOf(site, saleWithFee(site)) }),
  },
  {
    entries: 1,
    plant(site) {
      const [credit, fee] = legsOf(site, saleWithFee(site));
      return crashed("credit-without-fee", site, { written: [credit], never: [fee] });
    },
  },
  {
    entries: 0,
    plant: (site) =>
      crashed("balance-without-entry", site, { unshown: [site.cash(site.amount(), NEVER_INSERTED)] }),
  },
  {
    entries: 1,
    plant(site) {
      const amount = site.amount();
      const out = site.cash(0 - amount, NEVER_INSERTED);
      // More than is taken out, so that the balance does not come back to what it was.
      return crashed("balance-without-entry", site, { written: [site.cash(2 * amount)], unshown: [out] });
    },
  },
  {
    entries: 0,
    plant(site) {
      const payment = site.crowdPay();
      const unshown = [site.post(payment, payment.raised, NEVER_INSERTED)];
      return crashed("balance-without-entry", site, { unshown });
    },
  },
  {
    entries: 1,
    plant(site) {
      const [credit, fee] = legsOf(site, saleWithFee(site), [{}, NEVER_INSERTED]);
      return crashed("balance-without-entry", site, { written: [credit], unshown: [fee] });
    },
  },
  {
    entries: 0,
    plant(site) {
      const [credit, fee] = legsOf(site, saleWithFee(site), [NEVER_INSERTED, {}]);
      return crashed("lost-gross-leg", site, { unshown: [credit], never: [fee] });
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
      const steps = postings.map((posting, at) => ({
        ...site.step(posting),
        atMs: site.atMs + at * HOUR_MS,
      }));
      const unshown = postings.filter(({ twist }) => twist === NEVER_INSERTED);
      const written = postings.filter((posting) => !unshown.includes(posting));
      return { ...crashed("several-lost-entries", site, { written, unshown }), steps };
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

// Incidents as they are told: what several of them share.

/** An entry that a request wrote while others ran. */
export interface RunRow {
  readonly posting: Posting;
  readonly movement: number;
  readonly account: Account;
}

/** The rows of each wallet, in their order. */
export function byWallet<Row extends RunRow>(rows: readonly Row[]): Row[][] {
  return [...Map.groupBy(rows, ({ account }) => account).values()];
}

export function postingsOf(rows: readonly RunRow[]): Posting[] {
  return rows.map(({ posting }) => posting);
}

/** `451, 452` */
export function walletIDWords(postings: readonly Posting[]): string {
  return postings.map(({ walletID }) => walletID).join(", ");
}

/** A movement that was lost; its posting has an id only if it came as far as that. */
export function lostMovement(
  { walletID, payment }: Posting,
  amount: number,
  isInBalance: boolean,
): LostMovement {
  return { walletID: walletID === 0 ? null : walletID, payID: payment?.payID ?? null, amount, isInBalance };
}

/**
 * An incident of postings that were written, or lost.
 *
 * @param facts what is not said is nothing; the amount is the sum of what was lost
 */
export function incident(
  kind: Incident["kind"],
  postings: readonly Posting[],
  facts: Pick<Incident, "told"> & Partial<Incident>,
): Incident {
  const payIDs = postings.flatMap(({ payment }) => (payment === null ? [] : [payment.payID]));
  return {
    kind,
    businessID: postings[0]?.businessID ?? 0,
    walletIDs: ascending(postings.filter(({ index }) => index !== -1).map(({ walletID }) => walletID)),
    payIDs: ascending(new Set(payIDs)),
    parents: [],
    applied: [],
    readAfter: [],
    lost: [],
    amount: (facts.lost ?? []).reduce((sum, { amount }) => sum + amount, 0),
    ...facts,
  };
}

function ascending(ids: Iterable<number>): number[] {
  return [...ids].toSorted((a, b) => a - b);
}
