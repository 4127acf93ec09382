/** Letters to the provider as they stand, and what waits under the name of each. */
import type { ActNote } from "../../human-act.ts";
import type { RuleId } from "../../reconcile/input/rules.ts";
import { daysBetween, type Day } from "../../time.ts";
import type { WithdrawnEvidence } from "../file/attachment.ts";
import type { Month } from "../close/close.ts";
import { type ReviewedFinding, exceptionKey, isResolved } from "../decisions/review.ts";
import type { AskedItem, LetterEvent, LetterStep } from "./letter-step.ts";

type EventOfKind<K extends LetterEvent["kind"]> = Omit<Extract<LetterEvent, { kind: K }>, "kind">;

/** A letter that was written, and what happened to it since. */
export interface RecordedLetter extends EventOfKind<"written"> {
  /** `2026-08/1`: the month, and which of its letters. It stands on the document. */
  readonly ref: string;
  readonly month: Month;
  readonly written: ActNote;
  /** As it was recorded last; null while it is not. */
  readonly sent: (ActNote & EventOfKind<"sent">) | null;
  /** In the order in which they were recorded. */
  readonly answers: readonly (ActNote & EventOfKind<"answered">)[];
}

/** @example letterRef("2026-08", 1) // '2026-08/1' */
export function letterRef(month: Month, number: number): string {
  return `${month}/${number}`;
}

/** The month in a reference; null for another text. */
export function monthOfRef(ref: string): Month | null {
  const match = /^(\d{4}-\d{2})\/[1-9]\d{0,5}$/u.exec(ref);
  return match === null ? null : (match[1] as Month);
}

/** A letter after one more step; null where there is none to go on with. */
export function afterLetterStep(letter: RecordedLetter | null, step: LetterStep): RecordedLetter | null {
  const { event, by, note, atMs } = step;
  const said = { by, note, atMs };
  if (event.kind === "written") {
    const month = monthOfRef(step.letter);
    if (month === null) return letter;
    const { kind: _, ...written } = event;
    return { ref: step.letter, month, ...written, written: said, sent: null, answers: [] };
  }
  if (letter === null) return null;
  if (event.kind === "sent") {
    const { kind: _, on, to, ...sent } = event;
    return { ...letter, sent: { ...said, on, to, ...sent } };
  }
  const { kind: _, on, ...answer } = event;
  return { ...letter, answers: [...letter.answers, { ...said, on, ...answer }] };
}

/** What was asked about waits until the check has it no more (`gone`), or it is explained or accepted. */
export const ITEM_STATES = ["waits", "decided", "gone"] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** As much of a finding as identifies what is asked. */
type ItemSubject = Pick<AskedItem, "fingerprint" | "rule" | "walletID" | "payID" | "payref">;

interface Standing extends Pick<ReviewedFinding, "status"> {
  readonly finding: ItemSubject;
}

/** Rules that ask the same of a record as time goes on: a payment in transit becomes one that is missing. */
const ASKED_AS: Readonly<Partial<Record<RuleId, string>>> = {
  "in-transit": "arrival",
  "paid-without-entry": "arrival",
  reversed: "arrival",
  "orphan-payref": "support",
  "entry-for-unpaid": "support",
};

/** What is asked of which record: it stays the same when numbers, or the rule that finds it, change. */
function askedKey(finding: Parameters<typeof exceptionKey>[0]): string {
  const key = exceptionKey(finding);
  const asked = ASKED_AS[finding.rule];
  return asked === undefined ? key : `${asked}${key.slice(finding.rule.length)}`;
}

/** How what was asked stands; other numbers, or another rule, of its record are the same question. */
export function itemStateFinder(findings: readonly Standing[]): (item: ItemSubject) => ItemState {
  const byFingerprint = new Map(findings.map((one) => [one.finding.fingerprint, one]));
  const byKey = new Map(findings.map((one) => [askedKey(one.finding), one]));
  return (item) => {
    const found = byFingerprint.get(item.fingerprint) ?? byKey.get(askedKey(item));
    if (found === undefined) return "gone";
    return isResolved(found.status) ? "decided" : "waits";
  };
}

