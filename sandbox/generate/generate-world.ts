/** Generates the sandbox's worlds from their plans. */
import { type BankStatementFile, type BooksFile, bankStatementOf, booksOf } from "./bank.ts";
import { Site } from "./site.ts";
import { Books } from "./books.ts";
import { type Random, type Trader, DRAW, draw, traderOf } from "./trader.ts";
import {
  CRASHES,
  type RunRow,
  byWallet,
  walletIDWords,
  incident,
  lostMovement,
  postingsOf,
  REPEATS,
  type MonthPlan,
  type BalanceKeeping,
  runAtOnce,
  tradeMonth,
} from "./repeats.ts";
import { TieoutError } from "../../src/core/errors.ts";
import { plantedMonth, planFaults, type PlannedFault } from "./plan.ts";
import type { Incident, World, WorldPlan, PlantedFault } from "../world.ts";
import { MONTHS_OF_HISTORY, nameOfMonth, BUSINESS_CREATED_AT_MS, businessOf, userOf } from "./caller.ts";
import { type PostingStep, askedMovement, type WalletWriter } from "./wallet.ts";
import type { IncidentRecipe, WrittenIncident, Scenario } from "./fault.ts";
import { type Sandbox, type ServeSettings, serveWorld } from "../serve-world.ts";

// How many incidents of requests that crash, or come twice, a world has beside those of requests that run at once.

interface PlannedIncident {
  readonly recipe: IncidentRecipe;
  /** Counts the incidents of one recipe, from 0. */
  readonly turn: number;
}

const RECIPES = [...CRASHES, ...REPEATS];

/** Two of five incidents; what runs at once makes the others. */
const SHARE = 2 / 5;

/** Chooses recipes in turn, from one drawn, so that at least half of the rows stay honest. */
function planIncidents({ oneIn }: Trader, entries: number, random: Random): PlannedIncident[] {
  if (oneIn === null) return [];
  const from = random.below(RECIPES.length);
  const planned: PlannedIncident[] = [];
  let left = Math.floor(entries / 2);
  for (let count = 0; count < Math.floor((entries * SHARE) / oneIn); count += 1) {
    const recipe = RECIPES[(from + count) % RECIPES.length];
    if (recipe === undefined || recipe.entries > left) break;
    planned.push({ recipe, turn: Math.floor(count / RECIPES.length) });
    left -= recipe.entries;
  }
  return planned;
}

/** Makes the records of planned incidents in a month; their entries are written with the month. */
function plantIncidents(
  books: Books,
  month: number,
  planned: readonly PlannedIncident[],
  random: Random,
): WrittenIncident[] {
  return planned.map(({ recipe, turn }) => recipe.plant(new Site(books, month, turn, random)));
}

/**
 * Makes a world: fourteen months of a trader's history up to August 2026, with the faults of its plan as far
 * as they fit.
 *
 * @throws TieoutError USAGE when entries, seed or a fault's count is not a whole number of 0 or more, a fault's
 *   word is unknown, or races are asked for as they cannot be
 */
export function generateWorld(plan: WorldPlan): World {
  refuseNegative("entries", plan.entries);
  refuseNegative("seed", plan.seed);
  refuseRaces(plan);
  const books = new Books(traderOf(plan));
  const lastMonth = MONTHS_OF_HISTORY - 1;
  const planned = planFaults(plan.faults, plan.entries, ["history", "last", "first", "later"]);
  const months = draw(books.trader, DRAW.faults, MONTHS_OF_HISTORY);
  const byMonth = Map.groupBy(planned, (one) => plantedMonth(one, lastMonth, months));
  const racing = planIncidents(books.trader, plan.entries, months);
  const racingIn = Map.groupBy(racing, () => months.below(MONTHS_OF_HISTORY));
  const honest =
    plan.entries -
    planned.reduce((sum, { fault }) => sum + fault.entries, 0) -
    racing.reduce((sum, { recipe }) => sum + recipe.entries, 0);
  const spread = spreadOverMonths(honest, MONTHS_OF_HISTORY);
  const planted: Planted[] = [];
  const incidents: Incident[] = [];
  spread.forEach((entries, month) => {
    const random = draw(books.trader, DRAW.faults, month);
    const now = plantFaults(books, month, byMonth.get(month) ?? [], random);
    // The last month leaves nothing in transit, because a later pull would find it missing.
    const inTransit = Math.min(Math.ceil(entries / 60), Math.floor((spread[month + 1] ?? 0) / 4));
    const broken = plantIncidents(books, month, racingIn.get(month) ?? [], random);
    incidents.push(...fillMonth(books, { month, entries, inTransit }, stepsOf(now), broken));
    planted.push(...now);
  });
  return worldOf(plan, books, { month: lastMonth, entries: spread[lastMonth] ?? 0, planted, incidents });
}

