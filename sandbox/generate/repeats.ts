/** Requests that came twice, as a webhook does that is sent again, and payments that were given back as they should be. */
import { HOUR_MS, DAY_MS } from "../../src/core/time.ts";
import type { Site } from "./site.ts";
import { MINUTE_MS, endOfMonth, startOfMonth } from "./caller.ts";
import type { Posting, PostingStep, Account, WalletWriter, Twist } from "./wallet.ts";
import type { IncidentKind, WorldEntry, WorldTransaction, Incident, LostMovement } from "../world.ts";
import type { IncidentRecipe, WrittenIncident } from "./fault.ts";
import type { Random } from "./trader.ts";
import type { Books } from "./books.ts";
import * as deals from "./deals.ts";
import { MonthTrade } from "./deals.ts";
import { type Payment, feesOf } from "./transaction.ts";

/** A second request comes so many seconds after the first. */
const AGAIN_AFTER_S = [1, 2, 20] as const;

/** One posting done twice, by turns in one session. @param funding written before it, to have enough */
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

// Requests that run at once, statement by statement. What goes wrong follows from the order in which their statements came; nothing is
// changed afterwards.

/** A way in which a service keeps a balance, and what a run of it says of each entry. */
export interface BalanceKeeping<Row> {
  /** The statements that write an entry, apart by the pauses that are yielded. */
  readonly statements: (run: RaceRun<Row>, posting: Posting) => Statements;
  /** What went wrong, of the rows of one run in the order of their ids. */
  readonly incidentsOf: (rows: readonly Row[]) => Incident[];
}

interface RaceRun<Row> {
  readonly wallet: WalletWriter;
  /** Milliseconds UTC. */
  nowMs: number;
  /** What was written so far, in the order of the ids. */
  readonly rows: Row[];
  /** How many movements reached each wallet so far. */
  readonly added: Map<Account, number>;
}

type Statements = Generator<Pausing, void, void>;

/** `work`: the request does something else, such as asking a bank; `none`: the next statement follows. */
type Pausing = "work" | "none";

/** The shortest and the longest, milliseconds. */
const PAUSES: Readonly<Record<Pausing, readonly [number, number]>> = { work: [20, 900], none: [1, 10] };

/**
 * Runs requests at once and writes their entries.
 *
 * @param atMs when they come in, milliseconds UTC
 * @returns what went wrong
 */
export function runAtOnce<Row>(
  wallet: WalletWriter,
  requests: readonly PostingStep[],
  { statements, incidentsOf }: BalanceKeeping<Row>,
  { atMs, random }: { readonly atMs: number; readonly random: Random },
): Incident[] {
  const run: RaceRun<Row> = { wallet, nowMs: atMs, rows: [], added: new Map() };
  const after = (pause: Pausing) => run.nowMs + random.between(...PAUSES[pause]);
  const running = requests.map(({ postings }) => ({
    program: inTurn(postings, (posting) => statements(run, posting)),
    atMs: after("work"),
  }));
  while (running.length > 0) {
    const next = running.reduce((first, one) => (one.atMs < first.atMs ? one : first));
    run.nowMs = next.atMs;
    const { done, value } = next.program.next();
    if (done === true) running.splice(running.indexOf(next), 1);
    else next.atMs = after(value);
  }
  return incidentsOf(run.rows);
}

function* inTurn(postings: readonly Posting[], statements: (posting: Posting) => Statements): Statements {
  for (const posting of postings) yield* statements(posting);
}

// One month's honest trade: open deals first, then new ones until its entries are used up.

interface Trade {
  readonly steps: readonly PostingStep[];
  /** Payments of earlier months that went on: paid now, or with tasks completed. */
  readonly touched: readonly Payment[];
}

export interface MonthPlan {
  /** Counted from the world's first. */
  readonly month: number;
  readonly entries: number;
  /** Payments of its last days whose entries come in the next month. */
  readonly inTransit: number;
}

/** @returns steps that write exactly as many entries as planned, in no order */
export function tradeMonth(books: Books, { month, entries, inTransit }: MonthPlan): Trade {
  const trade = new MonthTrade(books, month, entries);
  if (books.wallet.entries.length === 0 && entries > 0) {
    trade.post(startOfMonth(month) + HOUR_MS, "cash", null, trade.random.between(250, 900) * 1000);
  }
  settleTransit(trade);
  const touched = goOn(trade);
  while (trade.left > 0) deal(trade);
  for (let count = 0; count < inTransit; count += 1) payLate(trade);
  deals.offer(trade, trade.moment(endOfMonth(month) - 12 * HOUR_MS, trade.toMs));
  return { steps: trade.steps, touched };
}

/** Draws a deal; of a hundred, so many of each kind. */
function deal(trade: MonthTrade): void {
  const drawn = trade.random.below(100);
  if (drawn < 35) deals.sell(trade);
  else if (drawn < 42) deals.offer(trade, trade.momentOfPayment());
  else if (drawn < 51) deals.buy(trade);
  else if (drawn < 60) deals.commission(trade);
  else if (drawn < 68) deals.raiseFunds(trade);
  else if (drawn < 71) deals.contribute(trade);
  else if (drawn < 89) deals.withdraw(trade);
  else if (drawn < 95) deals.topUp(trade);
  else deals.earnBonus(trade);
}

/** A sale paid in the month's last two days whose entry comes in the first two of the next. */
function payLate(trade: MonthTrade): void {
  const paidAtMs = trade.moment(endOfMonth(trade.month) - 2 * DAY_MS, trade.toMs);
  const createdAtMs = trade.creationOf(paidAtMs);
  const payment = trade.books.pay({
    cycle: "one-time",
    role: "seller",
    createdAtMs,
    paidAtMs,
    charged: trade.price(),
  });
  trade.books.transit.push(payment);
}

function settleTransit(trade: MonthTrade): void {
  for (const payment of trade.books.transit) {
    trade.release(trade.moment(trade.fromMs, trade.fromMs + 2 * DAY_MS), payment);
  }
  trade.books.transit = [];
}

/** Some of what was open goes on, with half of the entries at most; after three months it is given up. */
function goOn(trade: MonthTrade): Payment[] {
  const { books, random } = trade;
  const open = books.open;
  const keep = Math.ceil(trade.left / 2);
  books.open = [];
  const touched: Payment[] = [];
  for (const payment of open) {
    if (payment.createdAtMs < startOfMonth(trade.month - 2)) continue;
    if (trade.left <= keep || random.chance(50)) {
      books.open.push(payment);
      continue;
    }
    touched.push(payment);
    if (payment.cycle === "milestone") {
      deals.completeTasks(
        trade,
        payment,
        trade.moment(trade.fromMs, trade.fromMs + 9 * DAY_MS),
        random.between(1, 2),
      );
    } else {
      payment.paidAtMs = trade.moment(trade.fromMs, trade.toMs - 10 * MINUTE_MS);
      trade.release(trade.settlementOf(payment.paidAtMs), payment);
    }
  }
  return touched;
}

/** A sale whose escrow charge is an entry of its own. */
function saleWithFee(site: Site): Payment {
  const payment = site.sale();
  return Object.assign(payment, feesOf(payment.cycle, payment.charged));
}

/** What a sale brings, and what it costs. */
function legsOf(
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

/** An incident of postings. @param facts unsaid are none; the amount is the sum of what was lost */
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
