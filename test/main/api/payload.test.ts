import { afterAll, describe, expect, test } from "vitest";
import { canonicalJson } from "../../../src/core/canonical.ts";
import { entryDocument } from "../../../src/core/records/entry.ts";
import { SavedFiles } from "../../helpers/workbook/saved-files.ts";
import { WIRE_TIME, histories, wireData, wireEntry, wireTransaction } from "../../helpers/wire-records.ts";
import { expectRefusal } from "./secrecy.ts";

const files = new SavedFiles();
afterAll(() => files[Symbol.dispose]());

/** The body of entries 1 … count, newest first, with one record's text changed. */
function walletWith(change: (text: string) => string, count = 5, at = 3): string {
  const texts = Array.from({ length: count }, (_, index) => {
    const walletID = count - index;
    const text = JSON.stringify(wireEntry({ walletID }));
    return walletID === at ? change(text) : text;
  });
  return `{"status":200,"data":{"histories":[${texts.join(",")}]}}`;
}

async function refusal(body: string | Uint8Array) {
  const { file: _, ...refused } = await expectRefusal(files.entries(body));
  return refused;
}

async function refusedTransaction(body: string) {
  const { file: _, ...refused } = await expectRefusal(files.transactions(body));
  return refused;
}

describe("payload faults", () => {
  test("case 24: keeps unknown fields and values, and every digit of numbers", async () => {
    const fresh =
      '"fresh":{"exact":0.1,"long":12345678901234567890,"zero":1.10,"tiny":25E-4,"fine":0.10000000000000001,"list":[1,{"x_alt":1}]},"new_alt":"now"';
    const body = walletWith((text) => text.replace('"action":"API"', `"action":"Barter",${fresh}`));
    const entry = (await files.entries(body)).find(({ walletID }) => walletID === 3);
    expect(entry?.action).toBe("Barter");
    expect(entry?.extra).toEqual({
      fresh: {
        exact: 0.1,
        long: "12345678901234567890",
        zero: "1.10",
        tiny: "25E-4",
        fine: "0.10000000000000001",
        list: [1, {}],
      },
    });
  });

  test("case 17: refuses bad UTF-8", async () => {
    const body = Buffer.from(histories([wireEntry({ description: "é" })]));
    body[body.indexOf(0xc3)] = 0xff;
    expect((await refusal(body)).code).toBe("PAYLOAD_ENCODING");
  });

  test("case 18: keeps a lone surrogate and NUL as escapes, and the amounts", async () => {
    const body = walletWith((text) => text.replace('"Payment"', String.raw`"a\u0000b\ud800c\ud83d\ude00"`));
    const entry = (await files.entries(body)).find(({ walletID }) => walletID === 3);
    expect(entry?.description).toBe(String.raw`a\u0000b\ud800c😀`);
    expect(entry?.balance).toBe(1500);
  });

  test.each(["", " \n\t "])("case 19: refuses an empty body %j", async (body) => {
    expect((await refusal(body)).code).toBe("PAYLOAD_EMPTY");
  });

  test("case 20: refuses a repeated key", async () => {
    const twice = walletWith((text) => text.replace('"balance":1500', '"balance":1,"balance":1500'));
    expect(await refusal(twice)).toMatchObject({
      code: "PAYLOAD_DUPLICATE_KEY",
      record: "walletID 3",
      field: "balance",
    });
    const disguised = walletWith((text) => text.replace('"action"', String.raw`"b\u0061lance":1,"action"`));
    expect(await refusal(disguised)).toMatchObject({ code: "PAYLOAD_DUPLICATE_KEY", field: "balance" });
  });

  test("case 20: refuses one in a nested object, around the list, and the list itself", async () => {
    const nested = histories([wireTransaction()]).replace('"taxfee":1', '"taxfee":1,"taxfee":2');
    expect(await refusedTransaction(nested)).toMatchObject({
      code: "PAYLOAD_DUPLICATE_KEY",
      record: "payID 5",
      field: "fee.taxfee",
    });
    expect((await refusal('{"status":500,"status":200,"data":{"histories":[]}}')).field).toBe("status");
    expect((await refusal('{"status":200,"data":{"histories":[],"histories":[]}}')).field).toBe(
      "data.histories",
    );
  });

  test("case 20: does not count colons and braces inside texts as members", async () => {
    const body = histories([wireEntry({ description: 'a:b,"c":{}\\', extra: { "k:{": "[:" } })]);
    expect((await files.entries(body))[0]?.description).toBe('a:b,"c":{}\\');
  });

  test.each([
    "9007199254740993",
    "-9007199254740992",
    "9007199254740991.4",
    "0.99999999999999999999999",
    "1.5",
    "1e400",
    "1e-1",
    "1500e99999999999",
  ])("case 21: refuses %s with its digits", async (digits) => {
    const { message, ...where } = await refusal(
      walletWith((text) => text.replace('"balance":1500', `"balance":${digits}`)),
    );
    expect(where).toEqual({ code: "PAYLOAD_AMOUNT", record: "walletID 3", field: "balance" });
    expect(message).toContain(`${digits} is not an integer`);
  });

  test('case 21: refuses "12" as text, and a fraction deep in a transaction', async () => {
    const text = walletWith((record) => record.replace('"debit_balance":500', '"debit_balance":"12"'));
    expect(await refusal(text)).toMatchObject({ code: "PAYLOAD_AMOUNT", field: "debit_balance" });
    const data = { ...wireData.milestone };
    const body = histories([wireTransaction({ cycle: "milestone", data })]).replace(
      '"taskamount":500',
      '"taskamount":500.25',
    );
    expect(await refusedTransaction(body)).toMatchObject({
      code: "PAYLOAD_AMOUNT",
      message: "500.25 is not an integer within ±9007199254740991",
      record: "payID 5",
      field: "data.list.0.taskamount",
    });
  });

  test("case 21: names a record with an invalid id by its place", async () => {
    const body = walletWith((text) => text.replace('"walletID":3', '"walletID":3.5'));
    expect(await refusal(body)).toMatchObject({
      code: "PAYLOAD_AMOUNT",
      record: "record 3",
      field: "walletID",
    });
  });

  test("reads an integer in another spelling as that integer", async () => {
    const body = walletWith((text) =>
      text.replace('"balance":1500', '"balance":1.5e3').replace(":500,", ":-0,"),
    );
    const entry = (await files.entries(body)).find(({ walletID }) => walletID === 3);
    expect(entry?.balance).toBe(1500);
    expect(Object.is(entry?.debit, 0)).toBe(true);
  });

  test("case 22: refuses 100,000 levels of nesting, in a record and around the list", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const inside = walletWith((text) => text.replace('"action"', `"x":${deep},"action"`));
    expect((await refusal(inside)).code).toBe("PAYLOAD_DEPTH");
    expect((await refusal(`{"status":200,"x":${deep}}`)).code).toBe("PAYLOAD_DEPTH");
  });

  test("case 23: reads __proto__ like any other member", async () => {
    const body = walletWith((text) => text.replace('"action"', '"__proto__":{"balance":9},"action"'));
    const entry = (await files.entries(body)).find(({ walletID }) => walletID === 3);
    expect(Object.entries(entry?.extra ?? {})).toEqual([["__proto__", { balance: 9 }]]);
    expect(({} as { balance?: number }).balance).toBeUndefined();
    expect(entry && canonicalJson(entryDocument(entry))).toContain('"__proto__":{"balance":9}');
  });

  test("case 24: refuses a missing field, a null amount and a wrong type", async () => {
    const missing = walletWith((text) => text.replace('"sessionID":"s-77",', ""));
    expect(await refusal(missing)).toEqual({
      code: "PAYLOAD_SCHEMA",
      message: "The field sessionID is missing",
      record: "walletID 3",
      field: "sessionID",
    });
    const none = walletWith((text) => text.replace('"balance":1500', '"balance":null'));
    expect(await refusal(none)).toMatchObject({ code: "PAYLOAD_SCHEMA", field: "balance" });
    const kind = walletWith((text) => text.replace('"action":"API"', '"action":5'));
    expect((await refusal(kind)).message).toBe("The field action must be a text, not 5");
    const noData = await refusedTransaction(histories([wireTransaction({ data: null })]));
    expect(noData).toMatchObject({ code: "PAYLOAD_SCHEMA", field: "data" });
  });

  test("case 24: refuses a fraction in the place of an object, and says so", async () => {
    const task = histories([
      wireTransaction({ cycle: "milestone", data: { ...wireData.milestone, list: [1.5] } }),
    ]);
    expect(await refusedTransaction(task)).toEqual({
      code: "PAYLOAD_SCHEMA",
      message: "The field data.list.0 must be an object, not 1.5",
      record: "payID 5",
      field: "data.list.0",
    });
    expect((await refusedTransaction(histories([1.5]))).message).toBe("The record is not an object");
  });

  test("case 24: refuses a record that is not an object", async () => {
    expect(await refusal(histories([wireEntry(), 5]))).toMatchObject({
      code: "PAYLOAD_SCHEMA",
      record: "record 2",
    });
  });

  test("case 28: shows the service's message for a status other than 200, on one line and shortened", async () => {
    const message = `No\r\nluck ${"x".repeat(5000)}`;
    const failure = await refusal(JSON.stringify({ status: 403, message }));
    expect(failure.code).toBe("SERVICE_ERROR");
    expect(failure.message).toMatch(
      /^The service responded with status 403: No luck x+… \(\d+ characters\)$/u,
    );
    expect((await refusal('{"data":{"histories":[]},"status":500}')).code).toBe("SERVICE_ERROR");
    expect(await refusal('{"data":{"histories":[]},"status":"200"}')).toMatchObject({
      code: "PAYLOAD_SCHEMA",
      message: expect.stringMatching(/^The response's status must be a whole number, not "200"$/u) as string,
    });
  });

  const noTime = (date: string) =>
    `There is no time "${date}": a part of it does not exist, or its weekday is not that of the day`;
  const noDate = (date: string) =>
    `"${date}" is not a date of the service, such as "Sat, 21 Nov 2026 08:30:00 +0000"`;

  test.each([
    ["Tue, 31 Feb 2026 00:00:00 +0000", noTime],
    ["Sun, 21 Nov 2026 08:30:00 +0000", noTime],
    ["Sat, 21 Nov 2026 24:00:00 +0000", noTime],
    ["Sat, 21 Nov 2026 08:30:00 +2400", noTime],
    ["Sat, 21 Nov 2026 08:3 :00 +0000", noDate],
    ["2026-11-21", noDate],
    ["", noDate],
  ])("case 29: refuses the date %j, and says what is wrong with it", async (date, words) => {
    const body = walletWith((text) =>
      text.replace(`"dateCreated":"${WIRE_TIME}"`, `"dateCreated":"${date}"`),
    );
    const { message, ...where } = await refusal(body);
    expect(where).toEqual({ code: "PAYLOAD_DATE", record: "walletID 3", field: "dateCreated" });
    expect(message).toBe(words(date));
  });

  test("case 29: refuses a date with a space around it, and says what is wrong with it", async () => {
    const body = histories([wireEntry({ dateCreated: " Sat, 21 Nov 2026 08:30:00 +0000" })]);
    const { code, message } = await refusal(body);
    expect([code, message]).toEqual([
      "PAYLOAD_DATE",
      'The date "Sat, 21 Nov 2026 08:30:00 +0000" has white space around it',
    ]);
  });

  test("case 29: refuses a date deep in a transaction", async () => {
    const data = { ...wireData["one-time"], dateAdded: "Tue, 31 Feb 2026 00:00:00 +0000" };
    expect(await refusedTransaction(histories([wireTransaction({ data })]))).toMatchObject({
      code: "PAYLOAD_DATE",
      record: "payID 5",
      field: "data.dateAdded",
    });
  });
});
