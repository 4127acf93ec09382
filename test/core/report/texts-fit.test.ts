/**
 * A text that needs more than its column runs on over empty cells, and is cut by the next that is filled: nobody sees it was longer. And
 * tables have as many rows as they say, which is what lays out pages before there are any.
 */
import { expect, test } from "vitest";
import { widthInDigits } from "../../../src/core/report/sheet/fit.ts";
import type { ReportInput } from "../../../src/core/report/sheet/input.ts";
import type { Cell, Sheet, SheetTable } from "../../../src/core/report/sheet/model.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import type { CloseStep, Month } from "../../../src/core/review/close/close.ts";
import type { Records } from "../../helpers/columns.ts";
import { closeStep, frozenMonth } from "../../helpers/ledgers/closing.ts";
import {
  RUN_AT_MS,
  manyCurrencies,
  october,
  oddRecords,
  reportInput,
  variedRecords,
} from "../../helpers/workbook/report.ts";

/** How much wider a text is where programs round each letter to the dots of a screen. */
const ROUNDED = 1.04;

const NAME = "Oluwaseun Adebayo-Williams";

function valueOf(cell: Cell): unknown {
  return cell !== null && typeof cell === "object" ? cell.value : cell;
}

/** Texts of a table's rows that do not end before the next filled cell. */
function cutTexts(sheet: Sheet, table: SheetTable): string[] {
  const cut: string[] = [];
  for (const { cells } of table.rows()) {
    for (const [at, cell] of cells.entries()) {
      const text = valueOf(cell);
      const kind =
        (cell !== null && typeof cell === "object" ? cell.kind : undefined) ?? table.columns[at]?.kind;
      if (typeof text !== "string" || kind === "wrapped" || at >= sheet.printed) continue;
      const next = cells.findIndex(
        (one, later) => later > at && valueOf(one) !== null && valueOf(one) !== "",
      );
      if (next === -1) continue;
      const width = sheet.widths.slice(at, next).reduce((sum, one) => sum + one, 0);
      if (widthInDigits(text) * ROUNDED > width)
        cut.push(`${sheet.ref} ${table.id} ${table.columns[at]?.key}: ${text}`);
    }
  }
  return cut;
}

/** A signed and reopened month with all that people set down, each by somebody of a long name. */
function signedByLongName(): ReportInput {
  const step = (id: number, fields: Partial<CloseStep>) =>
    closeStep({ id, month: "2026-10" as Month, by: NAME, atMs: RUN_AT_MS + id, ...fields });
  const frozen = frozenMonth(october());
  const closeSteps = [
    step(1, { step: "prepare", frozen }),
    step(2, { step: "sign-off", by: `${NAME} and Partners`, frozen }),
    step(3, { step: "reopen", note: "The provider corrected a payment" }),
    step(4, { step: "prepare", frozen }),
    step(5, { step: "sign-off", by: `${NAME} and Partners`, frozen }),
  ];
  const input = october({ closeSteps });
  const act = { by: NAME, note: "As agreed with the provider on the phone", atMs: RUN_AT_MS };
  const own = { userID: 1, businessID: null, currency: "NGN" };
  const tick = { ...act, note: "Seen" };
  const text = "Every balance was compared with the statement that the provider sent by letter, and agreed";
  const words = "not so: 2 of 2 breaks are open, and 1 of 1 orphans";
  const moved = { wallet: own, before: 100, now: 160, asks: true, note: act, lapsed: null };
  return {
    ...input,
    workpaper: {
      steps: [{ id: 1, text, tick, figures: { ok: false, words } }],
      balances: input.check.wallets.map((wallet) => ({
        wallet,
        closing: wallet.closing,
        confirmation: { ...act, balance: wallet.closing, source: "Letter", evidence: 1, difference: 0 },
        lapsed: null,
      })),
      fluctuations: (["inflow", "outflow", "closing"] as const).map((figure) => ({ ...moved, figure })),
    },
  };
}

/** Records whose actions, payrefs and texts are as wide as any. */
function wideRecords(): Partial<Records> {
  const { entries = [], transactions = [] } = variedRecords();
  const wide = (payref: string) => payref.replace("PAY-", "WMWMWMWMWMW");
  return {
    entries: entries.map((one) => ({ ...one, payref: wide(one.payref), sessionID: "W".repeat(30) })),
    transactions: transactions.map((one) => ({ ...one, payref: wide(one.payref) })),
  };
}

const cases: readonly (readonly [string, () => ReportInput])[] = [
  ["a month of one wallet", () => october()],
  ["wallets of several currencies", () => reportInput({ records: manyCurrencies(), month: "2026-10" })],
  ["odd texts", () => reportInput({ records: oddRecords() })],
  ["people of long names", signedByLongName],
  ["wide payrefs", () => reportInput({ records: wideRecords(), month: "2026-10" })],
];

test.each(cases)(
  "no text is cut by the next cell, and each table has the rows that it says: %s",
  (_, input) => {
    const { sheets } = buildWorkbook(input());
    expect(sheets.flatMap((sheet) => sheet.tables.flatMap((table) => cutTexts(sheet, table)))).toEqual([]);
    const tables = sheets.flatMap((sheet) => sheet.tables);
    const counted = tables.map(({ id, rows }) => [id, [...rows()].length]);
    expect(counted).toEqual(tables.map(({ id, count }) => [id, count]));
  },
);

test("a payref of a dozen wide letters stands on one line", () => {
  const { sheets } = buildWorkbook(reportInput({ records: wideRecords(), month: "2026-10" }));
  const columns = sheets.flatMap(({ ref, widths, tables }) =>
    tables.flatMap((table) =>
      table.columns.flatMap(({ key }, at) =>
        key === "payref" ? [{ ref, table: table.id, width: widths[at]! }] : [],
      ),
    ),
  );
  expect(columns.length).toBeGreaterThan(5);
  expect(columns.filter(({ width }) => width < widthInDigits("WMWMWMWMWMW3") * ROUNDED)).toEqual([]);
});
