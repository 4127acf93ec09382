import { expect, test } from "vitest";
import { OCTOBER_MS, HOUR_MS, sale, wallet } from "../../helpers/records.ts";
import { tieout } from "../../helpers/cli.ts";
import { importRecords, newLedgerPath, signMonth } from "../../helpers/ledgers/signing.ts";

const DAY_MS = 24 * HOUR_MS;

/** October signed at 1,450.00, and then restated by 10.00. */
async function restatedLedger(): Promise<string> {
  const ledger = newLedgerPath();
  const entries = wallet([100_000, 20_000, -5000, 30_000], (at) => ({
    dateCreatedAtMs: OCTOBER_MS + at * DAY_MS,
  }));
  await importRecords(ledger, entries, [sale(1, 200)]);
  await tieout(["settings", ledger, "--decimals", "2"]);
  await signMonth(ledger, "2026-10");
  const changed = entries.map((one) =>
    one.walletID === 4 ? { ...one, balance: one.balance + 1000, debit: one.debit + 1000 } : one,
  );
  await importRecords(ledger, changed, [sale(1, 200, { currency: "USD" })]);
  return ledger;
}

test("shows field by field what changed, and the effect on the signed month", async () => {
  const ledger = await restatedLedger();
  const { stdout, stderr, status } = await tieout(["restatements", ledger]);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toBe(`  changed     walletID 4: October 2026, by pull 2
              Stated balance from 1,450.00 to 1,460.00
              Debit from 300.00 to 310.00
              October 2026 was signed off by Ben Uche, 2026-12-01 00:00:00 UTC.
              In it, the sum of movements changes by +10.00, the stated closing by +10.00.
  changed     payID 1, payref PAY-1: October 2026, by pull 2
              Currency from "NGN" to "USD"
              October 2026 was signed off by Ben Uche, 2026-12-01 00:00:00 UTC.
              In it, the sum of movements and the stated closing are unchanged.

October 2026, user 1: signed to close at 1,450.00, now closes at 1,460.00 (+10.00)
Pull 2, the newest, covers all of October 2026.
`);
});

