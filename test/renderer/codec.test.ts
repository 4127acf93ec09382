/** Messages of the bridge as bytes and back. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TieoutError } from "../../src/core/errors.ts";
import { decodeMessage, encodeMessage } from "../../src/ipc/codec.ts";
import { TABLES } from "../../src/ipc/values.ts";
import { timesOf } from "../helpers/exhaustive.ts";

const roundTrip = (message: unknown) => decodeMessage(encodeMessage(message));

const typedArray = fc.oneof(
  fc.float64Array({ maxLength: 30 }),
  fc.float32Array({ maxLength: 30 }),
  fc.int8Array({ maxLength: 30 }),
  fc.int32Array({ maxLength: 30 }),
  fc.uint8Array({ maxLength: 30 }),
);
const leaf = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.boolean(),
  fc.constant(null),
  typedArray,
);
const key = fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "toString", "0", "length"));
/** Anything that the bridge may carry. */
const message = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 5 }, leaf, tie("list"), tie("record")),
  list: fc.array(tie("value"), { maxLength: 6 }),
  record: fc
    .array(fc.tuple(key, tie("value")), { maxLength: 6 })
    .map((members) => Object.fromEntries(members)),
})).value;

describe("messages that are sent arrive", () => {
  test("with any content", () => {
    fc.assert(
      fc.property(message, (sent) => {
        expect(isDeepStrictEqual(roundTrip(sent), sent)).toBe(true);
      }),
      { numRuns: timesOf(100, 500) },
    );
  });

  test("at any offset in memory, as in a frame that a socket cuts from its pool", () => {
    fc.assert(
      fc.property(message, fc.nat(9), fc.nat(9), (sent, before, after) => {
        const frame = encodeMessage(sent);
        const pool = Buffer.alloc(before + frame.length + after, 0xff);
        pool.set(frame, before);
        const arrived = decodeMessage(pool.subarray(before, before + frame.length));
        expect(isDeepStrictEqual(arrived, sent)).toBe(true);
      }),
    );
  });

  test("with part of an array, and only that part, in memory of their own", () => {
    const rows = Float64Array.from({ length: 100 }, (_, index) => index / 3);
    const part = rows.subarray(3, 7);
    const frame = encodeMessage({ part, same: part });
    expect(frame.length).toBeLessThan(200);
    const arrived = decodeMessage(frame) as { part: Float64Array; same: Float64Array };
    expect(arrived.part).toStrictEqual(rows.slice(3, 7));
    expect(arrived.part.buffer.byteLength).toBe(4 * 8);
    expect(arrived.part.buffer).not.toBe(arrived.same.buffer);
    structuredClone(arrived.part, { transfer: [arrived.part.buffer] });
    expect(arrived.same).toStrictEqual(rows.slice(3, 7));
  });

  test("with the head of a snapshot whose entries are all unpaid, exactly", () => {
    const because = { kind: "following", walletIDs: [2, 3] };
    const dates = [{ field: "dateCreated", atMs: Date.UTC(2062, 9, 2), because }];
    const ahead = {
      entries: [{ id: 1, dates }],
      transactions: [],
      latestDatePaidAtMs: Number.NaN,
    };
    const head = {
      snapshot: "s1",
      rows: { entries: 1, transactions: 0, tasks: 0, payrefs: 1, labels: 0, descriptions: 1, customers: 0 },
      latestDatePaidAtMs: Number.NaN,
      user: null,
      businesses: [],
      history: {},
      human: { matches: [], signedPeriods: [] },
      ahead: { user: ahead, business: ahead },
      pulledAtMs: null,
      pullClocks: { newest: null, ahead: null, slow: null },
      capped: false,
    };
    expect(roundTrip(head)).toStrictEqual(head);
    expect(roundTrip([Number.NaN, -0, Infinity, -Infinity, 0])).toStrictEqual([
      Number.NaN,
      -0,
      Infinity,
      -Infinity,
      0,
    ]);
  });

  test("with a batch of transactions, including unpaid and undated ones", () => {
    const columns = Object.keys(TABLES.transactions.shape).map((name) => {
      const schema = TABLES.transactions.shape[name as keyof typeof TABLES.transactions.shape];
      const of = [Float64Array, Int32Array, Uint8Array].find((type) => schema.safeParse(new type(0)).success);
      if (of === undefined) throw new Error(`${name} is no column`);
      return [name, of === Float64Array ? Float64Array.of(1.5, Number.NaN) : of.of(1, 2)] as const;
    });
    const batch = Object.fromEntries(columns);
    expect(TABLES.transactions.parse(roundTrip(batch))).toStrictEqual(batch);
  });

  test("without a member that is undefined, and with a name like __proto__ as a plain name", () => {
    expect(roundTrip({ a: undefined, b: 1 })).toStrictEqual({ b: 1 });
    const hostile = JSON.parse('{"__proto__":{"polluted":true},"n":null}') as Record<string, unknown>;
    hostile["n"] = Float64Array.of(1);
    const arrived = roundTrip(hostile) as object;
    expect(Object.hasOwn(arrived, "__proto__")).toBe(true);
    expect(Object.getPrototypeOf(arrived)).toBe(Object.prototype);
    expect(arrived).not.toHaveProperty("polluted.x");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test("with a million numbers in a moment, which take most of the frame", () => {
    const walletID = Float64Array.from({ length: 1_000_000 }, (_, index) => index);
    const frame = encodeMessage({ ok: true, value: { walletID } });
    expect(frame.length - walletID.byteLength).toBeLessThan(100);
    expect((decodeMessage(frame) as { value: object }).value).toStrictEqual({ walletID });
  });
});

test("as a defect, not as something else, when they hold what no message declares", () => {
  for (const wrong of [
    undefined,
    [undefined],
    1n,
    () => 1,
    Symbol("s"),
    new Date(0),
    new Map(),
    new Set(),
    new Uint16Array(1),
    new ArrayBuffer(8),
    { toJSON: () => 1 },
    new TieoutError("USAGE", "wrong"),
  ]) {
    expect(() => encodeMessage({ wrong: [wrong] })).toThrow(/cannot carry this/u);
  }
  let deep: unknown = 1;
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  expect(() => encodeMessage(deep)).toThrow("nests too deep");
});

describe("refuses a malformed frame", () => {
  /** How it is refused, or that it is not. */
  const answer = (frame: Uint8Array) => {
    try {
      decodeMessage(frame);
      return "taken";
    } catch (error) {
      return error instanceof TieoutError ? error.code : error;
    }
  };
  /** A frame with this head, as JSON or as text, and these bytes behind it. */
  const framed = (head: unknown, behind: Uint8Array = new Uint8Array(0)) => {
    const bytes = new TextEncoder().encode(typeof head === "string" ? head : JSON.stringify(head));
    const frame = new Uint8Array(4 + bytes.length + behind.length);
    new DataView(frame.buffer).setUint32(0, bytes.length, true);
    frame.set(bytes, 4);
    frame.set(behind, 4 + bytes.length);
    return frame;
  };

  test("cut off anywhere, or with extra bytes", () => {
    const frame = encodeMessage({ a: Float64Array.of(1, 2), b: "text", c: Number.NaN });
    for (let length = 0; length < frame.length; length += 1)
      expect(answer(frame.subarray(0, length))).toBe("IPC_INVALID");
    expect(answer(Uint8Array.of(...frame, 0))).toBe("IPC_INVALID");
  });

  test("any bytes: refused in one clear sentence or read as a message, never anything else", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, asHead) => {
        const frame = asHead ? framed(new TextDecoder().decode(bytes)) : bytes;
        expect(["IPC_INVALID", "taken"]).toContain(answer(frame));
      }),
      { numRuns: timesOf(200, 1000) },
    );
  });

  test.each([
    ["no JSON", "{"],
    ["no UTF-8", null],
    ["no list", "{}"],
    ["only a message", [1]],
    ["more than it has", [1, [], 2]],
    ["a place that is none", [null, [7]]],
    ["a kind that there is not", [null, [[[], "float32", 1]]]],
    ["a kind of every object", [null, [[[], "constructor", 1]]]],
    ["a count that is none", [null, [[[], "float64", -1]]]],
    ["half a count", [null, [[[], "float64", 0.5]]]],
    ["a count past all memory", [null, [[[], "float64", 2 ** 52]]]],
    ["two numbers for one", [null, [[[], "number", 2]]]],
    ["a place that the message does not have", [{ a: null }, [[["b"], "uint8", 8]]]],
    ["a place in a text", [{ a: "text" }, [[["a", 0], "uint8", 8]]]],
    ["a place that is taken", [{ a: 1 }, [[["a"], "uint8", 8]]]],
    [
      "a place twice",
      [
        null,
        [
          [[], "uint8", 4],
          [[], "uint8", 4],
        ],
      ],
    ],
    ["a place in what every object inherits", [{}, [[["__proto__"], "uint8", 8]]]],
    ["a place further inside that", [{}, [[["constructor", "name"], "uint8", 8]]]],
    ["a path that is none", [null, [["a", "uint8", 8]]]],
    ["a path through nothing", [{ a: null }, [[["a", "b"], "uint8", 8]]]],
    ["a key that is none", [{ a: null }, [[[{}], "uint8", 8]]]],
  ])("with a head of %s", (_, head) => {
    const frame = head === null ? Uint8Array.of(1, 0, 0, 0, 0xff) : framed(head, new Uint8Array(8));
    expect(answer(frame)).toBe("IPC_INVALID");
  });

  test("nested a million deep", () => {
    const deep = `[${"[".repeat(1_000_000)}${"]".repeat(1_000_000)},[]]`;
    expect(["IPC_INVALID", "taken"]).toContain(answer(framed(deep)));
  });
});
