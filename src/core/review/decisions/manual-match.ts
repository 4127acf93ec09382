/**
 * Manual matches: entries that a person tied to transactions, or to lines of a bank's statement, with their contents at
 * the time.
 */
import type { HumanAct, ActNote } from "../../human-act.ts";
import { TieoutError } from "../../errors.ts";
import type { BoundChange, BoundEntry, BoundRecords, BoundTransaction } from "./bound-records.ts";
import { type BoundLines, type LinePlace, lineKey, linePlaceWords } from "../../bank/accepted.ts";
import { nameOf, noteOf, reasonOf } from "./note-rules.ts";

/** What a match ties: entries to transactions, or to a bank's lines. */
export interface MatchRecords extends BoundRecords {
  /** Left out of a match with transactions, of which one with lines has none. */
  readonly bank?: BoundLines;
}

/** One manual match, or the undoing of one. Neither is ever changed or deleted. */
export interface ManualMatch extends HumanAct {
  /** The id of the match that no longer counts from here on; null for a match of its own. */
  readonly undoes: number | null;
  /** At least one of each side; of an undoing those of the match it undoes. */
  readonly records: MatchRecords;
}

/** `in-force`: used; `reopened`: a record is gone or has other content; `undone`: taken back. */
export const MATCH_STATES = ["in-force", "reopened", "undone"] as const;
export type MatchState = (typeof MATCH_STATES)[number];

export interface StandingMatch extends HumanAct {
  readonly state: MatchState;
  /** Who took it back; null unless undone. */
  readonly undone: ActNote | null;
  readonly entries: BoundEntry[];
  readonly transactions: BoundTransaction[];
  /** Of a match with a bank's lines. */
  readonly bank?: BoundLines;
  /** When reopened: what changed in its records, entries first, by id and field. */
  readonly changes: BoundChange[];
}

/** The matches that were not undone, by id, and the undos of the others. */
export function matchesNotUndone(all: readonly ManualMatch[]): {
  readonly standing: readonly ManualMatch[];
  readonly reversals: ReadonlyMap<number, ManualMatch>;
} {
  const reversals = new Map(all.flatMap((one) => (one.undoes === null ? [] : [[one.undoes, one] as const])));
  return { standing: all.filter(({ id, undoes }) => undoes === null && !reversals.has(id)), reversals };
}

/** The matches that were not undone, and which of them has a record, which the next match must not use. */
export class StandingMatches {
  readonly #matches = new Map<number, MatchRecords>();
  readonly #entries = new Map<number, number>();
  readonly #transactions = new Map<number, number>();
  readonly #lines = new Map<string, number>();
  /** Who took a match back, by the match. */
  readonly #reversals = new Map<number, string>();

  /** @param all matches and reversals, in the order in which they were made */
  constructor(all: readonly ManualMatch[] = []) {
    for (const one of all) this.take(one);
  }

  /** Goes on with a match or an undoing, admissible or not. */
  take({ id, by, undoes, records }: Pick<ManualMatch, "id" | "by" | "undoes" | "records">): void {
    if (undoes === null) {
      this.#matches.set(id, records);
      for (const { walletID } of records.entries) this.#entries.set(walletID, id);
      for (const { payID } of records.transactions) this.#transactions.set(payID, id);
      for (const line of records.bank?.lines ?? []) this.#lines.set(lineKey(line), id);
      return;
    }
    this.#matches.delete(undoes);
    this.#reversals.set(undoes, by);
    for (const { walletID } of records.entries) release(this.#entries, walletID, undoes);
    for (const { payID } of records.transactions) release(this.#transactions, payID, undoes);
    for (const line of records.bank?.lines ?? []) release(this.#lines, lineKey(line), undoes);
  }

  /** The first match that has one of these records, with the record; null when none has. */
  holderOf(
    walletIDs: readonly number[],
    payIDs: readonly number[],
    lines: readonly LinePlace[] = [],
  ): { readonly id: number; readonly records: MatchRecords; readonly record: string } | null {
    const held = [
      ...walletIDs.map((id) => ({ match: this.#entries.get(id), record: `walletID ${id}` })),
      ...payIDs.map((id) => ({ match: this.#transactions.get(id), record: `payID ${id}` })),
      ...lines.map((line) => ({ match: this.#lines.get(lineKey(line)), record: linePlaceWords(line) })),
    ];
    let first: { readonly id: number; readonly record: string } | null = null;
    for (const { match, record } of held) {
      if (match !== undefined && match < (first?.id ?? Infinity)) first = { id: match, record };
    }
    const records = first === null ? undefined : this.#matches.get(first.id);
    return first === null || records === undefined ? null : { ...first, records };
  }

  /** @throws TieoutError MATCH_NOT_FOUND; MATCH_CONFLICT when it was undone already */
  recordsInForce(id: number): MatchRecords {
    const records = this.#matches.get(id);
    if (records !== undefined) return records;
    const by = this.#reversals.get(id);
    const named = { record: `match ${id}` };
    if (by === undefined)
      throw new TieoutError("MATCH_NOT_FOUND", "There is no match with this number", named);
    throw new TieoutError("MATCH_CONFLICT", `${by} has already undone this match`, named);
  }
}

function release<K>(holders: Map<K, number>, record: K, match: number): void {
  if (holders.get(record) === match) holders.delete(record);
}

/** The words as stored. @throws TieoutError DECISION_INVALID without a name, or a match's note */
export function matchWords(
  { by, note }: Pick<ManualMatch, "by" | "note">,
  isUndoing: boolean,
): Pick<ManualMatch, "by" | "note"> {
  if (isUndoing) {
    const name = nameOf(by, "Undoing a match needs a name");
    return { by: name, note: noteOf(note, null) };
  }
  return {
    note: reasonOf(note, "A match needs a note that says why its records belong together"),
    by: nameOf(by, "A match needs a name"),
  };
}
