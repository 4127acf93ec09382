/** What an examiner asks of a month: the same questions in the same order, each answered by a sheet that is there. */
import { describe, expect, test } from "vitest";
import type { ReportInput } from "../../../src/core/report/sheet/input.ts";
import { questionsOf } from "../../../src/core/report/questions.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import type { Month } from "../../../src/core/review/close/close.ts";
import type { FreezingStep } from "../../../src/core/review/close/month-states.ts";
import type { SignedFile } from "../../../src/core/review/file/examined.ts";
import { FIRST_TERMS } from "../../../src/core/review/file/terms.ts";
import { closeStep, frozenMonth } from "../../helpers/ledgers/closing.ts";
import { recordsOf, threeCurrencies } from "../../helpers/ledgers/currency-world.ts";
import { decided } from "../../helpers/ledgers/decisions.ts";
import { OCTOBER_MS, wallet } from "../../helpers/records.ts";
import { RUN_AT_MS, manyCurrencies, october, reportInput } from "../../helpers/workbook/report.ts";

const ADA = { by: "Ada Obi", note: "", atMs: RUN_AT_MS };

const clean = (): ReportInput => {
  const dated = (at: number) => OCTOBER_MS + (at + 1) * 86_400_000;
  const records = { entries: wallet([100, 50], (at) => ({ dateCreatedAtMs: dated(at) })) };
  return reportInput({ records, month: "2026-10" });
};

/** As `clean`, from files alone. */
const imported = (providedBy: string | null): ReportInput => {
  const input = clean();
  const pulls = input.pulls.map((pull) => ({ ...pull, source: "files" as const, baseUrl: null, providedBy }));
  return { ...input, pulls };
};

const signed = (fields: Parameters<typeof frozenMonth>[1] = {}): ReportInput => {
  const exceptions = october().check.findings.filter(({ severity }) => severity !== "info");
  const decisions = exceptions.map((finding, at) => decided(at + 1, finding, { status: "raised" }));
  const frozen = frozenMonth(october({ decisions }), fields);
  const closeSteps = [
    closeStep({ id: 1, step: "prepare", frozen, note: "Ticket 4711" }),
    closeStep({ id: 2, step: "sign-off", by: "Grace Mensah", frozen }),
  ];
  return october({ decisions, closeSteps });
};

const WORLDS: Readonly<Record<string, () => ReportInput>> = {
  "nobody looked at": () => october(),
  clean,
  "from files that nobody provided": () => imported(null),
  "signed with what is raised": () => signed(),
  "in several currencies": () => reportInput({ records: recordsOf(threeCurrencies()), month: "2026-10" }),
  "of many wallets": () => reportInput({ records: manyCurrencies(), month: "2026-10" }),
};

function answersOf(input: ReportInput) {
  return new Map(questionsOf(input).map((one) => [one.id, one]));
}

describe.each(Object.entries(WORLDS))("of a month %s", (_, inputOf) => {
  test("each question comes once, is answered or owed, and names a table that is there", () => {
    const input = inputOf();
    const questions = questionsOf(input);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    const { sheets } = buildWorkbook(input);
    for (const { id, basis, owner, closes, where, answer } of questions) {
      expect([id, owner === null]).toEqual([id, closes === null]);
      expect([id, basis === "missing" && owner === null]).toEqual([id, false]);
      expect(answer).toMatch(/^\S.*\.$/su);
      const [ref = "", table = ""] = where.split(", ");
      const tables = sheets.find((sheet) => sheet.ref === ref)?.tables ?? [];
      const titles = tables.flatMap(({ title, columns }) => [title ?? "", columns[0]?.header ?? ""]);
      expect([where, titles.some((title) => title.startsWith(table))]).toEqual([where, true]);
    }
  });

  test("the workbook has the same list on E1, counts it on the Lead, and asks the same again", () => {
    const input = inputOf();
    const questions = questionsOf(input);
    expect(questionsOf(input)).toEqual(questions);
    const { sheets } = buildWorkbook(input);
    const [table] = sheets.find(({ ref }) => ref === "E1")!.tables;
    const [asked, answered] = ["question", "answer"].map((key) =>
      table!.columns.findIndex((column) => column.key === key),
    );
    expect([...table!.rows()].map(({ cells }) => [cells[asked!], cells[answered!]])).toEqual(
      questions.map(({ question, answer }) => [question, answer]),
    );
    const lead = sheets[0]!.tables.find(({ id }) => id === "workpaper")!;
    const words = [...lead.rows()].map(({ cells: [name, text] }) => JSON.stringify([name, text]));
    const counted = `["Examined","E1: ${questions.length} questions: `;
    expect(words.some((line) => line.startsWith(counted))).toBe(true);
  });
});

