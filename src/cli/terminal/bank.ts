/** Statements of bank accounts as text, and as JSON (schema tieout.bank/1). */
import { readingWords } from "../../core/bank/reading.ts";
import { bankAnswerWords, gapWords, statementWords } from "../../core/bank/statement-words.ts";
import { formatCount } from "../../core/money.ts";
import { withInstant } from "../../core/time.ts";
import type { BankPreview, BankReport } from "../../main/services/review/bank-statements.ts";
import type { BankTies } from "../../main/services/review/bank-ties.ts";
import { type Terminal, harmless, print, writeJson, writeJsonList } from "./terminal.ts";

/** How files are read and what they hold; with numbers of evidence where they were kept. */
export async function printFiles(
  terminal: Terminal,
  { places, files }: BankPreview,
  kept: readonly number[] | null,
): Promise<void> {
  for (const [at, { file, reading, statements }] of files.entries()) {
    const name = kept === null ? harmless(file) : `evidence ${kept[at]}: ${harmless(file)}`;
    const lines = [...readingWords(reading), ...statements.flatMap((one) => statementWords(one, places))];
    await print(terminal, `${[name, ...lines.map((line) => `  ${harmless(line)}`)].join("\n")}\n`);
  }
}

const NO_STATEMENTS = "No statements of a bank account are in the ledger.\n";

/** The accounts, each with its files and what lies between them. */
export async function printBank(terminal: Terminal, { places, accounts }: BankReport): Promise<void> {
  if (accounts.length === 0) await print(terminal, NO_STATEMENTS);
  for (const { account, currency, lines, shared, gaps, files } of accounts) {
    const twice = shared === 0 ? "" : `, ${formatCount(shared, "line")} in more than one file`;
    const name = `${harmless(account)}${currency === null ? "" : `, ${currency}`}`;
    await print(
      terminal,
      `${name}: ${formatCount(lines, "line")} in ${formatCount(files.length, "file")}${twice}\n`,
    );
    for (const gap of gaps) await print(terminal, `  ${harmless(gapWords(gap, places))}\n`);
    await printFiles(
      terminal,
      { places, files },
      files.map(({ evidence }) => evidence),
    );
  }
}

/** @param report of what is kept, or files that are not yet */
export async function writeBankJson(terminal: Terminal, report: BankReport): Promise<void> {
  const accounts = report.accounts.map(({ files, ...account }) => ({
    ...account,
    files: files.map((file) => withInstant(file)),
  }));
  await writeJson(terminal, { schema: "tieout.bank/1", places: report.places, accounts });
}

const STATE_WORDS = {
  accepted: "accepted",
  tied: "on the statements, in one way alone",
  several: "on them in more ways than one",
  perhaps: "perhaps, less a fee",
  missing: "on none of them",
  open: "later or earlier than they reach",
} as const;
const STATES = Object.keys(STATE_WORDS) as (keyof typeof STATE_WORDS)[];

/** How many there are of each state, then all that is not simply on one line of its amount. */
export async function printTies(terminal: Terminal, { places, answers }: BankTies): Promise<void> {
  if (answers === null) return print(terminal, NO_STATEMENTS);
  if (answers.length === 0)
    return print(terminal, "Every entry of the month has a payref: the bank need not support any.\n");
  const counts = STATES.map((state) => {
    return { state, count: answers.filter((one) => one.state === state).length };
  }).filter(({ count }) => count > 0);
  const told = counts.map(({ state, count }) => `${count} ${STATE_WORDS[state]}`).join(", ");
  await print(terminal, `${formatCount(answers.length, "entry")} without a payref: ${told}.\n`);
  for (const answer of answers) {
    if (answer.state === "accepted") continue;
    if (answer.state === "tied" && answer.ways[0]?.kind === "equal") continue;
    await print(terminal, `  ${harmless(bankAnswerWords(answer, places))}\n`);
  }
}

export async function writeTiesJson(terminal: Terminal, { places, answers }: BankTies): Promise<void> {
  const told = (answers ?? []).map(({ row: _row, ...answer }) => answer);
  await writeJsonList(terminal, { schema: "tieout.bank-ties/1", places, answers: told }, "answers");
}
