/** Evidence through its use cases: on real ledgers, with real files, killed processes and full disks. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import Database from "better-sqlite3";
import ExcelJS from "exceljs";
import { beforeEach, describe, expect, test } from "vitest";
import { MOST_ATTACHED_BYTES } from "../../../../src/core/review/file/attachment.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { monthDays } from "../../../../src/core/time.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { verifyWorkbook } from "../../../../src/main/services/export/verify-workbook.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { backUpLedger, restoreLedger } from "../../../../src/main/services/backup/backup.ts";
import { pruneLedger } from "../../../../src/main/services/backup/prune.ts";
import {
  type AskedSubject,
  attachFiles,
  listEvidence,
  withdrawEvidence,
} from "../../../../src/main/services/review/attach.ts";
import { saveEvidence } from "../../../../src/main/services/review/save-evidence.ts";
import { decideMatch, undoMatch } from "../../../../src/main/services/review/match.ts";
import { readReview } from "../../../../src/main/services/review/review.ts";
import { IS_EXHAUSTIVE } from "../../../helpers/exhaustive.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { uncompressible } from "../../../helpers/ledgers/kept-runs.ts";
import { sha256 } from "../../../helpers/records.ts";
import { CONTEXT, ledgerToReview } from "../../../helpers/ledgers/review-ledger.ts";
import { canMount, inMemory } from "../../../helpers/small-disk.ts";
import { contentsOf, tamper } from "../../ledger/made.ts";

const CHILD = join(import.meta.dirname, "../../../helpers/children/ledgers/attaching-child.ts");
const OCTOBER: AskedSubject = { kind: "month", month: "2026-10" as Month };
const BY = { note: "", by: "Ada Obi" };
/** Of more than one piece. */
const STATEMENT = `%PDF-1.7 ${uncompressible(1_500_000)}`;

let ledger = "";
let folder = "";
beforeEach(async () => {
  ledger = await ledgerToReview();
  folder = temporaryFolder();
});

function file(name: string, text = STATEMENT): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function attach(subject: AskedSubject, ...paths: readonly string[]) {
  const files = paths.map((path) => ({ path }));
  return attachFiles({ ledger, files, subject, ...BY }, CONTEXT);
}

async function problems(): Promise<readonly string[]> {
  const report = await verifyLedger(ledger, null);
  return report.problems.map(({ code, sentence, where }) => `${code} ${where}: ${sentence}`);
}

function pieces(): unknown {
  const db = new Database(ledger, { readonly: true });
  const held = db.prepare("SELECT count(*) FROM attachment_chunk").pluck().get();
  db.close();
  return held;
}

