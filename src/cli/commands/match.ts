/** What people tie to records: `tieout match`, `attach`, `evidence`. */
import { usageError } from "../../core/errors.ts";
import { decisionInvalid } from "../../core/review/decisions/note-rules.ts";
import type { Evidence } from "../../core/review/file/attachment.ts";
import { matchesDocument } from "../../core/review/standing/documents.ts";
import type { StandingMatch } from "../../core/review/decisions/manual-match.ts";
import { monthDays } from "../../core/time.ts";
import type { AskedSubject } from "../../main/services/review/attach.ts";
import {
  writeEvidence,
  printCandidates,
  printMatches,
  writeCandidatesJson,
  writeMatch,
} from "../terminal/matches.ts";
import { ledgerWording } from "../terminal/words.ts";
import {
  type Given,
  collected,
  command,
  furtherArguments,
  option,
  toggle,
  wholeNumber,
} from "../terminal/command.ts";
import { LEDGER, asFingerprint, asMonth, jsonFlag } from "../terminal/options.ts";
import { type Session, harmless, print, writeJsonList } from "../terminal/terminal.ts";

const ids = collected(wholeNumber(Number.MIN_SAFE_INTEGER));

const MATCH_TAKES = {
  ...LEDGER,
  walletId: option("<number>", "an entry of the match; may be given several times", ids),
  payId: option("<number>", "a transaction of the match; may be given several times", ids),
  candidates: toggle("list what may belong to the records named; write nothing"),
  group: toggle("match the records named with all that a cause of the check ties them to"),
  undo: option(
    "<number>",
    "undo the match with this number, without --wallet-id and --pay-id",
    wholeNumber(1),
  ),
  note: option("<text>", "why"),
  by: option("<name>", "who matches"),
  ...jsonFlag("tieout.match/1; with --candidates tieout.candidates/1"),
};
type MatchFlags = Given<typeof MATCH_TAKES>;

/** What evidence belongs to: a month, a match or a finding. @param describe what the help says of each */
function subjectOptions(describe: (subject: string) => string) {
  return {
    month: option("<YYYY-MM>", describe("month"), asMonth),
    match: option("<number>", describe("match"), wholeNumber(1)),
    fingerprint: option("<digits>", describe("finding"), asFingerprint),
  };
}
type SubjectFlags = Given<ReturnType<typeof subjectOptions>>;

export const MATCH_COMMANDS = {
  match: command({
    takes: MATCH_TAKES,
    after: `
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
numbers of matches have gaps.`,
    run: async (flags, session) => {
      const { ledger, candidates, json } = flags;
      if (candidates) return showCandidates(flags, session);
      const [match, isNew] = await matchFrom(flags, session);
      if (match !== null) return writeMatch(session, ledger, match, { isNew, json });
      const { listMatches } = await matching();
      const matches = listMatches(ledger);
      session.progress.clear();
      if (!json) return printMatches(session.terminal, matches, ledgerWording(ledger));
      return writeJsonList(session.terminal, matchesDocument(matches), "matches");
    },
  }),

  attach: command({
    takes: {
      ...LEDGER,
      files: furtherArguments("the files to attach"),
      ...subjectOptions((subject) => `the ${subject} that they belong to`),
      withdraw: option(
        "<number>",
        "withdraw the evidence with this number, without files; needs --note",
        wholeNumber(1),
      ),
      note: option("<text>", "what they show, or why evidence is withdrawn"),
      by: option("<name>", "who attaches or withdraws"),
      ...jsonFlag("tieout.evidence/1"),
    },
    after: `
Examples:
  tieout attach wallet.tieout statement.pdf --month 2026-10 --note "Closing balance, from the provider" --by "Ada Obi"
  tieout attach wallet.tieout answer.eml --fingerprint 3f2a91bc --by "Ada Obi"
      the first digits of the finding's fingerprint, as tieout review lists them; --month names the month that raises it
  tieout attach wallet.tieout receipt.png invoice.pdf --match 3 --by "Ada Obi"
      several files, all or none
  tieout attach wallet.tieout --withdraw 4 --note "Another customer's receipt" --by "Ada Obi"
      evidence 4 no longer counts

Any file up to 25 MB can be attached. Its bytes are kept in the ledger, and their SHA-256 in the audit trail. tieout verify finds
a byte that was changed. Nothing is ever erased: withdrawn evidence stays in the ledger, with name, time and reason. Do not attach
what must not stay there.`,
    run: async (flags, { context }) => {
      const { ledger, files, withdraw: id, note = "", by = "" } = flags;
      if (id !== undefined) {
        if (files.length > 0 || subjectsGiven(flags).length > 0)
          throw usageError("--withdraw takes no files, and no --month, --match or --fingerprint.");
        const { withdrawEvidence } = await import("../../main/services/review/attach.ts");
        return [await withdrawEvidence({ ledger, id, note, by }, context)];
      }
      if (files.length === 0) throw usageError("Name the files to attach, or --withdraw with a number.");
      const subject = subjectFrom(flags);
      const { attachFiles } = await import("../../main/services/review/attach.ts");
      return attachFiles({ ledger, files: files.map((path) => ({ path })), subject, note, by }, context);
    },
    print: async (evidence, { ledger, json }, session) => writeEvidence(session, ledger, evidence, json),
  }),

  evidence: command({
    takes: {
      ...LEDGER,
      ...subjectOptions((subject) => `only what is attached to this ${subject}`),
      save: option("<number>", "save the evidence with this number; needs --out", wholeNumber(1)),
      out: option("<path>", "the file to write, or an existing folder"),
      ...jsonFlag("tieout.evidence/1"),
    },
    after: `
Examples:
  tieout evidence wallet.tieout
      every file attached, with what it belongs to, who attached it and its SHA-256
  tieout evidence wallet.tieout --month 2026-10
  tieout evidence wallet.tieout --save 4 --out .
      writes evidence 4 under its own name, or under the name given; an existing file is not replaced

tieout attach attaches files and withdraws them. The bytes that are saved are compared with their SHA-256 first. A ledger may come
from anybody: open a saved file only if you trust whoever attached it.`,
    run: async (flags, session) => {
      const { ledger, save: id, out = "", json } = flags;
      if ((id === undefined) !== (out === "")) {
        throw usageError("Give --save with the number of the evidence, and --out with the place for it.");
      }
      if (id !== undefined) {
        const { saveEvidence } = await import("../../main/services/review/save-evidence.ts");
        const { evidence, path } = await saveEvidence({ ledger, id, out });
        session.progress.clear();
        return print(session.terminal, `Saved evidence ${evidence.id} as ${harmless(path)}\n`);
      }
      const { listEvidence } = await import("../../main/services/review/attach.ts");
      return writeEvidence(session, ledger, listEvidence(ledger).filter(belongsTo(flags)), json);
    },
  }),
};

