import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, test } from "vitest";
import type { Entry } from "../../../../src/core/records/entry.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { monthDays } from "../../../../src/core/time.ts";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { undoDecisions } from "../../../../src/main/ledger/acts/decision.ts";
import { openForWriting } from "../../../../src/main/ledger/file/open.ts";
import { CheckMemory } from "../../../../src/main/services/shared/check-memory.ts";
import type { Progress, ServiceContext } from "../../../../src/main/services/shared/thread-messages.ts";
import { prepareMonth, reopenMonth, signOffMonth } from "../../../../src/main/services/close/close.ts";
import { readMonth } from "../../../../src/main/services/close/moments.ts";
import { listMonths } from "../../../../src/main/services/close/months.ts";
import { decide, listLedgerDecisions, readReview } from "../../../../src/main/services/review/review.ts";
import { changeSettings } from "../../../../src/main/services/backup/settings.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { HOUR_MS, OCTOBER_MS, entry, sale, wallet } from "../../../helpers/records.ts";
import {
  CONTEXT,
  brokenWallet,
  importWallet,
  ledgerToReview,
} from "../../../helpers/ledgers/review-ledger.ts";
import { failureOf } from "../../../helpers/workbook/saved-files.ts";
import { importRecords, newLedgerPath } from "../../../helpers/ledgers/signing.ts";
import { IS_EXHAUSTIVE } from "../../../helpers/exhaustive.ts";
import { contentsOf } from "../../ledger/made.ts";

const OCTOBER = "2026-10" as Month;
const NOVEMBER = "2026-11" as Month;
const DAY_MS = 24 * HOUR_MS;

let ledger = "";
beforeEach(async () => {
  ledger = await ledgerToReview();
});

const prepare = (by = "Ada Obi", override: string | null = null, month = OCTOBER) =>
  prepareMonth({ ledger, month, by, override }, CONTEXT);
const sign = (by = "Bola Ade", note = "", month = OCTOBER) =>
  signOffMonth({ ledger, month, by, note }, CONTEXT);
const reopen = (by = "Bola Ade", note = "Three entries were restated.", month = OCTOBER) =>
  reopenMonth({ ledger, month, by, note }, CONTEXT);
const stateOf = (month = OCTOBER) => listMonths(ledger).find((one) => one.month === month)?.state;
const read = (month = OCTOBER, context: ServiceContext = CONTEXT) => readMonth({ ledger, month }, context);

/** Explains every error of a month. */
async function explainErrors(month = OCTOBER): Promise<void> {
  const request = { ledger, period: monthDays(month), options: {} };
  const items = readReview(request, CONTEXT)
    .findings.filter(({ finding, status }) => finding.severity === "error" && status !== "explained")
    .map(({ finding: { fingerprint }, seen }) => ({ fingerprint, seen }));
  const words = { status: "explained" as const, note: "Ticket 4711.", by: "Ada Obi" };
  await decide({ ...request, items, ...words }, CONTEXT);
}

/** The wallet of the ledger with one entry more, in November: October is over. */
const inNovember = (third = 9): Entry[] => {
  const october = brokenWallet(third, 5);
  const balance = (october.at(-1)?.balance ?? 0) + 40;
  return [...october, entry(6, { debit: 40, balance, dateCreatedAtMs: OCTOBER_MS + 32 * DAY_MS })];
};

/** October over and all of its errors explained. */
async function ready(): Promise<void> {
  await importWallet(ledger, inNovember());
  await explainErrors();
}

async function expectWhole(): Promise<void> {
  expect((await verifyLedgerFile(ledger, null, CONTEXT)).problems).toEqual([]);
}