describe("attaching", () => {
  test("keeps a file's bytes once for all that it is evidence of, and gives them back", async () => {
    const [finding] = readReview({ ledger, period: null, options: {} }, CONTEXT).findings;
    const { fingerprint = "", rule, walletID, payID, userID, payref } = finding?.finding ?? {};
    const path = file("statement.pdf");
    const [first] = await attach(OCTOBER, path);
    const asked = {
      kind: "finding",
      fingerprint: fingerprint.slice(0, 10),
      period: null,
      options: {},
    } as const;
    await attach(asked, path, file("mail.eml", "From: bank"));
    const held = { sha256: sha256(STATEMENT), bytes: STATEMENT.length, atMs: CONTEXT.now(), withdrawn: null };
    const subject = { kind: "finding", fingerprint, rule, walletID, payID, userID, payref };
    expect(listEvidence(ledger)).toEqual([
      { id: 1, subject: OCTOBER, name: "statement.pdf", ...BY, ...held },
      { id: 2, subject, name: "statement.pdf", ...BY, ...held },
      { id: 3, subject, name: "mail.eml", ...BY, ...held, sha256: sha256("From: bank"), bytes: 10 },
    ]);
    expect(first).toEqual(listEvidence(ledger)[0]);
    expect(await problems()).toEqual([]);
    const out = join(folder, "saved.pdf");
    expect(await saveEvidence({ ledger, id: 2, out })).toMatchObject({ path: out });
    expect(readFileSync(out, "utf8")).toBe(STATEMENT);
    // Nothing that is there is replaced, also not under its own name in a folder.
    for (const place of [out, folder]) {
      await expect(saveEvidence({ ledger, id: 2, out: place })).rejects.toMatchObject({
        code: "EXPORT_TARGET",
        message: "There is a file of this name already",
      });
    }
    await expect(saveEvidence({ ledger, id: 9, out })).rejects.toMatchObject({ code: "EVIDENCE_NOT_FOUND" });
  });

  test("to a match only while nobody has undone it", async () => {
    const records = { walletIDs: [1], payIDs: [9] };
    await decideMatch({ ledger, ...records, note: "Same money", by: "Ada Obi" }, CONTEXT);
    const [path, again] = [file("a.pdf"), file("b.pdf", "b")];
    await attach({ kind: "match", match: 1 }, path);
    await undoMatch({ ledger, id: 1, note: "", by: "Ben Uche" }, CONTEXT);
    await expect(attach({ kind: "match", match: 1 }, again)).rejects.toMatchObject({
      code: "MATCH_CONFLICT",
    });
    await expect(attach({ kind: "match", match: 7 }, again)).rejects.toMatchObject({
      code: "MATCH_NOT_FOUND",
    });
    expect(await problems()).toEqual([]);
  });

  test("refuses each bad file in one sentence, and keeps nothing of the others", async () => {
    const good = file("good.pdf");
    await attach(OCTOBER, good);
    const before = contentsOf(ledger);
    const large = file("large.bin", "");
    truncateSync(large, MOST_ATTACHED_BYTES + 1);
    const link = join(folder, "link.pdf");
    symlinkSync(join(folder, "nowhere"), link);
    const another = file("another.pdf", "another");
    const refusals: [bad: string, code: string, words: RegExp][] = [
      [large, "EVIDENCE_INVALID", /^The file has 26,214,401 bytes, more than the limit of 25 MB$/u],
      [file("empty.pdf", ""), "EVIDENCE_INVALID", /^The file is empty$/u],
      [join(folder, "none.pdf"), "FILE_UNREADABLE", /it does not exist/u],
      [folder, "FILE_UNREADABLE", /^This is a folder, not a file$/u],
      [link, "FILE_UNREADABLE", /^This link leads to no file$/u],
      [good, "EVIDENCE_INVALID", /^This file is already attached there, as evidence 1$/u],
      [another, "EVIDENCE_INVALID", /^This file is already attached there, as evidence 2$/u],
    ];
    for (const [bad, code, message] of refusals) {
      await expect(attach(OCTOBER, another, bad)).rejects.toMatchObject({
        code,
        message: expect.stringMatching(message) as string,
      });
      expect(contentsOf(ledger)).toBe(before);
    }
    await expect(
      attachFiles({ ledger, files: [{ path: another }], subject: OCTOBER, note: "", by: " " }, CONTEXT),
    ).rejects.toMatchObject({ code: "DECISION_INVALID" });
    expect(contentsOf(ledger)).toBe(before);
    // The largest that is allowed is.
    truncateSync(large, MOST_ATTACHED_BYTES);
    await attach(OCTOBER, large);
    expect(await problems()).toEqual([]);
  });

  test("saves under a name that means nothing to a shell or a system", async () => {
    const files = [".bashrc", "con.txt", "a:b|c.pdf"].map((name, at) => ({
      path: file(`${at}.txt`, `${at}`),
      name,
    }));
    await attachFiles({ ledger, files, subject: OCTOBER, ...BY }, CONTEXT);
    const out = temporaryFolder();
    for (const id of [1, 2, 3]) await saveEvidence({ ledger, id, out });
    expect(readdirSync(out).toSorted()).toEqual(["_con.txt", "a b c.pdf", "bashrc"]);
  });

  test("stores a name in which every sign is seen", async () => {
    const path = file("a.pdf");
    const name = "C:\\mail\\invoice\u202Efdp.exe\n";
    const [one] = await attachFiles({ ledger, files: [{ path, name }], subject: OCTOBER, ...BY }, CONTEXT);
    expect(one?.name).toBe("invoice\uFFFDfdp.exe\uFFFD");
    const long = `${"ü".repeat(400)}.pdf`;
    const files = [{ path: file("b.pdf", "b"), name: long }];
    const [other] = await attachFiles({ ledger, files, subject: OCTOBER, ...BY }, CONTEXT);
    expect(other?.name).toBe(`${"ü".repeat(251)}.pdf`);
    expect(await problems()).toEqual([]);
  });
});

