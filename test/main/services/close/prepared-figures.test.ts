/** Signing a month whose prepared figures somebody wrote anew, with a trail that fits. */
import { beforeEach, describe, expect, test } from "vitest";
import type { JsonValue } from "../../../../src/core/canonical.ts";
import type { Entry } from "../../../../src/core/records/entry.ts";
import type { FrozenMonth, Month } from "../../../../src/core/review/close/close.ts";
import { prepareMonth, signOffMonth } from "../../../../src/main/services/close/close.ts";
import { changeSettings } from "../../../../src/main/services/backup/settings.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { HOUR_MS, OCTOBER_MS, entry, sale, wallet } from "../../../helpers/records.ts";
import { fitTables, forgeTrail } from "../../../helpers/ledgers/rewritten-trail.ts";
import { failureOf } from "../../../helpers/workbook/saved-files.ts";
import { CONTEXT, importRecords, newLedgerPath } from "../../../helpers/ledgers/signing.ts";
import { contentsOf } from "../../ledger/made.ts";

const DAY_MS = 24 * HOUR_MS;
const OCTOBER = "2026-10" as Month;
const SALES = [sale(1, 200), sale(2, 90)];

/** Four entries of October, 14.50 at its end, and one of November. */
const entries = (): Entry[] =>
  wallet([1000, 200, -50, 300, 50], (at) => ({
    dateCreatedAtMs: OCTOBER_MS + (at === 4 ? 31 : at + 1) * DAY_MS,
    payref: at === 1 ? "PAY-1" : "",
  }));

let ledger = "";
/** October prepared with an exception open. */
beforeEach(async () => {
  ledger = newLedgerPath();
  await importRecords(ledger, entries(), SALES);
  await changeSettings(ledger, { decimals: 2, by: "Ada Obi", note: "As agreed" }, CONTEXT);
  await prepareMonth({ ledger, month: OCTOBER, by: "Ada Obi", override: "As it stands" }, CONTEXT);
});

const sign = () => signOffMonth({ ledger, month: OCTOBER, by: "Ben Uche", note: "" }, CONTEXT);

/** Writes other figures into the preparation, its row and a trail that fits. */
function reprepare(edit: (frozen: FrozenMonth) => object): void {
  forgeTrail(ledger, (links, db) => {
    for (const { payload } of links) {
      const frozen = payload["frozen"] as unknown as FrozenMonth | null | undefined;
      if (frozen !== null && frozen !== undefined)
        payload["frozen"] = JSON.parse(JSON.stringify(edit(frozen))) as JsonValue;
    }
    fitTables(db, links);
  });
}

describe("refuses a signature on figures other than the records give", () => {
  test.each<[string, (frozen: FrozenMonth) => object, string]>([
    [
      "a closing",
      (frozen) => ({ ...frozen, wallets: frozen.wallets.map((one) => ({ ...one, closing: 999_999 })) }),
      "closing of user 1: prepared 9,999.99, now 14.50",
    ],
    [
      "a wallet left out",
      (frozen) => ({ ...frozen, wallets: [] }),
      "the wallet of user 1, closing at 14.50, was not prepared",
    ],
    [
      "outstanding items left out",
      (frozen) => ({ ...frozen, outstanding: [] }),
      "outstanding, paid, no entry: prepared 0 items of 0.00, now 1 item of 0.90; the lines of outstanding items are not those that were prepared",
    ],
    [
      "how outstanding items came about",
      (frozen) => ({
        ...frozen,
        outstanding: frozen.outstanding.map((one, at) =>
          at === 0 ? { ...one, roll: { ...one.roll, cleared: 7 } } : one,
        ),
      }),
      "outstanding, paid, no entry, cleared: prepared 0.07, now 0.00",
    ],
    [
      "the three-way proof left out",
      (frozen) => ({ ...frozen, proofs: [] }),
      "the proof in no stated currency was not prepared; the three-way proofs are not those that were prepared",
    ],
    [
      "the three-way proof not frozen at all",
      (frozen) => ({ ...frozen, proofs: undefined }),
      "the three-way proofs are not those that were prepared",
    ],
    [
      "errors",
      (frozen) => ({ ...frozen, errors: { total: 0, decided: 0 } }),
      "prepared 0 errors, 0 decided; now 1 error, 0 decided",
    ],
    [
      "what was overridden",
      (frozen) => ({ ...frozen, overridden: [] }),
      "the obstacles to preparing it are different",
    ],
  ])("%s", async (_, edit, words) => {
    reprepare(edit);
    const before = contentsOf(ledger);
    const failure = await failureOf(sign());
    expect([failure.code, failure.message]).toEqual([
      "CLOSE_CHANGED",
      `October 2026 differs from what was prepared: ${words}`,
    ]);
    expect(contentsOf(ledger)).toBe(before);
  });
});

test("ignores a pull of later months, which adds a wallet and a currency", async () => {
  const atMs = OCTOBER_MS + 40 * DAY_MS;
  const later = { userID: 2, debit: 5, balance: 5, dateCreatedAtMs: atMs };
  const sold = sale(5, 70, { dateCreatedAtMs: atMs, datePaidAtMs: atMs, currency: "USD" });
  await importRecords(ledger, [...entries(), entry(7, later)], [...SALES, sold]);
  expect((await sign()).state).toBe("signed-off");
  const { problems } = await verifyLedgerFile(ledger, null, CONTEXT);
  expect(problems).toEqual([]);
});
