/** Payrefs similar to an orphan's. They are suggestions and never a match. */
import { compareBytes, escapeUnstorable, foldCase, unescapeUnstorable } from "../../text/text.ts";
import type { CheckInput } from "../input.ts";

const MOST = 3;

/**
 * For each orphaned payref the transactions' payrefs that equal it after trimming and case folding, then
 * those at optimal string alignment distance 1, each group in byte order, at most three.
 *
 * Two texts at distance 1 share a key (see `nearKeys`), so each payref is looked up by its few keys: the work
 * stays linear in the data. The fewer ones are indexed, be it the orphans or the transactions' payrefs: an
 * index is large beside its texts.
 */
export function suggestPayrefs(input: CheckInput, orphans: readonly number[]): Map<number, string[]> {
  const found = new Map<number, string[]>();
  if (orphans.length === 0) return found;
  const { payrefs, transactions } = input;
  // What counts is what was sent, not how it is stored.
  const sent = (id: number) => unescapeUnstorable(payrefs.at(id));
  const folded = new Map<number, Set<string>>();
  const near = new Map<number, Set<string>>();
  const own = new Set(orphans);
  const known = new Set(transactions.payref);
  if (own.size <= known.size) {
    eachLikeness(own, known, sent, (orphan, payref, isFolded) => {
      collect(isFolded ? folded : near, orphan, sent(payref));
    });
  } else {
    eachLikeness(known, own, sent, (payref, orphan, isFolded) => {
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

/** Finds the pairs that are equal after folding, and those at distance 1; a pair may come several times. */
function eachLikeness(
  indexed: ReadonlySet<number>,
  walked: ReadonlySet<number>,
  sent: (id: number) => string,
  take: (indexed: number, walked: number, isFolded: boolean) => void,
): void {
  const byNearKey = new Map<string, number[]>();
  const byFold = new Map<string, number[]>();
  for (const id of indexed) {
    const text = sent(id);
    index(byFold, normalise(text), id);
    for (const key of nearKeys(text)) index(byNearKey, key, id);
  }
  for (const id of walked) {
    const text = sent(id);
    for (const other of byFold.get(normalise(text)) ?? []) take(other, id, true);
    for (const key of nearKeys(text)) {
      for (const other of byNearKey.get(key) ?? []) {
        if (isAtDistanceOne(sent(other), text)) take(other, id, false);
      }
    }
  }
}

function normalise(text: string): string {
  return foldCase(text.trim());
}

function index(map: Map<string, number[]>, key: string, id: number): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [id]);
  else known.push(id);
}

function collect(map: Map<number, Set<string>>, orphan: number, text: string): void {
  const known = map.get(orphan);
  if (known === undefined) map.set(orphan, new Set([text]));
  else known.add(text);
}

/** In UTF-16 units: a payref longer than this is found by its ends. */
const LONG = 256;
const END = 100;

/**
 * Keys of which two texts at distance 1 share one. They become equal when one character is left out of either
 * or both: so what is left of a text without one of its characters. Of a long text that would be too much;
 * there, no single slip can touch both its ends. Texts of about the length where the one gives way to the
 * other have both kinds.
 */
function nearKeys(text: string): Iterable<string> {
  if (text.length < LONG) return remainders(text);
  const ends = [`begins ${text.slice(0, END)}`, `ends ${text.slice(-END)}`];
  return text.length > LONG + 2 ? ends : [...remainders(text), ...ends];
}

/** The text and what is left of it without one of its characters. */
function remainders(text: string): Set<string> {
  const characters = Array.from(text);
  const left = new Set([text]);
  for (let at = 0; at < characters.length; at += 1) left.add(characters.toSpliced(at, 1).join(""));
  return left;
}

/** How near two payrefs are: equal, equal after trimming and case folding, or at distance 1. */
export type PayrefLikeness = "same" | "folded" | "one-letter";

/** @returns null where they are not near each other, and where one is '' */
export function payrefLikeness(one: string, other: string): PayrefLikeness | null {
  if (one === "" || other === "") return null;
  if (one === other) return "same";
  if (normalise(one) === normalise(other)) return "folded";
  return isAtDistanceOne(one, other) ? "one-letter" : null;
}

/** Whether all but a few code units in one place are the same: of two texts at distance 1 they always are. */
function mayBeNear(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (Math.abs(one.length - other.length) > 2) return false;
  let from = 0;
  while (from < shorter && one.charCodeAt(from) === other.charCodeAt(from)) from += 1;
  let tail = 0;
  while (tail < shorter - from && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  return from + tail >= shorter - 4;
}

/** Optimal string alignment distance 1: one character inserted, deleted or replaced, or two swapped. */
function isAtDistanceOne(one: string, other: string): boolean {
  if (!mayBeNear(one, other)) return false;
  const a = Array.from(one);
  const b = Array.from(other);
  let from = 0;
  while (from < a.length && from < b.length && a[from] === b[from]) from += 1;
  let tail = 0;
  while (tail < a.length - from && tail < b.length - from && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const left = a.slice(from, a.length - tail);
  const right = b.slice(from, b.length - tail);
  if (left.length + right.length === 0) return false;
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
