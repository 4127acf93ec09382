/** D2 lists the whole trail: what was undone, taken back or withdrawn stays to be seen, and every link has its row. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { agreementNote } from "../../../../src/core/review/decisions/review.ts";
import { reviewDocument } from "../../../../src/core/review/standing/documents.ts";
import { type Day, monthDays } from "../../../../src/core/time.ts";
import { changeSettings } from "../../../../src/main/services/backup/settings.ts";
import { changeTerms, confirmBalance, tickStep } from "../../../../src/main/services/close/month-file.ts";
import { attachFiles, withdrawEvidence } from "../../../../src/main/services/review/attach.ts";
import { recordAnswer, recordSent } from "../../../../src/main/services/review/letter-steps.ts";
import { writeLetter } from "../../../../src/main/services/review/letter.ts";
import { decide, readReview } from "../../../../src/main/services/review/review.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { verifyWorkbook } from "../../../../src/main/services/export/verify-workbook.ts";
import { CONTEXT, ledgerToReview } from "../../../helpers/ledgers/review-ledger.ts";
import { raiseAll } from "../../../helpers/ledgers/raised-ledger.ts";

const OCTOBER = "2026-10" as Month;
const LATER = { ...CONTEXT, now: () => Date.UTC(2026, 11, 20, 9, 5, 7) };

/** October's file with everything that people can put into it, and take back. */
async function fullFile(): Promise<string> {
  const ledger = await ledgerToReview();
  const month = { ledger, month: OCTOBER };
  const ada = { by: "Ada Obi", note: "" };
  const fingerprints = await raiseAll(ledger, OCTOBER, CONTEXT, "Looked at");
  await decide(
    {
      ledger,
      period: monthDays(OCTOBER),
      options: {},
      items: [{ fingerprint: fingerprints[0]! }],
      status: "raised",
      note: agreementNote(1, "October.xlsx"),
      by: "Ben Cole",
    },
    CONTEXT,
  );
  await tickStep({ ...month, by: "Ada Obi", note: "See call", step: 4, done: true }, CONTEXT);
  await tickStep({ ...month, ...ada, step: 4, done: false }, CONTEXT);
  const confirmed = { ...month, ...ada, wallet: null, source: "Statement", evidence: null };
  await confirmBalance({ ...confirmed, balance: 1 }, CONTEXT);
  await confirmBalance({ ...confirmed, balance: 1478 }, CONTEXT);
  for (const amount of [100, 900]) {
    const given = { materiality: [{ amount }] };
    await changeTerms({ ledger, given, ...ada, month: OCTOBER }, CONTEXT);
  }
  await changeSettings(ledger, { options: { tolerance: 3 }, by: "Ada Obi", note: "Agreed" }, CONTEXT);
  const answer = join(dirname(ledger), "answer.txt");
  writeFileSync(answer, "We correct it.");
  await attachFiles(
    { ledger, files: [{ path: answer }], subject: { kind: "month", month: OCTOBER }, ...ada },
    CONTEXT,
  );
  const letter = { ...month, out: join(dirname(ledger), "letter.docx"), replace: false, by: "Ada Obi" };
  await writeLetter(letter, CONTEXT);
  const step = { ledger, letter: "2026-10/1", ...ada };
  await recordSent({ ...step, on: "2026-12-03" as Day, to: "Escrow Ltd", how: "" }, LATER);
  await recordAnswer({ ...step, note: "Yes", on: "2026-12-10" as Day, file: null, evidence: 1 }, LATER);
  await withdrawEvidence({ ledger, id: 1, by: "Cy Dee", note: "Forged" }, LATER);
  return ledger;
}

interface Row {
  readonly link: number;
  readonly what: string;
  readonly when: string;
  readonly by: string | null;
  readonly status: string | null;
  readonly note: string | null;
}

/** How many links a row stands for. */
function linksOf({ note }: Row): number {
  const [, first, last] = /^Links (\d+)–(\d+), decisions/mu.exec(note ?? "") ?? [];
  return first === undefined ? 1 : Number(last) - Number(first) + 1;
}

