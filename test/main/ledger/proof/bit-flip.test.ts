import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { TieoutError } from "../../../../src/core/errors.ts";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { createLedger } from "../../../../src/main/ledger/file/make.ts";
import { insertAttachment } from "../../../../src/main/ledger/acts/attachment.ts";
import { saveRun } from "../../../../src/main/ledger/acts/run.ts";
import { DEFAULT_KEPT_OPTIONS } from "../../../../src/core/options.ts";
import { saveSettings } from "../../../../src/main/ledger/acts/settings.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { entry, sale, sha256 } from "../../../helpers/records.ts";
import { BUSINESS, LEDGER, USER, contentsOf, filledLedger, publish, pull } from "../made.ts";
import { body } from "../../../helpers/publish-pull.ts";
import { timesOf } from "../../../helpers/exhaustive.ts";
import { insertAct } from "../../../../src/main/ledger/trail/acts.ts";

/** Values whose bytes stand in the file as they are: texts, and integers of four bytes. */
const BALANCE = 0x51627384;
const CHARGED = 0x3a4b5c6d;
const VERSION_BALANCE = 0x61728394;
const VANISHED_ENTRY = 0x2a3b4c5d;
const VANISHED_PAYMENT = 0x2d3c4b5a;
const TOLERANCE = 0x1c2d3e4f;

/** A ledger with one value to find in each table. */
function marked(): string {
  const path = join(temporaryFolder(), "a.tieout");
  const db = createLedger(path, LEDGER);
  saveSettings(
    db,
    { timeZone: "Indian/Maldives", decimals: 0, options: { ...DEFAULT_KEPT_OPTIONS, tolerance: TOLERANCE } },
    1500,
  );
  const kept = entry(1, {
    description: "mark-entry",
    balance: BALANCE,
    payref: "mark-payref",
    action: "mark-label",
  });
  const copies = ["mark-copy-a", "mark-copy-b"].map((description) => entry(2, { description }));
  const payment = sale(1, 100, { payref: "mark-payref", chargedamount: CHARGED });
  publish(db, {
    ...pull([kept, ...copies, entry(VANISHED_ENTRY)], [payment, sale(VANISHED_PAYMENT, 5)]),
    source: "service",
    baseUrl: "https://mark-pull.example",
    user: { ...USER, name: "mark-caller" },
    businesses: [BUSINESS],
    bodies: [body("mark-name", "mark-answer")],
  });
  publish(
    db,
    pull(
      [{ ...kept, description: "mark-version", balance: VERSION_BALANCE }, ...copies.toReversed()],
      [payment],
    ),
  );
  saveRun(db, { atMs: 3000, document: '{"mark":"run"}' });
  const records = {
    entries: [{ walletID: 1, sha256: "mark-matched-entry" }],
    transactions: [{ payID: 1, sha256: "mark-matched-payment" }],
  };
  const match = { note: "mark-why", by: "mark-matcher", atMs: 3500, undoes: null, records };
  db.transaction(() => insertAct(db, "match", match)).immediate();
  const file = { name: "mark-file.txt", sha256: sha256("mark-bytes"), bytes: 10, note: "mark-shown" };
  const subject = { kind: "match", match: 1 } as const;
  const evidence = { ...file, subject, by: "mark-attacher", atMs: 3600, undoes: null };
  db.transaction(() => insertAttachment(db, evidence, () => [Buffer.from("mark-bytes")])).immediate();
  closeLedger(db);
  return path;
}

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

/** Where some bytes stand in a file. */
function placesOf(file: Buffer, wanted: Buffer): number[] {
  const places: number[] = [];
  for (let at = file.indexOf(wanted); at !== -1; at = file.indexOf(wanted, at + 1)) places.push(at);
  return places;
}

/** The bytes with the lowest bit of some of them flipped. */
function flipped(bytes: Buffer, places: readonly number[], bit = 0): Buffer {
  const copy = Buffer.from(bytes);
  for (const place of places) copy[place] = (bytes[place] ?? 0) ^ (1 << bit);
  return copy;
}

function sqliteSays(path: string): unknown {
  const db = new Database(path, { readonly: true });
  const verdict = db.pragma("integrity_check", { simple: true });
  db.close();
  return verdict;
}

async function codesOf(path: string): Promise<string[]> {
  return (await verifyLedger(path, null)).problems.map((problem) => problem.code);
}

