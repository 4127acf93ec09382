/** What is said of a service whose requests overlap, held against what truly happened. */
import { expect, test } from "vitest";
import { DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { sale } from "../../helpers/records.ts";
import { Chance } from "../oracle/cases/chance.ts";
import { engine, inOracleTerms } from "../oracle/engine/engine.ts";
import type { OracleCause, OracleFinding } from "../oracle/terms.ts";
import { type Conditions, type World, serve } from "./service.ts";
import { truthOf } from "./truth.ts";

/** More of them by hand: `TIEOUT_RACES_SEEDS=20 npx vitest run test/core/races`. */
const SEEDS = Number(process.env["TIEOUT_RACES_SEEDS"] ?? 1);
const ONE_IN = [10, 20, 50, 100, 200, 500];

function* conditionsOf(keeping: Conditions["keeping"]): Generator<Conditions> {
  for (const oneIn of ONE_IN) {
    for (const wallets of [1, 2] as const) {
      for (const prices of [2, 40]) yield { keeping, oneIn, wallets, prices, requests: 400 + 6 * oneIn };
    }
  }
}

function* worldsOf(keeping: Conditions["keeping"]): Generator<World> {
  let seed = 0;
  for (let round = 0; round < SEEDS; round += 1) {
    for (const conditions of conditionsOf(keeping)) {
      seed += 1;
      yield serve(new Chance(seed), conditions);
    }
  }
}

interface Said {
  readonly breaks: readonly OracleFinding[];
  readonly causes: readonly OracleCause[];
  /** sessionIDs of the entries that repeat another of theirs. */
  readonly repeated: readonly (string | null)[];
}

function concluded({ entries }: World, transactions: readonly Transaction[]): Said {
  const given = {
    pulls: [{ entries, transactions, limit: null, atMs: null, importedAtMs: null }],
    user: null,
    businesses: [],
    options: DEFAULT_OPTIONS,
    period: null,
    matches: [],
    signed: null,
  };
  const { findings, causes } = inOracleTerms(engine(given, "columns"));
  const of = (wanted: string) => findings.filter(({ rule }) => rule === wanted);
  const sessions = new Map(entries.map(({ walletID, sessionID }) => [walletID, sessionID]));
  return {
    breaks: of("chain-break"),
    causes: causes!.items,
    repeated: of("repeated-session").map(({ walletID }) => sessions.get(walletID!)!),
  };
}

/** Counts by what is counted. */
class Tally {
  readonly counts: Record<string, number> = {};

  add(what: string, count: number): void {
    this.counts[what] = (this.counts[what] ?? 0) + count;
  }

  /** Not a number where there is nothing of the whole, so that no mark is met by chance. */
  share(part: string, whole: string): number {
    return this.counts[part]! / this.counts[whole]!;
  }
}

/** What all worlds of a kind come to. */
function measured(keeping: Conditions["keeping"]): Tally {
  const tally = new Tally();
  for (const world of worldsOf(keeping)) {
    const truth = truthOf(world);
    const { breaks, causes, repeated } = concluded(world, world.transactions);
    const found = new Set(breaks.map(({ walletID }) => walletID!));
    tally.add("broken", truth.broken.size);
    tally.add("broken and found", [...truth.broken].filter((id) => found.has(id)).length);
    tally.add("false breaks", [...found].filter((id) => !truth.broken.has(id)).length);
    // A worker that dies writes no row.
    const rows = Map.groupBy(world.entries, ({ sessionID }) => sessionID);
    const twice = new Set([...world.repeated].filter((sessionID) => rows.get(sessionID)?.length === 2));
    tally.add("withdrawn twice", twice.size);
    tally.add("withdrawn twice and said so", repeated.filter((one) => twice.has(one!)).length);
    tally.add("incidents", truth.incidents);
    tally.add("causes", causes.length);
    const overwritten = breaks.filter(({ cause }) => cause === "overwritten");
    tally.add("read an older row", truth.parents.size);
    tally.add(
      "read an older row and said so",
      overwritten.filter(({ walletID, continuesFrom }) => truth.parents.get(walletID!) === continuesFrom)
        .length,
    );
    tally.add("out of turn", truth.stretches.size);
    tally.add(
      "out of turn and said so",
      breaks.filter(({ walletID, cause }) => truth.stretches.get(walletID!) === cause).length,
    );
    const named = causes
      .filter(({ kind }) => kind === "overwritten-entries")
      .flatMap(({ walletIDs }) => walletIDs);
    tally.add("lost", truth.lost.size);
    tally.add("lost and named", named.filter((id) => truth.lost.has(id)).length);
    tally.add("named and not lost", named.filter((id) => !truth.lost.has(id)).length);
  }
  return tally;
}

/** Whatever a service does: no break is missed or made up, no operation that was done twice is passed over. */
function expectSound({ counts }: Tally): void {
  expect(counts["broken and found"]).toBe(counts["broken"]);
  expect(counts["false breaks"]).toBe(0);
  expect(counts["withdrawn twice"]).toBeGreaterThan(0);
  expect(counts["withdrawn twice and said so"]).toBe(counts["withdrawn twice"]);
}

test("balances that are read, added to and written: lost rows are named, and what goes on from where", () => {
  const tally = measured("reads");
  expectSound(tally);
  expect(tally.share("read an older row and said so", "read an older row")).toBeGreaterThanOrEqual(0.99);
  expect(tally.share("lost and named", "lost")).toBeGreaterThanOrEqual(0.99);
  expect(tally.share("named and not lost", "lost")).toBeLessThanOrEqual(0.01);
  expect(tally.share("causes", "incidents")).toBeLessThanOrEqual(1.05);
}, 120_000);

test("a balance in a column: rows out of order and read late are told from rows that are missing", () => {
  const tally = measured("column");
  expectSound(tally);
  expect(tally.share("out of turn and said so", "out of turn")).toBeGreaterThanOrEqual(0.97);
  // Nothing is lost in such a service.
  expect(tally.share("named and not lost", "broken")).toBeLessThanOrEqual(0.01);
  expect(tally.share("causes", "incidents")).toBeLessThanOrEqual(1.05);
}, 120_000);

test("a lost row and a payment that is missing for another reason stay two causes, though their amounts are equal", () => {
  let pairs = 0;
  for (const world of worldsOf("reads")) {
    const truth = truthOf(world);
    const few = new Set([...truth.parents.keys()].slice(0, 3));
    const twins = concluded(world, world.transactions)
      .breaks.filter(({ walletID }) => few.has(walletID!))
      .map(({ difference, walletID, userID }, at) => {
        const { dateCreatedAtMs } = world.entries.find((one) => one.walletID === walletID)!;
        const traderStatus = difference! > 0 ? "seller" : "buyer";
        const dates = { datePaidAtMs: dateCreatedAtMs, dateCreatedAtMs: dateCreatedAtMs - 1000 };
        return sale(1_000_000 + at, Math.abs(difference!), { userID: userID!, traderStatus, ...dates });
      });
    const { causes } = concluded(world, [...world.transactions, ...twins]);
    for (const { payID } of twins) {
      const own = causes.filter(({ payIDs }) => payIDs.includes(payID));
      expect(own).toMatchObject([{ kind: "single", walletIDs: [] }]);
      pairs += 1;
    }
  }
  expect(pairs).toBeGreaterThan(40);
}, 120_000);