describe("a month from open to signed", () => {
  test("is prepared, signed by another person, and has its figures frozen", async () => {
    await ready();
    const prepared = await prepare();
    expect(prepared).toMatchObject({ month: "2026-10", state: "prepared", isOver: true });
    const signed = await sign("  Bola Ade ", "Read all of it.");
    expect(signed.steps.map(({ id, step, by, note }) => [id, step, by, note])).toEqual([
      [1, "prepare", "Ada Obi", ""],
      [2, "sign-off", "Bola Ade", "Read all of it."],
    ]);
    const [preparation, signature] = signed.steps;
    expect(signature?.frozen).toEqual(preparation?.frozen);
    expect(preparation?.frozen).toMatchObject({
      runId: 1,
      pullId: 2,
      decisionId: 3,
      matchId: 0,
      stepId: 0,
      appVersion: "test",
      options: { convention: "auto", timeZone: "UTC" },
      errors: { total: 3, decided: 3 },
      warnings: { total: 1, decided: 0 },
      wallets: [{ userID: 1, opening: 0, inflow: 1500, outflow: 50, breakDifference: 14, closing: 1464 }],
      outstanding: [{ kind: "paid, no entry", items: 1, amount: 90 }, { items: 0 }, { items: 0 }],
      overridden: [],
    });
    await expectWhole();
  });

  test("freezes the run that was kept", async () => {
    await ready();
    const { frozen } = (await prepare()).steps.at(-1) ?? {};
    const db = new Database(ledger, { readonly: true });
    const payload = db.prepare("SELECT payload FROM audit WHERE kind = 'run'").pluck().get();
    db.close();
    expect(JSON.parse(String(payload))).toEqual({ run: frozen?.runId, sha256: frozen?.checkSha256 });
  });

  test("shows its current figures beside the frozen ones", async () => {
    await ready();
    await prepare();
    const report = read();
    expect(report).toMatchObject({
      facts: { state: "prepared" },
      wallets: [{ closing: 1464 }],
      errors: { total: 3, decided: 3 },
      obstacles: [],
      changes: [],
      proofs: [{ currency: null, wallets: 1, unexplained: 0 }],
    });
    expect(report.outstanding.map(({ kind, carriedForward }) => [kind, carriedForward])).toEqual([
      ["paid, no entry", 90],
      ["in transit", 0],
      ["orphan payref", 0],
    ]);
    expect(report.outstandingItems).toMatchObject([{ kind: "paid, no entry", payID: 9, payref: "PAY-9" }]);
    expect(report.proofs[0]?.lines.length).toBeGreaterThan(3);
  });
});

describe("preparing", () => {
  test("is refused with the numbers while errors are undecided and the month is not over, and writes nothing", async () => {
    const before = contentsOf(ledger);
    const failure = await failureOf(prepare());
    expect([failure.code, failure.message]).toEqual([
      "CLOSE_REFUSED",
      "October 2026 cannot be prepared: 3 errors are undecided; the latest time in the records is 2026-10-21 00:00:00 UTC, before the month ended",
    ]);
    expect(failure.facts.remedy).toBe(
      "Nothing was written. Decide on the errors with `tieout review`. Pull or import again after the end of the month. " +
        "Or prepare it anyway with `--override` and a note that says why.",
    );
    expect((await failureOf(prepare("Ada", " \u200B\n"))).code).toBe("CLOSE_REFUSED");
    expect(contentsOf(ledger)).toBe(before);
  });

  test("is allowed by an override with a note, and keeps both", async () => {
    const { steps, state } = await prepare("Ada", "The provider answers next week.");
    expect(state).toBe("prepared");
    expect(steps).toMatchObject([
      {
        note: "The provider answers next week.",
        frozen: {
          errors: { total: 3, decided: 0 },
          overridden: [
            { kind: "undecided-errors", sentence: "3 errors are undecided" },
            { kind: "not-over" },
          ],
        },
      },
    ]);
    expect((await sign()).state).toBe("signed-off");
    await expectWhole();
  });

  test("uses the options that the ledger had then, whatever is set later", async () => {
    await ready();
    await prepare();
    await changeSettings(
      ledger,
      { timeZone: "Asia/Tokyo", decimals: 2, options: { tolerance: 999 }, by: "Ada Obi", note: "As agreed" },
      CONTEXT,
    );
    expect(read()).toMatchObject({ options: { timeZone: "Asia/Tokyo", tolerance: 999 }, changes: [] });
    expect((await sign()).steps.at(-1)?.frozen).toMatchObject({ decimals: 0, options: { timeZone: "UTC" } });
  });

  test("needs a name", async () => {
    expect(await failureOf(prepare(" \t "))).toMatchObject({
      code: "DECISION_INVALID",
      message: "A step of the close needs the name of the person who takes it",
    });
  });
});

