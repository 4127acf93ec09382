/** The head of the workpaper: what A concludes, by what it is qualified, and in which amounts. */
import { describe, expect, it } from "vitest";
import type { ReportInput, WorkpaperSettings } from "../../../../src/core/report/sheet/input.ts";
import { exceptionsOf } from "../../../../src/core/report/exceptions/exceptions.ts";
import { statementOf } from "../../../../src/core/report/month-statement.ts";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { frozenReviewOf } from "../../../../src/core/review/close/differences.ts";
import type { ConfirmedBalance } from "../../../../src/core/review/file/month-file.ts";
import type { DecisionStatus } from "../../../../src/core/review/decisions/decision.ts";
import { closeStep, frozenMonth } from "../../../helpers/ledgers/closing.ts";
import { decided, reviewed } from "../../../helpers/ledgers/decisions.ts";
import { wallet } from "../../../helpers/records.ts";
import { october, reportInput, variedRecords } from "../../../helpers/workbook/report.ts";
import {
  type ReadWorkbook,
  type Typed,
  afterRemoval,
  columnsAt,
  provenBy,
  readTable,
  recalculate,
  rowOf,
  writtenWorkbook,
} from "../../../helpers/workbook/xlsx.ts";

/** October with every exception decided by Ada Obi, signed by Grace Mensah, after a signed September. */
function signedOctober(
  status: DecisionStatus,
  workpaper?: WorkpaperSettings,
  by: (at: number) => string = () => "Ada Obi",
): ReportInput {
  const exceptions = october().check.findings.filter(({ severity }) => severity !== "info");
  const decisions = exceptions.map((finding, at) => decided(at + 1, finding, { status, by: by(at) }));
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

/** The closing balance of October's wallet, as somebody entered that the provider confirms it. */
function confirmed(balance: number, by = "Ada Obi"): ConfirmedBalance {
  const confirmation = {
    balance,
    source: "Statement of 1 November",
    evidence: null,
    difference: balance - 31_973,
    by,
    note: "",
    atMs: 1,
  };
  return {
    wallet: { userID: 1, businessID: null, currency: "NGN" },
    closing: 31_973,
    confirmation,
    lapsed: null,
  };
}

const materialityOf = (amount: number) => [
  { currency: "NGN", amount, performance: null, trivial: null, basis: "" },
];

/** A status typed over that of every exception on C1. */
function everyStatus(written: ReadWorkbook, status: string): Typed {
  const column = columnsAt(written.sheets.get("Exceptions")!, 7).get("Status")!;
  return Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`Exceptions!${column}${8 + at}`, status]));
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

/** A signed month whose first exception is a warning that nobody decided on, then as now. */
function withUndecidedWarning(input: ReportInput): ReportInput {
  const [first] = exceptionsOf(input.check.findings);
  const findings = input.check.findings.map((one) =>
    one === first ? { ...one, severity: "warning" as const } : one,
  );
  const decisions = input.decisions.filter(({ fingerprint }) => fingerprint !== first!.fingerprint);
  const trail = input.trail.filter(
    (link) => link.kind !== "decision" || decisions.some(({ id }) => id === link.id),
  );
  const counting = new Map(decisions.map((one) => [one.fingerprint, one]));
  return {
    ...input,
    check: { ...input.check, findings },
    decisions,
    trail,
    review: reviewed(findings, decisions),
    frozenReview: frozenReviewOf(findings, counting),
  };
}

