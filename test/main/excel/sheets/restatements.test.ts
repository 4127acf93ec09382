import { expect, it } from "vitest";
import type { ReportInput } from "../../../../src/core/report/sheet/input.ts";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import type { RestatementRegister, Restatement } from "../../../../src/core/review/restate/restatements.ts";
import { closeStep, frozenMonth } from "../../../helpers/ledgers/closing.ts";
import { OCTOBER_MS, entry } from "../../../helpers/records.ts";
import { october, reportInput, variedRecords } from "../../../helpers/workbook/report.ts";
import { readTable, recalculate, rowOf, provenBy, writtenWorkbook } from "../../../helpers/workbook/xlsx.ts";

const SEPTEMBER = "2026-09" as Month;
const SIGNED_AT_MS = Date.UTC(2026, 9, 2, 12);
const SIGNATURE = {
  month: SEPTEMBER,
  stepId: 1,
  by: "Grace Mensah",
  atMs: SIGNED_AT_MS,
  stillInForce: true,
};

function restated(fields: Partial<Restatement> = {}): Restatement {
  return {
    pullId: 4,
    atMs: Date.UTC(2026, 9, 5, 6),
    kind: "changed",
    walletID: 2,
    payID: null,
    payref: "PAY-2",
    userID: 1,
    businessID: 7,
    months: [SEPTEMBER],
    dated: null,
    fields: [
      { field: "balance", before: 14_900, after: 15_000 },
      { field: "description", before: "=1+1", after: null },
    ],
    signature: SIGNATURE,
    effect: { movement: 0, closing: 100, wallets: [] },
    ...fields,
  };
}

const signedSeptember = () =>
  closeStep({
    month: SEPTEMBER,
    step: "sign-off",
    by: "Grace Mensah",
    atMs: SIGNED_AT_MS,
    frozen: frozenMonth(reportInput({ records: variedRecords(), month: SEPTEMBER })),
  });

function register(restatements: readonly Restatement[], now: number | null = null): RestatementRegister {
  const closings =
    now === null
      ? []
      : [{ month: SEPTEMBER, userID: 1, businessID: null, currency: "NGN", signed: 12_500, now }];
  return { restatements, total: restatements.length, closings };
}

async function changesOf(input: ReportInput, count: number) {
  const { read } = await writtenWorkbook(buildWorkbook(input));
  const sheet = read.sheets.get("Changes")!;
  expect(recalculate(read).differences).toEqual([]);
  return {
    read,
    sheet,
    rows: readTable(sheet, rowOf(sheet, "Change"), count),
    closings: readTable(sheet, rowOf(sheet, "Signed month"), 1),
  };
}

it("shows a change field by field, with its pull, the signature that it affects, and its effect once", async () => {
  const input = october({ closeSteps: [signedSeptember()], restatements: register([restated()], 12_600) });
  const { rows, closings } = await changesOf(input, 2);
  const effects = rows.map((row) => [row["Effect on movements"], row["Effect on closing"]]);
  expect(effects).toEqual([
    [0, 100],
    [null, null],
  ]);
  const signature = "September 2026, signed off by Grace Mensah on 2026-10-02";
  expect(rows[0]).toMatchObject({
    Change: "changed",
    Pull: 4,
    walletID: 2,
    Payref: "PAY-2",
    "Of month": "September 2026",
    Field: "Stated balance",
    "Before (times in UTC)": 14_900,
    "After (times in UTC)": 15_000,
    "After sign-off": signature,
    Rule: null,
  });
  expect(rows[1]).toMatchObject({
    Field: "Description",
    "Before (times in UTC)": "=1+1",
    "After (times in UTC)": "not set",
    "After sign-off": signature,
  });
  expect(closings[0]).toMatchObject({
    "Signed month": "September 2026",
    "Signed by": "Grace Mensah",
    "Closing as signed": 12_500,
    "Closing now": 12_600,
    Difference: 100,
    "The same": false,
  });
});