describe("signing", () => {
  beforeEach(async () => {
    await ready();
    await prepare();
  });

  /** Refused, with the words, and nothing written. */
  async function expectRefused(code: string, words: string): Promise<void> {
    const before = contentsOf(ledger);
    const failure = await failureOf(sign());
    expect([failure.code, failure.message]).toEqual([code, words]);
    expect(contentsOf(ledger)).toBe(before);
  }

  test("is refused to the preparer", async () => {
    expect((await failureOf(sign("ada  OBI"))).code).toBe("CLOSE_SAME_PERSON");
    expect(stateOf()).toBe("prepared");
  });

  test("is refused once a pull changed its figures, and allowed when prepared again", async () => {
    await importWallet(ledger, inNovember(20));
    expect(read().changes).not.toEqual([]);
    await expectRefused(
      "CLOSE_CHANGED",
      "October 2026 differs from what was prepared: the wallet of user 1 closed at 1,464 and now closes at 1,475; 5 new exceptions, 2 gone",
    );
    await reopen();
    await explainErrors();
    await prepare();
    expect((await sign()).state).toBe("signed-off");
  });

  test("is allowed when a pull brought only what is after the month", async () => {
    const more = entry(7, { debit: 1, balance: 1505, dateCreatedAtMs: OCTOBER_MS + 40 * DAY_MS });
    await importWallet(ledger, [...inNovember(), more]);
    expect(read().changes).toEqual([]);
    expect((await sign()).state).toBe("signed-off");
  });

  test("is allowed when a pull brought a wallet that begins after the month, and shows the month as signed", async () => {
    const other = { userID: 2, debit: 5, balance: 5, dateCreatedAtMs: OCTOBER_MS + 40 * DAY_MS };
    await importWallet(ledger, [...inNovember(), entry(7, other)]);
    expect(read().changes).toEqual([]);
    expect((await sign()).state).toBe("signed-off");
    await importWallet(ledger, [...inNovember(), entry(7, other), entry(8, { ...other, userID: 3 })]);
    expect(read().changes).toEqual([]);
    await expectWhole();
  });

  test("is refused when that wallet already had a balance by the month's end", async () => {
    const other = { userID: 2, debit: 5, balance: 25, dateCreatedAtMs: OCTOBER_MS + 40 * DAY_MS };
    await importWallet(ledger, [...inNovember(), entry(7, other)]);
    expect(read().changes).not.toEqual([]);
    await expectRefused(
      "CLOSE_CHANGED",
      "October 2026 differs from what was prepared: the wallet of user 2 is new",
    );
  });

  test("is refused once a decision on one of its exceptions changed", async () => {
    const [first] = listLedgerDecisions(ledger);
    const items = [{ fingerprint: first?.fingerprint ?? "" }];
    const again = { status: "accepted" as const, note: "Small.", by: "Chidi" };
    await decide({ ledger, period: monthDays(OCTOBER), options: {}, items, ...again }, CONTEXT);
    expect(read().changes).not.toEqual([]);
    await expectRefused(
      "CLOSE_CHANGED",
      "October 2026 differs from what was prepared: 1 exception has a different decision",
    );
  });

  test("is allowed once the month was prepared again with the new decisions", async () => {
    const [first] = listLedgerDecisions(ledger);
    const items = [{ fingerprint: first?.fingerprint ?? "" }];
    const again = { status: "accepted" as const, note: "Small.", by: "Chidi" };
    await decide({ ledger, period: monthDays(OCTOBER), options: {}, items, ...again }, CONTEXT);
    await expectRefused(
      "CLOSE_CHANGED",
      "October 2026 differs from what was prepared: 1 exception has a different decision",
    );
    await prepare();
    expect(read().changes).toEqual([]);
    expect((await sign()).steps.map(({ step }) => step).slice(-3)).toEqual([
      "prepare",
      "prepare",
      "sign-off",
    ]);
    await expectWhole();
  });

  test("keeps the month as signed, whatever is decided and pulled later", async () => {
    const signed = await sign();
    await importWallet(ledger, inNovember(20));
    await explainErrors();
    const after = listMonths(ledger).find(({ month }) => month === OCTOBER);
    expect(after?.steps).toEqual(signed.steps);
    expect(after?.state).toBe("signed-off");
    expect(read()).toMatchObject({
      changes: ["the wallet of user 1 closed at 1,464 and now closes at 1,475", "5 new exceptions, 2 gone"],
      wallets: [{ closing: 1475 }],
    });
    await expectWhole();
  });
});

