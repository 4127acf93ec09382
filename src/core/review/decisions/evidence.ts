/** The records that findings depend on. A decision is tied to them as well as to the finding's numbers. */
import { putUnder } from "../../sorted.ts";
import { type Ground, evidenceGround } from "../../reconcile/input/rules.ts";
import { sameWallet } from "../../reconcile/input/chains.ts";
import type { Finding } from "../../reconcile/input/findings.ts";
import {
  type CheckInput,
  type MatchedRecords,
  type RecordIds,
  rowsOf,
  type RecordRows,
} from "../../reconcile/input/input.ts";
import { type CheckResult, SETTLEMENT } from "../../reconcile/input/result.ts";

/**
 * The records that findings depend on, each with those that its rule looks at; what is not held is left out.
 * An entry depends on the one transaction that stands for its tie, never on the other entries of it, so that
 * however many are tied together this takes time by the records and findings there are.
 *
 * @param findings of the check, in any order
 * @returns in the order of the findings; ids ascending, each once
 */
export function evidenceOf(
  input: CheckInput,
  result: CheckResult,
  findings: readonly Finding[],
): RecordIds[] {
  const about = subjectsOf(input, findings);
  const rows = { entries: new Set<number>(), transactions: new Set<number>() };
  for (const { entry, transaction, ground } of about) {
    if (entry !== null && ground === "chain") rows.entries.add(entry);
    if (transaction !== null && ground === "tie") rows.transactions.add(transaction);
  }
  const repeated = about.flatMap(({ entry, ground }) =>
    entry !== null && ground === "repeat" ? [entry] : [],
  );
  const found: FoundNeighbours = {
    before: entriesBefore(input, result, rows.entries),
    tied: entriesTied(result, rows.transactions),
    first: firstOfRepeats(input, result, repeated),
    standing: standingFor(input, result, rows.transactions),
    together: matchedTogether(input, result, rows.transactions),
  };
  return about.map((subject) => asEvidence(input, restsOn(subject, result, found)));
}

/** What a finding is about, by rows; null where it is about none that is held. */
interface EvidenceRowsOf {
  readonly entry: number | null;
  readonly transaction: number | null;
  /** Of a break: the other rows that its cause names. */
  readonly named: readonly number[];
  readonly ground: Ground;
}

/** By row, for the rows that were asked for. */
interface FoundNeighbours {
  /** The entry before an entry in its chain. */
  readonly before: ReadonlyMap<number, number>;
  /** The entries tied to a transaction that stands for its tie. */
  readonly tied: ReadonlyMap<number, readonly number[]>;
  /** The entry that an entry repeats. */
  readonly first: ReadonlyMap<number, number>;
  /** The transaction that stands for one that does not itself. */
  readonly standing: ReadonlyMap<number, number>;
  /** The transactions that are manually matched together with one. */
  readonly together: ReadonlyMap<number, readonly number[]>;
}

function subjectsOf({ entries, transactions }: CheckInput, findings: readonly Finding[]): EvidenceRowsOf[] {
  const entryRows = rowsOf(
    entries.walletID,
    findings.flatMap((finding) => [
      ...(finding.walletID === null ? [] : [finding.walletID]),
      ...namedIn(finding),
    ]),
  );
  const transactionRows = rowsOf(
    transactions.payID,
    findings.flatMap(({ payID }) => payID ?? []),
  );
  return findings.map((finding) => ({
    entry: entryRows.get(finding.walletID ?? Number.NaN) ?? null,
    transaction: transactionRows.get(finding.payID ?? Number.NaN) ?? null,
    named: namedIn(finding).flatMap((walletID) => entryRows.get(walletID) ?? []),
    ground: evidenceGround(finding.rule),
  }));
}

/** walletIDs of the rows that a break's cause names. */
function namedIn({ continuesFrom, stretch }: Finding): readonly number[] {
  return stretch?.walletIDs ?? (continuesFrom === undefined ? [] : [continuesFrom]);
}

function restsOn(
  { entry, transaction, named, ground }: EvidenceRowsOf,
  result: CheckResult,
  found: FoundNeighbours,
): RecordRows {
  if (entry !== null) {
    const older = ground === "chain" ? found.before.get(entry) : found.first.get(entry);
    const tied = result.entryOutcomes.transaction[entry] ?? -1;
    const isTied = (ground === "tie" || ground === "repeat") && tied !== -1;
    const entries = older === undefined ? [entry, ...named] : [older, entry, ...named];
    return { entries, transactions: isTied ? [tied] : [] };
  }
  if (transaction === null) return { entries: [], transactions: [] };
  if (ground !== "tie") return { entries: [], transactions: [transaction] };
  const standing = found.standing.get(transaction);
  if (standing !== undefined) return { entries: [], transactions: [transaction, standing] };
  return {
    entries: found.tied.get(transaction) ?? [],
    transactions: [transaction, ...(found.together.get(transaction) ?? [])],
  };
}

