import { describe, expect, it } from "vitest";
import type { Finding } from "../../../../src/core/reconcile/input/findings.ts";
import { exceptionsOf } from "../../../../src/core/report/exceptions/exceptions.ts";
import type { ReportInput } from "../../../../src/core/report/sheet/input.ts";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import type { CloseStep, FrozenMonth, Month } from "../../../../src/core/review/close/close.ts";
import { frozenReviewOf } from "../../../../src/core/review/close/differences.ts";
import { binderHtml } from "../../../../src/main/excel/documents/write-binder.ts";
import { closeStep, frozenMonth } from "../../../helpers/ledgers/closing.ts";
import { decided } from "../../../helpers/ledgers/decisions.ts";
import { HOUR_MS, OCTOBER_MS, entry } from "../../../helpers/records.ts";
import { RUN_AT_MS, october, reportInput, variedRecords } from "../../../helpers/workbook/report.ts";
import {
  type ReadWorkbook,
  columnsAt,
  provenBy,
  readTable,
  recalculate,
  rowOf,
  truthsOf,
  writtenWorkbook,
} from "../../../helpers/workbook/xlsx.ts";

async function read(input: ReportInput): Promise<ReadWorkbook> {
  return (await writtenWorkbook(buildWorkbook(input))).read;
}

/** The last sentence of the conclusion, as the file holds it and as it is worked out again. */
function closeOf(written: ReadWorkbook): string {
  const lead = written.sheets.get("Lead")!;
  expect(recalculate(written).differences).toEqual([]);
  return String(lead.cells.get(`A${rowOf(lead, "Conclusion") + 4}`)!.value);
}

/** The checks of the close on A by their words. */
function checksOf(written: ReadWorkbook): Map<string, unknown> {
  const lead = written.sheets.get("Lead")!;
  const first = rowOf(lead, "Close of the month");
  const count = rowOf(lead, "Decided by the check") - first - 2;
  return new Map(
    readTable(lead, first, count).map((row) => [String(row["Close of the month"]), row["Holds"]]),
  );
}

const OCTOBER_END_MS = OCTOBER_MS + 31 * 24 * HOUR_MS;
const SIGNED_AT_MS = Date.UTC(2026, 10, 3, 15);

const prepared = (fields: Partial<FrozenMonth> = {}): CloseStep =>
  closeStep({ id: 2, step: "prepare", note: "Bank calls", frozen: frozenMonth(october(), fields) });
const signed = (fields: Partial<FrozenMonth> = {}): CloseStep =>
  closeStep({
    id: 3,
    step: "sign-off",
    by: "Grace Mensah",
    atMs: SIGNED_AT_MS,
    frozen: frozenMonth(october(), fields),
  });
const SIGNED = [closeStep(), prepared(), signed()];

/** September as it was signed, or with other figures. */
function septemberSigned(change: (frozen: FrozenMonth) => Partial<FrozenMonth> = () => ({})): CloseStep {
  const frozen = frozenMonth(reportInput({ records: variedRecords(), month: "2026-09" }));
  return closeStep({
    id: 1,
    month: "2026-09" as Month,
    step: "sign-off",
    by: "Grace Mensah",
    atMs: OCTOBER_MS + 2 * 24 * HOUR_MS,
    frozen: { ...frozen, ...change(frozen) },
  });
}

