/** Letters to the provider as text and as JSON (schema `tieout.letters/1`). */
import type { ChangeWording } from "../../core/reconcile/input/field-words.ts";
import { ruleName } from "../../core/words/rule.ts";
import {
  ITEM_WORDS,
  answerWords,
  askedRecordWords,
  letterCountWords,
  letterName,
  letterStateWords,
} from "../../core/review/letters/letter-words.ts";
import type { LetterStanding, RecordedLetter } from "../../core/review/letters/letters.ts";
import { readLetters } from "../../main/services/review/letter-standing.ts";
import type { Session } from "../terminal/session.ts";
import { harmless, print, writeJsonList } from "../terminal/terminal.ts";
import { ledgerWording, notedBy } from "./words.ts";
import { withInstant } from "../../core/time.ts";

/** Writes those that are asked for to the terminal's result stream. */
export async function writeLetters(
  { terminal, progress, context }: Session,
  ledger: string,
  isAsked: (letter: RecordedLetter) => boolean,
  json: boolean,
): Promise<void> {
  const { shows, asOf, letters } = readLetters({ ledger }, context);
  const asked = letters.filter(({ letter }) => isAsked(letter));
  progress.clear();
  if (json)
    return writeJsonList(
      terminal,
      { schema: "tieout.letters/1", shows, asOf },
      "letters",
      asked.map(documentOf),
    );
  if (asked.length === 0) return print(terminal, "No letter is recorded.\n");
  const wording = ledgerWording(ledger);
  for (const one of asked) await print(terminal, `${linesOf(one, wording).join("\n")}\n`);
}

function linesOf(standing: LetterStanding, wording: ChangeWording): string[] {
  const { letter, states, withdrawn } = standing;
  const { ref, written, sent, answers, file, items } = letter;
  return [
    `${ref}  ${letterName(ref)}: ${harmless(letterStateWords(standing))}`,
    `  ${letterCountWords(standing)}`,
    `  Written as ${harmless(file)} by ${notedBy(written, wording).join(" ")}`,
    ...(sent === null
      ? []
      : [
          `  Sent${sent.how === "" ? "" : ` (${harmless(sent.how)})`}, recorded by ${notedBy(sent, wording).join("\n    ")}`,
        ]),
    ...answers.map((answer) => {
      const words = harmless(answerWords(answer, withdrawn));
      return `  ${words}, recorded by ${notedBy(answer, wording).join("\n    ")}`;
    }),
    ...items.map((item, at) => {
      const state = ITEM_WORDS[states[at] ?? "waits"];
      return `  ${String(item.number).padStart(4)}  ${state.padEnd(7)}  ${ruleName(item.rule)}, ${harmless(askedRecordWords(item))}`;
    }),
  ];
}

function documentOf({ letter, states, days, withdrawn }: LetterStanding) {
  const { written, sent, answers, items, ...rest } = letter;
  const open = states.filter((state) => state === "waits").length;
  return {
    ...rest,
    name: letterName(rest.ref),
    written: withInstant(written),
    sent: sent === null ? null : withInstant(sent),
    answers: answers.map((one) => withInstant(one)),
    open,
    cleared: states.length - open,
    days,
    withdrawn: withdrawn.map((one) => withInstant(one)),
    items: items.map((item, at) => ({ ...item, state: states[at] })),
  };
}
