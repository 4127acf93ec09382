/** What a month comes to, as text: the conclusion in the Lead's words, why, and within which limits. */
import type { MonthStatement } from "../../../core/report/month-statement.ts";
import { momentWords } from "../../../core/review/close/moment.ts";
import { withInstant } from "../../../core/time.ts";
import { type Terminal, type TextTone, harmless, print, tinted } from "../../terminal.ts";

const TONE: Readonly<Record<MonthStatement["conclusion"], TextTone>> = {
  "not-proven": "red",
  "none-yet": "yellow",
  qualified: "yellow",
  clean: "green",
};

/** As `--json` prints it, with times as RFC 3339. */
export function statementDocument({ moment, ...statement }: MonthStatement) {
  return { ...statement, moment: moment === null ? null : withInstant(moment) };
}

/** Writes it to the terminal's result stream. */
export async function printStatement(
  terminal: Terminal,
  { moment, conclusion, sentence, reasons, limits }: MonthStatement,
): Promise<void> {
  const when = moment === null ? "Conclusion" : `Conclusion ${momentWords(moment)}`;
  const lines = [
    `${when}: ${tinted(terminal.stdout, TONE[conclusion], harmless(sentence))}`,
    ...[...reasons, ...limits].map((line) => `  ${harmless(line)}`),
  ];
  await print(terminal, `${lines.join("\n")}\n`);
}
