import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { FIRST_TERMS } from "../../../src/core/review/file/terms.ts";
import type { Entry } from "../../../src/core/records/entry.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { auditHead } from "../../../src/main/ledger/file/audit.ts";
import { type WritableLedger, closeLedger } from "../../../src/main/ledger/file/connection.ts";
import { saveManyDecisions, undoDecisions } from "../../../src/main/ledger/acts/decision.ts";
import { recordExport } from "../../../src/main/ledger/acts/export.ts";
import { createLedger } from "../../../src/main/ledger/file/make.ts";
import { insertAttachment } from "../../../src/main/ledger/acts/attachment.ts";
import { openForWriting } from "../../../src/main/ledger/file/open.ts";
import { pruneBodies } from "../../../src/main/ledger/pulls/prune.ts";
import { saveRun } from "../../../src/main/ledger/acts/run.ts";
import { saveSettings } from "../../../src/main/ledger/acts/settings.ts";
import { verifyLedger } from "../../../src/main/ledger/proof/verify.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { breakAt, deciding } from "../../helpers/ledgers/decisions.ts";
import { uncompressible } from "../../helpers/ledgers/kept-runs.ts";
import { entry, oneTime, sale, sha256, wallet } from "../../helpers/records.ts";
import {
  ENTRIES,
  FILLED_LINKS,
  LEDGER,
  LETTER,
  OTHER_OPTIONS,
  SALES,
  contentsOf,
  failing,
  filledLedger,
  publish,
  pull,
  CHART,
} from "./made.ts";
import { insertAct } from "../../../src/main/ledger/trail/acts.ts";
import { signWith } from "../../../src/main/ledger/file/signature.ts";
import { testKey } from "../../helpers/ledgers/signing-keys.ts";

const MATCH = {
  note: "Same money.",
  by: "Ada Obi",
  atMs: 9000,
  undoes: null,
  records: {
    entries: [{ walletID: 2, sha256: sha256("entry") }],
    transactions: [{ payID: 1, sha256: sha256("transaction") }],
  },
};

const OTHER_MATCH = {
  ...MATCH,
  records: {
    entries: [{ walletID: 3, sha256: sha256("other") }],
    transactions: [{ payID: 3, sha256: sha256("other") }],
  },
};

/** A filled ledger with one link more: a match that can be taken back. */
async function matchedLedger(): Promise<string> {
  const path = filledLedger();
  const db = await openForWriting(path);
  db.transaction(() => insertAct(db, "match", MATCH)).immediate();
  closeLedger(db);
  return path;
}

/** Longer than a piece. */
const LONG = uncompressible(1_100_000);

const EVIDENCE = {
  subject: { kind: "match", match: 3 },
  name: "a.pdf",
  note: "",
  by: "Ada Obi",
  atMs: 9000,
  undoes: null,
} as const;

