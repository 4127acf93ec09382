/** Records that a pull would make vanish: when that is too much to be believed at once, and its words. */
import { type ErrorFacts, TieoutError } from "../../errors.ts";
import { formatAmount, formatCount } from "../../money.ts";
import { nameOf, reasonOf } from "../decisions/note-rules.ts";

/** What an answer of one kind lacks. */
export interface Vanishing {
  readonly kind: "entries" | "transactions";
  /** Records that came, copies too. */
  readonly received: number;
  /** Records that the ledger holds and the answer should have. */
  readonly held: number;
  /** Those of them that it does not have. */
  readonly vanished: number;
}

/** Fewer vanish one by one. */
const FEW = 5;
/** One in so many of those held. */
const SHARE = 100;

/** Whether so much is gone that it must be asked again, and kept only on somebody's word. */
export function vanishesTooMuch({ received, held, vanished }: Vanishing): boolean {
  return vanished > (received === 0 ? 0 : Math.max(FEW, held / SHARE));
}

/** Who accepted that records vanished, and why. */
export interface AcceptedVanishing {
  readonly by: string;
  readonly note: string;
}

/**
 * The words of an acceptance, as they are stored.
 *
 * @throws TieoutError DECISION_INVALID without a name or a reason
 */
export function acceptedWords({ by, note }: AcceptedVanishing): AcceptedVanishing {
  return {
    by: nameOf(by, "Accepting that records vanished needs a name"),
    note: reasonOf(note, "Accepting that records vanished needs a reason"),
  };
}

/** @example vanishingWords([…]) // 'all 295 entries and 12 of 100 transactions' */
export function vanishingWords(list: readonly Vanishing[]): string {
  return list
    .map(({ kind, held, vanished }) => {
      const nouns = formatCount(held, kind === "entries" ? "entry" : "transaction");
      return vanished === held ? `all ${nouns}` : `${formatAmount(vanished)} of ${nouns}`;
    })
    .join(" and ");
}

/**
 * What came of asking twice.
 *
 * @param first what the first answers lacked
 * @param second what the second ones lack, which somebody accepted; empty where they are believed
 */
export function askedTwiceSentence(
  first: readonly Vanishing[],
  second: readonly Vanishing[],
  accepted: AcceptedVanishing | undefined,
): string {
  const [before, after] = [vanishingWords(first), vanishingWords(second)];
  return second.length === 0 || accepted === undefined
    ? `The first answer lacked ${before} that the ledger holds; it was asked again, and the second answer has them.`
    : `It was asked twice, and both answers lacked records that the ledger holds: ${after} vanished, as ${accepted.by} accepted.`;
}

/** Thrown where more would vanish than is believed. */
export class VanishingError extends TieoutError {
  /** The kinds of records of which too much would vanish. */
  readonly vanishing: readonly Vanishing[];

  constructor(vanishing: readonly Vanishing[], facts: ErrorFacts) {
    const sentence = `The service was asked twice, and each time its answer lacked records that the ledger holds: ${vanishingWords(vanishing)} would vanish`;
    super("PULL_VANISHING", sentence, facts);
    this.vanishing = vanishing;
  }
}
