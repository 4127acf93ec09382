/** Payrefs similar to an orphan's. They are suggestions and never a match. */
import { compareBytes, escapeUnstorable, unescapeUnstorable } from "../../text/text.ts";
import { oncePer } from "../../work/once-per.ts";
import { type CheckInput, NO_PAYREF, type TextColumn } from "../input.ts";
import { HashIndex } from "./hash-index.ts";
import { isAtDistanceOne, normalise } from "./likeness.ts";
import { LikenessFilter } from "./likeness-filter.ts";
import { eachNearHash, hashOf, mostNearHashes } from "./near-hashes.ts";

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
export function suggestPayrefs(
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
