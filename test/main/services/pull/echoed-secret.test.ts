/** A service that writes the caller's own key or password into its records: a harmless canary stands for them. */
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { SecretWatch } from "../../../../src/main/api/http/client.ts";
import { PulledLedger } from "../../../helpers/ledgers/pulled-ledger.ts";
import { entry, sale } from "../../../helpers/records.ts";
import { CANARY } from "../../../helpers/service.ts";

test.each([
  ["secret key", CANARY.secretKey],
  ["password", CANARY.password],
])("refuses a wallet history that holds the %s, and stores nothing of the pull", async (name, secret) => {
  const pulled = await PulledLedger.open({
    entries: [entry(1), entry(2, { description: `Paid by ${secret}.` })],
    transactions: [],
  });
  const error: unknown = await pulled.pull().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "PAYLOAD_SECRET", message: `The response holds your ${name}` });
  expect(String(error)).not.toContain(secret);
  expect(existsSync(pulled.ledger)).toBe(false);
});

test("pulls again once the key was changed, whatever the old records say", async () => {
  const records = { entries: [entry(1, { description: "an-old-key-11" })], transactions: [sale(1, 5)] };
  const pulled = await PulledLedger.open(records);
  expect((await pulled.pull()).entries).toMatchObject({ received: 1 });
});

async function sees(secret: string, ...chunks: string[]): Promise<boolean> {
  const watch = new SecretWatch([{ name: "secret key", text: secret }]);
  const content = async function* () {
    for (const chunk of chunks) yield Promise.resolve(Buffer.from(chunk));
  };
  let passed = "";
  for await (const chunk of watch.over(content())) passed += Buffer.from(chunk).toString();
  expect(passed).toBe(chunks.join(""));
  try {
    watch.assertNone({ name: "wallet", kind: "answer" });
    return false;
  } catch {
    return true;
  }
}

test("finds a secret across pieces and as JSON escapes it, and none in an amount or a short word", async () => {
  expect(await sees("canary-key-11", '{"a":"x canary-', "key-1", '1"}')).toBe(true);
  expect(await sees("canary-key-11", "c", "anary-key-1", "2")).toBe(false);
  expect(await sees('canary/"é"\\', JSON.stringify('canary/"é"\\'))).toBe(true);
  expect(await sees("canary/é-key", String.raw`canary\/\u00e9-key`)).toBe(true);
  const codes = (text: string, digits = 4) =>
    Array.from(text, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(digits, "0")}`).join("");
  expect(await sees("can+ary&key=", String.raw`"can\u002Bary\u0026key="`)).toBe(true);
  expect(await sees('canary"key', String.raw`"canary\u0022key"`)).toBe(true);
  const coded = codes("canary-key-11");
  expect(await sees("canary-key-11", coded.slice(0, 3), coded.slice(3, 40), coded.slice(40))).toBe(true);
  expect(await sees("canary-key-11", codes("canary-key-12"))).toBe(false);
  expect(await sees("12345678", '{"balance":12345678}')).toBe(false);
  expect(await sees("rent", '{"description":"rent of May"}')).toBe(false);
});
