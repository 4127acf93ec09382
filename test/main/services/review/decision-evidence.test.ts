/** Decisions and the records they rest on, in real ledgers: kept while each says what it said, reopened when one does not. */
import { readFileSync, writeFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import type { Entry } from "../../../../src/core/records/entry.ts";
import type { Transaction } from "../../../../src/core/records/transaction.ts";
import type { reviewDocument } from "../../../../src/core/review/standing/documents.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import type { Decision } from "../../../../src/core/review/decisions/decision.ts";
import type { ReviewedFinding } from "../../../../src/core/review/decisions/review.ts";
import { monthDays } from "../../../../src/core/time.ts";
import { readMonth } from "../../../../src/main/services/close/moments.ts";
import { changesOfMonth } from "../../../../src/main/services/close/differences.ts";
import { checkMonth } from "../../../../src/main/services/close/month-check.ts";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { openForReading } from "../../../../src/main/ledger/file/open.ts";
import { prepareMonth, signOffMonth } from "../../../../src/main/services/close/close.ts";
import { decideMatch } from "../../../../src/main/services/review/match.ts";
import {
  type NewerDecisions,
  decide,
  listLedgerDecisions,
  listNewerDecisions,
  readReview,
  undo,
} from "../../../../src/main/services/review/review.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { IS_EXHAUSTIVE } from "../../../helpers/exhaustive.ts";
import { useShared } from "../../../helpers/at-end.ts";
import { tieout } from "../../../helpers/cli.ts";
import { oneTime, sale, wallet } from "../../../helpers/records.ts";
import { failureOf } from "../../../helpers/workbook/saved-files.ts";
import { type Payload, forgeTrail } from "../../../helpers/ledgers/rewritten-trail.ts";
import { CONTEXT, importRecords, newLedgerPath, signMonth } from "../../../helpers/ledgers/signing.ts";
import { clientOfLedger, runRequest } from "../../../renderer/check/window.ts";
import { contentsOf, tamper } from "../../ledger/made.ts";

/** The balance breaks at entry 3; entry 2 is too little for payment 1, entry 5 of another business than payment 2, entry 6 of November. */
const ENTRIES = wallet([1000, 200, -50, 300, 70, 5], (at) => ({
  payref: ["", "PAY-1", "", "NOWHERE", "PAY-2", ""][at] ?? "",
})).map((one) => ({
  ...one,
  balance: one.balance + (one.walletID > 2 ? 9 : 0),
  dateCreatedAtMs: one.walletID === 6 ? Date.UTC(2026, 10, 2) : one.dateCreatedAtMs,
}));
const SALES = [sale(1, 250), sale(2, 70, { businessID: 8 }), sale(3, 40)];

const BREAK = "chain-break 3";
const SHORT = "amount-mismatch 1";
const FOREIGN = "wrong-business 5";
const ORPHAN = "orphan-payref 4";

/** Imported once; each test has a copy of its own. */
const imported = useShared(async () => {
  const path = newLedgerPath();
  await importRecords(path, ENTRIES, SALES);
  return readFileSync(path);
});

let ledger = "";
beforeEach(() => {
  ledger = newLedgerPath();
  writeFileSync(ledger, imported());
});

const REQUEST = { period: null, options: {} };

function review() {
  return readReview({ ledger, ...REQUEST }, CONTEXT);
}

/** The finding of a rule about a record, named as `rule id`. */
function stands(name: string): ReviewedFinding {
  const found = review().findings.find(
    ({ finding }) => `${finding.rule} ${finding.walletID ?? finding.payID}` === name,
  );
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

async function explain(name: string, note = "Ticket 4711."): Promise<void> {
  const { finding, seen } = stands(name);
  const items = [{ fingerprint: finding.fingerprint, seen }];
  await decide({ ledger, ...REQUEST, items, status: "explained", note, by: "Ada Obi" }, CONTEXT);
}

/** Pulls again, some records with other fields. */
async function pullWith(
  entries: Readonly<Record<number, Partial<Entry>>>,
  transactions: Readonly<Record<number, Partial<Transaction>>> = {},
): Promise<void> {
  await importRecords(
    ledger,
    ENTRIES.map((one) => ({ ...one, ...entries[one.walletID] })),
    SALES.map((one) => ({ ...one, ...transactions[one.payID] })),
  );
}

async function expectWhole(): Promise<void> {
  expect(await verifyLedgerFile(ledger, null, CONTEXT)).toMatchObject({ ok: true, problems: [] });
}

const OTHER: Partial<Entry> = { description: "Corrected by support" };
const said = (walletID: number) => {
  const before = ENTRIES[walletID - 1]?.description ?? null;
  return { walletID, payID: null, field: "description", before, after: "Corrected by support" };
};
const RENAMED: Partial<Transaction> = { customer: { userID: 9, name: "Bisi", phone: null, extra: null } };

describe("a later pull that changes no number of the finding", () => {
  test.each([
    [BREAK, "the entry itself", { 3: OTHER }, {}, [said(3)]],
    [BREAK, "the entry before it", { 2: OTHER }, {}, [said(2)]],
    [BREAK, "the entry after it", { 4: OTHER }, {}, []],
    [BREAK, "a transaction tied to the entry before it", {}, { 1: RENAMED }, []],
    [SHORT, "an entry tied to it", { 2: OTHER }, {}, [said(2)]],
    [
      SHORT,
      "the transaction itself",
      {},
      { 1: { label: "Sale" } },
      [{ walletID: null, payID: 1, field: "transaction.name", before: "One-time", after: "Sale" }],
    ],
    [
      SHORT,
      "what only the normal life of it moves",
      {},
      { 1: { status: 2 } },
      [{ walletID: null, payID: 1, field: "status", before: 1, after: 2 }],
    ],
    [SHORT, "only how long ago it was, in words", {}, { 1: { statusAlt: "Paid 2 weeks ago" } }, []],
    [SHORT, "other records", { 1: OTHER, 3: OTHER, 5: OTHER }, { 2: RENAMED }, []],
    [
      FOREIGN,
      "the transaction it is tied to",
      {},
      { 2: { detail: oneTime({ payref: "PAY-2", amount: 70, terms: "Net 30" }) } },
      [{ walletID: null, payID: 2, field: "data.terms", before: null, after: "Net 30" }],
    ],
    [FOREIGN, "the entry before it, which its rule does not look at", { 4: OTHER }, {}, []],
    [ORPHAN, "the entry before it, which its rule does not look at", { 3: OTHER }, {}, []],
    [ORPHAN, "the entry itself", { 4: OTHER }, {}, [said(4)]],
  ])("of %s: %s", async (name, _, entries, transactions, changes) => {
    await explain(name);
    await pullWith(entries, transactions);
    const now = stands(name);
    expect(now).toMatchObject({ status: changes.length === 0 ? "explained" : "reopened", changes, seen: 1 });
    expect([now.decision?.id ?? null, now.before?.id ?? null]).toEqual(
      changes.length === 0 ? [1, null] : [null, 1],
    );
    await expectWhole();
  });

  test("keeps the decision when the same is pulled again", async () => {
    await explain(BREAK);
    await pullWith({});
    expect(stands(BREAK)).toMatchObject({ status: "explained", changes: [] });
  });
});

test("a finding that disappears with a record is decided again once both return", async () => {
  await explain(SHORT);
  await importRecords(ledger, ENTRIES.toSpliced(1, 1), SALES);
  expect(review().findings.some(({ finding }) => finding.rule === "amount-mismatch")).toBe(false);
  await pullWith({});
  expect(stands(SHORT)).toMatchObject({ status: "explained" });
});

test("reopens with the whole balance when the entry before it vanished", async () => {
  const before = ENTRIES.map((one) =>
    one.walletID === 2 ? { ...one, credit: 0, debit: 0, balance: 1000 } : one,
  );
  const broken = before.map((one) => (one.walletID > 2 ? { ...one, balance: one.balance - 200 } : one));
  ledger = newLedgerPath();
  await importRecords(ledger, broken, SALES);
  await explain(BREAK);
  await importRecords(ledger, broken.toSpliced(1, 1), SALES);
  const { status, changes } = stands(BREAK);
  expect(status).toBe("reopened");
  expect(changes).toMatchObject([{ walletID: 2, payID: null, field: "(whole record)", after: null }]);
  expect(changes[0]?.before).toMatchObject({ walletID: 2, balance: 1000 });
  await importRecords(ledger, broken, SALES);
  expect(stands(BREAK)).toMatchObject({ status: "explained", changes: [] });
});

test("a record changed back puts the decision in force again", async () => {
  await explain(BREAK);
  await pullWith({ 2: OTHER });
  expect(stands(BREAK).status).toBe("reopened");
  await pullWith({});
  expect(stands(BREAK)).toMatchObject({ status: "explained", before: null, changes: [] });
});

test("a new decision uses the new contents, and undoing it reopens the finding", async () => {
  await explain(BREAK);
  await pullWith({ 2: OTHER });
  await explain(BREAK, "Support says why.");
  expect(stands(BREAK)).toMatchObject({ status: "explained", decision: { id: 2 }, changes: [] });
  const items = [{ fingerprint: stands(BREAK).finding.fingerprint }];
  await undo({ ledger, items, note: "", by: "Ada Obi" }, CONTEXT);
  expect(stands(BREAK)).toMatchObject({ status: "reopened", before: { id: 1 }, seen: 3 });
  await explain(BREAK, "Once more.");
  await pullWith({});
  // What it was decided on last is gone, though it says now what the first decision was taken on.
  expect(stands(BREAK)).toMatchObject({ status: "reopened", before: { id: 4 } });
  await expectWhole();
});

test("a finding set back to open stays open, whatever its records say", async () => {
  const items = [{ fingerprint: stands(BREAK).finding.fingerprint }];
  await decide({ ledger, ...REQUEST, items, status: "open", note: "", by: "Ada Obi" }, CONTEXT);
  await pullWith({ 3: OTHER });
  expect(stands(BREAK)).toMatchObject({ status: "open", decision: { id: 1 }, changes: [] });
});

test("reopens with both when numbers and records changed", async () => {
  await explain(BREAK);
  await pullWith({ 3: { ...OTHER, balance: (ENTRIES[2]?.balance ?? 0) + 2 } });
  const now = stands(BREAK);
  expect([now.before?.finding.difference, now.finding.difference]).toEqual([9, 11]);
  expect(now.changes.map(({ field }) => field)).toEqual(["balance", "description"]);
});

test("a finding of a manual match depends on the transactions of the match and their entries", async () => {
  await decideMatch({ ledger, walletIDs: [4], payIDs: [3, 1], note: "One transfer", by: "Ada Obi" }, CONTEXT);
  const name = review().findings.find(({ finding }) => finding.rule === "settled-by-hand");
  const { fingerprint = "" } = name?.finding ?? {};
  const items = [{ fingerprint }];
  await decide({ ledger, ...REQUEST, items, status: "accepted", note: "So be it.", by: "Ada Obi" }, CONTEXT);
  const { records } = listLedgerDecisions(ledger)[0]?.finding ?? {};
  expect(records?.transactions.map(({ payID }) => payID)).toEqual([1, 3]);
  expect(records?.entries.map(({ walletID }) => walletID)).toEqual([2, 4]);
});

test("a month's decision depends on records of the month before as well", async () => {
  const [first, ...rest] = wallet([1000, 200], (at) => ({
    dateCreatedAtMs: Date.UTC(2026, 8 + at, 20),
    balance: at === 0 ? 1000 : 1205,
  }));
  if (first === undefined) throw new Error("no entry");
  ledger = newLedgerPath();
  await importRecords(ledger, [first, ...rest], []);
  const october = { ledger, period: monthDays("2026-10"), options: {} };
  const found = () =>
    readReview(october, CONTEXT).findings.find(({ finding }) => finding.rule === "chain-break");
  const items = [{ fingerprint: found()?.finding.fingerprint ?? "" }];
  await decide({ ...october, items, status: "accepted", note: "Small.", by: "Ada Obi" }, CONTEXT);
  await importRecords(ledger, [{ ...first, ...OTHER }, ...rest], []);
  expect(found()).toMatchObject({ status: "reopened", changes: [{ walletID: 1 }] });
});

test("the window's worker says the same of each finding as the command line", async () => {
  for (const name of [BREAK, SHORT, FOREIGN, ORPHAN]) await explain(name);
  await pullWith({ 2: OTHER }, { 2: RENAMED });
  const client = await clientOfLedger(ledger);
  await client.call("decided", { from: 0, decisions: listLedgerDecisions(ledger) });
  await client.call("run", runRequest(null));
  const asked = {
    statuses: null,
    rules: null,
    severities: ["error", "warning", "info"],
    currency: null,
    findings: null,
    search: "",
  } as const;
  const { rows } = await client.call("exceptions", { ...asked, order: "record", from: 0, count: 100 });
  const main = review().findings;
  expect(rows).toMatchObject(main);
  expect(main.filter(({ status }) => status === "reopened")).toHaveLength(3);
});

test("review --json prints the changes beside the earlier decision, and the terminal a line for each", async () => {
  await explain(BREAK);
  await pullWith({ 2: OTHER });
  const { stdout } = await tieout(["review", ledger, "--json"]);
  const { exceptions } = JSON.parse(stdout) as ReturnType<typeof reviewDocument>;
  const reopened = exceptions.find(({ status }) => status === "reopened");
  expect(reopened).toMatchObject({
    decision: null,
    before: { id: 1, note: "Ticket 4711." },
    changes: [said(2)],
  });
  const { stdout: text } = await tieout(["review", ledger]);
  expect(text).toMatch(/Changed since:\n\s+walletID 2: Description from .* to "Corrected by support"\n/u);
});

describe("closing a month", () => {
  const OCTOBER = { month: "2026-10" as Month };
  const changes = () => {
    const db = openForReading(ledger);
    try {
      return changesOfMonth(db, checkMonth(db, OCTOBER.month, CONTEXT));
    } finally {
      closeLedger(db);
    }
  };
  const LAPSED = "1 exception reopened because a record behind its decision changed";

  test("a signed month reports that a decision lapsed, and still proves what was signed", async () => {
    await explain(ORPHAN);
    await signMonth(ledger, OCTOBER.month);
    expect(changes()).toEqual([]);
    await pullWith({ 4: OTHER });
    expect(changes()).toContain(LAPSED);
    const month = readMonth({ ledger, ...OCTOBER }, CONTEXT);
    expect([month.changes.length > 0, month.errors.decided]).toEqual([true, 0]);
    await expectWhole();
    await pullWith({});
    expect(changes()).not.toContain(LAPSED);
    await expectWhole();
  });

  test("a decision already reopened at preparing is not new, and comes back as changed", async () => {
    await explain(ORPHAN);
    await pullWith({ 4: OTHER });
    await signMonth(ledger, OCTOBER.month);
    expect(changes()).toEqual([]);
    await expectWhole();
    await pullWith({});
    expect(changes()).toContain("1 exception has a different decision");
    await expectWhole();
  });

  test("a reopened error blocks preparing, and a pull in between blocks signing", async () => {
    const errors = review().findings.filter(({ finding }) => finding.severity === "error");
    const items = errors.map(({ finding }) => ({ fingerprint: finding.fingerprint }));
    await decide({ ledger, ...REQUEST, items, status: "accepted", note: "Small.", by: "Ada Obi" }, CONTEXT);
    await pullWith({}, { 1: RENAMED });
    const request = { ledger, ...OCTOBER, by: "Ada Obi", override: null };
    const refused = await failureOf(prepareMonth(request, CONTEXT));
    expect(refused.message).toMatch(/1 of \d+ errors are undecided|1 of \d+ errors is undecided/u);
    await pullWith({});
    await prepareMonth(request, CONTEXT);
    await pullWith({}, { 1: RENAMED });
    const unsigned = await failureOf(signOffMonth({ ledger, ...OCTOBER, by: "Ben Uche", note: "" }, CONTEXT));
    expect(unsigned.message).toContain(LAPSED);
  });
});

test("a decision of an earlier version, without records, depends on the numbers alone", async () => {
  await explain(BREAK);
  forgeTrail(ledger, (links, db) => {
    db.exec("UPDATE decision SET finding = json_remove(finding, '$.records')");
    for (const { kind, payload } of links)
      if (kind === "decision") delete (payload["finding"] as Payload)["records"];
  });
  await pullWith({ 2: OTHER, 3: OTHER });
  expect(stands(BREAK)).toMatchObject({ status: "explained", changes: [] });
});

describe("tampering with the evidence of a decision", () => {
  test("verify finds a hash adjusted to the record's current content", async () => {
    await explain(BREAK);
    await pullWith({ 3: OTHER });
    const held = listLedgerDecisions(ledger)[0]?.finding.records?.entries[1]?.sha256 ?? "";
    await explain(BREAK);
    const now = listLedgerDecisions(ledger)[1]?.finding.records?.entries[1]?.sha256 ?? "";
    expect(held).not.toBe(now);
    tamper(ledger, `UPDATE decision SET finding = replace(finding, '${held}', '${now}') WHERE id = 1`);
    const { ok, problems } = await verifyLedgerFile(ledger, null, CONTEXT);
    expect([ok, problems.map(({ code }) => code)]).toEqual([false, ["AUDIT_MISMATCH"]]);
  });

  test.each(["'[]'", 'json(\'{"entries":[{"walletID":"3"}],"transactions":[]}\')', "1"])(
    "refuses invalid records, %s, and does not review by them",
    async (records) => {
      await explain(BREAK);
      tamper(ledger, `UPDATE decision SET finding = json_set(finding, '$.records', ${records})`);
      const before = contentsOf(ledger);
      expect(() => review()).toThrow(/^The row.s finding differs from link 3/u);
      expect(contentsOf(ledger)).toBe(before);
      const { ok } = await verifyLedgerFile(ledger, null, CONTEXT);
      expect(ok).toBe(false);
    },
  );
});

test.runIf(IS_EXHAUSTIVE)(
  "a payment of 22,000 entries, and thousands of them, are decided, read page by page, and reopened",
  async () => {
    const [count, elsewhere] = [22_000, 2200];
    const many = wallet(
      Array.from({ length: count }, () => 1),
      (at) => ({ payref: "PAY-1", ...(at < elsewhere ? { businessID: 8 } : {}) }),
    );
    ledger = newLedgerPath();
    await importRecords(ledger, many, [sale(1, 250)]);
    // The payment's own, which rests on all entries, and enough others for several pages.
    const items = review().findings.map(({ finding: { fingerprint } }) => ({ fingerprint }));
    expect(items.length).toBeGreaterThan(elsewhere);
    await decide({ ledger, ...REQUEST, items, status: "accepted", note: "Known.", by: "Ada Obi" }, CONTEXT);
    const sizes: number[] = [];
    let held = 0;
    for (let after: Decision | null = null, more = true; more;) {
      const page: NewerDecisions = listNewerDecisions({ ledger, after });
      ({ more } = page);
      after = page.decisions.at(-1) ?? null;
      held += page.decisions.length;
      sizes.push(page.decisions.reduce((sum, { finding }) => sum + JSON.stringify(finding).length, 0));
    }
    expect(held).toBe(items.length);
    // One decision is a page at least; all others are as small as ever.
    expect(sizes.filter((size) => size > 2_000_000)).toHaveLength(1);
    await importRecords(ledger, many, [{ ...sale(1, 250), ...RENAMED }]);
    const { progress, findings } = review();
    expect(progress.byStatus.reopened).toBe(items.length);
    const reopened = findings.filter(({ status }) => status === "reopened");
    expect(reopened.every(({ changes }) => changes.length === 2)).toBe(true);
    await expectWhole();
  },
);
