/** What the sandbox says went wrong in its service, held against the rows and payments that the service lists. */
import { describe, expect, test } from "vitest";
import type { Finding } from "../../src/core/reconcile/input/findings.ts";
import { generateWorld } from "../../sandbox/generate/generate-world.ts";
import type {
  Incident,
  PlantedFinding,
  World,
  WorldEntry,
  WorldPlan,
  WorldTransaction,
} from "../../sandbox/world.ts";
import { checkMonth, ledgerOf } from "../helpers/ledgers/world-check.ts";

function plan(fields: Partial<WorldPlan> = {}): WorldPlan {
  return { entries: 2000, seed: 1, convention: "bank", faults: "races", ...fields };
}

const PLANS: readonly Partial<WorldPlan>[] = [
  { oneIn: 10 },
  { oneIn: 10, seed: 2, wallets: 2, convention: "asset" },
  { oneIn: 50, seed: 3, entries: 6000 },
  { oneIn: 50, seed: 4, entries: 6000, wallets: 2 },
  { oneIn: 500, seed: 5, entries: 6000, convention: "asset" },
  { faults: "all", oneIn: 20, seed: 6 },
  { faults: "all", seed: 7, entries: 6000, convention: "asset" },
];

/** The rows of each wallet, oldest first, without copies and what lies in wallets of others. */
function walletsOf({ entries, user }: World, { wallets }: WorldPlan): WorldEntry[][] {
  const one = new Map(
    entries.filter(({ userID }) => userID === user.userID).map((row) => [row.walletID, row]),
  );
  return [...Map.groupBy(one.values(), ({ businessID }) => (wallets === 2 ? businessID : 0)).values()];
}

function movementOf({ credit_balance, debit_balance }: WorldEntry, { convention }: WorldPlan): number {
  return convention === "bank" ? credit_balance - debit_balance : debit_balance - credit_balance;
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);

function incidentsOf({ incidents }: World): readonly Incident[] {
  if (incidents === undefined) throw new Error("nothing can go wrong in this world");
  return incidents;
}

function parentsIn(incidents: readonly Incident[]): ReadonlyMap<number, number> {
  return new Map(incidents.flatMap(({ parents }) => parents).map((one) => [one.walletID, one.parent]));
}

/** The balance that each row must state, if what is told is all that went wrong. */
function balancesAsTold(
  rows: readonly WorldEntry[],
  incidents: readonly Incident[],
  by: WorldPlan,
): number[] {
  const parentOf = parentsIn(incidents);
  const unshown = incidents.flatMap(({ kind, lost, businessID }) =>
    kind === "lost-update" || (by.wallets === 2 && businessID !== rows[0]?.businessID) ? [] : lost,
  );
  const stretchOf = new Map(
    incidents
      .filter(({ kind }) => kind === "out-of-sequence" || kind === "late-read")
      .flatMap((incident) => incident.walletIDs.map((walletID) => [walletID, incident] as const)),
  );
  const stated = new Map(rows.map(({ walletID, balance }) => [walletID, balance]));
  const moved = new Map(rows.map((row) => [row.walletID, movementOf(row, by)]));
  /** What the next row goes on from: the last row's balance, or that after a stretch. */
  let before = { walletID: 0, balance: 0 };
  return rows.map(({ walletID }) => {
    const parent = parentOf.get(walletID);
    const stretch = stretchOf.get(walletID);
    const hidden = unshown.filter((one) => one.walletID! > before.walletID && one.walletID! < walletID);
    if (stretch !== undefined) {
      const { walletIDs, applied, readAfter } = stretch;
      const order = applied.length === 0 ? walletIDs : applied;
      const last = readAfter.find((one) => one.walletID === walletID)?.last ?? walletID;
      const held = order.slice(0, order.indexOf(last) + 1);
      const opening = before.balance + sum(hidden.map(({ amount }) => amount));
      if (walletID === walletIDs.at(-1)) {
        before = { walletID, balance: opening + sum(walletIDs.map((id) => moved.get(id)!)) };
      }
      return opening + sum(held.map((id) => moved.get(id)!));
    }
    const from = parent === undefined ? before.balance : stated.get(parent)!;
    const balance = from + moved.get(walletID)! + sum(hidden.map(({ amount }) => amount));
    before = { walletID, balance: stated.get(walletID)! };
    return balance;
  });
}

