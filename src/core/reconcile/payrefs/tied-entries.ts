/** The rules of entries that something ties: to no transaction, or to one that does not agree with them. */
import { SPREAD, isAtDistanceOne, normalise, LikenessFilter } from "./likeness-filter.ts";
import { LONGEST, POWERS, beginnings, hashedOn } from "../input/text-hash.ts";
import { codePointOf, compareBytes, escapeUnstorable, unescapeUnstorable, foldCase } from "../../text.ts";
import { oncePer } from "../../once-per.ts";
import { CYCLE, type CheckInput, NO_PAYREF, type TextColumn, extremesIn } from "../input/input.ts";
import { DAY_MS } from "../../time.ts";
import { type CheckState, endOf, entrySubject } from "../chain/check-state.ts";
import type { Finding, FindingDraft } from "../input/findings.ts";
import { type Matches, isPaidAtEnd } from "./match.ts";
import { looksLike } from "../../look-alikes.ts";

// Ids by hashes, in flat arrays: a Map of as many keys takes several times the memory, and ends at 2^24.

const NONE = -1;

export class HashIndex {
  readonly #newest: Int32Array;
  readonly #older: Int32Array;
  readonly #hashes: Int32Array;
  readonly #ids: Int32Array;
  readonly #shift: number;
  #count = 0;

  /** @param most how many ids it can hold */
  constructor(most: number) {
    const bits = Math.max(1, Math.ceil(Math.log2(most + 1)));
    this.#shift = 32 - bits;
    this.#newest = new Int32Array(2 ** bits).fill(NONE);
    this.#older = new Int32Array(most);
    this.#hashes = new Int32Array(most);
    this.#ids = new Int32Array(most);
  }

  /** @param hash a whole number of 32 bits; it may have several ids */
  add(hash: number, id: number): void {
    const at = this.#count++;
    const bucket = this.#bucketOf(hash);
    this.#hashes[at] = hash;
    this.#ids[at] = id;
    this.#older[at] = this.#newest[bucket] as number;
    this.#newest[bucket] = at;
  }

  /** Gives the ids of a hash, the newest first. */
  each(hash: number, take: (id: number) => void): void {
    for (let at = this.#newest[this.#bucketOf(hash)] as number; at !== NONE; at = this.#older[at] as number) {
      if (this.#hashes[at] === hash) take(this.#ids[at] as number);
    }
  }

  #bucketOf(hash: number): number {
    return Math.imul(hash, SPREAD) >>> this.#shift;
  }
}

// Hashes of which two texts at distance 1 share one.

/** In UTF-16 units: found by its ends; what exceeds LONGEST is not one character from a shorter one. */
const LONG = LONGEST - 2;
const END = 100;
/** What the ends of long texts are told apart by. */
const BEGINS = 0x165667b1;
const ENDS = 0x27d4eb2f;

/** A whole number of 32 bits. Two texts may have the same: who finds one by it compares the texts. */
function hashOf(text: string, from = 0, to = text.length): number {
  let hash = 0;
  for (let at = from; at < to; at += 1) hash = hashedOn(hash, text.charCodeAt(at));
  return hash;
}

/**
 * How many hashes `eachNearHash` gives at most for a text of so many bytes: it has no more units than bytes.
 *
 * @param unitsOf asked for the text's length where a long one could give two or many
 */
export function mostNearHashes(bytes: number, unitsOf: () => number): number {
  if (bytes < LONG) return bytes + 1;
  const units = unitsOf();
  return (units <= LONGEST ? units + 1 : 0) + 2;
}

/**
 * Gives hashes of which two texts at optimal string alignment distance 1 share one. They become equal when
 * one character is left out of either or both: so what is left of a text without one of its characters. Of a
 * long text that would be too much; there, no single slip can touch both its ends. Texts of about the length
 * where the one gives way to the other have both kinds.
 */
export function eachNearHash(text: string, take: (hash: number) => void): void {
  if (text.length <= LONGEST) eachRemainder(text, take);
  if (text.length < LONG) return;
  take(hashOf(text, 0, END) ^ BEGINS);
  take(hashOf(text, text.length - END) ^ ENDS);
}