describe("reopening", () => {
  test("moves a signed month back to review and keeps the signature visible", async () => {
    await ready();
    await prepare();
    const signed = await sign();
    const reopened = await reopen();
    expect(reopened.state).toBe("open");
    expect(reopened.steps.slice(0, 2)).toEqual(signed.steps);
    expect(reopened.steps.at(-1)).toMatchObject({ step: "reopen", note: "Three entries were restated." });
    await prepare("Bola Ade");
    expect((await sign("Ada Obi")).steps.map(({ step }) => step)).toEqual([
      "prepare",
      "sign-off",
      "reopen",
      "prepare",
      "sign-off",
    ]);
    await expectWhole();
  });

  test("needs a reason, and a month that is prepared or signed", async () => {
    expect((await failureOf(reopen())).code).toBe("CLOSE_STATE");
    await prepare("Ada", "Yes.");
    expect(await failureOf(reopen("Bola", " \n"))).toMatchObject({
      code: "DECISION_INVALID",
      message: "Reopening a month needs a note that says why",
    });
    expect((await reopen()).state).toBe("open");
  });
});

describe("an opening must be the signed closing of the month before", () => {
  const openingOf = (context = CONTEXT) =>
    read(NOVEMBER, context).obstacles.filter(({ kind }) => kind === "opening-not-carried");

  test("and blocks preparing the next month when it is not, until October is reopened", async () => {
    await ready();
    await prepare();
    await sign();
    expect(openingOf()).toEqual([]);
    await importWallet(ledger, inNovember(20));
    const [obstacle] = openingOf();
    expect(obstacle?.sentence).toBe(
      "The wallet of user 1 opens at 1,475, but the month before was signed to close at 1,464",
    );
    expect((await failureOf(prepare("Ada", null, NOVEMBER))).message).toContain("opens at 1,475");
    await reopen();
    expect(openingOf()).toEqual([]);
  });

  test("also when months are cut in another zone now: an entry in both is an error of the next", async () => {
    const late = inNovember().map((one) =>
      one.walletID === 5 ? { ...one, dateCreatedAtMs: OCTOBER_MS + 30 * DAY_MS + 20 * HOUR_MS } : one,
    );
    const moved = late.map((one) =>
      one.walletID >= 5
        ? { ...one, debit: one.debit + 7, balance: one.balance + 7 * (one.walletID - 4) }
        : one,
    );
    await importWallet(ledger, moved);
    await explainErrors();
    await prepare();
    await sign();
    expect(openingOf()).toEqual([]);
    await changeSettings(ledger, { timeZone: "Asia/Tokyo", by: "Ada Obi", note: "As agreed" }, CONTEXT);
    expect(openingOf().map(({ sentence }) => sentence)).toEqual([
      "The wallet of user 1 opens at 1,464, but the month before was signed to close at 1,471",
    ]);
    expect(listMonths(ledger).find(({ month }) => month === OCTOBER)?.state).toBe("signed-off");
    expect(read()).toMatchObject({ changes: [], options: { timeZone: "Asia/Tokyo" } });
  });

  test("and is nothing after a month signed without wallets: one that began later is fine, an earlier one is an error", async () => {
    ledger = newLedgerPath();
    const [first, second] = wallet([100, 20], (at) => ({ dateCreatedAtMs: OCTOBER_MS + (at + 33) * DAY_MS }));
    if (first === undefined || second === undefined) throw new Error("two entries");
    const unpaid = sale(1, 5, { datePaidAtMs: null });
    await importRecords(ledger, [], [unpaid], CONTEXT);
    await prepare("Ada Obi", "Nothing was traded yet");
    await sign();
    expect(read().wallets).toEqual([]);
    await importRecords(ledger, [first, second], [unpaid], CONTEXT);
    expect(openingOf()).toEqual([]);
    // The wallet was there all the time, as a later import says.
    const older = { ...first, dateCreatedAtMs: OCTOBER_MS + 3 * DAY_MS };
    await importRecords(ledger, [older, second], [unpaid], CONTEXT);
    expect(openingOf().map(({ sentence }) => sentence)).toEqual([
      "The wallet of user 1 opens at 100, but the month before was signed to close at 0",
    ]);
    await expectWhole();
  });

  test("also in a thread that remembers the records from before the signature", async () => {
    const context = { ...CONTEXT, memory: new CheckMemory() };
    await ready();
    await prepare();
    expect(openingOf(context)).toEqual([]);
    await sign();
    await importWallet(ledger, inNovember(20));
    expect(openingOf(context)).toHaveLength(1);
    await reopen();
    expect(openingOf(context)).toEqual([]);
  });
});

