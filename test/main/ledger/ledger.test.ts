import { chmodSync, copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import type { Entry } from "../../../src/core/entry.ts";
import { DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import { checkDocument } from "../../../src/core/reconcile/check-document.ts";
import { reconcile } from "../../../src/core/reconcile/reconcile.ts";
import type { Transaction } from "../../../src/core/transaction.ts";
import { auditHead } from "../../../src/main/ledger/audit.ts";
import { compressToFile, pruneBodies } from "../../../src/main/ledger/body.ts";
import { readCheckInput } from "../../../src/main/ledger/check-input.ts";
import type { WritableLedger } from "../../../src/main/ledger/connection.ts";
import {
  closeLedger,
  createLedger,
  openForReading,
  openForWriting,
  openInMemory,
} from "../../../src/main/ledger/open.ts";
import { type PullContent, publishPull } from "../../../src/main/ledger/publish.ts";
import { saveRun } from "../../../src/main/ledger/run.ts";
import { verifyLedger } from "../../../src/main/ledger/verify.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { check, entry, sale, sha256, wallet } from "../../helpers/records.ts";

const LEDGER = { ledgerId: "3f0c9e9e-0000-4000-8000-000000000001", atMs: 1000 };

function pull(
  entries: readonly Entry[] | null,
  transactions: readonly Transaction[] | null = null,
): PullContent {
  return {
    source: "files",
    startedAtMs: 1000,
    finishedAtMs: null,
    baseUrl: null,
    limit: null,
    bodies: [],
    user: null,
    businesses: [],
    entries: entries === null ? null : [entries],
    transactions: transactions === null ? null : [transactions],
  };
}

function publish(db: WritableLedger, content: PullContent) {
  return publishPull(db, content, { atMs: 2000, sha256 });
}

function conclude(db: WritableLedger): unknown {
  return checkDocument(reconcile(readCheckInput(db), DEFAULT_OPTIONS, { period: null, sha256 }), "info");
}

const ENTRIES = wallet([1000, 200, -50, 300], (at) => ({ payref: at === 1 ? "PAY-1" : "" }));
const SALES = [sale(1, 200), sale(2, 90)];

test("what was published is what is checked", () => {
  const db = openInMemory(LEDGER);
  publish(db, pull(ENTRIES, SALES));
  expect(conclude(db)).toEqual(checkDocument(check({ entries: ENTRIES, transactions: SALES }), "info"));
  closeLedger(db);
});

test("the order of records and batches changes nothing", () => {
  const db = openInMemory(LEDGER);
  publish(db, {
    ...pull(null),
    entries: ENTRIES.toReversed().map((one) => [one]),
    transactions: [SALES.toReversed()],
  });
  expect(conclude(db)).toEqual(checkDocument(check({ entries: ENTRIES, transactions: SALES }), "info"));
  closeLedger(db);
});

describe("several pulls", () => {
  test("the same again adds nothing", () => {
    const db = openInMemory(LEDGER);
    publish(db, pull(ENTRIES, SALES));
    const again = publish(db, pull(ENTRIES, SALES));
    expect(again.entries).toEqual({ received: 4, inserted: 0, changed: 0, vanished: 0, repeated: 0 });
    expect(again.transactions).toEqual({ received: 2, inserted: 0, changed: 0, vanished: 0, repeated: 0 });
    closeLedger(db);
  });

  test("a changed entry keeps both contents, and the newest is checked", () => {
    const db = openInMemory(LEDGER);
    publish(db, pull(ENTRIES));
    const changed = ENTRIES.map((one) => (one.walletID === 2 ? { ...one, description: "Other" } : one));
    expect(publish(db, pull(changed)).entries).toMatchObject({ changed: 1, vanished: 0 });
    const input = readCheckInput(db);
    expect(input.history.entryVersions).toEqual([{ before: ENTRIES[1], after: changed[1] }]);
    closeLedger(db);
  });

  test("a vanished entry is marked, and lives again when it comes back", () => {
    const db = openInMemory(LEDGER);
    publish(db, pull(ENTRIES));
    const without = ENTRIES.filter((one) => one.walletID !== 3);
    expect(publish(db, pull(without)).entries).toMatchObject({ vanished: 1 });
    expect(readCheckInput(db).history.entriesVanished).toEqual([ENTRIES[2]]);
    expect(readCheckInput(db).entries.length).toBe(3);
    expect(publish(db, pull(without)).entries).toMatchObject({ vanished: 0 });
    publish(db, pull(ENTRIES));
    expect(readCheckInput(db).history.entriesVanished).toEqual([]);
    closeLedger(db);
  });

  test("a pull that reaches back less far makes nothing vanish below it; an empty one all", () => {
    const db = openInMemory(LEDGER);
    publish(db, pull(ENTRIES));
    expect(publish(db, pull(ENTRIES.slice(2))).entries).toMatchObject({ vanished: 0 });
    expect(publish(db, pull([])).entries).toMatchObject({ vanished: 4 });
    closeLedger(db);
  });

  test("pulls that do not overlap leave a gap, until one reaches over it", () => {
    const db = openInMemory(LEDGER);
    publish(db, pull(ENTRIES.slice(0, 2)));
    publish(db, pull(ENTRIES.slice(2)));
    expect(readCheckInput(db).history.coverage).toEqual([
      { from: 1, to: 2 },
      { from: 3, to: 4 },
    ]);
    publish(db, pull(ENTRIES.slice(1)));
    expect(readCheckInput(db).history.coverage).toEqual([]);
    closeLedger(db);
  });

  test("copies in one pull collapse, whichever comes first", () => {
    const copies = [1, 2, 3].map((debit) => entry(5, { debit, balance: 1450 + debit }));
    const closings = [copies, copies.toReversed()].map((list) => {
      const db = openInMemory(LEDGER);
      expect(publish(db, pull([...ENTRIES, ...list])).entries).toMatchObject({
        inserted: 5,
        repeated: 1,
        changed: 0,
      });
      const input = readCheckInput(db);
      expect(input.history).toMatchObject({
        repeatedEntries: [{ id: 5, copies: 3, conflicting: true }],
        entryVersions: [],
      });
      closeLedger(db);
      return input.entries.balance.at(-1);
    });
    expect(closings[0]).toBe(closings[1]);
    expect(closings[0]).toBe(check({ entries: [...ENTRIES, ...copies] }).wallets[0]?.closing);
  });
});

describe("what a pull refuses", () => {
  test("a value SQLite would turn into NULL, and nothing of the pull stays", () => {
    const db = openInMemory(LEDGER);
    const head = auditHead(db);
    for (const debit of [Number.NaN, 1.5, undefined as unknown as number]) {
      expect(() => publish(db, pull([...ENTRIES, entry(9, { debit })]))).toThrow(
        expect.objectContaining({ code: "LEDGER_VALUE", facts: { record: "entry 9", field: "debit" } }),
      );
    }
    expect(readCheckInput(db).entries.length).toBe(0);
    expect(auditHead(db)).toEqual(head);
    closeLedger(db);
  });

  test("another user's records", () => {
    const db = openInMemory(LEDGER);
    const user = {
      userID: 1,
      name: null,
      email: null,
      phone: null,
      country: null,
      defaultCurrency: "NGN",
      businessID: 7,
    };
    publish(db, { ...pull(ENTRIES), user });
    expect(() => publish(db, { ...pull(ENTRIES), user: { ...user, userID: 2 } })).toThrow(
      expect.objectContaining({ code: "LEDGER_OTHER_USER" }),
    );
    closeLedger(db);
  });

  test("a throw among the records leaves nothing", () => {
    const db = openInMemory(LEDGER);
    function* failing() {
      yield ENTRIES;
      throw new Error("cut");
    }
    expect(() => publish(db, { ...pull(null), entries: failing() })).toThrow("cut");
    expect(readCheckInput(db).entries.length).toBe(0);
    closeLedger(db);
  });

  test("a full disk", () => {
    const path = join(temporaryFolder(), "full.tieout");
    const db = createLedger(path, LEDGER);
    db.pragma("max_page_count = 60");
    const many = wallet(Array.from({ length: 20_000 }, () => 10));
    expect(() => publish(db, pull(many))).toThrow(expect.objectContaining({ code: "LEDGER_DISK_FULL" }));
    expect(readCheckInput(db).entries.length).toBe(0);
    closeLedger(db);
  });
});

describe("the file", () => {
  /** A closed ledger with two pulls, a run and a stored answer. */
  async function made(): Promise<string> {
    const folder = temporaryFolder();
    const path = join(folder, "a.tieout");
    const db = createLedger(path, LEDGER);
    const text = Buffer.from('{"status":200}');
    const compressedFile = join(folder, "body.zst");
    await compressToFile([text], compressedFile);
    const body = {
      endpoint: "wallet" as const,
      name: "w.json",
      sha256: sha256(text.toString()),
      bytes: text.length,
      compressedFile,
    };
    publish(db, { ...pull(ENTRIES, SALES), bodies: [body] });
    publish(
      db,
      pull(
        ENTRIES.slice(1).map((one) => ({ ...one, description: "Other" })),
        SALES.slice(1),
      ),
    );
    saveRun(db, { atMs: 3000, document: "{}" });
    closeLedger(db);
    return path;
  }

  test("is one file once closed, and synchronous is FULL on every writing handle", async () => {
    const path = await made();
    expect(statSync(path).isFile()).toBe(true);
    expect(() => statSync(`${path}-wal`)).toThrow("ENOENT");
    const db = await openForWriting(path);
    expect(db.pragma("synchronous", { simple: true })).toBe(2);
    expect(db.pragma("journal_mode", { simple: true })).toBe("wal");
    closeLedger(db);
  });

  test("verifies, and again after pruning", async () => {
    const path = await made();
    const before = await verifyLedger(path, null);
    expect(before).toMatchObject({ ok: true, problems: [], links: 4 });
    const db = await openForWriting(path);
    expect(pruneBodies(db, 0, 4000)).toEqual({ bodies: 1, bytes: 14 });
    closeLedger(db);
    expect(await verifyLedger(path, before.head)).toMatchObject({ ok: true, links: 5 });
  });

  test("append-only tables refuse UPDATE and DELETE", async () => {
    const db = await openForWriting(await made());
    for (const table of ["entry", "entry_version", "payment", "pull", "body", "audit", "run", "payref"]) {
      expect(() => db.exec(`DELETE FROM ${table}`)).toThrow(/append-only/u);
    }
    expect(() => db.exec("UPDATE entry SET balance = 0")).toThrow(/append-only/u);
    closeLedger(db);
  });

  /** Changes the file as somebody with SQLite could. */
  function tamper(path: string, sql: string): void {
    const db = new Database(path);
    const triggers = db
      .prepare<[], { name: string; sql: string }>(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
      )
      .all();
    for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
    db.exec(sql);
    for (const trigger of triggers) db.exec(trigger.sql);
    db.close();
  }

  test.each([
    ["UPDATE entry SET balance = balance + 1 WHERE wallet_id = 3", "AUDIT_MISMATCH"],
    ["UPDATE entry SET description = 'x' WHERE wallet_id = 3", "AUDIT_MISMATCH"],
    ["DELETE FROM entry WHERE wallet_id = 4", "AUDIT_MISMATCH"],
    ["UPDATE entry_version SET credit = 5 WHERE wallet_id = 3", "AUDIT_MISMATCH"],
    ["UPDATE payment_presence SET present = 1", "AUDIT_MISMATCH"],
    ["UPDATE payment SET rest = '{}' WHERE pay_id = 1", "AUDIT_MISMATCH"],
    ["UPDATE payref SET text = 'PAY-X' WHERE text = 'PAY-1'", "AUDIT_MISMATCH"],
    ["UPDATE run SET document = '{\"a\":1}'", "AUDIT_MISMATCH"],
    ["UPDATE body_chunk SET compressed = x'00'", "AUDIT_MISMATCH"],
    ["UPDATE audit SET payload = replace(payload, 'files', 'filez') WHERE sequence = 2", "AUDIT_BROKEN"],
    ["DELETE FROM audit WHERE sequence = 2", "AUDIT_BROKEN"],
  ])("%s is seen", async (sql, code) => {
    const path = await made();
    tamper(path, sql);
    const report = await verifyLedger(path, null);
    expect(report.ok).toBe(false);
    expect(report.problems.map((problem) => problem.code)).toContain(code);
  });

  test("a cut tail is seen against the head an export printed", async () => {
    const path = await made();
    const { head } = await verifyLedger(path, null);
    tamper(path, "DELETE FROM audit WHERE sequence = 4; DELETE FROM run");
    expect(await verifyLedger(path, null)).toMatchObject({ ok: true });
    expect((await verifyLedger(path, head)).problems).toMatchObject([{ code: "AUDIT_TRUNCATED" }]);
  });

  test("is refused by its first bytes when it is no ledger", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "x.tieout");
    const refused = (code: string) =>
      expect(() => openForReading(path)).toThrow(expect.objectContaining({ code }));
    refused("LEDGER_NOT_FOUND");
    writeFileSync(path, "");
    refused("LEDGER_EMPTY");
    writeFileSync(path, "a,b,c\n1,2,3\n".repeat(20));
    refused("LEDGER_FOREIGN");
    const foreign = join(folder, "foreign.db");
    new Database(foreign).exec("CREATE TABLE a (b)").close();
    copyFileSync(foreign, path);
    refused("LEDGER_FOREIGN");
    const future = await made();
    const bytes = readFileSync(future);
    bytes.writeUInt32BE(99, 60);
    writeFileSync(path, bytes);
    refused("LEDGER_FROM_FUTURE");
    expect(readFileSync(path)).toEqual(bytes);
  });

  test("that may not be written is still read, from a folder that may not be written either", async () => {
    const path = await made();
    const folder = dirname(path);
    chmodSync(path, 0o444);
    chmodSync(folder, 0o555);
    try {
      const db = openForReading(path);
      expect(readCheckInput(db).entries.length).toBe(4);
      expect(() => db.exec("INSERT INTO run (at_ms, document) VALUES (1, '')")).toThrow(/readonly/u);
      closeLedger(db);
      expect(await verifyLedger(path, null)).toMatchObject({ ok: true });
    } finally {
      chmodSync(folder, 0o755);
    }
  });

  test("that another writer holds is waited for, then said to be busy", async () => {
    const path = await made();
    const [one, other] = [await openForWriting(path), await openForWriting(path)];
    one.exec("BEGIN IMMEDIATE");
    other.pragma("busy_timeout = 50");
    expect(() => publish(other, pull(ENTRIES))).toThrow(expect.objectContaining({ code: "LEDGER_BUSY" }));
    one.exec("ROLLBACK");
    expect(publish(other, pull(ENTRIES)).pullId).toBe(3);
    closeLedger(one);
    closeLedger(other);
    expect(await verifyLedger(path, null)).toMatchObject({ ok: true });
  });

  test("damage is said and the file left alone", async () => {
    const path = await made();
    truncateSync(path, 8192);
    const bytes = readFileSync(path);
    const outcome = await verifyLedger(path, null).catch((error: unknown) => error);
    expect(JSON.stringify(outcome) + String((outcome as { code?: string }).code)).toContain("LEDGER_CORRUPT");
    expect(readFileSync(path)).toEqual(bytes);
  });
});