/** The hash of the text, and of it without one character each, once for equal neighbours. */
function eachRemainder(text: string, take: (hash: number) => void): void {
  const { length } = text;
  for (let at = 0; at < length; at += 1) {
    beginnings[at + 1] = hashedOn(beginnings[at] as number, text.charCodeAt(at));
  }
  const whole = beginnings[length] as number;
  take(whole);
  let last = -1;
  for (let at = 0, next = 0; at < length; at = next) {
    const character = text.codePointAt(at) as number;
    next = at + (character > 0xffff ? 2 : 1);
    if (character === last) continue;
    last = character;
    const cut = (beginnings[at] as number) - (beginnings[next] as number);
    take((Math.imul(cut, POWERS[length - next] as number) + whole) | 0);
  }
}

// Payrefs similar to an orphan's. They are suggestions and never a match.

const MOST = 3;

/**
 * For each orphaned payref the transactions' payrefs that equal it after trimming and case folding, then
 * those at optimal string alignment distance 1, each group in byte order, at most three.
 *
 * Most payrefs are ruled out at once. Two texts at distance 1 share a hash (see `eachNearHash`), so each
 * other one is looked up by its few hashes: the work stays linear in the data, and is done once for all
 * checks of the same records. The fewer ones are indexed, be it the orphans or the transactions' payrefs: an
 * index is large beside its texts.
 */
function suggestPayrefs(
  input: CheckInput,
  orphans: readonly number[],
): ReadonlyMap<number, readonly string[]> {
  if (orphans.length === 0) return new Map();
  const known = SUGGESTED(input);
  const others = orphans.filter((id) => !known.has(id));
  if (others.length === 0) return known;
  return new Map([...known, ...suggestionsFor(input, idsIn(marksOf(others, input.payrefs.length)))]);
}

/** Of every payref that no transaction has, wherever a check ends. */
const SUGGESTED = oncePer((input: CheckInput) => {
  const { entries, transactions, payrefs } = input;
  const isOrphan = marksOf(entries.payref, payrefs.length);
  isOrphan[NO_PAYREF] = 0;
  // By a loop over rows: one over the ids takes several times as long for half a million.
  for (let row = 0; row < transactions.payref.length; row += 1)
    isOrphan[transactions.payref[row] as number] = 0;
  return suggestionsFor(input, idsIn(isOrphan));
});

/** @param own the orphaned payrefs, each once, ascending */
function suggestionsFor(input: CheckInput, own: Int32Array): Map<number, string[]> {
  const found = new Map<number, string[]>();
  if (own.length === 0) return found;
  const { payrefs, transactions } = input;
  const sent = sender(payrefs);
  const folded = new Map<number, Set<string>>();
  const near = new Map<number, Set<string>>();
  const known = idsIn(marksOf(transactions.payref, payrefs.length));
  if (own.length <= known.length) {
    eachLikeness(own, known, payrefs, (orphan, payref, isFolded) => {
      collect(isFolded ? folded : near, orphan, sent(payref));
    });
  } else {
    eachLikeness(known, own, payrefs, (payref, orphan, isFolded) => {
      collect(isFolded ? folded : near, orphan, sent(payref));
    });
  }
  for (const orphan of own) {
    const first = [...(folded.get(orphan) ?? [])].toSorted(compareBytes);
    const second = [...(near.get(orphan) ?? [])]
      .filter((text) => !first.includes(text))
      .toSorted(compareBytes);
    found.set(orphan, [...first, ...second].slice(0, MOST).map(escapeUnstorable));
  }
  return found;
}

/** By id, from 0 to `count` − 1: 1 where it is among some. */
function marksOf(ids: ArrayLike<number>, count: number): Uint8Array {
  const marks = new Uint8Array(count);
  for (let at = 0; at < ids.length; at += 1) marks[ids[at] as number] = 1;
  return marks;
}

/** The marked ids, ascending. A set of all payments' payrefs would take more memory than their texts. */
function idsIn(marks: Uint8Array): Int32Array {
  let count = 0;
  for (let id = 0; id < marks.length; id += 1) count += marks[id] as number;
  const ids = new Int32Array(count);
  let at = 0;
  for (let id = 0; id < marks.length; id += 1) {
    if (marks[id] === 1) ids[at++] = id;
  }
  return ids;
}