export interface LetterStanding {
  readonly letter: RecordedLetter;
  /** Of its items, in their order. */
  readonly states: readonly ItemState[];
  /** From the day it was sent to that of the newest pull; null where it was not, or no pull came since. */
  readonly days: number | null;
  /** The evidence of its answers that was withdrawn since. */
  readonly withdrawn: readonly WithdrawnEvidence[];
}

export interface LettersReport {
  /** The day of the newest pull in the ledger's zone; null without letters or before the first pull. */
  readonly asOf: Day | null;
  /** In the order in which they were written. */
  readonly letters: readonly LetterStanding[];
}

/** A letter with only those of its questions that stand in some way. */
export function withItems(
  { letter, states }: Pick<LetterStanding, "letter" | "states">,
  shown: readonly ItemState[],
): RecordedLetter {
  return { ...letter, items: letter.items.filter((_, at) => shown.includes(states[at] ?? "waits")) };
}

/** A letter with only what it still asks about: later pulls may have cleared findings of its month. */
export function stillAsking(standing: Pick<LetterStanding, "letter" | "states">): RecordedLetter {
  return withItems(standing, ["waits", "decided"]);
}

export interface LetterWait {
  readonly ref: string;
  /** Of the item in the letter. */
  readonly number: number;
  readonly on: Day;
  readonly to: string;
  /** Of the newest answer; null without one. */
  readonly answeredOn: Day | null;
  /** The withdrawal of what shows that answer; null while it counts. */
  readonly lapsed: WithdrawnEvidence | null;
  /** From the day it was sent to that of the newest pull; null where no pull came since. */
  readonly days: number | null;
}

/** Withdrawn evidence that answers of letters name, by its number. */
export function withdrawnAnswers(
  letters: readonly Pick<LetterStanding, "withdrawn">[],
): Map<number, WithdrawnEvidence> {
  return new Map(letters.flatMap(({ withdrawn }) => withdrawn.map((one) => [one.evidence, one] as const)));
}

/**
 * Looks up which letter a finding waits under: of those sent that ask about it, the one sent first.
 *
 * @param letters as `stillAsking` gives them
 * @param asOf the day of the newest pull, in the ledger's zone; null before the first
 * @param withdrawn evidence that does not count any more, by its number
 */
export function letterWaitFinder(
  letters: Iterable<RecordedLetter>,
  asOf: Day | null,
  withdrawn: ReadonlyMap<number, WithdrawnEvidence>,
): (reviewed: Standing) => LetterWait | null {
  const waits = new Map<string, LetterWait>();
  const sent = [...letters].flatMap((letter) =>
    letter.sent === null ? [] : [{ letter, sent: letter.sent }],
  );
  const ordered = sent.toSorted((a, b) => (a.sent.on < b.sent.on ? -1 : a.sent.on > b.sent.on ? 1 : 0));
  for (const {
    letter,
    sent: { on, to },
  } of ordered) {
    const answer = letter.answers.at(-1);
    const answeredOn = answer?.on ?? null;
    const lapsed = withdrawn.get(answer?.evidence ?? 0) ?? null;
    const days = daysWaited(on, asOf);
    for (const { number, fingerprint, ...item } of letter.items) {
      const wait = { ref: letter.ref, number, on, to, answeredOn, lapsed, days };
      for (const key of [fingerprint, askedKey(item)]) if (!waits.has(key)) waits.set(key, wait);
    }
  }
  return (reviewed) => {
    if (isResolved(reviewed.status)) return null;
    const { finding } = reviewed;
    const [first, second] = [waits.get(finding.fingerprint), waits.get(askedKey(finding))];
    if (first === undefined || second === undefined) return first ?? second ?? null;
    return second.on < first.on ? second : first;
  };
}

/** Whether one of some letters, sent or not, asks about a finding. */
export function askedFinder(
  letters: Iterable<Pick<RecordedLetter, "items">>,
): (finding: ItemSubject) => boolean {
  const asked = new Set<string>();
  for (const { items } of letters) for (const item of items) asked.add(item.fingerprint).add(askedKey(item));
  return (finding) => asked.has(finding.fingerprint) || asked.has(askedKey(finding));
}

/** Whole days since a letter was sent, to the day of the newest pull; null where none came since. */
export function daysWaited(on: Day, asOf: Day | null): number | null {
  return asOf === null || asOf < on ? null : daysBetween(on, asOf);
}
