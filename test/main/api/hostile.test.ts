/** Bodies nobody here made: each is refused in one clear sentence, or read right, and soon. */
import { afterAll, describe, expect, test } from "vitest";
import { TieoutError } from "../../../src/core/errors.ts";
import { IS_EXHAUSTIVE } from "../../helpers/exhaustive.ts";
import { SavedFiles } from "../../helpers/workbook/saved-files.ts";
import { histories, wireEntry } from "../../helpers/wire-records.ts";
import { expectRefusal } from "./secrecy.ts";

const files = new SavedFiles();
afterAll(() => files[Symbol.dispose]());

const BODY = histories([wireEntry({ walletID: 9, description: "Zahlung für Ölfässer €😀" })]);
const RECORD = JSON.stringify(wireEntry());

/** The bare list of one entry with more in front of its fields. */
function entryWith(more: string): string {
  return `[${RECORD.replace("{", `{${more},`)}]`;
}

async function refused(body: string | Uint8Array): Promise<string> {
  const { code, message } = await expectRefusal(files.entries(body));
  return `${code}: ${message}`;
}

interface Wallet {
  readonly data?: { readonly histories?: readonly Record<string, unknown>[] };
}

/** A changed body is refused as our errors are, or JSON.parse finds in it what was read from it. */
async function expectRefusedOrRight(body: Uint8Array): Promise<"refused" | "read"> {
  let entries;
  try {
    entries = await files.entries(body);
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    await expectRefusal(Promise.reject(error));
    return "refused";
  }
  const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  const wanted = (JSON.parse(text) as Wallet).data?.histories?.map((raw) => [
    raw["walletID"],
    raw["balance"],
  ]);
  expect(entries.map(({ walletID, balance }) => [walletID, balance])).toEqual(wanted);
  return "read";
}

describe.runIf(IS_EXHAUSTIVE)("damaged bodies", () => {
  const bytes = Buffer.from(BODY);

  test("cut after each of its bytes", async () => {
    for (let length = 0; length < bytes.length; length += 1) {
      const message = await refused(bytes.subarray(0, length));
      const sentence =
        length === 0
          ? "PAYLOAD_EMPTY: The body is empty"
          : `IMPORT_FORMAT: The body is cut off after ${length} bytes`;
      expect(message).toBe(sentence);
    }
  });

  test.each([0x01, 0x10, 0x20, 0x80, 0xff])("with bits %i of each byte flipped", async (bits) => {
    const outcomes = { refused: 0, read: 0 };
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Uint8Array.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ bits;
      outcomes[await expectRefusedOrRight(changed)] += 1;
    }
    expect(outcomes.refused).toBeGreaterThan(bytes.length / 3);
  });

  test("with each byte left out, and each written twice", async () => {
    const outcomes = { refused: 0, read: 0 };
    for (let at = 0; at < bytes.length; at += 1) {
      const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at + 1)];
      outcomes[await expectRefusedOrRight(Buffer.concat([head, tail]))] += 1;
      outcomes[
        await expectRefusedOrRight(Buffer.concat([head, bytes.subarray(at, at + 1), bytes.subarray(at)]))
      ] += 1;
    }
    expect(outcomes.refused).toBeGreaterThan(bytes.length / 3);
  });
});

describe("other encodings", () => {
  const utf16 = Buffer.from(BODY, "utf16le");

  test.each([
    ["UTF-16", Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])],
    ["UTF-16, the other way round", Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()])],
    ["UTF-16 without a mark", utf16],
    ["UTF-16 without a mark, the other way round", Buffer.from(utf16).swap16()],
  ])("%s", async (_what, body) => {
    expect(await refused(body)).toMatch(
      /^IMPORT_FORMAT: \S+ is text in UTF-16, not JSON; save the service's response$/u,
    );
  });

  test("skips one byte order mark", async () => {
    expect(await files.entries(`\ufeff${BODY}`)).toHaveLength(1);
    expect(await refused(`\ufeff\ufeff${BODY}`)).toMatch(
      /^IMPORT_FORMAT: \S+ is not JSON; save the service's response$/u,
    );
  });

  test("refuses Latin-1, and shows where", async () => {
    const body = Buffer.from(histories([wireEntry({ description: "für" })]), "latin1");
    const at = body.indexOf(0xfc);
    expect(await refused(body)).toBe(
      `PAYLOAD_ENCODING: The body is not UTF-8: byte ${at} starts no character`,
    );
    const far = Buffer.concat([
      Buffer.from(`[${`${RECORD},`.repeat(2000)}`),
      body.subarray(body.indexOf("{", 9)),
    ]);
    expect(await refused(far)).toContain(`byte ${far.indexOf(0xfc)} starts no character`);
  });
});

