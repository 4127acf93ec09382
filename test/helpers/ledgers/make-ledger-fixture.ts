/**
 * Makes the fixture of the schema that this version writes, once before it is released:
 * `npx node test/helpers/ledgers/make-ledger-fixture.ts`. It never replaces one: what was released stays as it was.
 */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_KEPT_OPTIONS } from "../../../src/core/options.ts";
import { SCHEMA_VERSION } from "../../../src/main/ledger/file/schema.ts";
import { appendLink, auditHead } from "../../../src/main/ledger/file/audit.ts";
import { closeLedger, type WritableLedger } from "../../../src/main/ledger/file/connection.ts";
import { saveManyDecisions, undoDecisions } from "../../../src/main/ledger/acts/decision.ts";
import { createLedger } from "../../../src/main/ledger/file/make.ts";
import { pruneBodies } from "../../../src/main/ledger/pulls/prune.ts";
import { answered, publishPull } from "../publish-pull.ts";
import { saveRun } from "../../../src/main/ledger/acts/run.ts";
import { saveSettings } from "../../../src/main/ledger/acts/settings.ts";
import type { CloseStepKind, FrozenMonth, Month } from "../../../src/core/review/close/close.ts";
import type { PointEvent } from "../../../src/core/review/close/points.ts";
import type { BoundRecords } from "../../../src/core/review/decisions/bound-records.ts";
import { insertAttachment } from "../../../src/main/ledger/acts/attachment.ts";
import { readMateriality } from "../../../src/core/review/file/materiality.ts";
import { FIRST_TERMS } from "../../../src/core/review/file/terms.ts";
import type { Day } from "../../../src/core/time.ts";
import { hashFinder } from "../../../src/main/ledger/tables/current-record.ts";
import { ENTRY_TABLE, PAYMENT_TABLE } from "../../../src/main/ledger/tables/record-table.ts";
import { breakAt, deciding } from "./decisions.ts";
import { entry, sale, sha256, task, wallet } from "../records.ts";
import { summaryOf } from "./ledger-summary.ts";
import { insertAct } from "../../../src/main/ledger/trail/acts.ts";
import { signWith } from "../../../src/main/ledger/file/signature.ts";
import { testKey } from "./signing-keys.ts";

const OCTOBER_MS = Date.UTC(2026, 9, 1);
const ENTRIES = wallet([10_000, 5_000, -2_500, 7_500, 1_200, -400], (at) => ({
  payref: at === 1 ? "PAY-1" : at === 3 ? "PAY-2" : "",
  action: at === 2 ? "Withdrawal" : "API",
  extra: at === 4 ? { channel: "web", tags: ["ü", "\u0001"] } : null,
}));

const SALES = [
  sale(1, 5_000),
  sale(2, 7_500, { scrowfee: 75, taxfee: 5, payableamount: 7_420, customer: null }),
  sale(3, 900, {
    cycle: "milestone",
    detail: {
      cycle: "milestone",
      type: "milestone",
      reference: "PAY-3",
      taskname: "Roof",
      amount: 900,
      escrowCharge: 0,
      tasks: [task(400), task(500, { isComplete: 0, dateCompletedAtMs: null })],
      terms: null,
      dateAddedAtMs: OCTOBER_MS,
      extra: null,
    },
  }),
  sale(4, 0, {
    cycle: "crowd-pay",
    detail: {
      cycle: "crowd-pay",
      type: "crowd-pay",
      reference: "PAY-4",
      purpose: "Well",
      projectName: "A well",
      projectGoal: 90_000,
      currentRaised: 1_200,
      contributorCount: 3,
      projectDescription: null,
      dateCreatedAtMs: OCTOBER_MS,
      extra: { city: "Enugu" },
    },
  }),
];

const source = {
  source: "service" as const,
  startedAtMs: OCTOBER_MS + 1000,
  finishedAtMs: OCTOBER_MS + 2000,
  baseUrl: "https://service.example",
  limit: null,
};
const user = {
  userID: 1,
  name: "Ada Obi",
  email: "ada@shop.example",
  phone: null,
  country: "Nigeria",
  defaultCurrency: "NGN",
  businessID: 7,
};
const business = { businessID: 7, userID: 1, name: "Ada's shop", currency: "NGN" };
const context = (atMs: number) => ({ atMs, sha256 });