describe("sheet A shows the status of the close", () => {
  it.each([
    ["open", [], "October 2026 is open."],
    ["open, its review begun", [closeStep()], "October 2026 is open."],
    [
      "prepared",
      [prepared()],
      "October 2026 was prepared by Ada Obi on 2026-11-02 and is with the reviewer, not signed off yet; these are the figures that were prepared.",
    ],
    [
      "signed off",
      SIGNED,
      "October 2026 was signed off by Grace Mensah on 2026-11-03, prepared by Ada Obi on 2026-11-02; these are the figures that were signed.",
    ],
    [
      "reopened",
      [
        ...SIGNED,
        closeStep({ id: 4, step: "reopen", by: "Yaw Owusu", note: "Late fee", atMs: SIGNED_AT_MS + 1 }),
      ],
      "October 2026 was reopened by Yaw Owusu on 2026-11-03, after it was signed off by Grace Mensah on 2026-11-03 and is no longer signed off.",
    ],
  ])("%s", async (_, closeSteps, words) => {
    expect(closeOf(await read(october({ closeSteps })))).toBe(words);
  });

  it("says that only months are signed off, for a period that is not a month", async () => {
    const input = reportInput({ records: variedRecords(), closeSteps: SIGNED });
    expect(closeOf(await read(input))).toBe(
      "The whole history is not one month: only months are signed off.",
    );
  });

  it("says that decisions changed since it was signed", async () => {
    const decisions = [
      decided(
        1,
        october().check.findings.find(({ severity }) => severity === "error")!,
      ),
    ];
    expect(closeOf(await read(october({ closeSteps: SIGNED, decisions })))).toMatch(
      /these are the figures that were signed, but exceptions or decisions changed since\.$/u,
    );
  });

  it("says that warnings changed since it was signed", async () => {
    const { findings } = october().check;
    const warning = { fingerprint: "e".repeat(64), severity: "warning" } as const;
    const frozenReview = frozenReviewOf([...findings, warning], new Map());
    expect(closeOf(await read(october({ closeSteps: SIGNED, frozenReview })))).toMatch(
      /these are the figures that were signed, but exceptions or decisions changed since\.$/u,
    );
  });

  it("fills in preparer and reviewer, on the day of the ledger's zone, on every sheet", async () => {
    const late = signed();
    const steps = [prepared(), { ...late, atMs: Date.UTC(2026, 10, 3, 23, 30) }];
    const input = october({ closeSteps: steps, options: { timeZone: "Asia/Tokyo" } });
    const written = await read(input);
    const line = "Prepared by  Ada Obi  on  2026-11-02          Reviewed by  Grace Mensah  on  2026-11-04";
    expect(new Set(provenBy(written).signatures.values())).toEqual(new Set([line]));
    const lead = written.sheets.get("Lead")!;
    const reviewed = lead.cells.get(`B${rowOf(lead, "Reviewed by")}`)!;
    expect(reviewed.value).toBe("Grace Mensah");
    // Nothing to be filled in any more: another name there is an edit like any other.
    expect(reviewed.style).toBe(lead.cells.get(`A${rowOf(lead, "Reviewed by")}`)!.style);
  });

  it("signs no sheet whose figures are not those that were signed, also once somebody changes one", async () => {
    const line = "Signed: run 7. These figures differ from those signed.";
    const other = [closeStep(), prepared(), signed({ wallets: [] })];
    const restated = await read(october({ closeSteps: other }));
    expect(new Set(provenBy(restated).signatures.values())).toEqual(new Set([line]));
    expect([...binderHtml(buildWorkbook(october({ closeSteps: other })))].join("")).not.toMatch(
      /Reviewed by +Grace Mensah/u,
    );
    const written = await read(october({ closeSteps: SIGNED }));
    const sheet = written.sheets.get("Wallet")!;
    const balance = columnsAt(sheet, 7).get("Stated balance")!;
    const typed = { [`Wallet!${balance}${sheet.rows - 1}`]: 1 };
    expect(new Set(provenBy(written, typed).signatures.values())).toEqual(new Set([line]));
  });

  it("signs no sheet whose decisions are not those that were signed", async () => {
    const { findings } = october().check;
    const decisions = [
      decided(
        1,
        findings.find(({ severity }) => severity === "error")!,
      ),
    ];
    const written = await read(october({ closeSteps: SIGNED, decisions }));
    expect(new Set(provenBy(written).signatures.values())).toEqual(
      new Set(["Signed: run 7. Exceptions or decisions changed since."]),
    );
  });

  it("leaves them blank where there is no step, and still shows a lapsed signature", async () => {
    const reopened = closeStep({ id: 4, step: "reopen", by: "=Yaw", note: "Late fee" });
    const written = await read(october({ closeSteps: [...SIGNED, reopened] }));
    expect([...provenBy(written).signatures.values()][0]).toMatch(/Prepared by {2}_+.*Reviewed by {2}_+/u);
    const lead = written.sheets.get("Lead")!;
    const steps = readTable(lead, rowOf(lead, "Steps of the close"), 4);
    expect(
      steps.map((row) => [row["Steps of the close"], row["By"], row["Run"], row["Status"], row["Note"]]),
    ).toEqual([
      ["Review begun", "Ada Obi", null, null, null],
      ["Prepared", "Ada Obi", 7, "no longer in force", "Bank calls"],
      ["Signed off", "Grace Mensah", 7, "no longer in force", null],
      ["Reopened", "=Yaw", null, null, "Late fee"],
    ]);
  });

  it("shows what was overridden with its note, on A and on D2", async () => {
    const overridden = [{ kind: "undecided-errors" as const, sentence: "7 errors are undecided" }];
    const written = await read(october({ closeSteps: [prepared({ overridden })] }));
    const note = "Bank calls — Overridden: 7 errors are undecided.";
    const lead = written.sheets.get("Lead")!;
    expect(readTable(lead, rowOf(lead, "Steps of the close"), 1)[0]!["Note"]).toBe(note);
    const audit = written.sheets.get("Audit")!;
    expect(readTable(audit, rowOf(audit, "What happened"), 1)[0]).toMatchObject({
      "What happened": "October 2026 was prepared, despite obstacles, on run 7.",
      Status: "prepared",
      By: "Ada Obi",
      Link: 2,
      Note: "Bank calls\nOverridden: 7 errors are undecided.",
    });
    expect(checksOf(written).get("Every error is decided, or was overridden with a note")).toBe(true);
  });
});

