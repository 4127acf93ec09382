/** Values that no pull, setting, match or export of Tieout writes, in a ledger without a signature whose trail was computed anew. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { prepareMonth } from "../../../../src/main/services/close/close.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { decideMatch } from "../../../../src/main/services/review/match.ts";
import { decide, readReview, undo } from "../../../../src/main/services/review/review.ts";
import { changeSettings } from "../../../../src/main/services/backup/settings.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { HOUR_MS, OCTOBER_MS, sale, wallet } from "../../../helpers/records.ts";
import {
  type ForgedLink,
  type Payload,
  fitTables,
  forgeTrail,
} from "../../../helpers/ledgers/rewritten-trail.ts";
import { CONTEXT, importRecords } from "../../../helpers/ledgers/signing.ts";
import { tamper } from "../../ledger/made.ts";

const SAID = "The link holds something that Tieout never writes";
const COUNTS = "The pull's counts differ from its rows";
const UNLIKE_ANSWERS: unknown = expect.stringMatching(
  /^The link of the pull has \d+, but its stored responses give \d+$/u,
);

let folder = "";
let whole = "";
const request = { period: null, options: {} };

/**
 * Four pulls: of the second an entry changed and one came twice, of the third two entries are gone, in the fourth one is there again.
 */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tieout-values-"));
  whole = join(folder, "whole.tieout");
  const entries = wallet([1000, 200, -50, 300, 50], (at) => ({
    dateCreatedAtMs: OCTOBER_MS + (at + 1) * HOUR_MS,
    payref: at === 1 ? "P\u{fffd}1" : "",
    description: `caf\u{fffd} ${at}`,
  }));
  const sales = [sale(1, 200), sale(2, 90), sale(3, 300)];
  const add = async (...records: [typeof entries, typeof sales | null]) =>
    importRecords(whole, ...records, CONTEXT, folder);
  await add(entries.slice(0, 4), sales.slice(0, 2));
  const changed = entries.map((one) => (one.walletID === 3 ? { ...one, description: "Refund" } : one));
  await add([...changed.slice(1), ...changed.slice(4)], [sale(2, 91), ...sales.slice(2)]);
  await add(changed.slice(1, 3), null);
  await add(changed.slice(1, 4), sales.slice(1));
  await changeSettings(whole, { decimals: 2, timeZone: "Africa/Lagos" }, CONTEXT);
  const open = readReview({ ledger: whole, ...request }, CONTEXT).findings.slice(0, 2);
  const items = open.map(({ finding: { fingerprint } }) => ({ fingerprint }));
  const deciding = { ledger: whole, ...request, items, note: "Asked \u{fffd}.", by: "Ada Obi" };
  await decide({ ...deciding, status: "raised" }, CONTEXT);
  await decideMatch({ ledger: whole, walletIDs: [4], payIDs: [3], note: "Same", by: "Ada Obi" }, CONTEXT);
  const month = "2026-10" as Month;
  await prepareMonth({ ledger: whole, month, by: "Ada Obi", override: "As it stands" }, CONTEXT);
  await exportLedger({ ledger: whole, ...request, format: "xlsx", out: join(folder, "o.xlsx") }, CONTEXT);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function copied(): string {
  const ledger = join(mkdtempSync(join(folder, "l")), "copy.tieout");
  copyFileSync(whole, ledger);
  return ledger;
}

async function problemsOf(ledger: string) {
  return (await verifyLedgerFile(ledger, null, CONTEXT)).problems;
}

function payloadOf(links: readonly ForgedLink[], kind: ForgedLink["kind"], at = 0): Payload {
  return links.filter((link) => link.kind === kind)[at]?.payload ?? {};
}

type Forge = (links: ForgedLink[]) => void;

/** Proves a forged copy. @returns the sentences of what was found */
async function found(forge: Forge): Promise<string[]> {
  const ledger = copied();
  forgeTrail(ledger, (links, db) => {
    forge(links);
    fitTables(db, links);
  });
  return (await problemsOf(ledger)).map(({ sentence }) => sentence);
}

test("the ledger to be forged verifies, also with a trail computed anew", async () => {
  expect([await problemsOf(whole), await found(() => {})]).toEqual([[], []]);
});

/** Sets fields of a link. */
const set =
  (kind: ForgedLink["kind"], fields: Payload, at = 0): Forge =>
  (links) =>
    void Object.assign(payloadOf(links, kind, at), fields);

