/** The months of a ledger as text: the status of each, who took which step when, and what a month comes to. */
import { formatAmount, formatCount } from "../../core/money.ts";
import type { MonthStatement } from "../../core/report/month-statement.ts";
import { comparedWords } from "../../core/words/proof.ts";
import { monthTitle } from "../../core/words/month.ts";
import { STATE_WORDS, stateWords, stepTitle } from "../../core/review/close/close-rules.ts";
import type { CloseState, CloseStep } from "../../core/review/close/close.ts";
import {
  monthsDocument,
  type MonthFacts,
  type ProvenStep,
  monthBefore,
} from "../../core/review/close/months.ts";
import { otherRulesWords } from "../../core/review/close/differences.ts";
import { momentWords } from "../../core/review/close/moment.ts";
import { standingOfMonth } from "../../core/review/close/month-states.ts";
import { capitalised } from "../../core/sentence.ts";
import { withInstant } from "../../core/time.ts";
import type { MonthSince } from "../../main/services/close/months.ts";
import { type Terminal, type TextTone, harmless, print, tinted, writeJsonList } from "./terminal.ts";
import { kindLines } from "./drift.ts";
import { ledgerWording, notedBy } from "./words.ts";
import { walletWords } from "../../core/words/wallet.ts";
import type { ChangeWording } from "../../core/reconcile/input/field-words.ts";

const CONCLUSION_TONE: Readonly<Record<MonthStatement["conclusion"], TextTone>> = {
  "not-proven": "red",
  "none-yet": "yellow",
  qualified: "yellow",
  clean: "green",
};

/** Writes it to the terminal's result stream. */
async function printStatement(
  terminal: Terminal,
  { moment, conclusion, sentence, reasons, limits }: MonthStatement,
): Promise<void> {
  const when = moment === null ? "Conclusion" : `Conclusion ${momentWords(moment)}`;
  const lines = [
    `${when}: ${tinted(terminal.stdout, CONCLUSION_TONE[conclusion], harmless(sentence))}`,
    ...[...reasons, ...limits].map((line) => `  ${harmless(line)}`),
  ];
  await print(terminal, `${lines.join("\n")}\n`);
}

const TONE: Readonly<Record<CloseState, TextTone>> = {
  open: "dim",
  returned: "yellow",
  prepared: "yellow",
  "signed-off": "green",
};
/** Most months are open or signed off; what is longer takes its room. */
const STATE_WIDTH = STATE_WORDS["signed-off"].length;

/** A month, where months are listed with what came since. */
type ListedMonth = MonthFacts & Partial<MonthSince>;

/** Writes months to the terminal's result stream, with times in the ledger's zone, or as JSON. */
export async function writeMonths(
  terminal: Terminal,
  ledger: string,
  months: readonly ListedMonth[],
  json: boolean,
): Promise<void> {
  if (json) return writeJsonList(terminal, monthsDocument(months), "months");
  if (months.length === 0)
    return print(terminal, "The ledger holds no records yet, so there are no months.\n");
  const wording = ledgerWording(ledger);
  for (const month of months) await print(terminal, monthLines(terminal, month, wording));
}

/** Prints the step that was taken, the month's new state, and with `pulls` which of them were compared. */
export async function writeStep(
  terminal: Terminal,
  ledger: string,
  { pulls, ...month }: MonthFacts & Partial<ProvenStep>,
  json: boolean,
): Promise<void> {
  if (json) return writeMonths(terminal, ledger, [month], true);
  const step = month.steps.at(-1);
  if (step === undefined) throw new Error("a step was just taken");
  const lines = [
    `${monthTitle(month.month)} is ${stateWords(standingOfMonth(month.steps, month.month))}.`,
    ...stepLines(step, ledgerWording(ledger)),
    ...frozenLines(step),
    ...(pulls === undefined ? [] : [harmless(comparedWords(pulls))]),
  ];
  await print(terminal, `${lines.join("\n  ")}\n`);
}

