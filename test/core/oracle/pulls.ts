/** "Before the rules: one record each", and what the pulls say of each other. */
import { canonicalJson } from "../../../src/core/canonical.ts";
import { type Entry, entryDocument } from "../../../src/core/records/entry.ts";
import { type Transaction, transactionDocument } from "../../../src/core/records/transaction.ts";
import { sha256 } from "../../helpers/records.ts";
import type { OraclePull } from "./terms.ts";

/** What is known of one walletID or payID after all pulls. */
export interface Known<R> {
  readonly id: number;
  /** One content per pull that had it, oldest first, copies collapsed. */
  readonly versions: R[];
  /** The place of the pull that brought each of them. */
  readonly broughtBy: number[];
  gone: boolean;
  /** Its content each time that it was there again. */
  readonly returns: R[];
  /** Of the newest pull that had it. */
  copies: "none" | "repeated" | "conflicting";
  /** Those of that pull, that of the lowest SHA-256 first. */
  sent: readonly R[];
}

/** Neighbours in time whose contents differ. */
export function changesOf<R>(known: Known<R>, textOf: (record: R) => string): { before: R; after: R }[] {
  return known.versions.slice(1).flatMap((after, at) => {
    const before = known.versions[at]!;
    return textOf(before) === textOf(after) ? [] : [{ before, after }];
  });
}

export const entryText = (entry: Entry): string => canonicalJson(entryDocument(entry));
export const transactionText = (one: Transaction): string => canonicalJson(transactionDocument(one));

export function entriesOf(pulls: readonly OraclePull[]): Known<Entry>[] {
  const lists = pulls.map(({ entries }) => entries);
  return follow(
    lists,
    (entry) => entry.walletID,
    entryText,
    (list) => Math.min(...list.map((entry) => entry.walletID)),
  );
}

export function transactionsOf(pulls: readonly OraclePull[]): Known<Transaction>[] {
  const lists = pulls.map(({ transactions }) => transactions);
  return follow(
    lists,
    (one) => one.payID,
    transactionText,
    () => -Infinity,
  );
}

/**
 * @param lists one of each pull, null where it was not asked for
 * @param reach the lowest id of a list whose absence in it means something
 */
function follow<R>(
  lists: readonly (readonly R[] | null)[],
  idOf: (record: R) => number,
  textOf: (record: R) => string,
  reach: (list: readonly R[]) => number,
): Known<R>[] {
  const all = new Map<number, Known<R>>();
  for (const [pull, list] of lists.entries()) {
    if (list === null) continue;
    const ids = new Set(list.map(idOf));
    for (const id of ids) {
      const copies = list.filter((record) => idOf(record) === id);
      const known = all.get(id) ?? {
        id,
        versions: [],
        broughtBy: [],
        gone: false,
        returns: [],
        copies: "none" as const,
        sent: [],
      };
      const texts = new Map(copies.map((copy) => [copy, textOf(copy)]));
      const hashOf = (copy: R) => sha256(texts.get(copy)!);
      known.sent = copies.toSorted((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1));
      known.versions.push(known.sent[0]!);
      known.broughtBy.push(pull);
      if (known.gone) known.returns.push(known.versions.at(-1)!);
      known.gone = false;
      const distinct = new Set(texts.values()).size;
      known.copies = distinct > 1 ? "conflicting" : copies.length > 1 ? "repeated" : "none";
      all.set(id, known);
    }
    const lowest = list.length === 0 ? -Infinity : reach(list);
    for (const known of all.values()) if (!ids.has(known.id) && known.id >= lowest) known.gone = true;
  }
  return [...all.values()].toSorted((a, b) => a.id - b.id);
}

/** Whether no chain of pulls, each overlapping the next, has seen both walletIDs and all between. */
export function seenApart(pulls: readonly OraclePull[], older: number, newer: number): boolean {
  const ranges = pulls.flatMap(({ entries }) => {
    const ids = (entries ?? []).map((entry) => entry.walletID);
    return ids.length === 0 ? [] : [{ from: Math.min(...ids), to: Math.max(...ids) }];
  });
  let reach = ranges.filter(({ from, to }) => from <= older && older <= to);
  for (;;) {
    const wider = ranges.filter((one) => reach.some((other) => one.from <= other.to && other.from <= one.to));
    if (wider.length === reach.length) break;
    reach = wider;
  }
  return !reach.some(({ from, to }) => from <= newer && newer <= to);
}
