import { copyFileSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { canonicalJson } from "../../../../src/core/canonical.ts";
import { entryDocument } from "../../../../src/core/records/entry.ts";
import { monthDays } from "../../../../src/core/time.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import {
  type ReviewItem,
  type DecideRequest,
  decide,
  listLedgerDecisions,
  readReview,
  undo,
} from "../../../../src/main/services/review/review.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { contentsOf } from "../../ledger/made.ts";
import { failureOf } from "../../../helpers/workbook/saved-files.ts";
import { HOUR_MS, OCTOBER_MS, entry, sha256 } from "../../../helpers/records.ts";
import {
  CONTEXT,
  brokenWallet,
  importWallet,
  ledgerToReview,
} from "../../../helpers/ledgers/review-ledger.ts";

let ledger = "";
beforeEach(async () => {
  ledger = await ledgerToReview();
});

const review = (month: string | null = null, path = ledger) =>
  readReview({ ledger: path, period: month === null ? null : monthDays(month), options: {} }, CONTEXT);

/** The exceptions as `rule id: status`, in order. */
function standing(month: string | null = null): string[] {
  return review(month)
    .findings.filter(({ finding }) => finding.severity !== "info")
    .map(({ finding, status }) => `${finding.rule} ${finding.walletID ?? finding.payID}: ${status}`);
}

/** Entries of the ledger with the hash of what they say. */
function bound(...walletIDs: number[]) {
  return brokenWallet(9, 5)
    .filter((one) => walletIDs.includes(one.walletID))
    .map((one) => ({ walletID: one.walletID, sha256: sha256(canonicalJson(entryDocument(one))) }));
}

/** The fingerprint of the finding about an entry, or about a transaction. */
function fingerprintOf(rule: string, id: number, month: string | null = null): string {
  const found = review(month).findings.find(
    ({ finding }) => finding.rule === rule && (finding.walletID ?? finding.payID) === id,
  );
  if (found === undefined) throw new Error(`no ${rule} ${id}`);
  return found.finding.fingerprint;
}

function deciding(items: readonly ReviewItem[], fields: Partial<DecideRequest> = {}) {
  const by = "Ada Obi";
  return decide(
    { ledger, period: null, options: {}, items, status: "explained", note: "Ticket 4711.", by, ...fields },
    CONTEXT,
  );
}

const undoing = (items: readonly ReviewItem[]) => undo({ ledger, items, note: "", by: "Bola" }, CONTEXT);

async function expectWhole(links: number): Promise<void> {
  expect(await verifyLedgerFile(ledger, null, CONTEXT)).toMatchObject({ ok: true, problems: [], links });
}

const BREAK = ["chain-break", 3] as const;
const IDLE = ["no-movement", 5] as const;

describe("deciding", () => {
  test("saves a decision on one finding of four, and updates the progress", async () => {
    const fingerprint = fingerprintOf(...BREAK);
    const [decision] = await deciding([{ fingerprint, seen: null }]);
    expect(decision).toStrictEqual({
      id: 1,
      fingerprint,
      status: "explained",
      note: "Ticket 4711.",
      by: "Ada Obi",
      atMs: Date.UTC(2026, 10, 2),
      undoes: null,
      finding: {
        rule: "chain-break",
        walletID: 3,
        payref: "",
        payID: null,
        userID: 1,
        businessID: 7,
        expected: 1150,
        actual: 1159,
        difference: 9,
        cause: "missing-entry",
        message: review().findings[0]?.finding.message,
        records: { entries: bound(2, 3), transactions: [] },
      },
    });
    expect(listLedgerDecisions(ledger)).toEqual([decision]);
    expect(standing()).toEqual([
      "chain-break 3: explained",
      "chain-break 4: open",
      "no-movement 5: open",
      "paid-without-entry 9: open",
    ]);
    expect(review().progress).toMatchObject({ reviewed: 1, total: 4 });
    await expectWhole(3);
  });

  test("decides several at once by their first digits, one of them named twice", async () => {
    const items = [BREAK, IDLE, BREAK].map(([rule, id]) => ({
      fingerprint: fingerprintOf(rule, id).slice(0, 8),
    }));
    const taken = await deciding(items, { status: "accepted" });
    expect(taken.map(({ id, finding }) => [id, finding.rule])).toEqual([
      [1, "chain-break"],
      [2, "no-movement"],
    ]);
    expect(review().progress).toMatchObject({ reviewed: 2, bySeverity: { warning: { reviewed: 1 } } });
    await expectWhole(4);
  });

  test("decides again after seeing the first: the newer one counts, the older one stays", async () => {
    const fingerprint = fingerprintOf(...BREAK);
    await deciding([{ fingerprint, seen: null }]);
    await deciding([{ fingerprint, seen: 1 }], { status: "open", note: "", by: "Bola" });
    expect(standing()[0]).toBe("chain-break 3: open");
    expect(listLedgerDecisions(ledger).map(({ by, status }) => `${by} ${status}`)).toEqual([
      "Ada Obi explained",
      "Bola open",
    ]);
  });

  test("stores any note as typed, and records it in the trail", async () => {
    const note = "\u202E<script>alert('x')</script>\u0000\"); DROP TABLE decision;--\n=1+1\uD800";
    await deciding([{ fingerprint: fingerprintOf(...BREAK) }], { note });
    expect(listLedgerDecisions(ledger)[0]?.note).toBe(
      note.replace("\u0000", String.raw`\u0000`).replace("\uD800", String.raw`\ud800`),
    );
    await expectWhole(3);
  });

  test("counts the later decision even with the clock set back", async () => {
    const fingerprint = fingerprintOf(...BREAK);
    await deciding([{ fingerprint }]);
    const request = { ledger, period: null, options: {}, items: [{ fingerprint }], note: "No.", by: "Ada" };
    await decide({ ...request, status: "raised" }, { ...CONTEXT, now: () => 5 });
    expect(standing()[0]).toBe("chain-break 3: raised");
  });
});