function refuseNegative(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  throw new TieoutError("USAGE", `${name} must be a whole number of 0 or more, not ${value}`);
}

function refuseRaces({ faults, oneIn = 1, wallets = 1 }: WorldPlan): void {
  if (!Number.isSafeInteger(oneIn) || oneIn < 1) {
    throw new TieoutError("USAGE", `oneIn must be a whole number of 1 or more, not ${oneIn}`);
  }
  if (wallets === 2 && faults !== "races") {
    throw new TieoutError("USAGE", "Two wallets go with the faults races alone");
  }
}

function stepsOf(planted: readonly Planted[]) {
  return planted.flatMap(({ scenario }) => scenario.steps ?? []);
}

/** Writes a month with what is planted in it, and tells what went wrong. */
function fillMonth(
  books: Books,
  plan: MonthPlan,
  planted: readonly PostingStep[],
  broken: readonly WrittenIncident[],
): Incident[] {
  const raced = writeMonth(books, plan, [...planted, ...broken.flatMap(({ steps }) => steps)]);
  return [...broken.map(({ incident: racing }) => racing()), ...raced];
}

interface LastMonth {
  /** Counted from the world's first. */
  readonly month: number;
  /** Honest entries written in it. */
  readonly entries: number;
  /** All faults and incidents so far. */
  readonly planted: readonly Planted[];
  readonly incidents: readonly Incident[];
}

function worldOf(plan: WorldPlan, books: Books, last: LastMonth): World {
  return {
    month: nameOfMonth(last.month),
    user: userOf(books.trader),
    businessCreatedAtMs: BUSINESS_CREATED_AT_MS,
    business: businessOf(books.trader),
    entries: books.listEntries(),
    transactions: books.listTransactions(),
    faults: last.planted.map((one) => describeFault(one, last.month)),
    ...(books.trader.oneIn === null ? {} : { incidents: last.incidents }),
    advance: () => advance(plan, books, last),
  };
}

/** The next month: what was planted to show later does so, and as much is planted for the month after. */
function advance(plan: WorldPlan, before: Books, last: LastMonth): World {
  const books = new Books(before.trader, before);
  const month = last.month + 1;
  const { entries } = last;
  const random = draw(books.trader, DRAW.faults, month);
  const moved = moveOn(books, month, last.planted, random);
  const now = plantFaults(books, month, planFaults(plan.faults, entries, ["later"]), random);
  const broken = plantIncidents(books, month, planIncidents(books.trader, entries, random), random);
  const steps = [...moved.steps, ...stepsOf(now)];
  const incidents = fillMonth(books, { month, entries, inTransit: 0 }, steps, broken);
  return worldOf(plan, books, {
    month,
    entries,
    planted: [...moved.planted, ...now],
    incidents: [...last.incidents, ...incidents],
  });
}

// Faults as planted: what the truth file says about them.

interface Planted {
  readonly word: string;
  /** Counts the faults of one word, from 0. */
  readonly turn: number;
  readonly scenario: Scenario;
}

