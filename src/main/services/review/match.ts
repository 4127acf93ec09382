/** Manual matching as a use case: matching entries and transactions, undoing, the status of every match. */
import { TieoutError } from "../../../core/errors.ts";
import { type LinePlace, linePlaceWords } from "../../../core/bank/accepted.ts";
import {
  type BoundChange,
  type BoundEntry,
  type BoundRecords,
  type Content,
  WHOLE_RECORD,
  changesSinceBound,
} from "../../../core/review/decisions/bound-records.ts";
import {
  type ManualMatch,
  type MatchRecords,
  type StandingMatch,
  StandingMatches,
  matchWords,
  matchesNotUndone,
} from "../../../core/review/decisions/manual-match.ts";
import type { Transaction } from "../../../core/records/transaction.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { boundLineFinder } from "../../ledger/acts/bank-books.ts";
import { matchTest } from "../../ledger/acts/judgements.ts";
import { documentHash, hashFinder, recordFinder } from "../../ledger/tables/current-record.ts";
import { findRecord } from "../../ledger/records/history.ts";
import { ENTRY_TABLE, PAYMENT_TABLE, type RecordTable } from "../../ledger/tables/record-table.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import type { RecordIds } from "../../../core/reconcile/input/input.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { type SignedRequest, readProven, writeLedger } from "../shared/use-ledger.ts";
import { insertAct, listActs } from "../../ledger/trail/acts.ts";
import { currencyName } from "../../../core/words/currency.ts";

/** Records in any order; one named twice counts once. */
export type MatchRequest = SignedRequest & RecordIds;

interface UndoMatchRequest extends SignedRequest {
  readonly id: number;
}

/**
 * Ties entries to transactions, with their contents as of now.
 *
 * @throws TieoutError DECISION_INVALID without a note or name; MATCH_INVALID for a record that the ledger
 *   does not hold, and for transactions of several currencies; MATCH_CONFLICT for a record of another match;
 *   LEDGER_* as opening for writing raises
 */
export async function decideMatch(request: MatchRequest, context: ServiceContext): Promise<StandingMatch> {
  const { note, by } = matchWords(request, false);
  const [walletIDs, payIDs] = [ascending(request.walletIDs), ascending(request.payIDs)];
  if (walletIDs.length === 0) throw matchInvalid("A match needs at least one entry");
  if (payIDs.length === 0) throw matchInvalid("A match needs at least one transaction");
  return writeLedger(request.ledger, context, (db) => {
    refuseMatched(db, walletIDs, payIDs);
    const records = recordsNow(db, walletIDs, payIDs);
    const match = insertAct(db, "match", { note, by, atMs: context.now(), undoes: null, records });
    return standingMatchOf(db, match, undefined, true);
  });
}

/**
 * Takes a match back; its records count by their payrefs again. It stays in the ledger.
 *
 * @throws TieoutError DECISION_INVALID without a name; MATCH_NOT_FOUND; MATCH_CONFLICT when it was undone
 *   already; LEDGER_* as opening for writing raises
 */
export async function undoMatch(request: UndoMatchRequest, context: ServiceContext): Promise<StandingMatch> {
  const { note, by } = matchWords(request, true);
  return writeLedger(request.ledger, context, (db) => {
    const all = listActs(db, "match");
    const records = new StandingMatches(all).recordsInForce(request.id);
    const match = all.find(({ id }) => id === request.id);
    if (match === undefined) throw new Error("a match that stands is one of them");
    const undoing = insertAct(db, "match", { note, by, atMs: context.now(), undoes: match.id, records });
    return standingMatchOf(db, match, undoing, false);
  });
}

/**
 * Every match and its current state, newest first.
 *
 * @throws TieoutError when the ledger cannot be opened or read
 */
export function listMatches(ledger: LedgerAt): StandingMatch[] {
  return readProven(ledger, (db) => {
    const all = listActs(db, "match");
    const { reversals } = matchesNotUndone(all);
    const made = all.filter(({ undoes }) => undoes === null);
    const holds = matchTest(db)(made.map(({ records }) => records));
    return made
      .map((match, at) => standingMatchOf(db, match, reversals.get(match.id), holds[at] === true))
      .toReversed();
  });
}