describe("refuses, and writes nothing", () => {
  const expectRefusal = async (work: Promise<unknown>, code: string) => {
    const before = contentsOf(ledger);
    const error = await failureOf(work);
    expect(error.code).toBe(code);
    expect(contentsOf(ledger)).toBe(before);
    return error;
  };

  test("with an unseen newer decision: the first counts, and nothing of the bulk is written", async () => {
    const [taken, free] = [fingerprintOf(...BREAK), fingerprintOf("chain-break", 4)];
    await deciding([{ fingerprint: taken, seen: null }]);
    const bulk = [
      { fingerprint: free, seen: null },
      { fingerprint: taken, seen: null },
    ];
    const error = await expectRefusal(deciding(bulk, { by: "Bola" }), "DECISION_CONFLICT");
    expect(error.message).toBe("Decision 1 was made on this finding meanwhile");
    expect(error.facts.record).toBe(`fingerprint ${taken}`);
    await expectRefusal(deciding([{ fingerprint: free, seen: 1 }]), "DECISION_CONFLICT");
    await expectRefusal(undoing([{ fingerprint: taken, seen: null }]), "DECISION_CONFLICT");
    await undoing([{ fingerprint: taken, seen: 1 }]);
    // The undoing is news as well.
    await expectRefusal(deciding([{ fingerprint: taken, seen: 1 }]), "DECISION_CONFLICT");
    await expectWhole(4);
  });

  test("a fingerprint that no check raises, of a bulk too", async () => {
    const items = [{ fingerprint: fingerprintOf(...BREAK) }, { fingerprint: "f".repeat(64) }];
    expect((await expectRefusal(deciding(items), "FINDING_NOT_FOUND")).facts.record).toBe(
      `fingerprint ${"f".repeat(64)}`,
    );
    await expectRefusal(deciding([{ fingerprint: "" }]), "FINDING_NOT_FOUND");
  });

  test("a fingerprint of other options", async () => {
    const items = [{ fingerprint: fingerprintOf(...BREAK) }];
    await expectRefusal(deciding(items, { options: { convention: "bank" } }), "FINDING_NOT_FOUND");
  });

  test("no name, no note where one is needed, too long a note", async () => {
    const items = [{ fingerprint: fingerprintOf(...BREAK) }];
    await expectRefusal(deciding(items, { by: " " }), "DECISION_INVALID");
    await expectRefusal(deciding(items, { note: "\n" }), "DECISION_INVALID");
    await expectRefusal(deciding(items, { note: "x".repeat(10_001) }), "DECISION_INVALID");
    await expectRefusal(undo({ ledger, items, note: "", by: "" }, CONTEXT), "DECISION_INVALID");
  });

  test("undoing where nothing is decided, or everything is undone", async () => {
    const fingerprint = fingerprintOf(...BREAK);
    await expectRefusal(undoing([{ fingerprint }]), "DECISION_NOT_FOUND");
    await deciding([{ fingerprint }]);
    await undoing([{ fingerprint }]);
    await expectRefusal(undoing([{ fingerprint }]), "DECISION_NOT_FOUND");
  });
});

