/** Accepting a bank's lines for entries as a use case: each tie becomes a match by hand, undone as any other. */
import {
  type AcceptedTie,
  type BankAnswer,
  type BoundLines,
  type LinePlace,
  byPlace,
  lineKey,
  linePlaceWords,
  sumOfLines,
} from "../../../core/bank/accepted.ts";
import type { BankTie, TieKind } from "../../../core/bank/ties.ts";
import { TieoutError } from "../../../core/errors.ts";
import { formatCount } from "../../../core/money.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { type StandingMatch, matchWords } from "../../../core/review/decisions/manual-match.ts";
import { type KeptBank, lineFinder, readKeptBank } from "../../ledger/acts/bank-books.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { ActWriter } from "../../ledger/trail/acts.ts";
import { checkLedger } from "../check/check.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { type SignedRequest, writeLookedAt } from "../shared/use-ledger.ts";
import { answersOfMonth } from "./bank-ties.ts";
import { entriesNow, matchInvalid, refuseMatched, standingMatchOf } from "./match.ts";

/** Which ties are accepted. */
export type AcceptedChoice =
  /** All of a month that are the only way, of one kind or of any. */
  | { readonly by: "month"; readonly month: Month; readonly kind: TieKind | null }
  /** Those of these entries, each of which must be the only way. */
  | { readonly by: "entries"; readonly walletIDs: readonly number[] }
  /** One tie, named with its lines: of several, of one that is short, or of any other. */
  | ({ readonly by: "lines" } & Omit<AcceptedTie, "id">);

export interface AcceptRequest extends SignedRequest {
  readonly choice: AcceptedChoice;
}

/**
 * Accepts ties, all or none, each as a match with the contents of its entries and lines as of now.
 *
 * @returns the matches; none where a month has nothing to accept
 * @throws TieoutError DECISION_INVALID without a note or name; MATCH_INVALID for an entry that is not tied in one way
 *   alone, that has a payment, or for a line that no statement has; MATCH_CONFLICT for an entry or line of another
 *   match; LEDGER_* as opening for writing raises
 */
export async function acceptTies(request: AcceptRequest, context: ServiceContext): Promise<StandingMatch[]> {
  const { note, by } = matchWords(request, false);
  return writeLookedAt(request.ledger, context, {
    look: (db) => chosenTies(db, request.choice, context),
    keep: (db, chosen) => {
      const writer = new ActWriter(db, "match");
      return chosen.map(({ walletIDs, bank }) => {
        refuseMatched(db, walletIDs, [], bank.lines);
        const records = { entries: entriesNow(db, walletIDs), transactions: [], bank };
        const match = writer.insert({ note, by, atMs: context.now(), undoes: null, records });
        return standingMatchOf(db, match, undefined, true);
      });
    },
  });
}

interface ChosenTie {
  /** Ascending. */
  readonly walletIDs: readonly number[];
  readonly bank: BoundLines;
}

function chosenTies(db: ReadableLedger, choice: AcceptedChoice, context: ServiceContext): ChosenTie[] {
  const kept = readKeptBank(db);
  if (kept === null) {
    const sentence = "The ledger has no bank's statements. Add one first";
    throw new TieoutError("MATCH_INVALID", sentence, { file: db.name });
  }
  const { result } = checkLedger(db, { period: null, options: {} }, context);
  const answers = result.bank?.answers ?? [];
  switch (choice.by) {
    case "month": {
      const ways = answersOfMonth(result, choice.month).flatMap((one) => onlyWayOf(one) ?? []);
      const own = ways.filter(({ kind }) => choice.kind === null || kind === choice.kind);
      return [...new Set(own)].map((way) => tieOf(kept, way));
    }
    case "entries": {
      const ways = foundAnswers(answers, choice.walletIDs).map((one) => onlyWayOf(one) ?? refuseEntry(one));
      return [...new Set(ways)].map((way) => tieOf(kept, way));
    }
    case "lines":
      refuseTaken(kept, answers, choice.lines);
      return [namedTie(kept, foundAnswers(answers, choice.walletIDs), choice)];
  }
}