it("shows what an entry that moves between wallets does to each, in its own currency", async () => {
  const wallets = [
    { userID: 1, businessID: 7, currency: "NGN", movement: -20, closing: 0 },
    { userID: 1, businessID: 8, currency: "GHS", movement: 20, closing: 120 },
  ];
  const moved = restated({
    fields: [{ field: "businessID", before: 7, after: 8 }],
    effect: { movement: 0, closing: 120, wallets },
  });
  const input = october({ closeSteps: [signedSeptember()], restatements: register([moved]) });
  const { rows } = await changesOf(input, 3);
  expect(
    rows.map((row) => [row["Field"], row["Effect on movements"], row["Effect on closing"], row["walletID"]]),
  ).toEqual([
    ["businessID", null, null, 2],
    ["(effect on user 1, business 7, NGN)", -20, 0, 2],
    ["(effect on user 1, business 8, GHS)", 20, 120, 2],
  ]);
});

it("names the wallet that a change has its effect in where there are several, and no wallet where there is one", async () => {
  const wallets = [{ userID: 1, businessID: null, currency: "NGN", movement: -20, closing: -20 }];
  const one = register([restated({ effect: { movement: -20, closing: -20, wallets } })]);
  const { entries = [] } = variedRecords();
  const second = entry(90, { userID: 2, businessID: 9, debit: 5, balance: 5 });
  const wordsOf = async (all: typeof entries) => {
    const input = reportInput({ records: { entries: all }, month: "2026-10", restatements: one });
    const { rows } = await changesOf(input, 1);
    return rows[0]!["After sign-off"];
  };
  const signature = "September 2026, signed off by Grace Mensah on 2026-10-02";
  expect(await wordsOf(entries)).toBe(signature);
  expect(await wordsOf([...entries, second])).toBe(`${signature}; effect on user 1, NGN`);
});

it("lists what each month up to the exported one closes at now, and a wallet that came since", async () => {
  const input = october({
    closeSteps: [
      signedSeptember(),
      { ...signedSeptember(), id: 2, month: "2026-10" as Month },
      { ...signedSeptember(), id: 3, month: "2026-11" as Month },
    ],
    restatements: {
      ...register([]),
      closings: [{ month: SEPTEMBER, userID: 2, businessID: null, currency: "GHS", signed: 0, now: 70 }],
    },
  });
  const { sheet } = await changesOf(input, 0);
  const closings = readTable(sheet, rowOf(sheet, "Signed month"), 4);
  expect(closings.map((row) => [row["Signed month"], row["Currency"], row["Closing now"]])).toEqual([
    ["September 2026", "NGN", 12_500],
    ["September 2026", "GHS", 70],
    ["October 2026", "NGN", 12_500],
    [null, null, null],
  ]);
});

it("lists a change of a record that is in no month", async () => {
  const { rows } = await changesOf(
    october({ restatements: register([restated({ months: [], signature: null })]) }),
    1,
  );
  expect(rows[0]).toMatchObject({ Change: "changed", walletID: 2, "Of month": null });
});

it("says that records vanished, came back or came late, and that a month was reopened", async () => {
  const gone = { ...SIGNATURE, stillInForce: false };
  const whole = (kind: Restatement["kind"], signature: Restatement["signature"]) =>
    restated({ kind, fields: [], signature });
  const { rows } = await changesOf(
    october({
      restatements: register([
        whole("vanished", gone),
        whole("returned", null),
        whole("back-dated", SIGNATURE),
        restated({
          kind: "approved",
          fields: [{ field: "is_approved", before: 0, after: 1 }],
          walletID: null,
          payID: 2,
        }),
      ]),
    }),
    4,
  );
  expect(
    rows.map((row) => [
      row["Change"],
      row["Field"],
      row["Before (times in UTC)"],
      row["After (times in UTC)"],
    ]),
  ).toEqual([
    ["vanished", "(whole record)", "there", "gone"],
    ["returned", "(whole record)", "gone", "back"],
    ["back-dated", "(whole record)", "not there", "there"],
    ["approved", "Approved", "no", "yes"],
  ]);
  expect(rows[0]!["After sign-off"]).toMatch(/, reopened since$/u);
  expect([rows[1]!["After sign-off"], rows[1]!["Effect on closing"]]).toEqual([null, null]);
});

it("leaves out changes to months after the period, and says when older ones are not listed", async () => {
  const november = restated({ months: ["2026-11" as Month], signature: null });
  const some = { ...register([november, restated()]), total: 12_345 };
  const { sheet, rows } = await changesOf(october({ restatements: some }), 2);
  expect(rows.map((row) => row["Of month"])).toEqual(["September 2026", "September 2026"]);
  const titles = [...sheet.cells.values()].map(({ value }) => String(value));
  expect(titles.some((title) => title.endsWith("; the newest 2 of 12,345"))).toBe(true);
});

