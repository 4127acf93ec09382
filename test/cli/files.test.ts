import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ExcelJS from "exceljs";
import { describe, expect, test } from "vitest";
import { transactionsBody, userBody, walletBody } from "../helpers/bodies.ts";
import { temporaryFolder, tieout, tieoutProcess } from "../helpers/cli.ts";
import { check, entry, sale, wallet } from "../helpers/records.ts";
import { checkDocument } from "../../src/core/reconcile/check-document.ts";

const USER = {
  userID: 1,
  name: "Ada Obi",
  email: null,
  phone: null,
  country: null,
  defaultCurrency: "NGN",
  businessID: 7,
};
const ENTRIES = wallet([1000, 200, -50, 300], (at) => ({ payref: at === 1 ? "PAY-1" : "" })).map((one) => ({
  ...one,
  balance: one.balance + (one.walletID === 4 ? 9 : 0),
}));
const SALES = [sale(1, 200), sale(2, 90)];

/** Files of a wallet with one break and one payment that never came. */
function saved(): { folder: string; files: string[]; walletFile: string } {
  const folder = temporaryFolder();
  const walletFile = join(folder, "history.json");
  const transactionsFile = join(folder, "all.json");
  const userFile = join(folder, "me.json");
  writeFileSync(walletFile, walletBody(ENTRIES));
  writeFileSync(transactionsFile, transactionsBody(SALES));
  writeFileSync(userFile, userBody("canary-token-4711"));
  return {
    folder,
    files: ["--wallet", walletFile, "--transactions", transactionsFile, "--user", userFile],
    walletFile,
  };
}

function expected(): object {
  return JSON.parse(
    JSON.stringify(checkDocument(check({ entries: ENTRIES, transactions: SALES, user: USER }), "info")),
  ) as object;
}

test("checks files without a ledger: JSON, exit status 1, nothing written", async () => {
  const { folder, files } = saved();
  const before = readdirSync(folder);
  const run = await tieoutProcess(["check", ...files, "--json"], { cwd: folder });
  expect(run.stderr).toBe("");
  expect(JSON.parse(run.stdout)).toEqual({ ...expected(), shows: "As of now" });
  expect(run.status).toBe(1);
  expect(readdirSync(folder)).toEqual(before);
});

test("says of a wallet without any transactions that there is nothing to compare it with", async () => {
  const folder = temporaryFolder();
  const [ledger, walletFile] = [join(folder, "wallet.tieout"), join(folder, "history.json")];
  writeFileSync(walletFile, walletBody(ENTRIES));
  await tieout(["import", ledger, "--wallet", walletFile]);
  const { stdout } = await tieout(["check", ledger]);
  expect(stdout).toContain("\n  There are no transactions, so that no entry could be compared");
});

test("imports, checks, verifies and prunes, and never stores the token", async () => {
  const { folder, files } = saved();
  const ledger = join(folder, "wallet.tieout");
  const imported = await tieout(["import", ledger, ...files]);
  expect(imported).toMatchObject({ status: 0, stderr: "" });
  expect(imported.stdout).toContain("4 entries received, 4 new");
  const run = await tieout(["check", ledger, "--json", "--save"]);
  expect(JSON.parse(run.stdout)).toEqual({
    ...expected(),
    shows: expect.stringMatching(/^As of now, after import 1, \d{4}-\d\d-\d\d$/u),
  });
  const verified = await tieout(["verify", ledger]);
  expect(verified.status).toBe(0);
  expect(verified.stdout).toContain(
    "The ledger is intact: 4 entries, 2 transactions, 1 pull, 3 stored responses, 1 run",
  );
  // Programs read these names: they stay whatever people read.
  const asJson = JSON.parse((await tieout(["verify", ledger, "--json"])).stdout) as { facts: unknown };
  expect(asJson.facts).toEqual([
    { name: "entries", count: 4 },
    { name: "transactions", count: 2 },
    { name: "pulls", count: 1 },
    { name: "stored answers", count: 3 },
    { name: "runs", count: 1 },
    { name: "decisions", count: 0 },
    { name: "manual matches", count: 0 },
    { name: "steps of the close", count: 0 },
    { name: "evidence", count: 0 },
    { name: "links of the audit trail", count: 3 },
    { name: "pulls compared with raw answers", count: 1 },
  ]);
  const head = /Head of the audit trail: ([0-9a-f]{64})/u.exec(verified.stdout)?.[1] ?? "";
  expect((await tieout(["prune", ledger, "--keep-bodies", "0"])).stdout).toContain(
    "Dropped 3 stored responses",
  );
  expect((await tieout(["verify", ledger, "--head", head])).status).toBe(0);
  expect((await tieout(["verify", ledger, "--head", "0".repeat(64)])).status).toBe(1);
  expect(readFileSync(ledger).includes("canary")).toBe(false);
  expect(readdirSync(folder).toSorted()).toEqual(["all.json", "history.json", "me.json", "wallet.tieout"]);
});

