/** B3: tasks and amounts raised, from which B2 works out what milestones and crowd-pays should settle. */
import { addDays } from "../../time.ts";
import { DATES_FROM_MS, dateFormula } from "../sheet/currencies.ts";
import type { Figures } from "../sheet/figures.ts";
import type { CellPlace } from "../sheet/model.ts";
import { type CurrentRow, ReportTable, columnsOf, head } from "../sheet/table.ts";
import { type Earned, earnedAt } from "./earned.ts";

interface Payments {
  readonly link: (key: "payID", index: number) => CellPlace;
}

interface EarnedLine {
  readonly figures: Figures;
  readonly earned: Earned;
  readonly transactions: Payments;
  /** In the columns of all transactions. */
  readonly row: number;
  /** The task's place among all tasks; −1 for an amount raised. */
  readonly task: number;
}

type EarnedKey = "payID" | "payref" | "item" | "amount" | "complete" | "completed" | "later" | "earned";

const EARNED = columnsOf<EarnedLine>()<EarnedKey>({
  payID: {
    ...head("id", "payID", 9),
    value: ({ figures, transactions, row }) => ({
      value: figures.input.records.transactions.payID[row] as number,
      link: transactions.link("payID", figures.transactionAt[row] as number),
    }),
  },
  payref: {
    ...head("wrapped", "Payref", 14),
    value: ({ figures: { input }, row }) =>
      input.records.payrefs.at(input.records.transactions.payref[row] as number),
  },
  item: { ...head("wrapped", "Task or amount raised", 22), value: itemWords },
  amount: {
    ...head("amount", "Amount", 12),
    value: ({ figures: { input }, row, task }) => {
      const { tasks, currentRaised } = input.records.transactions;
      return task === -1 ? (currentRaised[row] as number) : (tasks.taskamount[task] as number);
    },
  },
  complete: {
    ...head("text", "Complete", 10),
    value: ({ figures: { input }, task }) =>
      task === -1 ? null : input.records.transactions.tasks.complete[task] === 1 ? "yes" : "no",
  },
  completed: { ...head("instant", "Completed ({zone})", 18), value: completedAt },
  later: {
    ...head("amount", "Entries after the period", 14),
    value: ({ earned, row, task }) => (task === -1 ? earned.movedLater(row) : null),
  },
  earned: {
    ...head("amount", "Counts at the period's end", 16),
    value: ({ figures, earned }, here) => earnedAt(figures.input, earned, here.index),
    formula: earnedFormula,
  },
});

function itemWords({ figures: { input }, row, task }: EarnedLine): string {
  if (task === -1) return "raised";
  const { taskStart } = input.records.transactions;
  const first = taskStart[row] as number;
  return `task ${task - first + 1} of ${(taskStart[row + 1] as number) - first}`;
}

function completedAt({ figures: { input }, task }: EarnedLine): number | null {
  const atMs =
    task === -1 ? Number.NaN : (input.records.transactions.tasks.dateCompletedAtMs[task] as number);
  return Number.isNaN(atMs) ? null : atMs;
}

function earnedFormula(line: EarnedLine, here: CurrentRow<EarnedKey>): string {
  const { figures, task } = line;
  const amount = here.cell("amount");
  if (task === -1) return figures.round(`MAX(0,${amount}-${here.cell("later")})`);
  const isDone = `${here.cell("complete")}="yes"`;
  const { period } = figures.input.check;
  const atMs = completedAt(line);
  // Without a date, or with one that no cell holds as a date, a complete task counts.
  if (period === null || atMs === null || atMs < DATES_FROM_MS) return `IF(${isDone},${amount},0)`;
  return `IF(AND(${isDone},${here.cell("completed")}<${dateFormula(addDays(period.to, 1))}),${amount},0)`;
}

export type TaskTable = ReportTable<EarnedLine, EarnedKey>;

/** @param transactions asked for when the rows are made */
export function taskTable(figures: Figures, earned: Earned, transactions: () => Payments): TaskTable {
  return new ReportTable(figures, {
    id: "tasks",
    empty: "No milestone or crowd-pay that the wallet's owner sells is on B2.",
    columns: EARNED,
    count: earned.count,
    *lines() {
      const table = transactions();
      for (const [at, row] of earned.transaction.entries())
        yield { figures, earned, transactions: table, row, task: earned.task[at] as number };
    },
  });
}