describe("withdrawing", () => {
  test("needs a name and a reason, and is done once; the file can be attached again", async () => {
    const path = file("a.pdf");
    await attach(OCTOBER, path);
    const withdrawal = { ledger, id: 1, note: "Another customer's", by: "Ben Uche" };
    for (const [change, code] of [
      [{ note: " " }, "DECISION_INVALID"],
      [{ by: "" }, "DECISION_INVALID"],
      [{ id: 2 }, "EVIDENCE_NOT_FOUND"],
    ] as const)
      await expect(withdrawEvidence({ ...withdrawal, ...change }, CONTEXT)).rejects.toMatchObject({ code });
    const withdrawn = { by: "Ben Uche", note: "Another customer's", atMs: CONTEXT.now() };
    expect(await withdrawEvidence(withdrawal, CONTEXT)).toMatchObject({ id: 1, withdrawn });
    expect(listEvidence(ledger)).toMatchObject([{ id: 1, withdrawn }]);
    await expect(withdrawEvidence(withdrawal, CONTEXT)).rejects.toMatchObject({
      code: "EVIDENCE_INVALID",
      message: "Ben Uche has already withdrawn this evidence",
    });
    await attach(OCTOBER, path);
    expect(listEvidence(ledger).map(({ id, withdrawn: is }) => [id, is === null])).toEqual([
      [1, false],
      [3, true],
    ]);
    // Its bytes stay, and stay once: 1 and 3 are the same file, of two pieces.
    expect([pieces(), await problems()]).toEqual([2, []]);
    await saveEvidence({ ledger, id: 1, out: join(folder, "b.pdf") });
  });
});

describe("a byte altered", () => {
  test("is AUDIT_MISMATCH for verify, for a backup and for whoever opens the file, and nothing is written", async () => {
    const [one] = await attach(OCTOBER, file("a.txt", "closing 10"));
    const other = Buffer.from("28b52ffd200a510000636c6f73696e67203131", "hex").toString("hex");
    tamper(ledger, `UPDATE attachment_chunk SET compressed = x'${other}'`);
    expect(await problems()).toEqual(["AUDIT_MISMATCH evidence 1: The file differs from what was attached"]);
    const out = join(folder, "saved.txt");
    const mismatch = { code: "AUDIT_MISMATCH" };
    await expect(saveEvidence({ ledger, id: one?.id ?? 0, out })).rejects.toMatchObject(mismatch);
    expect(readdirSync(folder).filter((name) => name.includes("saved"))).toEqual([]);
    await expect(backUpLedger(ledger, join(folder, "copy.tieout"), CONTEXT)).rejects.toMatchObject(mismatch);
    expect(existsSync(join(folder, "copy.tieout"))).toBe(false);
  });

  test("and pieces removed or added, or a piece that unpacks to more", async () => {
    await attach(OCTOBER, file("a.pdf"));
    const clean = readFileSync(ledger);
    for (const sql of [
      "DELETE FROM attachment_chunk",
      "DELETE FROM attachment_chunk WHERE n = 1",
      "INSERT INTO attachment_chunk SELECT attachment_id, 2, compressed FROM attachment_chunk WHERE n = 1",
      "UPDATE attachment_chunk SET n = n + 5",
    ]) {
      writeFileSync(ledger, clean);
      tamper(ledger, sql);
      expect(await problems()).toContain(
        "AUDIT_MISMATCH evidence 1: The file differs from what was attached",
      );
    }
  });
});

