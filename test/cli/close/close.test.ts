import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { remedyFor } from "../../../src/core/remedies.ts";
import { takeLock } from "../../../src/main/ledger/file/lock.ts";
import { pullIntoLedger } from "../../../src/main/services/pull/pull.ts";
import { type Sandbox, startSandbox } from "../../../sandbox/generate/generate-world.ts";
import { temporaryFolder, tieout, tieoutProcess } from "../../helpers/cli.ts";
import { brokenWallet, importWallet } from "../../helpers/ledgers/review-ledger.ts";
import { wallet } from "../../helpers/records.ts";
import { CANARY, startService } from "../../helpers/service.ts";
import { type Payload, rewriteTrail } from "../../helpers/ledgers/rewritten-trail.ts";
import { signMonth } from "../../helpers/ledgers/signing.ts";
import { tamper } from "../../main/ledger/made.ts";

/** As the clients' ledgers were pulled first. */
const CONTEXT = { now: () => Date.UTC(2026, 8, 3), appVersion: "test" };

async function sandbox(seed: number, faults: "none" | "default"): Promise<Sandbox> {
  const running = await startSandbox({ entries: 300, seed, faults });
  onTestFinished(async () => running.stop());
  return running;
}

const credentialsOf = ({ secretKey, appId, phone, password }: Sandbox) => ({
  secretKey,
  appId,
  phone,
  password,
});

/** A client's ledger in the practice's folder, pulled once, with its credentials beside it. */
async function client(folder: string, name: string, { baseUrl, ...service }: Sandbox): Promise<string> {
  const ledger = join(folder, `${name}.tieout`);
  const credentials = credentialsOf({ baseUrl, ...service });
  const place = { baseUrl, pathPrefix: "/sandbox/index", authForm: "key" } as const;
  await pullIntoLedger({ ledger, service: place, credentials, history: { kind: "full" } }, CONTEXT);
  const file = join(folder, `${name}.credentials.json`);
  writeFileSync(file, JSON.stringify({ baseUrl, ...credentials }), { mode: 0o600 });
  return ledger;
}

const workbooks = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".xlsx"));

/** A pull's link that says in all its fields that the pull came from an address. */
function fromAddress(payload: Payload, baseUrl: string): Payload {
  const bodies = (payload["bodies"] as Payload[]).map((body) => ({
    ...body,
    provenance: { ...(body["provenance"] as Payload), origin: baseUrl },
  }));
  return { ...payload, baseUrl, bodies };
}

