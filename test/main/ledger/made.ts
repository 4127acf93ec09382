/** Ledgers for tests: small ones, and one in which no table is empty. */
import { randomBytes } from "node:crypto";
import { copyFileSync, readFileSync, readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "vitest";
import type { Business, User } from "../../../src/core/records/business.ts";
import type { Entry } from "../../../src/core/records/entry.ts";
import { DEFAULT_KEPT_OPTIONS, type KeptOptions } from "../../../src/core/options.ts";
import { FIRST_TERMS } from "../../../src/core/review/file/terms.ts";
import type { FrozenMonth, Month } from "../../../src/core/review/close/close.ts";
import type { ErrorCode } from "../../../src/core/error-codes.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { type WritableLedger, closeLedger } from "../../../src/main/ledger/file/connection.ts";
import { saveManyDecisions } from "../../../src/main/ledger/acts/decision.ts";
import { recordExport } from "../../../src/main/ledger/acts/export.ts";
import { createLedger } from "../../../src/main/ledger/file/make.ts";
import { insertAttachment } from "../../../src/main/ledger/acts/attachment.ts";
import { type PullContent, answered, publishPull } from "../../helpers/publish-pull.ts";
import { saveRun } from "../../../src/main/ledger/acts/run.ts";
import { saveSettings } from "../../../src/main/ledger/acts/settings.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { breakAt, deciding } from "../../helpers/ledgers/decisions.ts";
import { entry, sale, sha256, wallet } from "../../helpers/records.ts";
import { NOTHING_FROZEN } from "../../helpers/ledgers/closing.ts";
import { testKey } from "../../helpers/ledgers/signing-keys.ts";
import { tampering } from "../../helpers/ledgers/tampering.ts";
import { insertAct } from "../../../src/main/ledger/trail/acts.ts";
import { signWith } from "../../../src/main/ledger/file/signature.ts";

export const LEDGER = { ledgerId: "3f0c9e9e-0000-4000-8000-000000000001", atMs: 1000 };

export function pull(
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

export function publish(db: WritableLedger, content: PullContent) {
  return publishPull(db, content, { atMs: 2000, sha256 });
}

/** Bytes as base64 that compress hardly at all, so that a ledger's size tells whether they are in it. */
export function noise(bytes: number): string {
  return randomBytes(Math.ceil((bytes * 3) / 4)).toString("base64");
}

export const ENTRIES = wallet([1000, 200, -50, 300], (at) => ({
  payref: at === 1 ? "PAY-1" : "",
  extra: at === 2 ? { mood: "odd" } : null,
}));
export const SALES = [sale(1, 200), sale(2, 90), sale(3, 70)];

export const USER: User = {
  userID: 1,
  name: "Ada Obi",
  email: "ada@shop.example",
  phone: null,
  country: "Nigeria",
  defaultCurrency: "NGN",
  businessID: 7,
};
export const BUSINESS: Business = { businessID: 7, userID: 1, name: "Ada's shop", currency: "NGN" };

/** Two copies of one record. Given in both orders, the one that is not used is kept beside the other in one of them. */
const ENTRY_COPIES = [1, 2].map((debit) => entry(5, { debit, balance: 1450 + debit }));
const SALE_COPIES = [1, 2].map((amount) => sale(4, amount));

/** None of them as in a new ledger. */
export const OTHER_OPTIONS: KeptOptions = {
  convention: "bank",
  settlementBasis: "less-fees",
  tolerance: 7,
  cutoffDays: 11,
  chainScope: "business",
};

/** Of a month prepared on the first run. */
export const FROZEN: FrozenMonth = {
  ...NOTHING_FROZEN,
  checkSha256: sha256('{"run":1}'),
  options: { ...OTHER_OPTIONS, timeZone: "UTC" },
  pullId: 3,
  decisionId: 1,
  matchId: 2,
  stepId: 1,
  errors: { total: 1, decided: 1 },
  outstanding: [{ kind: "in transit", items: 1, amount: 70 }],
  overridden: [{ kind: "not-over", sentence: "The month is not over" }],
};

const MAIL = "Closing balance as of today: 1,450.00";

/** A letter about one break, as it was written. */
export const LETTER = {
  letter: "2026-09/1",
  event: {
    kind: "written",
    items: [
      {
        number: 1,
        fingerprint: breakAt(3).fingerprint,
        rule: "chain-break",
        walletID: 3,
        payID: null,
        userID: 1,
        payref: null,
        currency: null,
        amount: 5,
      },
    ],
    file: "letter.docx",
    sha256: sha256("a letter"),
    bytes: 8,
  },
  by: "Ada Obi",
  atMs: 3900,
} as const;

const ATTACHED = {
  kind: "finding",
  fingerprint: breakAt(3).fingerprint,
  rule: "chain-break",
  walletID: 3,
  payID: null,
  userID: 1,
  payref: null,
} as const;

/** Fills a ledger so that every table has rows, each pull added some, and several have versions. */
export function fill(db: WritableLedger): void {
  saveSettings(db, { timeZone: "Africa/Lagos", decimals: 2, options: DEFAULT_KEPT_OPTIONS }, 1500);
  const [first, second] = [
    pull([...ENTRIES, ...ENTRY_COPIES], [...SALES, ...SALE_COPIES]),
    pull(
      [...ENTRIES.slice(1).map((one) => ({ ...one, description: "Other" })), ...ENTRY_COPIES.toReversed()],
      [...SALES.slice(1).map((one) => ({ ...one, label: "Second" })), ...SALE_COPIES.toReversed()],
    ),
  ];
  const service = {
    source: "service",
    finishedAtMs: 1100,
    baseUrl: "https://service.example",
    limit: 500,
  } as const;
  publish(db, answered({ ...first, ...service, user: USER, businesses: [BUSINESS] }));
  publish(db, answered({ ...second, businesses: [BUSINESS, { ...BUSINESS, businessID: 8 }] }));
  publish(db, answered(pull([...ENTRIES.slice(0, 2), entry(9)], null)));
  saveRun(db, { atMs: 3000, document: '{"run":1}' });
  recordExport(db, 3100, { file: "October.xlsx", sha256: sha256("book"), bytes: 4, run: 1 });
  saveRun(db, { atMs: 3200, document: '{"run":2}' });
  saveSettings(db, { timeZone: "UTC", decimals: 0, options: OTHER_OPTIONS }, 3300);
  saveManyDecisions(db, [deciding(breakAt(3), { status: "raised" })], 3400);
  const records = {
    entries: [{ walletID: 1, sha256: sha256("entry") }],
    transactions: [{ payID: 2, sha256: sha256("transaction") }],
  };
  const match = { note: "Paid in two parts.", by: "Ada Obi", atMs: 3450, records };
  const step = { month: "2026-10" as Month, by: "Ada Obi", note: "As it stands.", atMs: 3500 };
  db.transaction(() => {
    insertAct(db, "match", { ...match, undoes: null });
    insertAct(db, "match", { ...match, undoes: 1 });
    insertAct(db, "close", { ...step, step: "review", frozen: null });
    insertAct(db, "close", { ...step, step: "prepare", frozen: FROZEN });
    const made = { name: "mail.txt", sha256: sha256(MAIL), bytes: MAIL.length, note: "", by: "Ada Obi" };
    const file = { ...made, atMs: 3600, undoes: null };
    const month = { kind: "month", month: step.month } as const;
    insertAttachment(db, { ...file, subject: month }, () => [Buffer.from(MAIL)]);
    insertAttachment(db, { ...file, subject: ATTACHED }, () => []);
    insertAttachment(db, { ...file, subject: month, note: "Another one.", undoes: 1 }, () => []);
    insertAct(db, "terms", {
      terms: { ...FIRST_TERMS, purpose: "To prove it." },
      by: "Ada Obi",
      note: "",
      atMs: 3700,
    });
    const ticked = { kind: "step", step: 1, done: true } as const;
    insertAct(db, "mark", { month: step.month, subject: ticked, by: "Ada Obi", note: "", atMs: 3800 });
    insertAct(db, "letter", { ...LETTER, note: "" });
    const aside = { pullId: 1, by: "Ada Obi", note: "The wrong file.", atMs: 4000 };
    insertAct(db, "pull-step", { ...aside, step: "set-aside" });
    insertAct(db, "pull-step", { ...aside, step: "put-back" });
    const point = { kind: "made", finding: null } as const;
    insertAct(db, "point", { month: step.month, event: point, by: "Ben Eze", note: "Why?", atMs: 4100 });
    insertAct(db, "books", { event: CHART, by: "Ada Obi", note: "The client's chart.", atMs: 4200 });
    signWith(db, { keys: [KEY], isAsked: false });
    insertAct(db, "key", { event: { kind: "enrolled", key: KEY.key }, by: "Cy Dee", note: "", atMs: 4300 });
  })();
}

export const KEY = testKey(7);

/** An account. */
export const CHART = {
  kind: "accounts",
  accounts: [{ purpose: "wallet", currency: null, account: "1200" }],
} as const;

/** How many links the trail of a filled ledger has. */
export const FILLED_LINKS = 25;

/** A copy of a ledger as a writer leaves it who is killed while pages are written: some of what it writes is there. */
export function halfWritten(path: string, writing: string): string {
  const left = join(temporaryFolder(), "left.tieout");
  const db = new Database(path);
  // So that pages are written before the end.
  db.pragma("cache_size = 1");
  db.exec(`BEGIN; ${writing}`);
  for (const suffix of ["", "-journal"]) copyFileSync(`${path}${suffix}`, `${left}${suffix}`);
  db.exec("ROLLBACK").close();
  return left;
}

let filled: Buffer | null = null;

/** A closed ledger in a folder of its own in which no table is empty; made once, then copied. */
export function filledLedger(): string {
  const path = join(temporaryFolder(), "a.tieout");
  if (filled === null) {
    const db = createLedger(path, LEDGER);
    fill(db);
    closeLedger(db);
    filled = readFileSync(path);
  } else writeFileSync(path, filled);
  return path;
}

/** Changes a ledger as somebody with SQLite could: the triggers taken away and put back. */
export function tamper(path: string, sql: string): void {
  tampering(path, (db) => db.exec(sql));
}

/** A matcher for a TieoutError of a code. */
export function failing(code: ErrorCode): unknown {
  return expect.objectContaining({ code });
}

/** Every row of every table as JSON, so that two ledgers can be held against each other. */
export function contentsOf(path: string): string {
  const db = new Database(path, { readonly: true });
  try {
    const tables = db
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .pluck()
      .all();
    return tables
      .map((table) => {
        const rows = db.prepare<[], unknown[]>(`SELECT * FROM ${table}`).raw().all();
        return `${table} ${rows
          .map((row) => JSON.stringify(row))
          .toSorted()
          .join("\n")}`;
      })
      .join("\n");
  } finally {
    db.close();
  }
}

/** How often this process has a file open; only Linux tells. */
export function timesOpen(path: string): number {
  return readdirSync("/proc/self/fd").filter((handle) => {
    try {
      return readlinkSync(`/proc/self/fd/${handle}`) === path;
    } catch {
      return false;
    }
  }).length;
}
