/** Manual matches in force at the check's end, by row. */
import { byEachKey } from "../../sorted.ts";
import type { MatchedRecords } from "../../reconcile/input/input.ts";
import type { CheckedRecords, ReportInput, ReportMatch } from "./input.ts";

export interface MatchedRow<Match = ReportMatch> {
  readonly match: Match;
  /** Row of the transaction that stands for the match: what is expected of it is what all of them expect. */
  readonly lead: number;
  /** Whether a person named the record itself; else it came by the payref of a transaction of the match. */
  readonly named: boolean;
}

export interface MatchedRows<Match = ReportMatch> {
  readonly ofEntry: ReadonlyMap<number, MatchedRow<Match>>;
  readonly ofTransaction: ReadonlyMap<number, MatchedRow<Match>>;
  /** By lead: the transactions that it stands for, itself among them. */
  readonly together: ReadonlyMap<number, readonly number[]>;
}

/** Finds the records of the matches in force; those of records after the check's end tie nothing. */
export function matchedRowsOf(input: ReportInput): MatchedRows {
  const matches = input.matches.filter(({ state }) => state === "in-force");
  return placed(input, {
    byWalletID: byEachKey(matches, ({ records }) => records.entries.map(({ walletID }) => walletID)),
    byPayID: byEachKey(matches, ({ records }) => records.transactions.map(({ payID }) => payID)),
  });
}

/** The same of the matches that the check goes by, without what people wrote about them. */
export function checkedMatches(
  input: Pick<CheckedRecords, "check" | "records">,
): MatchedRows<MatchedRecords> {
  const { matches } = input.records.human;
  return placed(input, {
    byWalletID: byEachKey(matches, ({ walletIDs }) => walletIDs),
    byPayID: byEachKey(matches, ({ payIDs }) => payIDs),
  });
}

interface MatchesById<Match> {
  readonly byWalletID: ReadonlyMap<number, Match>;
  readonly byPayID: ReadonlyMap<number, Match>;
}

function placed<Match>(
  { check, records }: Pick<CheckedRecords, "check" | "records">,
  { byWalletID, byPayID }: MatchesById<Match>,
): MatchedRows<Match> {
  const { entryOutcomes } = check;
  const { entries, transactions } = records;
  const leads = new Map<number, MatchedRow<Match>>();
  const ofEntry = new Map<number, MatchedRow<Match>>();
  if (byWalletID.size === 0) return { ofEntry, ofTransaction: leads, together: new Map() };
  for (const row of entryOutcomes.order) {
    const match = byWalletID.get(entries.walletID[row] as number);
    const lead = entryOutcomes.transaction[row] as number;
    if (match === undefined || lead === -1) continue;
    // A match that the check does not go by leaves the entry with its own payref's transaction.
    if (byPayID.get(transactions.payID[lead] as number) !== match) continue;
    const hand = { match, lead, named: true };
    leads.set(lead, hand);
    ofEntry.set(row, hand);
  }
  for (const row of entryOutcomes.order) {
    const hand = leads.get(entryOutcomes.transaction[row] as number);
    if (hand !== undefined && !ofEntry.has(row)) ofEntry.set(row, { ...hand, named: false });
  }
  const ofTransaction = transactionHands(records, byPayID, leads);
  const together = Map.groupBy(ofTransaction.keys(), (row) => ofTransaction.get(row)?.lead ?? row);
  return { ofEntry, ofTransaction, together };
}

function transactionHands<Match>(
  { transactions }: ReportInput["records"],
  byPayID: ReadonlyMap<number, Match>,
  leads: ReadonlyMap<number, MatchedRow<Match>>,
): Map<number, MatchedRow<Match>> {
  const held = new Map([...leads.values()].map((hand) => [hand.match, hand]));
  const hands = new Map<number, MatchedRow<Match>>();
  transactions.payID.forEach((payID, row) => {
    const match = byPayID.get(payID);
    const hand = match === undefined ? undefined : held.get(match);
    if (hand !== undefined) hands.set(row, hand);
  });
  return hands;
}

/** How an entry came to its transaction, as B1 says it; null for the usual way, its own payref. */
export function entryTie(hand: MatchedRow | undefined): string | null {
  if (hand === undefined) return null;
  return hand.named ? `by hand, match ${hand.match.id}` : `by payref, in match ${hand.match.id}`;
}

/** How a transaction is matched by hand, as B2 says it; null for one that is not. */
export function transactionTie(
  { records }: ReportInput,
  hand: MatchedRow | undefined,
  row: number,
): string | null {
  if (hand === undefined) return null;
  const { match, lead } = hand;
  if (match.records.transactions.length === 1) return `match ${match.id}`;
  return row === lead
    ? `match ${match.id}, lead`
    : `match ${match.id}, with ${records.transactions.payID[lead]}`;
}
