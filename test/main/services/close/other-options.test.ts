/** A signed month after the ledger's options were changed: every place of now shows it by the same ones. */
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { type Day, monthDays } from "../../../../src/core/time.ts";
import { changeSettings } from "../../../../src/main/services/backup/settings.ts";
import { listMoments, readMonth, readStatement } from "../../../../src/main/services/close/moments.ts";
import { readMonthFile } from "../../../../src/main/services/close/month-file.ts";
import { writeLetter } from "../../../../src/main/services/review/letter.ts";
import { decide, readReview } from "../../../../src/main/services/review/review.ts";
import { temporaryFolder, tieout } from "../../../helpers/cli.ts";
import { CONTEXT, importRecords, newLedgerPath, signMonth } from "../../../helpers/ledgers/signing.ts";
import { HOUR_MS, OCTOBER_MS, entry, sale } from "../../../helpers/records.ts";
import { paragraphsOf } from "../../../helpers/workbook/letter-paragraphs.ts";

const month = "2026-10" as Month;
const period = monthDays(month) as { readonly from: Day; readonly to: Day };

/** October signed in UTC with an entry in its last hour, and then the ledger's days cut in Auckland. */
async function cutAnew(): Promise<string> {
  const ledger = newLedgerPath();
  const late = OCTOBER_MS + (31 * 24 - 1) * HOUR_MS;
  await importRecords(
    ledger,
    [entry(1, { debit: 1000, balance: 1000 }), entry(2, { debit: 70, balance: 1070, dateCreatedAtMs: late })],
    [sale(9, 90)],
  );
  const request = { ledger, period, options: {} };
  const items = readReview(request, CONTEXT)
    .findings.filter(({ finding }) => finding.severity === "error")
    .map(({ finding: { fingerprint }, seen }) => ({ fingerprint, seen }));
  await decide({ ...request, items, status: "raised", note: "Asked", by: "Ada Obi" }, CONTEXT);
  await signMonth(ledger, month);
  const why = { by: "Ada Obi", note: "The office moved" };
  await changeSettings(ledger, { timeZone: "Pacific/Auckland", ...why }, CONTEXT);
  return ledger;
}

test("statement, Close, the month's file and the letter state one closing", async () => {
  const ledger = await cutAnew();
  const closing = 1000;
  expect(readStatement({ ledger, month }, CONTEXT).wallets).toMatchObject([{ closing }]);
  expect(readMonth({ ledger, month }, CONTEXT).wallets).toMatchObject([{ closing }]);
  expect(readMonthFile({ ledger, month }, CONTEXT).balances).toMatchObject([{ closing }]);
  const { stdout } = await tieout(["file", ledger, "--month", month]);
  expect(stdout).toContain("closing 1,000, not confirmed");
  const out = join(temporaryFolder(), "letter.docx");
  await writeLetter({ ledger, month, out, replace: false, by: null }, CONTEXT);
  expect(paragraphsOf(out).join("\n")).toMatch(/^Please confirm the balance of 1,000 at /mu);
});

test("as it was signed, each of them keeps the closing that was signed", async () => {
  const ledger = await cutAnew();
  const [signature] = listMoments({ ledger, month });
  const at = { ledger: { path: ledger, sequence: signature!.sequence }, month };
  const closing = 1070;
  expect(readStatement(at, CONTEXT).wallets).toMatchObject([{ closing }]);
  expect(readMonth(at, CONTEXT).wallets).toMatchObject([{ closing }]);
  expect(readMonthFile(at, CONTEXT).balances).toMatchObject([{ closing }]);
});