/** Makes a ledger with something of everything that the first release keeps. */
export function makeLedger(path: string): void {
  const db = createLedger(path, { ledgerId: "0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9", atMs: OCTOBER_MS });
  saveSettings(db, { timeZone: "Africa/Lagos", decimals: 2, options: DEFAULT_KEPT_OPTIONS }, OCTOBER_MS + 1);
  publishPull(
    db,
    answered({
      ...source,
      user,
      businesses: [business],
      bodies: [],
      entries: [[...ENTRIES, entry(7, { description: "copy" }), entry(7, { description: "another copy" })]],
      transactions: [SALES],
    }),
    context(OCTOBER_MS + 3000),
  );
  saveRun(db, { atMs: OCTOBER_MS + 4000, document: '{"schema":"tieout.check/1"}' });
  publishPull(
    db,
    answered({
      ...source,
      source: "files",
      finishedAtMs: null,
      baseUrl: null,
      user: null,
      businesses: [{ ...business, name: "Ada's second shop" }],
      bodies: [],
      entries: [ENTRIES.slice(1, 5).map((one) => (one.walletID === 3 ? { ...one, balance: 1 } : one))],
      transactions: [SALES.slice(1)],
    }),
    context(OCTOBER_MS + 5000),
  );
  pruneBodies(db, 1, OCTOBER_MS + 6000);
  const [first, second] = [deciding(breakAt(3, -1)), deciding(breakAt(7, 5), { note: "\u202E<b>ü</b>\n" })];
  saveManyDecisions(db, [first, { ...second, status: "raised" }], OCTOBER_MS + 7000);
  saveManyDecisions(db, [{ ...first, status: "accepted", by: "Bola", seen: 1 }], OCTOBER_MS + 8000);
  undoDecisions(db, [{ ...first, note: "", seen: 3 }], OCTOBER_MS + 9000);
  const options = { convention: "asset", settlementBasis: "charged", tolerance: 5, cutoffDays: 9 } as const;
  const settings = { timeZone: "Africa/Lagos", decimals: 2 };
  saveSettings(db, { ...settings, options: { ...options, chainScope: "business" } }, OCTOBER_MS + 10_000);
  matchByHand(db);
  closeMonths(db);
  attach(db);
  writeFiles(db);
  writeLetters(db);
  setPullsAside(db);
  setAccounts(db);
  changeKeys(db);
  db.transaction(() => {
    const from = "fixture 2026-09-30 120000.tieout";
    const payload = { from, head: sha256("a head"), replaced: null };
    appendLink(db, OCTOBER_MS + 13_000, "restore", payload);
  }).immediate();
  closeLedger(db);
}

/** A match that was taken back, and another one that stands. */
function matchByHand(db: WritableLedger): void {
  const matched = (walletIDs: readonly number[], payIDs: readonly number[]): BoundRecords => ({
    entries: Array.from(hashFinder(db, ENTRY_TABLE)(walletIDs), ([walletID, hashed]) => {
      return { walletID, sha256: hashed };
    }),
    transactions: Array.from(hashFinder(db, PAYMENT_TABLE)(payIDs), ([payID, hashed]) => {
      return { payID, sha256: hashed };
    }),
  });
  const [wrong, right] = [matched([3], [2]), matched([2, 5], [3, 4])];
  const made = { by: "Ada", atMs: OCTOBER_MS + 11_000, undoes: null };
  db.transaction(() => {
    insertAct(db, "match", { ...made, note: "Paid in cash, \u202E<b>ü</b>\n", records: wrong });
    insertAct(db, "match", { ...made, by: "Bola", note: "", undoes: 1, records: wrong });
    insertAct(db, "match", { ...made, note: "Two payments of one customer", records: right });
  }).immediate();
}

