/** Kept runs in pieces: whole to the byte, also from schemas that kept them as one text, and never unpacked further than a piece. */
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import type { TieoutError } from "../../../src/core/errors.ts";
import { appendLink } from "../../../src/main/ledger/file/audit.ts";
import {
  closeLedger,
  type WritableLedger,
  connectForWriting,
} from "../../../src/main/ledger/file/connection.ts";
import { openForReading, openForWriting } from "../../../src/main/ledger/file/open.ts";
import { packPieces } from "../../../src/main/ledger/file/pieces.ts";
import { findRunDocument, getRunDocument, isKeptRun, saveRun } from "../../../src/main/ledger/acts/run.ts";
import { verifyLedger } from "../../../src/main/ledger/proof/verify.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { documentOf, uncompressible } from "../../helpers/ledgers/kept-runs.ts";
import { sha256 } from "../../helpers/records.ts";
import { FILLED_LINKS, failing, filledLedger, tamper } from "./made.ts";

const MIB = 1024 * 1024;
const SCHEMA_4 = join(import.meta.dirname, "../../fixtures/ledgers/schema-4.tieout");
/** Two whole pieces and a part of one; characters of several bytes stand across their ends. */
const LONG = `{"mood":"${"ü€".repeat(450_000)}${uncompressible(300_000)}"}`;

describe("a document longer than a piece", () => {
  test("is kept in pieces, and read and hashed as one", async () => {
    const path = filledLedger();
    const db = await openForWriting(path);
    const parts = LONG.match(/.{1,70001}/gsu) ?? [];
    expect(saveRun(db, { atMs: 5000, document: parts })).toBe(3);
    expect(db.prepare("SELECT count(*) FROM run_chunk WHERE run_id = 3").pluck().get()).toBe(3);
    expect(documentOf(db, 3)).toBe(LONG);
    expect(isKeptRun(db, 3, sha256(LONG))).toBe(true);
    expect([...(findRunDocument(db, 3)?.pieces() ?? [])].map(({ length }) => length).slice(0, 2)).toEqual([
      MIB,
      MIB,
    ]);
    closeLedger(db);
    expect(await verifyLedger(path, null)).toMatchObject({ ok: true, links: FILLED_LINKS + 1 });
  });

  test("is reported by its run when one byte of its last piece changed", async () => {
    const path = filledLedger();
    const db = await openForWriting(path);
    saveRun(db, { atMs: 5000, document: [LONG] });
    closeLedger(db);
    const last = Buffer.from(LONG).subarray(2 * MIB);
    last.writeUInt8(last.readUInt8(9) ^ 1, 9);
    const [piece = Buffer.alloc(0)] = packPieces([last]);
    const hex = Buffer.from(piece).toString("hex");
    tamper(path, `UPDATE run_chunk SET compressed = x'${hex}' WHERE run_id = 3 AND n = 2`);
    expect((await verifyLedger(path, null)).problems).toEqual([
      { code: "AUDIT_MISMATCH", sentence: "The run's document differs from its link", where: "run 3" },
    ]);
    const reading = openForReading(path);
    expect(() => getRunDocument(reading, 3, sha256(LONG), "It is not")).toThrow(failing("AUDIT_MISMATCH"));
    closeLedger(reading);
  });
});

/** A ledger of schema 4 as one was released, with more runs: a long one, an empty one, and one that is no JSON. */
function schema4(): { readonly path: string; readonly documents: readonly string[] } {
  const path = join(temporaryFolder(), "old.tieout");
  copyFileSync(SCHEMA_4, path);
  const db = connectForWriting(path);
  const added = [LONG, "", "no JSON \u0000 ü"];
  const insert = db.prepare("INSERT INTO run (at_ms, document) VALUES (?, ?)");
  db.transaction(() => {
    for (const document of added) {
      const run = Number(insert.run(7000, document).lastInsertRowid);
      appendLink(db, 7000, "run", { run, sha256: sha256(document) });
    }
  })();
  closeLedger(db);
  return { path, documents: ['{"schema":"tieout.check/1"}', ...added] };
}

