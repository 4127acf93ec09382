import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PACK_CLAIMS } from "../../src/core/words/pack.ts";
import type { OwnPullReport } from "../../src/core/review/restate/own-pull.ts";
import { useShared } from "../helpers/at-end.ts";
import { temporaryFolder, tieout } from "../helpers/cli.ts";
import { userBody, walletBody } from "../helpers/bodies.ts";
import { readXlsx } from "../helpers/workbook/xlsx.ts";
import { OCTOBER_MS, sale, wallet } from "../helpers/records.ts";
import { CANARY, CANARY_ENV, startService } from "../helpers/service.ts";

const MONTH_MS = 31.5 * 86_400_000;
const AMOUNTS = [500, 100, 200, 300];

/** One entry of September, then three of October, each of its own payment; a later one of November. */
const at = (row: number) => OCTOBER_MS + (row === 0 ? -MONTH_MS : row === 4 ? MONTH_MS : row * 1000);
const entries = wallet([...AMOUNTS, 400], (row) => ({ payref: `PAY-${row + 1}`, dateCreatedAtMs: at(row) }));
const transactions = [...AMOUNTS, 400].map((amount, row) =>
  sale(row + 1, amount, { datePaidAtMs: at(row) - 100, dateCreatedAtMs: at(row) - 200 }),
);

/** A ledger whose October is signed off, and the service that it was pulled from. */
const shared = useShared(async () => {
  const service = await startService({
    entries: entries.slice(0, 4),
    transactions: transactions.slice(0, 4),
  });
  const ledger = join(temporaryFolder(), "client.tieout");
  const run = async (...args: readonly string[]) => {
    const done = await tieout(args, { env: CANARY_ENV });
    expect(done).toMatchObject({ status: 0, stderr: "" });
  };
  await run("pull", ledger, "--base-url", service.baseUrl);
  await run("prepare", ledger, "--month", "2026-10", "--by", "Ada Obi", "--override", "Ticket 4711");
  await run("sign-off", ledger, "--month", "2026-10", "--by", "Ben Cole");
  return { service, ledger };
});

async function audit(month = "2026-10", own = join(temporaryFolder(), "own.tieout")) {
  const { ledger, service } = shared();
  const args = ["audit", ledger, "--month", month, "--own", own, "--base-url", service.baseUrl];
  const before = readFileSync(ledger);
  const json = await tieout([...args, "--json"], { env: CANARY_ENV });
  expect(readFileSync(ledger).equals(before)).toBe(true);
  return { ...json, own, text: async () => tieout(args, { env: CANARY_ENV }) };
}

/** Packs the signed month, and forgets that there is a ledger. */
async function packed(...flags: readonly string[]): Promise<string> {
  const out = join(temporaryFolder(), "October.tieout-proof.zip");
  const copy = join(temporaryFolder(), "client.tieout");
  copyFileSync(shared().ledger, copy);
  const args = ["pack", copy, "--month", "2026-10", "--out", out, ...flags];
  expect(await tieout(args)).toMatchObject({ status: 0, stderr: "" });
  return out;
}

async function auditPack(pack: string, ...flags: readonly string[]) {
  const args = ["audit", "--pack", pack, "--base-url", shared().service.baseUrl, ...flags];
  return tieout(args, { env: CANARY_ENV });
}

const reportOf = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout) as OwnPullReport;

