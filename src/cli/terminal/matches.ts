/** Manual matches as text and as JSON: those there are, one just saved or undone, and candidates for one. */
import { type ChangeWording, wordingOf } from "../../core/reconcile/input/field-words.ts";
import { boundLinesWords } from "../../core/bank/statement-words.ts";
import { formatAmount, formatCount } from "../../core/money.ts";
import { boundChangeWords } from "../../core/review/decisions/bound-records.ts";
import { matchesDocument, evidenceDocument } from "../../core/review/standing/documents.ts";
import type { MatchState, StandingMatch } from "../../core/review/decisions/manual-match.ts";
import type { MatchGroup, MatchSums } from "../../core/review/decisions/match-candidates.ts";
import { capitalised } from "../../core/sentence.ts";
import { shortIds } from "../../core/words/ids.ts";
import { ZoneClock, withInstant } from "../../core/time.ts";
import {
  type CandidateList,
  type CheckedMatch,
  type ListedCandidate,
  type ListedCandidates,
  matchArithmetic,
} from "../../main/services/review/match-candidates.ts";
import {
  type Session,
  type Terminal,
  type TextTone,
  harmless,
  print,
  tinted,
  writeJsonList,
} from "./terminal.ts";
import { driftDocument, driftWords, monthsTouched, workedOut } from "./drift.ts";
import { ledgerWording, notedBy, payrefWords } from "./words.ts";
import { groupSentence, otherGroupsSentence } from "../../core/review/decisions/group-words.ts";
import { EQUAL_FITS, NOTHING_TO_SETTLE } from "../../core/words/finding.ts";
import { type Evidence, subjectWords } from "../../core/review/file/attachment.ts";
import { bytesText } from "../../core/size-text.ts";

const TONE: Readonly<Record<MatchState, TextTone>> = { "in-force": "green", reopened: "red", undone: "dim" };
const WORDS: Readonly<Record<MatchState, string>> = {
  "in-force": "in force",
  reopened: "reopened",
  undone: "undone",
};
const WIDTH = Math.max(...Object.values(WORDS).map((words) => words.length));
const INDENT = " ".repeat(WIDTH + 4);

/** Writes the list to the terminal's result stream. */
export async function printMatches(
  terminal: Terminal,
  matches: readonly StandingMatch[],
  wording: ChangeWording,
): Promise<void> {
  if (matches.length === 0) await print(terminal, "There are no manual matches.\n");
  for (const match of matches) await print(terminal, `${linesOf(terminal, match, wording).join("\n")}\n`);
}

function linesOf(terminal: Terminal, match: StandingMatch, wording: ChangeWording): string[] {
  const { id, state, undone, entries, transactions, bank, changes } = match;
  const shown = tinted(terminal.stdout, TONE[state], WORDS[state].padEnd(WIDTH));
  const walletIDs = shortIds(entries.map(({ walletID }) => walletID));
  const payIDs = shortIds(transactions.map(({ payID }) => payID));
  return [
    `  ${shown}  match ${id}: walletID ${walletIDs} with ${bank === undefined ? `payID ${payIDs}` : boundLinesWords(bank)}`,
    ...notedBy(match, wording).map((line) => `${INDENT}${line}`),
    ...(undone === null
      ? []
      : notedBy(undone, wording).map((line, at) => `${INDENT}${at === 0 ? "Undone by " : ""}${line}`)),
    ...(changes.length === 0 ? [] : [`${INDENT}${formatCount(changes.length, "change")} since:`]),
    ...changes.map((change) => `${INDENT}  ${harmless(boundChangeWords(change, wording))}`),
  ];
}