/** Sets fields of what a pull says of its entries. */
const entries =
  (fields: Payload, pull: number): Forge =>
  (links) =>
    void Object.assign(payloadOf(links, "pull", pull - 1)["entries"] as Payload, fields);

const FROM_SERVICE = { source: "service", baseUrl: "https://service.example", finishedAtMs: 1, limit: 5 };

describe("verify finds a value that Tieout could not use, or would never write", () => {
  test.each<[string, Forge, string]>([
    [
      "a time zone in force that there is not",
      set("setting", { timeZone: "No/Where" }),
      "The link sets an unknown time zone",
    ],
    ["a pull's start past every date", set("pull", { startedAtMs: 9e15 }), SAID],
    ["a pull's end before every date", set("pull", { ...FROM_SERVICE, finishedAtMs: -9e15 }, 1), SAID],
    ["a limit below one", set("pull", { ...FROM_SERVICE, limit: -7 }, 1), SAID],
    [
      "an address that runs a script",
      set("pull", { ...FROM_SERVICE, baseUrl: "javascript:alert(1)" }, 1),
      SAID,
    ],
    ["a name with blanks around it", set("decision", { by: " Ada Obi " }), SAID],
    ["an export's file in another folder", set("export", { file: "../o.xlsx" }), SAID],
    ["an export's tables in another folder", set("export", { file: "../o/csv.sha256" }), SAID],
    ["an export's tables without a folder", set("export", { file: "/csv.sha256" }), SAID],
    [
      "an export of the run of a preparation",
      set("export", { run: 1 }),
      "A month was prepared on run 1, but each export has its own run",
    ],
  ])("%s", async (_, forge, sentence) => {
    expect(await found(forge)).toContain(sentence);
  });

  test.each(["decision", "export", "pull"] as const)("a time out of range in a %s's link", async (kind) => {
    const forge: Forge = (links) => {
      for (const link of links) if (link.kind === kind) link.atMs = 9e15;
    };
    expect(await found(forge)).toContain(SAID);
  });

  test("an earlier time zone unknown to this version is accepted", async () => {
    const forge: Forge = (links) => {
      const at = links.findIndex(({ kind }) => kind === "setting");
      const { timeZone: _, ...rest } = payloadOf(links, "setting");
      const payload = { ...rest, timeZone: "Old/Zone" };
      links.splice(at, 0, { atMs: 1, kind: "setting", payload });
    };
    expect(await found(forge)).toEqual([]);
  });

  test.each([
    ["entries", "walletID"],
    ["transactions", "payID"],
  ])("a match of %s that no pull brought", async (list, id) => {
    const forge: Forge = (links) => {
      const records = payloadOf(links, "match")["records"] as Record<string, Payload[]>;
      Object.assign(records[list]?.[0] ?? {}, { [id]: 999 });
    };
    expect(await found(forge)).toEqual(["The match names a record that no earlier pull brought"]);
  });
});

describe("verify names the settings that a change states otherwise than they were", () => {
  /** What two changes that read the same settings before them wrote: Ada's tolerance, then Ben's cut-off, who saw no tolerance. */
  const changes =
    (secondBefore: Payload): Forge =>
    (links) => {
      const settings = payloadOf(links, "setting");
      const options = settings["options"] as Payload;
      const put = (by: string, changed: Payload, before: Payload) => {
        const payload = { ...settings, options: { ...options, ...changed }, by, note: "Why so", before };
        links.push({ atMs: 9e9, kind: "setting", payload });
      };
      put("Ada Obi", { tolerance: 100 }, { tolerance: 0 });
      put("Ben Cole", { cutoffDays: 9 }, secondBefore);
    };
  const SENTENCE = "The change of settings does not state the settings before it: ";

  test("and says where two were saved at once", async () => {
    expect(await found(changes({ cutoffDays: 3 }))).toContain(
      `${SENTENCE}tolerance 100, which it does not state. Earlier versions wrote this when two changes were saved at once`,
    );
  });

  test("each of them", async () => {
    expect(await found(changes({ cutoffDays: 4, decimals: 2 }))).toContain(
      `${SENTENCE}tolerance 100, which it does not state; cut-off days 3, which it states as 4; decimals, which it does not change`,
    );
    expect(await found(changes({ cutoffDays: 3, tolerance: 100 }))).not.toContainEqual(
      expect.stringContaining(SENTENCE),
    );
  });
});