test("every record is identical; what came after the month is none of it; the auditor's file proves by itself", async () => {
  const { service, ledger } = shared();
  service.records.entries = entries;
  service.records.transactions = transactions;
  const run = await audit();
  expect(run).toMatchObject({ status: 0, stderr: "" });
  const same = { signedOn: 4, identical: 4, movedOn: 0, changed: 0, vanished: 0, notReached: 0, appeared: 0 };
  expect(reportOf(run)).toMatchObject({
    schema: "tieout.audit/1",
    month: "2026-10",
    signed: { by: "Ben Cole" },
    entries: same,
    transactions: same,
    differences: [],
  });
  expect(run.stdout).not.toMatch(/Ms":/u);
  expect(run.stdout).toMatch(/"startedAt": "20[^"]+Z"/u);
  const { responses, head } = reportOf(run).ownPull;
  expect(responses.map(({ request }) => request)).toContain("GET /sandbox/index/transaction/fetch/all");
  expect(responses.every(({ sha256 }) => /^[0-9a-f]{64}$/u.test(sha256))).toBe(true);
  expect((await tieout(["verify", run.own, "--head", head])).status).toBe(0);
  const page = await run.text();
  expect(page.stdout).toContain(
    "October 2026 was signed on 8 records, all of them identical in this pull.\n\nPulled and compared by: ____",
  );
  expect(page.stdout).toContain(ledger);
  for (const secret of [CANARY.secretKey, CANARY.password]) expect(page.stdout).not.toContain(secret);
});

test("a pack is audited without its ledger, by the same page and to the same end", async () => {
  const { service } = shared();
  service.records.entries = entries;
  service.records.transactions = transactions;
  const pack = await packed();
  const whole = reportOf(await audit());
  const run = await auditPack(pack, "--json");
  expect(run).toMatchObject({ status: 0, stderr: "" });
  const { pack: read, ownPull: _, ...same } = reportOf(run);
  expect(same).toEqual({
    ...same,
    signed: whole.signed,
    ledger: whole.ledger,
    entries: whole.entries,
    transactions: whole.transactions,
    differences: [],
    decimals: whole.decimals,
  });
  expect(read).toMatchObject({
    claims: PACK_CLAIMS.length,
    withheld: [],
    notCompared: { records: 0, texts: 0 },
  });
  const own = pack.replace(".tieout-proof.zip", ", own pull.tieout");
  expect(existsSync(own)).toBe(true);
  const page = await auditPack(pack, "--head", read?.head.hash ?? "");
  expect(page.stdout).toContain(`Its SHA-256   ${read?.sha256}`);
  expect(page.stdout).toContain(
    `Its proof     ${read?.proven} of ${read?.claims} claims are proven, none is broken`,
  );
  expect(page.stdout).toContain(
    "8 records, all of them identical in this pull.\n\nPulled and compared by: ____",
  );
});

test("texts that a pack withholds are counted as not compared, and everything else is compared", async () => {
  const { service } = shared();
  const pack = await packed("--without", "names,phones,notes");
  const changed = { ...entries[1], description: "Other", balance: 1 } as (typeof entries)[number];
  const silent = { ...entries[2], description: null } as (typeof entries)[number];
  service.records.entries = [entries[0]!, changed, silent, entries[3]!];
  service.records.transactions = transactions.slice(0, 4);
  const run = await auditPack(pack, "--json");
  expect(run.status).toBe(1);
  const report = reportOf(run);
  expect(report.signed).toMatchObject({ by: null, linkSha256: null });
  expect(report.entries).toMatchObject({ signedOn: 4, identical: 2, changed: 2 });
  expect(report.transactions).toMatchObject({ signedOn: 4, identical: 4 });
  expect(report.differences.map(({ id, changes, isStated }) => [id, changes, isStated])).toEqual([
    [2, [{ field: "balance", before: 600, after: 1 }], false],
    [3, [{ field: "description", before: "(withheld)", after: null }], false],
  ]);
  expect(report.pack?.notCompared.records).toBe(7);
  const { stdout } = await auditPack(pack);
  expect(stdout).toContain(
    `Withheld, not compared: ${report.pack?.notCompared.texts} texts of 7 of 8 records.`,
  );
  expect(stdout).toContain("Signed        by withheld at");
});

test("a pack that is broken is refused before anything is pulled", async () => {
  const pack = await packed();
  const { requests } = shared().service;
  const before = requests.length;
  const other = await auditPack(pack, "--head", "0".repeat(64));
  expect(other).toMatchObject({ status: 2, stdout: "" });
  expect(other.stderr).toMatch(/^PACK_BROKEN: 1 claim of \d+ of the evidence pack is broken: Every link/u);
  expect(requests).toHaveLength(before);
  expect(existsSync(pack.replace(".tieout-proof.zip", ", own pull.tieout"))).toBe(false);
});

test("nothing is pulled into what it is compared with", async () => {
  const { ledger } = shared();
  const before = readFileSync(ledger);
  const run = await audit("2026-10", ledger);
  expect(run).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^USAGE: The pull goes into another/u),
  });
  expect(readFileSync(ledger).equals(before)).toBe(true);
});

test.each([
  [["audit"], "USAGE: Name the ledger"],
  [["audit", "a.tieout"], "USAGE: Name the month"],
  [["audit", "a.tieout", "--pack", "b.zip"], "USAGE: Give --pack without ledger"],
  [["audit", "--pack", "b.zip", "--month", "2026-10"], "USAGE: Give --pack without ledger"],
  [["audit", "a.tieout", "--month", "2026-10", "--head", "0".repeat(64)], "USAGE: Give --head with --pack"],
])("%j is refused in a sentence", async (args, sentence) => {
  const { status, stderr } = await tieout(args, { env: CANARY_ENV });
  expect(status).toBe(2);
  expect(stderr).toContain(sentence);
});