test("a backup, a restored ledger and a pruned one hold the evidence", async () => {
  await attach(OCTOBER, file("a.pdf"));
  const backup = join(folder, "wallet 2026-12-01 000000.tieout");
  await backUpLedger(ledger, backup, CONTEXT);
  await pruneLedger(ledger, 0, CONTEXT);
  expect([pieces(), await problems()]).toEqual([2, []]);
  await restoreLedger({ ledger, backup }, CONTEXT);
  expect(await problems()).toEqual([]);
  const out = join(folder, "b.pdf");
  await saveEvidence({ ledger, id: 1, out });
  expect(readFileSync(out, "utf8")).toBe(STATEMENT);
});

function textOf(row: ExcelJS.Row): string {
  const cells: string[] = [];
  row.eachCell((cell) => cells.push(cell.text));
  return cells.join(",");
}

test("the workbook names it with its hash, and compares as the very export after more was attached and withdrawn", async () => {
  await attach(OCTOBER, file("a.pdf", "%PDF-1.7"));
  const out = join(folder, "October.xlsx");
  await exportLedger({ ledger, period: monthDays("2026-10"), options: {}, format: "xlsx", out }, CONTEXT);
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(out);
  const rows: string[] = [];
  for (const sheet of book.worksheets) sheet.eachRow((row) => rows.push(textOf(row)));
  expect(rows.filter((row) => row.includes("Attached to October 2026: a.pdf"))).toEqual([
    expect.stringMatching(new RegExp(`,Ada Obi,.*,1,attached,.*SHA-256 ${sha256("%PDF-1.7")}$`, "su")),
  ]);
  await attach(OCTOBER, file("b.pdf", "b"));
  await withdrawEvidence({ ledger, id: 1, note: "Not ours", by: "Ben Uche" }, CONTEXT);
  const verdict = await verifyWorkbook({ ledger, file: out }, CONTEXT);
  expect(verdict).toMatchObject({ edits: [] });
});

describe("nothing is half kept", () => {
  test.runIf(IS_EXHAUSTIVE)(
    "by a process that is killed at any moment: the evidence is there whole, or not at all",
    async () => {
      const path = file("large.bin", uncompressible(8_000_000));
      const kept: number[] = [];
      for (let round = 0; !(kept.includes(0) && kept.includes(1)); round += 1) {
        const copy = join(folder, `${round}.tieout`);
        writeFileSync(copy, readFileSync(ledger));
        const child = spawn(process.execPath, [CHILD, copy, path], { stdio: ["ignore", "pipe", "inherit"] });
        const ended = once(child, "close");
        await once(child.stdout, "data");
        // At once until one is too early, then later and later until one gets through.
        if (kept.includes(0)) await setTimeout(round * round * 10);
        child.kill("SIGKILL");
        await ended;
        const report = await verifyLedger(copy, null);
        expect(report.problems).toEqual([]);
        const held = listEvidence(copy).length;
        expect(report.facts).toContainEqual({ name: "evidence", count: held });
        kept.push(held);
      }
    },
  );

  test.skipIf(!canMount)(
    "on a disk that is full before the end: LEDGER_DISK_FULL, the ledger as it was",
    () => {
      const disk = join(folder, "disk");
      mkdirSync(disk);
      const path = file("large.bin", uncompressible(3_000_000));
      const child = [process.execPath, CHILD, ledger, path, disk];
      const [command = "", ...args] = [...inMemory(disk, 2048), ...child];
      const { stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
      expect(stderr).toBe("");
      const [, said] = stdout.split("\n");
      expect(JSON.parse(said ?? "")).toEqual({
        said: "LEDGER_DISK_FULL: The disk is full (/a.tieout)",
        isAsBefore: true,
        files: ["a.tieout"],
        problems: [],
        evidence: 0,
      });
      expect(dirname(path)).toBe(folder);
    },
  );
});
