/**
 * Candidates for a manual match as text: the sum of the chosen records, and the difference that each
 * candidate would leave.
 */
import { type ChangeWording, wordingOf } from "../../core/fields/field-words.ts";
import { capitalised } from "../../core/text/sentence.ts";
import { formatAmount, formatCount } from "../../core/money.ts";
import type { MatchGroup, MatchSums } from "../../core/review/match/match-candidates.ts";
import { groupSentence, otherGroupsSentence } from "../../core/review/match/group-words.ts";
import { EQUAL_FITS } from "../../core/words/finding.ts";
import { ZoneClock, withInstant } from "../../core/time.ts";
import type {
  CandidateList,
  ListedCandidate,
  ListedCandidates,
} from "../../main/services/review/match-candidates.ts";
import { writeJsonList } from "./json-list.ts";
import { payrefWords } from "./record-words.ts";
import { type Terminal, harmless, print, tinted } from "../terminal.ts";

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
  const { walletID, payID, payref, amount, currency, atMs, reasons } = candidate;
  const record = walletID === null ? `payID ${payID}` : `walletID ${walletID}`;
  const what =
    amount === null
      ? "amount not known"
      : `${formatAmount(amount, decimals)}${currency === null ? "" : ` ${currency}`}`;
  const when = atMs === null ? "" : `, ${sayTime(atMs)}`;
  return `  ${record}${payrefWords(payref)}${when}: ${harmless(what)}\n      ${harmless(reasons.join("; "))}\n`;
}

/** Writes the same as `tieout.candidates/1`: both sides in one list, transactions first. */
export async function writeCandidatesJson(terminal: Terminal, found: ListedCandidates): Promise<void> {
  const { sums, entries, transactions, group } = found;
  const totals = { entries: entries?.total ?? null, transactions: transactions?.total ?? null };
  const listed = [...(transactions?.ranked ?? []), ...(entries?.ranked ?? [])];
  await writeJsonList(
    terminal,
    { schema: "tieout.candidates/1", sums, totals, group },
    "candidates",
    listed.map((one) => withInstant(one)),
  );
}