/** Writes it, or `tieout.match/1` with `arithmetic` and `drifted`. @param isNew whether it was just made */
export async function writeMatch(
  session: Session,
  ledger: string,
  match: StandingMatch,
  { isNew, json }: { readonly isNew: boolean; readonly json: boolean },
): Promise<void> {
  const { terminal, progress } = session;
  // What was saved is printed before anything else can fail.
  progress.clear();
  if (!json) await printMatches(terminal, [match], ledgerWording(ledger));
  const arithmetic = isNew
    ? await workedOut(session, "The sum of the match", async () =>
        matchArithmetic(ledger, match, session.context),
      )
    : null;
  const touched = {
    walletIDs: match.entries.map(({ walletID }) => walletID),
    payIDs: match.transactions.map(({ payID }) => payID),
  };
  const drifted = await monthsTouched(session, ledger, touched);
  if (json) {
    const document = { ...matchesDocument([match]), arithmetic, drifted: driftDocument(drifted) };
    return writeJsonList(terminal, document, "matches");
  }
  if (arithmetic !== null) await print(terminal, arithmeticLines(session, arithmetic));
  await print(terminal, driftWords(drifted ?? []));
}

/** What it comes to, and in one line what somebody may want to look at again. */
function arithmeticLines({ terminal }: Session, { sentence, cautions }: CheckedMatch): string {
  const told = `${harmless(sentence)}\n`;
  if (cautions.length === 0) return told;
  return `${told}${tinted(terminal.stdout, "yellow", "Caution:")} ${cautions.join("; ")}.\n`;
}

/** So many candidates of a side are shown: the right one is among the first, and JSON has more. */
const MOST_SHOWN = 10;

/** Writes the arithmetic of what is chosen, then candidates of each side asked for, the likeliest first. */
export async function printCandidates(terminal: Terminal, found: ListedCandidates): Promise<void> {
  const { sums, entries, transactions, group, decimals, timeZone } = found;
  const say = (amount: number) => formatAmount(amount, decimals);
  const wording = wordingOf(decimals, new ZoneClock(timeZone));
  await print(terminal, `${sumsWords(sums, say, found)}\n`);
  if (group !== null) await print(terminal, `\n${groupWords(group, say)}\n`);
  if (transactions !== null) await printList(terminal, "transaction", transactions, wording);
  if (entries !== null) await printList(terminal, "entry", entries, wording);
}

/**
 * @example
 *   `The chosen entries come to 90, entries with their payref to 10: 100 against an expected 120, a difference of -20.`
 */
function sumsWords(
  { chosen, already, net, expected, difference, isPaid }: MatchSums,
  say: (amount: number) => string,
  { entries, transactions }: ListedCandidates,
): string {
  const parts = [
    ...(transactions === null ? [] : [`The chosen entries come to ${say(chosen)}`]),
    ...(already === 0 ? [] : [`entries with the payref of a chosen record come to ${say(already)}`]),
  ];
  const come = parts.length === 0 ? "No entries are matched with the chosen records" : parts.join(", ");
  const sentence = capitalised(come);
  if (entries === null) return `${sentence}.`;
  if (!isPaid) return `${sentence}. Nothing is paid.`;
  if (expected === null || difference === null) return `${sentence}. The expected amount is not known.`;
  if (difference === 0) return `${sentence}: ${say(net)}, as expected.`;
  return `${sentence}: ${say(net)} against an expected ${say(expected)}, a difference of ${say(difference)}.`;
}

function groupWords(group: MatchGroup, say: (amount: number) => string): string {
  return [groupSentence(group, say), "Match them with --group.", otherGroupsSentence(group) ?? ""]
    .join(" ")
    .trim();
}