test("names what differs, of the month or before it, and whether the ledger says so by itself", async () => {
  const { service, ledger } = shared();
  const changed = { ...entries[1], description: "Other" } as (typeof entries)[number];
  const unpaid = { ...transactions[0], status: 2 } as (typeof transactions)[number];
  service.records.entries = [...entries.slice(0, 1), changed, ...entries.slice(3)];
  service.records.transactions = [unpaid, ...transactions.slice(1)];
  const unknown = await audit();
  expect(unknown.status).toBe(1);
  expect(reportOf(unknown)).toMatchObject({
    entries: { signedOn: 4, identical: 2, changed: 1, vanished: 1 },
    transactions: { signedOn: 4, identical: 3, movedOn: 1 },
    differences: [
      {
        record: "entry",
        id: 2,
        kind: "changed",
        changes: [{ field: "description" }],
        isOfMonth: true,
        isStated: false,
      },
      { record: "entry", id: 3, kind: "vanished", changes: [], isOfMonth: true, isStated: false },
    ],
  });

  expect(
    await tieout(["pull", ledger, "--full", "--base-url", service.baseUrl], { env: CANARY_ENV }),
  ).toMatchObject({
    status: 0,
  });
  const since = await auditPack(await packed(), "--json");
  expect(reportOf(since).differences).toEqual(reportOf(await audit()).differences);
  expect(since.status).toBe(0);
  const known = await audit();
  expect(known.status).toBe(0);
  expect(reportOf(known).differences.map(({ isStated }) => isStated)).toEqual([true, true]);
  expect((await known.text()).stdout).toContain(
    "October 2026 was signed on 8 records, 5 of them identical in this pull. 1 payment went on as payments do, and no amount moved. 2 records differ; the ledger says so since.",
  );

  const backDated = {
    ...transactions[4],
    payID: 9,
    payref: "PAY-9",
    dateCreatedAtMs: at(1),
    datePaidAtMs: null,
  };
  service.records.transactions = [...transactions, backDated as (typeof transactions)[number]];
  const appeared = await audit();
  expect(appeared.status).toBe(1);
  expect(reportOf(appeared).differences.at(-1)).toMatchObject({
    record: "transaction",
    id: 9,
    kind: "appeared",
    isStated: false,
  });
  const told = await auditPack(await packed(), "--json");
  expect(told.status).toBe(1);
  expect(reportOf(told).differences.at(-1)).toMatchObject({ id: 9, kind: "appeared", isStated: false });
});

test("writes the page to sign as a workbook of one sheet, and replaces no file", async () => {
  const { ledger, service } = shared();
  service.records.entries = entries;
  service.records.transactions = transactions;
  const folder = temporaryFolder();
  const out = join(folder, "page.xlsx");
  const args = ["audit", ledger, "--month", "2026-10", "--base-url", service.baseUrl, "--out", out];
  const own = join(folder, "own.tieout");
  const made = await tieout([...args, "--own", own], { env: CANARY_ENV });
  expect(made.stderr).toBe(`Wrote ${out}.\n`);
  const sheet = (await readXlsx(out)).sheets.get("Own pull");
  const texts = [...(sheet?.cells.values() ?? [])].map(({ value }) => value);
  expect(texts).toContain("P   October 2026: the auditor's own pull, compared with what was signed");
  expect(texts).toContain(
    reportOf(await tieout([...args.slice(0, -2), "--own", own, "--json"], { env: CANARY_ENV })).signed
      .linkSha256,
  );
  const again = await tieout([...args, "--own", own], { env: CANARY_ENV });
  expect(again).toMatchObject({ status: 2, stderr: expect.stringMatching(/^EXPORT_TARGET: /u) });
  const other = await tieout([...args.slice(0, -1), join(folder, "page.doc"), "--own", own], {
    env: CANARY_ENV,
  });
  expect(other.stderr).toMatch(/^USAGE: Name a file that ends with \.pdf or \.xlsx/u);
});

test("compares nothing with a month that is not signed, or with another user's pull", async () => {
  const open = await audit("2026-09");
  expect(open).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringMatching(/^CLOSE_STATE: September 2026 is not signed off/u),
  });

  const { service } = shared();
  const folder = temporaryFolder();
  const theirs = join(folder, "theirs.tieout");
  const of2 = (body: string) => body.replaceAll(/"userID":1\b/gu, '"userID":2');
  writeFileSync(join(folder, "user.json"), of2(userBody("none")));
  writeFileSync(join(folder, "wallet.json"), of2(walletBody(entries.slice(0, 4))));
  for (const args of [
    ["import", theirs, "--user", join(folder, "user.json"), "--wallet", join(folder, "wallet.json")],
    ["prepare", theirs, "--month", "2026-10", "--by", "Ada Obi", "--override", "Ticket 4711"],
    ["sign-off", theirs, "--month", "2026-10", "--by", "Ben Cole"],
  ])
    expect(await tieout(args)).toMatchObject({ status: 0, stderr: "" });
  const own = join(folder, "own.tieout");
  const other = await tieout(
    ["audit", theirs, "--month", "2026-10", "--own", own, "--base-url", service.baseUrl],
    { env: CANARY_ENV },
  );
  expect(other.stderr).toMatch(/^LEDGER_OTHER_USER: This pull is user 1's, and the ledger user 2's/u);
});
