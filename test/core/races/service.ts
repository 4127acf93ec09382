/**
 * A small service whose requests overlap, with the truth kept beside its records. It is no plan of faults: rows go astray as
 * they do where a request reads, thinks and writes while another does the same.
 */
import type { Entry } from "../../../src/core/records/entry.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { entry } from "../../helpers/records.ts";
import type { Chance } from "../oracle/cases/chance.ts";
import { saleWithFees } from "../oracle/worked/details.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const START_MS = Date.UTC(2026, 0, 1);

export interface Conditions {
  /** `reads`: the last row's balance is read, added to and inserted. `column`: a column is updated, read and inserted. */
  readonly keeping: "reads" | "column";
  /** One request in so many meets others. */
  readonly oneIn: number;
  readonly wallets: 1 | 2;
  readonly requests: number;
  /** How many prices there are; few of them repeat amounts. */
  readonly prices: number;
}

/** What one request moves. */
interface Operation {
  readonly userID: number;
  readonly movement: number;
  readonly payref: string;
  readonly sessionID: string;
  readonly action: string;
}

interface Request extends Operation {
  /** Reads of the last row; of a column its update. */
  readonly startMs: number;
  /** When a column is read after its update. */
  readonly readMs: number;
  /** The row gets its id; null where the worker died before. */
  readonly insertMs: number | null;
}

/** A row as it truly came about. */
export interface TrueRow {
  readonly entry: Entry;
  /** The walletID of the row whose balance it read; null for the first. */
  readonly parent: number | null;
  /** Of its wallet's rows and dead requests, how many were applied when it was, and when it read: itself included. */
  readonly applied: number;
  readonly read: number;
}

export interface World extends Kept {
  readonly conditions: Conditions;
  readonly entries: readonly Entry[];
  /** By user, ascending walletID. */
  readonly rows: ReadonlyMap<number, readonly TrueRow[]>;
  /** Requests that moved the column and died before their row. */
  readonly deaths: readonly Death[];
}

interface Death {
  readonly userID: number;
  readonly payref: string;
  readonly applied: number;
}

/** What the service keeps besides its wallets. */
interface Kept {
  readonly transactions: Transaction[];
  /** payrefs of payments that were applied twice. */
  readonly doubled: Set<string>;
  /** payIDs that were never booked. */
  readonly unbooked: Set<number>;
  /** sessionIDs of withdrawals that were applied twice. */
  readonly repeated: Set<string>;
}

/** How often a worker dies or a webhook comes twice: rarely beside requests that meet. */
function seldom({ oneIn }: Conditions): number {
  return 100 + 4 * oneIn;
}

export function serve(chance: Chance, conditions: Conditions): World {
  const requests: Request[] = [];
  const kept: Kept = { transactions: [], doubled: new Set(), unbooked: new Set(), repeated: new Set() };
  const waiting: Operation[] = [];
  let clockMs = START_MS;
  const draw = (): Operation => {
    while (waiting.length === 0) waiting.push(...operations(chance, conditions, clockMs, kept));
    return waiting.shift()!;
  };
  for (const userID of users(conditions)) {
    requests.push(
      ...alone(
        { userID, movement: 5_000_000, payref: "", sessionID: `open-${userID}`, action: "FUND" },
        clockMs,
      ),
    );
  }
  while (requests.length < conditions.requests) {
    clockMs += (2 + chance.below(120)) * MINUTE_MS;
    if (!chance.once(conditions.oneIn)) {
      const isDead = conditions.keeping === "column" && chance.once(seldom(conditions));
      const [request] = alone(draw(), clockMs);
      requests.push(isDead ? { ...request!, insertMs: null } : request!);
      continue;
    }
    const together = chance.of(2, 2, 2, 2, 3, 3, 4);
    for (let at = 0; at < together; at += 1) {
      const startMs = clockMs + chance.below(SECOND_MS);
      const readMs = startMs + chance.below(SECOND_MS / 2);
      requests.push({ ...draw(), startMs, readMs, insertMs: readMs + 1 + chance.below(SECOND_MS / 2) });
    }
  }
  // Long after the last, so that nothing is on its way.
  clockMs += 10 * 24 * 60 * MINUTE_MS;
  for (const userID of users(conditions)) {
    requests.push(
      ...alone({ userID, movement: 1, payref: "", sessionID: `end-${userID}`, action: "FUND" }, clockMs),
    );
  }
  return { conditions, ...kept, ...run(requests, conditions) };
}

function users({ wallets }: Conditions): number[] {
  return wallets === 1 ? [1] : [1, 2];
}

