/** Matches made by hand, and the records that decisions and matches are bound to. */
import { z } from "zod";
import type {
  BoundChange,
  BoundEntry,
  BoundRecords,
  BoundTransaction,
} from "../core/review/decisions/bound-records.ts";
import { MATCH_STATES, type StandingMatch } from "../core/review/match/manual-match.ts";
import { count, integer, listOf, objectOf, text } from "./parts.ts";
import { fieldChange } from "./restatement.ts";

const boundEntries = listOf(objectOf<BoundEntry>({ walletID: integer, sha256: text }));
const boundTransactions = listOf(objectOf<BoundTransaction>({ payID: integer, sha256: text }));

/** What a decision rests on. */
export const boundRecords = objectOf<BoundRecords>({
  entries: boundEntries,
  transactions: boundTransactions,
});

/** What a match ties: at least one record of each kind. */
export const matchedRecords = boundRecords.refine(
  ({ entries, transactions }) => entries.length > 0 && transactions.length > 0,
);

/** A match and how it stands now. */
export const manualMatch = objectOf<StandingMatch>({
  id: count,
  state: z.enum(MATCH_STATES),
  note: text,
  by: text,
  atMs: z.number(),
  undone: objectOf<NonNullable<StandingMatch["undone"]>>({
    by: text,
    note: text,
    atMs: z.number(),
  }).nullable(),
  entries: boundEntries,
  transactions: boundTransactions,
  changes: listOf(
    objectOf<BoundChange>({ walletID: integer.nullable(), payID: integer.nullable(), ...fieldChange }),
  ),
});