test("what the client hands over comes first, and files need somebody who provided them", () => {
  expect(questionsOf(imported("Ada Obi, by mail")).slice(0, 2)).toMatchObject([
    { id: "source", basis: "asserted", standard: "AS 1105.10A" },
    { id: "provided", answer: "Ada Obi, by mail (import 1).", basis: "asserted", owner: null },
  ]);
  const nobody = answersOf(imported(null));
  expect(nobody.get("provided")).toMatchObject({ basis: "missing", owner: "the preparer" });
  expect(nobody.get("received")).toMatchObject({ basis: "asserted" });
  expect(answersOf(clean()).has("provided")).toBe(false);
  expect(answersOf(clean()).get("requested")).toMatchObject({
    answer: "1 of 2 responses with request, status and time; 0 with the service's certificate.",
    basis: "asserted",
  });
});

test("a pull that stopped at its limit, and a history that does not open at zero, are owed", () => {
  const input = clean();
  const cut = { ...input, pulls: input.pulls.map((pull) => ({ ...pull, limit: 2 })) };
  expect(answersOf(cut).get("received")).toMatchObject({ owner: "the preparer" });
  expect(answersOf(input).get("received")).toMatchObject({ owner: null });
  const entries = wallet([100, 50]).map((one) => ({ ...one, balance: one.balance + 7 }));
  const opened = reportInput({ records: { entries }, month: "2026-10" });
  expect(answersOf(opened).get("begins")).toMatchObject({ basis: "computed", owner: "the preparer" });
  expect(answersOf(input).get("again")).toMatchObject({ basis: "missing", owner: "the preparer" });
});

test("nobody's confirmation is missing, and one without its paper is owed by the preparer", () => {
  expect(answersOf(clean()).get("confirmed-1")).toMatchObject({
    answer: "User 1: not confirmed.",
    basis: "missing",
    owner: "the provider",
    standard: "ISA 505.7",
  });
  const confirmation = { ...ADA, balance: 150, source: "Statement 4", evidence: null, difference: 0 };
  const of = { userID: 1, businessID: null, currency: "NGN" };
  const balances = [{ wallet: of, closing: 150, confirmation, lapsed: null }];
  expect(answersOf({ ...clean(), workpaper: { balances } }).get("confirmed-1")).toMatchObject({
    basis: "asserted",
    owner: "the preparer",
    closes: "Attach the confirmation.",
  });
});

test("a time stamp since the signature says by when it existed, an earlier one does not", () => {
  const input = signed();
  const last = input.trail.at(-1)!.sequence;
  const stamped = (link: number): ReportInput => {
    const payload = { link, hash: "b".repeat(64), statedAtMs: RUN_AT_MS, authority: "Example TSA" };
    const kept = {
      sequence: last + 1,
      kind: "other",
      atMs: RUN_AT_MS,
      written: { kind: "anchor", payload },
    } as const;
    return { ...input, trail: [...input.trail, kept] };
  };
  expect(answersOf(stamped(last)).get("when")).toMatchObject({
    answer: `Link ${last} existed by 2026-11-01 06:00:00 UTC, says Example TSA. The signature is link ${last}.`,
    basis: "asserted",
    sha256: "b".repeat(64),
    owner: null,
  });
  for (const one of [input, stamped(last - 1)])
    expect(answersOf(one).get("when")).toMatchObject({
      answer: "Times are of the machine's own clock. Nothing outside the ledger says so.",
      owner: "the preparer",
    });
});

test("errors that nobody decided are missing, decided ones somebody's word", () => {
  expect(answersOf(october()).get("decided")).toMatchObject({ basis: "missing", owner: "the preparer" });
  expect(answersOf(signed()).get("decided")).toMatchObject({ basis: "asserted", owner: null });
  expect(answersOf(clean()).get("decided")).toMatchObject({ basis: "computed", owner: null });
});

