/**
 * What movements are that no payment stands behind: withdrawals, top-ups, fees. Each rule says it of the entries
 * of one action, as somebody named set it. They are part of the months' file: each change is a new version of
 * it, and a prepared month keeps its own.
 */
import { isOneLine, fileInvalid, hasWords, noteOf, reasonOf } from "../decisions/note-rules.ts";
import type { ActNote, HumanAct } from "../../human-act.ts";
import { compareBytes } from "../../text.ts";

/** What a movement may be, in the order of a statement. */
export const MOVEMENT_CATEGORIES = [
  "top-up",
  "withdrawal",
  "fee",
  "levy",
  "refund",
  "bonus",
  "transfer",
  "interest",
  "adjustment",
] as const;
export type MovementCategory = (typeof MOVEMENT_CATEGORIES)[number];

/** What a movement is that no rule is for. */
export const NOT_CLASSIFIED = "not classified";

export const MOVEMENT_DIRECTIONS = ["in", "out"] as const;
export type MovementDirection = (typeof MOVEMENT_DIRECTIONS)[number];

/** Which entries a rule is for: those without a payref and without a match that have all of it. */
export interface MovementRuleKey {
  /** Letter by letter as the service writes it; '' for entries without one. */
  readonly action: string;
  /** Letter by letter; null for any, and for none. */
  readonly description: string | null;
  /** null for both. */
  readonly direction: MovementDirection | null;
}

export interface MovementRule extends MovementRuleKey {
  readonly category: MovementCategory;
}

/** A rule as it is to be; of category null it is taken away. */
export interface GivenMovementRule extends MovementRuleKey {
  readonly category: MovementCategory | null;
}

/** What a rule is found by of an entry. */
export interface RuledMovement {
  readonly action: string;
  /** Asked only where a rule for the action has one. */
  readonly description: () => string | null;
  /** Raises the wallet where it is positive. */
  readonly movement: number;
}

/** The category of a movement, null where no rule is for it. */
export type FindCategory = (movement: RuledMovement) => MovementCategory | null;

/** By rules, as `ruleFinder` finds them. */
export function categoryFinder(rules: readonly MovementRule[]): FindCategory {
  const find = ruleFinder(rules);
  return (movement) => find(movement)?.category ?? null;
}

/**
 * Finds the rule for a movement, null for none. Of several rules for one entry the most exact counts: one with a description before
 * one without, then one with a direction before one without.
 */
export function ruleFinder<R extends MovementRule>(
  rules: readonly R[],
): (movement: RuledMovement) => R | null {
  const ofAction = new Map(
    [...Map.groupBy(rules, ({ action }) => action)].map(([action, own]) => [
      action,
      {
        rules: new Map(own.map((rule) => [exactly(rule.description, rule.direction), rule])),
        isByDescription: own.some(({ description }) => description !== null),
      },
    ]),
  );
  return ({ action, description, movement }) => {
    const own = ofAction.get(action);
    if (own === undefined) return null;
    const direction = movement > 0 ? "in" : "out";
    const said = own.isByDescription ? description() : null;
    const texts = said === null ? [null] : [said, null];
    for (const text of texts) {
      for (const one of [direction, null] as const) {
        const found = own.rules.get(exactly(text, one));
        if (found !== undefined) return found;
      }
    }
    return null;
  };
}

function exactly(description: string | null, direction: MovementDirection | null): string {
  return JSON.stringify([description, direction]);
}

/** What a bank's statement shows the other side of. */
const OF_THE_BANK: ReadonlySet<MovementCategory> = new Set(["top-up", "withdrawal", "transfer", "refund"]);

/**
 * The actions that rules say are nothing a bank would know of. A rule for one description says nothing of the others of
 * its action.
 */
export function actionsNotOfBank(
  rules: readonly MovementRule[],
): { readonly action: string; readonly direction: MovementDirection }[] {
  const find = categoryFinder(rules);
  const actions = [...new Set(rules.map(({ action }) => action))];
  return actions.flatMap((action) =>
    MOVEMENT_DIRECTIONS.flatMap((direction) => {
      const movement = direction === "in" ? 1 : -1;
      const category = find({ action, description: () => null, movement });
      return category === null || OF_THE_BANK.has(category) ? [] : [{ action, direction }];
    }),
  );
}

/** The rules after a change, by action, description and direction. @throws TieoutError FILE_INVALID */
export function changedMovementRules(
  before: readonly MovementRule[],
  given: readonly GivenMovementRule[],
): MovementRule[] {
  const after = new Map(before.map((rule) => [keyOf(rule), rule]));
  for (const { category, ...key } of given) {
    if (category !== null) after.set(keyOf(key), { ...key, category });
    else if (!after.delete(keyOf(key))) throw fileInvalid(`No rule is for ${movementRuleWords(key)}`);
  }
  return [...after].toSorted(([a], [b]) => compareBytes(a, b)).map(([, rule]) => rule);
}

function keyOf({ action, description, direction }: MovementRuleKey): string {
  return JSON.stringify([action, description, direction]);
}

/** @example `WITHDRAWAL, “To GTBank”, out` */
export function movementRuleWords({ action, description, direction }: MovementRuleKey): string {
  const words = [
    action === "" ? "entries without an action" : action,
    ...(description === null ? [] : [`“${description}”`]),
    ...(direction === null ? [] : [direction]),
  ];
  return words.join(", ");
}

const MOST_RULES = 200;
const LONGEST_TEXT = 300;

/** Refuses rules that nobody may set after those before. @throws TieoutError FILE_INVALID; DECISION_INVALID */
export function assertMovementRules(
  rules: readonly MovementRule[],
  before: readonly MovementRule[],
  note: string,
): void {
  if (rules.length > MOST_RULES) throw fileInvalid(`A ledger has ${MOST_RULES} rules for movements at most`);
  if (new Set(rules.map(keyOf)).size < rules.length)
    throw fileInvalid("Two rules for movements are for the same entries");
  for (const { action, description } of rules) {
    for (const text of [action, description ?? ""]) {
      if (text.length > LONGEST_TEXT || !isOneLine(text))
        throw fileInvalid(
          `Action and description of a rule are one line of up to ${LONGEST_TEXT} characters`,
        );
      noteOf(text, null);
    }
    if (description !== null && !hasWords(description))
      throw fileInvalid("The description of a rule has no words");
  }
  if (JSON.stringify(rules.map(spelled)) !== JSON.stringify(before.map(spelled)))
    reasonOf(note, "Saying what movements are needs a reason");
}

function spelled(rule: MovementRule): string {
  return JSON.stringify([keyOf(rule), rule.category]);
}

/** A rule with who set it so, when and why. */
export interface SetMovementRule extends MovementRule {
  readonly set: ActNote;
}

/** As much of a version of the months' file as its rules need. */
interface RulesVersion extends HumanAct {
  readonly terms: { readonly movements?: readonly MovementRule[] };
}

/** The rules that a version states, each as of the version that set it so. @param id of a version; 0 for none */
export function setMovementRules(versions: readonly RulesVersion[], id: number): SetMovementRule[] {
  let standing = new Map<string, SetMovementRule>();
  for (const { terms, by, note, atMs, id: version } of versions) {
    if (version > id) break;
    standing = new Map(
      (terms.movements ?? []).map((rule) => {
        const known = standing.get(spelled(rule));
        return [spelled(rule), known ?? { ...rule, set: { by, note, atMs } }];
      }),
    );
  }
  return [...standing.values()];
}
