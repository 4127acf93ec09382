/** A month with everything that a provider's statement has a line of, and rules for its movements. */
import type { ReportInput } from "../../../src/core/report/sheet/input.ts";
import type { MovementRule } from "../../../src/core/review/file/movement-rules.ts";
import { DAY_MS } from "../../../src/core/time.ts";
import { HOUR_MS, OCTOBER_MS, sale, wallet } from "../records.ts";
import { RUN_AT_MS, reportInput } from "./report.ts";

/** A month whose file says what movements are. */
export function ruled(input: ReportInput, rules: readonly Partial<MovementRule>[]): ReportInput {
  const set = { by: "Ada Obi", note: "The provider's manual", atMs: RUN_AT_MS };
  const movements = rules.map((rule) => ({
    action: "API",
    description: null,
    direction: null,
    category: "fee" as const,
    ...rule,
    set,
  }));
  return { ...input, workpaper: { ...input.workpaper, movements } };
}

export const RULES: readonly Partial<MovementRule>[] = [
  { action: "WITHDRAWAL", category: "withdrawal" },
  { action: "TOPUP", category: "top-up" },
  { action: "API", description: "SMS charge", category: "fee" },
];

/** Sales with and without fees, one short, one held, one in transit, one deleted, a purchase, and what has no payref. */
export function providedMonth(): ReportInput {
  const plan: [movement: number, payref: string, atDay: number, action: string, description: string][] = [
    [10_000, "PAY-1", -10, "API", ""],
    [9_300, "PAY-2", 2, "API", ""],
    [4_000, "PAY-3", 3, "API", ""],
    [-2_000, "", 4, "WITHDRAWAL", ""],
    [700, "", 5, "TOPUP", ""],
    [-30, "", 6, "API", "SMS charge"],
    [-11, "", 7, "API", "Other"],
    [600, "PAY-9", 8, "API", ""],
    [-1_050, "PAY-5", 9, "API", ""],
  ];
  const entries = wallet(
    plan.map(([movement]) => movement),
    (at) => ({
      payref: plan[at]![1],
      dateCreatedAtMs: OCTOBER_MS + plan[at]![2] * DAY_MS,
      action: plan[at]![3],
      description: plan[at]![4],
    }),
  );
  const paid = (payID: number, amount: number, atDay: number) =>
    sale(payID, amount, { datePaidAtMs: OCTOBER_MS + atDay * DAY_MS - HOUR_MS });
  const transactions = [
    paid(1, 10_000, -10),
    { ...paid(2, 10_000, 2), scrowfee: 200, taxfee: 500, payableamount: 10_700 },
    paid(3, 5_000, 3),
    paid(4, 2_000, 10),
    { ...paid(5, 1_000, 9), traderStatus: "buyer", scrowfee: 50, payableamount: 1_050 },
    paid(6, 300, 30.9),
    { ...paid(9, 600, 8), isDeleted: 1 },
  ];
  const options = { settlementBasis: "less-fees" as const };
  const records = { entries, transactions };
  return ruled(reportInput({ records, options, month: "2026-10" }), RULES);
}