function ascending(ids: readonly number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

/** The error for what cannot be matched. @param record e.g. `payID 7` */
export function matchInvalid(sentence: string, record?: string): TieoutError {
  return new TieoutError("MATCH_INVALID", sentence, record === undefined ? {} : { record });
}

/**
 * A record is in one match at most; a reopened one is undone first, so that it cannot come into force again
 * beside another.
 */
export function refuseMatched(
  db: ReadableLedger,
  walletIDs: readonly number[],
  payIDs: readonly number[],
  lines: readonly LinePlace[] = [],
): void {
  const holder = new StandingMatches(listActs(db, "match")).holderOf(walletIDs, payIDs, lines);
  if (holder === null) return;
  const { id, records, record } = holder;
  const sentence =
    matchTest(db)([records])[0] === true
      ? `Match ${id} already has this record`
      : `Match ${id} reopened and still holds this record. Undo it first`;
  throw new TieoutError("MATCH_CONFLICT", sentence, { file: db.name, record });
}

/** The records with their contents as of now. */
function recordsNow(
  db: ReadableLedger,
  walletIDs: readonly number[],
  payIDs: readonly number[],
): BoundRecords {
  const entries = entriesNow(db, walletIDs);
  const held = recordFinder(db, PAYMENT_TABLE)(payIDs);
  const payments = payIDs.map((payID) => held.get(payID) ?? notHeld(db.name, `payID ${payID}`));
  refuseCurrencies(payments);
  return {
    entries,
    transactions: payments.map((record) => ({
      payID: record.payID,
      sha256: documentHash(PAYMENT_TABLE.document(record)),
    })),
  };
}

/** Entries with their contents as of now. @throws TieoutError MATCH_INVALID */
export function entriesNow(db: ReadableLedger, walletIDs: readonly number[]): BoundEntry[] {
  const hashes = hashFinder(db, ENTRY_TABLE)(walletIDs);
  return walletIDs.map((walletID) => ({
    walletID,
    sha256: hashes.get(walletID) ?? notHeld(db.name, `walletID ${walletID}`),
  }));
}

/** Refuses a record that the ledger has not. @param record e.g. `payID 7` @throws TieoutError MATCH_INVALID */
export function notHeld(ledger: string, record: string): never {
  throw new TieoutError("MATCH_INVALID", "The ledger has no current record with this number", {
    file: ledger,
    record,
  });
}

/** Amounts of several currencies do not add up. */
function refuseCurrencies(payments: readonly Transaction[]): void {
  const [first] = payments;
  const other = payments.find(({ currency }) => currency !== first?.currency);
  if (first === undefined || other === undefined) return;
  throw matchInvalid(
    `Its transactions are in several currencies: ${currencyName(first.currency)} and ${currencyName(other.currency)}`,
    `payID ${other.payID}`,
  );
}

export function standingMatchOf(
  db: ReadableLedger,
  { id, note, by, atMs, records }: ManualMatch,
  undoing: ManualMatch | undefined,
  isAsMatched: boolean,
): StandingMatch {
  const isUndone = undoing !== undefined;
  const isReopened = !isUndone && !isAsMatched;
  return {
    id,
    state: isUndone ? "undone" : isReopened ? "reopened" : "in-force",
    note,
    by,
    atMs,
    undone: isUndone ? { by: undoing.by, note: undoing.note, atMs: undoing.atMs } : null,
    entries: [...records.entries],
    transactions: [...records.transactions],
    ...(records.bank === undefined ? {} : { bank: records.bank }),
    changes: isReopened ? changesOf(db, records) : [],
  };
}

function changesOf(db: ReadableLedger, { entries, transactions, bank }: MatchRecords): BoundChange[] {
  const find = bank === undefined ? null : boundLineFinder(db);
  return [
    ...entries.flatMap(({ walletID, sha256 }) =>
      changesSinceBound({ walletID, payID: null }, sha256, contentsOf(db, ENTRY_TABLE, walletID)),
    ),
    ...transactions.flatMap(({ payID, sha256 }) =>
      changesSinceBound({ walletID: null, payID }, sha256, contentsOf(db, PAYMENT_TABLE, payID)),
    ),
    ...(bank?.lines ?? []).flatMap((line): BoundChange[] => {
      if (find?.(line) !== null) return [];
      const gone = { field: WHOLE_RECORD, before: line.sha256, after: null };
      return [{ walletID: null, payID: null, line: linePlaceWords(line), ...gone }];
    }),
  ];
}

/** Every content that a record had, oldest first. */
function contentsOf<R>(db: ReadableLedger, table: RecordTable<R>, id: number): Content[] {
  return findRecord(db, table, id).versions.map(({ record }) => {
    if (record === null) return null;
    const document = table.document(record);
    return { document, sha256: documentHash(document) };
  });
}