describe("the conclusion", () => {
  it("is none while an error waits for a decision, and names what is unresolved in money", async () => {
    const { written, concluded, by } = await leadOf(october());
    expect(concluded).toBe(
      "Preliminary, not signed off. No conclusion yet: errors wait for a decision; so far entries and payments prove NGN 32,750, not the stated 31,973.",
    );
    expect(by[0]).toBe("NGN 13,538 undecided.");
    const lead = written.sheets.get("Lead")!;
    const lines = readTable(lead, rowOf(lead, "Exceptions in money"), 6);
    expect(lines[0]).toMatchObject({ "Exceptions in money": "Breaks of the balance", Undecided: 867 });
    expect(lines.at(-1)).toMatchObject({
      "Exceptions in money": "All exceptions",
      Undecided: 13_538,
      Raised: 0,
      Accepted: 0,
      Explained: 0,
      "Not explained": 9,
    });
  });

  it("is qualified by what was raised, and clean by formula once C1 explains it", async () => {
    const { written, concluded, by } = await leadOf(signedOctober("raised"));
    expect(concluded).toBe(
      "Qualified: entries and payments prove NGN 32,750, not the stated 31,973, except as follows.",
    );
    expect(by[0]).toBe("NGN 13,538 raised and 0 accepted uncorrected: no materiality is set.");
    const lead = written.sheets.get("Lead")!;
    const [first, qualified] = [
      rowOf(lead, "Conclusion") + 1,
      rowOf(lead, "Qualified by, and within which limits") + 1,
    ];
    const after = provenBy(written, everyStatus(written, "explained"));
    expect(after.cell("Lead", `A${first}`)).toBe(
      "Clean: entries and payments prove NGN 32,750, not the stated 31,973, and nothing is unresolved.",
    );
    expect(after.cell("Lead", `A${qualified}`)).toBe("NGN 0 raised and 0 accepted uncorrected.");
    expect(after.cell("Lead", `A${qualified + 1}`)).toBe("Every check of the close is met.");
    const reopened = provenBy(written, everyStatus(written, "open"));
    expect(reopened.cell("Lead", `A${first}`)).toBe(
      "No conclusion yet: errors wait for a decision; so far entries and payments prove NGN 32,750, not the stated 31,973.",
    );
    expect(reopened.cell("Lead", `A${first + 2}`)).toMatch(/; 9 exceptions are open, none decided; /u);
    expect(reopened.cell("Lead", `A${qualified}`)).toBe("NGN 13,538 undecided.");
    expect(reopened.cell("Lead", `A${qualified + 1}`)).toMatch(/^Not met: 1 of /u);
  });

  it("counts no undecided warning against the materiality, and says that it waits", async () => {
    const { written, concluded, by } = await leadOf(signedOctober("explained"));
    expect(concluded).toMatch(/and nothing is unresolved\.$/u);
    const columns = columnsAt(written.sheets.get("Exceptions")!, 7);
    const at = (header: string) => `Exceptions!${columns.get(header)!}8`;
    const after = provenBy(written, { [at("Severity")]: "warning", [at("Status")]: "open" });
    const lead = written.sheets.get("Lead")!;
    const line = (title: string) => after.cell("Lead", `A${rowOf(lead, title) + 1}`);
    expect(line("Conclusion")).toBe(
      "Clean: entries and payments prove NGN 32,750, not the stated 31,973, and warnings wait for a decision.",
    );
    expect(line("Qualified by, and within which limits")).toMatch(/^NGN [\d,]+ undecided\.$/u);
    const input = withUndecidedWarning(signedOctober("explained"));
    const stated = await leadOf(input);
    expect(stated.concluded).toBe(line("Conclusion"));
    expect(stated.by[0]).toBe(line("Qualified by, and within which limits"));
    expect(by[0]).toBe("NGN 0 raised and 0 accepted uncorrected.");
  });

  it("measures what is raised against the materiality, also without an amount, and nothing while all waits", async () => {
    // What several exceptions say of one event has its amount with one of them.
    const decisions = october()
      .check.findings.filter(({ severity }) => severity === "error")
      .map((finding) => [decided(1, finding, { status: "raised" })])
      .find(
        (one) =>
          statementOf(october({ decisions: one }), { moment: null, changedSince: null }).currencies[0]
            ?.uncorrected === 0,
      );
    const workpaper = {
      materiality: [{ currency: "NGN", amount: 1000, performance: null, trivial: null, basis: "" }],
    };
    const raised = await leadOf({ ...october({ decisions: decisions! }), workpaper });
    expect(raised.by[0]).toBe(
      "NGN 0 raised and 0 accepted uncorrected: within materiality. 13,538 undecided.",
    );
    const waiting = await leadOf({ ...october(), workpaper });
    expect(waiting.by[0]).toBe("NGN 13,538 undecided.");
  });

  it("is clean where everything is explained and the reviewer decided nothing", async () => {
    const { written, concluded, by } = await leadOf(signedOctober("explained"));
    expect(concluded).toBe(
      "Clean: entries and payments prove NGN 32,750, not the stated 31,973, and nothing is unresolved.",
    );
    expect(by).toEqual(["NGN 0 raised and 0 accepted uncorrected.", "Every check of the close is met."]);
    expect(headOf(written, "Independence")).toBe(
      "Prepared by Ada Obi. Signed off by Grace Mensah, who took 0 of 9 decisions in force. All 12 acts of people are signed by name only.",
    );
    expect(headOf(written, "Materiality")).toBe(
      "Not set: anything that is not explained qualifies the conclusion.",
    );
    expect(headOf(written, "Policy")).toBe("Not set.");
  });

  it("never wipes out what was accepted: it is not corrected", async () => {
    const { written, concluded, by } = await leadOf(signedOctober("accepted"));
    expect(concluded).toMatch(/^Qualified: /u);
    expect(by[0]).toBe("NGN 0 raised and 13,538 accepted uncorrected: no materiality is set.");
    const lead = written.sheets.get("Lead")!;
    const [line] = readTable(lead, rowOf(lead, "Uncorrected misstatements"), 1);
    expect(line).toMatchObject({
      Together: 13_538,
      Materiality: null,
      Within: false,
    });
  });

  const OWN: readonly (readonly [string, WorkpaperSettings, (at: number) => string, string])[] = [
    ["one decision", {}, (at) => (at === 0 ? "grace  mensah" : "Ada Obi"), "1 of 9 decisions"],
    [
      "a tick",
      {
        steps: [
          { id: 1, text: "Everything pulled", tick: { by: "Grace Mensah", note: "", atMs: 1 } },
        ] as never,
      },
      () => "Ada Obi",
      "0 of 9 decisions and 1 of 1 tick",
    ],
    [
      "a confirmation",
      { balances: [confirmed(31_973, "Grace Mensah")] },
      () => "Ada Obi",
      "0 of 9 decisions and 1 of 1 confirmation",
    ],
  ];
  it.each(OWN)("is qualified where whoever signed took %s", async (_, workpaper, by, words) => {
    const { written, concluded, by: lines } = await leadOf(signedOctober("explained", workpaper, by));
    expect(concluded).toMatch(/^Qualified: /u);
    expect(lines).toContain(
      "Not met: Whoever signed took none of the decisions, matches, ticks, confirmations and notes.",
    );
    expect(headOf(written, "Independence")).toContain(`who took ${words} in force.`);
  });

  it.each([
    [
      13_538,
      "Clean, with NGN 13,538 raised and 0 accepted uncorrected, within materiality: entries and payments prove NGN 32,750, not the stated 31,973.",
    ],
    [13_537, "Qualified: entries and payments prove NGN 32,750, not the stated 31,973, except as follows."],
  ])("goes by the materiality that is set: %i", async (amount, words) => {
    const materiality = materialityOf(amount);
    const settings = { materiality, purpose: "Quarter end.", policy: "Policy 4." };
    const { written, concluded } = await leadOf(signedOctober("raised", settings));
    expect(concluded).toBe(words);
    expect(headOf(written, "Purpose")).toBe("Quarter end.");
    expect(headOf(written, "Policy")).toBe("Policy 4.");
    expect(headOf(written, "Tolerance")).toBe("The check compares amounts to the unit.");
  });

  it("follows a materiality that an auditor types over", async () => {
    const { written } = await leadOf(signedOctober("raised", { materiality: materialityOf(13_538) }));
    const lead = written.sheets.get("Lead")!;
    const row = rowOf(lead, "Uncorrected misstatements");
    const cell = `Lead!${columnsAt(lead, row).get("Materiality")}${row + 1}`;
    const conclusion = `A${rowOf(lead, "Conclusion") + 1}`;
    expect(provenBy(written, { [cell]: 100 }).cell("Lead", conclusion)).toMatch(/^Qualified: /u);
    expect(provenBy(written, { [cell]: 20_000 }).cell("Lead", conclusion)).toMatch(/^Clean, with /u);
  });

  it.each<[WorkpaperSettings, string]>([
    [
      { materiality: materialityOf(13_538), materialityWords: ["NGN 13,538. Set by Ada Obi."] },
      "NGN 13,538. Set by Ada Obi. More than the materiality of a currency not corrected qualifies the conclusion: see Uncorrected misstatements below.",
    ],
    [{}, "Not set: anything that is not explained qualifies the conclusion."],
  ])("says in words when a cell has another materiality than was set", async (settings, asSet) => {
    const { written } = await leadOf(signedOctober("raised", settings));
    const lead = written.sheets.get("Lead")!;
    expect(headOf(written, "Materiality")).toContain(asSet);
    const row = rowOf(lead, "Uncorrected misstatements");
    const columns = columnsAt(lead, row);
    const words = `B${rowOf(lead, "Materiality") + (settings.materialityWords?.length ?? 0)}`;
    for (const header of ["Materiality", "Performance materiality", "Clearly trivial"]) {
      const cell = `Lead!${columns.get(header)}${row + 1}`;
      expect(provenBy(written, { [cell]: 500 }).cell("Lead", words)).toBe(
        "The conclusion goes by other amounts, which were typed under Uncorrected misstatements below.",
      );
    }
  });

  it("says of the tolerance what D2 has, also where it is typed over", async () => {
    const { written } = await leadOf(october({ options: { tolerance: 1_250 }, decimals: 2 }));
    expect(headOf(written, "Tolerance")).toBe("The check takes a payment for settled within 12.50.");
    const cell = `B${rowOf(written.sheets.get("Lead")!, "Tolerance")}`;
    const typed = `Audit!B${rowOf(written.sheets.get("Audit")!, "Option: tolerance")}`;
    const said = (tolerance: number) => provenBy(written, { [typed]: tolerance }).cell("Lead", cell);
    expect(said(0)).toBe("The check compares amounts to the unit.");
    expect(said(1_000.5)).toBe("The check takes a payment for settled within 1,000.50.");
  });

  it("shows performance materiality and what is clearly trivial beside the materiality", async () => {
    const materiality = [{ currency: "NGN", amount: 13_538, performance: 9_000, trivial: 500, basis: "" }];
    const { written } = await leadOf(signedOctober("raised", { materiality }));
    const lead = written.sheets.get("Lead")!;
    const [line] = readTable(lead, rowOf(lead, "Uncorrected misstatements"), 1);
    expect(line).toMatchObject({
      Materiality: 13_538,
      "Performance materiality": 9_000,
      "Clearly trivial": 500,
    });
  });

  it("is qualified where the provider confirms another balance, and follows the closing", async () => {
    const { written, concluded, by } = await leadOf(signedOctober("explained", { balances: [confirmed(1)] }));
    expect(concluded).toMatch(/^Qualified: /u);
    expect(by).toContain("Not met: The closing balances agree to those that the provider confirmed.");
    const lead = written.sheets.get("Lead")!;
    const row = rowOf(lead, "Confirmed by the provider");
    const [line] = readTable(lead, row, 1);
    expect(line).toMatchObject({
      Confirmed: 1,
      "Closing stated": 31_973,
      Difference: 1 - 31_973,
      Agrees: false,
    });
    const cell = `Lead!${columnsAt(lead, row).get("Confirmed")}${row + 1}`;
    const after = provenBy(written, { [cell]: 31_973 });
    expect(after.cell("Lead", `A${rowOf(lead, "Conclusion") + 1}`)).toMatch(/^Clean: /u);
  });

  it("says of which moment its limits are, which follow nothing that is typed over", async () => {
    const openPoints = ["the provider's balance of User 1 differs by −31,972"];
    const input = signedOctober("explained", { balances: [confirmed(1)], openPoints });
    expect((await leadOf(input)).by.slice(-2)).toEqual([
      "When this was exported:",
      "The provider's balance of User 1 differs by −31,972.",
    ]);
  });

  it("is qualified where the evidence of a confirmation was withdrawn", async () => {
    const lapsed = { confirmedBy: "Ada Obi", by: "Cy Dee", note: "A wrong file", atMs: 1, evidence: 1 };
    const balances = [{ ...confirmed(31_973), confirmation: null, lapsed }];
    const { written, concluded } = await leadOf(signedOctober("explained", { balances }));
    expect(concluded).toMatch(/^Qualified: /u);
    const lead = written.sheets.get("Lead")!;
    const [line] = readTable(lead, rowOf(lead, "Confirmed by the provider"), 1);
    expect(line).toMatchObject({
      Confirmed: null,
      By: "Ada Obi",
      Source: "not confirmed, though Ada Obi entered it: evidence 1 was withdrawn by Cy Dee: A wrong file",
    });
  });

  it("says of a confirmed balance that is typed over that the ledger has no source of it", async () => {
    const beside = (input: ReportInput, typed: number) =>
      leadOf(input).then(({ written }) => {
        const row = rowOf(written.sheets.get("Lead")!, "Confirmed by the provider") + 1;
        const lead = provenBy(written, { [`Lead!B${row}`]: typed });
        return ["D", "E", "F", "I"].map((letter) => lead.cell("Lead", `${letter}${row}`) ?? "");
      });
    const source = "typed here: the ledger has no source of it";
    const agreeing = signedOctober("explained", { balances: [confirmed(31_973)] });
    expect(await beside(agreeing, 31_000)).toEqual([-973, false, "", source]);
    expect((await beside(agreeing, 31_973)).slice(0, 2)).toEqual([0, true]);
    expect(await beside(agreeing, 31_973)).not.toContain(source);
    const unconfirmed = { ...confirmed(31_973), confirmation: null };
    const without = signedOctober("explained", { balances: [unconfirmed] });
    expect(await beside(without, 31_973)).toEqual([0, true, "", source]);
  });

  it("is qualified where an error was overridden, although the materiality is above everything", async () => {
    const input = october();
    const frozen = {
      ...frozenMonth(input),
      overridden: [{ kind: "undecided-errors" as const, sentence: "7 errors are undecided" }],
    };
    const closeSteps = [
      closeStep({ id: 1, step: "prepare", frozen, note: "Discussed" }),
      closeStep({ id: 2, step: "sign-off", by: "Grace Mensah", frozen }),
    ];
    const signed = { ...october({ closeSteps }), workpaper: { materiality: materialityOf(50_000_000) } };
    const { concluded, by } = await leadOf(signed);
    expect(concluded).toMatch(/^Qualified: /u);
    expect(by).toContain("Not met: No error was overridden when the month was prepared.");
  });

  it("is not proven, and no error, once a row of B1 is deleted", async () => {
    const { written } = await leadOf(signedOctober("explained"));
    const lead = written.sheets.get("Lead")!;
    const cells = [0, 1, 2, 3].map((at) => `A${rowOf(lead, "Conclusion") + 1 + at}`);
    const [concluded, verdict, proven, closed] = afterRemoval(written, "Wallet", 10, cells);
    expect(concluded).toMatch(/^Not proven: /u);
    expect(verdict).toBe(concluded);
    expect(proven).toBe(concluded);
    expect(closed).toMatch(/the figures below differ from those that were signed/u);
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
    "Without support": "Entries of payments that are deleted or not paid, earlier periods included",
    In: 7500,
    Out: 0,
  });
});