describe("the checks of the close", () => {
  it("all pass for a month that was reviewed, prepared and signed", async () => {
    const all = october().check.findings.filter(({ severity }) => severity !== "info");
    const decisions = all.map((finding, at) => decided(at + 1, finding));
    const own = frozenMonth(october({ decisions }));
    const closeSteps = [septemberSigned(), { ...prepared(), frozen: own }, { ...signed(), frozen: own }];
    const written = await read(october({ decisions, closeSteps }));
    const checks = checksOf(written);
    expect([...checks.keys()]).toEqual([
      "Every error is decided, or was overridden with a note",
      "No error was overridden when the month was prepared",
      "Whoever signed took none of the decisions, matches, ticks, confirmations and notes",
      "The newest pull is later than the period's end",
      "Each wallet opens with what September 2026 was signed to close at",
      "Outstanding items brought forward agree to those signed with September 2026",
      "The figures of each wallet are those that were signed",
      "Outstanding items carried forward are those that were signed",
    ]);
    expect([...checks.values()].filter((holds) => holds !== true)).toEqual([]);
    expect(truthsOf(written).filter(({ value }) => value !== true)).toEqual([]);
    expect(closeOf(written)).toMatch(/these are the figures that were signed\.$/u);
  });

  it("fail while an error is undecided, and pass by formula once C1 accepts it", async () => {
    const words = "Every error is decided, or was overridden with a note";
    const written = await read(october());
    expect(checksOf(written).get(words)).toBe(false);
    const sheet = written.sheets.get("Exceptions")!;
    const letter = columnsAt(sheet, 7).get("Status")!;
    const errors = october().check.counts.bySeverity.error;
    const typed = Object.fromEntries(
      Array.from({ length: errors }, (_, at) => [`Exceptions!${letter}${8 + at}`, "accepted"]),
    );
    const lead = written.sheets.get("Lead")!;
    expect(provenBy(written, typed).cell("Lead", `B${rowOf(lead, words)}`)).toBe(true);
  });

  it("take an error for overridden only where it is one of those that were, however many there are", async () => {
    const words = "Every error is decided, or was overridden with a note";
    const overridden = [{ kind: "undecided-errors" as const, sentence: "errors are undecided" }];
    const { findings } = october().check;
    const errors = findings.filter(({ severity }) => severity === "error");
    const holds = async (now: readonly Finding[], others: Readonly<Record<string, string>> = {}) => {
      const then = frozenReviewOf(
        findings.map((one) => ({ ...one, fingerprint: others[one.fingerprint] ?? one.fingerprint })),
        new Map([[errors[0]!.fingerprint, { id: 1, status: "explained" }]]),
      );
      const decisions = now.map((finding, at) => decided(at + 1, finding));
      const closeSteps = [prepared({ overridden, errors: { total: errors.length, decided: 1 } })];
      const written = await read(october({ closeSteps, decisions, frozenReview: then }));
      expect(recalculate(written).differences).toEqual([]);
      return checksOf(written).get(words);
    };
    expect(await holds([errors[0]!])).toBe(true);
    expect(await holds([])).toBe(false);
    // As many are decided, and as many are not.
    expect(await holds([errors[1]!])).toBe(false);
    expect(await holds([errors[0]!], { [errors[1]!.fingerprint]: "e".repeat(64) })).toBe(false);
  });

  it("find an overridden error by its own row, in whatever order C1 is sorted", async () => {
    const words = "Every error is decided, or was overridden with a note";
    const overridden = [{ kind: "undecided-errors" as const, sentence: "errors are undecided" }];
    const { findings } = october().check;
    const errors = exceptionsOf(findings).filter(({ severity }) => severity === "error");
    const first = errors[0]!;
    const closeSteps = [prepared({ overridden, errors: { total: errors.length, decided: 1 } })];
    const decisions = [decided(1, first)];
    const written = await read(
      october({
        closeSteps,
        decisions,
        frozenReview: frozenReviewOf(findings, new Map([[first.fingerprint, decisions[0]!]])),
      }),
    );
    const sheet = written.sheets.get("Exceptions")!;
    const columns = columnsAt(sheet, 7);
    const at = (header: string, row: number) => `Exceptions!${columns.get(header)!}${8 + row}`;
    const check = `B${rowOf(written.sheets.get("Lead")!, words)}`;
    const typed = (cells: Readonly<Record<string, string>>) => provenBy(written, cells).cell("Lead", check);
    const [status, mark] = ["Status", "Overridden"];
    // The rows of the decided error and of an overridden one change places.
    const swapped = {
      [at(status, 0)]: "open",
      [at(mark, 0)]: "yes",
      [at(status, 1)]: "explained",
      [at(mark, 1)]: "",
    };
    expect(typed(swapped)).toBe(true);
    expect(typed({ [at(status, 0)]: "open" })).toBe(false);
    expect(typed({ [at(status, 0)]: "open", [at(status, 1)]: "explained" })).toBe(false);
  });

  it("fail for a month whose end no pull has reached", async () => {
    const records = { ...variedRecords(), pulledAtMs: OCTOBER_END_MS - 1000 };
    const words = "The newest pull is later than the period's end";
    const early = await read(reportInput({ records, month: "2026-10" }));
    expect(recalculate(early).differences).toEqual([]);
    expect(checksOf(early).get(words)).toBe(false);
    const files = await read(
      reportInput({ records: { ...variedRecords(), pulledAtMs: null }, month: "2026-10" }),
    );
    expect(recalculate(files).differences).toEqual([]);
    expect(checksOf(files).get(words)).toBe(false);
    expect(checksOf(await read(october())).get(words)).toBe(true);
  });

  it.each(["UTC", "Pacific/Auckland", "America/Sao_Paulo"])(
    "know the period's last second in %s",
    async (timeZone) => {
      const written = await read(october({ options: { timeZone } }));
      expect(recalculate(written).differences).toEqual([]);
    },
  );

  it("report that figures differ from those signed, and which, by formula", async () => {
    const frozen = frozenMonth(october());
    const [wallet] = frozen.wallets;
    const other = { wallets: [{ ...wallet!, closing: wallet!.closing - 40, inflow: wallet!.inflow - 40 }] };
    const written = await read(october({ closeSteps: [prepared(), signed(other)] }));
    expect(closeOf(written)).toBe(
      "October 2026 was signed off by Grace Mensah on 2026-11-03, prepared by Ada Obi on 2026-11-02; the figures below differ from those that were signed, see C3.",
    );
    expect(checksOf(written).get("The figures of each wallet are those that were signed")).toBe(false);
    const roll = written.sheets.get("Roll-forward")!;
    const title = "As signed off by Grace Mensah on 2026-11-03, run 7";
    expect(readTable(roll, rowOf(roll, title) + 1, 1)[0]).toMatchObject({
      "Closing then": wallet!.closing - 40,
      "Closing now": wallet!.closing,
      Difference: 40,
      "Same figures": false,
    });
    expect(provenBy(written).proofs.get("All proofs hold")).toBe(true);
  });

  it("also where a cell of the signed workbook is typed over", async () => {
    const written = await read(october({ closeSteps: SIGNED }));
    const sheet = written.sheets.get("Wallet")!;
    const letter = columnsAt(sheet, 7).get("Debit")!;
    const lead = written.sheets.get("Lead")!;
    const { cell } = provenBy(written, { [`Wallet!${letter}9`]: 7501 });
    expect(cell("Lead", `A${rowOf(lead, "Conclusion") + 4}`)).toMatch(/differ from those that were signed/u);
  });

  it("name changed options as the reason why the figures differ", async () => {
    const frozen = frozenMonth(october());
    const other = { options: { ...frozen.options, cutoffDays: 9 }, wallets: [] };
    const words = closeOf(await read(october({ closeSteps: [signed(other)] })));
    expect(words).toMatch(/differ from those that were signed, and checked under other options, see D2\.$/u);
  });

  it("count a wallet that was not signed, or is gone, as a difference", async () => {
    const gone = { ...frozenMonth(october()).wallets[0]!, userID: 2 };
    const written = await read(october({ closeSteps: [signed({ wallets: [gone] })] }));
    const roll = written.sheets.get("Roll-forward")!;
    const rows = readTable(roll, rowOf(roll, "As signed off by Grace Mensah on 2026-11-03, run 7") + 1, 3);
    expect(rows.map((row) => [row["Wallet"], row["Same figures"]])).toEqual([
      ["User 2", false],
      ["User 1", false],
      ["All wallets", false],
    ]);
    expect(recalculate(written).differences).toEqual([]);
  });

  it("do not count a wallet that begins after the month and was empty until then", async () => {
    const { entries = [], ...others } = variedRecords();
    const later = entry(900, {
      userID: 2,
      debit: 5,
      balance: 5,
      dateCreatedAtMs: OCTOBER_END_MS + 99 * HOUR_MS,
    });
    const records = { ...others, entries: [...entries, later] };
    const written = await read(reportInput({ records, month: "2026-10", closeSteps: [signed()] }));
    expect(checksOf(written).get("The figures of each wallet are those that were signed")).toBe(true);
    const roll = written.sheets.get("Roll-forward")!;
    const rows = readTable(roll, rowOf(roll, "As signed off by Grace Mensah on 2026-11-03, run 7") + 1, 2);
    expect(rows.map((row) => [row["Wallet"], row["Same figures"]])).toEqual([
      ["User 1", true],
      ["All wallets", true],
    ]);
    expect(recalculate(written).differences).toEqual([]);
  });

  it("fail where outstanding items differ from those signed", async () => {
    const { outstanding } = frozenMonth(october());
    const fewer = outstanding.filter(({ kind }) => kind !== "in transit");
    const written = await read(october({ closeSteps: [signed({ outstanding: fewer })] }));
    expect(checksOf(written).get("Outstanding items carried forward are those that were signed")).toBe(false);
    expect(recalculate(written).differences).toEqual([]);
    expect(closeOf(written)).toContain("differ from those that were signed");
  });
});