/** Prints a step that froze the month, with what it concludes; as JSON the month has its statement, too. */
export async function writeStatedStep(
  terminal: Terminal,
  ledger: string,
  { pulls, ...month }: ProvenStep,
  statement: MonthStatement,
  json: boolean,
): Promise<void> {
  if (json) {
    const document = monthsDocument([month]);
    const { moment, ...stated } = statement;
    const told = { ...stated, moment: withInstant(moment) };
    const months = document.months.map((facts) => ({ ...facts, statement: told }));
    return writeJsonList(terminal, { ...document, pulls, months }, "months");
  }
  await writeStep(terminal, ledger, { pulls, ...month }, false);
  return printStatement(terminal, statement);
}

/** Warns that the month after a reopened one was signed on its closing: nothing else would say so. */
export function laterWords(months: readonly MonthFacts[], month: MonthFacts["month"]): string {
  const next = months.find((one) => monthBefore(one.month) === month);
  if (next === undefined || next.state === "open") return "";
  const [title, words] = [monthTitle(next.month), stateWords(standingOfMonth(next.steps, next.month))];
  return `Note: ${title} is ${words}, and its opening is the closing of ${monthTitle(month)}.\n`;
}

function monthLines(terminal: Terminal, facts: ListedMonth, wording: ChangeWording): string {
  const { month, state, steps, isOver } = facts;
  const words = stateWords(standingOfMonth(steps, month));
  const shown = tinted(terminal.stdout, TONE[state], words.padEnd(STATE_WIDTH));
  const notes = [...(isOver ? [] : ["not over at the latest pull"]), ...elsewhereNotes(facts)];
  const head = `${month}  ${notes.length === 0 ? shown.trimEnd() : `${shown}  ${notes.join("; ")}`}`;
  // What was signed is what was prepared, so it is shown once.
  const told = steps.flatMap((step) => [
    ...stepLines(step, wording),
    ...(step.step === "prepare" ? frozenLines(step) : []),
  ]);
  // Where it makes a difference, what changed says so.
  const prepared = standingOfMonth(steps, month).prepared;
  const isSaid = (facts.changedSince ?? null) !== null;
  const rules = prepared === null || isSaid ? null : otherRulesWords(prepared.frozen);
  if (rules !== null) told.push(`${capitalised(harmless(rules))}.`);
  return `${[head, ...told, ...sinceLines(facts)].join("\n         ")}\n`;
}

/** What changed after a month was prepared or signed, in the sentence of every place, and each kind. */
function sinceLines({ changedSince = null }: ListedMonth): string[] {
  if (changedSince === null) return [];
  return [harmless(changedSince.sentence), ...kindLines(changedSince).map((line) => `  ${line}`)];
}

function elsewhereNotes({ countedElsewhere = 0 }: ListedMonth): string[] {
  if (countedElsewhere === 0) return [];
  const dated =
    countedElsewhere === 1
      ? "1 entry dated in it counts"
      : `${formatAmount(countedElsewhere)} entries dated in it count`;
  return [`${dated} in another month`];
}

/** Who took a step and when, and its note line by line. */
function stepLines(step: CloseStep, wording: ChangeWording): string[] {
  const [first = "", ...rest] = notedBy(step, wording);
  return [`${stepTitle(step.step)} by ${first}`, ...rest.map((line) => `  ${line}`)];
}

const MOST_WALLETS = 3;

function frozenLines({ frozen }: CloseStep): string[] {
  if (frozen === null) return [];
  const { runId, checkSha256, wallets, errors, warnings, decimals, overridden } = frozen;
  const shown = wallets.slice(0, MOST_WALLETS).map(({ userID, businessID, currency, closing }) => {
    const unit = currency === null ? "" : ` ${harmless(currency)}`;
    return `${walletWords({ userID, businessID })} closes at ${formatAmount(closing, decimals)}${unit}`;
  });
  const more = wallets.length - shown.length;
  const closings = more === 0 ? shown : [...shown, `and ${formatCount(more, "more wallet")}`];
  const decided = `${formatAmount(errors.decided)} of ${formatCount(errors.total, "error")} decided`;
  const open = warnings.total - warnings.decided;
  // They do not hinder: only errors wait for a decision.
  const warned = open === 0 ? [] : [`${formatCount(open, "warning")} open`];
  return [
    `  Run ${runId}, SHA-256 of the check, excluding decisions: ${checkSha256}`,
    `  ${[decided, ...warned, ...closings].join("; ")}`,
    ...overridden.map(({ sentence }) => `  Overridden: ${harmless(sentence)}`),
  ];
}
