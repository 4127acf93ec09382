/** What an examiner asks of a month, as text. */
import { formatAmount, formatCount } from "../../core/money.ts";
import { type ExaminerQuestion, openQuestions } from "../../core/report/questions.ts";
import type { MonthStatement } from "../../core/report/month-statement.ts";
import { monthTitle } from "../../core/words/month.ts";
import { harmless } from "./terminal.ts";

/** Every question with its answer, and what is open; then how many there are. */
export function questionLines(
  { month, shows }: Pick<MonthStatement, "month" | "shows">,
  questions: readonly ExaminerQuestion[],
): string {
  const lines = [
    `${monthTitle(month)}: what an examiner asks. ${shows}.`,
    "",
    ...questions.flatMap(({ question, answer, basis, sheet, sha256, owner, closes }, at) => [
      `${at + 1}. ${question}`,
      `   ${answer} [${basis}, ${sheet}${sha256 === null ? "" : `, SHA-256 ${sha256}`}]`,
      ...(owner === null ? [] : [`   Open, owed by ${owner}: ${closes}`]),
    ]),
    "",
    countLine(questions),
  ];
  return `${lines.map(harmless).join("\n")}\n`;
}

/** @example `24 questions: 12 computed, 8 asserted, 4 missing. 5 open: 4 owed by the preparer, 1 owed by the auditor.` */
function countLine(questions: readonly ExaminerQuestion[]): string {
  const bases = (["computed", "asserted", "missing"] as const).map(
    (basis) => `${formatAmount(questions.filter((one) => one.basis === basis).length)} ${basis}`,
  );
  const open = openQuestions(questions);
  const owed = [...Map.groupBy(open, ({ owner }) => owner)].map(
    ([owner, own]) => `${formatAmount(own.length)} owed by ${owner}`,
  );
  const all = `${formatCount(questions.length, "question")}: ${bases.join(", ")}.`;
  return open.length === 0
    ? `${all} None is open.`
    : `${all} ${formatAmount(open.length)} open: ${owed.join(", ")}.`;
}
