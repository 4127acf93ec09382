import { copyFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { clientLine } from "../../../../src/core/review/clients/client-words.ts";
import { byUrgency, type Client, type WaitingKind } from "../../../../src/core/review/clients/client.ts";
import type { Entry } from "../../../../src/core/records/entry.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { type Day, monthDays } from "../../../../src/core/time.ts";
import { changeSettings } from "../../../../src/main/services/backup/settings.ts";
import { readClients } from "../../../../src/main/services/practice/clients.ts";
import { prepareMonth, signOffMonth } from "../../../../src/main/services/close/close.ts";
import { decideMatch } from "../../../../src/main/services/review/match.ts";
import { decide, readReview, undo } from "../../../../src/main/services/review/review.ts";
import type { ServiceContext } from "../../../../src/main/services/shared/thread-messages.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { beganReview } from "../../../helpers/ledgers/began-review.ts";
import { sale } from "../../../helpers/records.ts";
import { brokenWallet, importWallet } from "../../../helpers/ledgers/review-ledger.ts";
import { importRecords, newLedgerPath } from "../../../helpers/ledgers/signing.ts";

/** In November, once October is over. */
const CONTEXT: ServiceContext = { now: () => Date.UTC(2026, 10, 12, 12, 30), appVersion: "test" };
const OCTOBER = "2026-10" as Month;
const PERIOD = monthDays(OCTOBER);

async function read(ledger: string, dueDay: number | null = null, context = CONTEXT): Promise<Client> {
  for await (const { client, failure } of readClients({ paths: [ledger], dueDay, checks: true }, context)) {
    if (client === null) throw new Error(failure?.sentence);
    return client;
  }
  throw new Error("no line");
}

const waits = async (ledger: string) => (await read(ledger)).waiting;

/** A wallet with a break in October, and an entry in November. */
function autumn(): Entry[] {
  const entries = brokenWallet(9);
  const last = entries.at(-1) as Entry;
  const november = {
    walletID: 6,
    dateCreatedAtMs: Date.UTC(2026, 10, 3),
    debit: 7,
    balance: last.balance + 7,
  };
  return [...entries, { ...last, ...november }];
}

/** A ledger with that wallet and a payment that never came. */
async function october(): Promise<string> {
  const ledger = newLedgerPath();
  await importRecords(ledger, autumn(), [sale(9, 90)]);
  return ledger;
}

test("names no month that the ledger does not have as if it had it", async () => {
  const JANUARY = { ...CONTEXT, now: () => Date.UTC(2027, 0, 12) };
  const ledger = newLedgerPath();
  await importWallet(ledger, brokenWallet(9));
  // The newest month of its records, not last month; also once that is signed.
  expect(await read(ledger, null, JANUARY)).toMatchObject({ month: "2026-10", hasMonth: true });
  await prepareMonth({ ledger, month: OCTOBER, by: "Ada Obi", override: "As it stands" }, CONTEXT);
  await signOffMonth({ ledger, month: OCTOBER, by: "Ben Uche", note: "" }, CONTEXT);
  expect(await read(ledger, null, JANUARY)).toMatchObject({ month: "2026-10", hasMonth: true });
  const over = await october();
  expect(await read(over, null, JANUARY)).toMatchObject({ month: "2026-11", hasMonth: true });
  const SEPTEMBER = { ...CONTEXT, now: () => Date.UTC(2026, 8, 20) };
  expect(await read(ledger, null, SEPTEMBER)).toMatchObject({ hasMonth: false });
});

test("says what waits in a month and for whom, from the first pull to the signature", async () => {
  const ledger = newLedgerPath();
  await importWallet(ledger, brokenWallet(9));
  // Files reach as far as their records.
  expect(await waits(ledger)).toEqual({ kind: "pull", count: null, by: null, notBy: null });
  const over = await october();
  expect(await waits(over)).toMatchObject({ kind: "decisions", count: 2, by: null });
  // Without a step, whoever decided last.
  const [one] = readReview({ ledger: over, period: PERIOD, options: {} }, CONTEXT).findings;
  const item = { fingerprint: one?.finding.fingerprint ?? "", seen: one?.seen ?? null };
  const asked = { ledger: over, period: PERIOD, options: {}, items: [item] };
  await decide({ ...asked, status: "raised", note: "Asked", by: "Chi Eze" }, CONTEXT);
  expect(await waits(over)).toMatchObject({ by: "Chi Eze" });
  const [raised] = readReview({ ledger: over, period: PERIOD, options: {} }, CONTEXT).findings;
  const undone = [{ ...item, seen: raised?.seen ?? null }];
  await undo({ ledger: over, items: undone, note: "", by: "Chi Eze" }, CONTEXT);
  await beganReview(over, OCTOBER);
  expect(await waits(over)).toMatchObject({ kind: "decisions", count: 2, by: "Ada Obi" });
  expect((await read(over)).check).toMatchObject({
    conclusion:
      "Preliminary, not signed off. No conclusion yet: errors wait for a decision; so far entries and payments prove 1,450, not the stated 1,459.",
    errors: 2,
  });
  const { findings } = readReview({ ledger: over, period: PERIOD, options: {} }, CONTEXT);
  const errors = findings.filter(({ finding }) => finding.severity === "error");
  const items = errors.map(({ finding, seen }) => ({ fingerprint: finding.fingerprint, seen }));
  const explained = { status: "explained", note: "Known", by: "Ada Obi" } as const;
  await decide({ ledger: over, period: PERIOD, options: {}, ...explained, items }, CONTEXT);
  expect(await waits(over)).toMatchObject({ kind: "preparation", by: "Ada Obi" });

  await prepareMonth({ ledger: over, month: OCTOBER, by: "Ada Obi", override: null }, CONTEXT);
  expect(await waits(over)).toEqual({ kind: "signature", count: null, by: null, notBy: "Ada Obi" });
  const [first] = items;
  const undoing = { fingerprint: first?.fingerprint ?? "", seen: null };
  const decided = readReview({ ledger: over, period: PERIOD, options: {} }, CONTEXT).findings;
  const seen = decided.find(({ finding }) => finding.fingerprint === undoing.fingerprint)?.seen ?? null;
  await undo({ ledger: over, items: [{ ...undoing, seen }], note: "", by: "Ben Uche" }, CONTEXT);
  expect(await waits(over)).toMatchObject({ kind: "preparation-again", by: "Ada Obi" });
});

test("is signed with nothing to do, until a later pull changes the month", async () => {
  const ledger = await october();
  await prepareMonth({ ledger, month: OCTOBER, by: "Ada Obi", override: "As it stands" }, CONTEXT);
  await signOffMonth({ ledger, month: OCTOBER, by: "Ben Uche", note: "" }, CONTEXT);
  const signed = await read(ledger, 5);
  expect(signed).toMatchObject({ state: "signed-off", signedUpTo: OCTOBER, dueOn: "2026-11-05" });
  expect([signed.waiting.kind, signed.isOverdue]).toEqual(["nothing", false]);
  expect(signed.check).toMatchObject({ errors: 2, undecidedErrors: 2 });
  await importRecords(ledger, autumn(), [sale(9, 91)], CONTEXT);
  const changed = await read(ledger, 5);
  expect(changed.waiting.kind).toBe("restatement");
  expect(changed.restated.map(({ month }) => month)).toEqual([OCTOBER]);
  expect(changed.isOverdue).toBe(true);
});

test("checks the month by the records, settings, matches and decisions of now, and keeps nothing", async () => {
  const ledger = await october();
  const before = readFileSync(ledger);
  const found = async () => (await read(ledger)).check;
  expect(await found()).toMatchObject({ errors: 2, undecidedErrors: 2 });
  expect(readFileSync(ledger).equals(before)).toBe(true);
  await changeSettings(ledger, { options: { tolerance: 10_000 }, by: "Ada Obi", note: "Rounding" }, CONTEXT);
  await decideMatch({ ledger, walletIDs: [2], payIDs: [9], note: "Paid in cash", by: "Ada Obi" }, CONTEXT);
  expect(await found()).toMatchObject({ errors: 1, undecidedErrors: 1 });
  expect(clientLine(await read(ledger))).toBe(
    "October 2026 is open. 9 to resolve. Waits for: decisions on 1 error, since 2026-12-01. Preliminary, not signed off. No conclusion yet: errors wait for a decision; so far entries and payments prove 1,450, not the stated 1,459. 1 undecided error. Imported 2026-12-01 00:00:00 UTC.",
  );
});

test("the month is the newest one that is over and has records, in the ledger's zone, with when it came and is due", async () => {
  const ledger = await october();
  const at = async (
    utc: readonly [year: number, month: number, day: number, hour?: number],
    dueDay?: number,
  ) => read(ledger, dueDay ?? null, { ...CONTEXT, now: () => Date.UTC(...utc) });
  expect(await at([2027, 0, 15])).toMatchObject({ month: "2026-11", state: "open" });
  // An older month that is not signed is not what the line is about.
  await prepareMonth({ ledger, month: OCTOBER, by: "Ada Obi", override: "As it stands" }, CONTEXT);
  expect(await at([2027, 0, 15])).toMatchObject({ month: "2026-11", state: "open" });
  expect(await at([2026, 10, 12])).toMatchObject({ month: "2026-10", sinceMs: CONTEXT.now() });
  expect(clientLine(await at([2026, 10, 12]))).toContain(
    "Waits for: a signature by somebody other than Ada Obi, since 2026-11-12.",
  );
  await changeSettings(ledger, { timeZone: "Pacific/Auckland", by: "Ada Obi", note: "As agreed" }, CONTEXT);
  expect((await at([2026, 10, 30])).month).toBe("2026-10");
  expect(await at([2026, 10, 30, 12], 31)).toMatchObject({ month: "2026-11", dueOn: "2026-12-31" });
});

test("orders lines by the day on which they are due", () => {
  const line = (dueOn: string | null, kind: WaitingKind = "decisions") => ({
    client: {
      month: OCTOBER,
      dueOn: dueOn as Day | null,
      waiting: { kind, count: null, by: null, notBy: null },
    },
  });
  const [late, soon, signed] = [line("2026-12-10"), line("2026-11-10"), line("2026-09-10", "nothing")];
  expect(byUrgency([signed, late, { client: null }, soon])).toEqual([{ client: null }, soon, late, signed]);
});

test("what cannot be read is a line of its own, and urgent lines come first", async () => {
  const folder = temporaryFolder();
  const paths = ["broken", "done", "late", "none"].map((name) => join(folder, `${name}.tieout`));
  const [broken = "", done = "", late = ""] = paths;
  writeFileSync(broken, "no ledger");
  // Made by a version to come, cut short, and held by another program.
  const [newer = "", cut = "", held = ""] = ["newer", "cut", "held"].map((name) =>
    join(folder, `${name}.tieout`),
  );
  for (const path of [newer, cut, held]) await importWallet(path, brokenWallet(0));
  const later = new Database(newer);
  later.pragma("user_version = 99");
  later.close();
  truncateSync(cut, 5000);
  const holder = new Database(held);
  holder.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  paths.push(newer, cut, held);
  await importWallet(late, brokenWallet(0));
  copyFileSync(await october(), done);
  await prepareMonth({ ledger: done, month: OCTOBER, by: "Ada Obi", override: "As it stands" }, CONTEXT);
  await signOffMonth({ ledger: done, month: OCTOBER, by: "Ben Uche", note: "" }, CONTEXT);
  const lines = [];
  for await (const line of readClients({ paths, dueDay: 11, checks: true }, CONTEXT)) lines.push(line);
  holder.close();
  expect(
    byUrgency(lines).map(({ ledger, client, failure }) => [
      ledger,
      failure?.code ?? client?.waiting.kind,
      client?.isOverdue,
    ]),
  ).toEqual([
    ["broken.tieout", "LEDGER_FOREIGN", undefined],
    ["none.tieout", "LEDGER_NOT_FOUND", undefined],
    ["newer.tieout", "LEDGER_FROM_FUTURE", undefined],
    ["cut.tieout", "LEDGER_CORRUPT", undefined],
    ["held.tieout", "LEDGER_BUSY", undefined],
    ["late.tieout", "pull", true],
    ["done.tieout", "nothing", false],
  ]);
  const stopped = { ...CONTEXT, signal: AbortSignal.abort() };
  const first = readClients({ paths, dueDay: null, checks: true }, stopped).next();
  await expect(first).rejects.toMatchObject({ code: "CANCELLED" });
});

test("names a signed month whose decisions or options changed, no record having changed, also where another month is to be closed", async () => {
  const ledger = await october();
  await prepareMonth({ ledger, month: OCTOBER, by: "Ada Obi", override: "As it stands" }, CONTEXT);
  await signOffMonth({ ledger, month: OCTOBER, by: "Ben Uche", note: "" }, CONTEXT);
  const [error] = readReview({ ledger, period: PERIOD, options: {} }, CONTEXT).findings;
  const items = error === undefined ? [] : [{ fingerprint: error.finding.fingerprint, seen: error.seen }];
  const accepted = { status: "accepted", note: "Known", by: "Ada Obi", items } as const;
  await decide({ ledger, period: PERIOD, options: {}, ...accepted }, CONTEXT);
  const decided = await read(ledger);
  expect(decided.restated).toEqual([{ month: OCTOBER, changes: 1, effects: [] }]);
  expect(decided.waiting).toMatchObject({ kind: "restatement", count: 1 });
  await changeSettings(ledger, { options: { cutoffDays: 9 }, by: "Ada Obi", note: "As agreed" }, CONTEXT);
  // Its decision, and its cut-off.
  const settled = await read(ledger, null, { ...CONTEXT, now: () => Date.UTC(2027, 0, 12) });
  expect(settled.month).toBe("2026-11");
  expect(settled.restated).toEqual([{ month: OCTOBER, changes: 2, effects: [] }]);
  expect(clientLine(settled)).toContain("Changed since sign-off: October 2026 (2 changes).");
  for await (const { client } of readClients({ paths: [ledger], dueDay: null, checks: false }, CONTEXT)) {
    expect(client?.restated).toEqual([{ month: OCTOBER, changes: null, effects: [] }]);
    expect(client === null ? "" : clientLine(client)).toContain("Changed since sign-off: October 2026.");
  }
});