describe("case 45: reports one flipped bit in a row that SQLite calls ok as AUDIT_MISMATCH", () => {
  /** The row itself, and for some the trail's copy of it. */
  const [ROW, TRAIL] = ["AUDIT_MISMATCH", "AUDIT_BROKEN"];
  const cases: [string, Buffer | string, string[]][] = [
    ["an entry's text", "mark-entry", [ROW]],
    ["an entry's balance", int32(BALANCE), [ROW]],
    ["a transaction's amount", int32(CHARGED), [ROW]],
    ["a later version's amount", int32(VERSION_BALANCE), [ROW]],
    ["a later version's text", "mark-version", [ROW]],
    ["which entry vanished, and how far a pull reached", int32(VANISHED_ENTRY), [ROW, ROW]],
    ["which transaction vanished", int32(VANISHED_PAYMENT), [ROW]],
    ["a copy, in each pull that brought it", '"description":"mark-copy', [ROW, ROW, ROW, ROW]],
    ["a stored response", "mark-answer", [ROW]],
    ["an answer's name", "mark-name", [TRAIL, ROW]],
    ["a run", '{"mark":"run"}', [ROW]],
    ["the ledger's settings", "Indian/Maldives", [TRAIL, ROW]],
    ["an option of the checks", int32(TOLERANCE), [ROW]],
    ["where a pull came from", "https://mark-pull.example", [TRAIL, ROW]],
    ["whose ledger it is", "mark-caller", [TRAIL, ROW]],
    ["why records were matched by hand", "mark-why", [TRAIL, ROW]],
    ["who matched them", "mark-matcher", [TRAIL, ROW]],
    ["which entry was matched", "mark-matched-entry", [TRAIL, ROW]],
    ["which transaction was matched", "mark-matched-payment", [TRAIL, ROW]],
    ["a file attached as evidence", "mark-bytes", [ROW]],
    ["what that file is called", "mark-file.txt", [TRAIL, ROW]],
    ["who attached it", "mark-attacher", [TRAIL, ROW]],
  ];
  test.each(cases)("%s", async (_, value, expected) => {
    const path = marked();
    const bytes = readFileSync(path);
    const before = contentsOf(path);
    const codes: string[] = [];
    const wanted = Buffer.from(value);
    for (const place of placesOf(bytes, wanted)) {
      writeFileSync(path, flipped(bytes, [place + wanted.length - 1]));
      // What SQLite moved elsewhere leaves its bytes behind in room that nothing reads.
      if (contentsOf(path) === before) continue;
      expect(sqliteSays(path)).toBe("ok");
      codes.push((await codesOf(path))[0] ?? "none");
    }
    expect(codes.toSorted()).toEqual(expected);
  });

  test.each(["mark-payref", "mark-label"])("%s, in its row and in SQLite's index of it", async (text) => {
    const path = marked();
    const bytes = readFileSync(path);
    const places = placesOf(bytes, Buffer.from(text)).map((place) => place + text.length - 1);
    const inTables = places.filter((place) => {
      writeFileSync(path, flipped(bytes, [place]));
      return sqliteSays(path) !== "ok";
    });
    expect(inTables.length).toBe(2);
    for (const place of inTables) {
      writeFileSync(path, flipped(bytes, [place]));
      expect(await codesOf(path)).toContain("LEDGER_CORRUPT");
    }
    writeFileSync(path, flipped(bytes, inTables));
    expect(sqliteSays(path)).toBe("ok");
    expect(await codesOf(path)).toEqual(["AUDIT_MISMATCH"]);
  });
});

test("case 45: a flipped bit anywhere in the file never changes what is read without verify reporting it", async () => {
  const path = filledLedger();
  const bytes = readFileSync(path);
  const before = contentsOf(path);
  const FLIPS = timesOf(80, 240);
  const untold: string[] = [];
  const seen = { told: 0, refused: 0, harmless: 0 };
  // Most of a small ledger is room for more; what is written is not zero.
  const written = [...bytes.keys()].filter((at) => bytes[at] !== 0);
  for (let n = 0; n < FLIPS; n += 1) {
    const place = written[Math.floor((n * written.length) / FLIPS)] ?? 0;
    writeFileSync(path, flipped(bytes, [place], n % 8));
    const outcome = await codesOf(path).catch((error: unknown) => error);
    if (outcome instanceof TieoutError) seen.refused += 1;
    else if (!Array.isArray(outcome)) throw outcome;
    else if (outcome.length > 0) seen.told += 1;
    else {
      seen.harmless += 1;
      if (contentsOf(path) !== before) untold.push(`bit ${n % 8} of byte ${place}`);
    }
  }
  expect(untold).toEqual([]);
  expect(seen.told).toBeGreaterThan(FLIPS / 2);
  expect(seen.told + seen.refused + seen.harmless).toBe(FLIPS);
});
