/**
 * Case 91: stored responses that unpack to something else than their rows say. Each is LEDGER_CORRUPT, and no more is unpacked than the
 * piece that was written.
 */
import { zstdCompressSync } from "node:zlib";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { compressBytes, listBodies, readBody } from "../../../src/main/ledger/pulls/body.ts";
import { openForReading } from "../../../src/main/ledger/file/open.ts";
import { readEntryRecord } from "../../../src/main/services/check/record.ts";
import { filledLedger, tamper } from "./made.ts";

const MIB = 1024 * 1024;

/** A ledger whose first answer, unless another is meant, is said to have so many bytes, in these pieces. */
function storedAs(bytes: number, pieces: readonly Buffer[], id = 1): string {
  const path = filledLedger();
  tamper(
    path,
    `UPDATE body SET bytes = ${bytes} WHERE id = ${id}; DELETE FROM body_chunk WHERE body_id = ${id}`,
  );
  const db = new Database(path);
  pieces.forEach((piece, n) => db.prepare("INSERT INTO body_chunk VALUES (?, ?, ?)").run(id, n, piece));
  db.close();
  return path;
}

/** What comes out of the first answer, bytes; and the code that ends it, null when it is whole. */
function reading(path: string): { readonly bytes: number; readonly code: string | null } {
  const db = openForReading(path);
  let bytes = 0;
  try {
    const [body] = listBodies(db);
    if (body === undefined) throw new Error("an answer to read");
    for (const piece of readBody(db, body)) bytes += piece.length;
    return { bytes, code: null };
  } catch (error) {
    return { bytes, code: (error as { code?: string }).code ?? String(error) };
  } finally {
    db.close();
  }
}

const CORRUPT = { bytes: 0, code: "LEDGER_CORRUPT" };

test("a response of several pieces is read to its last byte", () => {
  const bytes = Buffer.alloc(2.5 * MIB, "0123456789");
  const path = storedAs(
    bytes.length,
    [...compressBytes(bytes)].map((piece) => Buffer.from(piece)),
  );
  expect(reading(path)).toEqual({ bytes: bytes.length, code: null });
});

test("refuses a piece that unpacks to far more than a piece holds, though its row agrees", () => {
  const bomb = [zstdCompressSync(Buffer.alloc(256 * MIB))];
  const path = storedAs(1.5e9, bomb);
  const before = process.memoryUsage().rss;
  expect(reading(path)).toEqual(CORRUPT);
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * MIB);
  // The answer that entry 3 was last seen in.
  expect(() => readEntryRecord({ ledger: storedAs(1.5e9, bomb, 7), walletID: 3 })).toThrow(
    expect.objectContaining({ code: "LEDGER_CORRUPT" }),
  );
});

test.each<[string, number, readonly Buffer[]]>([
  ["a byte more than the row says", 9, [zstdCompressSync(Buffer.alloc(10))]],
  ["a byte less than the row says", 11, [zstdCompressSync(Buffer.alloc(10))]],
  ["no frame", 10, [Buffer.from("0123456789")]],
  ["something behind the frame", 10, [Buffer.concat([zstdCompressSync(Buffer.alloc(10)), Buffer.alloc(1)])]],
  ["a frame that was cut", 1000, [zstdCompressSync(Buffer.alloc(1000, "abc")).subarray(0, 12)]],
  ["a length below zero", -1, [zstdCompressSync(Buffer.alloc(10))]],
  ["a length past every number", Number.MAX_SAFE_INTEGER, [zstdCompressSync(Buffer.alloc(10))]],
  ["more bytes than a compressed piece can have", 10, [Buffer.alloc(2 * MIB)]],
  ["a frame that asks for memory of its own", 10, [Buffer.from("28b52ffd00f8010000", "hex")]],
])("refuses a piece with %s", (_, bytes, pieces) => {
  expect(reading(storedAs(bytes, pieces))).toEqual(CORRUPT);
});

test("refuses pieces cut elsewhere, or too few", () => {
  const half = zstdCompressSync(Buffer.alloc(MIB / 2));
  expect(reading(storedAs(MIB, [half, half]))).toEqual(CORRUPT);
  const one = zstdCompressSync(Buffer.alloc(MIB));
  for (const missing of [1, MIB])
    expect(reading(storedAs(MIB + missing, [one]))).toEqual({ bytes: MIB, code: "LEDGER_CORRUPT" });
});