test("writes the month's workbook whole, with the ledger's figures, and records it in the trail", async () => {
  const { folder, files } = saved();
  const ledger = join(folder, "wallet.tieout");
  await tieout(["import", ledger, ...files]);
  const out = join(folder, "October.xlsx");
  const run = await tieout(["export", ledger, "--month", "2026-10", "--out", out]);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(run.stdout).toContain("October 2026: the stated balance is 9 NGN too high at 1 entry.");
  expect(readFileSync(out).subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(out);
  const cells: unknown[] = [];
  book.eachSheet((sheet) =>
    sheet.eachRow((row) => row.eachCell((cell) => cells.push(cell.result ?? cell.value))),
  );
  expect(book.worksheets.map((sheet) => sheet.name)).toEqual(
    expect.arrayContaining([
      "Lead",
      "Roll-forward",
      "Three-way",
      "Wallet",
      "Transactions",
      "Exceptions",
      "Outstanding",
      "Changes",
      "Legend",
      "Audit",
    ]),
  );
  expect(cells).toContain(1459);
  expect(cells.filter((cell) => typeof cell === "object" && cell !== null && "error" in cell)).toEqual([]);
  const head = /Head of the audit trail: ([0-9a-f]{64})/u.exec(run.stdout)?.[1] ?? "";
  expect((await tieout(["verify", ledger, "--head", head])).status).toBe(0);
  expect(readdirSync(folder).toSorted()).toEqual([
    "October.xlsx",
    "all.json",
    "history.json",
    "me.json",
    "wallet.tieout",
  ]);

  const refused = await tieout([
    "export",
    ledger,
    "--month",
    "2026-10",
    "--out",
    join(folder, "none", "a.xlsx"),
  ]);
  expect(refused.stderr).toMatch(/^EXPORT_TARGET: [^\n]+\n$/u);
  expect(refused.status).toBe(2);
});

test("says in the summary what is wrong, by how much, and why", async () => {
  const { files } = saved();
  const run = await tieout(["check", ...files]);
  expect(run.stdout).toContain("The whole history: the stated balance is 9 NGN too high at 1 entry.");
  expect(run.stdout).toContain("chain-break — walletID 4");
  expect(run.stdout).toContain(
    "the balance moved by another 9 that no entry shows, and no walletID is left out",
  );
});

test("lists the rules and findings of the severity asked for, and counts all", async () => {
  const { files } = saved();
  const { stdout, status } = await tieout(["check", ...files, "--severity", "error"]);
  expect(stdout).toContain("Entries 4, transactions 2: 1 error, 0 warnings, 1 notice.\n");
  expect(stdout).toContain("1  chain-break");
  expect(stdout).not.toContain("in-transit");
  expect(status).toBe(1);
  expect((await tieout(["check", ...files])).stdout).toMatch(/· +1 {2}in-transit[^]*· in-transit — /u);
});

test("says in the roll-forward which balances do not follow, and which are not in the balance yet", async () => {
  const { files, walletFile } = saved();
  const pending = entry(5, { debit: 40, balance: 1459, isApproved: 0 });
  writeFileSync(walletFile, walletBody([...ENTRIES, pending]));
  const { stdout } = await tieout(["check", ...files]);
  expect(stdout).toMatch(
    /\n {2}Break differences +−31\n {2}of which balances that do not follow \(1\) +\+9\n {2}of which not in the balance yet \(1\) +−40\n {2}Closing/u,
  );
  const { stdout: ofOneKind } = await tieout(["check", ...saved().files]);
  expect(ofOneKind).not.toContain("of which");
});

test("checks a period as at its end", async () => {
  const { files } = saved();
  const run = await tieout(["check", ...files, "--json", "--month", "2026-09"]);
  expect(run.status).toBe(0);
  expect(JSON.parse(run.stdout)).toMatchObject({
    period: { from: "2026-09-01", to: "2026-09-30" },
    asOf: "2026-09-30T23:59:59.999Z",
    counts: { entries: 0 },
    wallets: [{ opening: 0, closing: 0, entries: 0 }],
  });
});

test("checks an empty history, and a history of one entry", async () => {
  const { files, walletFile } = saved();
  writeFileSync(walletFile, "[]");
  expect(JSON.parse((await tieout(["check", ...files, "--json"])).stdout)).toMatchObject({
    wallets: [],
    counts: { entries: 0 },
  });
  writeFileSync(walletFile, walletBody(ENTRIES.slice(0, 1)));
  expect(JSON.parse((await tieout(["check", ...files, "--json"])).stdout)).toMatchObject({
    counts: { entries: 1 },
  });
});

describe("reports bad input in one line with a code, and keeps nothing", () => {
  const good = walletBody(ENTRIES);
  const cases: [string, string | Uint8Array, string, RegExp][] = [
    ["empty", "  \n", "PAYLOAD_EMPTY", /empty/u],
    ["cut", good.slice(0, -20), "IMPORT_FORMAT", /is cut off after/u],
    ["HTML", "<html>Sorry</html>", "IMPORT_FORMAT", /HTML/u],
    ["a zip", Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]), "IMPORT_FORMAT", /zip/u],
    ["not UTF-8", Buffer.from(good.replace("Entry 1", "Entr\u00ff"), "latin1"), "PAYLOAD_ENCODING", /UTF-8/u],
    ["another list", transactionsBody(SALES), "IMPORT_FORMAT", /holds transactions, not wallet history/u],
    ["another service", '{"status":200,"data":{"orders":[]}}', "IMPORT_FORMAT", /no list data\.histories/u],
    [
      "a refused key",
      '{"status":401,"message":"Bad key"}',
      "SERVICE_ERROR",
      /401: Bad key .*no successful response: the service did not accept the credentials: log in again/u,
    ],
    [
      "a refused request",
      '{"status":404,"message":"Nothing here"}',
      "SERVICE_ERROR",
      /404: Nothing here .*no successful response: ask the service again/u,
    ],
    [
      "a pause",
      '{"status":429,"message":"Slower"}',
      "SERVICE_ERROR",
      /429: Slower .*the service asks for a pause: wait/u,
    ],
    [
      "a failure",
      '{"status":500,"message":"Out of order"}',
      "SERVICE_ERROR",
      /500: Out of order .*the service failed: ask it again later/u,
    ],
    [
      "too large a number",
      good.replace('"balance":1000', '"balance":9007199254740993'),
      "PAYLOAD_AMOUNT",
      /9007199254740993 is not an integer .*walletID 1, balance/u,
    ],
    [
      "a hidden fraction",
      good.replace('"balance":1000', '"balance":999.99999999999999999999'),
      "PAYLOAD_AMOUNT",
      /999\.99999999999999999999/u,
    ],
    ["infinity", good.replace('"balance":1000', '"balance":1e400'), "PAYLOAD_AMOUNT", /1e400/u],
    ["a text", good.replace('"balance":1000', '"balance":"1000"'), "PAYLOAD_AMOUNT", /"1000"/u],
    [
      "a key twice",
      good.replace('"balance":1000', '"balance":1000,"balance":1'),
      "PAYLOAD_DUPLICATE_KEY",
      /balance appears twice .*walletID 1/u,
    ],
    ["no balance", good.replace('"balance":1000,', ""), "PAYLOAD_SCHEMA", /balance is missing .*walletID 1/u],
    [
      "31 February",
      good.replace(/"dateCreated":"[^"]+"/u, '"dateCreated":"Tue, 31 Feb 2026 08:00:00 +0000"'),
      "PAYLOAD_DATE",
      /31 Feb/u,
    ],
    ["deep nesting", "[".repeat(100_000), "PAYLOAD_DEPTH", /levels deep/u],
    ["deep and closed", "[".repeat(1000) + "]".repeat(1000), "PAYLOAD_DEPTH", /levels deep/u],
  ];
  test.each(cases)("%s", async (_, body, code, words) => {
    const { folder, files, walletFile } = saved();
    writeFileSync(walletFile, body);
    const ledger = join(folder, "wallet.tieout");
    const run = await tieout(["import", ledger, ...files]);
    expect(run.stderr).toMatch(new RegExp(`^${code}: [^\\n]+\\n$`, "u"));
    expect(run.stderr).toMatch(words);
    expect(run.stderr).toContain("history.json");
    expect(run).toMatchObject({ status: 2, stdout: "" });
    expect(readdirSync(folder)).not.toContain("wallet.tieout");
  });

  test("keeps unknown fields, odd texts and __proto__, and comes to no harm", async () => {
    const { files, walletFile } = saved();
    const odd = good
      .replace('"description":"Entry 1"', '"description":"a\\u0000b\\ud800 <script>"')
      .replace('"balance":1000', '"balance":1000,"__proto__":{"balance":5},"mood":12345678901234567890.5');
    writeFileSync(walletFile, odd);
    const run = await tieout(["check", ...files, "--json"]);
    expect(JSON.parse(run.stdout)).toMatchObject({ counts: { entries: 4 } });
  });
});
