/** Setting a pull aside and previewing an import, through the services, with signed months. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ExcelJS from "exceljs";
import { beforeEach, describe, expect, test } from "vitest";
import type { Entry } from "../../../../src/core/records/entry.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { previewSentences } from "../../../../src/core/review/restate/import-preview.ts";
import type { PullStepKind } from "../../../../src/core/review/restate/restatements.ts";
import { backUpLedger } from "../../../../src/main/services/backup/backup.ts";
import { pruneLedger } from "../../../../src/main/services/backup/prune.ts";
import { monthDays } from "../../../../src/core/time.ts";
import { readChangedSince } from "../../../../src/main/services/close/changed-since.ts";
import { listMonthsSince } from "../../../../src/main/services/close/months.ts";
import { readMonth, checkThen } from "../../../../src/main/services/close/moments.ts";
import { readRestatements } from "../../../../src/main/services/close/register.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { importIntoLedger } from "../../../../src/main/services/import/import.ts";
import { previewImport } from "../../../../src/main/services/pull/preview-import.ts";
import { readPulls, takePullStep } from "../../../../src/main/services/pull/set-aside.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { verifyWorkbook } from "../../../../src/main/services/export/verify-workbook.ts";
import { transactionsBody, walletBody } from "../../../helpers/bodies.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { CONTEXT, importRecords, newLedgerPath, signMonth } from "../../../helpers/ledgers/signing.ts";
import { fitTables, forgeTrail } from "../../../helpers/ledgers/rewritten-trail.ts";
import { tampering } from "../../../helpers/ledgers/tampering.ts";
import { sale, wallet } from "../../../helpers/records.ts";

const OCTOBER = "2026-10" as Month;
const WHOLE = wallet([100, 100, 100, 100, 100, 100]);
const OLDER = WHOLE.slice(0, 3);
const SALES = [sale(1, 200), sale(2, 90)];

let ledger = "";
beforeEach(() => {
  ledger = newLedgerPath();
});

async function take(pullId: number, step: PullStepKind): Promise<void> {
  await takePullStep({ ledger, pullId, step, by: "Ada Obi", note: "The wrong file" }, CONTEXT);
}

function october() {
  const { wallets, changes } = readMonth({ ledger, month: OCTOBER }, CONTEXT);
  const restated = readChangedSince({ ledger, month: OCTOBER }, CONTEXT)?.count;
  return { restated, closings: wallets.map(({ closing }) => closing), changes };
}

function files(entries: readonly Entry[]) {
  const folder = temporaryFolder();
  const [path, sales] = [join(folder, "wallet.json"), join(folder, "transactions.json")];
  writeFileSync(path, walletBody(entries));
  writeFileSync(sales, transactionsBody(SALES.slice(0, 1)));
  return { wallet: [path], transactions: [sales], user: null, business: [] };
}

/** The file's bytes, without the counters that SQLite raises when it turns its log on and off. */
function contentOf(path: string): Buffer {
  const bytes = readFileSync(path);
  return bytes.fill(0, 24, 28).fill(0, 92, 96);
}

async function verified(): Promise<void> {
  const { ok, problems, notes } = await verifyLedgerFile(ledger, null, CONTEXT);
  expect({ ok, problems, notes }).toEqual({ ok: true, problems: [], notes: [] });
}

describe("a month that was signed before the older file came", () => {
  beforeEach(async () => {
    await importRecords(ledger, WHOLE, SALES);
    await signMonth(ledger, OCTOBER);
    await importRecords(ledger, OLDER, SALES.slice(0, 1));
  });

  test("is as it was signed once that import is set aside, and restated again when it is put back", async () => {
    expect(october()).toMatchObject({ restated: 4, closings: [300] });
    await take(2, "set-aside");
    expect(october()).toEqual({ restated: 0, closings: [600], changes: [] });
    expect(readRestatements(ledger, { month: null })).toMatchObject({
      total: 0,
      closings: [],
      signedChanges: [],
    });
    await verified();
    await take(2, "put-back");
    expect(october()).toMatchObject({ restated: 4, closings: [300] });
    await verified();
  });

  test("is as it was signed once the newer file is imported again, with no change counted", async () => {
    await importRecords(ledger, WHOLE, SALES);
    expect(october()).toMatchObject({ restated: 0, closings: [600] });
    expect((await listMonthsSince(ledger, CONTEXT))[0]).toMatchObject({
      month: OCTOBER,
      changedSince: { count: 0 },
    });
    const { total, signedChanges, closings } = readRestatements(ledger, { month: null });
    const asSigned = [{ month: OCTOBER, changes: 0, wallets: [] }];
    expect({ total, signedChanges, closings }).toEqual({ total: 8, signedChanges: asSigned, closings: [] });
  });

  test("is told apart from what a pull on top of the older file brought", async () => {
    await importRecords(ledger, [...WHOLE.slice(0, 5), { ...WHOLE[5], balance: 650 } as Entry], SALES);
    await take(2, "set-aside");
    const { restatements } = readRestatements(ledger, { month: null });
    expect(restatements).toMatchObject([{ pullId: 3, kind: "changed", walletID: 6 }]);
    expect(october()).toMatchObject({ restated: 1, closings: [650] });
    await verified();
  });
});

