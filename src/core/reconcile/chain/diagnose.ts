/** The cause of a chain break: the first of the rules' tests that applies, and its sentence. */
import { type BreakCause, type FindingDraft, causeByAmount } from "../result/findings.ts";
import { type CheckState, entrySubject } from "../check-state.ts";
import type { ChainLinks } from "./links.ts";
import { type Overwriting, overwritingAt } from "./overwritten.ts";
import type { FoundStretch } from "./stretches.ts";

/** A chain-break with what is known of it alone. */
export interface Break {
  /** In the order of the chains. */
  readonly place: number;
  readonly cause: BreakCause;
  readonly difference: number;
  readonly stretch: FoundStretch | null;
  readonly overwriting: Overwriting | null;
}

/**
 * Diagnoses a chain-break.
 *
 * @param place of the broken link
 * @param start of its wallet
 * @param stretch that the link is of, null when it is of none
 * @param before what was found at the link before, null when that is no chain-break
 * @param nextDifference difference of the link after this one; 0 when there is none, it holds, or it is no
 *   chain-break outside stretches
 * @throws TieoutError SUM_OVERFLOW naming the wallet
 */
export function diagnoseBreak(
  links: ChainLinks,
  { place, start }: { readonly place: number; readonly start: number },
  stretch: FoundStretch | null,
  before: Break | null,
  nextDifference: number,
): Break {
  const difference = links.differenceAt(place);
  const found = { place, difference, stretch, overwriting: null };
  if (stretch !== null) return { ...found, cause: stretch.cause };
  if (before?.cause === "misstated-balance" && difference === 0 - before.difference) {
    return { ...found, cause: "recovery" };
  }
  if (nextDifference === 0 - difference) return { ...found, cause: "misstated-balance" };
  const overwriting = overwritingAt(links, place, start);
  if (overwriting !== null) return { ...found, cause: "overwritten", overwriting };
  return { ...found, cause: causeByAmount(links.movementAt(place), difference) ?? "missing-entry" };
}

/**
 * The finding of a chain-break.
 *
 * @param isOnMainLine whether its row leads to the newest balance: then what an overwritten balance goes on
 *   without is in no balance that does
 */
export function breakDraft(links: ChainLinks, found: Break, isOnMainLine: boolean): FindingDraft {
  const { state } = links;
  const { place, cause, difference, stretch, overwriting } = found;
  const entryRow = links.rowAt(place);
  const actual = links.balanceAt(place);
  const expected = actual - difference;
  const [from, to] = [links.walletIDAt(place - 1), links.walletIDAt(place)];
  const skipped = { from, to, count: to - from - 1 };
  const circumstances = { movement: links.movementAt(place), skipped: skipped.count, isOnMainLine };
  const why = explain(found, circumstances, state.say);
  const message = `The balance is ${state.say(actual)} where ${state.say(expected)} follows from walletID ${from}: ${why}`;
  const finding = {
    rule: "chain-break" as const,
    severity: cause === "out-of-sequence" ? ("warning" as const) : ("error" as const),
    ...entrySubject(state, entryRow),
    expected,
    actual,
    difference,
    cause,
    transposition: isTransposition(expected, actual),
    ...(overwriting === null
      ? {}
      : { continuesFrom: overwriting.continuesFrom, without: overwriting.without }),
    ...(stretch === null ? {} : { stretch: stretch.stretch }),
    ...(cause === "missing-entry" ? { candidates: [], skipped } : {}),
    message,
  };
  return { finding, entryRow };
}

interface BreakCircumstances {
  readonly movement: number;
  /** How many walletIDs lie between the row and the one before. */
  readonly skipped: number;
  readonly isOnMainLine: boolean;
}

function explain(
  { cause, difference, stretch, overwriting }: Break,
  { movement, skipped, isOnMainLine }: BreakCircumstances,
  say: CheckState["say"],
): string {
  const off = say(difference);
  const moved = say(movement);
  switch (cause) {
    case "out-of-sequence":
      return `the service lists these rows in another order than it applied them. In the order walletID ${(stretch as FoundStretch).stretch.order.join(", ")} every balance follows.`;
    case "read-late":
      return `of walletID ${(stretch as FoundStretch).stretch.walletIDs.join(", ")} at least one states a balance that already holds later rows. The balances after them are right.`;
    case "recovery":
      return `this row corrects the row before, which was ${tooWords(0 - difference, say)}.`;
    case "misstated-balance":
      return `only this row's stated balance is wrong. It is ${tooWords(difference, say)}, and the next row corrects it.`;
    case "overwritten":
      return overwrittenWords(overwriting as Overwriting, isOnMainLine, say);
    case "not-applied":
      return `this entry's ${moved} never reached the balance.`;
    case "wrong-sign":
      return `this entry's ${moved} was applied with the wrong sign.`;
    case "applied-twice":
      return `this entry's ${moved} was applied twice.`;
    case "missing-entry":
      return skipped === 0
        ? `the balance moved by another ${off} that no entry shows, and no walletID is left out.`
        : `an entry of ${off} is missing between the two rows.`;
  }
}

function overwrittenWords(
  { continuesFrom, without: { from, to, count, movement } }: Overwriting,
  isOnMainLine: boolean,
  say: CheckState["say"],
): string {
  const rows = count === 1 ? `walletID ${from}` : `walletID ${from} to walletID ${to}`;
  const goesOn = `it goes on from walletID ${continuesFrom}, without the ${say(movement)} that ${rows} moved`;
  const why = "Two requests read one balance at once, or it was put back without an entry.";
  return isOnMainLine
    ? `${goesOn}. No balance that leads to the newest one holds that amount. ${why}`
    : `${goesOn}. The newest balance does not come from this row. ${why}`;
}

/** @example `113,698 too high` */
function tooWords(difference: number, say: CheckState["say"]): string {
  return `${say(Math.abs(difference))} too ${difference > 0 ? "high" : "low"}`;
}

/** Two neighbouring digits swapped: the commonest slip of a hand that copies a number. */
function isTransposition(expected: number, actual: number): boolean {
  if ((actual - expected) % 9 !== 0 || Math.sign(expected) !== Math.sign(actual)) return false;
  const wanted = String(Math.abs(expected));
  const given = String(Math.abs(actual));
  if (wanted.length !== given.length) return false;
  const at = Array.from(wanted).findIndex((digit, index) => digit !== given[index]);
  if (at === -1) return false;
  const swapped = `${given.slice(0, at)}${given[at + 1] ?? ""}${given[at] ?? ""}${given.slice(at + 2)}`;
  return swapped === wanted;
}