async function printList(
  terminal: Terminal,
  noun: "entry" | "transaction",
  { ranked, total, isEqual }: CandidateList,
  wording: ChangeWording,
): Promise<void> {
  const plural = noun === "entry" ? "entries" : "transactions";
  if (total === 0) return print(terminal, `\nNo unmatched ${noun} may belong to it.\n`);
  const shown = ranked.slice(0, MOST_SHOWN);
  const others = shown.filter(({ fits }) => !fits);
  const write = async (title: string, listed: readonly ListedCandidate[]) => {
    await print(terminal, `\n${tinted(terminal.stdout, "bold", title)}\n`);
    for (const one of listed) await print(terminal, candidateLines(one, wording));
  };
  const waiting = formatCount(total, "candidate");
  const fitCount = ranked.filter(({ fits }) => fits).length;
  if (fitCount === 0) {
    await write(`None of ${waiting} fits alone${total === 1 ? "" : "; the nearest first"}:`, others);
  } else {
    const fit = `${formatAmount(fitCount)} ${fitCount === 1 ? `${noun} fits` : `${plural} fit`}`;
    await write(
      `${fit} of ${waiting}:`,
      shown.filter(({ fits }) => fits),
    );
    if (isEqual) await print(terminal, `  ${EQUAL_FITS}\n`);
    if (others.length > 0) await write("The others do not fit; the nearest first:", others);
  }
  if (total === shown.length) return;
  const most = ranked.length === total ? "all of them" : `the likeliest ${formatAmount(ranked.length)}`;
  await print(terminal, `  … and ${formatAmount(total - shown.length)} more. Use --json for ${most}.\n`);
}

function candidateLines(candidate: ListedCandidate, { decimals, sayTime }: ChangeWording): string {
  const { walletID, payID, payref, atMs, reasons } = candidate;
  const record = walletID === null ? `payID ${payID}` : `walletID ${walletID}`;
  const what = amountOf(candidate, decimals);
  const when = atMs === null ? "" : `, ${sayTime(atMs)}`;
  return `  ${record}${payrefWords(payref)}${when}: ${harmless(what)}\n      ${harmless(reasons.join("; "))}\n`;
}

function amountOf({ walletID, amount, currency }: ListedCandidate, decimals: number): string {
  if (amount === null) return "amount not known";
  if (amount === 0 && walletID === null) return NOTHING_TO_SETTLE;
  return `${formatAmount(amount, decimals)}${currency === null ? "" : ` ${currency}`}`;
}

/** Writes the same as `tieout.candidates/1`: both sides in one list, transactions first. */
export async function writeCandidatesJson(terminal: Terminal, found: ListedCandidates): Promise<void> {
  const { sums, entries, transactions, group } = found;
  const totals = { entries: entries?.total ?? null, transactions: transactions?.total ?? null };
  const listed = [...(transactions?.ranked ?? []), ...(entries?.ranked ?? [])];
  const candidates = listed.map((one) => withInstant(one));
  const document = { schema: "tieout.candidates/1", sums, totals, group, candidates };
  await writeJsonList(terminal, document, "candidates");
}

// Evidence as text and as JSON: what was attached, to what, by whom, and whether it was withdrawn.

/** Writes it to the terminal's result stream, or as `tieout.evidence/1`. */
export async function writeEvidence(
  { terminal, progress }: Session,
  ledger: string,
  all: readonly Evidence[],
  json: boolean,
): Promise<void> {
  progress.clear();
  if (json) return writeJsonList(terminal, evidenceDocument(all), "evidence");
  if (all.length === 0) return print(terminal, "No evidence is attached.\n");
  const wording = ledgerWording(ledger);
  for (const one of all) await print(terminal, `${evidenceLinesOf(terminal, one, wording).join("\n")}\n`);
}

function evidenceLinesOf(terminal: Terminal, evidence: Evidence, wording: ChangeWording): string[] {
  const { id, subject, name, bytes, sha256, withdrawn } = evidence;
  const state = withdrawn === null ? "" : tinted(terminal.stdout, "dim", " (withdrawn)");
  return [
    `  evidence ${id}${state}: ${harmless(name)} (${bytesText(bytes)}) for ${harmless(subjectWords(subject))}`,
    ...notedBy(evidence, wording).map((line) => `      ${line}`),
    ...(withdrawn === null
      ? []
      : notedBy(withdrawn, wording).map((line, at) => `      ${at === 0 ? "Withdrawn by " : ""}${line}`)),
    `      SHA-256 ${sha256}`,
  ];
}
