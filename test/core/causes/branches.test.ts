/** What each balance goes on from, held against a walk from the newest row back, one row at a time. */
import { expect, test } from "vitest";
import { branchFinder, forkAround, lineageOf } from "../../../src/core/reconcile/causes/facts.ts";
import { columnsOf } from "../../helpers/columns.ts";
import { OCTOBER_MS, check, entry, sha256 } from "../../helpers/records.ts";
import { Chance } from "../oracle/cases/chance.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

/** Rows of two users, some of which go on from one of the thirteen before the one before. */
function chainsFrom(chance: Chance) {
  const lengths = [1 + chance.below(30), chance.below(30)];
  const entries = lengths.flatMap((length, user) =>
    Array.from({ length }, (_, at) => entry(100 * user + at + 1, { userID: user + 1 })),
  );
  const parents: (number | null)[] = lengths.flatMap((length, user) =>
    Array.from({ length }, (_, at) => {
      if (at === 0) return null;
      const back = at > 1 && chance.once(3) ? 2 + chance.below(Math.min(at - 1, 12)) : 1;
      return (user === 0 ? 0 : lengths[0]!) + at - back;
    }),
  );
  const overwriting = parents.flatMap((parent, place) =>
    parent === null || parent === place - 1 ? [] : [{ place, parent }],
  );
  const order = Int32Array.from(entries.keys());
  const movement = Float64Array.from(entries, () => chance.below(100) - 50);
  return { entries, parents, outcomes: { order, movement, overwriting } };
}

/** The last place of a user, and those it goes back to. */
function mainLine(parents: readonly (number | null)[]): Set<number> {
  const line = new Set<number>();
  for (const newest of parents.keys()) {
    if (newest + 1 < parents.length && parents[newest + 1] !== null) continue;
    for (let at: number | null = newest; at !== null; at = parents[at]!) line.add(at);
  }
  return line;
}

test("lineage and branches are those of a walk from each newest row back, for any chains", () => {
  for (let seed = 1; seed <= timesOf(400, 2000); seed += 1) {
    const { entries, parents, outcomes } = chainsFrom(new Chance(seed));
    const input = columnsOf({ entries, transactions: [] }, sha256);
    const lineage = lineageOf(input, outcomes, "user");
    const line = mainLine(parents);
    expect(parents.map((_, at) => lineage.parentOf(at))).toEqual(parents);
    expect([...lineage.offMainLine], `seed ${seed}`).toEqual(
      [...parents.keys()].filter((at) => !line.has(at)),
    );
    const rootOf = (at: number): number => {
      const parent = parents[at]!;
      return parent === null || line.has(parent) ? at : rootOf(parent);
    };
    const branchOf = branchFinder(input, outcomes, "user");
    for (const { place } of outcomes.overwriting) {
      const root = rootOf(line.has(place - 1) ? place : place - 1);
      const rows = [...lineage.offMainLine].filter((at) => rootOf(at) === root);
      expect(branchOf(place), `seed ${seed}`).toEqual({
        walletIDs: rows.map((at) => entries[at]!.walletID),
        amount: Math.abs(rows.reduce((sum, at) => sum + outcomes.movement[at]!, 0)),
      });
    }
  }
});

/** A row that moves an amount from a balance, a second after the one before. */
function row(walletID: number, from: number, movement: number) {
  const sides = movement > 0 ? { debit: movement, credit: 0 } : { debit: 0, credit: -movement };
  return entry(walletID, {
    ...sides,
    balance: from + movement,
    dateCreatedAtMs: OCTOBER_MS + walletID * 1000,
  });
}

test("the fork around a row is the same for each of its rows, and ends where the next wallet begins", () => {
  const rows = [row(1, 0, 1000), row(2, 1000, 70), row(3, 1070, -300), row(4, 1070, 50), row(5, 1120, 10)];
  const other = rows.map((one) => ({ ...one, userID: 2, walletID: one.walletID + 5 }));
  const entries = [...rows, ...other];
  const result = check({ entries });
  const lineage = lineageOf(columnsOf({ entries, transactions: [] }, sha256), result.entryOutcomes, "user");
  const shown = (position: number) =>
    forkAround(lineage, position).map(({ position: at, goesOnFrom, isOnMainLine }) => [
      at,
      goesOnFrom,
      isOnMainLine,
    ]);
  const fork = [
    [1, 0, true],
    [2, 1, false],
    [3, 1, true],
  ];
  for (const position of [1, 2, 3]) expect(shown(position)).toEqual(fork);
  for (const position of [0, 4, 5, 9]) expect(shown(position)).toEqual([]);
  expect(shown(7)).toEqual(fork.map(([at, from, isOn]) => [Number(at) + 5, Number(from) + 5, isOn]));
});
