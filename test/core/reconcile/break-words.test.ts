/** What is said of a break where other records tell more than its amount: earlier pulls, dates, full columns. */
import { expect, test } from "vitest";
import type { Entry } from "../../../src/core/records/entry.ts";
import type { Records } from "../../helpers/columns.ts";
import { HOUR_MS, OCTOBER_MS, check, entry } from "../../helpers/records.ts";

type Row = readonly [walletID: number, movement: number, balance: number, hours?: number];

/** Rows of a bank statement, an hour apart unless said. */
const rows = (list: readonly Row[]): Entry[] =>
  list.map(([walletID, movement, balance, hours = walletID]) =>
    entry(walletID, {
      credit: Math.max(movement, 0),
      debit: Math.max(-movement, 0),
      balance,
      dateCreatedAtMs: OCTOBER_MS + hours * HOUR_MS,
    }),
  );

/** Each chain-break: why, in words. */
function whyBroken(entries: Entry[], history: Partial<Records["history"]> = {}): string[] {
  const { findings } = check({ entries, history }, { convention: "bank" });
  const broken = findings.filter(({ rule }) => rule === "chain-break");
  return broken.map(({ walletID, message }) => `${walletID}: ${message.slice(message.indexOf(": ") + 2)}`);
}

const pulls = [1, 2] as const;

test("a row that was changed after a pull is not said to have moved without an entry", () => {
  const entries = rows([
    [1, 500, 500],
    [2, 570, 1100],
    [3, 50, 1150],
  ]);
  const after = entries[1] ?? entry(2);
  const versions = (credit: number) => [{ before: { ...after, credit }, after, pulls }];
  expect(whyBroken(entries, { entryVersions: versions(600) })).toEqual([
    "2: this row has changed. As an earlier pull had it, the balance follows.",
  ]);
  expect(whyBroken(entries, { entryVersions: versions(590) })).toEqual([
    "2: the balance moved by another 30 that no entry shows, and no walletID is left out.",
  ]);
});

test("names the rows that an earlier pull had where they account for a break", () => {
  const entries = rows([
    [1, 500, 500],
    [5, 50, 1150],
  ]);
  const gone = (walletID: number, movement: number, userID = 1) => {
    const record = { ...(rows([[walletID, movement, 0]])[0] ?? entry(walletID)), userID };
    return { record, pulls };
  };
  const one = "an entry of 600 is missing between the two rows.";
  expect(whyBroken(entries, { entriesVanished: [gone(3, 600)] })).toEqual([
    "5: walletID 3 is missing between the two rows, and moved 600. An earlier pull had it.",
  ]);
  expect(whyBroken(entries, { entriesVanished: [gone(4, 900), gone(2, -300)] })).toEqual([
    "5: 2 entries, walletID 2 to 4, are missing between the two rows, and moved 600. An earlier pull had them.",
  ]);
  expect(whyBroken(entries, { entriesVanished: [gone(3, -600)] })).toEqual([`5: ${one}`]);
  expect(whyBroken(entries, { entriesVanished: [gone(3, 600, 2)] })).toEqual([`5: ${one}`]);
  expect(whyBroken(entries, { entriesVanished: [gone(6, 600)] })).toEqual([`5: ${one}`]);
});

test("says from which row a balance follows in the order of dates", () => {
  const shards = rows([
    [3, 20, 120, 2],
    [5, 30, 160, 4],
    [100, 100, 100, 1],
    [104, 10, 130, 3],
  ]);
  const numbered = "The service may number rows in another order than it applies them.";
  expect(whyBroken(shards)).toEqual([
    `5: in the order of dates it follows from walletID 104. ${numbered}`,
    `100: in the order of dates it is the first, and opens at zero. ${numbered}`,
    `104: in the order of dates it follows from walletID 3. ${numbered}`,
  ]);
});

test("says so only where the order of dates breaks fewer links", () => {
  const emptied = rows([
    [1, 100, 100],
    [2, -100, 0],
    [3, 50, 50],
    [4, -50, 0],
    [5, 30, 30],
    [7, 70, 70, 4.5],
    [8, 5, 75],
  ]);
  expect(whyBroken(emptied)).toEqual(["7: an entry of −30 is missing between the two rows."]);
});

test("an earlier pull's row of another user, and movements beyond the safe integers, explain nothing", () => {
  const entries = rows([
    [1, 500, 500],
    [5, 50, 552],
  ]);
  const after = entries[1] ?? entry(5);
  const one = "5: an entry of 2 is missing between the two rows.";
  const changed = (userID: number) => [{ before: { ...after, credit: 52, userID }, after, pulls }];
  expect(whyBroken(entries, { entryVersions: changed(2) })).toEqual([one]);
  const gone = [Number.MAX_SAFE_INTEGER, 2, 1 - Number.MAX_SAFE_INTEGER].map((movement, at) => ({
    record: rows([[at + 2, movement, 0]])[0] ?? entry(at + 2),
    pulls,
  }));
  expect(whyBroken(entries, { entriesVanished: gone })).toEqual([one]);
});

test("tells a balance that ends at the largest number of 32 bits, where the right one is larger", () => {
  const full = 2 ** 31 - 1;
  const [small] = whyBroken(
    rows([
      [1, 100, 100],
      [2, 50, full],
    ]),
  );
  expect(small).not.toContain("32 bits");
  const [first] = whyBroken(
    rows([
      [1, full - 10, full - 10],
      [2, 30, full],
      [3, 40, full],
    ]),
  );
  expect(first).toBe(
    "2: the balance moved by another −20 that no entry shows, and no walletID is left out. " +
      "Numbers of 32 bits may end at the stated one: the service may have no room for the right balance.",
  );
});
