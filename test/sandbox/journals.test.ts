/**
 * Journals of the sandbox's months: each leads from A1's opening to its closing, and the months of a history add up to what
 * the whole history comes to. hledger of Debian, where it is installed, checks each of them by its own arithmetic.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { generateWorld } from "../../sandbox/generate/generate-world.ts";
import type { Month } from "../../src/core/review/close/close.ts";
import { ACCOUNT_PURPOSES } from "../../src/core/review/file/books.ts";
import { sumsByPurpose } from "../../src/core/review/file/journal.ts";
import { journalOf } from "../../src/core/report/journal.ts";
import { figuresOf } from "../../src/core/report/sheet/figures.ts";
import type { ReadableLedger } from "../../src/main/ledger/file/connection.ts";
import { checkMonth } from "../../src/main/services/close/month-check.ts";
import { reportInputOf } from "../../src/main/services/close/report-input.ts";
import { readLedger } from "../../src/main/services/shared/use-ledger.ts";
import { changeAccounts } from "../../src/main/services/close/accounts.ts";
import { changeTerms } from "../../src/main/services/close/month-file.ts";
import { readStatement } from "../../src/main/services/close/moments.ts";
import { listMonths } from "../../src/main/services/close/months.ts";
import { readJournal, releaseJournal } from "../../src/main/services/export/journal.ts";
import { temporaryFolder } from "../helpers/cli.ts";
import { IS_EXHAUSTIVE, timesOf } from "../helpers/exhaustive.ts";
import { CONTEXT, worldLedger } from "../helpers/ledgers/world-ledger.ts";

const SAID = { by: "Ada Obi", note: "As agreed" };

const HAS_HLEDGER = spawnSync("hledger", ["--version"]).status === 0;

/** Every purpose has an account named after it. */
async function setBooks(ledger: string): Promise<void> {
  const given = ACCOUNT_PURPOSES.map((purpose) => {
    return { purpose, currency: null, account: `books:${purpose.replace("/", ":")}` };
  });
  await changeAccounts({ ledger, given, ...SAID }, CONTEXT);
  const rule = { description: null, direction: null };
  const movements = [
    { action: "WITHDRAWAL", category: "withdrawal", ...rule },
    { action: "TOPUP", category: "top-up", ...rule },
  ] as const;
  await changeTerms({ ledger, given: { movements }, ...SAID }, CONTEXT);
}

interface Case {
  readonly ledger: string;
  readonly months: readonly Month[];
}

async function madeCases(): Promise<{ readonly bytes: Buffer; readonly months: readonly Month[] }[]> {
  const made = [];
  for (const [seed, convention] of [
    [1, "asset"],
    [2, "bank"],
  ] as const) {
    const ledger = await worldLedger(
      generateWorld({ entries: timesOf(350, 700), faults: "default", seed, convention }),
    );
    await setBooks(ledger);
    const months = listMonths(ledger).map(({ month }) => month);
    made.push({ bytes: readFileSync(ledger), months: months.toSorted() });
  }
  return made;
}

let made: ReturnType<typeof madeCases> | null = null;

/** Ledgers of their own, made once and copied. */
async function casesIn(folder: string): Promise<Case[]> {
  return (await (made ??= madeCases())).map(({ bytes, months }, at) => {
    const ledger = join(folder, `${at}.tieout`);
    writeFileSync(ledger, bytes);
    return { ledger, months };
  });
}

/** Every currency of a month's wallets, by itself. */
function currenciesOf(ledger: string, month: Month): { month: Month; currency: string | null; each: null }[] {
  return rollsOf(ledger, month).map(({ currency, each }) => ({ month, currency, each }));
}

/** The same with what A1 says of it. */
function rollsOf(ledger: string, month: Month) {
  const { wallets, currencies } = readStatement({ ledger, month }, CONTEXT);
  const all = new Set(wallets.map(({ currency }) => currency));
  return [...all].map((currency) => {
    const roll = currencies.find((one) => one.currency === currency);
    return { month, currency, each: null, roll };
  });
}

function withoutNil(sums: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0));
}

test("each month leads from the opening of A1 to its closing, in entries that balance", async () => {
  for (const { ledger, months } of await casesIn(temporaryFolder())) {
    expect(months.length).toBeGreaterThan(1);
    for (const { roll, ...of } of months.flatMap((month) => rollsOf(ledger, month))) {
      const { journal } = readJournal({ ledger, ...of }, CONTEXT);
      expect(journal).toMatchObject({ opening: roll?.opening, closing: roll?.closing });
      for (const { lines } of journal.entries)
        expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
      const sums = sumsByPurpose(journal.entries);
      expect((sums.get("wallet") ?? 0) + journal.opening).toBe(journal.closing);
      const whole = readJournal({ ledger, ...of, each: "month" }, CONTEXT).journal;
      expect(whole.entries.length).toBeLessThanOrEqual(1);
      expect(withoutNil(sumsByPurpose(whole.entries))).toEqual(withoutNil(sums));
    }
  }
});