function onlyWayOf({ state, ways }: BankAnswer): BankTie | null {
  return state === "tied" ? (ways[0] ?? null) : null;
}

/** @throws TieoutError MATCH_INVALID for an entry that the statements are not asked about */
function foundAnswers(answers: readonly BankAnswer[], walletIDs: readonly number[]): BankAnswer[] {
  const byWalletID = new Map(answers.map((one) => [one.movement.walletID, one]));
  const wanted = [...new Set(walletIDs)].toSorted((a, b) => a - b);
  if (wanted.length === 0) throw matchInvalid("A match needs at least one entry");
  return wanted.map((walletID) => {
    const found = byWalletID.get(walletID);
    if (found !== undefined) return found;
    const sentence = "The bank is asked only about entries of the ledger that move money and have no payment";
    throw matchInvalid(sentence, `walletID ${walletID}`);
  });
}

/** @throws TieoutError MATCH_INVALID or MATCH_CONFLICT */
function refuseEntry({ state, ways, movement, support }: BankAnswer): never {
  const record = `walletID ${movement.walletID}`;
  if (support !== null) {
    const sentence = `Match ${support.match} already has this record`;
    throw new TieoutError("MATCH_CONFLICT", sentence, { record });
  }
  const sentence =
    state === "several" || state === "perhaps"
      ? `It could be ${formatCount(ways.length, "way")} or none of them. Name the line`
      : "No line of the statements is within its days and of its amount";
  throw matchInvalid(sentence, record);
}

function tieOf({ places, ...kept }: KeptBank, { movements, lines }: BankTie): ChosenTie {
  const walletIDs = movements.map(({ walletID }) => walletID).toSorted((a, b) => a - b);
  return { walletIDs, bank: { places, lines: boundLines({ places, ...kept }, lines), difference: null } };
}

function namedTie(
  kept: KeptBank,
  answers: readonly BankAnswer[],
  { lines: named, difference }: Extract<AcceptedChoice, { by: "lines" }>,
): ChosenTie {
  for (const answer of answers) if (answer.support !== null) refuseEntry(answer);
  const places = [...new Map(named.map((one) => [lineKey(one), one])).values()];
  if (places.length === 0) throw matchInvalid("Name at least one line");
  const lines = boundLines(kept, places);
  const moved = sumOfLines(answers.map(({ movement }) => movement));
  if (Math.sign(sumOfLines(lines)) !== -Math.sign(moved))
    throw matchInvalid(
      "What leaves the wallet comes in at the bank, and the other way round. These lines do not",
    );
  const isApart = sumOfLines(lines) !== 0 - moved;
  if (difference !== null && !isApart)
    throw matchInvalid("Entries and lines come to the same: there is no difference to class");
  const walletIDs = answers.map(({ movement }) => movement.walletID);
  return { walletIDs, bank: { places: kept.places, lines, difference } };
}

/** A line of another match, also where that names it by another file that has it. @throws TieoutError MATCH_CONFLICT */
function refuseTaken(kept: KeptBank, answers: readonly BankAnswer[], places: readonly LinePlace[]): void {
  const find = lineFinder(kept);
  const holders = new Map(
    answers.flatMap(({ support }) =>
      (support?.lines ?? []).map((line) => [lineKey(line), support?.match] as const),
    ),
  );
  for (const place of places) {
    const found = find(place);
    const match = found === null ? undefined : holders.get(lineKey(found.line));
    if (match === undefined) continue;
    const record = linePlaceWords(place);
    throw new TieoutError("MATCH_CONFLICT", `Match ${match} already has this record`, { record });
  }
}

/** @throws TieoutError MATCH_INVALID for a line that no statement has */
function boundLines(kept: KeptBank, places: readonly LinePlace[]): BoundLines["lines"] {
  const find = lineFinder(kept);
  return places.toSorted(byPlace).map(({ evidence, at }) => {
    const found = find({ evidence, at });
    if (found === null)
      throw matchInvalid("No bank's statement that counts has this line", linePlaceWords({ evidence, at }));
    const { line, sha256 } = found;
    return { evidence, at, day: line.day, amount: line.amount, sha256 };
  });
}