describe.for(PLANS)("of %o", (fields) => {
  const by = plan(fields);
  const world = generateWorld(by).advance();
  const incidents = incidentsOf(world);

  test("every balance follows from what is told, and no other does not", () => {
    const excused = new Set(
      world.faults.flatMap(({ history }) => history.map(({ walletID }) => walletID ?? 0)),
    );
    for (const rows of walletsOf(world, by)) {
      const told = balancesAsTold(rows, incidents, by);
      const wrong = rows.filter(
        ({ walletID, balance }, at) => balance !== told[at] && !excused.has(walletID),
      );
      expect(wrong.map(({ walletID }) => walletID)).toEqual([]);
    }
  });

  test("the rows that the newest row does not go back to are those that are lost", () => {
    const parentOf = parentsIn(incidents);
    const off = walletsOf(world, by).flatMap((rows) => {
      const ids = rows.map(({ walletID }) => walletID);
      let next = ids.at(-1)!;
      return ids.toReversed().filter((walletID, at) => {
        if (walletID !== next) return true;
        next = parentOf.get(walletID) ?? ids[ids.length - 2 - at] ?? 0;
        return false;
      });
    });
    const updates = incidents.filter(({ kind }) => kind === "lost-update");
    const told = updates.flatMap(({ lost }) => lost.map(({ walletID }) => walletID!));
    expect(told.toSorted((a, b) => a - b)).toEqual(off.toSorted((a, b) => a - b));
    expect(updates.flatMap(({ walletIDs }) => walletIDs).toSorted((a, b) => a - b)).toEqual(
      off.toSorted((a, b) => a - b),
    );
    expect(updates.every(({ parents }) => parents.length > 0)).toBe(true);
  });

  test("each payment brought what it should, less what was lost and with what came twice", () => {
    const net = new Map<string, number>();
    for (const row of world.entries) net.set(row.payref, (net.get(row.payref) ?? 0) + movementOf(row, by));
    const payments = new Map(world.transactions.map((one) => [one.payID, one]));
    const told = incidents.filter(
      ({ kind, payIDs }) => !/lost-update|out-of-sequence|late-read/u.test(kind) && payIDs.length > 0,
    );
    for (const { kind, payIDs, lost, amount } of told) {
      const [payID] = payIDs;
      const payment = payments.get(payID!)!;
      const more = kind.endsWith("twice") ? amount : 0 - sum(lost.map((one) => one.amount));
      const due = kind === "refunded" ? 0 : dueOf(payment);
      expect([kind, payIDs.length, net.get(payment.payref) ?? 0]).toEqual([kind, 1, due + more]);
      expect([kind, payment.is_deleted]).toEqual([kind, kind === "refunded" ? 1 : 0]);
    }
  });

  test("what came twice is there twice, under one sessionID or two as told", () => {
    const byID = new Map(world.entries.map((row) => [row.walletID, row]));
    for (const { told, walletIDs, amount } of incidents.filter(({ kind }) => kind.endsWith("twice"))) {
      const again = walletIDs.map((walletID) => byID.get(walletID)!);
      expect(sum(again.map((row) => movementOf(row, by)))).toBe(amount);
      for (const row of again) {
        const at = world.entries.indexOf(row);
        const first = world.entries
          .slice(Math.max(0, at - 30), at)
          .findLast(
            (one) =>
              one.payref === row.payref &&
              movementOf(one, by) === movementOf(row, by) &&
              !walletIDs.includes(one.walletID),
          );
        expect(Date.parse(row.dateCreated) - Date.parse(first!.dateCreated)).toBeLessThan(60_000);
        const sameSession = first!.sessionID === row.sessionID;
        expect([told, sameSession]).toEqual([told, /the same sessionID/u.test(told)]);
      }
    }
  });

  test("it is as long as planned, and no balance is below zero but one that was planted", () => {
    const first = generateWorld(by);
    expect(first.entries).toHaveLength(by.entries);
    const planted = world.faults.flatMap(({ history }) => history);
    expect(world.entries.filter(({ balance }) => balance < 0).map(({ walletID }) => walletID)).toEqual(
      planted.filter(({ rule }) => rule === "negative-balance").map(({ walletID }) => walletID),
    );
  });

  test("about one row in so many begins an incident", () => {
    const rows = world.entries.length / (by.oneIn ?? 50);
    expect(incidents.length).toBeGreaterThan(rows * 0.5);
    expect(incidents.length).toBeLessThan(rows * 2);
  });
});

/** What a payment brings to its seller, its escrow charge taken off once. */
function dueOf({ cycle, data, fee }: WorldTransaction): number {
  if (cycle === "crowd-pay") return Number(data["current_raised"]);
  const tasks = data["list"] as readonly { taskamount: number; is_complete: number }[] | undefined;
  const done = tasks?.filter(({ is_complete }) => is_complete === 1).map(({ taskamount }) => taskamount);
  return (done === undefined ? fee.chargedamount : sum(done)) - fee.scrowfee;
}

/** Whether the balance holds what was lost, movement by movement. */
const HELD: Readonly<Partial<Record<Incident["kind"], readonly boolean[]>>> = {
  "paid-without-credit": [false, false],
  "credit-without-fee": [false],
  "balance-without-entry": [true],
  "lost-gross-leg": [true, false],
  "several-lost-entries": [true, true],
};

test("a crash loses what it left in the balance or never came to, and twice is under one sessionID or two", () => {
  const incidents = incidentsOf(generateWorld(plan({ entries: 4000, oneIn: 10 })));
  for (const { kind, lost } of incidents.filter((one) => HELD[one.kind] !== undefined)) {
    expect([kind, lost.map(({ isInBalance }) => isInBalance)]).toEqual([kind, HELD[kind]]);
  }
  for (const kind of ["withdrawn-twice", "funded-twice", "contributed-twice"]) {
    const sessions = incidents.filter((one) => one.kind === kind).map(({ told }) => told.split(", ").at(-1));
    expect([kind, [...new Set(sessions)].toSorted((a = "", b = "") => (a < b ? -1 : 1))]).toEqual([
      kind,
      ["under another sessionID", "under the same sessionID"],
    ]);
  }
});

