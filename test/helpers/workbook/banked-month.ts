/** A month with statements of a bank: entries that it supports in every way, that it does not, and that are on their way. */
import type { AcceptedTie, BankBooks } from "../../../src/core/bank/accepted.ts";
import type { AccountLine } from "../../../src/core/bank/statement.ts";
import type { ReportInput } from "../../../src/core/report/sheet/input.ts";
import { DAY_MS, type Day } from "../../../src/core/time.ts";
import { OCTOBER_MS, sale, wallet } from "../records.ts";
import { reportInput } from "./report.ts";

const PLAN: readonly (readonly [movement: number, atDay: number])[] = [
  [10_000, -10],
  [-2_000, 3],
  [700, 4],
  [-500, 9],
  [-300, 11],
  [-100, 13],
  [-150, 13],
  [-60, 15],
  [-40, 29],
  [-80, 30],
];

/** By row of the file, in hundredths. */
const LINES: readonly (readonly [day: Day, amount: number, narration: string])[] = [
  ["2026-10-04" as Day, 200_000, "NIP PAYOUT"],
  ["2026-10-05" as Day, -70_000, "TOP-UP"],
  ["2026-10-11" as Day, 49_000, "NIP PAYOUT"],
  ["2026-10-12" as Day, 29_050, "NIP PAYOUT"],
  ["2026-10-15" as Day, 25_000, "NIP PAYOUT"],
  ["2026-10-20" as Day, -12_345, "SUPPLIER"],
  ["2026-11-02" as Day, 8_000, "NIP PAYOUT"],
];

const line = (at: number): AccountLine => {
  const [day, amount, narration] = LINES[at - 1]!;
  return { evidence: 1, at, day, valueDay: null, amount, balance: null, reference: `R${at}`, narration };
};

const tie = (id: number, walletIDs: number[], at: number, difference: AcceptedTie["difference"] = null) => ({
  id,
  walletIDs,
  lines: [{ evidence: 1, at }],
  difference,
});

/** Its statements, and what somebody accepted of them. */
export const BOOKS: BankBooks = {
  id: "books",
  places: 2,
  scale: 100,
  accounts: [
    {
      account: "GTBank current",
      currency: "NGN",
      lines: LINES.map((_, at) => line(at + 1)),
      covered: [{ from: "2026-09-20" as Day, to: "2026-11-03" as Day }],
    },
  ],
  ties: [
    tie(1, [2], 1),
    tie(2, [3], 2),
    tie(3, [4], 3, "fee"),
    tie(4, [5], 4),
    tie(5, [6, 7], 5),
    tie(6, [10], 7),
  ],
  notAsked: [],
};

export function bankedMonth(): ReportInput {
  const entries = wallet(
    PLAN.map(([movement]) => movement),
    (at) => ({
      payref: at === 0 ? "PAY-1" : "",
      action: PLAN[at]![0] < 0 ? "WITHDRAWAL" : "TOPUP",
      dateCreatedAtMs: OCTOBER_MS + PLAN[at]![1] * DAY_MS,
    }),
  );
  const transactions = [sale(1, 10_000, { datePaidAtMs: OCTOBER_MS - 11 * DAY_MS })];
  const human = { matches: [], signedPeriods: [], bank: BOOKS };
  return reportInput({ records: { entries, transactions, human }, month: "2026-10" });
}
