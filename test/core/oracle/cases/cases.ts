/** Whole cases by chance: records, pulls, options and a period. */
import type { Business, User } from "../../../../src/core/records/business.ts";
import type { Entry } from "../../../../src/core/records/entry.ts";
import { type CheckOptions, SETTLEMENT_BASES } from "../../../../src/core/options.ts";
import type { Day } from "../../../../src/core/time.ts";
import type { Transaction } from "../../../../src/core/records/transaction.ts";
import { Chance } from "./chance.ts";
import { type Settling, consistentHistory, jumpingHistory, noise, slip } from "./histories.ts";
import { PAYREFS, amount, instant, lived, payment, spoiled } from "./payments.ts";
import { misdatedEntries, misdatedTransactions } from "./misdated.ts";
import { racingHistory } from "./races.ts";
import { settledHistory } from "./settlements.ts";
import type { OracleCase, OracleSigned, OracleMatch, OraclePull } from "../terms.ts";

/** How many seeds are compared unless more are asked for; of several pulls fewer, since a ledger takes its time. */
export const SEEDS = { columns: 2000, ledger: 1000 };

/** The same case for the same seed. */
export function caseFrom(seed: number): OracleCase {
  const chance = new Chance(seed);
  const settling = {
    convention: chance.of("asset", "asset", "bank"),
    basis: chance.of(...SETTLEMENT_BASES),
    perBusiness: chance.once(5),
  } as const;
  const isCalm = chance.once(2);
  const { entries, transactions } = dated(chance, records(chance, settling));
  const count = chance.once(isCalm ? 6 : 3) ? 2 + chance.below(2) : 1;
  const clock = chance.of(...CLOCKS);
  const given = {
    pulls: Array.from({ length: count }, (_, at) => ({
      ...(isCalm
        ? wholePull(chance, entries, transactions, at, count)
        : pull(chance, entries, transactions, at, count)),
      ...timed(chance, clock(chance, at), at, count > 1),
    })),
    user: isCalm || chance.once(2) ? null : user(chance),
    businesses: isCalm ? [] : chance.of([], [7], [7, 8]).map((businessID) => business(chance, businessID)),
    options: isCalm ? calmOptions(chance, settling) : options(chance, settling),
    period: chance.once(2) ? null : isCalm && !chance.once(4) ? OCTOBER : period(chance),
  };
  return {
    ...given,
    matches: isCalm || chance.once(2) ? [] : matches(chance, entries, transactions),
    signed: given.period === null || chance.once(2) ? null : signed(chance, given.period.from, given.options),
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** After all records that are well. */
const AFTER_ALL_MS = Date.UTC(2026, 11, 20);

/** What the clock shows at each pull; null where files are read. */
const CLOCKS: readonly ((chance: Chance, at: number) => number | null)[] = [
  () => null,
  () => null,
  (_, at) => AFTER_ALL_MS + at * DAY_MS,
  (_, at) => AFTER_ALL_MS + at * DAY_MS,
  (chance, at) => AFTER_ALL_MS + chance.of(at, -at, 400, -45, -400) * DAY_MS,
  (chance) => instant(chance) + chance.of(0, 23, 24, 25) * 3_600_000,
  (chance) => chance.of(null, instant(chance), AFTER_ALL_MS),
];

/** Files that a ledger takes in mostly come after all that is in them. */
function timed(chance: Chance, atMs: number | null, at: number, isLedger: boolean) {
  if (atMs !== null || !isLedger) return { atMs, importedAtMs: null };
  return { atMs, importedAtMs: chance.once(6) ? instant(chance) : AFTER_ALL_MS + at * DAY_MS };
}

function dated(chance: Chance, { entries, transactions }: Records): Records {
  if (!chance.once(5)) return { entries, transactions };
  return {
    entries: chance.once(3) ? entries : misdatedEntries(chance, entries),
    transactions: chance.once(2) ? transactions : misdatedTransactions(chance, transactions),
  };
}

/** What some wallets were signed to close at, mostly right before the period and in the scope in use. */
function signed(chance: Chance, from: string, { chainScope }: CheckOptions): OracleSigned {
  const before = new Date(Date.parse(`${from}T00:00:00Z`) - chance.of(1, 1, 1, 2) * 86_400_000);
  const to = before.toISOString().slice(0, 10) as Day;
  const isUser = chance.once(8) ? chance.once(2) : chainScope === "user";
  const wallets = chance.once(6)
    ? []
    : [1, 2].flatMap((userID) => (isUser ? [null] : [7, 8]).map((businessID) => ({ userID, businessID })));
  const closings = wallets
    .filter(() => !chance.once(3))
    .map((wallet) => ({ ...wallet, closing: chance.of(0, 0, amount(chance)) }));
  return { to, chainScope: isUser ? "user" : "business", closings };
}

/** Some of the records, each in one match at most, and now and then one that nobody holds. */
function matches(
  chance: Chance,
  entries: readonly Entry[],
  transactions: readonly Transaction[],
): OracleMatch[] {
  const walletIDs = chance.shuffled([...new Set(entries.map(({ walletID }) => walletID)), 990]);
  const payIDs = chance.shuffled([...new Set(transactions.map(({ payID }) => payID)), 991]);
  return Array.from({ length: 1 + chance.below(3) }, (_, at) => ({
    id: at + 1,
    walletIDs: walletIDs.splice(0, 1 + chance.below(3)).toSorted((a, b) => a - b),
    payIDs: payIDs.splice(0, 1 + chance.below(3)).toSorted((a, b) => a - b),
  })).filter((match) => match.walletIDs.length > 0 && match.payIDs.length > 0);
}

interface Records {
  readonly entries: Entry[];
  readonly transactions: Transaction[];
}

function records(chance: Chance, settling: Settling): Records {
  switch (chance.below(8)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return settledHistory(chance, settling);
    case 4:
    case 5:
      return { ...anyRecords(chance, settling), entries: racingHistory(chance, settling) };
    default:
      return anyRecords(chance, settling);
  }
}

function anyRecords(chance: Chance, settling: Settling): Records {
  const payrefs = chance.shuffled(PAYREFS);
  const alike = chance.once(5) ? amount(chance) : null;
  let transactions = payrefs
    .slice(0, chance.below(9))
    .map((payref, at) => payment(chance, at + 1, chance.once(12) ? payrefs[0]! : payref, alike));
  let entries = history(chance, transactions, alike, settling);
  for (let slips = chance.below(4); slips > 0; slips -= 1) {
    if (transactions.length === 0 || chance.once(2)) entries = slip(chance, entries);
    else {
      const at = chance.below(transactions.length);
      transactions = transactions.with(at, spoiled(chance, transactions[at]!));
    }
  }
  if (chance.once(6)) transactions = transactions.map((one) => spoiled(chance, one));
  if (chance.once(25)) return inflated(chance, entries, transactions);
  return { entries, transactions };
}

function history(
  chance: Chance,
  transactions: readonly Transaction[],
  alike: number | null,
  settling: Settling,
): Entry[] {
  if (alike !== null && chance.once(2)) return jumpingHistory(chance, alike, settling);
  if (chance.once(5)) return noise(chance);
  const entries = consistentHistory(chance, transactions, settling);
  return alike === null ? entries : entries.filter(({ payref }) => payref === "" || !chance.once(2));
}

/** Some amounts at the edge of the exact integers. */
function inflated(chance: Chance, entries: readonly Entry[], transactions: readonly Transaction[]) {
  const edge = () => chance.of(1, -1) * (Number.MAX_SAFE_INTEGER - chance.of(0, 0, 1, 100));
  const now = () => chance.once(4);
  return {
    entries: entries.map((one) => ({
      ...one,
      ...(now() ? { [chance.of("credit", "debit", "balance")]: edge() } : {}),
    })),
    transactions: transactions.map((one) => ({
      ...one,
      ...(now() ? { [chance.of("chargedamount", "scrowfee", "taxfee", "payableamount")]: edge() } : {}),
      ...(now() && one.detail.cycle === "one-time"
        ? { detail: { ...one.detail, itemamount: edge(), itemquantity: chance.of(1, 2, 3) } }
        : {}),
    })),
  };
}

/** One entry with a slip in it; as it was where the slip would leave the exact integers, which no pull may hold. */
function slipped(chance: Chance, one: Entry): Entry {
  const other = slip(chance, [one])[0] ?? one;
  return Number.isSafeInteger(other.balance) ? other : one;
}

/** What one pull shows of the records: all, part, or something a little different. */
function pull(
  chance: Chance,
  entries: readonly Entry[],
  transactions: readonly Transaction[],
  at: number,
  count: number,
): Omit<OraclePull, "atMs" | "importedAtMs"> {
  const several = count > 1;
  let seen = several ? entries.slice(0, Math.ceil((entries.length * (at + 1)) / count)) : [...entries];
  if (several) seen = altered(chance, seen, (one) => slipped(chance, one));
  const limit = chance.once(4) ? chance.below(8) : null;
  const list = limit === null ? seen : seen.slice(Math.max(seen.length - limit, 0));
  const payments = several
    ? altered(chance, transactions, (one) => (chance.once(2) ? spoiled(chance, one) : lived(chance, one)))
    : transactions;
  return {
    entries:
      several && chance.once(8) ? null : chance.shuffled(copied(chance, list, (one) => slipped(chance, one))),
    transactions:
      several && chance.once(6)
        ? null
        : chance.shuffled(copied(chance, payments, (one) => spoiled(chance, one))),
    limit,
  };
}

/** All records that there are by then, each once and as it is. */
function wholePull(
  chance: Chance,
  entries: readonly Entry[],
  transactions: readonly Transaction[],
  at: number,
  count: number,
): Omit<OraclePull, "atMs" | "importedAtMs"> {
  const isOverlapping = chance.once(2);
  const until = (place: number) => Math.ceil((entries.length * place) / count);
  const list = entries.slice(isOverlapping ? 0 : until(at), until(at + 1));
  const isWaiting = at + 1 < count && chance.once(3);
  return {
    entries: list.map((one) => (isWaiting && one === list.at(-1) ? { ...one, isApproved: 0 } : one)),
    transactions: chance.shuffled(transactions),
    limit: null,
  };
}

function altered<R>(chance: Chance, list: readonly R[], alter: (record: R) => R): R[] {
  return list.flatMap((record) => {
    const kind = chance.below(16);
    return kind === 0 ? [] : kind <= 2 ? [alter(record)] : [record];
  });
}

function copied<R>(chance: Chance, list: readonly R[], alter: (record: R) => R): R[] {
  if (!chance.once(4)) return [...list];
  return list.flatMap((record) => {
    const kind = chance.below(10);
    if (kind === 0) return [record, record];
    if (kind === 1) return [record, alter(record)];
    return kind === 2 ? [record, alter(record), record] : [record];
  });
}

function user(chance: Chance): User {
  const defaultCurrency = chance.of("NGN", "NGN", "USD", null);
  const nothing = { name: null, email: null, phone: null, country: null };
  return { userID: 1, ...nothing, defaultCurrency, businessID: 7 };
}

function business(chance: Chance, businessID: number): Business {
  return { businessID, userID: 1, name: null, currency: chance.of("NGN", "NGN", "NGN", "USD", null) };
}

function options(chance: Chance, settling: Settling): CheckOptions {
  return {
    convention: chance.of("auto", "auto", settling.convention, settling.convention, "asset", "bank"),
    settlementBasis: chance.of("auto", "auto", "auto", "auto", settling.basis, ...SETTLEMENT_BASES),
    tolerance: chance.of(0, 0, 0, 1, 10, 100, amount(chance)),
    cutoffDays: chance.of(3, 0, 1, 30),
    chainScope: chance.of("user", "user", settling.perBusiness ? "business" : "user", "business"),
    timeZone: chance.of(
      "UTC",
      "UTC",
      "Africa/Lagos",
      "America/Santiago",
      "Europe/Berlin",
      "Pacific/Auckland",
      "Pacific/Kiritimati",
      "Asia/Kolkata",
    ),
  };
}

/** What the service in question follows, so that its own faults show. */
function calmOptions(chance: Chance, { convention, basis, perBusiness }: Settling): CheckOptions {
  return {
    ...options(chance, { convention, basis, perBusiness }),
    convention: chance.of("auto", convention),
    settlementBasis: chance.of("auto", basis),
    tolerance: chance.of(0, 0, 0, 1),
    cutoffDays: chance.of(0, 3),
    chainScope: perBusiness ? "business" : "user",
    timeZone: chance.of("UTC", "UTC", "Africa/Lagos"),
  };
}

const OCTOBER = { from: "2026-10-01", to: "2026-10-31" };

function period(chance: Chance): { from: string; to: string } {
  const days = ["2026-09-01", "2026-09-05", "2026-09-06", "2026-09-30", "2026-10-01", "2026-10-15"];
  const later = ["2026-10-16", "2026-10-24", "2026-10-25", "2026-10-31", "2026-11-01", "2026-11-30"];
  if (chance.once(2)) return chance.of({ from: "2026-09-01", to: "2026-09-30" }, OCTOBER);
  const all = [...days, ...later];
  const [a, b] = [chance.of(...all), chance.of(...all)];
  return a < b ? { from: a, to: b } : { from: b, to: a };
}
