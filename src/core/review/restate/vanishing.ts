/** Records that a pull would make vanish: when that is too much to be believed at once, and its words. */
import { type ErrorFacts, TieoutError } from "../../errors.ts";
import { KEEP } from "../../error-codes.ts";
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

/**
 * Whether so much is gone that it must be asked again, and kept only on somebody's word. A list without any of
 * the records that are held is as good as empty, however few they are.
 */
export function vanishesTooMuch({ received, held, vanished }: Vanishing): boolean {
  const isEmpty = received === 0 || vanished === held;
  return vanished > (isEmpty ? 0 : Math.max(FEW, held / SHARE));
}

/** How many records of each kind vanish; a kind of which no more vanish than is believed has 0. */
export type VanishedCounts = Readonly<Record<Vanishing["kind"], number>>;

function countsOf(list: readonly Vanishing[]): VanishedCounts {
  const of = (kind: Vanishing["kind"]) => list.find((one) => one.kind === kind)?.vanished ?? 0;
  return { entries: of("entries"), transactions: of("transactions") };
}

/** @example countsText({ entries: 295, transactions: 12 }) // 'entries=295,transactions=12' */
export function countsText(counts: VanishedCounts): string {
  const kinds = ["entries", "transactions"] as const;
  return kinds.flatMap((kind) => (counts[kind] === 0 ? [] : [`${kind}=${counts[kind]}`])).join(",");
}

/** @example shownWords({ entries: 1295, transactions: 1 }) // '1,295 entries and 1 transaction' */
export function shownWords({ entries, transactions }: VanishedCounts): string {
  const words = [
    ...(entries === 0 ? [] : [formatCount(entries, "entry")]),
    ...(transactions === 0 ? [] : [formatCount(transactions, "transaction")]),
  ];
  return words.join(" and ");
}

/** What `countsText` wrote; null for any other text. */
export function readCounts(text: string): VanishedCounts | null {
  const [, entries = "0", transactions = "0"] =
    /^(?=.)(?:entries=([1-9]\d{0,14}))?(?:(?:^|,)transactions=([1-9]\d{0,14}))?$/u.exec(text) ?? [];
  const counts = { entries: Number(entries), transactions: Number(transactions) };
  return countsText(counts) === text && text !== "" ? counts : null;
}

export interface AcceptedVanishing {
  readonly by: string;
  readonly note: string;
}

/** An acceptance as it is given: bound to what its giver was shown. */
export interface VanishingAcceptance extends AcceptedVanishing {
  /** As the refusal named them: more is refused again. */
  readonly shown: VanishedCounts;
}

export function isAccepted(list: readonly Vanishing[], acceptance: VanishingAcceptance | undefined): boolean {
  return list.every(({ kind, vanished }) => vanished <= (acceptance?.shown[kind] ?? 0));
}

/** The words as they are stored. @throws TieoutError DECISION_INVALID without a name or a reason */
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

/** What an answer made vanish: what of it was accepted, and how many records of each kind in all. */
interface VanishedWith {
  /** Of each kind more than is believed; empty where all is. */
  readonly vanishing: readonly Vanishing[];
  readonly entries: { readonly vanished: number } | null;
  readonly transactions: { readonly vanished: number } | null;
}

/**
 * What came of asking twice.
 *
 * @param first what the first answers lacked
 * @param second what came of the second ones
 */
export function askedTwiceSentence(
  first: readonly Vanishing[],
  second: VanishedWith,
  accepted: AcceptedVanishing | undefined,
): string {
  if (second.vanishing.length > 0 && accepted !== undefined)
    return `It was asked twice, and both answers lacked records that the ledger holds: ${vanishingWords(second.vanishing)} vanished, as ${accepted.by} accepted.`;
  const left = { entries: 0, transactions: 0 };
  for (const { kind } of first) left[kind] = second[kind]?.vanished ?? 0;
  const words = shownWords(left);
  const has = words === "" ? "has them" : `still lacks ${words}, few enough of what it covers to be believed`;
  return `The first answer lacked ${vanishingWords(first)} that the ledger holds; it was asked again, and the second answer ${has}.`;
}

/** Thrown where more would vanish than is believed. */
export class VanishingError extends TieoutError {
  /** The kinds of records of which too much would vanish. */
  readonly vanishing: readonly Vanishing[];

  constructor(vanishing: readonly Vanishing[], facts: ErrorFacts) {
    const sentence = `The service was asked twice, and each time its answer lacked records that the ledger holds: ${vanishingWords(vanishing)} would vanish`;
    const vanished = countsOf(vanishing);
    const remedy = `${KEEP} Pull again later, and ask the provider. If they are gone for good, pull with --accept-vanished ${countsText(vanished)}, --by and --note.`;
    super("PULL_VANISHING", sentence, { remedy, vanished, ...facts });
    this.vanishing = vanishing;
  }
}