function alone(operation: Operation, startMs: number): Request[] {
  return [{ ...operation, startMs, readMs: startMs + 10, insertMs: startMs + 20 }];
}

/** The next thing that somebody does: a release of a payment and its fee, a withdrawal, a funding. */
function operations(
  chance: Chance,
  conditions: Conditions,
  atMs: number,
  { transactions, doubled, unbooked, repeated }: Kept,
): Operation[] {
  const userID = chance.of(...users(conditions));
  const amount = 1000 * (20 + 7 * chance.below(conditions.prices)) + 50 * chance.below(conditions.prices);
  const sessionID = `S-${chance.below(2 ** 31)}`;
  if (chance.once(3)) {
    const withdrawn = {
      userID,
      movement: -Math.trunc(amount / 2),
      payref: "",
      sessionID,
      action: "WITHDRAW",
    };
    if (!chance.once(seldom(conditions))) return [withdrawn];
    repeated.add(sessionID);
    return [withdrawn, withdrawn];
  }
  if (chance.once(4)) return [{ userID, movement: amount, payref: "", sessionID, action: "FUND" }];
  const payID = transactions.length + 1;
  const dates = { dateCreatedAtMs: atMs - MINUTE_MS, datePaidAtMs: atMs - SECOND_MS };
  const fees = { escrow: Math.trunc(amount / 50) };
  const payment = { ...saleWithFees(payID, amount, fees), userID, ...dates };
  transactions.push(payment);
  const { payref, scrowfee } = payment;
  if (chance.once(seldom(conditions))) {
    unbooked.add(payID);
    return [];
  }
  const legs = [
    { userID, movement: amount, payref, sessionID, action: "API" },
    { userID, movement: -scrowfee, payref, sessionID: `${sessionID}-fee`, action: "FEE" },
  ];
  if (!chance.once(seldom(conditions))) return legs;
  doubled.add(payref);
  return [...legs, ...legs];
}

type Step = { readonly atMs: number; readonly request: Request; readonly does: "start" | "read" | "insert" };

/** Every step of every request at its time. */
function run(
  requests: readonly Request[],
  { keeping }: Conditions,
): Pick<World, "entries" | "rows" | "deaths"> {
  const steps = requests.flatMap((request): Step[] => [
    { atMs: request.startMs, request, does: "start" },
    { atMs: request.readMs, request, does: "read" },
    ...(request.insertMs === null ? [] : [{ atMs: request.insertMs, request, does: "insert" as const }]),
  ]);
  const wallets = new Map<number, { rows: TrueRow[]; column: number; applied: number }>();
  const known = new Map<Request, { balance: number; parent: number | null; applied: number; read: number }>();
  const deaths: Death[] = [];
  let walletID = 0;
  for (const { request, does } of steps.toSorted((a, b) => a.atMs - b.atMs)) {
    const { userID, movement, payref } = request;
    const wallet = wallets.get(userID) ?? { rows: [], column: 0, applied: 0 };
    wallets.set(userID, wallet);
    const last = wallet.rows.at(-1)?.entry;
    if (does === "start" && keeping === "reads") {
      const parent = last?.walletID ?? null;
      known.set(request, { balance: (last?.balance ?? 0) + movement, parent, applied: 0, read: 0 });
    } else if (does === "start") {
      wallet.column += movement;
      wallet.applied += 1;
      if (request.insertMs === null) deaths.push({ userID, payref, applied: wallet.applied });
      known.set(request, { balance: 0, parent: null, applied: wallet.applied, read: 0 });
    } else if (does === "read" && keeping === "column") {
      known.set(request, { ...known.get(request)!, balance: wallet.column, read: wallet.applied });
    } else if (does === "insert") {
      walletID += 1;
      const { balance, ...truth } = known.get(request)!;
      wallet.rows.push({ ...truth, entry: rowOf(request, walletID, balance) });
    }
  }
  const rows = new Map([...wallets].map(([userID, wallet]) => [userID, wallet.rows]));
  const entries = [...rows.values()].flat().map((row) => row.entry);
  return { entries: entries.toSorted((a, b) => a.walletID - b.walletID), rows, deaths };
}

function rowOf(request: Request, walletID: number, balance: number): Entry {
  const { userID, movement, payref, sessionID, action } = request;
  const sides = { credit: Math.max(movement, 0), debit: Math.max(-movement, 0) };
  const dateCreatedAtMs = Math.trunc(request.insertMs! / SECOND_MS) * SECOND_MS;
  return entry(walletID, { userID, payref, sessionID, action, balance, ...sides, dateCreatedAtMs });
}