describe("undoing", () => {
  test("puts the decision before in force again, then none, and says which", async () => {
    const fingerprint = fingerprintOf(...BREAK);
    await deciding([{ fingerprint }]);
    await deciding([{ fingerprint }], { status: "raised" });
    const [first] = await undoing([{ fingerprint: fingerprint.slice(0, 12), seen: 2 }]);
    expect(first).toMatchObject({ id: 3, undoes: 2, status: "explained", by: "Bola", fingerprint });
    expect(standing()[0]).toBe("chain-break 3: explained");
    expect(await undoing([{ fingerprint }])).toMatchObject([{ id: 4, undoes: 1, status: "open" }]);
    expect(standing()[0]).toBe("chain-break 3: open");
    await deciding([{ fingerprint, seen: 4 }], { status: "accepted" });
    expect(standing()[0]).toBe("chain-break 3: accepted");
    await expectWhole(7);
  });

  test("all of several or none", async () => {
    const [one, other] = [fingerprintOf(...BREAK), fingerprintOf("chain-break", 4)];
    await deciding([{ fingerprint: one }]);
    const work = undoing([{ fingerprint: one }, { fingerprint: other }]);
    expect((await failureOf(work)).code).toBe("DECISION_NOT_FOUND");
    expect(standing()[0]).toBe("chain-break 3: explained");
  });
});

describe("changed numbers", () => {
  test("reopen the decision with both numbers, and records that are unchanged keep theirs", async () => {
    const items = [BREAK, IDLE].map(([rule, id]) => ({ fingerprint: fingerprintOf(rule, id) }));
    await deciding(items);
    await importWallet(ledger, brokenWallet(11, 3));
    const reopened = review().findings.find(({ status }) => status === "reopened");
    expect(reopened).toMatchObject({
      finding: { rule: "chain-break", walletID: 3, difference: 11 },
      before: { id: 1, finding: { difference: 9 } },
      decision: null,
      seen: null,
    });
    expect(standing()).toContain("no-movement 5: explained");
    // The numbers of before are no finding any more, but what was decided on them can be undone.
    expect((await failureOf(deciding(items.slice(0, 1)))).code).toBe("FINDING_NOT_FOUND");
    await undoing(items.slice(0, 1));
    expect(standing()).toContain("chain-break 3: open");
    await expectWhole(6);
  });
});

describe("months", () => {
  beforeEach(async () => {
    // What October did not see paid arrives in November.
    const october = brokenWallet(9, 5);
    const late = entry(6, {
      payref: "PAY-9",
      debit: 90,
      balance: (october.at(-1)?.balance ?? 0) + 90,
      dateCreatedAtMs: OCTOBER_MS + 40 * 24 * HOUR_MS,
    });
    await importWallet(ledger, [...october, late]);
  });

  test("a finding as at a month's end can be decided by naming only the month", async () => {
    const october = "2026-10";
    const items = [{ fingerprint: fingerprintOf("paid-without-entry", 9, october) }];
    expect(standing().join()).not.toContain("paid-without-entry");
    expect((await failureOf(deciding(items))).code).toBe("FINDING_NOT_FOUND");
    await deciding(items, { period: monthDays(october) });
    expect(standing(october)).toContain("paid-without-entry 9: explained");
  });

  test("findings of the whole history can be decided with another month as well", async () => {
    await deciding([{ fingerprint: fingerprintOf(...BREAK) }], { period: monthDays("2026-11") });
    expect(standing("2026-10")[0]).toBe("chain-break 3: explained");
  });
});

describe("a ledger of the first schema", () => {
  const FIXTURE = join(import.meta.dirname, "../../../fixtures/ledgers/schema-1.tieout");

  test("is listed as it is, with nothing decided; the first decision migrates it, after a backup", async () => {
    const path = join(temporaryFolder(), "old.tieout");
    copyFileSync(FIXTURE, path);
    expect(listLedgerDecisions(path)).toEqual([]);
    const [first] = review(null, path).findings;
    expect(readFileSync(path).equals(readFileSync(FIXTURE))).toBe(true);
    ledger = path;
    await deciding([{ fingerprint: first?.finding.fingerprint ?? "" }]);
    expect(listLedgerDecisions(path)).toMatchObject([{ id: 1, undoes: null }]);
    expect(statSync(`${path}.schema-1.backup`).isFile()).toBe(true);
    expect(await verifyLedgerFile(path, null, CONTEXT)).toMatchObject({ ok: true });
  });
});