async function matching() {
  return import("../../main/services/review/match.ts");
}

/**
 * Matches or undoes, as the flags say.
 *
 * @returns the match, and whether it was just made; null when they ask for the list
 * @throws TieoutError USAGE when they ask for half of each; DECISION_INVALID without a note or a name
 */
async function matchFrom(
  { ledger, walletId: walletIDs = [], payId: payIDs = [], group, undo, note, by }: MatchFlags,
  { context }: Session,
): Promise<readonly [match: StandingMatch | null, isNew: boolean]> {
  const isMatching = walletIDs.length > 0 || payIDs.length > 0;
  if (undo !== undefined) {
    if (isMatching || group) throw usageError("Give either --undo or --wallet-id and --pay-id, not both.");
    if (by === undefined) throw decisionInvalid("Undoing a match needs a name. Add --by NAME");
    const { undoMatch } = await matching();
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
    throw decisionInvalid("A match needs a note that says why its records belong together. Add --note TEXT");
  }
  if (by === undefined) throw decisionInvalid("A match needs a name. Add --by NAME");
  const named = { ledger, walletIDs, payIDs };
  const { findGroup } = await import("../../main/services/review/match-candidates.ts");
  const { walletIDs: entries, payIDs: transactions } = group ? findGroup(named, context) : named;
  const { decideMatch } = await matching();
  return [await decideMatch({ ledger, walletIDs: entries, payIDs: transactions, note, by }, context), true];
}

/** @throws TieoutError USAGE; otherwise as `findCandidates` */
async function showCandidates(
  { ledger, walletId: walletIDs = [], payId: payIDs = [], group, undo, note, by, json }: MatchFlags,
  { terminal, progress, context }: Session,
): Promise<void> {
  if (group || undo !== undefined || note !== undefined || by !== undefined) {
    throw usageError("--candidates writes nothing and takes no --group, --undo, --note or --by.");
  }
  if (walletIDs.length === 0 && payIDs.length === 0) {
    throw usageError("Name the records to find candidates for, with --wallet-id, --pay-id or both.");
  }
  const { findCandidates } = await import("../../main/services/review/match-candidates.ts");
  const found = findCandidates({ ledger, walletIDs, payIDs }, context);
  progress.clear();
  await (json ? writeCandidatesJson(terminal, found) : printCandidates(terminal, found));
}

/** Those of the three that are given, as texts. */
function subjectsGiven({ month: of, match, fingerprint: digits }: SubjectFlags): readonly string[] {
  return [of, match?.toString(), digits].filter((one) => one !== undefined);
}

/** @throws TieoutError USAGE for none, or several */
function subjectFrom({ month: of, match, fingerprint: digits }: SubjectFlags): AskedSubject {
  if (match !== undefined) {
    if (of === undefined && digits === undefined) return { kind: "match", match };
    throw usageError("Give either --match or --month and --fingerprint, not both.");
  }
  if (digits !== undefined) {
    const period = of === undefined ? null : monthDays(of);
    return { kind: "finding", fingerprint: digits, period, options: {} };
  }
  if (of !== undefined) return { kind: "month", month: of };
  throw usageError("Say what the files are evidence of: --month, --match or --fingerprint.");
}

/** @throws TieoutError USAGE for several */
function belongsTo(flags: SubjectFlags): (one: Evidence) => boolean {
  const { month: of, match, fingerprint: digits } = flags;
  const given = subjectsGiven(flags).length;
  if (given > 1) throw usageError("Give one of --month, --match and --fingerprint.");
  if (given === 0) return () => true;
  return ({ subject }) => {
    switch (subject.kind) {
      case "month":
        return subject.month === of;
      case "match":
        return subject.match === match;
      case "finding":
        return digits !== undefined && subject.fingerprint.startsWith(digits);
      case "books":
        return subject.month === of;
      case "bank":
      case "lines":
        return false;
    }
  };
}