/** September signed; October prepared in spite of something, returned with points, signed, and opened again. */
function closeMonths(db: WritableLedger): void {
  const frozen: FrozenMonth = {
    runId: 1,
    checkSha256: sha256('{"schema":"tieout.check/1"}'),
    rulesVersion: "1",
    appVersion: "0.1.0",
    options: {
      convention: "asset",
      settlementBasis: "charged",
      tolerance: 5,
      cutoffDays: 9,
      chainScope: "business",
      timeZone: "Africa/Lagos",
    },
    decimals: 2,
    pullId: 2,
    decisionId: 4,
    matchId: 3,
    stepId: 0,
    wallets: [
      {
        userID: 1,
        businessID: 7,
        currency: "NGN",
        entries: 0,
        opening: 10_000,
        inflow: 0,
        outflow: 0,
        breakDifference: 0,
        closing: 10_000,
      },
    ],
    errors: { total: 2, decided: 2 },
    warnings: { total: 1, decided: 0 },
    outstanding: [{ kind: "in transit", items: 1, amount: 900 }],
    overridden: [],
  };
  const overridden: FrozenMonth = {
    ...frozen,
    stepId: 3,
    errors: { total: 3, decided: 2 },
    overridden: [{ kind: "undecided-errors", sentence: "1 finding of severity error is not decided on." }],
  };
  const take = (month: string, step: CloseStepKind, by: string, note: string, of: FrozenMonth | null) =>
    insertAct(db, "close", {
      month: month as Month,
      step,
      by,
      note,
      atMs: OCTOBER_MS + 12_000,
      frozen: of,
    });
  const { fingerprint, rule, walletID, payID, userID, payref } = breakAt(3, -1);
  const finding = { fingerprint, rule, walletID, payID, userID, payref };
  const point = (event: PointEvent, by: string, note: string) =>
    insertAct(db, "point", { month: "2026-10" as Month, event, by, note, atMs: OCTOBER_MS + 12_500 });
  db.transaction(() => {
    take("2026-09", "review", "Ada", "", null);
    take("2026-09", "prepare", "Ada", "", frozen);
    take("2026-09", "sign-off", "Bola", "As agreed with the client", frozen);
    take("2026-10", "prepare", "Ada", "The provider answers next week", overridden);
    point({ kind: "made", finding }, "Bola", "Which ticket?");
    point({ kind: "made", finding: null }, "Bola", "\u202E<b>ü</b>\n");
    take("2026-10", "return", "Bola", "", null);
    point({ kind: "answered", point: 1 }, "Ada", "4711");
    point({ kind: "repeated", point: 1 }, "Bola", "Of another month");
    for (const number of [1, 2]) point({ kind: "answered", point: number }, "Ada", "4712");
    take("2026-10", "prepare", "Ada", "The provider answers next week", overridden);
    take("2026-10", "sign-off", "Bola", "", overridden);
    take("2026-10", "reopen", "Bola", "A payment of the 31st came in late", null);
  }).immediate();
}

/** A file attached twice, once taken back, and one of two pieces. */
function attach(db: WritableLedger): void {
  const [short, long] = ["Closing balance: 10,000", "0123456789".repeat(110_000)];
  const file = (text: string) => ({ sha256: sha256(text), bytes: text.length, by: "Ada", undoes: null });
  const mail = { ...file(short), name: "mail \u{1f4e7}.eml", atMs: OCTOBER_MS + 14_000 };
  const statement = { ...file(long), name: "statement.pdf", atMs: OCTOBER_MS + 15_000 };
  const [month, match] = [
    { kind: "month", month: "2026-10" as Month } as const,
    { kind: "match", match: 3 } as const,
  ];
  const { fingerprint, rule, walletID, payID, userID, payref } = breakAt(3, -1);
  const finding = { kind: "finding", fingerprint, rule, walletID, payID, userID, payref } as const;
  db.transaction(() => {
    insertAttachment(db, { ...mail, subject: month, note: "" }, () => [Buffer.from(short)]);
    insertAttachment(db, { ...mail, subject: match, note: "\u202E<b>ü</b>\n" }, () => []);
    insertAttachment(db, { ...mail, subject: match, note: "Not this one", by: "Bola", undoes: 2 }, () => []);
    insertAttachment(db, { ...statement, subject: finding, note: "" }, () => [Buffer.from(long)]);
  }).immediate();
}

/** Two versions of the terms, and marks of each kind. */
function writeFiles(db: WritableLedger): void {
  const terms = {
    ...FIRST_TERMS,
    purpose: "\u202E<b>ü</b>\n",
    materiality: readMateriality(5000),
    fluctuation: { amount: 100, percent: 20 },
  };
  const [by, atMs] = ["Ada", OCTOBER_MS + 16_000];
  const account = { userID: 1, businessID: 7, currency: "NGN" };
  const confirmed = {
    kind: "confirmation",
    wallet: account,
    balance: 10_000,
    source: "",
    evidence: 1,
  } as const;
  const moved = { kind: "fluctuation", wallet: account, figure: "inflow", before: 0, now: 900 } as const;
  const step = { kind: "step", step: 7 } as const;
  const marked = { month: "2026-10" as Month, by, note: "As agreed", atMs };
  db.transaction(() => {
    insertAct(db, "terms", { terms, by, note: "", atMs });
    const checklist = [{ id: 7, text: "All of it" }];
    insertAct(db, "terms", { terms: { ...terms, checklist }, by, note: "Shorter", atMs });
    for (const subject of [{ ...step, done: true }, { ...step, done: false }, confirmed, moved])
      insertAct(db, "mark", { ...marked, subject });
  }).immediate();
}