describe("tieout close", () => {
  test("closes each ledger of the folder in turn: one line each even when another fails, then the totals", async () => {
    const folder = temporaryFolder();
    const out = temporaryFolder();
    const [whole, faulty] = [await sandbox(4, "none"), await sandbox(3, "default")];
    await client(folder, "Harbour", whole);
    await client(folder, "Quay", faulty);
    const locked = await client(folder, "Locked", whole);
    copyFileSync(locked, join(folder, "No credentials.tieout"));
    writeFileSync(join(folder, "Broken.tieout"), "no ledger");
    const damaged = readFileSync(locked);
    damaged.fill(0xff, 4096, 4096 * 12);
    writeFileSync(join(folder, "Damaged.tieout"), damaged);
    await importWallet(join(folder, "imported.tieout"), brokenWallet(9));
    // None of these is a ledger of the folder's.
    copyFileSync(locked, join(folder, "._Harbour.tieout"));
    copyFileSync(locked, join(folder, "Harbour.tieout.new"));
    copyFileSync(locked, join(folder, "Harbour.tieout.schema-3.backup"));
    copyFileSync(locked, join(folder, "Harbour before restore 2026-11-21 120000.tieout"));
    mkdirSync(join(folder, "Old.tieout"));
    copyFileSync(locked, join(folder, "Old.tieout", "Older.tieout"));
    const lock = takeLock(locked, "Tieout 9.9", Date.UTC(2026, 10, 1));
    onTestFinished(() => lock.release());

    const run = await tieoutProcess(["close", "--month", "2026-08", folder, "--out", out]);
    expect([run.status, run.stderr]).toEqual([
      2,
      `LEDGER_FOREIGN: 4 of 7 ledgers failed. The first is Broken.tieout: The file is not a Tieout ledger. ${remedyFor("LEDGER_FOREIGN")} The others' lines say why they failed (LEDGER_CORRUPT, LEDGER_LOCKED, SECRET_MISSING).\n`,
    ]);
    expect(run.stdout.replace(/process \d+ on [^)]+/u, "process N on HOST")).toBe(
      [
        "Broken.tieout: LEDGER_FOREIGN: The file is not a Tieout ledger.",
        "Damaged.tieout: LEDGER_CORRUPT: The ledger is damaged.",
        "Harbour.tieout: Preliminary, not signed off. Clean: entries and payments prove the stated balance, and nothing is unresolved. August 2026 ties out. No undecided errors. Pull: no new entries; no new transactions. Wrote Harbour 2026-08.xlsx.",
        "Locked.tieout: LEDGER_LOCKED: The ledger is open in Tieout 9.9 (process N on HOST) since 2026-11-01 00:00:00 UTC.",
        "No credentials.tieout: SECRET_MISSING: The secret key and the app id are missing.",
        "Quay.tieout: Preliminary, not signed off. No conclusion yet: errors wait for a decision; so far entries and payments prove NGN 22,736,227, not the stated 24,249,465, and the other stated balances. August 2026: the stated balance is 2,097,802 NGN too high across 9 entries. 7 of 22 causes explain it. One unapproved entry (584,564 NGN) is not in the balance yet. 36 other errors, 12 warnings. 45 undecided errors. Pull: no new entries, 1 changed since the last pull, 2 duplicates ignored; no new transactions, 2 duplicates ignored. Wrote Quay 2026-08.xlsx.",
        "imported.tieout: Preliminary, not signed off. Clean: entries and payments prove the stated balance, and nothing is unresolved. August 2026 has no entries: there is nothing to tie out. No undecided errors. Not pulled, because it was only ever imported. Wrote imported 2026-08.xlsx.",
        "7 ledgers: 2 without undecided errors, 1 with 45 undecided errors, 4 failed.",
        "Not compared: the records with their stored responses. `tieout verify` compares them.",
        "",
      ].join("\n"),
    );
    expect(workbooks(out)).toEqual(["Harbour 2026-08.xlsx", "Quay 2026-08.xlsx", "imported 2026-08.xlsx"]);
    expect(workbooks(folder)).toEqual([]);
    for (const { secretKey, password } of [whole, faulty]) {
      expect(run.stdout + run.stderr).not.toContain(secretKey);
      expect(run.stdout + run.stderr).not.toContain(password);
    }
  }, 180_000);

  test("exits 1 when only errors are undecided and 0 when none are, and reports both as JSON", async () => {
    const folder = temporaryFolder();
    const ledger = join(folder, "imported.tieout");
    await importWallet(ledger, brokenWallet(9));
    const undecided = await tieout(["close", "--month", "2026-10", folder, "--json"]);
    expect(undecided).toMatchObject({ status: 1, stderr: "" });
    expect(JSON.parse(undecided.stdout)).toEqual({
      schema: "tieout.close/1",
      notCompared: "the records with their stored responses",
      ledgers: [
        {
          ledger: "imported.tieout",
          month: "2026-10",
          pulled: null,
          notPulled: "Not pulled, because it was only ever imported.",
          shows: "As of now, after import 1, 2026-11-02",
          conclusion:
            "Preliminary, not signed off. No conclusion yet: errors wait for a decision; so far entries and payments prove 1,450, not the stated 1,459.",
          verdict: "October 2026: the stated balance is 9 too high at 1 entry. 1 other error, 1 warning.",
          undecidedErrors: 2,
          state: "open",
          prepared: null,
          changes: 0,
          effects: [],
          lastLooks: {
            newest: { pullId: 1, oldest: { walletID: 1, at: "2026-10-01T01:00:00.000Z" } },
            months: [],
          },
          workbook: "imported 2026-10.xlsx",
          left: [],
          failure: null,
        },
      ],
      totals: { ledgers: 1, withoutUndecidedErrors: 0, undecided: 1, undecidedErrors: 2, failed: 0 },
    });
    expect(workbooks(folder)).toEqual(["imported 2026-10.xlsx"]);
    const none = await tieout(["close", "--month", "2026-08", folder, "--no-pull"]);
    expect(none).toMatchObject({ status: 0, stderr: "" });
    expect(none.stdout).toMatch(
      /^imported\.tieout: .* Not pulled\. Wrote imported 2026-08\.xlsx\.\n1 ledger: 1 without undecided errors, /u,
    );
    writeFileSync(join(folder, "imported 2026-08.xlsx"), "PK\u0003\u0004 with a reviewer's ticks");
    const beside = await tieout(["close", "--month", "2026-08", folder, "--no-pull"]);
    expect(beside.stdout).toContain(
      " Wrote imported 2026-08 (2).xlsx. Left unchanged because it was edited: imported 2026-08.xlsx.\n",
    );
    const last = await tieout(["close", "--month", "last", folder, "--no-pull"]);
    expect(last.stdout).toMatch(/ Wrote imported \d{4}-\d{2}\.xlsx\.\n/u);
  });

  test("takes a client's credentials only from its own file, or from the environment where it has none", async () => {
    const folder = temporaryFolder();
    const secrets = temporaryFolder();
    const service = await sandbox(4, "none");
    await client(folder, "Harbour", service);
    const { secretKey, appId, phone, password } = service;
    const env = {
      TIEOUT_SECRET_KEY: secretKey,
      TIEOUT_APP_ID: appId,
      TIEOUT_PHONE: phone,
      TIEOUT_PASSWORD: password,
    };
    const unaddressed = ["close", "--month", "2026-08", folder, "--credentials", secrets];
    const close = [...unaddressed, "--base-url", service.baseUrl];
    expect((await tieout(unaddressed, { env })).stdout).toContain(
      "Harbour.tieout: USAGE: Credentials from the environment need an address. Add --base-url.",
    );
    expect((await tieout(close, { env })).stdout).toContain("Pull: no new entries");
    const asFile = await tieout([
      "close",
      "--month",
      "2026-08",
      folder,
      "--credentials",
      join(folder, "Harbour.tieout"),
    ]);
    expect([asFile.status, asFile.stdout, asFile.stderr]).toEqual([
      2,
      "",
      "USAGE: --credentials takes the folder with NAME.credentials.json of each ledger. See --help.\n",
    ]);
    // Nor are they another client's where the client's own are behind a link that leads nowhere, or open to others.
    const own = join(secrets, "Harbour.credentials.json");
    symlinkSync("nowhere.json", own);
    expect((await tieout(close, { env })).stdout).toContain(
      "SECRET_FILE: The credentials file was not found",
    );
    rmSync(own);
    writeFileSync(own, JSON.stringify({ secretKey, appId }), { mode: 0o644 });
    expect((await tieout(close, { env })).stdout).toContain(
      "SECRET_FILE: The credentials file can be read by other users",
    );
    rmSync(own);
    // A half that the file leaves open is not another client's half.
    writeFileSync(join(secrets, "Harbour.credentials.json"), JSON.stringify({ secretKey }), { mode: 0o600 });
    expect((await tieout(close, { env })).stdout).toContain("SECRET_MISSING: The app id is missing.");
    writeFileSync(own, JSON.stringify({ secretKey, appId }));
    expect((await tieout(unaddressed)).stdout).toContain(
      "SECRET_FILE: The credentials file names no address. Add baseUrl to it, or give --base-url",
    );
    writeFileSync(own, JSON.stringify({ secretKey, appId, baseUrl: "https://other.example" }));
    expect((await tieout(close)).stdout).toContain(
      `SECRET_FILE: The credentials file is for https://other.example, not for ${service.baseUrl}`,
    );
    writeFileSync(own, JSON.stringify({ secretKey, appId, auth: "bearer", pathPrefix: "/elsewhere" }));
    expect((await tieout(close)).stdout).toMatch(/^Harbour\.tieout: (NET|AUTH|SERVICE|LOGIN)_/u);
  });

  test("says which signed month a routine pull did not reach, and reads all of it with --full", async () => {
    const folder = temporaryFolder();
    const ledger = join(folder, "Pier.tieout");
    const hourly = wallet(
      Array.from({ length: 1700 }, () => 10),
      (at) => ({ dateCreatedAtMs: Date.UTC(2026, 7, 1, at) }),
    );
    const service = await startService({ entries: hourly.slice(0, 1600), transactions: [] });
    const { baseUrl } = service;
    const { secretKey, appId } = CANARY;
    const credentials = join(folder, "Pier.credentials.json");
    writeFileSync(credentials, JSON.stringify({ baseUrl, secretKey, appId }), { mode: 0o600 });
    const pull = ["pull", ledger, "--credentials", credentials];
    expect((await tieout(pull)).stdout).not.toContain("Note:");
    await signMonth(ledger, "2026-08");
    // The month is not what was signed, further back than a routine pull asks.
    service.records.entries = hourly.map((one) => (one.walletID === 700 ? { ...one, debit: 15 } : one));
    const reach = (id: number) =>
      new RegExp(
        String.raw`Pull ${id} asked for no entries before 2026-09-20 \(walletID 1201\): August 2026, signed off, was last covered in full by pull 1 of \d{4}-\d\d-\d\d\. `,
        "u",
      );
    const close = ["close", "--month", "2026-08", folder];
    const routine = await tieout(close);
    expect(routine.stdout).toMatch(reach(2));
    expect(routine.stdout).toContain(". --full covers everything. Wrote Pier 2026-08.xlsx.");
    const pulled = (await tieout(pull)).stdout;
    expect(pulled).toMatch(reach(3));
    expect(pulled).toContain(". tieout pull --full covers everything.\n");
    const full = await tieout([...close, "--full"]);
    expect(full.stdout).toContain("Signed off, 1 change since.");
    expect(full.stdout).not.toContain("asked for no entries");
    const zone = ["settings", ledger, "--time-zone", "Asia/Tokyo", "--by", "Ada Obi", "--note", "As agreed"];
    await tieout(zone);
    const verdict = (await tieout(["check", ledger, "--month", "2026-08"])).stdout.split("\n")[3] ?? "";
    const again = (await tieout([...close, "--no-pull"])).stdout;
    expect(again).toContain("Signed off, 2 changes since.");
    // As every place shows the month now, under the zone of now.
    expect(again).toContain(verdict.replace(/; none reviewed\.$/u, "."));
    await tieout(["settings", ledger, "--time-zone", "UTC", "--by", "Ada Obi", "--note", "As before"]);
    const back = await tieout([...pull, "--full", "--json"]);
    expect(JSON.parse(back.stdout)).toMatchObject({
      schema: "tieout.pull/1",
      pullId: 5,
      signedChanges: [],
      drifted: [],
      lastLooks: { months: [{ month: "2026-08", lookedAtWholeBy: 5 }] },
    });
    service.records.entries = hourly;
    expect((await tieout([...pull, "--full"])).stdout).toMatch(
      /^Note: August 2026 is signed off\. Since then: 2 new exceptions; closing unchanged\.\nNote: tieout restatements lists each change\.$/mu,
    );
    expect((await tieout([...close, "--full", "--no-pull"])).stderr).toMatch(/^USAGE: /u);
  }, 60_000);

  describe("case 90: sends nothing to a ledger's changed address", () => {
    const env = { TIEOUT_SECRET_KEY: CANARY.secretKey, TIEOUT_APP_ID: CANARY.appId };

    /** A pulled ledger with its credentials beside it, and another service on loopback that counts what it is asked. */
    async function stolen() {
      const folder = temporaryFolder();
      const records = { entries: wallet([100, 20]), transactions: [] };
      const [own, other] = [await startService(records), await startService(records)];
      const ledger = join(folder, "Pier.tieout");
      await tieout(["pull", ledger, "--base-url", own.baseUrl], { env });
      const { secretKey, appId } = CANARY;
      const file = join(folder, "Pier.credentials.json");
      writeFileSync(file, JSON.stringify({ baseUrl: own.baseUrl, secretKey, appId }), { mode: 0o600 });
      own.requests.length = 0;
      return { close: ["close", "--month", "2026-10", folder], ledger, file, own, other };
    }

    test("when only the table was edited and the trail disagrees", async () => {
      const { close, ledger, file, own, other } = await stolen();
      tamper(ledger, `UPDATE pull SET base_url = '${other.baseUrl}'`);
      const mismatch = "Pier.tieout: AUDIT_MISMATCH: The row's base_url differs from link 2";
      expect((await tieout(close)).stdout).toContain(mismatch);
      rmSync(file);
      const given = await tieout([...close, "--base-url", own.baseUrl], { env });
      expect(given.stdout).toContain(mismatch);
      expect([own.requests, other.requests]).toEqual([[], []]);
    });

    test("when the trail was broken by the edit", async () => {
      const { close, ledger, own, other } = await stolen();
      const swap = `base_url = '${other.baseUrl}'`;
      tamper(
        ledger,
        `UPDATE pull SET ${swap}; UPDATE audit SET payload = replace(payload, '${own.baseUrl}', '${other.baseUrl}')`,
      );
      expect((await tieout(close)).stdout).toContain("Pier.tieout: AUDIT_BROKEN: ");
      expect([own.requests, other.requests]).toEqual([[], []]);
    });

    test("when the trail was rewritten: the credentials are for another address", async () => {
      const { close, ledger, file, own, other } = await stolen();
      rewriteTrail(
        ledger,
        (payload, kind) => (kind === "pull" ? fromAddress(payload, other.baseUrl) : payload),
        (db) => db.exec(`UPDATE pull SET base_url = '${other.baseUrl}'`),
      );
      const elsewhere = `Pier.tieout: SECRET_MISSING: The ledger was last pulled from ${other.baseUrl}, but the credentials are for ${own.baseUrl}. Nothing was sent`;
      expect((await tieout(close)).stdout).toContain(elsewhere);
      rmSync(file);
      const given = await tieout([...close, "--base-url", own.baseUrl], { env });
      expect(given.stdout).toContain(elsewhere);
      expect([own.requests, other.requests]).toEqual([[], []]);
    });
  });

  test("reports a wrong call in one line", async () => {
    const folder = temporaryFolder();
    const refusals = [
      [["close", "--month", "2026-10", folder], "LEDGER_NOT_FOUND: There is no ledger in the folder"],
      [["close", "--month", "2026-10", join(folder, "none")], "LEDGER_NOT_FOUND: There is no such folder"],
      [["close", "--month", "lately", folder], "USAGE: --month takes a month such as 2026-10"],
    ] as const;
    for (const [args, words] of refusals) {
      const run = await tieout(args);
      expect(run).toMatchObject({ status: 2, stdout: "" });
      expect(run.stderr).toContain(words);
      expect(run.stderr.split("\n")).toHaveLength(2);
    }
  });
});