describe("a month that was signed on a pull that is set aside then", () => {
  beforeEach(async () => {
    await importRecords(ledger, OLDER, SALES);
    await importRecords(ledger, WHOLE, SALES);
    await signMonth(ledger, OCTOBER);
    await take(2, "set-aside");
  });

  test("shows as restated, by how much, and is still proven as it was signed", async () => {
    expect(october()).toEqual({
      restated: 3,
      closings: [300],
      changes: ["the wallet of user 1 closed at 600 and now closes at 300"],
    });
    const { restatements, closings, signedChanges } = readRestatements(ledger, { month: null });
    expect(closings).toMatchObject([{ month: OCTOBER, signed: 600, now: 300 }]);
    expect(signedChanges).toMatchObject([{ month: OCTOBER, changes: 3, wallets: [{ closing: -300 }] }]);
    expect(restatements.map(({ pullId, step, kind, walletID }) => [pullId, step, kind, walletID])).toEqual([
      [2, "set-aside", "vanished", 4],
      [2, "set-aside", "vanished", 5],
      [2, "set-aside", "vanished", 6],
    ]);
    await verified();
  });

  test("is shown as signed with the entries that are gone since", async () => {
    const { report, since } = await checkThen({ ledger, month: OCTOBER, asOf: "signed" }, CONTEXT);
    expect(report.result.wallets).toMatchObject([{ closing: 600 }]);
    expect(since.entries).toEqual({ changed: [], vanished: [4, 5, 6], appeared: [] });
    expect(since.unlikeSigned).toEqual([]);
  });

  test("says in the workbook by whom and why, which stays the workbook of that moment", async () => {
    const file = join(temporaryFolder(), "october.xlsx");
    const period = monthDays(OCTOBER);
    const request = { ledger, period, options: {}, format: "xlsx", out: file, replace: false } as const;
    await exportLedger(request, CONTEXT);
    const book = new ExcelJS.Workbook();
    await book.xlsx.readFile(file);
    const texts: string[] = [];
    book.eachSheet((sheet) => sheet.eachRow((row) => row.eachCell((cell) => texts.push(cell.text))));
    expect(texts).toContain("imported files; set aside by Ada Obi because: The wrong file");
    expect(texts.filter((text) => text.endsWith("; pull 2, set aside"))).toHaveLength(3);
    await take(2, "put-back");
    await take(1, "set-aside");
    expect(await verifyWorkbook({ ledger, file }, CONTEXT)).toMatchObject({ holds: true, edits: [] });
  });

  test("is as it was signed when the pull is put back", async () => {
    await take(2, "put-back");
    expect(october()).toEqual({ restated: 0, closings: [600], changes: [] });
    await verified();
  });

  test("can be signed again without the pull, and is restated when the pull is put back", async () => {
    const { reopenMonth } = await import("../../../../src/main/services/close/close.ts");
    await reopenMonth({ ledger, month: OCTOBER, by: "Ben Uche", note: "Pull 2 was wrong" }, CONTEXT);
    await signMonth(ledger, OCTOBER);
    expect(october()).toEqual({ restated: 0, closings: [300], changes: [] });
    await verified();
    await take(2, "put-back");
    expect(october()).toMatchObject({ restated: 3, closings: [600] });
    const { restatements } = readRestatements(ledger, { month: null });
    const inForce = restatements.filter(({ signature }) => signature?.stillInForce === true);
    expect(inForce.map(({ pullId, step, walletID }) => [pullId, step, walletID])).toEqual([
      [2, "put-back", 4],
      [2, "put-back", 5],
      [2, "put-back", 6],
    ]);
    await verified();
  });
});

