/** Letters that are recorded: what clears a question, what a signature has to do with it, and what nobody may record. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { letterCountWords } from "../../../../src/core/review/letters/letter-words.ts";
import type { LetterStanding } from "../../../../src/core/review/letters/letters.ts";
import { type Day, monthDays } from "../../../../src/core/time.ts";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { openForReading } from "../../../../src/main/ledger/file/open.ts";
import { auditHead } from "../../../../src/main/ledger/file/audit.ts";
import { readLetters } from "../../../../src/main/services/review/letter-standing.ts";
import { recordAnswer, recordSent } from "../../../../src/main/services/review/letter-steps.ts";
import { writeLetter } from "../../../../src/main/services/review/letter.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { readReview, undo } from "../../../../src/main/services/review/review.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { raiseAll } from "../../../helpers/ledgers/raised-ledger.ts";
import { HOUR_MS, OCTOBER_MS, sale, wallet } from "../../../helpers/records.ts";
import { paragraphsOf } from "../../../helpers/workbook/letter-paragraphs.ts";
import { CONTEXT, importRecords, newLedgerPath, signMonth } from "../../../helpers/ledgers/signing.ts";

const OCTOBER = "2026-10" as Month;
const SENT = { on: "2026-12-03" as Day, to: "Escrow Ltd", how: "", by: "Ada Obi", note: "" };
const LATER = { ...CONTEXT, now: () => Date.UTC(2026, 11, 20) };

/** October with two payments that did not arrive; both are raised. */
const ENTRIES = wallet([1000, 200, -50], (at) => ({ dateCreatedAtMs: OCTOBER_MS + at * HOUR_MS }));
const SALES = [sale(8, 75), sale(9, 90)];

async function raisedOctober() {
  const ledger = newLedgerPath();
  await importRecords(ledger, ENTRIES, SALES);
  const raised = await raiseAll(ledger, OCTOBER, CONTEXT);
  const out = join(temporaryFolder(), "october.docx");
  return { ledger, raised, request: { ledger, month: OCTOBER, out, replace: false, by: "Ada Obi" } };
}

function headOf(ledger: string): number {
  const db = openForReading(ledger);
  const { sequence } = auditHead(db);
  closeLedger(db);
  return sequence;
}

test("is sent after its month was signed, and clears what a later pull brings", async () => {
  const { ledger, raised, request } = await raisedOctober();
  await signMonth(ledger, OCTOBER);
  await writeLetter(request, CONTEXT);
  expect(readLetters({ ledger }, CONTEXT).letters).toMatchObject([
    { states: ["waits", "waits"], days: null },
  ]);
  await recordSent({ ledger, letter: "2026-10/1", ...SENT }, LATER);
  // The newest import came before it was sent: nobody can say yet what the letter led to.
  expect(readLetters({ ledger }, CONTEXT)).toMatchObject({ asOf: "2026-12-01", letters: [{ days: null }] });

  const arrived = wallet([1000, 200, -50, 90], (at) => ({
    dateCreatedAtMs: at === 3 ? OCTOBER_MS + 40 * 24 * HOUR_MS : OCTOBER_MS + at * HOUR_MS,
    payref: at === 3 ? "PAY-9" : "",
  }));
  await importRecords(ledger, arrived, SALES, LATER);
  const { asOf, letters } = readLetters({ ledger }, LATER);
  expect(asOf).toBe("2026-12-20");
  const [{ letter, states, days } = { letter: null, states: [], days: null }] = letters;
  expect(days).toBe(17);
  const cleared = letter?.items.filter((_, at) => states[at] === "gone").map(({ payID }) => payID);
  expect([cleared, raised.length]).toEqual([[9], 2]);
  expect(await verifyLedgerFile(ledger, null, LATER)).toMatchObject({ ok: true });

  // A second letter asks again about what is missing by now; the one that was sent first counts.
  await raiseAll(ledger, OCTOBER, LATER);
  const out = join(temporaryFolder(), "again.docx");
  expect(await writeLetter({ ...request, out }, LATER)).toMatchObject({ questions: 1, ref: "2026-10/2" });
  await recordSent({ ledger, letter: "2026-10/2", ...SENT, on: "2026-12-20" as Day }, LATER);
  const { waits, findings } = readReview({ ledger, period: null, options: {} }, LATER);
  expect(findings.map(({ finding }) => [finding.rule, waits.get(finding.fingerprint)?.ref])).toEqual([
    ["paid-without-entry", "2026-10/1"],
  ]);
  // October as at its end still has payID 9 in transit, which has arrived since.
  const october = readReview({ ledger, period: monthDays(OCTOBER), options: {} }, LATER);
  const waiting = october.findings.map(({ finding }) => [
    finding.payID,
    october.waits.get(finding.fingerprint)?.ref ?? null,
  ]);
  expect(waiting).toEqual([
    [8, "2026-10/1"],
    [9, null],
  ]);
});

test("is a draft without a name: no link, no reference, the same bytes as often as it is written", async () => {
  const { ledger, request } = await raisedOctober();
  const before = headOf(ledger);
  expect(await writeLetter({ ...request, by: null }, CONTEXT)).toMatchObject({ questions: 2, ref: null });
  const bytes = readFileSync(request.out);
  await writeLetter({ ...request, by: null, replace: true }, LATER);
  expect(readFileSync(request.out).equals(bytes)).toBe(true);
  expect(headOf(ledger)).toBe(before);
  await expect(writeLetter({ ...request, by: " ", replace: true }, CONTEXT)).rejects.toMatchObject({
    code: "DECISION_INVALID",
  });
});