function asEvidence({ entries, transactions }: CheckInput, rows: RecordRows): RecordIds {
  return {
    walletIDs: ascending(rows.entries, entries.walletID),
    payIDs: ascending(rows.transactions, transactions.payID),
  };
}

function ascending(rows: readonly number[], ids: ArrayLike<number>): number[] {
  const all = new Set(rows.map((row) => ids[row] as number));
  return [...all].toSorted((a, b) => a - b);
}

/** The entry before each of some in its chain; the oldest of a wallet has none. */
function entriesBefore(
  { entries }: CheckInput,
  { entryOutcomes: { order }, options: { chainScope } }: CheckResult,
  asked: ReadonlySet<number>,
): Map<number, number> {
  const before = new Map<number, number>();
  if (asked.size === 0) return before;
  for (let at = 1; at < order.length; at += 1) {
    const [older, row] = [order[at - 1] as number, order[at] as number];
    if (asked.has(row) && sameWallet(entries, chainScope, older, row)) before.set(row, older);
  }
  return before;
}

/** The entries tied to each of some transactions, of those that stand for a tie. */
function entriesTied(
  { entryOutcomes: { order, transaction } }: CheckResult,
  asked: ReadonlySet<number>,
): Map<number, number[]> {
  const tied = new Map<number, number[]>();
  if (asked.size === 0) return tied;
  for (const row of order) {
    const of = transaction[row] as number;
    if (of !== -1 && asked.has(of)) putUnder(tied, of, row);
  }
  return tied;
}

/** Of each repeated movement of a payment the entry that came first. */
function firstOfRepeats(
  { entries }: CheckInput,
  { entryOutcomes: { order, transaction, movement } }: CheckResult,
  repeats: readonly number[],
): Map<number, number> {
  const firsts = new Map<string, number>();
  if (repeats.length === 0) return new Map();
  const asked = new Set(repeats.map((row) => transaction[row] as number));
  const keyOf = (row: number) => `${transaction[row]} ${movement[row]}`;
  for (const row of order) {
    if (!asked.has(transaction[row] as number)) continue;
    const first = firsts.get(keyOf(row)) ?? row;
    const isOlder = (entries.walletID[row] as number) <= (entries.walletID[first] as number);
    firsts.set(keyOf(row), isOlder ? row : first);
  }
  return new Map(repeats.map((row) => [row, firsts.get(keyOf(row)) ?? row]));
}

/** The transaction that the entries of a payref or manual match are matched with, for some that are not. */
function standingFor(
  { transactions, human }: CheckInput,
  { transactionOutcomes: { matched } }: CheckResult,
  asked: ReadonlySet<number>,
): Map<number, number> {
  const others = [...asked].filter((row) => matched[row] !== 1);
  if (others.length === 0) return new Map();
  const hands = handsBy(human.matches);
  const tieOf = (row: number) => {
    const hand = hands.get(transactions.payID[row] as number);
    return hand === undefined ? (transactions.payref[row] as number) : -hand.id;
  };
  const ties = new Set(others.map(tieOf));
  const standing = new Map<number, number>();
  for (let row = 0; row < transactions.length; row += 1) {
    if (matched[row] === 1 && ties.has(tieOf(row))) standing.set(tieOf(row), row);
  }
  return new Map(
    others.flatMap((row) => {
      const found = standing.get(tieOf(row));
      return found === undefined ? [] : [[row, found] as const];
    }),
  );
}

/** By transaction, what is settled together with it: all of a manual match but the one standing for them. */
function matchedTogether(
  { transactions, human }: CheckInput,
  { transactionOutcomes: { settlement } }: CheckResult,
  asked: ReadonlySet<number>,
): Map<number, readonly number[]> {
  const together = new Map<number, readonly number[]>();
  if (human.matches.length === 0 || asked.size === 0) return together;
  const hands = handsBy(human.matches);
  const rows = rowsOf(transactions.payID, [...hands.keys()]);
  for (const row of asked) {
    const match = hands.get(transactions.payID[row] as number);
    if (match === undefined || settlement[row] === SETTLEMENT.settledTogether) continue;
    const others = match.payIDs.flatMap((payID) => rows.get(payID) ?? []);
    together.set(
      row,
      others.filter((one) => settlement[one] === SETTLEMENT.settledTogether),
    );
  }
  return together;
}

function handsBy(matches: readonly MatchedRecords[]): Map<number, MatchedRecords> {
  return new Map(matches.flatMap((match) => match.payIDs.map((payID) => [payID, match] as const)));
}