/** What payments come to, by purpose. */
const OF_PAYMENTS = new Set<string>([
  "sales",
  "purchases",
  "escrow-fees",
  "tax",
  "differences",
  ...["not-paid", "deleted", "over", "under", "wrong-direction", "duplicate", "not-judged"].map(
    (cause) => `suspense/${cause}`,
  ),
]);

function ofPayments(sums: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(withoutNil(sums)).filter(([purpose]) => OF_PAYMENTS.has(purpose)));
}

test("the months of a history post of its payments what the whole history comes to", async () => {
  const purposes = new Set<string>();
  for (const { ledger, months } of await casesIn(temporaryFolder())) {
    const last = months.at(-1) ?? ("" as Month);
    for (const of of currenciesOf(ledger, last)) {
      const posted = months.flatMap((month) =>
        currenciesOf(ledger, month).some(({ currency }) => currency === of.currency)
          ? readJournal({ ledger, ...of, month }, CONTEXT).journal.entries
          : [],
      );
      // Nothing came of any payment by the end of a month without records.
      const earliest = `${Number(months[0]?.slice(0, 4)) - 1}-01` as Month;
      const whole = readLedger(ledger, (db) => wholeHistory(db, last, earliest, of.currency));
      expect(ofPayments(sumsByPurpose(posted))).toEqual(ofPayments(sumsByPurpose(whole.entries)));
      for (const purpose of Object.keys(ofPayments(sumsByPurpose(posted)))) purposes.add(purpose);
    }
  }
  expect(purposes.size).toBeGreaterThan(5);
});

/** The last month's journal, as if nothing had been posted of any payment before. */
function wholeHistory(db: ReadableLedger, month: Month, earliest: Month, currency: string | null) {
  const checked = checkMonth(db, month, CONTEXT);
  const { input, result, decimals } = checked.gathered;
  const around = { decimals, run: null, audit: { sequence: 1, head: "" }, appVersion: "test" };
  const figures = figuresOf(reportInputOf(db, checked.gathered, around));
  const before = checkMonth(db, earliest, CONTEXT).gathered.result;
  expect(before.transactionOutcomes.entries.every((entries) => entries === 0)).toBe(true);
  expect(input.entries.length).toBeGreaterThan(0);
  return journalOf({
    figures,
    month,
    block: figures.currencies.blocks.findIndex((block) => block.currency === currency),
    each: "month",
    now: { check: result, statusOf: () => "open" },
    before: { check: before, statusOf: () => "open" },
    accounts: ACCOUNT_PURPOSES.map((purpose) => ({ purpose, currency: null, account: purpose })),
    category: () => null,
  });
}

describe(`hledger${HAS_HLEDGER ? "" : " is not installed (apt-get install hledger), so that it does not say whether it"} checks`, () => {
  const check = (text: string, folder: string) => {
    const file = join(folder, "one.journal");
    writeFileSync(file, text);
    return spawnSync("hledger", ["-f", file, "check"], { encoding: "utf8" });
  };

  test.runIf(HAS_HLEDGER && IS_EXHAUSTIVE)(
    "a journal of every month: its closing is A1's, and it fails at exactly the days whose balance breaks",
    { timeout: 600_000 },
    async () => {
      const folder = temporaryFolder();
      let broken = 0;
      for (const { ledger, months } of await casesIn(folder)) {
        for (const of of months.flatMap((month) => currenciesOf(ledger, month))) {
          const out = `${ledger}-${of.month}-${of.currency}.journal`;
          const request = {
            ledger,
            ...of,
            program: "hledger",
            taxRate: null,
            out,
            replace: false,
            ...SAID,
          } as const;
          if (readJournal({ ledger, ...of }, CONTEXT).journal.entries.length === 0) continue;
          const { released } = await releaseJournal(request, CONTEXT);
          const text = readFileSync(out, "utf8");
          expect(check(text, folder)).toMatchObject({ status: 0, stderr: "" });
          const balance = spawnSync(
            "hledger",
            ["-f", out, "balance", "^books:wallet$", "-N", "--format", "%(total)"],
            { encoding: "utf8" },
          );
          expect(Number(balance.stdout.replaceAll(/[^-\d]/gu, ""))).toBe(released.closing);
          // Without what the breaks are posted to, the assertion of exactly that day fails first.
          const entries = text.split("\n\n");
          const withBreaks = entries.flatMap((one, at) => {
            const bare = one
              .split("\n")
              .filter((line) => !/; (?:Break differences|Suspense: balance moved)/u.test(line))
              .join("\n");
            return bare === one ? [] : [{ at, one, bare }];
          });
          for (const { at, one, bare } of withBreaks) {
            broken += 1;
            const failed = check(entries.with(at, bare).join("\n\n"), folder);
            expect(failed.status).toBe(1);
            expect(failed.stderr).toContain(one.split("\n")[0]);
          }
        }
      }
      expect(broken).toBeGreaterThan(5);
    },
  );
});
