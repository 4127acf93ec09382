import { appendFileSync, mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lookAtAnswers } from "../../../../src/main/services/pull/guess-import-kind.ts";
import { transactionsBody, userBody, walletBody } from "../../../helpers/bodies.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { entry, sale } from "../../../helpers/records.ts";
import { envelope, histories, wireBusiness, wireEntry, wireUser } from "../../../helpers/wire-records.ts";
import { failing } from "../../ledger/made.ts";

const bare = (body: string) =>
  JSON.stringify((JSON.parse(body) as { data: { histories: unknown } }).data.histories);
const long = "x".repeat(100_000);

test.each([
  ["a wallet history", walletBody([entry(1), entry(2)]), "wallet"],
  ["its bare list, with a byte order mark", `\uFEFF\n ${bare(walletBody([entry(1)]))}`, "wallet"],
  [
    "an entry whose text speaks of a payment",
    walletBody([entry(1, { description: '{"payID":7}' })]),
    "wallet",
  ],
  ["transactions", transactionsBody([sale(1, 5)]), "transactions"],
  ["a first record longer than what is looked at", histories([wireEntry({ description: long })]), "wallet"],
  ["a user", envelope({ user: wireUser() }), "user"],
  ["a user as the login answers it", userBody("t"), "user"],
  ["a user's bare record", JSON.stringify(wireUser()), "user"],
  ["a business", envelope({ business: wireBusiness() }), "business"],
  ["a business's bare record", JSON.stringify(wireBusiness()), "business"],
  ["a list without records", histories([]), null],
  ["an error of the service", '{"status":401,"message":"no"}', null],
  ["a table", "a,b\n1,2\n", null],
  ["a web page", "<!doctype html><p>walletID", null],
  ["nothing at all", "", null],
  ["bytes that are no text", "\u0000\u0001PK", null],
])("%s", (_, content, kind) => {
  const path = join(temporaryFolder(), "saved.json");
  writeFileSync(path, content);
  expect(lookAtAnswers(path)).toMatchObject({ bytes: Buffer.byteLength(content), kind });
});

test.each([
  ["bank.csv", "a,b\n1,2\n", "bank.csv is not JSON; save the service's response"],
  ["page.html", "<!doctype html>", "page.html is an HTML or XML page, not JSON; save the service's response"],
  ["wallet.json", histories([]), null],
])("says what is wrong with %s by its name", (name, content, problem) => {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  expect(lookAtAnswers(path)).toMatchObject({ kind: null, problem });
});

test("reads only the beginning of a file, however large", () => {
  const path = join(temporaryFolder(), "large.json");
  writeFileSync(path, walletBody([entry(1)]).slice(0, 100));
  appendFileSync(path, "x".repeat(70_000));
  // A hole of four gigabytes: more than any file that could be read at once.
  truncateSync(path, 4_000_000_000);
  expect(lookAtAnswers(path)).toEqual({ bytes: 4_000_000_000, kind: "wallet", problem: null });
});

test("reports what cannot be read", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "folder"));
  for (const name of ["none.json", "folder"]) {
    expect(() => lookAtAnswers(join(folder, name))).toThrow(failing("FILE_UNREADABLE"));
  }
});
