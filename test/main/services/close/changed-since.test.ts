/** What changed of a signed month since: its own records each once, decisions as decisions, options by name. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildYear } from "../../../../src/core/report/year-sheet.ts";
import type { YearReport } from "../../../../src/core/report/year.ts";
import { clientLine } from "../../../../src/core/review/clients/client-words.ts";
import type { Client } from "../../../../src/core/review/clients/client.ts";
import { closingLine } from "../../../../src/core/review/clients/closing-words.ts";
import { yearDocument } from "../../../../src/core/report/year-document.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { readYear } from "../../../../src/main/services/export/year.ts";
import { readClients } from "../../../../src/main/services/practice/clients.ts";
import { closeFolder } from "../../../../src/main/services/practice/practice.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import type { ChangedSince } from "../../../../src/core/review/close/since.ts";
import { changeSettings } from "../../../../src/main/services/backup/settings.ts";
import { readChangedSince } from "../../../../src/main/services/close/changed-since.ts";
import { monthsChangedSince } from "../../../../src/main/services/close/differences.ts";
import { reopenMonth } from "../../../../src/main/services/close/close.ts";
import { readRestatements } from "../../../../src/main/services/close/register.ts";
import { listMonthsSince } from "../../../../src/main/services/close/months.ts";
import { checkThen, listMoments, readStatement } from "../../../../src/main/services/close/moments.ts";
import { decide, readReview } from "../../../../src/main/services/review/review.ts";
import { monthDays } from "../../../../src/core/time.ts";
import { lookAfterPull } from "../../../../src/main/services/pull/after-pull.ts";
import { previewImport } from "../../../../src/main/services/pull/preview-import.ts";
import { generateWorld } from "../../../../sandbox/generate/generate-world.ts";
import {
  CONTEXT,
  importRecords,
  newLedgerPath,
  savedRecords,
  signMonth,
} from "../../../helpers/ledgers/signing.ts";
import { importWorld, worldLedger } from "../../../helpers/ledgers/world-ledger.ts";
import { HOUR_MS, OCTOBER_MS, sale, wallet } from "../../../helpers/records.ts";

const OCTOBER = "2026-10" as Month;
const NOVEMBER = { ...CONTEXT, now: () => Date.UTC(2026, 10, 12) };

function changedOf(ledger: string, month: Month): ChangedSince {
  const changed = readChangedSince({ ledger, month }, CONTEXT);
  if (changed === null) throw new Error("the month is signed");
  return changed;
}

async function firstOf<T>(all: AsyncIterable<T>): Promise<T> {
  for await (const one of all) return one;
  throw new Error("there is none");
}

async function acceptOne(ledger: string, month: Month): Promise<void> {
  const period = monthDays(month);
  const { findings } = readReview({ ledger, period, options: {} }, CONTEXT);
  const items = findings.slice(0, 1).map(({ finding: { fingerprint } }) => ({ fingerprint }));
  const decision = { status: "accepted", note: "Agreed", by: "Ada Obi" } as const;
  await decide({ ledger, period, options: {}, items, ...decision }, CONTEXT);
}

describe("what a later pull changed of a signed month", () => {
  test("is its own records, each once, as the register has them: none that nobody ever paid", async () => {
    const world = generateWorld({ entries: 5000, seed: 1, convention: "asset", faults: "default" });
    const month = world.month as Month;
    const ledger = await worldLedger(world);
    await signMonth(ledger, month);
    expect([changedOf(ledger, month).count, monthsChangedSince(ledger).changed]).toEqual([0, []]);
    const later = world.advance();
    await importWorld(ledger, later);
    const { restatements } = readRestatements(ledger, { month });
    const listed = new Set(restatements.map(({ walletID, payID }) => walletID ?? payID));
    const { entries, transactions, count, decisions, sentence } = changedOf(ledger, month);
    const { since } = await checkThen({ ledger, month, asOf: "signed" }, CONTEXT);
    const [unpaid, ...paid] = since.transactions.vanished;
    expect(world.transactions.find(({ payID }) => payID === unpaid)?.transaction.status_alt).toBe(
      "Awaiting Payment",
    );
    expect(transactions.vanished).toEqual(paid);
    const ids = [...Object.values(entries), ...Object.values(transactions)].flat() as number[];
    expect(new Set(ids)).toEqual(listed);
    expect([count, decisions, sentence]).toEqual([
      listed.size,
      [],
      `Since then: ${listed.size} changes, closing unchanged.`,
    ]);
    expect(monthsChangedSince(ledger).changed).toEqual([month]);
  });

  test("does not include a decision, which is one of its own", async () => {
    const world = generateWorld({ entries: 300, seed: 5, convention: "asset", faults: "default" });
    const month = world.month as Month;
    const ledger = await worldLedger(world);
    await signMonth(ledger, month);
    await acceptOne(ledger, month);
    expect(changedOf(ledger, month)).toMatchObject({
      count: 1,
      records: [],
      decisions: ["1 exception has a different decision"],
      effects: [],
      sentence: "Since then: 1 change, closing unchanged.",
    });
    await importWorld(ledger, world.advance());
    const changed = changedOf(ledger, month);
    expect(changed.decisions).toEqual(["1 exception has a different decision"]);
    // The statement and the state as signed say the same.
    const { since } = await checkThen({ ledger, month, asOf: "signed" }, CONTEXT);
    expect(since.changed).toEqual(changed);
    expect(readStatement({ ledger, month }, CONTEXT).changedSince).toEqual(changed);
  });
});

test("another time zone is named with who chose it, and the closing that moved because of it", async () => {
  const ledger = newLedgerPath();
  const at = [0, 24, 48, 24 * 31 - 3];
  const entries = wallet([100, 20, 30, 7], (index) => ({
    dateCreatedAtMs: OCTOBER_MS + (at[index] ?? 0) * HOUR_MS,
  }));
  await importRecords(ledger, entries);
  await signMonth(ledger, OCTOBER);
  const settings = { timeZone: "Pacific/Auckland", by: "Ada Obi", note: "Where the client is" };
  await changeSettings(ledger, settings, CONTEXT);
  expect(changedOf(ledger, OCTOBER)).toMatchObject({
    count: 1,
    records: [],
    decisions: [],
    options: ["Time zone: UTC → Pacific/Auckland, by Ada Obi"],
    basis: "Signed by Ben Uche on 2026-12-01: closing 157.",
    sentence: "Since then: 1 change, closing now 150 (−7).",
  });
  expect(monthsChangedSince(ledger).changed).toEqual([OCTOBER]);
});

test("a moment is named in the ledger's zone, whatever a month was checked in", async () => {
  const ledger = newLedgerPath();
  await importRecords(
    ledger,
    wallet([100, 20], () => ({ dateCreatedAtMs: OCTOBER_MS + HOUR_MS * 24 })),
  );
  const zone = (timeZone: string) =>
    changeSettings(ledger, { timeZone, by: "Ada Obi", note: "As agreed" }, CONTEXT);
  await zone("America/Los_Angeles");
  await signMonth(ledger, OCTOBER);
  await zone("UTC");
  const { report } = await checkThen({ ledger, month: OCTOBER, asOf: "signed" }, CONTEXT);
  expect(report.shows).toBe("As signed 2026-12-01 by Ben Uche");
  const sequence = listMoments({ ledger, month: OCTOBER })[0]?.sequence ?? 0;
  const at = { path: ledger, sequence };
  expect(readStatement({ ledger: at, month: OCTOBER }, CONTEXT).shows).toBe(report.shows);
  const year = await readYear({ ledger, to: OCTOBER }, CONTEXT);
  expect(yearDocument(year as YearReport).months.at(-1)?.shows).toBe(report.shows);
  const { shows } = await exportLedger(
    {
      ledger,
      period: monthDays(OCTOBER),
      options: { timeZone: "America/Los_Angeles" },
      format: "json",
      out: join(temporaryFolder(), "a.zip"),
    },
    CONTEXT,
  );
  expect(shows).toBe("As of now, after import 1, 2026-12-01");
});

test("a month that is neither prepared nor signed has nothing to be compared with", async () => {
  const ledger = newLedgerPath();
  await importRecords(
    ledger,
    wallet([100], () => ({ dateCreatedAtMs: OCTOBER_MS })),
  );
  expect(readChangedSince({ ledger, month: OCTOBER }, CONTEXT)).toBeNull();
});

describe("the list of months says of each what the month itself says", () => {
  const listed = async (ledger: string, month: Month) =>
    (await listMonthsSince(ledger, CONTEXT)).find((one) => one.month === month)?.changedSince;

  test("of entries that an older file left out, and the newer one brought back", async () => {
    const entries = wallet([100, 20, 30], (at) => ({ dateCreatedAtMs: OCTOBER_MS + at * HOUR_MS }));
    const ledger = newLedgerPath();
    await importRecords(ledger, entries);
    await signMonth(ledger, OCTOBER);
    expect(await listed(ledger, OCTOBER)).toBeNull();
    await importRecords(ledger, entries.slice(0, 2));
    await importRecords(ledger, entries);
    expect(await listed(ledger, OCTOBER)).toEqual(changedOf(ledger, OCTOBER));
    expect(await listed(ledger, OCTOBER)).toMatchObject({ count: 0, effects: ["1 new notice"] });
    expect(monthsChangedSince(ledger).changed).toEqual([OCTOBER]);
  });

  test("of a month that opens on an earlier one, signed again since; a later one's steps say nothing of it", async () => {
    const ledger = newLedgerPath();
    const entries = wallet([100, 20], (at) => ({ dateCreatedAtMs: OCTOBER_MS + at * 31 * 24 * HOUR_MS }));
    await importRecords(ledger, entries);
    const next = "2026-11" as Month;
    await signMonth(ledger, OCTOBER);
    await signMonth(ledger, next);
    expect(monthsChangedSince(ledger)).toEqual({ changed: [], doubtful: [] });
    await reopenMonth({ ledger, month: OCTOBER, by: "Ben Uche", note: "Looked at again" }, CONTEXT);
    await signMonth(ledger, OCTOBER);
    expect(monthsChangedSince(ledger)).toEqual({ changed: [], doubtful: [next] });
    expect(await listed(ledger, next)).toBeNull();
  });

  test("of what becomes of an earlier month's record", async () => {
    const entries = wallet([100], () => ({ dateCreatedAtMs: OCTOBER_MS }));
    const lost = sale(1, 50, {
      datePaidAtMs: OCTOBER_MS - 240 * HOUR_MS,
      dateCreatedAtMs: OCTOBER_MS - 250 * HOUR_MS,
    });
    const ledger = newLedgerPath();
    await importRecords(ledger, entries, [lost, sale(2, 100, { datePaidAtMs: OCTOBER_MS })]);
    await signMonth(ledger, OCTOBER);
    await importRecords(ledger, entries, [sale(2, 100, { datePaidAtMs: OCTOBER_MS })]);
    expect(await listed(ledger, OCTOBER)).toEqual(changedOf(ledger, OCTOBER));
    expect(await listed(ledger, OCTOBER)).toMatchObject({ count: 0, effects: ["1 exception gone"] });
    expect(monthsChangedSince(ledger)).toEqual({ changed: [], doubtful: [OCTOBER] });
    // So do the year, all clients, and the close of a folder.
    const year = await readYear({ ledger, to: OCTOBER }, CONTEXT);
    const much = { changes: 0, effects: ["1 exception gone"] };
    expect(year?.months.at(-1)).toMatchObject(much);
    const since = buildYear(year as YearReport).sheets[0]?.tables.find(({ id }) => id === "since");
    expect(JSON.stringify([...(since?.rows() ?? [])].at(-1))).toContain("1 exception gone");
    const client = await firstOf(readClients({ paths: [ledger], dueDay: null, checks: true }, NOVEMBER));
    expect(client.client).toMatchObject({
      restated: [{ month: OCTOBER, ...much }],
      waiting: { kind: "restatement", count: null },
    });
    const line = clientLine(client.client as Client);
    expect(line).toContain("Changed since sign-off: October 2026 (1 exception gone).");
    const folder = temporaryFolder();
    copyFileSync(ledger, join(folder, "client.tieout"));
    const asked = { folder, out: folder, month: OCTOBER, accessTo: null, full: false } as const;
    const closing = await firstOf(closeFolder(asked, CONTEXT));
    expect(closing).toMatchObject(much);
    expect(closingLine(closing)).toContain("Signed off, 1 exception gone since.");
  });
});

test("a pull says of every closed month what its list says, where it brought it: also where only another month's records came", async () => {
  const ledger = newLedgerPath();
  const entries = wallet([100, 20, 30], (at) => ({ dateCreatedAtMs: OCTOBER_MS + HOUR_MS * at }));
  const paid = {
    dateCreatedAtMs: OCTOBER_MS + HOUR_MS * 24 * 34,
    datePaidAtMs: OCTOBER_MS + HOUR_MS * 24 * 35,
  };
  const two = [sale(2, 20), sale(3, 30)];
  const three = [sale(1, 100, paid), ...two];
  await importRecords(ledger, entries, two);
  await signMonth(ledger, OCTOBER);
  const files = savedRecords(entries, three);
  const preview = await previewImport({ ledger, files }, NOVEMBER);
  const listed = async () =>
    (await listMonthsSince(ledger, NOVEMBER)).find(({ month }) => month === OCTOBER)?.changedSince;
  expect(await listed()).toBeNull();
  await importRecords(ledger, entries, three);
  const changedSince = await listed();
  expect(changedSince).toMatchObject({ count: 0, effects: ["2 new exceptions", "2 notices gone"] });
  const signed = { month: OCTOBER, state: "signed-off", prepared: { by: "Ada Obi" } };
  const named = [{ ...signed, changedSince }];
  expect(lookAfterPull(ledger, 2, NOVEMBER).drifted).toEqual(named);
  expect(preview.differing).toEqual([{ ...signed, changes: changedSince?.effects }]);
  expect(readChangedSince({ ledger, month: OCTOBER, pullId: 2 }, NOVEMBER)).toEqual(changedSince);
  // The next one brings nothing of it, and what it brings to the month itself is named even where it looks alike.
  await importRecords(ledger, entries, three);
  expect(lookAfterPull(ledger, 3, NOVEMBER).drifted).toEqual([]);
  for (const description of ["One", "Another"]) {
    const other = entries.map((one) => (one.walletID === 3 ? { ...one, description } : one));
    await importRecords(ledger, other, three);
    const { drifted } = lookAfterPull(ledger, description === "One" ? 4 : 5, NOVEMBER);
    expect(drifted.map(({ changedSince: since }) => since.records)).toEqual([["1 entry changed"]]);
  }
  // Back as it was signed, it says so, once.
  await importRecords(ledger, entries);
  expect(lookAfterPull(ledger, 6, NOVEMBER).drifted.map(({ changedSince: { records } }) => records)).toEqual([
    [],
  ]);
});
