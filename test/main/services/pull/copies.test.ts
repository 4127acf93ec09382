/** Copies and odd texts on their way from an answer to the check: nothing gets lost, nothing becomes another. */
import { afterEach, expect, test } from "vitest";
import { DEFAULT_OPTIONS } from "../../../../src/core/options.ts";
import { reconcile } from "../../../../src/core/reconcile/reconcile.ts";
import { readCheckInput } from "../../../../src/main/ledger/records/check-input.ts";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { openInPassing } from "../../../../src/main/ledger/file/make.ts";
import { publish, pull } from "../../ledger/made.ts";
import { transactionsBody, walletBody } from "../../../helpers/bodies.ts";
import { entry, sale, sha256 } from "../../../helpers/records.ts";
import { SavedFiles } from "../../../helpers/workbook/saved-files.ts";

const files = new SavedFiles();
afterEach(() => files[Symbol.dispose]());

type Pull = Partial<Record<"wallet" | "transactions", string>>;

/** The findings over some pulls, each as the bodies of its answers. */
async function findingsOf(...pulls: readonly Pull[]) {
  using read = new SavedFiles();
  const db = openInPassing({ ledgerId: "copies", atMs: 0 });
  try {
    for (const { wallet, transactions } of pulls) {
      const entries = wallet === undefined ? null : await read.entries(wallet);
      publish(db, pull(entries, transactions === undefined ? null : await read.transactions(transactions)));
    }
    return reconcile(
      readCheckInput(db),
      { ...DEFAULT_OPTIONS, convention: "asset" },
      { period: null, sha256 },
    ).findings;
  } finally {
    closeLedger(db);
  }
}

const one = entry(1, { debit: 5, balance: 5, dateCreatedAtMs: Date.parse("2026-10-01T00:00:00Z") });
const SHORT = "Thu, 01 Oct 2026 00:00:00 +0000";
const LONG = "Thursday, 01 Oct 2026 00:00:00 +0000";

test("copies that differ only in how a weekday is written conflict, and the record as sent decides", async () => {
  const body = walletBody([one]);
  const [, record = ""] = /"histories":\[(.*)\]/u.exec(body) ?? [];
  const long = record.replace(SHORT, LONG);
  expect(long).not.toBe(record);
  for (const copies of [
    [record, long],
    [long, record],
    [long, record, long],
  ]) {
    const wallet = body.replace(record, copies.join(","));
    const [found] = await findingsOf({ wallet });
    expect(found).toMatchObject({ rule: "conflicting-entry", walletID: 1 });
    const bySha = copies
      .map((text) => JSON.parse(text) as Record<string, unknown>)
      .map((copy) => Object.fromEntries(Object.entries(copy).filter(([name]) => !name.endsWith("_alt"))))
      .map((sent) => ({ date: sent["dateCreated"], sha: sha256(canonical(sent)) }))
      .toSorted((a, b) => (a.sha < b.sha ? -1 : 1));
    expect(found?.copies).toEqual([{ field: "dateCreated", values: bySha.map(({ date }) => date) }]);
  }
  const [alike] = await findingsOf({ wallet: body.replace(record, `${long},${long}`) });
  expect(alike).toMatchObject({ rule: "repeated-entry" });
  expect(await findingsOf({ wallet: body }, { wallet: body.replace(record, long) })).toEqual([]);
});

/** Sorted keys are all that these records need. */
function canonical(record: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

test("a payref with a NUL differs from one that looks like its escape", async () => {
  const wallet = walletBody([{ ...one, payref: "A\u0000" }]);
  const paid = (payref: string) =>
    transactionsBody([sale(1, 5, { payref, datePaidAtMs: one.dateCreatedAtMs - 9 * 86_400_000 })]);
  const rules = async (payref: string) =>
    (await findingsOf({ wallet, transactions: paid(payref) })).map(({ rule }) => rule);
  expect(await rules("A\u0000")).toEqual([]);
  expect(await rules(String.raw`A\u0000`)).toEqual(["orphan-payref", "paid-without-entry"]);
  const [orphan] = await findingsOf({ wallet, transactions: paid("A") });
  expect(orphan).toMatchObject({ rule: "orphan-payref", suggestions: ["A"] });
});

test("six thousand different copies of one id are compared, and named", () => {
  const copies = 6000;
  const db = openInPassing({ ledgerId: "copies", atMs: 0 });
  publish(
    db,
    pull(
      null,
      Array.from({ length: copies }, (_, at) => sale(1, at)),
    ),
  );
  const { repeatedTransactions } = readCheckInput(db).history;
  expect(repeatedTransactions).toMatchObject([{ copies, conflicting: true }]);
  expect(repeatedTransactions[0]?.fields[0]?.values).toHaveLength(copies);
  closeLedger(db);
});

/** Every order of some things. */
function* ordersOf<T>(things: readonly T[]): Generator<readonly T[]> {
  if (things.length < 2) yield things;
  for (const [at, first] of things.entries())
    for (const rest of ordersOf(things.toSpliced(at, 1))) yield [first, ...rest];
}

test.for([
  ["alone", null],
  ["after a pull that had one of them", 0],
  ["after a pull that had another one", 2],
  ["after a pull that had something else", 3],
] as const)(
  "copies that differ conclude the same in whatever order they come, %s",
  async ([, heldBefore]) => {
    const bodies = [5, 5, 7, 9].map((debit, at) =>
      walletBody([{ ...one, debit, balance: debit, description: at === 1 ? "Other" : one.description }]),
    );
    const records = bodies.map((body) => /"histories":\[(.*)\]/u.exec(body)?.[1] ?? "");
    const [body = "", own = ""] = [bodies[0], records[0]];
    const copies = [own, records[1] ?? "", own, records[2] ?? ""];
    const before = heldBefore === null ? [] : [{ wallet: body.replace(own, records[heldBefore] ?? "") }];
    const after = { wallet: body.replace(own, records[2] ?? "") };
    const concluded = new Set<string>();
    const followed = new Set<string>();
    for (const order of new Set([...ordersOf(copies)].map((some) => some.join(",")))) {
      const now = { wallet: body.replace(own, order) };
      concluded.add(JSON.stringify(await findingsOf(...before, now)));
      followed.add(JSON.stringify(await findingsOf(...before, now, after)));
    }
    expect([...concluded]).toEqual([expect.stringContaining('"conflicting-entry"')]);
    expect(followed.size).toBe(1);
  },
);
