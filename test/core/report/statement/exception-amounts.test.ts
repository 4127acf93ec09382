/** What exceptions come to by what became of them: an event counts once, and deciding one takes no other with it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Causes } from "../../../../src/core/reconcile/input/cause.ts";
import {
  type JudgedException,
  addSafely,
  countExceptions,
  totalsBy,
} from "../../../../src/core/report/exceptions/exception-amounts.ts";
import type { RichCell } from "../../../../src/core/report/sheet/model.ts";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { wallet } from "../../../helpers/records.ts";
import { reportInput } from "../../../helpers/workbook/report.ts";
import {
  REVIEW_STATUSES,
  type ReviewClass,
  type ReviewStatus,
} from "../../../../src/core/review/decisions/review.ts";

/** Exceptions by what is at stake, their status and the number of their cause; null without one. */
type Case = readonly (readonly [atStake: number, status: ReviewStatus, cause: number | null])[];

function amountsOf(given: Case): Record<ReviewClass, number> {
  const exceptions = given.map(([atStake, status], at): JudgedException => ({
    finding: { fingerprint: String(at), severity: "error", atStake },
    status,
  }));
  const causes = [...new Set(given.flatMap(([, , cause]) => cause ?? []))].map((cause) => ({
    findings: given.flatMap(([, , of], at) => (of === cause ? [String(at)] : [])),
  }));
  const counted = countExceptions(exceptions, { items: causes } as unknown as Causes);
  const totals = totalsBy(exceptions, counted, () => "all").get("all");
  const amount = (of: ReviewClass) => totals?.[of].amount ?? 0;
  return {
    undecided: amount("undecided"),
    raised: amount("raised"),
    accepted: amount("accepted"),
    explained: amount("explained"),
  };
}

test("what was overwritten counts as what its rows moved, not as the breaks beside it", () => {
  const exceptions = [25_000, 115_350].map((atStake, at): JudgedException => ({
    finding: { fingerprint: String(at), severity: "error", atStake },
    status: at === 0 ? "raised" : "open",
  }));
  const causes = { items: [{ kind: "overwritten-entries", amount: 140_350, findings: ["0", "1"] }] };
  const counted = countExceptions(exceptions, causes as unknown as Causes);
  expect(counted.map(({ amount, stakes }) => ({ amount, stakes }))).toEqual([
    { amount: 0, stakes: [140_350, 25_000] },
    { amount: 140_350, stakes: [140_350, 25_000] },
  ]);
  const [alone] = countExceptions([exceptions[0] as JudgedException], {
    items: [{ kind: "overwritten-entries", amount: 7, findings: ["0"] }],
  } as unknown as Causes);
  expect(alone).toMatchObject({ amount: 7, event: [0], stakes: [7] });
});

test("rows that are only listed in another order put no money at risk, alone or as an event", () => {
  const exceptions = [900, 1000].map((atStake, at): JudgedException => ({
    finding: { fingerprint: String(at), severity: "warning", atStake, cause: "out-of-sequence" },
    status: "open",
  }));
  const causes = { items: [{ kind: "out-of-sequence", amount: 1000, findings: ["0", "1"] }] };
  for (const items of [causes.items, []]) {
    const counted = countExceptions(exceptions, { items } as unknown as Causes);
    expect(counted.map(({ amount }) => amount)).toEqual([0, 0]);
    const totals = totalsBy(exceptions, counted, () => "all").get("all");
    expect(totals?.undecided).toEqual({ items: 2, errors: 0, amount: 0 });
  }
});

test("an event of many exceptions is counted in time by their number", () => {
  const many = Array.from({ length: 20_000 }, (_, at): JudgedException => ({
    finding: { fingerprint: String(at), severity: "error", atStake: at },
    status: at % 2 === 0 ? "raised" : "open",
  }));
  const causes = { items: [{ kind: "settled-again", findings: many.map((_, at) => String(at)) }] };
  const counted = countExceptions(many, causes as unknown as Causes);
  expect(counted.reduce((sum, { amount }) => sum + amount, 0)).toBe(19_999);
  expect(counted.filter(({ amount }) => amount > 0)).toHaveLength(1);
});

