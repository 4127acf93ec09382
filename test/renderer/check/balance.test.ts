/** The breaks that are listed beside the chart are those of all wallets, whichever of them have a line. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../helpers/cli.ts";
import { entry, wallet } from "../../helpers/records.ts";
import { importRecords } from "../../helpers/ledgers/signing.ts";
import { clientOfLedger, runRequest } from "./window.ts";

/** Of each wallet three entries, the last of which states too much; the wallet of user 1 has more entries than the others. */
function wallets(count: number, off: (user: number) => number) {
  return Array.from({ length: count }, (_, at) => at + 1).flatMap((userID) => {
    const entries = userID === 1 ? 30 : 3;
    return Array.from({ length: entries }, (_, at) =>
      entry(userID * 100 + at, {
        userID,
        debit: 10,
        balance: 10 * (at + 1) + (at === entries - 1 ? off(userID) : 0),
      }),
    );
  });
}

async function balanceOf(count: number, off: (user: number) => number) {
  const ledger = join(temporaryFolder(), "wallets.tieout");
  await importRecords(ledger, wallets(count, off));
  const client = await clientOfLedger(ledger);
  await client.call("run", runRequest(null));
  return client.call("balance", { points: 500 });
}

test("lists the largest breaks of eleven wallets, also of those without their own line", async () => {
  const { lines, breaks, largest } = await balanceOf(11, (userID) => userID * 1000);
  expect(lines).toHaveLength(8);
  expect(breaks).toBe(11);
  expect(largest.map(({ difference }) => difference)).toEqual([11_000, 10_000, 9000, 8000, 7000]);
});

test("lists all breaks in order when they are few, the largest of them alone when they are more", async () => {
  const balance = (count: number) => balanceOf(count, (userID) => (userID % 2 === 0 ? -userID : userID));
  const { breaks, largest } = await balance(5);
  expect(breaks).toBe(5);
  expect(largest.map(({ difference }) => difference)).toEqual([1, -2, 3, -4, 5]);
  expect((await balance(6)).largest.map(({ difference }) => difference)).toEqual([-6, 5, -4, 3, -2]);
});

test("keeps the highest and the lowest balance of a long line, wherever they are", async () => {
  const steps = new Map([
    [0, 2000],
    [25, 1000],
    [26, -1000],
    [41, -500],
    [42, 500],
  ]);
  const entries = wallet(Array.from({ length: 60 }, (_, at) => steps.get(at) ?? 1));
  const ledger = join(temporaryFolder(), "long.tieout");
  await importRecords(ledger, entries);
  const client = await clientOfLedger(ledger);
  await client.call("run", runRequest(null));
  const { lines } = await client.call("balance", { points: 12 });
  const [balances = []] = lines.map(({ balance }) => [...balance]);
  // Of three stretches of 20 rows the first, the lowest, the highest and the last; the opening before, the end once more.
  const kept = [0, 19, 20, 25, 39, 40, 41, 59, 59].map((at) => entries[at]!.balance);
  expect(balances).toEqual([0, ...kept]);
});