/** Finds the pairs that are equal after folding, and those at distance 1; a pair may come several times. */
function eachLikeness(
  indexed: Int32Array,
  walked: Int32Array,
  payrefs: TextColumn,
  take: (indexed: number, walked: number, isFolded: boolean) => void,
): void {
  const sent = sender(payrefs);
  let count = 0;
  for (const id of indexed) {
    const { from, to } = payrefs.bytesOf(id);
    count += mostNearHashes(to - from, () => sent(id).length);
  }
  const byNearHash = new HashIndex(count);
  const byFold = new HashIndex(indexed.length);
  const filter = new LikenessFilter(indexed.length);
  for (const id of indexed) {
    const text = sent(id);
    filter.add(text);
    byFold.add(hashOf(normalise(text)), id);
    eachNearHash(text, (hash) => byNearHash.add(hash, id));
  }
  for (let at = 0; at < walked.length; at += 1) {
    const id = walked[at] as number;
    if (!filter.mayBeLike(payrefs.bytesOf(id))) continue;
    const text = sent(id);
    const folded = normalise(text);
    byFold.each(hashOf(folded), (other) => {
      if (normalise(sent(other)) === folded) take(other, id, true);
    });
    const takeNear = (other: number) => {
      if (isAtDistanceOne(sent(other), text)) take(other, id, false);
    };
    eachNearHash(text, (hash) => byNearHash.each(hash, takeNear));
  }
}

/** A payref as it was sent: that is what counts, not how it is stored. */
function sender(payrefs: TextColumn): (id: number) => string {
  return (id) => unescapeUnstorable(payrefs.at(id));
}

function collect(map: Map<number, Set<string>>, orphan: number, text: string): void {
  const known = map.get(orphan);
  if (known === undefined) map.set(orphan, new Set([text]));
  else known.add(text);
}

/** Findings of the entries that a payref or a manual match ties, by their transactions. */
export function checkEntries(state: CheckState, { transactionOf, ties, ofPayref }: Matches): FindingDraft[] {
  const { entries, payrefs } = state.input;
  const drafts: FindingDraft[] = [];
  const orphans: number[] = [];
  for (let row = 0; row < entries.length; row += 1) {
    const tie = ties.ofEntry[row] as number;
    if (tie === NO_PAYREF || state.exists[row] === 0) continue;
    const transaction = transactionOf[tie] as number;
    if (transaction === -1) orphans.push(row);
    else if (tie >= payrefs.length) {
      const match = ties.handOfEntry.get(row);
      // One that came along with its payref's transaction is compared with that one.
      const [own, all] =
        match === undefined
          ? [ofPayref[entries.payref[row] as number] as number]
          : [match.lead, match.transactions];
      drafts.push(...checkTied(state, row, own, all));
    } else if (disagree(state, row, transaction)) drafts.push(...checkTied(state, row, transaction));
  }
  const suggestions = suggestPayrefs(
    state.input,
    orphans.map((row) => entries.payref[row] as number),
  );
  const missing = new Map<number, string>();
  const mayLag = lagFinder(state);
  for (const row of orphans) {
    const id = entries.payref[row] as number;
    const suggested = suggestions.get(id) ?? [];
    const words = missing.get(id) ?? missingWords(payrefs.at(id), suggested);
    missing.set(id, words);
    const lag = suggested.length === 0 && mayLag(entries.dateCreatedAtMs[row] as number) ? NEWER : "";
    const message = `${words} The entry moved ${state.say(state.movement[row] as number)}.${lag}`;
    const finding = {
      rule: "orphan-payref" as const,
      severity: "error" as const,
      ...entrySubject(state, row),
      suggestions: suggested,
      message,
    };
    drafts.push({ finding, entryRow: row, outstanding: true });
  }
  return drafts;
}

