/**
 * The terms of a ledger's monthly file: purpose, policy and procedures, materiality, and the template of the
 * checklist. Written once for all months; each change is a new version, and a prepared month keeps its own.
 */
import { isOneLine, nameOf, hasWords, noteOf, fileInvalid } from "../decisions/note-rules.ts";
import type { HumanAct } from "../../human-act.ts";
import {
  type Materiality,
  type StoredMateriality,
  assertMateriality,
  readMateriality,
} from "./materiality.ts";
import { type MovementRule, assertMovementRules } from "./movement-rules.ts";

/** A step of the checklist. A changed text makes another step: what was ticked was ticked as it read. */
export interface ChecklistStep {
  /** From 1 on; no other text of the ledger ever has the same. */
  readonly id: number;
  readonly text: string;
}

export interface FileTerms {
  /** Why the reconciliation is done; '' until it is written. */
  readonly purpose: string;
  readonly policy: string;
  readonly procedures: string;
  /** One for each currency that has one; read them with `materialityIn`. */
  readonly materiality: readonly Materiality[];
  /** A figure that moved by as much, both ways, asks for a note; null asks for none. */
  readonly fluctuation: FluctuationThreshold | null;
  /** In the order in which they are done. */
  readonly checklist: readonly ChecklistStep[];
  /** What movements are that no payment stands behind; left out until somebody says so. */
  readonly movements?: readonly MovementRule[];
}

/** The terms as they are stored, by this version and older ones. */
export type StoredTerms = Omit<FileTerms, "materiality"> & { readonly materiality: StoredMateriality };

export function readStoredTerms(stored: StoredTerms): FileTerms {
  return { ...stored, materiality: readMateriality(stored.materiality) };
}

/** How far a figure may move from one month to the next without a note. */
export interface FluctuationThreshold {
  /** In the service's unit, at least. */
  readonly amount: number;
  /** Of the figure of the month before, at least. */
  readonly percent: number;
}

/** One version of the terms. None is ever changed or deleted. */
export interface TermsVersion extends HumanAct {
  readonly terms: FileTerms;
}

/** The steps that every checklist begins with; the figures of a month say whether each is so. */
export const STANDARD_STEPS = {
  pulled: "Everything pulled, earlier months included",
  breaks: "Balance breaks explained or raised with the provider",
  orphans: "Orphan payrefs cleared or raised with the provider",
  outstanding: "Outstanding items looked through by age",
  confirmed: "Closing balance confirmed with the provider",
  compared: "Movements compared with the month before",
} as const;

/** What is in force before anybody set anything. */
export const FIRST_TERMS: FileTerms = {
  purpose: "",
  policy: "",
  procedures: "",
  materiality: [],
  fluctuation: null,
  checklist: Object.values(STANDARD_STEPS).map((text, at) => ({ id: at + 1, text })),
};

/** The most steps of a checklist, and the longest text of one, in UTF-16 units. */
const MOST_STEPS = 50;
const LONGEST_STEP = 300;
const MOST_PERCENT = 1000;

/** The terms that a month goes by. @param id of a version; 0 for those before anybody set any */
export function termsOf(versions: readonly TermsVersion[], id: number): FileTerms {
  return versions.find((one) => one.id === id)?.terms ?? FIRST_TERMS;
}

/** A checklist in which a text of an earlier version, of all in the ledger, keeps its number. */
export function checklistOf(
  texts: readonly string[],
  versions: readonly Pick<TermsVersion, "terms">[],
): ChecklistStep[] {
  const known = stepsOf(versions);
  let newest = Math.max(...known.values());
  return texts.map((typed) => {
    const text = typed.trim();
    const id = known.get(text) ?? (newest += 1);
    known.set(text, id);
    return { id, text };
  });
}

/** The number of each text that a checklist ever had. */
function stepsOf(versions: readonly Pick<TermsVersion, "terms">[]): Map<string, number> {
  const all = [FIRST_TERMS, ...versions.map(({ terms }) => terms)];
  return new Map(all.flatMap(({ checklist }) => checklist.map(({ id, text }) => [text, id] as const)));
}

/**
 * Refuses terms that nobody may set after those before.
 *
 * @param before all versions of the ledger so far
 * @throws TieoutError FILE_INVALID; DECISION_INVALID for a name or a text that is too long, and without a
 *   name
 */
export function assertTerms(
  { terms, by, note }: Omit<TermsVersion, "id" | "atMs">,
  before: readonly Pick<TermsVersion, "terms">[],
): void {
  nameOf(by, "Changing the month's file needs a name");
  for (const text of [note, terms.purpose, terms.policy, terms.procedures]) noteOf(text, null);
  assertMateriality(terms.materiality);
  assertThreshold(terms.fluctuation);
  assertChecklist(terms.checklist, before);
  assertMovementRules(terms.movements ?? [], before.at(-1)?.terms.movements ?? [], note);
}

function assertThreshold(threshold: FluctuationThreshold | null): void {
  if (threshold === null) return;
  const { amount, percent } = threshold;
  if (!(Number.isSafeInteger(amount) && amount >= 0))
    throw fileInvalid("The threshold of fluctuations is not an amount of 0 or more");
  if (Number.isSafeInteger(percent) && percent >= 0 && percent <= MOST_PERCENT) return;
  throw fileInvalid(`The threshold of fluctuations is not a percentage from 0 to ${MOST_PERCENT}`);
}

function assertChecklist(
  checklist: readonly ChecklistStep[],
  before: readonly Pick<TermsVersion, "terms">[],
): void {
  if (checklist.length > MOST_STEPS) throw fileInvalid(`A checklist has ${MOST_STEPS} steps at most`);
  if (new Set(checklist.map(({ text }) => text)).size < checklist.length)
    throw fileInvalid("The checklist has a step twice");
  const known = stepsOf(before);
  const texts = new Map([...known].map(([text, id]) => [id, text]));
  for (const { id, text } of checklist) {
    if (!hasWords(text) || text !== text.trim() || text.length > LONGEST_STEP || !isOneLine(text))
      throw fileInvalid(`A step of the checklist is one line of up to ${LONGEST_STEP} characters`);
    noteOf(text, null);
    if ((texts.get(id) ?? text) !== text || (known.get(text) ?? id) !== id)
      throw fileInvalid("A step of the checklist has the number of another one");
    texts.set(id, text);
    known.set(text, id);
  }
}