describe("the opening", () => {
  const twoWallets = (): ReturnType<typeof variedRecords> => {
    const { entries = [], transactions = [] } = variedRecords();
    const other = (walletID: number, balance: number, atMs: number) =>
      entry(walletID, { userID: 2, businessID: 7, debit: 100, balance, dateCreatedAtMs: atMs });
    return {
      entries: [
        ...entries,
        other(100, 100, OCTOBER_MS - 48 * HOUR_MS),
        other(101, 200, OCTOBER_MS + 48 * HOUR_MS),
      ],
      transactions,
    };
  };

  it("is compared wallet by wallet: two differences that cancel out fail", async () => {
    const input = reportInput({ records: twoWallets(), month: "2026-10" });
    const { priorOutcomes } = input;
    const wallets = priorOutcomes!.wallets.map((wallet, at) => ({
      ...wallet,
      closing: wallet.closing + (at === 0 ? 50 : -50),
    }));
    const written = await read({ ...input, priorOutcomes: { ...priorOutcomes!, wallets } });
    expect(recalculate(written).differences).toEqual([]);
    const words = "Each wallet opens at the closing of the period before, as re-performed today";
    expect(provenBy(written).proofs.get(words)).toBe(false);
    expect(provenBy(await read(input)).proofs.get(words)).toBe(true);
  });

  it("is compared with the signed closing of the month before", async () => {
    const written = await read(
      october({
        closeSteps: [
          septemberSigned(({ wallets }) => ({
            wallets: wallets.map((wallet) => ({ ...wallet, closing: wallet.closing + 5 })),
          })),
        ],
      }),
    );
    expect(checksOf(written).get("Each wallet opens with what September 2026 was signed to close at")).toBe(
      false,
    );
    const roll = written.sheets.get("Roll-forward")!;
    const title = "Opening, compared with the closing before: as re-performed today, and as signed off";
    expect(readTable(roll, rowOf(roll, title) + 1, 1)[0]).toMatchObject({
      Opening: 12_500,
      "Closing before": 12_500,
      Agrees: true,
      "Signed before": 12_505,
      Difference: -5,
      "Agrees as signed": false,
    });
    expect(provenBy(written).proofs.get("All proofs hold")).toBe(true);
  });

  it("is compared with no signature of another month, or of a reopened one", async () => {
    const reopened = closeStep({ id: 2, month: "2026-09" as Month, step: "reopen", note: "Late fee" });
    const written = await read(october({ closeSteps: [septemberSigned(), reopened] }));
    expect([...checksOf(written).keys()].filter((words) => words.includes("September"))).toEqual([]);
  });
});