/** Everything that writes rows together with a link. */
const WRITERS: readonly (readonly [string, (db: WritableLedger) => unknown])[] = [
  ["a pull", (db) => publish(db, pull([...ENTRIES, entry(20)], [...SALES, sale(20, 5)]))],
  ["a run", (db) => saveRun(db, { atMs: 9000, document: "{}" })],
  [
    "settings",
    (db) => saveSettings(db, { timeZone: "Asia/Tokyo", decimals: 1, options: OTHER_OPTIONS }, 9000),
  ],
  ["a pruning", (db) => pruneBodies(db, 0, 9000)],
  ["an export", (db) => recordExport(db, 9000, { file: "a.xlsx", sha256: sha256("a"), bytes: 1, run: 2 })],
  ["a decision", (db) => saveManyDecisions(db, [deciding(breakAt(4))], 9000)],
  ["an undoing", (db) => undoDecisions(db, [{ ...deciding(breakAt(3)), seen: 1 }], 9000)],
  ["a match by hand", (db) => db.transaction(() => insertAct(db, "match", OTHER_MATCH)).immediate()],
  [
    "evidence",
    (db) =>
      db
        .transaction(() =>
          insertAttachment(db, { ...EVIDENCE, sha256: sha256(LONG), bytes: LONG.length }, () => [
            Buffer.from(LONG),
          ]),
        )
        .immediate(),
  ],
  [
    "terms of the file",
    (db) =>
      db
        .transaction(() =>
          insertAct(db, "terms", {
            terms: { ...FIRST_TERMS, policy: "Ours." },
            by: "Ada Obi",
            note: "",
            atMs: 9000,
          }),
        )
        .immediate(),
  ],
  [
    "a mark in the file",
    (db) =>
      db
        .transaction(() => {
          const subject = { kind: "step", step: 2, done: true } as const;
          return insertAct(db, "mark", {
            month: "2026-09" as Month,
            subject,
            by: "Ada Obi",
            note: "",
            atMs: 9000,
          });
        })
        .immediate(),
  ],
  [
    "a step of a letter",
    (db) =>
      db.transaction(() => insertAct(db, "letter", { ...LETTER, letter: "2026-09/2", note: "" })).immediate(),
  ],
  [
    "a point of a reviewer",
    (db) => {
      const event = { kind: "made", finding: null } as const;
      const point = { month: "2026-09" as Month, event, by: "Ben Eze", note: "Why?", atMs: 9000 };
      return db.transaction(() => insertAct(db, "point", point)).immediate();
    },
  ],
  [
    "a step of the books",
    (db) => {
      const step = { event: CHART, by: "Ada Obi", note: "The chart", atMs: 9000 };
      return db.transaction(() => insertAct(db, "books", step)).immediate();
    },
  ],
  [
    "a step of the keys",
    (db) => {
      const key = testKey(9);
      signWith(db, { keys: [key], isAsked: false });
      const event = { kind: "enrolled", key: key.key } as const;
      return db
        .transaction(() => insertAct(db, "key", { event, by: "Di Oke", note: "", atMs: 9000 }))
        .immediate();
    },
  ],
  [
    "the setting aside of a pull",
    (db) => {
      const step = { pullId: 2, step: "set-aside", by: "Ada Obi", note: "Wrong", atMs: 9000 } as const;
      return db.transaction(() => insertAct(db, "pull-step", step)).immediate();
    },
  ],
  [
    "the undoing of a match",
    (db) => db.transaction(() => insertAct(db, "match", { ...MATCH, undoes: 3 })).immediate(),
  ],
];

/** Links of the ledger that the writers begin with. */
const LINKS = FILLED_LINKS + 1;

describe("case 34: an exception between a row and its link leaves neither", () => {
  test.each(WRITERS)("%s", async (_, write) => {
    const path = await matchedLedger();
    const before = contentsOf(path);
    const db = await openForWriting(path);
    db.exec(
      "CREATE TEMP TRIGGER stop BEFORE INSERT ON main.audit BEGIN SELECT RAISE(ABORT, 'no link today'); END",
    );
    expect(() => write(db)).toThrow("no link today");
    db.exec("DROP TRIGGER temp.stop");
    closeLedger(db);
    expect(contentsOf(path)).toBe(before);
    expect(await verifyLedger(path, null)).toMatchObject({ ok: true, links: LINKS });
  });

  test.each(WRITERS)("%s writes its link when nothing fails", async (_, write) => {
    const path = await matchedLedger();
    const db = await openForWriting(path);
    write(db);
    expect(auditHead(db).sequence).toBe(LINKS + 1);
    closeLedger(db);
    expect(await verifyLedger(path, null)).toMatchObject({ ok: true, links: LINKS + 1 });
  });

  test("keeps nothing of evidence that cannot be read to its end", async () => {
    const path = filledLedger();
    const before = contentsOf(path);
    const db = await openForWriting(path);
    function* failingParts() {
      yield Buffer.from(LONG);
      throw new Error("cut");
    }
    const file = { ...EVIDENCE, sha256: sha256(LONG), bytes: LONG.length };
    expect(() => db.transaction(() => insertAttachment(db, file, failingParts))()).toThrow("cut");
    closeLedger(db);
    expect(contentsOf(path)).toBe(before);
  });

  test("keeps nothing of records that cannot be read to their end", async () => {
    const path = filledLedger();
    const before = contentsOf(path);
    const db = await openForWriting(path);
    function* failingBatches() {
      yield [entry(30)];
      throw new Error("cut");
    }
    expect(() => publish(db, { ...pull(null), entries: failingBatches() })).toThrow("cut");
    closeLedger(db);
    expect(contentsOf(path)).toBe(before);
  });
});