test("a step that no figure shows is missing until somebody ticks it", () => {
  const step = { id: 7, text: "Rent paid", figures: null };
  const withTick = (tick: typeof ADA | null) =>
    answersOf({ ...clean(), workpaper: { steps: [{ ...step, tick }] } }).get("checklist");
  expect(withTick(null)).toMatchObject({ answer: "Nobody ticked: Rent paid.", basis: "missing" });
  expect(withTick(ADA)).toMatchObject({ answer: "Yes, says Ada Obi.", basis: "asserted", owner: null });
});

describe("what an earlier month was signed without", () => {
  const before = (fields: Partial<SignedFile> = {}): SignedFile => ({
    month: "2026-09" as Month,
    policy: "Everything is asked",
    materiality: [{ currency: "NGN", amount: 100, performance: null, trivial: null, basis: "1% of inflows" }],
    steps: FIRST_TERMS.checklist.map((step) => ({
      ...step,
      tick: null,
      figures: { ok: false, words: "not so" },
    })),
    balances: [],
    decimals: 0,
    prepared: null,
    ...fields,
  });
  const carried = (...files: readonly SignedFile[]) => {
    const input = { ...clean(), workpaper: { signedBefore: files } };
    return questionsOf(input).filter(({ id }) => id.startsWith("open-"));
  };

  test("stays open in later months, with who owes it and what closes it", () => {
    const of = { userID: 1, businessID: null, currency: "NGN" };
    const balances = [{ wallet: of, closing: 50, confirmation: null, lapsed: null }];
    expect(carried(before({ balances, policy: "" }))).toMatchObject([
      {
        id: "open-2026-09-confirmed-1",
        question:
          "Open obligation of September 2026. Does the provider confirm the closing balance of the wallet of user 1?",
        basis: "missing",
        owner: "the provider",
        closes: "Confirm the balance in writing. Then reopen September 2026, and sign it with that.",
      },
      { id: "open-2026-09-stated", answer: "Not stated: policy.", owner: "the preparer" },
    ]);
    expect(carried(before())).toEqual([]);
  });

  test("is a balance that the provider confirms otherwise, or that no paper shows", () => {
    const of = { userID: 1, businessID: null, currency: "NGN" };
    const confirmedAt = (balance: number) => {
      const confirmation = {
        ...ADA,
        balance,
        source: "Statement 4",
        evidence: null,
        difference: balance - 50,
      };
      return carried(before({ balances: [{ wallet: of, closing: 50, confirmation, lapsed: null }] }));
    };
    expect(confirmedAt(49)).toMatchObject([{ basis: "asserted", owner: "the provider" }]);
    expect(confirmedAt(50)).toMatchObject([{ basis: "asserted", owner: "the preparer" }]);
  });

  test("is what was overridden, too, until the month is prepared without", () => {
    const overridden = [{ kind: "undecided-errors" as const, sentence: "3 errors are undecided" }];
    const [step] = signed({ overridden }).closeSteps;
    const [own] = carried(before({ prepared: step as FreezingStep }));
    expect(own).toMatchObject({
      id: "open-2026-09-overridden",
      answer: "3 errors are undecided. Ada Obi: Ticket 4711",
    });
    expect(answersOf(signed({ overridden })).get("overridden")).toMatchObject({ basis: "missing" });
    expect(answersOf(signed()).has("overridden")).toBe(false);
  });

  test("is a limit of the conclusion, in one sentence whatever many months owe", () => {
    const limits = (...files: readonly SignedFile[]) => {
      const workbook = buildWorkbook({ ...clean(), workpaper: { signedBefore: files } });
      const table = workbook.sheets[0]!.tables.find(({ id }) => id === "qualified")!;
      return [...table.rows()].map(({ cells: [first] }) => first);
    };
    const owing = before({ policy: "", materiality: [] });
    expect(limits(owing)).toContain("September 2026 was signed with 1 open obligation.");
    expect(limits({ ...owing, month: "2026-08" as Month }, owing)).toContain(
      "2 earlier months, August 2026 to September 2026, were signed with 2 open obligations.",
    );
    expect(JSON.stringify(limits(before()))).not.toContain("obligation");
  });
});

test("a period that is no month is not asked about", () => {
  const input = reportInput({ records: { entries: wallet([100]) } });
  expect(questionsOf(input)).toEqual([]);
  expect(buildWorkbook(input).sheets.at(-1)!.tables[0]).toMatchObject({
    count: 0,
    empty: "No month is exported.",
  });
});