it("names on C2 the signature from which items are brought forward, and where they differ", async () => {
  const told = async (step: CloseStep | null) => {
    const written = await read(october({ closeSteps: step === null ? [] : [step] }));
    const sheet = written.sheets.get("Outstanding")!;
    expect(recalculate(written).differences).toEqual([]);
    const kinds = readTable(sheet, rowOf(sheet, "Item"), 4);
    return { title: String(sheet.cells.get("A7")!.value), kinds, checks: checksOf(written) };
  };
  const words = "Outstanding items brought forward agree to those signed with September 2026";
  const agreeing = await told(septemberSigned());
  expect(agreeing.title).toMatch(
    /; brought forward from September 2026, signed off by Grace Mensah on 2026-10-03$/u,
  );
  expect(agreeing.kinds[0]).toMatchObject({ "Signed before": 4321, "Brought forward": 4321 });
  expect(agreeing.checks.get(words)).toBe(true);
  const other = await told(septemberSigned(() => ({ outstanding: [] })));
  expect(other.kinds[0]).toMatchObject({ "Signed before": 0, "Brought forward": 4321 });
  expect(other.checks.get(words)).toBe(false);
  expect(other.title).toMatch(/ It differs from what was signed: no later pull changed a record of then, /u);
  expect((await told(null)).title).toMatch(
    /; brought forward as re-performed today, because nothing was signed/u,
  );
});

it("gives the same cells twice, whatever was closed", async () => {
  const input = october({ closeSteps: [septemberSigned(), ...SIGNED.slice(1)] });
  const [first, second] = [await read(input), await read(input)];
  expect([...first.parts]).toEqual([...second.parts]);
  expect(RUN_AT_MS).toBeGreaterThan(OCTOBER_END_MS);
});