test("a month is closed and the ledger backed up while a pull between two others is set aside, and after it is put back", async () => {
  await importRecords(ledger, WHOLE.slice(0, 4), SALES.slice(0, 1));
  await importRecords(ledger, OLDER, SALES);
  await take(2, "set-aside");
  // It brings an entry in two copies, changes a payment, and is itself compared with all pulls before it.
  const [last] = WHOLE.slice(-1);
  const copies = [...WHOLE, { ...last!, description: "Another copy" }];
  await importRecords(ledger, copies, [sale(1, 250), sale(3, 10)]);
  await signMonth(ledger, OCTOBER);
  expect(october()).toEqual({ restated: 0, closings: [600], changes: [] });
  for (const step of ["put-back", "set-aside"] as const) {
    await verified();
    await backUpLedger(ledger, `${newLedgerPath()}.backup`, CONTEXT);
    await take(2, step);
  }
  await verified();
  expect(october()).toEqual({ restated: 0, closings: [600], changes: [] });
});

test("a ledger with so many records that their texts are read at once is verified with a pull set aside", async () => {
  const many = Array.from({ length: 300 }, (_, at) => sale(at + 1, 5));
  await importRecords(ledger, WHOLE, many.slice(1));
  await importRecords(ledger, WHOLE, many);
  await take(2, "set-aside");
  expect(await verifyLedgerFile(ledger, null, CONTEXT)).toMatchObject({ ok: true, notes: [] });
});

describe("what may not be set aside", () => {
  test("is the only pull that counts, one that is aside already, and one that is none", async () => {
    await importRecords(ledger, OLDER);
    await expect(take(1, "set-aside")).rejects.toMatchObject({ code: "PULL_STEP" });
    await importRecords(ledger, WHOLE);
    await take(1, "set-aside");
    await expect(take(1, "set-aside")).rejects.toMatchObject({ code: "PULL_STEP" });
    await expect(take(2, "set-aside")).rejects.toMatchObject({ code: "PULL_STEP" });
    await expect(take(2, "put-back")).rejects.toMatchObject({ code: "PULL_STEP" });
    await expect(take(3, "set-aside")).rejects.toMatchObject({ code: "PULL_STEP" });
    const nameless = { ledger, pullId: 1, step: "put-back", by: " ", note: "why" } as const;
    await expect(takePullStep(nameless, CONTEXT)).rejects.toMatchObject({ code: "DECISION_INVALID" });
    await expect(takePullStep({ ...nameless, by: "Ada", note: "" }, CONTEXT)).rejects.toMatchObject({
      code: "DECISION_INVALID",
    });
    expect(readPulls(ledger).pulls.map(({ id, aside }) => [id, aside?.by ?? null])).toEqual([
      [1, "Ada Obi"],
      [2, null],
    ]);
    await verified();
  });

  describe("and verify", () => {
    beforeEach(async () => {
      await importRecords(ledger, OLDER, SALES);
      await importRecords(ledger, WHOLE, SALES);
      await importRecords(ledger, WHOLE.slice(0, 5), SALES);
      await take(2, "set-aside");
    });

    async function problemsOf(): Promise<readonly { readonly code: string; readonly sentence: string }[]> {
      return (await verifyLedgerFile(ledger, null, CONTEXT)).problems;
    }

    test("finds a row of a step that no link records", async () => {
      tampering(ledger, (db) => db.exec("INSERT INTO pull_step VALUES (2, 1, 'set-aside', 'Ada', 'No', 1)"));
      expect(await problemsOf()).toContainEqual(
        expect.objectContaining({ code: "AUDIT_MISMATCH", where: "pull_step 2" }),
      );
    });

    const forgeries = {
      "of a pull that is none": { pull: 9 },
      "that puts back what is not aside": { step: "put-back" },
      "without a name": { by: "" },
      "without a reason": { note: "" },
      "with another number": { pullStep: 2 },
      "of another kind": { step: "removed" },
    };
    test.each(Object.entries(forgeries))("finds a step %s", async (_, forged) => {
      forgeTrail(ledger, (links, db) => {
        Object.assign(links.at(-1)?.payload ?? {}, forged);
        fitTables(db, links);
      });
      expect((await problemsOf()).map(({ code }) => code)).toContain("AUDIT_BROKEN");
    });

    test("compares what is shown with what the other pulls' responses give", async () => {
      // Also where rows and links were written to fit: here an entry that the third pull brought.
      tampering(ledger, (db) => db.exec("UPDATE entry SET balance = 7 WHERE wallet_id = 4"));
      expect(await problemsOf()).toContainEqual(
        expect.objectContaining({
          sentence:
            "The records without the pulls that are set aside differ from those that the other pulls' stored responses give",
        }),
      );
    });

    test("says that it compared nothing where responses were pruned", async () => {
      await pruneLedger(ledger, 1, CONTEXT);
      const { ok, notes } = await verifyLedgerFile(ledger, null, CONTEXT);
      expect(ok).toBe(true);
      expect(notes).toContainEqual(expect.stringMatching(/set aside \(2\) are not proven .* pruned/u));
    });
  });
});

