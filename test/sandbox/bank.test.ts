/** The sandbox's bank: its statement is read as it was written, and what became of cash is found, none of it tied wrongly. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BANK_FAULTS, BOOKS_FAULTS, bankStatementOf, booksOf } from "../../sandbox/generate/bank.ts";
import { generateWorld } from "../../sandbox/generate/generate-world.ts";
import type { Month } from "../../src/core/review/close/close.ts";
import { changeAccounts } from "../../src/main/services/close/accounts.ts";
import { addBooks } from "../../src/main/services/review/trial-balance.ts";
import { temporaryFolder } from "../helpers/cli.ts";
import { CONTEXT, worldLedger } from "../helpers/ledgers/world-ledger.ts";
import { emptyBankScore, scoreBank } from "../helpers/ledgers/bank-score.ts";
import { someOf } from "../helpers/exhaustive.ts";

const PLAN = { entries: 1500, faults: "default" } as const;

test("the same world has the same statement, with every fault", () => {
  const plan = { ...PLAN, entries: 3000, seed: 3, convention: "asset" } as const;
  const [one, other] = [0, 1].map(() => bankStatementOf(generateWorld(plan), plan));
  expect(one).toEqual(other);
  expect(new Set(one?.truth.map(({ fault }) => fault))).toEqual(new Set(["none", ...BANK_FAULTS]));
});

test(
  "over whole histories nothing is tied wrongly, and nearly all is found",
  { timeout: 300_000 },
  async () => {
    const score = emptyBankScore();
    const histories = [
      [1, "asset"],
      [3, "asset"],
      [2, "bank"],
    ] as const;
    for (const [seed, convention] of someOf(histories, 2))
      await scoreBank(score, { ...PLAN, seed, convention }, temporaryFolder());
    expect(score.wrong).toEqual([]);
    const shares = [...score.planted].map(
      ([fault, count]) => [fault, (score.right.get(fault) ?? 0) / count] as const,
    );
    expect(shares.map(([fault]) => fault).toSorted()).toEqual(["none", ...BANK_FAULTS].toSorted());
    expect(shares.filter(([, share]) => share < 0.9)).toEqual([]);
    // As many findings are called by what was planted: where an entry is short, another line may be of its amount.
    const named = [...score.planted].map(
      ([fault, count]) => [fault, (score.named.get(fault) ?? 0) / count] as const,
    );
    expect(named.filter(([, share]) => share < 0.9)).toEqual([]);
  },
);

test("the books of the last months are held against the closing, and differ by what was planted", async () => {
  const plan = { entries: 700, faults: "none", seed: 4, convention: "asset" } as const;
  const world = generateWorld(plan);
  const books = booksOf(world, plan);
  expect(books.map(({ fault }) => fault)).toEqual(BOOKS_FAULTS);
  const ledger = await worldLedger(world);
  const wallet = [{ purpose: "wallet", currency: null, account: "1200" }] as const;
  await changeAccounts({ ledger, given: wallet, by: "Ada Obi", note: "The chart" }, CONTEXT);
  for (const { month, text, difference } of books) {
    const path = join(temporaryFolder(), `${month}.csv`);
    writeFileSync(path, text);
    const of = { ledger, month: month as Month, currency: "NGN", path, by: null, note: "" };
    const report = await addBooks(of, CONTEXT);
    expect([month, (report.books?.balance ?? NaN) - report.closing]).toEqual([month, difference]);
  }
});