test("accounts for each link up to the export's run, with its time in UTC", async () => {
  const ledger = await fullFile();
  const out = join(dirname(ledger), "tables");
  const request = { ledger, period: monthDays(OCTOBER), options: {} };
  await exportLedger({ ...request, format: "xlsx", out: join(dirname(ledger), "O.xlsx") }, LATER);
  const { audit } = await exportLedger({ ...request, format: "json", asFolder: true, out }, LATER);
  const rows = JSON.parse(readFileSync(join(out, "D2-audit-decisions.json"), "utf8")) as Row[];
  const accounted = rows.flatMap((row) => Array.from({ length: linksOf(row) }, (_, at) => row.link + at));
  expect(accounted).toEqual(Array.from({ length: audit.sequence }, (_, at) => at + 1));
  expect(new Set(rows.map(({ when }) => when.slice(0, 20)))).toContain("2026-12-20 09:05:07 ");
  expect(rows.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      "The ledger was created.",
      "Step 4 of October 2026 was ticked.",
      "Step 4 of October 2026 is open again.",
      expect.stringMatching(
        /^The closing balance of October 2026 was confirmed: User \d+.* 1 \(Statement\)\.$/u,
      ),
      expect.stringMatching(/ 1,478 \(Statement\)\.$/u),
      expect.stringContaining("was written: materiality 100"),
      expect.stringContaining("was written: materiality 900"),
      "Tolerance: 0 → 3.",
      "Letter 1 of October 2026 was answered on 2026-12-10 (evidence 1).",
      expect.stringMatching(/^O\.xlsx was written \(.*\), showing run 1\.$/u),
      "The check was saved as run 2.",
    ]),
  );
  const answered = rows.find(({ what }) => what.includes("was answered"));
  expect(answered?.note).toBe("Yes\nEvidence 1 was withdrawn by Cy Dee: Forged.");
  expect(await verifyWorkbook({ ledger, file: join(dirname(ledger), "O.xlsx") }, LATER)).toMatchObject({
    edits: [],
  });
});

test("lists decisions taken together as one act with its count, and says which only agree with an earlier one", async () => {
  const ledger = await fullFile();
  const out = join(dirname(ledger), "tables");
  const request = { ledger, period: monthDays(OCTOBER), options: {} };
  await exportLedger({ ...request, format: "json", asFolder: true, out }, LATER);
  const rows = JSON.parse(readFileSync(join(out, "D2-audit-decisions.json"), "utf8")) as Row[];
  const count = readReview(request, LATER).findings.filter(({ status }) => status === "raised").length;
  expect(count).toBeGreaterThan(1);
  const [act, agreed, ...others] = rows.filter(({ what }) => what.startsWith("Raised with the provider"));
  expect(others).toEqual([]);
  expect(act).toMatchObject({
    by: "Ada Obi",
    status: "raised",
    what: expect.stringMatching(new RegExp(`, and ${count - 1} more\\.$`, "u")) as string,
    note: `Looked at\nLinks ${act!.link}–${act!.link + count - 1}, decisions 1–${count}: ${count} taken together`,
  });
  expect([agreed?.by, agreed?.status, agreed?.note]).toEqual([
    "Ben Cole",
    "raised, as before",
    "Agrees with decision 1 (ticked in October.xlsx)",
  ]);
});

test("says on C1 and in the review that the evidence of an answer was withdrawn", async () => {
  const ledger = await fullFile();
  const out = join(dirname(ledger), "tables");
  const request = { ledger, period: monthDays(OCTOBER), options: {} };
  await exportLedger({ ...request, format: "json", asFolder: true, out }, LATER);
  const rows = JSON.parse(readFileSync(join(out, "C1-exceptions.json"), "utf8")) as Row[];
  const lapsed =
    "was answered 2026-12-10, but evidence 1 was withdrawn by Cy Dee: Forged (sent 2026-12-03 to Escrow Ltd)";
  expect(rows.filter(({ note }) => note?.includes(lapsed))).not.toEqual([]);
  const { exceptions } = reviewDocument(readReview(request, LATER));
  expect(exceptions.find(({ waitsFor }) => waitsFor !== null)?.waitsFor).toMatchObject({
    ref: "2026-10/1",
    answeredOn: "2026-12-10",
    lapsed: { evidence: 1, by: "Cy Dee", note: "Forged", at: "2026-12-20T09:05:07.000Z" },
  });
});