it("counts what several exceptions say of one event once, whatever becomes of the one that counts", async () => {
  const input = october();
  const { written } = await leadOf(input);
  const sheet = written.sheets.get("Exceptions")!;
  const rows = readTable(sheet, 7, 9);
  const others = rows.filter((row) => typeof row["Counted with no."] === "number");
  expect(others.length).toBeGreaterThan(0);
  for (const row of others) {
    const first = rows[Number(row["Counted with no."]) - 1]!;
    expect(first["Counted"]).toBe(first["At stake"]);
    expect(row["Counted"]).toBe(0);
    expect(Number(first["At stake"])).toBeGreaterThanOrEqual(Number(row["At stake"]));
  }
  const [one] = others;
  const columns = columnsAt(sheet, 7);
  const counts = `Exceptions!${columns.get("Status")}${7 + Number(one!["Counted with no."])}`;
  const accepted = provenBy(written, { [counts]: "accepted" });
  const lead = written.sheets.get("Lead")!;
  const total = rowOf(lead, "All exceptions");
  const heads = columnsAt(lead, rowOf(lead, "Exceptions in money"));
  const read = (head: string) => Number(accepted.cell("Lead", `${heads.get(head)}${total}`));
  const all = rows.reduce((sum, row) => sum + Number(row["Counted"]), 0);
  const lost = Number(rows[Number(one!["Counted with no."]) - 1]!["At stake"]) - Number(one!["At stake"]);
  expect(read("Undecided")).toBe(all - lost);
  expect(read("Accepted")).toBe(lost);
});

describe("a month whose rows are only listed in another order", () => {
  /** walletID 3 was applied before walletID 2: three balances jump, and none is wrong. */
  const stated = [1000, 1090, 990, 1070];
  const entries = wallet([1000, 100, -10, -20], (at) => ({ balance: stated[at]! }));

  it("is clean with warnings that wait, and has no money to resolve", async () => {
    const input = reportInput({ records: { entries }, month: "2026-10", options: { convention: "asset" } });
    const { written, concluded } = await leadOf(input);
    expect(input.check.findings.map(({ cause, atStake }) => [cause, atStake])).toEqual([
      ["out-of-sequence", 10],
      ["out-of-sequence", 90],
      ["out-of-sequence", 100],
    ]);
    expect(concluded).toBe(
      "Preliminary, not signed off. Clean: entries and payments prove the stated balance, and warnings wait for a decision.",
    );
    const counted = readTable(written.sheets.get("Exceptions")!, 7, 3).map((line) => line["Counted"]);
    expect(counted).toEqual([0, 0, 0]);
  });
});
