/** The workbook of a ledger with statements of a bank: proven as it was exported, whatever is accepted or taken back later. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "../../src/core/time.ts";
import { temporaryFolder } from "../helpers/cli.ts";
import { done } from "../helpers/ended.ts";
import { importRecords, newLedgerPath } from "../helpers/ledgers/signing.ts";
import { OCTOBER_MS, sale, wallet } from "../helpers/records.ts";
import { readTable, readXlsx, recalculate, rowOf } from "../helpers/workbook/xlsx.ts";

const BY = ["--by", "Ada Obi", "--note", "Checked with the bank"] as const;
const MOVEMENTS = [100, -1, -3, -5, -10, -7];
const STATEMENT = [
  "Date,Narration,Debit,Credit",
  "2026-09-20,Before,,1.00",
  "2026-10-02,Topped up,100.00,",
  "2026-10-04,NIP PAYOUT,,1.00",
  "2026-10-06,NIP PAYOUT,,1.20",
  "2026-10-07,NIP PAYOUT,,1.80",
  "2026-10-08,NIP PAYOUT,,5.00",
  "2026-10-09,NIP PAYOUT,,5.00",
  "2026-10-10,NIP PAYOUT,,9.90",
  "2026-10-31,After,,9.00",
].join("\n");

let [ledger, folder] = ["", ""];
beforeEach(async () => {
  ledger = newLedgerPath();
  folder = temporaryFolder();
  const entries = wallet(MOVEMENTS).map((one, at) => ({
    ...one,
    dateCreatedAtMs: OCTOBER_MS + (1 + 2 * at) * DAY_MS,
  }));
  await importRecords(ledger, entries, [sale(1, 100)]);
  writeFileSync(join(folder, "October.csv"), STATEMENT);
});

async function exported(name: string): Promise<string> {
  const out = join(folder, `${name}.xlsx`);
  await done("export", ledger, "--month", "2026-10", "--out", out);
  return out;
}

async function withoutSupport(path: string) {
  const { sheets } = await readXlsx(path);
  const lead = sheets.get("Lead")!;
  const [row] = readTable(lead, rowOf(lead, "Without support"), 1);
  return { in: row?.["In"], out: row?.["Out"], hasBank: sheets.has("Bank") };
}

test("what is accepted is supported, and each export stays proven", async () => {
  const before = await exported("before");
  expect(await withoutSupport(before)).toEqual({ in: 100, out: 26, hasBank: false });
  await done("bank", "add", ledger, join(folder, "October.csv"), "--account", "GTBank", ...BY);
  const kept = await exported("kept");
  expect(await withoutSupport(kept)).toEqual({ in: 100, out: 26, hasBank: true });
  await done("bank", "accept", ledger, "--month", "2026-10", "--all", ...BY);
  const accepted = await exported("accepted");
  expect(await withoutSupport(accepted)).toEqual({ in: 0, out: 22, hasBank: true });
  expect(recalculate(await readXlsx(accepted)).differences).toEqual([]);

  await done("attach", ledger, "--withdraw", "1", "--note", "Another account's", "--by", "Ada Obi");
  expect(await withoutSupport(await exported("withdrawn"))).toMatchObject({ in: 100, out: 26 });
  for (const path of [before, kept, accepted])
    expect(await done("verify", ledger, "--workbook", path)).toContain(
      "This workbook is unchanged since it was exported on",
    );
  expect(await done("verify", ledger)).toContain("intact");
});