/** Makes the records of planned faults in a month; their entries are written with the month. */
function plantFaults(
  books: Books,
  month: number,
  planned: readonly PlannedFault[],
  random: Random,
): Planted[] {
  return planned.map(({ fault, turn }) => {
    const scenario = fault.plant(new Site(books, month, turn, random));
    return { word: fault.word, turn, scenario };
  });
}

/** What became of faults in the next month; those that change do so in the books given. */
function moveOn(
  books: Books,
  month: number,
  planted: readonly Planted[],
  random: Random,
): { readonly planted: Planted[]; readonly steps: PostingStep[] } {
  const steps: PostingStep[] = [];
  const moved = planted.map((one) => {
    const { next } = one.scenario;
    if (next === undefined) return one;
    const scenario = next(new Site(books, month, one.turn, random));
    steps.push(...(scenario.steps ?? []));
    return { ...one, scenario };
  });
  return { planted: moved, steps };
}

/** A fault with the findings of the whole history and of a month. */
function describeFault({ word, scenario }: Planted, month: number): PlantedFault {
  const findings = scenario.findings?.() ?? [];
  const history = findings.map(({ finding }) => finding);
  return {
    fault: word,
    told: scenario.tell(),
    history,
    ...(findings.some(({ later }) => later !== undefined)
      ? { historyLater: findings.map(({ finding, later }) => later ?? finding) }
      : {}),
    month: findings
      .filter((one) => one.month === month || (one.outstanding && one.month < month))
      .map(({ finding }) => finding),
  };
}

// A service without a column for the balance: a request reads the last row's balance, adds to it and inserts the sum. What another
// request inserted in between is overwritten.

interface ReadRow extends RunRow {
  /** The row whose balance was read; null in an empty wallet. */
  readonly parent: number | null;
  /** The row that was last when this one was inserted. */
  readonly before: number | null;
}

const LAST_ROW: BalanceKeeping<ReadRow> = {
  *statements(run, posting) {
    const account = run.wallet.accountOf(posting.businessID);
    const { balance, lastWalletID: parent } = account;
    const movement = askedMovement(posting, account);
    yield "work";
    const before = account.lastWalletID;
    account.balance = balance + movement;
    run.wallet.insert(posting, movement, account.balance, run.nowMs);
    run.rows.push({ posting, movement, account, parent, before });
  },
  incidentsOf: (rows) => byWallet(rows).flatMap(lostUpdates),
};

/** One incident for each branch of rows that the last row does not go back to. */
function lostUpdates(rows: readonly ReadRow[]): Incident[] {
  const rowOf = new Map(rows.map((row) => [row.posting.walletID, row]));
  const known = (walletID: number | null) => (walletID === null ? undefined : rowOf.get(walletID));
  const kept = new Set<ReadRow>();
  for (let row = rows.at(-1); row !== undefined; row = known(row.parent)) kept.add(row);

  /** Each lost row with the first row of its branch. */
  const rootOf = new Map<ReadRow, ReadRow>();
  for (const row of rows) {
    const parent = known(row.parent);
    if (!kept.has(row)) rootOf.set(row, (parent === undefined ? undefined : rootOf.get(parent)) ?? row);
  }
  return [...Map.groupBy(rootOf.keys(), (row) => rootOf.get(row))].map(([root, lost]) => {
    const stale = rows.filter((row) => {
      const before = known(row.before);
      const branch = before === undefined || kept.has(before) ? rootOf.get(row) : rootOf.get(before);
      return row.parent !== row.before && branch === root;
    });
    const parents = stale.flatMap(({ posting: { walletID }, parent }) =>
      parent === null ? [] : [{ walletID, parent }],
    );
    const went = parents.map(({ walletID, parent }) => `${walletID} goes on from ${parent}`).join(", ");
    return incident("lost-update", postingsOf(lost), {
      told: `What walletID ${walletIDWords(postingsOf(lost))} moved is lost: ${went}`,
      parents,
      lost: lost.map(({ posting, movement }) => lostMovement(posting, movement, false)),
    });
  });
}