describe("verify finds counts of a pull that differ from its rows", () => {
  test.each<[string, Payload, number]>([
    ["more received", { received: 99 }, 2],
    ["one fewer received", { received: 2 }, 4],
    ["more changed", { changed: 2 }, 2],
    ["changes where there were none", { changed: 1 }, 3],
    ["fewer vanished", { vanished: 1 }, 3],
    ["none repeated", { repeated: 0 }, 2],
    ["more repeated", { repeated: 2 }, 2],
    ["a lower lowest walletID", { range: { from: 1, to: 5 } }, 2],
    ["a higher lowest walletID", { range: { from: 3, to: 5 } }, 2],
    ["a higher highest walletID", { range: { from: 2, to: 9999 } }, 2],
    ["a lower highest walletID", { range: { from: 2, to: 3 } }, 4],
  ])("%s", async (_, fields, pull) => {
    expect(await found(entries(fields, pull))).toEqual([COUNTS, UNLIKE_ANSWERS]);
  });

  test("walletIDs in the wrong order", async () => {
    expect(await found(entries({ range: { from: 99, to: 1 } }, 2))).toContain(
      "The pull's walletIDs differ from those of its entries",
    );
  });

  test("transactions", async () => {
    const forge: Forge = (links) =>
      void Object.assign(payloadOf(links, "pull", 1)["transactions"] as Payload, { received: 3 });
    expect(await found(forge)).toEqual([COUNTS, UNLIKE_ANSWERS]);
  });

  test("any digest but the empty one of a table without rows", async () => {
    const forge: Forge = (links) => {
      const rows = payloadOf(links, "pull")["rows"] as Record<string, Payload>;
      Object.assign(rows["entry_version"] ?? {}, { digest: "anything" });
    };
    expect(await found(forge)).toEqual(["The rows of entry_version differ from those that the pull brought"]);
  });
});

describe("verify finds bytes that read as the same text", () => {
  test.each([
    ["payref", "UPDATE payref SET text = CAST(x'50FF31' AS TEXT) WHERE id = 1", "AUDIT_MISMATCH"],
    [
      "entry",
      "UPDATE entry SET description = CAST(x'636166FF2033' AS TEXT) WHERE wallet_id = 4",
      "AUDIT_MISMATCH",
    ],
    [
      "decision",
      "UPDATE decision SET note = CAST(x'41736B656420FF2E' AS TEXT) WHERE id = 1",
      "AUDIT_MISMATCH",
    ],
    [
      "audit",
      "UPDATE audit SET payload = CAST(replace(CAST(payload AS BLOB), x'EFBFBD', x'FF') AS TEXT) WHERE kind = 'decision'",
      "AUDIT_BROKEN",
    ],
  ])("in %s", async (table, sql, code) => {
    const ledger = copied();
    const reading = new Database(ledger, { readonly: true });
    const texts = (db: Database.Database) => db.prepare(`SELECT * FROM ${table}`).raw().all();
    const before = texts(reading);
    reading.close();
    tamper(ledger, sql);
    const after = new Database(ledger, { readonly: true });
    expect(texts(after)).toEqual(before);
    after.close();
    expect((await problemsOf(ledger)).map((problem) => problem.code)).toContain(code);
  });
});

test("an undo reverts the finding's own decision where the index leads to another", async () => {
  const ledger = copied();
  const db = new Database(ledger);
  const [first = "", second = ""] = db
    .prepare<[], string>("SELECT fingerprint FROM decision ORDER BY id")
    .pluck()
    .all();
  // What an index says is kept from when its rows were put into it.
  const setIndex = (key: string) => {
    db.unsafeMode(true);
    db.pragma("writable_schema = ON");
    db.prepare("UPDATE sqlite_schema SET sql = ? WHERE name = 'decision_fingerprint'").run(
      `CREATE INDEX decision_fingerprint ON decision (${key})`,
    );
    db.pragma("writable_schema = RESET");
  };
  setIndex(
    `CASE fingerprint WHEN '${first}' THEN '${second}' WHEN '${second}' THEN '${first}' ELSE fingerprint END`,
  );
  db.exec("REINDEX decision_fingerprint");
  setIndex("fingerprint");
  const misled = db.prepare<[string], number>("SELECT id FROM decision WHERE fingerprint = ?").pluck();
  expect(misled.all(first)).toEqual([2]);
  db.close();
  const [undoing] = await undo({ ledger, items: [{ fingerprint: first }], note: "", by: "Ada Obi" }, CONTEXT);
  expect(undoing).toMatchObject({ fingerprint: first, undoes: 1 });
  const codes = (await problemsOf(ledger)).map(({ code }) => code);
  expect(codes).not.toContain("AUDIT_BROKEN");
});