test.each([
  [12, true],
  [13, false],
])(
  "C1 weighs an event of %i rows by a formula: %s; the formula of a larger one is its amount",
  (count, weighs) => {
    let wrong = 0;
    const entries = wallet(Array.from({ length: count + 1 }, () => 1000)).map((one, at) => {
      wrong += at;
      return { ...one, balance: one.balance + wrong };
    });
    const input = reportInput({ records: { entries } });
    const { findings, causes } = input.check;
    const one = { ...causes.items[0]!, findings: findings.map(({ fingerprint }) => fingerprint) };
    const check = { ...input.check, causes: { ...causes, items: [one] } };
    const { sheets } = buildWorkbook({ ...input, check });
    const table = sheets.find(({ ref }) => ref === "C1")!.tables.find(({ id }) => id === "exceptions")!;
    const at = table.columns.findIndex(({ key }) => key === "counted");
    const cells = [...table.rows()].slice(0, count).map(({ cells: all }) => all[at] as RichCell);
    // The one with most at stake counts for all of them.
    const amounts = cells.map((_, row) => (row === count - 1 ? count : 0));
    expect(cells.map(({ value }) => value)).toEqual(amounts);
    const isAmount = cells.map(({ formula }, row) => formula === String(amounts[row]));
    expect(isAmount).toEqual(cells.map(() => !weighs));
  },
);

describe("the amounts of exceptions", () => {
  test.each<readonly [string, Case, Record<ReviewClass, number>]>([
    [
      "add up what stands alone",
      [
        [10, "open", null],
        [20, "reopened", null],
        [30, "raised", null],
        [40, "accepted", null],
        [50, "explained", null],
      ],
      { undecided: 30, raised: 30, accepted: 40, explained: 50 },
    ],
    [
      "count an event once",
      [
        [159, "raised", 1],
        [159, "raised", 1],
      ],
      { undecided: 0, raised: 159, accepted: 0, explained: 0 },
    ],
    [
      "leave what is raised where the exception that stood for it is accepted",
      [
        [159, "accepted", 1],
        [159, "raised", 1],
      ],
      { undecided: 0, raised: 159, accepted: 0, explained: 0 },
    ],
    [
      "count beyond what is raised only what was accepted beyond it",
      [
        [200, "accepted", 1],
        [159, "raised", 1],
        [30, "open", 1],
      ],
      { undecided: 30, raised: 129, accepted: 41, explained: 0 },
    ],
  ])("%s", (_, given, amounts) => {
    expect(amountsOf(given)).toEqual(amounts);
  });

  const one = fc.tuple(
    fc.integer({ min: 0, max: 1000 }),
    fc.constantFrom(...REVIEW_STATUSES),
    fc.option(fc.integer({ min: 0, max: 3 })),
  );

  test("of all classes come to the same, whatever is decided", () => {
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), fc.constantFrom(...REVIEW_STATUSES), (given, status) => {
        const all = (of: Case) => addSafely(Object.values(amountsOf(of)));
        expect(all(given.map(([atStake, , cause]) => [atStake, status, cause]))).toBe(all(given));
      }),
    );
  });

  test("never hold less undecided or raised because another exception was settled", () => {
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 12 }), fc.nat(), (given, which) => {
        const at = which % given.length;
        const [atStake, status, cause] = given[at]!;
        const settled = given.with(at, [atStake, "explained", cause]);
        const [before, after] = [amountsOf(given), amountsOf(settled)];
        const lost = before.undecided + before.raised - (after.undecided + after.raised);
        const isOpen = status !== "explained" && status !== "accepted";
        expect(lost).toBeLessThanOrEqual(isOpen ? atStake : 0);
      }),
    );
  });
});
