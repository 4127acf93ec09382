/** Persons in the service's messages: taken out where they show, and nothing that helps to find the fault is. */
import { expect, test } from "vitest";
import { messageAfter } from "../../../src/main/api/envelope.ts";
import { beginsWithWords, withoutPersonal } from "../../../src/main/api/origin.ts";

const ORIGIN = { name: "/user/fetch", kind: "answer" } as const;

test.for([
  ["No account with ada.obi+1@mail.example.ng", "No account with [redacted]"],
  ["+234 801 234 5678 is not verified", "[redacted] is not verified"],
  ["Call +2348012345678 or 0801-234-5678.", "Call [redacted] or [redacted]."],
  ["(0801) 234 5678 and 08012345678", "[redacted] and [redacted]"],
  ["Hello Ada N. Obi, your session expired", "Hello [redacted], your session expired"],
  ['{"firstName": "Ada", "phone":"12", broken', '{"firstName": [redacted], "phone":[redacted], broken'],
])("%j is shown as %j", ([text = "", shown]) => {
  expect(withoutPersonal(text)).toBe(shown);
});

test.for([
  "User Not Found",
  "Wrong phone or password",
  "Hello, world",
  "Unknown column 'user.balance' in 'field list'",
  "SQLSTATE[HY000] [2002] Connection refused at /var/www/api/index.php:117",
  "walletID 117096 and payID 14022 differ by 2,097,694 at 2026-11-28 15:00:00",
  "No payref 00367901234567890323",
  "limit must be at most 2147483 (3 of 100.000.000 rows)",
  "phone: required",
  "walletID 1000000123 not found",
  "Insufficient balance: 12500000000 kobo",
  "Amount 1234567890.00 is too much",
  "payref 20261128123456",
  "payref 08012345678",
  "timestamp 1764350000123",
  "field_name: 'txn' of filename=\"wallet.json\", IP address: '10.0.0.1'",
])("%j is shown as it is", (text) => {
  expect(withoutPersonal(text)).toBe(text);
});

test("a message and the beginning of a body are quoted without persons", () => {
  const body = { status: 401, message: "ada@mail.example is locked" };
  expect(messageAfter(": ", body, ORIGIN)).toBe(": [redacted] is locked");
  expect(beginsWithWords("Fatal error for ada@mail.example", ORIGIN)).toBe(
    '; it begins with "Fatal error for [redacted]"',
  );
});
