import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TieoutError } from "../../../src/core/errors.ts";
import { type Block, ListScanner } from "../../../src/main/api/scan.ts";
import type { Origin } from "../../../src/main/api/origin.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

const FILE: Origin = { name: "wallet.json", kind: "file" };
const ANSWER: Origin = { name: "/wallet/history", kind: "answer" };

/** Scans a body cut after the given lengths, in turn. */
function scan(body: Uint8Array, cuts: readonly number[], origin = FILE) {
  const scanner = new ListScanner(origin);
  for (let at = 0, turn = 0; at < body.length; turn += 1) {
    const length = cuts[turn % cuts.length] ?? body.length;
    scanner.push(body.subarray(at, at + length));
    at += length;
  }
  return scanner.finish();
}

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof TieoutError) return error.code;
    throw error;
  }
  return "none";
}

function withoutCare({ roundable: _roundable, ...block }: Block) {
  return block;
}

const tree = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.string({ unit: "binary" }),
    fc.integer(),
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.string(), tie("value"), { maxKeys: 3 }),
  ),
})).value;

function members(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, member) => sum + members(member), own);
}

describe("the scan", () => {
  test("finds every record and counts every member, wherever the body is cut", () => {
    const property = fc.property(
      fc.array(tree, { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(0, 1, 3),
      (records, cuts, indent) => {
        const around = {
          first: { histories: [1] },
          data: { note: "data\\", histories: records, last: "]" },
          status: 200,
        };
        const body = Buffer.from(JSON.stringify(around, null, indent));
        const found = scan(body, cuts);
        const whole = scan(body, [body.length]);
        // Where a cut hides what stands before, the scanner takes care rather than risk.
        expect({ ...found, blocks: found.blocks.map(withoutCare) }).toEqual({
          ...whole,
          blocks: whole.blocks.map(withoutCare),
        });
        for (const [at, block] of found.blocks.entries()) {
          expect(Number(block.roundable)).toBeGreaterThanOrEqual(Number(whole.blocks[at]?.roundable));
        }
        expect(found.records).toBe(records.length);
        expect(found.blocks.reduce((sum, block) => sum + block.colons, 0)).toBe(members(records));
        expect(JSON.parse(found.envelope)).toEqual({ ...around, data: { ...around.data, histories: [] } });
        const read = found.blocks.flatMap(
          ({ start, end }) => JSON.parse(`[${body.toString("utf8", start, end)}]`) as unknown[],
        );
        expect(read).toEqual(JSON.parse(JSON.stringify(records)));
      },
    );
    fc.assert(property, { numRuns: timesOf(60, 300) });
  });

  test("marks the numbers that need care, and only those", () => {
    const noted = (record: string) => scan(Buffer.from(`[${record}]`), [1000]).blocks[0]?.roundable;
    expect(noted('{"a":1.5}')).toBe(true);
    expect(noted('{"a":-15E2}')).toBe(true);
    expect(noted("[0,1e400]")).toBe(true);
    expect(noted('{"a":true,"b":false,"c":null,"d":"1.5e3","e":12,"3e5":-1}')).toBe(false);
  });

  test("marks a number cut before its point or its exponent", () => {
    const body = Buffer.from('[{"a":15.5}]');
    for (let cut = 1; cut < body.length; cut += 1) expect(scan(body, [cut]).blocks[0]?.roundable).toBe(true);
    const power = Buffer.from('[{"a":15e5}]');
    for (let cut = 1; cut < power.length; cut += 1)
      expect(scan(power, [cut]).blocks[0]?.roundable).toBe(true);
  });

  test("ends a text of escapes where JSON says, wherever it is cut", () => {
    for (const text of ["\\", '"', '\\"', '"]},{\\\\', '\\\\\\"', "\u0001"]) {
      const body = Buffer.from(JSON.stringify([{ a: text }, { b: text + text }]));
      for (let cut = 1; cut <= body.length; cut += 1) {
        const { records, blocks } = scan(body, [cut]);
        expect([records, blocks[0]?.colons]).toEqual([2, 2]);
      }
    }
  });

  test("cuts a long list into blocks of whole records, numbered on", () => {
    const records = Array.from({ length: 20_000 }, (_, at) => `{"walletID":${at},"x":"${"y".repeat(100)}"}`);
    const { blocks } = scan(Buffer.from(`[${records.join(",")}]`), [65_536]);
    expect(blocks.length).toBeGreaterThan(3);
    let before = 0;
    for (const block of blocks) {
      expect(block.firstRecord).toBe(before);
      expect(block.end - block.start).toBeLessThan(70_000);
      before += block.records;
    }
    expect(before).toBe(20_000);
  });

  test("accepts a byte order mark", () => {
    const body = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('[{"a":1}]')]);
    expect(scan(body, [65_536]).records).toBe(1);
  });

  test.each(["[", '{"status":200,"data":{"histories":[{"a":1}', '[{"a":"b', "[{}]x".slice(0, 2)])(
    "refuses a body that ends in the middle: %j",
    (body) => {
      expect(codeOf(() => scan(Buffer.from(body), [3]))).toBe("IMPORT_FORMAT");
      expect(codeOf(() => scan(Buffer.from(body), [3], ANSWER))).toBe("NET_TRUNCATED");
    },
  );

  test("case 14: names what a body is that is not JSON", () => {
    const page = Buffer.from("  <!doctype html><h1>Sorry</h1>");
    expect(codeOf(() => scan(page, [100], ANSWER))).toBe("PAYLOAD_NOT_JSON");
    expect(codeOf(() => scan(page, [100]))).toBe("IMPORT_FORMAT");
    expect(() => scan(Buffer.from("PK\u0003\u0004…"), [100])).toThrow(
      "is a zip archive or an Excel workbook, not JSON; save the service's response",
    );
    expect(() => scan(Buffer.from("walletID;balance"), [100])).toThrow(
      "is not JSON; save the service's response",
    );
    expect(codeOf(() => scan(Buffer.from("[1}"), [100]))).toBe("PAYLOAD_NOT_JSON");
  });

  test.each(["null", " 5\n", '"x"', "true"])("says of %j that it is JSON, but no response", (body) => {
    const scanned = (origin?: typeof ANSWER) => () => scan(Buffer.from(body), [2], origin);
    expect(codeOf(scanned())).toBe("IMPORT_FORMAT");
    expect(scanned()).toThrow(/ is JSON, but neither an object nor a list; save the service's response$/u);
    expect(codeOf(scanned(ANSWER))).toBe("PAYLOAD_SCHEMA");
    expect(scanned(ANSWER)).toThrow("The response is JSON, but neither an object nor a list; it begins with");
  });

  test("does not say of bytes that it is JSON where they are no text, or where only their beginning is known", () => {
    const bodies = [Buffer.from([0x22, 0xff, 0x22]), Buffer.from(`null${" ".repeat(17_000)}oops`)];
    for (const body of bodies) {
      expect(() => scan(body, [2], ANSWER)).toThrow("The response is not JSON");
      expect(codeOf(() => scan(body, [2], ANSWER))).toBe("PAYLOAD_NOT_JSON");
    }
  });

  test("checks UTF-8 across chunks", () => {
    const good = Buffer.from('["é€😀"]');
    for (const cut of [1, 2, 3]) expect(scan(good, [cut]).records).toBe(1);
    const half = Buffer.concat([good.subarray(0, 8), Buffer.from('"]')]);
    expect(codeOf(() => scan(half, [1]))).toBe("PAYLOAD_ENCODING");
    expect(codeOf(() => scan(Buffer.from([0x5b, 0x22, 0xc0, 0xaf]), [4]))).toBe("PAYLOAD_ENCODING");
  });

  test("refuses an endless record before it fills the memory", () => {
    const scanner = new ListScanner(FILE);
    scanner.push(Buffer.from('[{"a":"'));
    const piece = Buffer.alloc(8 * 1024 * 1024, "x");
    expect(
      codeOf(() => {
        for (let turn = 0; turn < 10; turn += 1) scanner.push(piece);
      }),
    ).toBe("IMPORT_TOO_LARGE");
  });

  test("refuses an endless text around the list, too", () => {
    const scanner = new ListScanner(FILE);
    scanner.push(Buffer.from('{"a":"'));
    const piece = Buffer.alloc(1024 * 1024, "x");
    expect(
      codeOf(() => {
        for (let turn = 0; turn < 10; turn += 1) scanner.push(piece);
      }),
    ).toBe("IMPORT_TOO_LARGE");
  });
});

describe("fields of one object", () => {
  const fields = (count: number, value = "1") =>
    Array.from({ length: count }, (_, at) => `"k${at}":${value}`).join(",");
  const most = fields(10_000);
  const tooMany = `${most},"more":1`;

  test.each<[string, string]>([
    ["its own", most],
    ["beside those of another object", `"x":{${most}},${fields(9999)}`],
    ["objects themselves", fields(10_000, '{"a":{"b":1}}')],
    ["in each item of a list", `"x":[{${most}},{${most}}]`],
    ["of many tasks together", `"list":[${Array.from({ length: 5000 }, () => `{${fields(8)}}`).join(",")}]`],
  ])("reads ten thousand, %s", (_, inside) => {
    for (const around of [`[{${inside}},{${inside}}]`, `{"data":{"user":{${inside}}}}`]) {
      for (const cuts of [[997], [around.length]]) {
        expect(scan(Buffer.from(around), cuts).records).toBe(around.startsWith("[") ? 2 : 0);
      }
    }
  });

  test.each<[string, string]>([
    ["its own", tooMany],
    ["of an object in it", `"x":{${tooMany}}`],
    ["of an object in a list", `"x":[{},{${tooMany}}]`],
    ["around another object", `${fields(5000)},"x":{${most}},${fields(5000)}`],
    ["all objects", fields(10_001, "{}")],
  ])("refuses one more, %s", (_, inside) => {
    for (const around of [`[{"a":1},{${inside}}]`, `{"data":{"user":{${inside}}}}`]) {
      for (const cuts of [[997], [around.length]]) {
        const work = () => scan(Buffer.from(around), cuts);
        expect(work).toThrow("An object has more than 10000 fields");
        expect(codeOf(work)).toBe("IMPORT_TOO_LARGE");
        expect(codeOf(() => scan(Buffer.from(around), cuts, ANSWER))).toBe("NET_TOO_LARGE");
      }
    }
    expect(() => scan(Buffer.from(`[{"a":1},{${inside}}]`), [997])).toThrow(
      expect.objectContaining({ facts: expect.objectContaining({ record: "record 2" }) as unknown }),
    );
  });
});
