import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { parseServiceTime } from "../../../src/core/time.ts";
import { Digits, parseExact } from "../../../src/main/api/exact.ts";
import { FieldReader, readServiceTime } from "../../../src/main/api/field-reader.ts";
import { readEntry, readTransaction } from "../../../src/main/api/records.ts";
import { transactionSchema, walletEntrySchema } from "../../../src/main/api/schemas.ts";
import {
  WIRE_TIME,
  type WireRecord,
  wireData,
  wireEntry,
  wireTransaction,
} from "../../helpers/wire-records.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

/** All paths to values inside a record. */
function pathsOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [[...path]];
  const inner = Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...path, key]));
  return path.length === 0 ? inner : [[...path], ...inner];
}

const GONE = Symbol("gone");

/** A copy of a record with the value at a path replaced, or gone. */
function changed(value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown {
  if (key === undefined) return put;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as WireRecord;
  const member = changed(copy[key], rest, put);
  if (member === GONE && Array.isArray(copy)) copy.splice(Number(key), 1);
  else if (member === GONE) delete copy[key];
  else copy[key] = member;
  return copy;
}

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    GONE,
    null,
    true,
    {},
    [],
    "",
    "N/A",
    "12",
    WIRE_TIME,
    0,
    -0,
    5,
    1.5,
    2 ** 53,
    -(2 ** 53),
  ),
  fc.constantFrom<unknown>(
    Number.NaN,
    Infinity,
    new Digits("1.5"),
    [null],
    [{}],
    "Tue, 31 Feb 2026 00:00:00 +0000",
  ),
  fc.constantFrom<unknown>("one-time", "milestone", "crowd-pay", "barter"),
  fc.jsonValue(),
);

function agrees(
  schema: z.ZodType,
  read: (record: unknown, reader: FieldReader) => unknown,
  record: unknown,
): void {
  const reader = new FieldReader();
  read(record, reader);
  expect({ record, accepted: !reader.failed }).toEqual({
    record,
    accepted: schema.safeParse(record).success,
  });
}

const entry = wireEntry();
const transactions = [
  wireTransaction(),
  wireTransaction({ cycle: "milestone", data: wireData.milestone }),
  wireTransaction({ cycle: "crowd-pay", data: wireData["crowd-pay"] }),
  wireTransaction({ cycle: "barter", data: { type: 5 } }),
];

describe("reader and schema accept and refuse the same records", () => {
  test("entries", () => {
    const property = fc.property(fc.constantFrom(...pathsOf(entry)), odd, (path, put) => {
      agrees(walletEntrySchema, readEntry, changed(entry, path, put));
    });
    fc.assert(property, { numRuns: timesOf(600, 3000) });
  });

  test("transactions", () => {
    const site = fc
      .constantFrom(...transactions)
      .chain((record) =>
        fc.record({ record: fc.constant(record), path: fc.constantFrom(...pathsOf(record)) }),
      );
    // No number reaches the reader unsafe where the interface names no field: an exact parse made it Digits.
    const property = fc.property(site, odd, ({ record, path }, put) => {
      const unnamed = record["cycle"] === "barter" && path[0] === "data";
      fc.pre(!unnamed || (typeof put !== "number" && JSON.stringify(put) !== "null"));
      const exact =
        put === GONE || put instanceof Digits || typeof put === "number"
          ? put
          : parseExact(JSON.stringify(put));
      agrees(transactionSchema, readTransaction, changed(record, path, exact));
    });
    fc.assert(property, { numRuns: timesOf(1000, 5000) });
  });

  test("what is not an object", () => {
    for (const record of [null, 5, "x", [], true, undefined]) {
      agrees(walletEntrySchema, readEntry, record);
      agrees(transactionSchema, readTransaction, record);
      expect(walletEntrySchema.safeParse(record).success).toBe(false);
    }
  });
});

test("reads timestamps as the core parses them, however mangled", () => {
  const property = fc.property(
    fc.nat(WIRE_TIME.length - 1),
    fc.constantFrom("0", "3", "9", " ", ":", "", "x", "٣", "00"),
    fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }),
    (at, put, date) => {
      const right = date.toUTCString().replace("GMT", "+0000");
      const wrong = right.slice(0, at) + put + right.slice(at + 1);
      expect(readServiceTime(right)).toBe(parseServiceTime(right));
      expect(readServiceTime(wrong)).toBe(parseServiceTime(wrong));
    },
  );
  fc.assert(property, { numRuns: timesOf(400, 2000) });
});