describe("case 33: refuses what SQLite would turn into NULL or round as LEDGER_VALUE, and keeps nothing of it", () => {
  const bad = [Number.NaN, undefined as unknown as number, 1.5, Infinity, 2 ** 53, "1" as unknown as number];
  const cases: [string, (value: number) => [Entry[], Transaction[]], string][] = [
    ["an entry's amount", (debit) => [[entry(9, { debit })], []], "debit"],
    ["an entry's date", (dateCreatedAtMs) => [[entry(9, { dateCreatedAtMs })], []], "date_created_ms"],
    [
      "an entry's approval, which may be null",
      (isApproved) => [[entry(9, { isApproved })], []],
      "is_approved",
    ],
    ["a charged amount", (chargedamount) => [[], [sale(9, 1, { chargedamount })]], "chargedamount"],
    [
      "an item's quantity, which may be null",
      (itemquantity) => [[], [sale(9, 1, { detail: oneTime({ payref: "P", amount: 1, itemquantity }) })]],
      "itemquantity",
    ],
  ];
  test.each(cases)("%s", async (_, records, field) => {
    const path = filledLedger();
    const before = contentsOf(path);
    const db = await openForWriting(path);
    for (const value of bad) {
      const [entries, transactions] = records(value);
      expect(() => publish(db, pull([...ENTRIES, ...entries], [...SALES, ...transactions]))).toThrow(
        expect.objectContaining({
          code: "LEDGER_VALUE",
          facts: { record: `${entries.length > 0 ? "entry" : "payment"} 9`, field },
        }),
      );
    }
    closeLedger(db);
    expect(contentsOf(path)).toBe(before);
  });

  test.each([
    ["a run's time", (db: WritableLedger) => saveRun(db, { atMs: Number.NaN, document: "{}" })],
    [
      "decimals",
      (db: WritableLedger) =>
        saveSettings(db, { timeZone: "UTC", decimals: Number.NaN, options: OTHER_OPTIONS }, 1),
    ],
    [
      "half a decimal",
      (db: WritableLedger) => saveSettings(db, { timeZone: "UTC", decimals: 0.5, options: OTHER_OPTIONS }, 1),
    ],
    [
      "half a tolerance",
      (db: WritableLedger) =>
        saveSettings(db, { timeZone: "UTC", decimals: 0, options: { ...OTHER_OPTIONS, tolerance: 0.5 } }, 1),
    ],
    [
      "a tolerance below zero",
      (db: WritableLedger) =>
        saveSettings(db, { timeZone: "UTC", decimals: 0, options: { ...OTHER_OPTIONS, tolerance: -1 } }, 1),
    ],
    ["a decision's time", (db: WritableLedger) => saveManyDecisions(db, [deciding(breakAt(4))], Number.NaN)],
    ["a pull's start", (db: WritableLedger) => publish(db, { ...pull([]), startedAtMs: Number.NaN })],
  ])("%s", async (_, write) => {
    const path = filledLedger();
    const before = contentsOf(path);
    const db = await openForWriting(path);
    expect(() => write(db)).toThrow(failing("LEDGER_VALUE"));
    closeLedger(db);
    expect(contentsOf(path)).toBe(before);
  });
});

test("case 40: reports a full disk as LEDGER_DISK_FULL, rolls back, and succeeds once there is room", async () => {
  const path = join(temporaryFolder(), "full.tieout");
  const db = createLedger(path, LEDGER);
  publish(db, pull(ENTRIES, SALES));
  saveRun(db, { atMs: 3000, document: "{}" });
  const head = auditHead(db);
  const pages = Number(db.pragma("page_count", { simple: true }));
  const many = wallet(Array.from({ length: 20_000 }, () => 10));
  const large = { atMs: 4000, document: `"${uncompressible(200_000)}"` };
  db.pragma(`max_page_count = ${pages + 10}`);
  expect(() => publish(db, pull(many))).toThrow(failing("LEDGER_DISK_FULL"));
  expect(() => saveRun(db, large)).toThrow(failing("LEDGER_DISK_FULL"));
  expect(auditHead(db)).toEqual(head);
  db.pragma("max_page_count = 1000000");
  expect(publish(db, pull(many)).entries).toMatchObject({ received: 20_000, inserted: 19_996 });
  expect(saveRun(db, large)).toBe(2);
  closeLedger(db);
  expect(await verifyLedger(path, head.hash)).toMatchObject({ ok: true, links: 5 });
});