// Writes a month as a busy service does: now and then several requests run at once.

interface Racing {
  /** Steps that no other request comes into. */
  readonly alone: ReadonlySet<PostingStep>;
  /** About one row in so many begins an incident. */
  readonly oneIn: number;
  readonly random: Random;
}

/** As many workers as a small service has. */
const MOST_AT_ONCE = 8;

/** Writes steps in their order. Those that run at once wait for the last of them. @returns what went wrong */
function writeRacing(wallet: WalletWriter, steps: readonly PostingStep[], racing: Racing): Incident[] {
  const { alone, oneIn, random } = racing;
  const incidents: Incident[] = [];
  for (let at = 0; at < steps.length;) {
    const race = random.below(oneIn) === 0;
    const together = race ? requestsAt(wallet, steps.slice(at, at + howMany(racing)), alone) : [];
    const last = together.at(-1);
    if (last === undefined || together.length === 1) {
      wallet.write(steps[at] as PostingStep);
      at += 1;
      continue;
    }
    const about = { atMs: last.atMs, random };
    incidents.push(
      ...(random.chance(60)
        ? runAtOnce(wallet, together, LAST_ROW, about)
        : runAtOnce(wallet, together, column(random.chance(50) ? "add" : "read"), about)),
    );
    at += together.length;
  }
  return incidents;
}

/** How many requests run at once: two, and one more as often as requests overlap, or one in ten times where they come in clumps. */
function howMany({ oneIn, random }: Racing): number {
  let count = 2;
  while (count < MOST_AT_ONCE && random.below(10 * oneIn) < oneIn + 10) count += 1;
  return count;
}

/** The first steps that may run at once, each in a wallet whose balance a row states. */
function requestsAt(
  wallet: WalletWriter,
  steps: readonly PostingStep[],
  alone: ReadonlySet<PostingStep>,
): readonly PostingStep[] {
  const end = steps.findIndex(
    (step) =>
      alone.has(step) ||
      step.postings.some(({ businessID }) => wallet.accountOf(businessID).lastWalletID === null),
  );
  return end === -1 ? steps : steps.slice(0, end);
}

// A service that keeps the balance in a column: a request adds to it, reads it and inserts what it read. No money is ever lost, but rows
// come out of order and state the balance of a later moment.

interface AddedRow extends RunRow {
  /** Its place among the movements of the run that reached the wallet, from 0. */
  readonly place: number;
  /** How many of them the balance that it states holds. */
  readonly read: number;
}

/** @param worksAfter the statement after which a request takes its time */
function column(worksAfter: "add" | "read"): BalanceKeeping<AddedRow> {
  return {
    *statements(run, posting) {
      const account = run.wallet.accountOf(posting.businessID);
      const movement = askedMovement(posting, account);
      const place = run.added.get(account) ?? 0;
      account.balance += movement;
      run.added.set(account, place + 1);
      yield worksAfter === "add" ? "work" : "none";
      const { balance } = account;
      const read = run.added.get(account) ?? 0;
      yield worksAfter === "read" ? "work" : "none";
      run.wallet.insert(posting, movement, balance, run.nowMs);
      run.rows.push({ posting, movement, account, place, read });
    },
    incidentsOf: (rows) => byWallet(rows).flatMap(misplacedRows),
  };
}

/** One incident for each shortest stretch of rows whose balances are right again after it. */
function misplacedRows(rows: readonly AddedRow[]): Incident[] {
  const incidents: Incident[] = [];
  let from = 0;
  let held = 0;
  rows.forEach(({ read }, at) => {
    held = Math.max(held, read);
    if (held > at + 1) return;
    const stretch = rows.slice(from, at + 1);
    if (stretch.length > 1) incidents.push(misplaced(stretch));
    from = at + 1;
  });
  return incidents;
}