it("ties a change to the check's own finding once, and lists findings that the register lacks", async () => {
  const { entries = [], transactions = [] } = variedRecords();
  const third = entries[3]!;
  const before = { ...third, description: "Before" };
  const sold = transactions[2]!;
  const history = {
    entryVersions: [{ before, after: third, pulls: [1, 2] as const }],
    entriesVanished: [{ record: entry(90, { dateCreatedAtMs: OCTOBER_MS + 1000 }), pulls: [1, 2] as const }],
    transactionVersions: [{ before: { ...sold, label: "Before" }, after: sold, pulls: [1, 2] as const }],
  };
  const fields = [{ field: "description", before: "Before", after: third.description }];
  const own = restated({ walletID: third.walletID, months: ["2026-10" as Month], fields, signature: null });
  const input = reportInput({
    records: { entries, transactions, history },
    month: "2026-10",
    restatements: register([own]),
  });
  const { rows, sheet } = await changesOf(input, 3);
  expect(rows.map((row) => [row["Change"], row["Pull"], row["Rule"], row["walletID"], row["payID"]])).toEqual(
    [
      ["changed", 4, "entry-changed", third.walletID, null],
      ["vanished", null, "entry-vanished", 90, null],
      ["changed", null, "transaction-changed", null, sold.payID],
    ],
  );
  const row = rowOf(sheet, "Change") + 1;
  expect(sheet.xml).toMatch(
    new RegExp(`<hyperlink ref="N${row}" location="&apos;Exceptions&apos;!A\\d+"/>`, "u"),
  );
});

it("turns FALSE where a current closing is typed over", async () => {
  const { read, sheet } = await changesOf(october({ closeSteps: [signedSeptember()] }), 0);
  const row = rowOf(sheet, "Signed month") + 1;
  const { cell } = provenBy(read, { [`Changes!J${row}`]: 1 });
  expect(cell("Changes", `L${row}`)).toBe(false);
  expect(sheet.cells.get(`L${row}`)!.value).toBe(true);
});

it("marks on C2 the item whose record a pull after the signature changed, and names it where amounts differ", async () => {
  const step = signedSeptember();
  const closeSteps = [{ ...step, frozen: { ...step.frozen!, outstanding: [] } }];
  const changed = restated({ walletID: null, payID: 7, payref: "PAY-7" });
  const input = october({ closeSteps, restatements: register([changed, restated({ pullId: 1 })]) });
  const { read } = await writtenWorkbook(buildWorkbook(input));
  expect(recalculate(read).differences).toEqual([]);
  const sheet = read.sheets.get("Outstanding")!;
  expect(String(sheet.cells.get("A7")!.value)).toMatch(
    / It differs from what was signed: payID 7 changed by pull 4, see C3$/u,
  );
  const items = readTable(sheet, rowOf(sheet, "Items") + 1, 4);
  expect(items.map((item) => [item["payID"], item["Since sign-off"]])).toEqual([
    [7, "changed by pull 4, see C3"],
    [8, null],
    [9, null],
    [null, null],
  ]);
});

it("shows copies that conflict side by side, the one used first", async () => {
  const repeated = [
    {
      id: 5,
      copies: 2,
      conflicting: true,
      fields: [
        { field: "description", values: ["Rent", "Fee"] },
        { field: "balance", values: [21_200, 21_300] },
      ],
    },
  ];
  const records = { ...variedRecords(), history: { repeatedEntries: repeated } };
  const { read } = await writtenWorkbook(buildWorkbook(reportInput({ records, month: "2026-10" })));
  expect(recalculate(read).differences).toEqual([]);
  const sheet = read.sheets.get("Changes")!;
  const rows = readTable(sheet, rowOf(sheet, "Copies"), 2);
  expect(rows.map((row) => [row["walletID"], row["Field"], row["Copy used"], row["Other copies"]])).toEqual([
    [5, "Description", "Rent", "Fee"],
    [5, "Stated balance", 21_200, 21_300],
  ]);
});
