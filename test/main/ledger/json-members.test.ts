import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readMembers } from "../../../src/main/ledger/tables/json-members.ts";

const LISTS = new Set(["findings"]);

/** The document, put together again from what is read of it. */
function read(text: string, pieceBytes: number): Record<string, unknown> {
  const bytes = Buffer.from(text);
  const pieces = function* () {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  };
  const members: [string, unknown][] = [];
  let list: unknown[] = [];
  for (const part of readMembers(pieces(), LISTS)) {
    if (part.kind === "member") members.push([part.name, part.value]);
    else if (part.kind === "list") members.push([part.name, (list = [])]);
    else list.push(part.value);
  }
  return Object.fromEntries(members);
}

describe("an object read from pieces", () => {
  const name = fc.stringMatching(/^[a-zA-Zü€]{1,12}$/u);
  const document = fc
    .tuple(fc.dictionary(name, fc.jsonValue()), fc.array(fc.jsonValue()))
    .map(([members, findings]) => ({ ...members, findings }));

  test("equals what was written, wherever its pieces end", () => {
    fc.assert(
      fc.property(
        document,
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(undefined, 1, "\t"),
        (one, size, gap) => {
          expect(read(JSON.stringify(one, null, gap), size)).toEqual(JSON.parse(JSON.stringify(one)));
        },
      ),
    );
  });

  test("reports where a list begins, also an empty one", () => {
    expect([...readMembers([Buffer.from('{"findings":[],"a":[1]}')], LISTS)]).toEqual([
      { kind: "list", name: "findings" },
      { kind: "member", name: "a", value: [1] },
    ]);
    expect(read("{}", 1)).toEqual({});
  });

  test("returns a member that should be a list and is not as it is", () => {
    expect(read('{"findings":{"a":[1,2]}}', 3)).toEqual({ findings: { a: [1, 2] } });
  });
});

describe("refuses what is not an object", () => {
  test.each([
    "",
    " ",
    "x",
    "null",
    "[]",
    '{"a":1',
    '{"a":1}}',
    '{"a":1} x',
    '{"a":1,}',
    '{"a" 1}',
    '{"a":}',
    '{"a":1 2}',
    "{a:1}",
    '{"a":1,"a":2}',
    '{"\\u0061":1}',
    '{"findings":[1,]}',
    '{"findings":[,1]}',
    '{"findings":[1 2]}',
    '{"findings":[1}',
    '{"findings":[1]',
    '{"findings":[{]}',
    '{"findings":["]}',
    `{"a":${"[".repeat(100)}${"]".repeat(100)}}`,
    `{"${"a".repeat(101)}":1}`,
  ])("%s", (text) => {
    for (const size of [1, 2, 1000]) expect(() => read(text, size)).toThrow(SyntaxError);
  });

  test("refuses a value longer than any that is written, without holding all of it", () => {
    const piece = Buffer.alloc(1024 * 1024, "a");
    let pieces = 0;
    const endless = function* () {
      yield Buffer.from('{"findings":["');
      for (;;) {
        pieces += 1;
        yield piece;
      }
    };
    expect(() => [...readMembers(endless(), LISTS)]).toThrow(SyntaxError);
    expect(pieces).toBeLessThan(80);
  });

  test("reads no more than is asked for, and closes its source", () => {
    let closed = false;
    const source = function* () {
      try {
        yield Buffer.from('{"a":1,"findings":[');
        throw new Error("nobody asks for more");
      } finally {
        closed = true;
      }
    };
    for (const part of readMembers(source(), LISTS)) {
      if (part.kind === "member") break;
    }
    expect(closed).toBe(true);
  });
});
