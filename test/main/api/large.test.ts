/** Bodies that are large where none should be: each is read, or refused in one clear sentence, and soon. */
import { Readable } from "node:stream";
import { afterAll, describe, expect, test } from "vitest";
import { SavedAnswers } from "../../../src/main/api/saved.ts";
import { SavedFiles } from "../../helpers/workbook/saved-files.ts";
import {
  envelope,
  histories,
  wireData,
  wireEntry,
  wireTransaction,
  wireUser,
} from "../../helpers/wire-records.ts";
import { expectRefusal } from "./secrecy.ts";

const files = new SavedFiles();
afterAll(() => files[Symbol.dispose]());

const RECORD = JSON.stringify(wireEntry());

/** The bare list of one entry with more in front of its fields. */
function entryWith(more: string): string {
  return `[${RECORD.replace("{", `{${more},`)}]`;
}

async function refused(body: string | Uint8Array): Promise<string> {
  const { code, message } = await expectRefusal(files.entries(body));
  return `${code}: ${message}`;
}

describe("large input is read or refused in linear time", () => {
  const list = (record: string) => `[${record}]`;
  const text = (long: string) => list(RECORD.replace("Payment", long));
  const million = 1_000_000;
  const tokens = Array.from({ length: 20_000 }, (_, at) => ({ token: `token-${at}` }));
  const badTasks = { ...wireData.milestone, list: Array.from({ length: 100_000 }, () => ({})) };

  test.each<[string, () => string]>([
    [
      "millions of escaped quotes, and a fraction",
      () => text(String.raw`${'\\"'.repeat(2 * million)}","x":1.5,"y":"`),
    ],
    ["millions of backslashes, and a fraction", () => text(`${"\\\\".repeat(3 * million)}","x":1.5,"y":"`)],
    ["millions of NULs", () => text(String.raw`\u0000`.repeat(million))],
    ["millions of lone surrogates", () => text(String.raw`\ud800`.repeat(million))],
    ["a long text, and a fraction", () => text(`${"x".repeat(60 * million)}","x":1.5,"y":"`)],
    ["a number of a million digits", () => entryWith(`"x":${"7".repeat(million)}`)],
    ["a number with zeros inside", () => entryWith(`"x":1${"0".repeat(million)}1.0`)],
    ["a fraction of a million zeros", () => entryWith(`"x":0.${"0".repeat(million)}`)],
    ["an exponent of a million digits", () => entryWith(`"x":1e${"9".repeat(million)}`)],
    [
      "ten thousand fields",
      () => entryWith(`"x":{${Array.from({ length: 10_000 }, (_, at) => `"k${at}":1.5`).join(",")}}`),
    ],
    ["as deep as allowed", () => entryWith(`"x":${"[".repeat(62)}${"]".repeat(62)}`)],
  ])(
    "%s: read",
    async (_what, make) => {
      expect(await files.entries(make())).toHaveLength(1);
    },
    30_000,
  );

  test.each<[string, () => string | Uint8Array, RegExp]>([
    [
      "one level deeper",
      () => entryWith(`"x":${"[".repeat(63)}${"]".repeat(63)}`),
      /^PAYLOAD_DEPTH: .* 64 levels deep$/u,
    ],
    ["a million levels", () => entryWith(`"x":${'{"a":'.repeat(million)}`), /^PAYLOAD_DEPTH: /u],
    [
      "a text of 70 MB",
      () => Buffer.from(text("x".repeat(70 * million))),
      /^IMPORT_TOO_LARGE: A record is longer than 67108864 bytes$/u,
    ],
    [
      "a long text for an amount",
      () => list(RECORD.replace("1500", `"${"x".repeat(10 * million)}"`)),
      /^PAYLOAD_AMOUNT: "x{120}… \(10000000 characters\)" is a text, but the field balance must be a number/u,
    ],
    [
      "marks without a width for an amount",
      () => list(RECORD.replace("1500", `"${"\u200b".repeat(10 * million)}"`)),
      /^PAYLOAD_AMOUNT: "… \(10000000 characters\)" is a text/u,
    ],
    [
      "digits for an amount",
      () => list(RECORD.replace("1500", "7".repeat(10 * million))),
      /^PAYLOAD_AMOUNT: 7{120}… \(10000000 characters\) is not/u,
    ],
    [
      "marks for a message",
      () => JSON.stringify({ status: 500, message: "\u2028".repeat(million) }),
      /^SERVICE_ERROR: /u,
    ],
    [
      "millions of commas",
      () => `[${",".repeat(20 * million)}]`,
      /^PAYLOAD_NOT_JSON: The record that begins at byte 1 /u,
    ],
    [
      "millions of brackets",
      () => "{}".repeat(10 * million),
      /^IMPORT_FORMAT: The body continues after the end of its JSON, at byte 2/u,
    ],
    ["millions of numbers", () => `[${"1,".repeat(10 * million)}1]`, /^PAYLOAD_SCHEMA: /u],
    [
      "too much around the list",
      () => `{"x":"${"x".repeat(5 * million)}","data":{"histories":[]}}`,
      /^IMPORT_TOO_LARGE: .* outside data\.histories$/u,
    ],
    ["a blank file", () => " ".repeat(20 * million), /^PAYLOAD_EMPTY: /u],
  ])(
    "%s: refused",
    async (_what, make, sentence) => {
      expect(await refused(make())).toMatch(sentence);
    },
    30_000,
  );

  test("refuses a hundred thousand wrong tasks", async () => {
    const body = histories([wireTransaction({ cycle: "milestone", data: badTasks })]);
    expect((await expectRefusal(files.transactions(body))).field).toBe("data.list.0.businessID");
    const last = { ...(wireData.milestone["list"] as object[])[0], taskamount: "5" };
    const good = {
      ...wireData.milestone,
      list: Array.from({ length: 5000 }, (_, at) =>
        at === 4321 ? last : (wireData.milestone["list"] as object[])[0],
      ),
    };
    const hidden = histories([wireTransaction({ cycle: "milestone", data: good })]);
    expect((await expectRefusal(files.transactions(hidden))).field).toBe("data.list.4321.taskamount");
  }, 30_000);

  test("stops reading an object of 800,000 fields after its first ten thousand", async () => {
    const body = entryWith(Array.from({ length: 800_000 }, (_, at) => `"key${at}":"value"`).join(","));
    let read = 0;
    const watched = new SavedAnswers({ stdin: Readable.from([]), onProgress: (_, bytes) => (read = bytes) });
    const path = files.write(body);
    const { message, code } = await expectRefusal(watched.scan(path, "wallet"));
    expect([code, message]).toEqual(["IMPORT_TOO_LARGE", "An object has more than 10000 fields"]);
    // Nothing is kept of what was read, and all of it is 18 MB.
    expect(read).toBeLessThan(500_000);
  }, 30_000);

  test("reads a user with thousands of tokens", async () => {
    const path = files.write(envelope({ user: wireUser({ tokens }) }));
    expect((await expectRefusal(files.answers.readUser(path))).message).toBe(
      "The body holds 20001 different tokens instead of one",
    );
  }, 30_000);
});
