/** The head of the workpaper: what A concludes, by what it is qualified, and in which amounts. */
import { describe, expect, it } from "vitest";
import type { ReportInput, WorkpaperSettings } from "../../../../src/core/report/input.ts";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import type { DecisionStatus } from "../../../../src/core/review/decisions/decision.ts";
import { closeStep, frozenMonth } from "../../../helpers/ledgers/closing.ts";
import { decided } from "../../../helpers/ledgers/decisions.ts";
import { october, reportInput, variedRecords } from "../../../helpers/workbook/report.ts";
import {
  type ReadWorkbook,
  columnsAt,
  provenBy,
  readTable,
  recalculate,
  rowOf,
  writtenWorkbook,
} from "../../../helpers/workbook/xlsx.ts";

/** October with every exception decided, signed by somebody else, after a signed September. */
function signedOctober(status: DecisionStatus, workpaper?: WorkpaperSettings): ReportInput {
  const exceptions = october().check.findings.filter(({ severity }) => severity !== "info");
  const decisions = exceptions.map((finding, at) =>
    decided(at + 1, finding, { status, by: at === 0 ? "Grace Mensah" : "Ada Obi" }),
  );
  const frozen = frozenMonth(october({ decisions }));
  const before = frozenMonth(reportInput({ records: variedRecords(), month: "2026-09" }));
  const closeSteps = [
    closeStep({ id: 1, month: "2026-09" as never, step: "sign-off", by: "Grace Mensah", frozen: before }),
    closeStep({ id: 2, step: "prepare", frozen }),
    closeStep({ id: 3, step: "sign-off", by: "Grace Mensah", frozen }),
  ];
  const input = october({ decisions, closeSteps });
  return workpaper === undefined ? input : { ...input, workpaper };
}

async function leadOf(
  input: ReportInput,
): Promise<{ written: ReadWorkbook; concluded: string; by: string[] }> {
  const { read } = await writtenWorkbook(buildWorkbook(input));
  expect(recalculate(read).differences).toEqual([]);
  const lead = read.sheets.get("Lead")!;
  const by: string[] = [];
  for (let row = rowOf(lead, "Qualified by, and within which limits") + 1; ; row += 1) {
    const cell = lead.cells.get(`A${row}`);
    if (cell === undefined || cell.value === null) break;
    by.push(String(cell.value));
  }
  return { written: read, concluded: String(lead.cells.get(`A${rowOf(lead, "Conclusion") + 1}`)!.value), by };
}

/** The texts beside a name of the workpaper's head. */
function headOf(written: ReadWorkbook, name: string): string {
  const lead = written.sheets.get("Lead")!;
  const row = rowOf(lead, name);
  const next = lead.cells.get(`A${row + 1}`)?.value ?? null;
  return [row, ...(next === null ? [row + 1] : [])]
    .map((at) => String(lead.cells.get(`B${at}`)?.value ?? ""))
    .join(" ")
    .trim();
}

