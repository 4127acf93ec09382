/** A whole copy that takes a ledger's name: what had the name is kept under another, and the trail says of what. */
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { saveRun } from "../../../../src/main/ledger/acts/run.ts";
import { auditHead, listLinksBefore } from "../../../../src/main/ledger/file/audit.ts";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { openForReading, openForWriting } from "../../../../src/main/ledger/file/open.ts";
import { putBack } from "../../../../src/main/ledger/file/put-back.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { FILLED_LINKS, filledLedger } from "../made.ts";

let folder = "";
let ledger = "";
beforeEach(() => {
  folder = temporaryFolder();
  ledger = join(folder, "a.tieout");
});

const headOf = (path: string): string => {
  const db = openForReading(path);
  const { hash } = auditHead(db);
  closeLedger(db);
  return hash;
};

/** Puts a copy in the ledger's place, and tells what its newest link says. */
async function restored() {
  const unfinished = join(folder, "copy.new");
  copyFileSync(filledLedger(), unfinished);
  const copied = headOf(unfinished);
  const keptAs = join(folder, "kept.tieout");
  const { head, isKept } = putBack(ledger, { unfinished, keptAs, from: "backup.tieout", atMs: 7000 });
  const db = openForReading(ledger);
  const [newest] = listLinksBefore(db, null, 1);
  closeLedger(db);
  expect(newest).toMatchObject({ sequence: FILLED_LINKS + 1, kind: "restore", atMs: 7000, hash: head });
  const { replaced, ...said } = JSON.parse(newest?.payload ?? "") as { replaced: string | null };
  expect(said).toEqual({ from: "backup.tieout", head: copied });
  expect(await verifyLedger(ledger, null)).toMatchObject({ ok: true, notes: [] });
  return { replaced, isKept, keptAs };
}

describe("a copy is put", () => {
  test("where nothing is", async () => {
    expect(await restored()).toMatchObject({ replaced: null, isKept: false });
    expect(readdirSync(folder)).toEqual(["a.tieout"]);
  });

  test("in the place of a ledger, whose newest link it names", async () => {
    copyFileSync(filledLedger(), ledger);
    const head = headOf(ledger);
    const { replaced, isKept, keptAs } = await restored();
    expect([replaced, isKept]).toEqual([head, true]);
    expect(headOf(keptAs)).toBe(head);
    expect(readdirSync(folder).toSorted()).toEqual(["a.tieout", "kept.tieout"]);
  });

  test("in the place of one that a killed process left, with what its log holds", async () => {
    const path = filledLedger();
    const db = await openForWriting(path);
    saveRun(db, { atMs: 1, document: "{}" });
    const { hash: head } = auditHead(db);
    for (const suffix of ["", "-wal"]) copyFileSync(`${path}${suffix}`, `${ledger}${suffix}`);
    closeLedger(db);
    const { replaced, keptAs } = await restored();
    expect(replaced).toBe(head);
    expect(headOf(keptAs)).toBe(head);
    expect(readdirSync(folder).toSorted()).toEqual(["a.tieout", "kept.tieout"]);
  });

  test("in the place of a damaged one, which is kept as it is, with its log", async () => {
    writeFileSync(ledger, "SQLite format 3");
    writeFileSync(`${ledger}-wal`, "a log");
    const { replaced, isKept, keptAs } = await restored();
    expect([replaced, isKept]).toEqual([null, true]);
    expect([keptAs, `${keptAs}-wal`].map((name) => readFileSync(name, "utf8"))).toEqual([
      "SQLite format 3",
      "a log",
    ]);
    expect(readdirSync(folder).toSorted()).toEqual(["a.tieout", "kept.tieout", "kept.tieout-wal"]);
  });
});