function misplaced(stretch: readonly AddedRow[]): Incident {
  const added = stretch.toSorted((a, b) => a.place - b.place);
  const applied = added.map(({ posting }) => posting.walletID);
  const first = added[0]?.place ?? 0;
  const readAfter = stretch
    .filter(({ place, read }) => read > place + 1)
    .map(({ posting: { walletID }, read }) => ({ walletID, last: applied[read - 1 - first] ?? walletID }));
  const isInOrder = applied.every((walletID, at) => walletID === stretch[at]?.posting.walletID);
  const late = readAfter.map(({ walletID, last }) => `${walletID} states the balance after ${last}`);
  const order = isInOrder ? [] : [`they were applied in the order ${applied.join(", ")}`];
  return incident(readAfter.length === 0 ? "out-of-sequence" : "late-read", postingsOf(stretch), {
    told: `walletID ${walletIDWords(postingsOf(stretch))}: ${[...order, ...late].join("; ")}`,
    applied: isInOrder ? [] : applied,
    readAfter,
  });
}

// One month of a world: its trade and its planted faults, in the order of time.

/**
 * Writes a month into the books; `planted` are the steps of payments that were made in the books before.
 *
 * @returns what went wrong where requests ran at once
 */
function writeMonth(books: Books, plan: MonthPlan, planted: readonly PostingStep[]): Incident[] {
  const trade = tradeMonth(books, plan);
  const steps = [...trade.steps, ...planted].toSorted((a, b) => a.atMs - b.atMs);
  const made = books.numberPayments();
  const incidents = writeSteps(books, steps, plan.month, new Set(planted));
  for (const payment of made) books.record(payment);
  for (const payment of trade.touched) books.record(payment);
  return incidents;
}

function writeSteps(
  { trader, wallet }: Books,
  steps: readonly PostingStep[],
  month: number,
  alone: ReadonlySet<PostingStep>,
): Incident[] {
  if (trader.oneIn === null) {
    for (const step of steps) wallet.write(step);
    return [];
  }
  return writeRacing(wallet, steps, { alone, oneIn: trader.oneIn, random: draw(trader, DRAW.races, month) });
}

/**
 * How many entries each month writes: a little more each month.
 *
 * @returns one number per month; they add up to `entries`, and the first is at least 1 where there are any
 */
function spreadOverMonths(entries: number, months: number): number[] {
  if (entries === 0) return Array.from({ length: months }, () => 0);
  const until = (month: number) => Math.floor(((entries - 1) * tradeUntil(month)) / tradeUntil(months));
  return Array.from(
    { length: months },
    (_, month) => until(month + 1) - until(month) + (month === 0 ? 1 : 0),
  );
}

/** How much trade there is before a month, in parts. */
function tradeUntil(month: number): number {
  return month * (40 + month);
}

export type { Sandbox } from "../serve-world.ts";

export interface SandboxSettings extends ServeSettings {
  readonly entries: number;
  readonly faults: WorldPlan["faults"];
  /** What raises the balance; default `asset`, the interface's documented reading. */
  readonly convention?: WorldPlan["convention"] | undefined;
  readonly oneIn?: WorldPlan["oneIn"];
  readonly wallets?: WorldPlan["wallets"];
  /** Given the statement of the bank account that belongs to the world, before it is served. */
  readonly takeBank?: ((statement: BankStatementFile, books: readonly BooksFile[]) => void) | undefined;
}

/**
 * Generates a world and serves it until it is stopped.
 *
 * @throws TieoutError PORT_UNAVAILABLE; USAGE for a plan that cannot be carried out
 */
export async function startSandbox(settings: SandboxSettings): Promise<Sandbox> {
  const { entries, seed, faults, convention = "asset", oneIn, wallets } = settings;
  const world = generateWorld({ entries, seed, faults, convention, oneIn, wallets });
  settings.takeBank?.(bankStatementOf(world, { seed, convention }), booksOf(world, { convention }));
  return serveWorld(world, settings);
}