describe("runs that were kept as one text", () => {
  test("are read and verified as they are while nothing is written", async () => {
    const { path, documents } = schema4();
    const db = openForReading(path);
    documents.forEach((document, at) => {
      expect(documentOf(db, at + 1)).toBe(document);
      expect(isKeptRun(db, at + 1, sha256(document))).toBe(true);
    });
    closeLedger(db);
    expect(await verifyLedger(path, null)).toMatchObject({ ok: true, problems: [] });
  });

  test("are migrated byte for byte, after a backup, and verify", async () => {
    const { path, documents } = schema4();
    const db = await openForWriting(path);
    documents.forEach((document, at) => expect(documentOf(db, at + 1)).toBe(document));
    expect(db.prepare("SELECT id, at_ms FROM run WHERE id > 1").raw().all()).toEqual([
      [2, 7000],
      [3, 7000],
      [4, 7000],
    ]);
    expect(db.prepare("SELECT name FROM pragma_table_info('run')").pluck().all()).toEqual(["id", "at_ms"]);
    expect(saveRun(db, { atMs: 8000, document: "{}" })).toBe(5);
    closeLedger(db);
    expect(await verifyLedger(path, null)).toMatchObject({ ok: true, problems: [] });
    expect(existsSync(`${path}.schema-4.backup`)).toBe(true);
    expect(await verifyLedger(`${path}.schema-4.backup`, null)).toMatchObject({ ok: true });
  });

  test("that were edited before migration are reported after it, too", async () => {
    const { path } = schema4();
    tamper(path, "UPDATE run SET document = replace(document, '€', 'e') WHERE id = 2");
    const changed = { code: "AUDIT_MISMATCH", where: "run 2" };
    expect((await verifyLedger(path, null)).problems).toMatchObject([changed]);
    closeLedger(await openForWriting(path));
    expect((await verifyLedger(path, null)).problems).toMatchObject([changed]);
  });
});

describe("pieces that were never written", () => {
  const pieces = [...packPieces([Buffer.from(LONG)])].map((piece) => Buffer.from(piece));
  const [first = Buffer.alloc(0), second = Buffer.alloc(0), third = Buffer.alloc(0)] = pieces;
  const empty = zstdCompressSync(Buffer.alloc(0));

  /** What comes of a run's pieces, bytes, and the code that ends it. */
  async function reading(rows: readonly (readonly [n: number, piece: Buffer])[]) {
    const path = filledLedger();
    tamper(path, "DELETE FROM run_chunk WHERE run_id = 2");
    const db = new Database(path);
    for (const [n, piece] of rows) db.prepare("INSERT INTO run_chunk VALUES (2, ?, ?)").run(n, piece);
    const before = process.memoryUsage().rss;
    let [bytes, code] = [0, ""];
    try {
      for (const piece of findRunDocument(db as WritableLedger, 2)?.pieces() ?? []) bytes += piece.length;
    } catch (error) {
      const { code: raised, facts } = error as TieoutError;
      code = facts.file === path && facts.record === "run 2" ? raised : String(error);
    }
    db.close();
    const { problems } = await verifyLedger(path, null);
    expect(problems).toMatchObject([{ code: "AUDIT_MISMATCH", where: "run 2" }]);
    return { bytes, code, grown: process.memoryUsage().rss - before };
  }

  test.each([
    ["one that unpacks to far more than a piece has", [[0, zstdCompressSync(Buffer.alloc(256 * MIB))]], 0],
    ["one longer than any that is written", [[0, Buffer.alloc(2 * MIB)]], 0],
    ["one that is no frame", [[0, Buffer.from("x")]], 0],
    ["one with something behind its frame", [[0, Buffer.concat([third, empty])]], 0],
    ["one with nothing in it", [[0, empty]], 0],
    [
      "a shorter one before others",
      [
        [0, third],
        [1, first],
      ],
      Buffer.from(LONG).length - 2 * MIB,
    ],
    [
      "one that is missing",
      [
        [0, first],
        [2, third],
      ],
      MIB,
    ],
    [
      "a number below zero",
      [
        [-1, first],
        [0, second],
      ],
      0,
    ],
  ] as const)("%s", async (_, rows, bytes) => {
    const read = await reading(rows);
    expect(read).toMatchObject({ code: "LEDGER_CORRUPT", bytes });
    expect(read.grown).toBeLessThan(64 * MIB);
  });

  test("those of a run that was never kept are reported, since the first schema that has pieces", async () => {
    const path = join(temporaryFolder(), "old.tieout");
    copyFileSync(SCHEMA_4.replace("schema-4", "schema-5"), path);
    tamper(path, "INSERT INTO run_chunk VALUES (99, 0, x'00')");
    expect((await verifyLedger(path, null)).problems).toEqual([
      { code: "LEDGER_CORRUPT", sentence: "1 rows refer to missing rows", where: null },
      {
        code: "AUDIT_MISMATCH",
        sentence: "There are pieces of a run that was never kept",
        where: "run 99",
      },
    ]);
  });

  test("a document with its last pieces removed is another document", async () => {
    expect(await reading([[0, first]])).toMatchObject({ code: "", bytes: MIB });
    expect(await reading([])).toMatchObject({ code: "", bytes: 0 });
  });
});