describe("months", () => {
  test("are all that the ledger has records of, newest first, each with its steps", async () => {
    await ready();
    expect(listMonths(ledger).map(({ month, state, isOver }) => [month, state, isOver])).toEqual([
      ["2026-11", "open", false],
      ["2026-10", "open", true],
      ["2026-09", "open", true],
    ]);
  });

  test("use the newest version of each record that is still present", async () => {
    const moved = brokenWallet(9, 5).map((one) =>
      one.walletID === 5 ? { ...one, dateCreatedAtMs: OCTOBER_MS + 100 * DAY_MS } : one,
    );
    await importWallet(ledger, moved);
    expect(listMonths(ledger)[0]?.month).toBe("2027-01");
    await importWallet(ledger, brokenWallet(9, 5));
    expect(listMonths(ledger)[0]?.month).toBe("2026-10");
    // What a thread remembers says the same as the file.
    const memory = new CheckMemory();
    read(OCTOBER, { ...CONTEXT, memory });
    expect(listMonths(ledger, memory)).toEqual(listMonths(ledger));
  });
});

describe("several processes at once", () => {
  test("of two signers at the same time one succeeds, and the other hears that it is signed", async () => {
    await ready();
    await prepare();
    const outcomes = await Promise.allSettled([sign("Bola"), sign("Chidi")]);
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
    expect(refused).toMatchObject([{ code: "CLOSE_STATE" }]);
    expect(listMonths(ledger).find(({ month }) => month === OCTOBER)?.steps).toHaveLength(2);
    await expectWhole();
  });

  test("a decision undone while the month is checked is seen before it is signed", async () => {
    await ready();
    await prepare();
    const { fingerprint = "" } = listLedgerDecisions(ledger)[0] ?? {};
    const db = await openForWriting(ledger);
    let looks = 0;
    let checks = 0;
    const context = {
      ...CONTEXT,
      onProgress: ({ phase, done, total }: Pick<Progress, "phase" | "done" | "total">) => {
        if (phase === "Reading the ledger" && total === null) looks += 1;
        if (phase !== "Checking" || done > 0) return;
        checks += 1;
        if (checks === 1) {
          undoDecisions(db, [{ fingerprint, note: "", by: "Chidi", seen: 1 }], 5);
        }
      },
    };
    const signing = signOffMonth({ ledger, month: OCTOBER, by: "Bola", note: "" }, context);
    expect((await failureOf(signing)).code).toBe("CLOSE_CHANGED");
    closeLedger(db);
    // The records are as they were checked; what people decided on them is looked at again.
    expect([looks, checks, stateOf()]).toEqual([2, 1, "prepared"]);
  });
});

const CHILD = join(import.meta.dirname, "../../../helpers/children/ledgers/closing-child.ts");

test.runIf(IS_EXHAUSTIVE)(
  "case 30: killed at any moment of preparing, signing and reopening, each step has its link or does not exist",
  async () => {
    // Each of the three steps, or each of them twice.
    for (let kill = 0; kill < 6; kill += 1) {
      const path = join(temporaryFolder(), "killed.tieout");
      copyFileSync(ledger, path);
      const child = spawn(process.execPath, [CHILD, path, "50"], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      let heard = 0;
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        heard += text.split("\n").length - 1;
        if (heard > kill) setTimeout(() => child.kill("SIGKILL"), (kill * 7) % 20);
      });
      await once(child, "close");
      // The next to open finds the log of the killed process beside the file and takes it in.
      closeLedger(await openForWriting(path));
      const { problems, facts } = await verifyLedgerFile(path, null, CONTEXT);
      expect(problems).toEqual([]);
      const steps = facts.find(({ name }) => name === "steps of the close")?.count ?? 0;
      expect(heard).toBeGreaterThan(kill);
      // The first line only says that it is ready.
      expect(steps).toBeGreaterThanOrEqual(heard - 1);
    }
  },
);