describe("a preview of an import", () => {
  test("says what the import then does, and keeps nothing", async () => {
    await importRecords(ledger, WHOLE, SALES);
    await signMonth(ledger, OCTOBER);
    const before = contentOf(ledger);
    const older = files(OLDER);
    const { decimals, ...preview } = await previewImport({ ledger, files: older }, CONTEXT);
    expect(contentOf(ledger)).toEqual(before);
    expect(readPulls(ledger).pulls).toHaveLength(1);
    expect(preview).toMatchObject({
      pullId: 2,
      isNew: false,
      entries: { received: 3, inserted: 0, vanished: 3, returned: 0 },
      transactions: { received: 1, vanished: 1 },
      older: { end: 3, known: 6 },
      gaps: [],
      signedMonths: [{ month: OCTOBER, changes: 4 }],
      closings: [{ month: OCTOBER, signed: 600, today: 600, after: 300 }],
    });
    expect(previewSentences(preview, decimals)).toContain(
      "4 records of October 2026, which is signed off, would change; it closed at 600 and would close at 300.",
    );
    const report = await importIntoLedger({ ledger, files: older }, CONTEXT);
    expect(report).toMatchObject({ pullId: 2, entries: { vanished: 3 }, transactions: { vanished: 1 } });
    expect(report.notes.join(" ")).toMatch(/import the newer files again: that restores everything/u);
    expect(report.notes.join(" ")).not.toMatch(/new ledger/u);
    expect(october()).toMatchObject({ restated: 4, closings: [300] });
    const again = await previewImport({ ledger, files: files(WHOLE) }, CONTEXT);
    expect(again).toMatchObject({
      entries: { inserted: 0, returned: 3 },
      older: null,
      closings: [{ signed: 600, today: 300, after: 600 }],
    });
  });

  test("names newly approved entries, changed ones and gaps", async () => {
    const unapproved = WHOLE.map((one) => (one.walletID === 2 ? { ...one, isApproved: 0 } : one));
    await importRecords(ledger, unapproved.slice(0, 3));
    const changed = WHOLE.slice(1, 3).map((one) =>
      one.walletID === 3 ? { ...one, description: "New" } : one,
    );
    const preview = await previewImport({ ledger, files: files(changed) }, CONTEXT);
    expect(preview).toMatchObject({ entries: { changed: 2, approved: 1, vanished: 0 }, gaps: [] });
    const far = await previewImport({ ledger, files: files(WHOLE.slice(4)) }, CONTEXT);
    expect(far).toMatchObject({ entries: { inserted: 2 }, gaps: [{ after: 3, before: 5 }] });
  });

  test("of a new ledger creates none", async () => {
    const preview = await previewImport({ ledger, files: files(WHOLE) }, CONTEXT);
    expect(preview).toMatchObject({ pullId: 1, isNew: true, entries: { inserted: 6 } });
    expect(existsSync(ledger)).toBe(false);
  });

  test("goes by the pulls that count", async () => {
    await importRecords(ledger, WHOLE);
    await importRecords(ledger, OLDER);
    await take(2, "set-aside");
    const request = { ledger, files: files(WHOLE) };
    expect(await previewImport(request, CONTEXT)).toMatchObject({ entries: { returned: 0, inserted: 0 } });
    expect(await importIntoLedger(request, CONTEXT)).toMatchObject({ entries: { vanished: 0, changed: 0 } });
  });
});