describe("other documents", () => {
  const goesOn = (at: number) => `IMPORT_FORMAT: The body continues after the end of its JSON, at byte ${at}`;

  test.each<[string, string, string]>([
    ["records line by line", `${RECORD}\n${RECORD}\n`, goesOn(RECORD.length + 1)],
    ["two documents", BODY + BODY, goesOn(Buffer.byteLength(BODY))],
    ["two lists", "[][]", goesOn(2)],
    ["a bracket too many", `${BODY}}`, goesOn(Buffer.byteLength(BODY))],
    [
      "an empty object",
      "{}",
      "IMPORT_FORMAT: The file is JSON, but not the service's response with wallet history",
    ],
    [
      "a trailing comma",
      `[${RECORD},]`,
      `PAYLOAD_NOT_JSON: The record that begins at byte ${RECORD.length + 2} is not JSON`,
    ],
    ["a leading comma", `[,${RECORD}]`, "PAYLOAD_NOT_JSON: The record that begins at byte 1 is not JSON"],
    [
      "two commas",
      `[${RECORD},,${RECORD}]`,
      `PAYLOAD_NOT_JSON: The record that begins at byte ${RECORD.length + 2} is not JSON`,
    ],
    ["no comma", `[${RECORD}${RECORD}]`, "PAYLOAD_NOT_JSON: The record that begins at byte 1 is not JSON"],
    ["a comment", `[${RECORD}/* 1 */]`, "PAYLOAD_NOT_JSON: The record that begins at byte 1 is not JSON"],
    ["single quotes", "[{'walletID':1}]", "PAYLOAD_NOT_JSON: The record that begins at byte 1 is not JSON"],
    ["a bare key", "[{walletID:1}]", "PAYLOAD_NOT_JSON: The record that begins at byte 1 is not JSON"],
    [
      "a line break in a text",
      entryWith('"x":"a\nb"'),
      "PAYLOAD_NOT_JSON: The record that begins at byte 1 is not JSON",
    ],
    [
      "a text that has no end",
      entryWith('"x":"a').replace(/\]$/u, ""),
      `IMPORT_FORMAT: The body is cut off after ${RECORD.length + 8} bytes`,
    ],
    [
      "brackets that do not fit",
      `[${RECORD.slice(0, -1)}]]`,
      "PAYLOAD_NOT_JSON: The record that begins at byte 1 is not JSON",
    ],
    ["an object closed as a list", '{"status":200]', "PAYLOAD_NOT_JSON: The body is not JSON"],
    ["lists in a list", `[[${RECORD}]]`, "PAYLOAD_SCHEMA: The record is not an object"],
    ["a list of numbers", "[1,2,3]", "PAYLOAD_SCHEMA: The record is not an object"],
    [
      "a data of another kind",
      '{"status":200,"data":[]}',
      "PAYLOAD_SCHEMA: The field data must be an object, not a list",
    ],
  ])("%s", async (_what, body, sentence) => {
    expect(await refused(body)).toBe(sentence);
  });

  test.each([
    "01",
    "+1",
    "1.",
    ".5",
    "1e",
    "0x10",
    "1_000",
    "NaN",
    "Infinity",
    "-",
    "--1",
    "1,5",
    "null",
    "true",
    "[]",
  ])("refuses %s as a balance", async (spelling) => {
    const body = `[${RECORD.replace('"balance":1500', `"balance":${spelling}`)}]`;
    expect(await refused(body)).toMatch(
      /^(?:PAYLOAD_NOT_JSON: The record that begins at byte 1|PAYLOAD_SCHEMA: The field balance) /u,
    );
  });

  test("reads an empty list, blanks everywhere, and data before the status or after much else", async () => {
    expect(await files.entries(" [ \n ] ")).toEqual([]);
    const wide = JSON.stringify(JSON.parse(BODY), null, "\t\t").replaceAll('": ', '" :\r\n');
    expect(await files.entries(wide)).toHaveLength(1);
    const much = `"a":[${'{"b":[{}]},'.repeat(200_000)}0]`;
    const body = `{${much},"data":{"c":"]}","histories":[${RECORD}],"d":{}},"histories":[1],"status":200}`;
    expect(await files.entries(body)).toHaveLength(1);
  });
});

describe("odd names and texts", () => {
  test("reads names of Object's own members like any other, at any depth", async () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "valueOf"];
    const more = names.map((name) => `"${name}":{"${name}":1,"x":2}`).join(",");
    const [entry] = await files.entries(entryWith(more));
    expect(Object.keys(entry?.extra ?? {})).toEqual(names);
    for (const name of names) {
      expect(Object.getOwnPropertyDescriptor(entry?.extra, name)?.value).toEqual(
        JSON.parse(`{"${name}":1,"x":2}`),
      );
    }
    expect(Object.getPrototypeOf({})).not.toHaveProperty("x");
  });

  test("reports a field that only a prototype has as missing", async () => {
    const { payref: _, ...rest } = wireEntry();
    const body = `[${JSON.stringify(rest).replace("{", '{"__proto__":{"payref":"PAY1"},')}]`;
    expect(await refused(body)).toBe("PAYLOAD_SCHEMA: The field payref is missing");
  });

  test("refuses a key written twice in different escapes, deep down or in an unnamed field", async () => {
    const twice = (more: string) => refused(entryWith(more));
    expect(await twice(String.raw`"\u0070ayref":""`)).toBe(
      "PAYLOAD_DUPLICATE_KEY: The key payref appears twice",
    );
    expect(await twice('"x":{"y":[0,{"a":1,"a":1}]}')).toBe(
      "PAYLOAD_DUPLICATE_KEY: The key x.y.1.a appears twice",
    );
    expect(await twice('"":1,"":2')).toBe('PAYLOAD_DUPLICATE_KEY: The key "" appears twice');
    expect(await twice('"__proto__":1,"__proto__":2')).toContain("The key __proto__ appears twice");
    expect(await twice(String.raw`"a\/b":1,"a/b":2`)).toContain("The key a/b appears twice");
  });

  test("keeps lone surrogates and NUL in keys and texts as escapes", async () => {
    const more = String.raw`"\ud83d":"\ude00","a\u0000":["\uD83D\uDE00",{"\udfff\ud800":"\ud800x"}]`;
    const [entry] = await files.entries(entryWith(more));
    expect(entry?.extra).toEqual({
      [String.raw`\ud83d`]: String.raw`\ude00`,
      [String.raw`a\u0000`]: ["😀", { [String.raw`\udfff\ud800`]: String.raw`\ud800x` }],
    });
    expect(JSON.stringify(entry).isWellFormed()).toBe(true);
  });
});
