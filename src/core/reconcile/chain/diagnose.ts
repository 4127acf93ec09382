/** The cause of a chain break: the first of the rules' tests that applies, and its sentence. */
import type { BreakCause, FindingDraft } from "../result/findings.ts";
import { type CheckState, entrySubject } from "../check-state.ts";

export interface Break {
  readonly cause: BreakCause;
  readonly difference: number;
  readonly walletID: number;
  readonly draft: FindingDraft;
}

/**
 * Diagnoses a chain-break.
 *
 * @param link the broken link: rows of the newer and the older entry, actual − expected balance
 * @param before what was found at the older entry's own link, null when nothing was
 * @param nextDifference difference of the link after this one; 0 when there is none, it holds, or it is no
 *   chain-break
 */
export function diagnoseBreak(
  state: CheckState,
  link: { readonly row: number; readonly older: number; readonly difference: number },
  before: Break | null,
  nextDifference: number,
): Break {
  const { entries } = state.input;
  const { row, older, difference } = link;
  const walletID = entries.walletID[row] as number;
  const actual = entries.balance[row] as number;
  const expected = actual - difference;
  const cause = causeOf(state.movement[row] as number, difference, before, nextDifference);
  const from = entries.walletID[older] as number;
  const skipped = { from, to: walletID, count: walletID - from - 1 };
  const message = explain(
    cause,
    {
      expected,
      actual,
      difference,
      movement: state.movement[row] as number,
      from,
    },
    state.say,
  );
  const finding = {
    rule: "chain-break" as const,
    severity: "error" as const,
    ...entrySubject(state, row),
    expected,
    actual,
    difference,
    cause,
    transposition: isTransposition(expected, actual),
    ...(cause === "missing-entry" ? { candidates: [], skipped } : {}),
    message,
  };
  return { cause, difference, walletID, draft: { finding, entryRow: row } };
}

function causeOf(
  movement: number,
  difference: number,
  before: Break | null,
  nextDifference: number,
): BreakCause {
  if (before?.cause === "misstated-balance" && difference === 0 - before.difference) return "recovery";
  if (nextDifference === 0 - difference) return "misstated-balance";
  if (difference === 0 - movement) return "not-applied";
  if (difference === -2 * movement) return "wrong-sign";
  if (difference === movement) return "applied-twice";
  return "missing-entry";
}

interface Numbers {
  readonly expected: number;
  readonly actual: number;
  readonly difference: number;
  readonly movement: number;
  /** walletID of the row before. */
  readonly from: number;
}

function explain(
  cause: BreakCause,
  { expected, actual, difference, movement, from }: Numbers,
  say: CheckState["say"],
): string {
  const says = `The balance is ${say(actual)} where ${say(expected)} follows from walletID ${from}`;
  const off = say(difference);
  const moved = say(movement);
  switch (cause) {
    case "recovery":
      return `${says}: this row corrects the row before, which was ${tooWords(0 - difference, say)}.`;
    case "misstated-balance":
      return `${says}: only this row's stated balance is wrong. It is ${tooWords(difference, say)}, and the next row corrects it.`;
    case "not-applied":
      return `${says}: this entry's ${moved} never reached the balance.`;
    case "wrong-sign":
      return `${says}: this entry's ${moved} was applied with the wrong sign.`;
    case "applied-twice":
      return `${says}: this entry's ${moved} was applied twice.`;
    default:
      return `${says}: an entry of ${off} is missing between the two rows.`;
  }
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