test("everything that can go wrong does, forks that go on from both branches among it", () => {
  const incidents = incidentsOf(generateWorld(plan({ entries: 4000, oneIn: 10 })));
  expect([...new Set(incidents.map(({ kind }) => kind))].toSorted()).toEqual([
    "balance-without-entry",
    "contributed-twice",
    "credit-without-fee",
    "funded-twice",
    "late-read",
    "lost-gross-leg",
    "lost-update",
    "out-of-sequence",
    "paid-without-credit",
    "refunded",
    "released-twice",
    "several-lost-entries",
    "withdrawn-twice",
  ]);
  // Both rows go on from one, and the next row from the earlier of them: the later one is lost.
  const resumed = incidents.filter(
    ({ kind, walletIDs: [lost = 0], parents }) =>
      kind === "lost-update" &&
      parents.some(({ walletID }) => walletID === lost) &&
      parents.some(({ walletID, parent }) => walletID > lost && parent < lost),
  );
  expect(resumed.length).toBeGreaterThan(10);
  expect(
    incidents.filter(({ kind, lost }) => kind === "lost-update" && lost.length > 1).length,
  ).toBeGreaterThan(10);
});

test.for([{}, { wallets: 2 as const, seed: 2 }])(
  "where nothing goes wrong, all is right, with fees in entries of their own: %o",
  async (fields) => {
    const world = generateWorld(plan({ ...fields, oneIn: 10_000_000 }));
    expect(world.incidents).toEqual([]);
    const chainScope = fields.wallets === 2 ? "business" : "user";
    const result = checkMonth(await ledgerOf(world), null, { chainScope });
    expect(result.findings).toEqual([]);
    expect(result.settlementBasis).toMatchObject({ used: "less-escrow", source: "detected" });
    expect(new Set(world.entries.map(({ businessID }) => businessID)).size).toBe(2);
  },
);

test("the same plan gives the same bytes, and another seed, rate or month others", () => {
  const bytes = (fields: Partial<WorldPlan>) => JSON.stringify(generateWorld(plan(fields)));
  expect(bytes({ faults: "all" })).toBe(bytes({ faults: "all" }));
  expect(bytes({})).toBe(bytes({ oneIn: 50 }));
  expect(bytes({})).not.toBe(bytes({ oneIn: 51 }));
  expect(bytes({})).not.toBe(bytes({ seed: 2 }));
  const world = generateWorld(plan());
  const before = JSON.stringify(world);
  const next = JSON.stringify(world.advance());
  expect(JSON.stringify(world.advance())).toBe(next);
  expect(JSON.stringify(world)).toBe(before);
  expect(incidentsOf(world.advance()).slice(0, world.incidents?.length)).toEqual(world.incidents);
});

test.for([0, 1, 2, 3, 7, 40, 300])("a wallet of %i rows can be full of incidents", (entries) => {
  for (const fields of [{}, { wallets: 2 as const }, { faults: "all" as const }]) {
    const by = plan({ entries, oneIn: 1, ...fields });
    const world = generateWorld(by);
    expect(world.entries).toHaveLength(entries);
    expect(world.advance().entries.length).toBeGreaterThanOrEqual(entries);
  }
});

test("what default plants is found where all goes wrong", async () => {
  const world = generateWorld(plan({ faults: "all", entries: 3000 }));
  const { findings } = checkMonth(await ledgerOf(world), null);
  const said = (one: Finding | PlantedFinding) =>
    JSON.stringify([one.rule, one.severity, one.walletID, one.payID, one.cause, one.kind, one.difference]);
  const found = new Set(findings.map(said));
  const planted = world.faults.flatMap(({ history }) => history);
  expect(planted.length).toBeGreaterThan(70);
  expect(planted.map(said).filter((one) => !found.has(one))).toEqual([]);
});

test("all plants what default plants, and a date that cannot be", () => {
  const faultsOf = (faults: "default" | "all") =>
    generateWorld(plan({ faults }))
      .faults.map(({ fault }) => fault)
      .toSorted();
  expect(faultsOf("all")).toEqual([...faultsOf("default"), "date-ahead"].toSorted());
});

test.for([
  { fields: { oneIn: 0 }, says: /oneIn must be a whole number of 1 or more, not 0/u },
  { fields: { oneIn: 1.5 }, says: /oneIn must be a whole number of 1 or more, not 1\.5/u },
  {
    fields: { wallets: 2 as const, faults: "all" as const },
    says: /Two wallets go with the faults races alone/u,
  },
])("refuses races that cannot be: %o", ({ fields, says }) => {
  expect(() => generateWorld(plan(fields))).toThrow(says);
});