/** Finds the entries that a list of transactions may be too old for: later than all of it, and younger than the cut-off when it was pulled. */
function lagFinder({ input, asOfMs, options }: CheckState): (createdAtMs: number) => boolean {
  const { transactions, history } = input;
  const gone = history.transactionsVanished.flatMap(
    ({ record }) => record.datePaidAtMs ?? record.dateCreatedAtMs ?? [],
  );
  const all = [transactions.dateCreatedAtMs, transactions.datePaidAtMs, Float64Array.from(gone)];
  const newestMs = Math.max(...all.map((column) => extremesIn(column).lastMs));
  const knownMs = Math.max(asOfMs ?? Infinity, input.pulledAtMs ?? -Infinity);
  const fromMs = Math.max(newestMs, knownMs - options.cutoffDays * DAY_MS);
  return (createdAtMs) => Number.isFinite(newestMs) && createdAtMs > fromMs;
}

const NEWER = " It is dated later than every transaction received: their list may lag behind. Pull again.";

/** @example `No transaction has payref "PAY-1 ". It differs from PAY-1 only by a trailing space.` */
function missingWords(payref: string, suggested: readonly string[]): string {
  return [
    `No transaction has payref "${payref}".`,
    ...suggested.map((near) => nearMissWords(payref, near)),
  ].join(" ");
}

/** Whether any rule of `checkTied` finds something: nearly always none does; this costs next to nothing. */
function disagree(state: CheckState, row: number, transaction: number): boolean {
  const { entries, transactions } = state.input;
  return (
    entries.businessID[row] !== transactions.businessID[transaction] ||
    entries.userID[row] !== transactions.userID[transaction] ||
    (entries.dateCreatedAtMs[row] as number) < (transactions.dateCreatedAtMs[transaction] as number) ||
    !isPaidAtEnd(state, transaction)
  );
}

/** @param all of a manual match the transactions of which one must agree with the entry */
function checkTied(
  state: CheckState,
  row: number,
  transaction: number,
  all: readonly number[] = [transaction],
): FindingDraft[] {
  const { entries, transactions } = state.input;
  const drafts: FindingDraft[] = [];
  const add = (finding: Pick<Finding, "rule" | "severity" | "message">) => {
    drafts.push({ finding: { ...entrySubject(state, row), ...finding }, entryRow: row });
  };
  const payID = `payID ${transactions.payID[transaction]}`;
  if (!isPaidAtEnd(state, transaction)) {
    const paidAtMs = transactions.datePaidAtMs[transaction] as number;
    const isTiming = paidAtMs <= endOf(state.period) + state.options.cutoffDays * DAY_MS;
    const moves = `Moves ${state.say(state.movement[row] as number)} for ${payID}`;
    const timing = isTiming ? ": within the cut-off, a timing difference" : "";
    const message = `${moves}, which ${unpaidWords(state, transaction)}${timing}.`;
    add({ rule: "entry-for-unpaid", severity: isTiming ? "info" : "error", message });
  }
  if (all.every((one) => entries.businessID[row] !== transactions.businessID[one])) {
    const message = `Entered for business ${entries.businessID[row]}, but ${payID} belongs to business ${transactions.businessID[transaction]}.`;
    add({ rule: "wrong-business", severity: "error", message });
  }
  if (all.every((one) => entries.userID[row] !== transactions.userID[one])) {
    const message = `Entered for user ${entries.userID[row]}, but ${payID} belongs to user ${transactions.userID[transaction]}.`;
    add({ rule: "wrong-user", severity: "error", message });
  }
  const at = entries.dateCreatedAtMs[row] as number;
  const created = transactions.dateCreatedAtMs[transaction] as number;
  if (all.every((one) => at < (transactions.dateCreatedAtMs[one] as number))) {
    const message = `Dated ${state.wording.sayTime(at)}, before ${payID} was created at ${state.wording.sayTime(created)}.`;
    add({ rule: "before-created", severity: "warning", message });
  }
  return drafts;
}

