/** What an examiner asks of a month, as text. */
import { type ExaminerQuestion, questionCountWords } from "../../core/review/file/examined.ts";
import type { Month } from "../../core/time.ts";
import { monthTitle } from "../../core/words/month.ts";
import { harmless } from "./terminal.ts";

/** Every question with its answer, and what is open; then how many there are. @param shows of which moment it is */
export function questionLines(
  month: Month,
  { shows, questions }: { readonly shows: string; readonly questions: readonly ExaminerQuestion[] },
): string {
  const lines = [
    `${monthTitle(month)}: what an examiner asks. ${shows}.`,
    "",
    ...questions.flatMap(({ question, answer, owner, closes, ...about }, at) => [
      `${at + 1}. ${question}`,
      `   ${answer}`,
      `   [${aboutWords(about)}]`,
      ...(owner === null ? [] : [`   Open, owed by ${owner}: ${closes}`]),
    ]),
    "",
    questionCountWords(questions),
  ];
  return `${lines.map(harmless).join("\n")}\n`;
}

/** @example `asserted; D2, Pulls included; AS 1105.10A; SHA-256 9f0c…` */
function aboutWords({
  basis,
  where,
  standard,
  sha256,
}: Pick<ExaminerQuestion, "basis" | "where" | "standard" | "sha256">): string {
  const pinned = sha256 === null ? null : `SHA-256 ${sha256}`;
  return [basis, where, standard, pinned].filter((part) => part !== null).join("; ");
}
