/** The statement of a month says what its workbook says, in the same words. */
import { expect, test } from "vitest";
import { formatAmount } from "../../../src/core/money.ts";
import type { ReportInput, WorkpaperSettings } from "../../../src/core/report/sheet/input.ts";
import { statementOf } from "../../../src/core/report/month-statement.ts";
import type { Cell } from "../../../src/core/report/sheet/model.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import type { CloseStep } from "../../../src/core/review/close/close.ts";
import type { DecisionStatus } from "../../../src/core/review/decisions/decision.ts";
import { closeStep, frozenMonth } from "../../helpers/ledgers/closing.ts";
import { recordsOf, threeCurrencies } from "../../helpers/ledgers/currency-world.ts";
import { decided, reviewed } from "../../helpers/ledgers/decisions.ts";
import { manyCurrencies, october, reportInput } from "../../helpers/workbook/report.ts";

const NOW = { moment: null, changedSince: null };

/** The cells of column A in a table of the Lead. */
function leadLines(input: ReportInput, id: string): unknown[] {
  const table = buildWorkbook(input).sheets[0]!.tables.find((one) => one.id === id)!;
  return Array.from(table.rows(), ({ cells: [first = null] }) => valueOf(first));
}

function valueOf(cell: Cell): unknown {
  return cell !== null && typeof cell === "object" ? cell.value : cell;
}

function signed(status: DecisionStatus, workpaper: WorkpaperSettings = {}): ReportInput {
  const exceptions = october().check.findings.filter(({ severity }) => severity !== "info");
  const decisions = exceptions.map((finding, at) => decided(at + 1, finding, { status }));
  const frozen = frozenMonth(october({ decisions }));
  const closeSteps = [
    closeStep({ id: 1, step: "prepare", frozen }),
    closeStep({ id: 2, step: "sign-off", by: "Grace Mensah", frozen }),
  ];
  return { ...october({ decisions, closeSteps }), workpaper };
}

test("the conclusion says whether its figures are those that were prepared or those that were signed", () => {
  const frozen = frozenMonth(october());
  const prepared = closeStep({ id: 1, step: "prepare", frozen });
  const signature = closeStep({ id: 2, step: "sign-off", by: "Grace Mensah", frozen });
  const said = (...closeSteps: readonly CloseStep[]) =>
    leadLines(october({ closeSteps }), "conclusion").join(" ");
  expect(said(prepared)).toContain("these are the figures that were prepared");
  expect(said(prepared, signature)).toContain("these are the figures that were signed");
  expect(said()).not.toContain("these are the figures");
});

const materialityOf = (amount: number) => [
  { currency: "NGN", amount, performance: null, trivial: null, basis: "" },
];

const CASES: Readonly<Record<string, () => ReportInput>> = {
  "nobody looked at": () => october(),
  "raised above the materiality": () => signed("raised", { materiality: materialityOf(1000) }),
  "raised within the materiality": () => signed("raised", { materiality: materialityOf(1_000_000) }),
  accepted: () => signed("accepted", { openPoints: ["2 of 6 steps are not done"] }),
  explained: () => signed("explained"),
  "with two decimals": () => october({ decimals: 2 }),
  "in several currencies": () => reportInput({ records: recordsOf(threeCurrencies()), month: "2026-10" }),
  "in currencies that nobody names": () => reportInput({ records: manyCurrencies(), month: "2026-10" }),
};

test.each(Object.entries(CASES))("%s, a month is stated as its Lead says it", (_, inputOf) => {
  const input = inputOf();
  const statement = statementOf(input, NOW);
  expect(statement.sentence).toBe(leadLines(input, "conclusion")[0]);
  const lines = leadLines(input, "qualified");
  for (const line of [...statement.reasons, ...statement.limits]) expect(lines).toContain(line);
  const sentences = new Set<unknown>(statement.currencies.map(({ sentence }) => sentence));
  const stated = lines.filter((line) => sentences.has(line));
  const withExceptions = statement.currencies.filter(({ exceptions }) =>
    Object.values(exceptions).some(({ items }) => items > 0),
  );
  expect(stated).toHaveLength(withExceptions.length);
});

test("the conclusion names what is proven of each currency whose balance breaks", () => {
  const input = reportInput({ records: recordsOf(threeCurrencies()), month: "2026-10" });
  const broken = input.check.wallets.filter(({ breakDifference }) => breakDifference !== 0);
  const named = { ...input, review: reviewed([], []) };
  const { sentence, currencies } = statementOf(named, NOW);
  const apart = currencies.filter(({ breakDifference }) => breakDifference !== 0);
  expect([broken.length > 0, apart.length > 0]).toEqual([true, true]);
  for (const { currency, proven, closing } of apart)
    expect(sentence).toContain(
      `${currency} ${formatAmount(proven)}, not the stated ${formatAmount(closing)}`,
    );
});

test("what is raised is within a materiality of as much, and above one that is a unit less", () => {
  const stated = (amount: number) =>
    statementOf(signed("raised", { materiality: materialityOf(amount) }), NOW).currencies[0];
  const { uncorrected } = stated(0)!;
  expect(uncorrected).toBeGreaterThan(0);
  expect(stated(uncorrected)).toMatchObject({ uncorrected, isWithin: true });
  expect(stated(uncorrected - 1)).toMatchObject({ uncorrected, isWithin: false });
});

test("a month is stated with its figures, and what of the closing is proven", () => {
  const statement = statementOf(signed("raised", { materiality: materialityOf(1_000_000) }), NOW);
  expect(statement).toMatchObject({
    month: "2026-10",
    state: "signed-off",
    conclusion: "clean",
    reasons: [],
    currencies: [
      {
        currency: "NGN",
        closing: 31_973,
        breakDifference: -777,
        proven: 32_750,
        uncorrected: 13_538,
        materiality: { amount: 1_000_000 },
        isWithin: true,
        exceptions: { raised: { amount: 13_538, items: 9 }, undecided: { amount: 0, items: 0 } },
      },
    ],
  });
});