/** Of a payment that was not paid by the check's end: a crowd-pay without a date is paid by what it has raised. */
export function unpaidWords({ say, wording, input: { transactions } }: CheckState, row: number): string {
  const paidAtMs = transactions.datePaidAtMs[row] as number;
  if (!Number.isNaN(paidAtMs)) return `was paid at ${wording.sayTime(paidAtMs)}, after the period`;
  if (transactions.cycle[row] !== CYCLE.crowdPay) return "is not paid";
  const raised = transactions.currentRaised[row] as number;
  return `states ${raised < 0 ? say(raised) : "nothing"} raised`;
}

// Describes in one sentence how an entry's payref differs from a similar one of a payment.

/**
 * Says what alone is different. A payref with blanks is quoted, so that they are seen.
 *
 * @param payref of the entry, as stored
 * @param near a payment's payref: equal after trimming and case folding, or one character apart
 * @example nearMissWords("PAY-1 ", "PAY-1") // 'It differs from PAY-1 only by a trailing space.'
 */
export function nearMissWords(payref: string, near: string): string {
  const difference = differenceOf(unescapeUnstorable(payref), unescapeUnstorable(near));
  return `It differs from ${/\s/u.test(near) ? `"${near}"` : near} only ${difference}.`;
}

function differenceOf(payref: string, near: string): string {
  const inside = payref.trim();
  const insideNear = near.trim();
  const outer = outerWords(payref, near);
  if (inside === insideNear) return `by ${outer}`;
  if (foldCase(inside) === foldCase(insideNear))
    return `in upper and lower case${outer === "" ? "" : `, and by ${outer}`}`;
  return `by ${slipWords(payref, near)}`;
}

/** The white space at the ends that only one of them has; '' where both have the same. */
function outerWords(payref: string, near: string): string {
  const leading = blankWords("leading", ends(payref).before, ends(near).before);
  const trailing = blankWords("trailing", ends(payref).after, ends(near).after);
  return [leading, trailing].filter((words) => words !== "").join(" and ");
}

function ends(text: string): { readonly before: string; readonly after: string } {
  const inside = text.trim();
  const from = text.length - text.trimStart().length;
  return { before: text.slice(0, from), after: text.slice(from + inside.length) };
}

function blankWords(where: "leading" | "trailing", one: string, other: string): string {
  if (one === other) return "";
  const blank = one === "" ? other : one;
  const isOne = one === "" || other === "";
  if (!isOne || !/^ +$/u.test(blank)) return `${where} white space`;
  return blank.length === 1 ? `a ${where} space` : `${blank.length} ${where} spaces`;
}

/** One character added, left out or replaced, or two that changed places. */
function slipWords(payref: string, near: string): string {
  const [mine, theirs] = middles(Array.from(payref), Array.from(near));
  if (theirs === "") return /\s/u.test(mine) ? "an inner space" : `an extra ${named(mine)}`;
  if (mine === "") return /\s/u.test(theirs) ? "a missing space" : `a missing ${named(theirs)}`;
  if (Array.from(mine).length > 1) return "two characters that changed places";
  const words = `${named(mine)} in place of ${named(theirs)}`;
  return looksLike(mine, theirs) ? `${words}, which looks alike` : words;
}

/** What is left of two texts without the beginning and the end that they share. */
function middles(one: readonly string[], other: readonly string[]): readonly [string, string] {
  const shorter = Math.min(one.length, other.length);
  let from = 0;
  while (from < shorter && one[from] === other[from]) from += 1;
  let tail = 0;
  while (tail < shorter - from && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  const middle = (text: readonly string[]) => text.slice(from, text.length - tail).join("");
  return [middle(one), middle(other)];
}

/** A character that is seen on paper, as it is; of others what they are. */
function named(character: string): string {
  if (/^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)) return character;
  return /^\s$/u.test(character) ? "a space" : `invisible character (${codePointOf(character)})`;
}

// Amounts in hundredths, or taken for such: the commonest slip between two systems.

/** Whether one amount is exactly a hundred times the other or a hundredth of it; null if neither. */
export function hundredfoldWords(amount: number, of: number): string | null {
  if (isHundredfold(amount, of)) return "exactly 100 times as much";
  return isHundredfold(of, amount) ? "exactly a hundredth of it" : null;
}

function isHundredfold(amount: number, of: number): boolean {
  return amount !== 0 && amount === of * 100;
}