/** A letter that was written, sent, corrected and answered. */
function writeLetters(db: WritableLedger): void {
  const { fingerprint, rule, walletID, payID, userID, payref } = breakAt(7, 5);
  const numbers = { number: 1, currency: null, amount: -2500 };
  const items = [{ ...numbers, fingerprint, rule, walletID, payID, userID: userID ?? null, payref }];
  const said = { letter: "2026-10/1", by: "Ada", atMs: OCTOBER_MS + 17_000 };
  const file = { file: "letter \u{1f4e7}.docx", sha256: sha256("a letter"), bytes: 8 };
  const sent = { kind: "sent", on: "2026-10-01" as Day, to: "\u202E<b>ü</b>", how: "" } as const;
  db.transaction(() => {
    insertAct(db, "letter", { ...said, event: { kind: "written", items, ...file }, note: "" });
    insertAct(db, "letter", { ...said, event: { ...sent, to: "Nobody" }, note: "" });
    insertAct(db, "letter", { ...said, event: { ...sent, how: "By post" }, note: "To another address" });
    const answer = { kind: "answered", on: "2026-10-02" as Day, evidence: 1 } as const;
    insertAct(db, "letter", { ...said, event: answer, note: "\u202E<b>ü</b>\n" });
  }).immediate();
}

/** A pull that was set aside and put back, and one that stays aside. */
function setPullsAside(db: WritableLedger): void {
  const said = { by: "Ada", note: "\u202E<b>ü</b>\n", atMs: OCTOBER_MS + 18_000 };
  db.transaction(() => {
    insertAct(db, "pull-step", { ...said, pullId: 1, step: "set-aside" });
    insertAct(db, "pull-step", { ...said, pullId: 1, step: "put-back", by: "Bola" });
    insertAct(db, "pull-step", { ...said, pullId: 2, step: "set-aside" });
  }).immediate();
}

/** Two versions of the accounts of the general ledger. */
function setAccounts(db: WritableLedger): void {
  const said = { by: "Ada", note: "\u202E<b>ü</b>\n", atMs: OCTOBER_MS + 19_000 };
  const first = { purpose: "wallet", currency: null, account: "1200" } as const;
  const orphans = { purpose: "suspense/orphan-payref", currency: "NGN", account: "Ü:\u{1f4e7}" } as const;
  db.transaction(() => {
    insertAct(db, "books", { ...said, event: { kind: "accounts", accounts: [first] } });
    insertAct(db, "books", { ...said, event: { kind: "accounts", accounts: [first, orphans] } });
  }).immediate();
}

/** A key that was enrolled and revoked by another one, which signed a point, and keys that are demanded. */
function changeKeys(db: WritableLedger): void {
  const [lost, own] = [testKey(1), testKey(2)];
  const said = { note: "\u202E<b>ü</b>\n", atMs: OCTOBER_MS + 20_000 };
  signWith(db, { keys: [lost, own], isAsked: false });
  db.transaction(() => {
    insertAct(db, "key", { ...said, by: "Cy Dee", event: { kind: "enrolled", key: lost.key } });
    insertAct(db, "key", { ...said, by: "Di Oke", event: { kind: "enrolled", key: own.key } });
    const event = { kind: "made", finding: null } as const;
    insertAct(db, "point", { month: "2026-08" as Month, event, by: "oke, di", ...said });
    const revoked = { kind: "revoked", key: lost.key, from: auditHead(db).sequence } as const;
    insertAct(db, "key", { ...said, by: "Di Oke", event: revoked });
    insertAct(db, "key", { ...said, by: "Di Oke", event: { kind: "demanded" } });
    insertAct(db, "key", { ...said, by: "Di Oke", event: { kind: "released" } });
  }).immediate();
}

if (import.meta.main) {
  const path = join(import.meta.dirname, `../../fixtures/ledgers/schema-${SCHEMA_VERSION}.tieout`);
  if (existsSync(path)) throw new Error(`${path} is there already`);
  makeLedger(path);
  writeFileSync(path.replace(/tieout$/u, "json"), `${JSON.stringify(summaryOf(path), null, 2)}\n`);
}
