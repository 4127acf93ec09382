/** The rules that admit each step of a letter to the provider. */
import { TieoutError } from "../../errors.ts";
import { DAY_MS, type Day, monthDays } from "../../time.ts";
import { attachedName } from "../file/attachment.ts";
import type { Month } from "../close/close.ts";
import { hasWords, nameOf, noteOf, reasonOf } from "../decisions/note-rules.ts";
import { exceptionKey } from "../decisions/review.ts";
import type { AskedItem, LetterEvent, LetterStep } from "./letter-step.ts";
import { type RecordedLetter, afterLetterStep, letterRef, monthOfRef } from "./letters.ts";

export interface LetterGround {
  /** Whether evidence of that number is attached to the month, and not withdrawn. */
  readonly isEvidence: (id: number, month: Month) => boolean;
  /** `exceptionKey` of the finding that the decision in force raises; null where it raises none. */
  readonly raisedAs: (fingerprint: string) => string | null;
}

export class StandingLetters {
  readonly letters = new Map<string, RecordedLetter>();

  /** @param steps in the order in which they were taken */
  constructor(steps: readonly LetterStep[] = []) {
    for (const step of steps) this.take(step);
  }

  /** Goes on with a step, admissible or not. */
  take(step: LetterStep): void {
    const after = afterLetterStep(this.letters.get(step.letter) ?? null, step);
    if (after !== null) this.letters.set(step.letter, after);
  }

  nextOf(month: Month): string {
    const written = [...this.letters.values()].filter((letter) => letter.month === month);
    return letterRef(month, written.length + 1);
  }

  /**
   * Refuses a step that nobody may take after what came before.
   *
   * @throws TieoutError LETTER_NOT_FOUND; LETTER_INVALID; EVIDENCE_NOT_FOUND; DECISION_INVALID for a name or
   *   note that is refused
   */
  admit({ letter, event, by, note, atMs }: Omit<LetterStep, "id">, ground: LetterGround): void {
    nameOf(by, "A step of a letter needs the name of the person who records it");
    noteOf(note, null);
    if (event.kind === "written") {
      assertWritten(letter, event, this);
      assertRaised(event.items, ground);
      return;
    }
    const found = getLetter(this.letters, letter);
    assertDay(event.on, atMs);
    if (event.kind === "sent") assertSent(event, note, found);
    else assertAnswered(event, note, found, ground);
  }
}

/** @throws TieoutError LETTER_NOT_FOUND */
export function getLetter(letters: ReadonlyMap<string, RecordedLetter>, ref: string): RecordedLetter {
  const found = letters.get(ref);
  if (found !== undefined) return found;
  throw new TieoutError("LETTER_NOT_FOUND", "There is no letter with this reference", {
    record: `letter ${ref}`,
  });
}

function assertWritten(
  ref: string,
  { items, file, bytes }: Extract<LetterEvent, { kind: "written" }>,
  standing: StandingLetters,
): void {
  const month = monthOfRef(ref);
  if (month === null || monthDays(month) === null || standing.nextOf(month) !== ref)
    throw invalid("The letter has the reference of another letter");
  const steps = items.map(({ number }, at) => number - (items[at - 1]?.number ?? 0));
  if (steps[0] !== 1 || steps.some((step) => step !== 0 && step !== 1))
    throw invalid("The letter does not number what it asks from 1 on");
  if (new Set(items.map(({ fingerprint }) => fingerprint)).size !== items.length)
    throw invalid("The letter asks about a finding twice");
  if (bytes === 0 || attachedName(file) !== file) throw invalid("The letter's document cannot be one");
}

function assertRaised(items: readonly AskedItem[], { raisedAs }: LetterGround): void {
  const lost = items.find((item) => raisedAs(item.fingerprint) !== exceptionKey(item));
  if (lost === undefined) return;
  throw invalid(`Question ${lost.number} is about a finding that is not raised. Write the letter again`);
}

function assertSent(
  { to, how }: Extract<LetterEvent, { kind: "sent" }>,
  note: string,
  { sent, answers }: RecordedLetter,
): void {
  nameOf(to, "Say to whom the letter was sent");
  noteOf(how, null);
  if (sent === null) return;
  if (answers.length > 0) throw invalid("The letter is answered. How it was sent stays as it is");
  reasonOf(note, "The letter is recorded as sent. Correcting that needs a note that says why");
}

function assertAnswered(
  { on, evidence }: Extract<LetterEvent, { kind: "answered" }>,
  note: string,
  { month, sent }: RecordedLetter,
  { isEvidence }: LetterGround,
): void {
  if (sent === null) throw invalid("The letter is not recorded as sent. Record that first");
  if (on < sent.on) throw invalid(`The answer is of ${on}, before the letter was sent on ${sent.on}`);
  if (!hasWords(note)) throw invalid("An answer needs a note that says what it is");
  if (evidence === null || isEvidence(evidence, month)) return;
  const facts = { record: `evidence ${evidence}` };
  throw new TieoutError("EVIDENCE_NOT_FOUND", "The month has no evidence with this number", facts);
}

/** Nobody records what is still to come; a day ahead of UTC is one that began in the east. */
function assertDay(on: Day, atMs: number): void {
  if (Date.parse(on) > atMs + DAY_MS) throw invalid(`${on} is still to come`);
}

/** The last time zone ends a day 12 hours after UTC does. */
const DAY_ENDS_MS = 1.5 * DAY_MS;

/** Whether a day has ended in every time zone. @param atMs milliseconds UTC */
export function isDayOver(day: Day, atMs: number): boolean {
  return Date.parse(day) + DAY_ENDS_MS <= atMs;
}

function invalid(sentence: string): TieoutError {
  return new TieoutError("LETTER_INVALID", sentence);
}