test("prints raw amounts and RFC 3339 times as JSON, and an empty list for a month without changes", async () => {
  const ledger = await restatedLedger();
  const { stdout } = await tieout(["restatements", ledger, "--month", "2026-10", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({
    schema: "tieout.restatements/1",
    total: 2,
    closings: [{ month: "2026-10", userID: 1, businessID: null, signed: 145_000, now: 146_000 }],
    signedChanges: [
      { month: "2026-10", changes: 2, wallets: [{ userID: 1, movement: 1000, closing: 1000 }] },
    ],
    lastLooks: { months: [{ month: "2026-10", lookedAtWholeBy: 2, at: null }] },
    restatements: [
      {
        kind: "changed",
        walletID: 4,
        at: null,
        signature: { month: "2026-10", stepId: 2, at: "2026-12-01T00:00:00.000Z", stillInForce: true },
        effect: {
          movement: 1000,
          closing: 1000,
          wallets: [{ userID: 1, businessID: null, currency: null, movement: 1000, closing: 1000 }],
        },
      },
      { kind: "changed", payID: 1 },
    ],
  });
  const other = await tieout(["restatements", ledger, "--month", "2026-11", "--json"]);
  expect(JSON.parse(other.stdout)).toEqual({
    schema: "tieout.restatements/1",
    shows: "As of now, after import 2, 2026-12-01",
    total: 0,
    closings: [],
    signedChanges: [],
    lastLooks: {
      newest: { pullId: 2, oldest: { walletID: 1, at: "2026-10-01T00:00:00.000Z" } },
      months: [],
    },
    restatements: [],
  });
  expect((await tieout(["restatements", ledger, "--month", "2026-11"])).stdout).toBe(
    "No later pull changed an entry or a paid transaction of November 2026.\n",
  );
});

test("shows the effect on both wallets when an entry moves between them", async () => {
  const ledger = newLedgerPath();
  const entries = wallet([100, 20, 30], (at) => ({ dateCreatedAtMs: OCTOBER_MS + at * DAY_MS }));
  await importRecords(ledger, entries);
  await signMonth(ledger, "2026-10");
  await importRecords(
    ledger,
    entries.map((one) => (one.walletID === 2 ? { ...one, userID: 2 } : one)),
  );
  const { stdout } = await tieout(["restatements", ledger]);
  expect(stdout).toBe(`  changed     walletID 2: October 2026, by pull 2
              userID from 1 to 2
              October 2026 was signed off by Ben Uche, 2026-12-01 00:00:00 UTC.
              In it, of user 1, the sum of movements changes by −20; the stated closing is unchanged.
              In it, of user 2, the sum of movements changes by +20, the stated closing by +120.

October 2026, user 2: signed to close at 0, now closes at 120 (+120)
October 2026, user 1: the sum of movements changed by −20
October 2026, user 2: the sum of movements changed by +20
Pull 2, the newest, covers all of October 2026.
`);
});

test("does not call unchanged closings an all-clear: it says what moved and how far back the newest pull looked", async () => {
  const ledger = newLedgerPath();
  const entries = wallet([100, 20, 30], (at) => ({ dateCreatedAtMs: OCTOBER_MS + at * DAY_MS }));
  await importRecords(ledger, entries);
  expect((await tieout(["restatements", ledger])).stdout).toBe(
    "No later pull changed an entry or a paid transaction of an earlier pull.\n",
  );
  await signMonth(ledger, "2026-10");
  const changed = entries.map((one) => (one.walletID === 2 ? { ...one, debit: 25 } : one));
  await importRecords(ledger, changed);
  const ending = async () => (await tieout(["restatements", ledger])).stdout.split("\n\n").at(-1);
  expect(await ending())
    .toBe(`The stated closings of signed months are as signed, but their movements changed:
October 2026, user 1: the sum of movements changed by +5
Pull 2, the newest, covers all of October 2026.
`);
  await importRecords(ledger, changed.slice(2));
  expect(await ending())
    .toBe(`The stated closings of signed months are as signed, but their movements changed:
October 2026, user 1: the sum of movements changed by +5
Pull 3 had no entries before 2026-10-03 (walletID 3): October 2026, signed off, was last covered in full by pull 2, from files. tieout pull --full covers everything.
`);
  await importRecords(ledger, entries);
  expect(await ending()).toBe(`The stated closings of signed months are as signed, and so are their movements.
Pull 4, the newest, covers all of October 2026.
`);
});

test("explains why a back-dated entry counts in a later month", async () => {
  const ledger = newLedgerPath();
  const days = [1, 20, 33];
  const entries = wallet([100, 20, 30, 5], (at) => ({
    dateCreatedAtMs: OCTOBER_MS + (days[at] ?? 17) * DAY_MS,
  }));
  await importRecords(ledger, entries.slice(0, 3));
  await signMonth(ledger, "2026-10");
  await importRecords(ledger, entries);
  const { stdout } = await tieout(["restatements", ledger]);
  expect(stdout).toBe(`  back-dated  walletID 4: November 2026, by pull 2
              Dated 2026-10-18, in October 2026, which is signed off; it counts in November 2026, because it follows entries of that month.

No record of a signed month changed since.
Pull 2, the newest, covers all of October 2026.
`);
  const { restatements } = JSON.parse((await tieout(["restatements", ledger, "--json"])).stdout) as {
    restatements: object[];
  };
  expect(restatements).toMatchObject([
    { walletID: 4, months: ["2026-11"], dated: { day: "2026-10-18", month: "2026-10", isSigned: true } },
  ]);
  // Why the register lists one more than the month has changes.
  expect((await tieout(["months", ledger])).stdout).toMatch(
    /^2026-10 {2}signed off {2}1 entry dated in it counts in another month$/mu,
  );
});

test("says in one sentence that a pull was set aside, and that it was put back", async () => {
  const ledger = newLedgerPath();
  const entries = wallet([1000, 200, -50], (at) => ({ dateCreatedAtMs: OCTOBER_MS + at * DAY_MS }));
  await importRecords(ledger, entries.slice(0, 2));
  await importRecords(ledger, entries);
  await signMonth(ledger, "2026-10");
  const step = ["set-aside", ledger, "--pull", "2", "--by", "Ada Obi", "--note", "The wrong file"];
  await tieout(step);
  const aside = await tieout(["restatements", ledger]);
  expect(aside.stdout).toMatch(
    /: October 2026, by setting pull 2 aside on \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\n/u,
  );
  await tieout([...step, "--put-back"]);
  expect((await tieout(["restatements", ledger])).stdout).not.toMatch(/set aside of|put back of/u);
});