describe("the conclusion", () => {
  it("is none while an error waits for a decision, and names what is unresolved in money", async () => {
    const { written, concluded, by } = await leadOf(october());
    expect(concluded).toBe("Preliminary, not signed off. No conclusion yet: errors wait for a decision.");
    expect(by.join(" ")).toMatch(
      /^NGN 13,538 unresolved in 9 exceptions: breaks of the balance 867 \(3\), entries without payment 1,200 \(1\), /u,
    );
    const lead = written.sheets.get("Lead")!;
    const total = readTable(lead, rowOf(lead, "Unresolved exposure"), 6).at(-1)!;
    expect(total).toMatchObject({
      "Unresolved exposure": "All that is unresolved",
      Unresolved: 13_538,
      "Of it raised": 0,
      "Of it undecided": 13_538,
      Exceptions: 9,
    });
  });

  it("is qualified by what was raised, and clean by formula once C1 explains it", async () => {
    const { written, concluded, by } = await leadOf(signedOctober("raised"));
    expect(concluded).toBe("Qualified: entries and payments prove the stated balance, except as follows.");
    expect(by[0]).toMatch(/^NGN 13,538 unresolved in 9 exceptions/u);
    const sheet = written.sheets.get("Exceptions")!;
    const status = columnsAt(sheet, 7).get("Status")!;
    const typed = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [`Exceptions!${status}${8 + at}`, "explained"]),
    );
    const lead = written.sheets.get("Lead")!;
    const cell = `A${rowOf(lead, "Conclusion") + 1}`;
    expect(provenBy(written, typed).cell("Lead", cell)).toMatch(/^Clean: /u);
  });

  it("is clean where everything is explained, and says how many decisions the reviewer took", async () => {
    const { written, concluded, by } = await leadOf(signedOctober("explained"));
    expect(concluded).toBe(
      "Clean: entries and payments prove the stated balance, and nothing is unresolved.",
    );
    expect(by).toEqual(["Nothing."]);
    expect(headOf(written, "Independence")).toBe(
      "Prepared by Ada Obi. Signed off by Grace Mensah, who took 1 of the 9 decisions in force.",
    );
    expect(headOf(written, "Materiality")).toBe("Not set: anything unresolved qualifies the conclusion.");
    expect(headOf(written, "Policy")).toBe("Not set.");
  });

  it.each([
    [13_538, /^Clean: .* not above the materiality of 13,538\.$/u],
    [13_537, /^Qualified: /u],
  ])("goes by the materiality that is set: %i", async (materiality, words) => {
    const settings = { materiality, purpose: "Quarter end.", policy: "Policy 4." };
    const { written, concluded } = await leadOf(signedOctober("raised", settings));
    expect(concluded).toMatch(words);
    expect(headOf(written, "Purpose")).toBe("Quarter end.");
    expect(headOf(written, "Policy")).toBe("Policy 4.");
    expect(headOf(written, "Tolerance")).toBe("The check compares amounts to the unit.");
  });

  it("names earlier months that are not signed off as a limit", async () => {
    const { by } = await leadOf(october());
    expect(by.at(-1)).toBe("September 2026 is not signed off: the opening rests on the records as pulled.");
  });
});

it("adds up what no payment supports, in and out, over B1 and A2", async () => {
  const { written } = await leadOf(october());
  const lead = written.sheets.get("Lead")!;
  const lines = readTable(lead, rowOf(lead, "Without support"), 5);
  expect(
    lines.map((line) => [line["Without support"], line["In"], line["Out"], line["Without sign"]]),
  ).toEqual([
    ["Entries without a payref, such as top-ups and withdrawals", 250, 1400, 1650],
    ["Entries with a payref that no transaction has", 1200, 0, 1200],
    ["Settled over or short of what was expected", 0, 6100, 6100],
    ["Break differences: the balance moved without an entry", 90, 867, 957],
    ["All that no payment supports", 1540, 8367, 9907],
  ]);
});

it("takes entries of a deleted payment for unsupported, although they settle it", async () => {
  const records = variedRecords();
  const transactions = records.transactions!.map((one) => (one.payID === 3 ? { ...one, isDeleted: 1 } : one));
  const { written } = await leadOf(reportInput({ records: { ...records, transactions }, month: "2026-10" }));
  const lead = written.sheets.get("Lead")!;
  const lines = readTable(lead, rowOf(lead, "Without support"), 6);
  expect(lines[2]).toMatchObject({
    "Without support": "Entries of payments that are deleted or not paid",
    In: 7500,
    Out: 0,
  });
});

it("counts what several exceptions say of one event once", async () => {
  const input = october();
  const { written } = await leadOf(input);
  const sheet = written.sheets.get("Exceptions")!;
  const rows = readTable(sheet, 7, 9);
  const counted = rows.filter((row) => row["Unresolved"] !== null && row["Unresolved"] !== undefined);
  const others = rows.filter((row) => typeof row["Counted in no."] === "number");
  expect(counted.length + others.length).toBe(rows.length);
  expect(others.length).toBeGreaterThan(0);
  for (const row of others) {
    const first = rows[Number(row["Counted in no."]) - 1]!;
    expect(first["Unresolved"]).toBe(first["At stake"]);
    expect(Number(first["At stake"])).toBeGreaterThanOrEqual(Number(row["At stake"]));
  }
});