describe("a month of one ledger", () => {
  test("warns on reopening that the next month starts from its closing", async () => {
    const ledger = join(temporaryFolder(), "wallet.tieout");
    await importWallet(ledger, brokenWallet(0));
    for (const month of ["2026-09", "2026-10"]) await signMonth(ledger, month);
    const step = ["--by", "Bola Ade", "--reason", "One entry was restated"];
    expect((await tieout(["reopen", ledger, "--month", "2026-09", ...step])).stdout).toContain(
      "\nNote: October 2026 is signed off, and its opening is the closing of September 2026.\n",
    );
    expect((await tieout(["reopen", ledger, "--month", "2026-10", ...step])).stdout).not.toContain("Note:");
  });

  test("lists, prepares with an override, signs by another person, lists again and reopens", async () => {
    const ledger = join(temporaryFolder(), "wallet.tieout");
    await importWallet(ledger, brokenWallet(9));
    const empty = await tieout(["months", ledger]);
    expect(empty).toEqual({
      status: 0,
      stderr: "",
      stdout: "2026-10  open        not over at the latest pull\n2026-09  open\n",
    });
    const refused = await tieout(["prepare", ledger, "--month", "2026-10", "--by", "Ada Obi"]);
    expect(refused).toMatchObject({ status: 2, stdout: "" });
    expect(refused.stderr).toMatch(
      /^CLOSE_REFUSED: October 2026 cannot be prepared: 2 errors are undecided[^\n]*\. Nothing was written\. Decide on the errors with `tieout review`\. [^\n]*`--override`[^\n]*\n$/u,
    );
    const overriding = ["--override", "Ticket 4711\nand 4712"];
    const prepared = await tieout([
      "prepare",
      ledger,
      "--month",
      "2026-10",
      "--by",
      "Ada Obi",
      ...overriding,
    ]);
    expect(masked(prepared.stdout)).toBe(
      [
        "October 2026 is with the reviewer.",
        "  Prepared by Ada Obi, WHEN: Ticket 4711",
        "    and 4712",
        "    Run 1, SHA-256 of the check, excluding decisions: HASH",
        "    0 of 2 errors decided; 1 warning open; user 1 closes at 1,459",
        "    Overridden: 2 errors are undecided",
        "    Overridden: The latest time in the records is 2026-10-21 00:00:00 UTC, before the month ended",
        "  The rows of 1 pull agree with its stored responses.",
        "Conclusion: Preliminary, not signed off. Qualified: entries and payments prove 1,450, not the stated 1,459, except as follows.",
        "  99 undecided in no stated currency.",
        "  Not met: No error was overridden when the month was prepared.",
        "  Not met: The newest pull is later than the period's end.",
        "  5 of 6 steps are not done.",
        "  1 of 1 closing balance is not confirmed.",
        "  September 2026 is not signed off: the opening rests on the records as pulled.",
        "",
      ].join("\n"),
    );
    const same = await tieout(["sign-off", ledger, "--month", "2026-10", "--by", "ADA OBI"]);
    expect(same.stderr).toMatch(/^CLOSE_SAME_PERSON: [^\n]+\n$/u);
    const signed = await tieout(["sign-off", ledger, "--month", "2026-10", "--by", "Bola Ade", "--json"]);
    expect(JSON.parse(signed.stdout)).toMatchObject({
      schema: "tieout.months/1",
      months: [
        {
          month: "2026-10",
          state: "signed-off",
          steps: [{ step: "prepare" }, { step: "sign-off" }],
          statement: {
            moment: { is: "signed", by: "Bola Ade" },
            conclusion: "qualified",
            currencies: [{ closing: 1459, proven: 1450 }],
          },
        },
      ],
    });
    const reason = ["--reason", "One entry was restated"];
    const reopened = await tieout(["reopen", ledger, "--month", "2026-10", "--by", "Bola Ade", ...reason]);
    expect(masked(reopened.stdout)).toBe(
      "October 2026 is open.\n  Reopened by Bola Ade, WHEN: One entry was restated\n",
    );
    const after = await tieout(["months", ledger]);
    expect(masked(after.stdout)).toBe(
      [
        "2026-10  open        not over at the latest pull",
        "         Prepared by Ada Obi, WHEN: Ticket 4711",
        "           and 4712",
        "           Run 1, SHA-256 of the check, excluding decisions: HASH",
        "           0 of 2 errors decided; 1 warning open; user 1 closes at 1,459",
        "           Overridden: 2 errors are undecided",
        "           Overridden: The latest time in the records is 2026-10-21 00:00:00 UTC, before the month ended",
        "         Signed off by Bola Ade, WHEN",
        "         Reopened by Bola Ade, WHEN: One entry was restated",
        "2026-09  open",
        "",
      ].join("\n"),
    );
  }, 180_000);
});

/** Without what differs from run to run: times of today, and the hash of what holds none. */
function masked(text: string): string {
  return text
    .replaceAll(/(?<=, )\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} UTC(?!, before)/gu, "WHEN")
    .replaceAll(/[0-9a-f]{64}/gu, "HASH");
}