test("leaves neither document nor link where the review changed while it was written", async () => {
  const { ledger, raised, request } = await raisedOctober();
  const items = raised.slice(0, 1).map((fingerprint) => ({ fingerprint }));
  let undone = Promise.resolve<unknown>(null);
  const isRead = { times: 0 };
  // The clock is read when the month is checked, and again when the letter is recorded, with the document written between.
  const now = () => {
    isRead.times += 1;
    if (isRead.times === 1) undone = undo({ ledger, items, note: "", by: "Ada Obi" }, CONTEXT);
    return CONTEXT.now();
  };
  await expect(writeLetter(request, { ...CONTEXT, now })).rejects.toMatchObject({
    code: "LETTER_INVALID",
    message: "Question 1 is about a finding that is not raised. Write the letter again",
  });
  await undone;
  expect(existsSync(request.out)).toBe(false);
  expect(readLetters({ ledger }, CONTEXT).letters).toEqual([]);
});

test("refuses what nobody may record", async () => {
  const { ledger, request } = await raisedOctober();
  await writeLetter(request, CONTEXT);
  const letter = { ledger, letter: "2026-10/1" };
  const answer = { ...letter, by: "Ada Obi", file: null, evidence: null };
  const answered = { ...answer, on: "2026-12-10" as Day, note: "Yes" };
  const refused = async (work: Promise<unknown>, code: string, words: RegExp) => {
    const before = headOf(ledger);
    await expect(work).rejects.toMatchObject({ code, message: expect.stringMatching(words) as string });
    expect(headOf(ledger)).toBe(before);
  };
  const second = { ...request, replace: true, address: { replyBy: "2026-12-18" as Day } };
  for (const by of [null, "Ada Obi"])
    await refused(writeLetter({ ...second, by }, LATER), "LETTER_INVALID", /reply by 2026-12-18.* is over/u);
  const late = { ...second, by: "Ada Obi", address: { replyBy: "2126-12-31" as Day } };
  await refused(writeLetter(late, LATER), "LETTER_INVALID", /within a year: 2126-12-31 is further off/u);
  await refused(recordAnswer(answered, LATER), "LETTER_INVALID", /not recorded as sent/u);
  await refused(recordSent({ ...letter, ...SENT, to: " " }, LATER), "DECISION_INVALID", /to whom/u);
  await refused(recordSent({ ...letter, ...SENT, by: "" }, LATER), "DECISION_INVALID", /name/u);
  await refused(
    recordSent({ ...letter, ...SENT, on: "2026-12-22" as Day }, LATER),
    "LETTER_INVALID",
    /to come/u,
  );
  await refused(
    recordSent({ ...SENT, ledger, letter: "2026-10/7" }, LATER),
    "LETTER_NOT_FOUND",
    /no letter/u,
  );
  await recordSent({ ...letter, ...SENT }, LATER);
  await refused(recordSent({ ...letter, ...SENT }, LATER), "DECISION_INVALID", /says why/u);
  await refused(
    recordAnswer({ ...answered, on: "2026-12-02" as Day }, LATER),
    "LETTER_INVALID",
    /before the letter was sent/u,
  );
  await refused(recordAnswer({ ...answered, note: "\u200B" }, LATER), "LETTER_INVALID", /note/u);
  await refused(recordAnswer({ ...answered, evidence: 4 }, LATER), "EVIDENCE_NOT_FOUND", /no evidence/u);
  // The file is refused with the answer: both or neither.
  const file = { path: request.out };
  await refused(
    recordAnswer({ ...answered, file, on: "2026-12-01" as Day }, LATER),
    "LETTER_INVALID",
    /before the letter was sent/u,
  );
  await recordAnswer(answered, LATER);
  await refused(recordSent({ ...letter, ...SENT, note: "No" }, LATER), "LETTER_INVALID", /is answered/u);
  expect(existsSync(request.out)).toBe(true);
});

test("what one cause explains is one question, in the document, the record and the count", async () => {
  const ledger = newLedgerPath();
  const again = wallet([75, 75, 75], (at) => ({
    dateCreatedAtMs: OCTOBER_MS + at * HOUR_MS,
    payref: "PAY-8",
  }));
  await importRecords(ledger, again, [sale(8, 75)]);
  await raiseAll(ledger, OCTOBER, CONTEXT);
  const out = join(temporaryFolder(), "october.docx");
  const request = { ledger, month: OCTOBER, out, replace: false, by: "Ada Obi" };
  expect(await writeLetter(request, CONTEXT)).toMatchObject({ questions: 1, ref: "2026-10/1" });
  const text = paragraphsOf(out).join("\n");
  expect(text).toContain(
    "1 question remains, listed below by counterparty. It is about 75 in no stated currency.",
  );
  expect(text).toContain(
    "Please look at the requests that wrote walletID 2, 3: was one payment settled again",
  );
  const { letters } = readLetters({ ledger }, CONTEXT);
  expect(letters[0]?.letter.items.map(({ number, walletID }) => [number, walletID])).toEqual([
    [1, 2],
    [1, 3],
  ]);
  expect(letterCountWords(letters[0] as LetterStanding)).toBe("1 of 1 question open, 0 cleared");
  expect(await verifyLedgerFile(ledger, null, CONTEXT)).toMatchObject({ ok: true });
});
