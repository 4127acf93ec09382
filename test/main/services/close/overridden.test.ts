/** What a month was prepared on is found again by itself, whatever takes its place in equal number. */
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { type Day, monthDays } from "../../../../src/core/time.ts";
import { prepareMonth } from "../../../../src/main/services/close/close.ts";
import { readStatement } from "../../../../src/main/services/close/moments.ts";
import { decideMatch, undoMatch } from "../../../../src/main/services/review/match.ts";
import { decide, readReview, undo } from "../../../../src/main/services/review/review.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { type Row, recalculatedRows, tableUnder } from "../../../golden/truth/rows.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { CONTEXT, brokenWallet, ledgerToReview } from "../../../helpers/ledgers/review-ledger.ts";
import { importRecords } from "../../../helpers/ledgers/signing.ts";
import { sale, wallet } from "../../../helpers/records.ts";
import { readXlsx } from "../../../helpers/workbook/xlsx.ts";

const month = "2026-10" as Month;
const period = monthDays(month) as { readonly from: Day; readonly to: Day };

let ledger = "";
beforeEach(async () => {
  ledger = await ledgerToReview();
});

/** Errors by the record that each is about. */
function errors() {
  const { findings } = readReview({ ledger, period, options: {} }, CONTEXT);
  return findings.filter(({ finding }) => finding.severity === "error");
}

function errorAt(walletID: number) {
  const found = errors().find(({ finding }) => finding.walletID === walletID);
  if (found === undefined) throw new Error(`no error at ${walletID}`);
  return { fingerprint: found.finding.fingerprint, seen: found.seen };
}

async function explain(walletID: number): Promise<void> {
  const words = { status: "explained" as const, note: "Ticket 4711.", by: "Ada Obi" };
  await decide({ ledger, period, options: {}, items: [errorAt(walletID)], ...words }, CONTEXT);
}

const prepare = () => prepareMonth({ ledger, month, by: "Ada Obi", override: "As it stands" }, CONTEXT);
const undecided = () => errors().filter(({ decision }) => decision === null).length;
const CHECK = "Every error is decided, or was overridden with a note";

/** What the month's statement and its workbook conclude, and whether the check of the errors holds there. */
async function concluded(): Promise<readonly [statement: string, lead: string, holds: string]> {
  const out = join(temporaryFolder(), "October.xlsx");
  await exportLedger({ ledger, period, options: {}, format: "xlsx", out }, CONTEXT);
  const rows: readonly Row[] = recalculatedRows(await readXlsx(out), "Lead");
  const [, [lead = ""] = []] = tableUnder(rows, "Conclusion");
  const holds = rows.find(([words]) => words === CHECK)?.[1] ?? "";
  return [readStatement({ ledger, month }, CONTEXT).sentence, lead, holds];
}

const NONE_YET =
  "Preliminary, not signed off. No conclusion yet: errors wait for a decision; so far entries and payments prove 1,450, not the stated 1,464.";

describe("an error takes the place of one that was overridden", () => {
  test("where a pull brings another in its stead", async () => {
    await explain(3);
    await prepare();
    const before = undecided();
    const [statement, lead, holds] = await concluded();
    expect([statement === lead, holds]).toEqual([true, "true"]);
    expect(statement).toMatch(/^Preliminary, not signed off\. Qualified: /u);
    await importRecords(ledger, brokenWallet(9, 5), [sale(9, 95)], CONTEXT);
    await explain(4);
    expect(undecided()).toBe(before);
    expect(await concluded()).toEqual([NONE_YET, NONE_YET, "false"]);
  });

  test("where a decision is undone, and the overridden one is decided", async () => {
    await explain(3);
    await prepare();
    const before = undecided();
    await undo({ ledger, items: [errorAt(3)], note: "", by: "Ada Obi" }, CONTEXT);
    await explain(4);
    expect(undecided()).toBe(before);
    expect(await concluded()).toEqual([NONE_YET, NONE_YET, "false"]);
  });

  test("and an overridden one that is decided since leaves the others overridden", async () => {
    await explain(3);
    await prepare();
    await explain(4);
    const [statement, lead, holds] = await concluded();
    expect([statement === lead, holds]).toEqual([true, "true"]);
    expect(statement).toMatch(/^Preliminary, not signed off\. Qualified: /u);
  });
});

test("a manual match since is a change of the month, although no exception comes or goes", async () => {
  ledger = join(temporaryFolder(), "wallet.tieout");
  await importRecords(
    ledger,
    wallet([1000, 200], (at) => ({ payref: `PAY-${at + 1}` })),
    [sale(1, 1000), sale(2, 200)],
    CONTEXT,
  );
  await prepare();
  const closeLine = async () => {
    const out = join(temporaryFolder(), "October.xlsx");
    await exportLedger({ ledger, period, options: {}, format: "xlsx", out }, CONTEXT);
    const [, , , , [line = ""] = []] = tableUnder(
      recalculatedRows(await readXlsx(out), "Lead"),
      "Conclusion",
    );
    return line;
  };
  const changed = /but exceptions or decisions changed since\.$/u;
  expect(await closeLine()).not.toMatch(changed);
  const { id } = await decideMatch(
    { ledger, walletIDs: [1], payIDs: [1], note: "Seen", by: "Ada Obi" },
    CONTEXT,
  );
  expect(await closeLine()).toMatch(changed);
  await undoMatch({ ledger, id, note: "", by: "Ada Obi" }, CONTEXT);
  expect(await closeLine()).not.toMatch(changed);
});
