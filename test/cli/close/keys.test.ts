/** `tieout key`, and signing with a key's file: made, enrolled, signed with, demanded, revoked, and what is refused. */
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { verifyPack as verifyInPage } from "../../../resources/verify/verify.ts";
import { keyFingerprint } from "../../../src/core/review/close/keys.ts";
import { IS_EXHAUSTIVE } from "../../helpers/exhaustive.ts";
import { partsOf } from "../../helpers/workbook/zip.ts";
import { readXlsx } from "../../helpers/workbook/xlsx.ts";
import { temporaryFolder, tieout, tieoutProcess } from "../../helpers/cli.ts";
import { ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";
import { PASSPHRASE, testKey, testKeyFile } from "../../helpers/ledgers/signing-keys.ts";
import { contentsOf } from "../../main/ledger/made.ts";

const ENV = { TIEOUT_PASSPHRASE: PASSPHRASE };
const MONTH = ["--month", "2026-10"];

async function done(args: readonly string[], env: Record<string, string> = ENV): Promise<string> {
  const run = await tieout(args, { env });
  expect(run).toMatchObject({ status: 0, stderr: "" });
  return run.stdout;
}

async function refused(
  ledger: string,
  args: readonly string[],
  env: Record<string, string> = ENV,
): Promise<string> {
  const rows = contentsOf(ledger);
  const run = await tieout(args, { env });
  expect(run).toMatchObject({ status: 2, stdout: "" });
  expect(contentsOf(ledger)).toBe(rows);
  return run.stderr;
}

async function enrolled() {
  const ledger = await ledgerToReview();
  const folder = dirname(ledger);
  const ada = ["--by", "Ada Obi", "--sign-with", await testKeyFile(folder, testKey(1))];
  const ben = ["--by", "Ben Cole", "--sign-with", await testKeyFile(folder, testKey(2))];
  await done(["key", "enrol", ledger, ...ada]);
  await done(["key", "enrol", ledger, ...ben, "--note", "Compared by phone"]);
  return { ledger, folder, ada, ben };
}

test.runIf(IS_EXHAUSTIVE)(
  "processes of their own make a key, enrol it and sign a month with it; the file is its owner's alone and encrypted",
  async () => {
    const ledger = await ledgerToReview();
    const folder = dirname(ledger);
    const file = join(folder, "ada.tieout-key");
    const env = { ...ENV, TIEOUT_KEY_FILE: file };
    const made = await tieoutProcess(["key", "new", file], { env });
    expect(made).toMatchObject({ status: 0, stderr: "" });
    const [, print, key] =
      /^The key is in .*\nFingerprint {2}([0-9a-f ]{39})\nPublic key {3}([0-9a-f]{64})\n$/u.exec(
        made.stdout,
      ) ?? [];
    expect(key?.slice(0, 32)).toBe(print?.replaceAll(" ", ""));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(file);
    expect(bytes.toString("latin1", 0, 22)).toBe("age-encryption.org/v1\n");
    expect(bytes.includes("PRIVATE KEY")).toBe(false);
    expect(readdirSync(folder).toSorted()).toEqual(["ada.tieout-key", "wallet.tieout"]);

    const enrolment = await tieoutProcess(["key", "enrol", ledger, "--by", "Ada Obi"], { env });
    expect(enrolment.stdout).toMatch(
      /^Ada Obi has the key [0-9a-f ]{39} since link \d+, and signed 1 link with it/u,
    );
    const ben = { ...ENV, TIEOUT_KEY_FILE: await testKeyFile(folder, testKey(2)) };
    const by = ["--by", "Ben Cole"];
    expect(await tieoutProcess(["key", "enrol", ledger, ...by], { env: ben })).toMatchObject({ status: 0 });
    const prepare = ["prepare", ledger, ...MONTH, ...by, "--override", "As it is"];
    expect(await tieoutProcess(prepare, { env: ben })).toMatchObject({ status: 0, stderr: "" });
    const proof = await done(["verify", ledger], {});
    expect(proof).toContain(`Ada Obi has the key ${print} since link `);
    expect(proof).toContain("All 3 acts of people are signed with a key.\n");
  },
);

test("a month is prepared, signed off and reopened with keys, and verify says who signed with which", async () => {
  const { ledger, ada, ben } = await enrolled();
  await done(["prepare", ledger, ...MONTH, ...ada, "--override", "As it is"]);
  await done(["sign-off", ledger, ...MONTH, ...ben]);
  await done(["reopen", ledger, ...MONTH, ...ada, "--reason", "One more question"]);
  await done(["tick", ledger, ...MONTH, "--step", "1", "--note", "Looked", "--by", "Cy Dee"], {});

  const text = await done(["verify", ledger], {});
  expect(text).toMatch(
    /\nAda Obi has the key [0-9a-f ]+ since link \d+, and signed 3 links with it, the last of them link \d+\.\n/u,
  );
  expect(text).toMatch(
    /\nBen Cole has the key [0-9a-f ]+ since link \d+, and signed 2 links with it, the last of them link \d+\.\n/u,
  );
  expect(text).toMatch(/\n5 of 6 acts of people are signed with a key, the others by name only\.\n$/u);
  const { signatures } = JSON.parse(await done(["verify", ledger, "--json"], {})) as { signatures: object };
  const listed = JSON.parse(await done(["key", "list", ledger, "--json"], {})) as object;
  expect(listed).toEqual({ schema: "tieout.keys/1", ...signatures });
  expect(signatures).toMatchObject({
    acts: 6,
    withKey: 5,
    demanded: false,
    keys: [
      { key: testKey(1).key, name: "Ada Obi", revoked: null },
      { key: testKey(2).key, name: "Ben Cole", revoked: null },
    ],
  });
  expect(await done(["key", "list", ledger], {})).toContain("5 of 6 acts of people are signed with a key");
});

test("workbook, binder, pack and letter say with which keys the month was prepared and signed", async () => {
  const { ledger, folder, ada, ben } = await enrolled();
  const [adas, bens] = [testKey(1), testKey(2)].map(({ key }) => keyFingerprint(key)) as [string, string];
  await done([
    "review",
    ledger,
    ...MONTH,
    "--rule",
    "chain-break",
    "--status",
    "raised",
    "--note",
    "Ask",
    ...ada,
  ]);
  const letter = join(folder, "letter.docx");
  await done(["letter", ledger, ...MONTH, "--out", letter, "--from", "Obi, Ada", ...ada]);
  const document = partsOf(readFileSync(letter)).find(({ name }) => name === "word/document.xml");
  expect(document?.bytes.toString().split(`Obi, Ada, key ${adas}`)).toHaveLength(3);

  await done(["prepare", ledger, ...MONTH, ...ada, "--override", "As it is"]);
  await done(["sign-off", ledger, ...MONTH, ...ben]);
  const signed = `Prepared by Ada Obi, key ${adas}. Signed off by Ben Cole, key ${bens}`;
  const workbook = join(folder, "October.xlsx");
  await done(["export", ledger, ...MONTH, "--out", workbook], {});
  const { sheets } = await readXlsx(workbook);
  const textsOf = (sheet: string) =>
    Array.from(sheets.get(sheet)?.cells.values() ?? [], ({ value }) => String(value));
  const lead = textsOf("Lead");
  for (const start of [`Prepared by Ada Obi, key ${adas}.`, `Signed off by Ben Cole, key ${bens}, who took`])
    expect(lead.some((text) => text.startsWith(start))).toBe(true);
  const trail = textsOf("Audit");
  for (const by of [`Ada Obi, key ${adas}`, `Ben Cole, key ${bens}`]) expect(trail).toContain(by);

  const pack = join(folder, "October.zip");
  await done(["pack", ledger, ...MONTH, "--out", pack], {});
  const binder = partsOf(readFileSync(pack)).find(({ name }) => name === "binder.html");
  for (const print of [`Ada Obi, key ${adas}`, `Ben Cole, key ${bens}`])
    expect(binder?.bytes.toString()).toContain(print);
  expect(await done(["verify", "--pack", pack], {})).toContain(`\n${signed}.\n`);
  const { signers } = JSON.parse(await done(["verify", "--pack", pack, "--json"], {})) as { signers: object };
  expect(signers).toEqual({
    prepared: { by: "Ada Obi", key: testKey(1).key },
    signed: { by: "Ben Cole", key: testKey(2).key },
  });
  const { signers: inPage } = await verifyInPage(new Blob([new Uint8Array(readFileSync(pack))]));
  expect(inPage).toEqual(Object.values(signers));
});

test("a ledger without keys says that its acts are signed by name only", async () => {
  const ledger = await ledgerToReview();
  expect(await done(["key", "list", ledger], {})).toBe("No key is enrolled. Make one with tieout key new.\n");
  await done(["tick", ledger, ...MONTH, "--step", "1", "--note", "Looked", "--by", "Cy Dee"], {});
  expect(await done(["verify", ledger], {})).toMatch(
    /\nThe one act of a person is signed by name only\.\n$/u,
  );
  await done(["tick", ledger, ...MONTH, "--step", "2", "--note", "Looked", "--by", "Cy Dee"], {});
  expect(await done(["key", "list", ledger], {})).toContain(
    "\nAll 2 acts of people are signed by name only.\n",
  );
});

test("each way in which a key is wrong is refused in a sentence with its code", async () => {
  const { ledger, folder, ada, ben } = await enrolled();
  const tick = ["tick", ledger, ...MONTH, "--step", "1", "--note", "Looked"];
  const file = ada.at(-1) ?? "";
  expect(await refused(ledger, [...tick, "--by", "Ada Obi"], {})).toMatch(
    /^KEY_MISSING: Ada Obi signs with the key [0-9a-f ]+ in this ledger, and this is not signed with it\. /u,
  );
  expect(await refused(ledger, [...tick, "--by", "Cy Dee", "--sign-with", file])).toMatch(
    /^KEY_OTHER_NAME: The key [0-9a-f ]+ is that of Ada Obi, not of Cy Dee\. /u,
  );
  expect(await refused(ledger, [...tick, ...ada], { TIEOUT_PASSPHRASE: "other words than those" })).toMatch(
    /^KEY_SEALED: The passphrase does not open the key \(.*tieout-key\)\. /u,
  );
  expect(await refused(ledger, [...tick, ...ada], {})).toMatch(
    /^USAGE: There is no passphrase\. Set TIEOUT_PASSPHRASE/u,
  );
  expect(await refused(ledger, [...tick, "--by", "Cy Dee", "--sign-with", join(folder, "none")])).toMatch(
    /^KEY_FILE: The key's file was not found \(.*none\)\. Check its path\./u,
  );
  const unknown = await testKeyFile(folder, testKey(3));
  expect(await refused(ledger, [...tick, "--by", "Cy Dee", "--sign-with", unknown])).toMatch(
    /^KEY_UNKNOWN: The key [0-9a-f ]+ is not enrolled in this ledger\. /u,
  );
  await done(["key", "demand", ledger, ...ben, "--from-month", "2026-10", "--note", "As agreed"]);
  expect(await done(["key", "list", ledger], {})).toContain(
    "This ledger demands keys for October 2026 and later months.",
  );
  expect(JSON.parse(await done(["key", "list", ledger, "--json"], {}))).toMatchObject({
    demanded: true,
    demandedFrom: "2026-10",
  });
  expect(await refused(ledger, [...tick, "--by", "Cy Dee"], {})).toMatch(
    /^KEY_DEMANDED: This ledger demands keys for October 2026 and later months, and Cy Dee has none/u,
  );
  await done(["key", "demand", ledger, ...ben, "--off", "--note", "For all instead"]);
  await done(["key", "demand", ledger, ...ben, "--note", "From now on"]);
  expect(await refused(ledger, [...tick, "--by", "Cy Dee"], {})).toMatch(
    /^KEY_DEMANDED: This ledger demands keys, and Cy Dee has none that is in force\. /u,
  );
  await done([
    "key",
    "revoke",
    ledger,
    "--fingerprint",
    testKey(1).key.slice(0, 8),
    ...ben,
    "--note",
    "Stolen",
  ]);
  expect(await refused(ledger, [...tick, ...ada])).toMatch(
    /^KEY_REVOKED: The key [0-9a-f ]+ of Ada Obi was revoked at link \d+\. /u,
  );
  expect(await done(["key", "list", ledger], {})).toMatch(
    /\nThe key [0-9a-f ]+ of Ada Obi was revoked at link \d+ by Ben Cole: Stolen\.\n/u,
  );
  await done(["key", "demand", ledger, "--off", ...ben, "--note", "The client keeps it"]);
  await done([...tick, "--by", "Cy Dee"], {});
  expect(await tieout(["verify", ledger])).toMatchObject({ status: 0 });
});

test("a key's file that is cut, holds something else, is there already or can be read by others is refused", async () => {
  const ledger = await ledgerToReview();
  const folder = temporaryFolder();
  const key = testKey(1);
  const file = await testKeyFile(folder, key);
  const enrol = async (path: string) =>
    refused(ledger, ["key", "enrol", ledger, "--by", "Ada Obi", "--sign-with", path]);
  const bytes = readFileSync(file);
  for (const [name, cut] of [
    ["head", 60],
    ["body", bytes.length - 5],
  ] as const) {
    const path = join(folder, name);
    writeFileSync(path, bytes.subarray(0, cut), { mode: 0o600 });
    expect(await enrol(path)).toMatch(
      /^KEY_FILE: The key's file is no file of tieout key new, is cut short, or was changed/u,
    );
  }
  expect(await enrol(await testKeyFile(temporaryFolder(), key, "no key"))).toMatch(
    /^KEY_FILE: The key's file holds no Ed25519 key/u,
  );
  const open = join(folder, "open");
  writeFileSync(open, bytes, { mode: 0o644 });
  expect(await enrol(open)).toMatch(/^KEY_FILE: The key's file can be read by other users .*chmod 600 FILE/u);
  expect(await enrol(folder)).toMatch(/^KEY_FILE: The key's file is not a file/u);
  expect(await tieout(["key", "new", file], { env: { TIEOUT_PASSPHRASE: "short" } })).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^PASSPHRASE_INVALID/u) as string,
  });
  expect(await done(["key", "show", file])).toBe(
    `Fingerprint  ${key.key.slice(0, 32).replaceAll(/(.{4})(?!$)/gu, "$1 ")}\nPublic key   ${key.key}\n`,
  );
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

test("neither passphrase nor key is taken from an argument, or is in any output", async () => {
  const { ledger, ada } = await enrolled();
  const given = await tieout(
    ["tick", ledger, ...MONTH, "--step", "1", "--note", "Looked", ...ada, `--passphrase=${PASSPHRASE}`],
    { env: ENV },
  );
  expect(given.stderr).toMatch(/^USAGE: A passphrase is never taken from arguments/u);
  const run = await tieout(["tick", ledger, ...MONTH, "--step", "1", "--note", "Looked", ...ada], {
    env: ENV,
  });
  expect(run.status).toBe(0);
  const secrets = ["01".repeat(32), PASSPHRASE];
  for (const text of [run.stdout, readFileSync(ledger, "latin1")])
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});
