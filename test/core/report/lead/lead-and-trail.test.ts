/** Lines of A and D2, as the workbook has them before it is a file. */
import { expect, it } from "vitest";
import type { ReportInput } from "../../../../src/core/report/sheet/input.ts";
import type { Decision } from "../../../../src/core/review/decisions/decision.ts";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { DAY_MS } from "../../../../src/core/time.ts";
import { OCTOBER_MS, sale, sha256, wallet } from "../../../helpers/records.ts";
import { breakAt, decided } from "../../../helpers/ledgers/decisions.ts";
import { RUN_AT_MS, reportInput } from "../../../helpers/workbook/report.ts";

/** The first column of a table. */
function firstColumn(input: ReportInput, sheet: string, table: string): unknown[] {
  const { tables } = buildWorkbook(input).sheets.find(({ ref }) => ref === sheet)!;
  return [...tables.find(({ id }) => id === table)!.rows()].map(({ cells: [cell = null] }) => cell);
}

it("shows no opening and no closing of a currency that only payments are in", () => {
  const quay = { userID: 2, businessID: 9, currency: "GHS" };
  const records = {
    entries: wallet([100]),
    transactions: [sale(2, 50, quay)],
    businesses: [{ ...quay, name: "Quay" }],
  };
  expect(firstColumn(reportInput({ records }), "A", "summary")).toEqual([
    "NGN: opening",
    "NGN: inflows",
    "NGN: outflows",
    "NGN: break differences",
    "NGN: closing, as the wallet states it",
    "NGN: balance per transactions",
    "NGN: unclassified difference",
    "GHS: balance per transactions",
    "GHS: unclassified difference",
  ]);
});

it("has on B2 the transactions that its title names, and no other", () => {
  const [september, november] = [OCTOBER_MS - DAY_MS, OCTOBER_MS + 40 * DAY_MS];
  const before = { dateCreatedAtMs: september - DAY_MS, datePaidAtMs: september };
  const unpaid = { statusAlt: "Pending", datePaidAtMs: null };
  const records = {
    entries: wallet([100], () => ({ payref: "PAY-4", dateCreatedAtMs: OCTOBER_MS + DAY_MS })),
    transactions: [
      sale(1, 10),
      sale(2, 20, { ...unpaid, dateCreatedAtMs: OCTOBER_MS + DAY_MS }),
      sale(3, 30, before),
      sale(4, 100, before),
      sale(5, 50, { ...unpaid, dateCreatedAtMs: september }),
      sale(6, 60, { dateCreatedAtMs: OCTOBER_MS + DAY_MS, datePaidAtMs: november }),
    ],
  };
  const { title, tables } = buildWorkbook(reportInput({ records, month: "2026-10" })).sheets.find(
    ({ ref }) => ref === "B2",
  )!;
  expect(title).toBe(
    "Transactions: paid in the period, created in it and not paid by its end, or tied to its entries",
  );
  const { columns, ...listed } = tables.find(({ id }) => id === "transactions")!;
  const payID = columns.findIndex(({ key }) => key === "payID");
  const ids = [...listed.rows()].map(({ cells }) => cells[payID]);
  // The last row is their footing.
  expect(ids).toEqual([1, 2, 4, 6, null]);
});

it("lists the causes, the largest first, below the sentence that says how many there are", () => {
  const broken = wallet([1000, 200, 300, -50]).map((entry, at) =>
    at === 2 ? { ...entry, balance: entry.balance + 70 } : entry,
  );
  const orphan = { payref: "ORPHAN", dateCreatedAtMs: OCTOBER_MS + 1000 };
  const input = reportInput({ records: { entries: [...broken.slice(0, 3), { ...broken[3]!, ...orphan }] } });
  expect(firstColumn(input, "A", "causes")).toMatchObject([
    { value: "Misstated balance" },
    { value: "Orphan payref" },
  ]);
  const { tables } = buildWorkbook(input).sheets[0]!;
  const { title, columns } = tables.find(({ id }) => id === "causes")!;
  expect(title).toMatch(
    /^2 causes explain all 3 facts; no 1 does by sums of up to four records, or of all payments of some days\. An amount is the largest at stake/u,
  );
  expect(columns.map(({ header }) => header)).toContain("Unique");
});

it("says that there is no fact to explain", () => {
  const { tables } = buildWorkbook(reportInput({ records: { entries: wallet([100]) } })).sheets[0]!;
  const causes = tables.find(({ id }) => id === "causes")!;
  expect([causes.title, causes.count, causes.empty]).toEqual([null, 0, "None: there is no fact to explain."]);
});

it("names twenty records of a match, and says how many more there are", () => {
  const match = (id: number, entries: number) => ({
    id,
    note: "Together.",
    by: "Ada Obi",
    atMs: RUN_AT_MS,
    undoes: null,
    records: {
      entries: Array.from({ length: entries }, (_, at) => ({ walletID: at + 1, sha256: sha256(`${at}`) })),
      transactions: [{ payID: 9, sha256: sha256("9") }],
    },
    state: "reopened" as const,
  });
  const twenty = Array.from({ length: 20 }, (_, at) => at + 1).join(", ");
  const input = reportInput({ records: {}, matches: [match(1, 1), match(2, 20), match(3, 22)] });
  expect(firstColumn(input, "D2", "decisions")).toEqual([
    "Matched by hand: walletID 1 with payID 9.",
    `Matched by hand: walletIDs ${twenty} with payID 9.`,
    `Matched by hand: walletIDs ${twenty} and 2 more up to 22 with payID 9.`,
  ]);
});

it("has one line for decisions that one person took within a second with one note, and one for each other", () => {
  const taken = (id: number, fields: Partial<Decision> = {}) =>
    decided(id, breakAt(id), { note: "Asked.", atMs: RUN_AT_MS, ...fields });
  const decisions = [1, 2, 3].map((id) => taken(id));
  const apart = [taken(4, { by: "Ben Eze" }), taken(5, { by: "Ben Eze", note: "" })];
  const input = reportInput({ records: {}, decisions: [...decisions, ...apart] });
  const { tables } = buildWorkbook(input).sheets.find(({ ref }) => ref === "D2")!;
  const { title, columns, ...trail } = tables.find(({ id }) => id === "decisions")!;
  const note = columns.findIndex(({ key }) => key === "note");
  expect(title).toContain("5 links in 3 rows");
  expect([...trail.rows()].map(({ cells }) => [cells[0], cells[note]])).toEqual([
    [
      "Explained: Chain break at walletID 1, and 2 more.",
      "Asked.\nLinks 2–4, decisions 1–3: 3 taken together",
    ],
    ["Explained: Chain break at walletID 4.", "Asked."],
    ["Explained: Chain break at walletID 5.", null],
  ]);
});
