import { Command } from "commander";
import { TieoutError } from "../../core/errors.ts";
import { matchesDocument } from "../../core/review/decisions/documents.ts";
import type { StandingMatch } from "../../core/review/match/manual-match.ts";
import { findCandidates, findGroup } from "../../main/services/review/match-candidates.ts";
import { decideMatch, listMatches, undoMatch } from "../../main/services/review/match.ts";
import { ledgerWording } from "../ledger-wording.ts";
import { writeJsonList } from "../print/json-list.ts";
import { printCandidates, writeCandidatesJson } from "../print/print-candidates.ts";
import { printMatches } from "../print/print-match.ts";
import type { Session } from "../session.ts";
import { integerArgument, usageError } from "../usage.ts";
import { writeMatch } from "../write-match.ts";

interface Flags {
  readonly walletId?: number[];
  readonly payId?: number[];
  readonly candidates?: boolean;
  readonly group?: boolean;
  readonly undo?: number;
  readonly note?: string;
  readonly by?: string;
  readonly json?: boolean;
}

const HELP_AFTER = `
Examples:
  tieout match wallet.tieout
      every match, with who made it, why, and whether it still holds
  tieout match wallet.tieout --candidates --wallet-id 8812
      the transactions that may belong to an entry, best first, each with what would remain; --pay-id lists entries
  tieout match wallet.tieout --wallet-id 8812 --pay-id 4711 --note "Payref mistyped by the provider" --by "Ada Obi"
      one entry with one transaction
  tieout match wallet.tieout --wallet-id 8812 --wallet-id 8813 --pay-id 4711 --note "Paid in two parts" --by "Ada Obi"
      several with one; you can match several with several, in one currency
  tieout match wallet.tieout --wallet-id 8812 --group --note "One payout of the week" --by "Ada Obi"
      an entry with all the payments that it settles, as --candidates lists them
  tieout match wallet.tieout --undo 3 --by "Ada Obi"
      undoes match 3

From then on the check follows the match instead of the payrefs. The given entries settle the given transactions, together with
any other entries that have one of their payrefs. The sum of the entries is compared with the amount expected of the paid
transactions. A match holds until a later pull changes one of its records. Then it shows as reopened, with the changes, and the
check follows the payrefs again. A record can be in only one match. To match it again, undo that match first. After a match,
Tieout prints the sum of its entries and the amount expected. If a match changes a prepared or signed month, that month is listed.

Nothing is ever erased: matches and reversals stay in the ledger and in its audit trail. They share one number sequence, so the
numbers of matches have gaps.`;

/**
 * `tieout match LEDGER`: makes a match, lists candidates (`--candidates`), or undoes a match (`--undo ID`).
 */
export function matchCommand(session: Session): Command {
  return new Command("match")
    .argument("<ledger>", "the ledger (.tieout)")
    .option(
      "--wallet-id <number>",
      "an entry of the match; may be given several times",
      collectIds("--wallet-id"),
    )
    .option(
      "--pay-id <number>",
      "a transaction of the match; may be given several times",
      collectIds("--pay-id"),
    )
    .option("--candidates", "list what may belong to the records named; write nothing")
    .option("--group", "match the records named with all that a cause of the check ties them to")
    .option(
      "--undo <number>",
      "undo the match with this number, without --wallet-id and --pay-id",
      integerArgument("--undo", 1),
    )
    .option("--note <text>", "why")
    .option("--by <name>", "who matches")
    .option("--json", "print JSON (tieout.match/1; with --candidates tieout.candidates/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, flags: Flags) => {
      if (flags.candidates === true) return showCandidates(session, ledger, flags);
      const [match, isNew] = await matchFrom(ledger, flags, session);
      if (match !== null) return writeMatch(session, ledger, match, { isNew, json: flags.json ?? false });
      const matches = listMatches(ledger);
      session.progress.clear();
      if (flags.json !== true) {
        return printMatches(session.terminal, matches, ledgerWording(ledger));
      }
      const { matches: listed, ...head } = matchesDocument(matches);
      return writeJsonList(session.terminal, head, "matches", listed);
    });
}

/**
 * Matches or undoes, as the flags say.
 *
 * @returns the match, and whether it was just made; null when they ask for the list
 * @throws TieoutError USAGE when they ask for half of each; DECISION_INVALID without a note or a name
 */
async function matchFrom(
  ledger: string,
  { walletId: walletIDs = [], payId: payIDs = [], group = false, undo, note, by }: Flags,
  { context }: Session,
): Promise<readonly [match: StandingMatch | null, isNew: boolean]> {
  const isMatching = walletIDs.length > 0 || payIDs.length > 0;
  if (undo !== undefined) {
    if (isMatching || group) throw usageError("Give either --undo or --wallet-id and --pay-id, not both.");
    if (by === undefined) throw missing("Undoing a match needs a name. Add --by NAME");
    return [await undoMatch({ ledger, id: undo, note: note ?? "", by }, context), false];
  }
  if (!isMatching) {
    if (note === undefined && by === undefined && !group) return [null, false];
    throw usageError("Name what to match with --wallet-id and --pay-id, or a match with --undo.");
  }
  if (!group && walletIDs.length === 0)
    throw usageError("Name the entries of the match, too, with --wallet-id.");
  if (!group && payIDs.length === 0)
    throw usageError("Name the transactions of the match, too, with --pay-id.");
  if (note === undefined) {
    throw missing("A match needs a note that says why its records belong together. Add --note TEXT");
  }
  if (by === undefined) throw missing("A match needs a name. Add --by NAME");
  const named = { ledger, walletIDs, payIDs };
  const { walletIDs: entries, payIDs: transactions } = group ? findGroup(named, context) : named;
  return [await decideMatch({ ledger, walletIDs: entries, payIDs: transactions, note, by }, context), true];
}

/** The error of a match without words of its own, naming the option that gives them. */
function missing(sentence: string): TieoutError {
  return new TieoutError("DECISION_INVALID", sentence);
}

/** @throws TieoutError USAGE; otherwise as `findCandidates` */
async function showCandidates(
  { terminal, progress, context }: Session,
  ledger: string,
  { walletId: walletIDs = [], payId: payIDs = [], group = false, undo, note, by, json = false }: Flags,
): Promise<void> {
  if (group || undo !== undefined || note !== undefined || by !== undefined) {
    throw usageError("--candidates writes nothing and takes no --group, --undo, --note or --by.");
  }
  if (walletIDs.length === 0 && payIDs.length === 0) {
    throw usageError("Name the records to find candidates for, with --wallet-id, --pay-id or both.");
  }
  const found = findCandidates({ ledger, walletIDs, payIDs }, context);
  progress.clear();
  await (json ? writeCandidatesJson(terminal, found) : printCandidates(terminal, found));
}

/** @returns an argument parser that throws TieoutError USAGE */
function collectIds(name: string): (text: string, before: readonly number[] | undefined) => number[] {
  const read = integerArgument(name, Number.MIN_SAFE_INTEGER);
  return (text, before) => [...(before ?? []), read(text)];
}
