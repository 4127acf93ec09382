/** Candidates of a match by hand: what is chosen comes to, and what may belong to it with what it would leave. */
import { formatAmount } from "../../core/money.ts";
import type { MatchSums } from "../../core/review/match/match-candidates.ts";
import { formatInstant, sayInstant } from "../../core/time.ts";
import type {
  CandidateList,
  MatchCandidate,
  MatchCandidates,
} from "../../main/services/review/match-candidates.ts";
import { writeJsonList } from "./json-list.ts";
import { payrefWords } from "./record-words.ts";
import { type Terminal, harmless, print, tinted } from "../terminal.ts";

/** Writes the arithmetic of what is chosen, then the candidates of each side asked for, the likeliest first. */
export async function printCandidates(terminal: Terminal, found: MatchCandidates): Promise<void> {
  const { sums, entries, transactions, decimals } = found;
  const say = (amount: number) => formatAmount(amount, decimals);
  await print(terminal, `${sumsWords(sums, say, found)}\n`);
  if (transactions !== null) await printList(terminal, "transaction", transactions, say);
  if (entries !== null) await printList(terminal, "entry", entries, say);
}

/** @example `The entries chosen come to 90, and 10 come along by payref: 100 where 120 is expected, a difference of -20.` */
function sumsWords(
  { chosen, already, net, expected, difference, isPaid }: MatchSums,
  say: (amount: number) => string,
  { entries, transactions }: MatchCandidates,
): string {
  const parts = [
    ...(transactions === null ? [] : [`The entries chosen come to ${say(chosen)}`]),
    ...(already === 0 ? [] : [`entries with the payref of what is chosen come to ${say(already)}`]),
  ];
  const come = parts.length === 0 ? "No entries are tied to what is chosen" : parts.join(", ");
  const sentence = `${come.charAt(0).toUpperCase()}${come.slice(1)}`;
  if (entries === null) return `${sentence}.`;
  if (!isPaid) return `${sentence}; nothing is paid.`;
  if (expected === null || difference === null) return `${sentence}; what is expected is not judged.`;
  if (difference === 0) return `${sentence}: ${say(net)}, as expected.`;
  return `${sentence}: ${say(net)} where ${say(expected)} is expected, a difference of ${say(difference)}.`;
}

async function printList(
  terminal: Terminal,
  noun: "entry" | "transaction",
  { ranked, total }: CandidateList,
  say: (amount: number) => string,
): Promise<void> {
  const plural = noun === "entry" ? "entries" : "transactions";
  if (total === 0) return print(terminal, `\nNo ${noun} waits that may belong to it.\n`);
  const fitting = ranked.filter(({ fits }) => fits);
  const others = ranked.filter(({ fits }) => !fits);
  const write = async (title: string, listed: readonly MatchCandidate[]) => {
    await print(terminal, `\n${tinted(terminal.stdout, "bold", title)}\n`);
    for (const one of listed) await print(terminal, candidateLines(one, say));
  };
  const waiting = `${formatAmount(total)} ${total === 1 ? noun : plural} that ${total === 1 ? "waits" : "wait"}`;
  if (fitting.length === 0)
    return write(`Nothing fits; the nearest ${total === 1 ? "" : "first "}of ${waiting}:`, others);
  const fit = `${formatAmount(fitting.length)} ${fitting.length === 1 ? `${noun} fits` : `${plural} fit`}`;
  await write(`${fit}, of ${waiting}:`, fitting);
  if (others.length > 0) await write("The others do not fit; the nearest first:", others);
}

function candidateLines(candidate: MatchCandidate, say: (amount: number) => string): string {
  const { walletID, payID, payref, amount, currency, atMs, reasons } = candidate;
  const record = walletID === null ? `payID ${payID}` : `walletID ${walletID}`;
  const what =
    amount === null ? "amount not judged" : `${say(amount)}${currency === null ? "" : ` ${currency}`}`;
  const when = atMs === null ? "" : `, ${sayInstant(atMs)}`;
  return `  ${record}${payrefWords(payref)}${when}: ${harmless(what)}\n      ${harmless(reasons.join("; "))}\n`;
}

/** Writes the same as `tieout.candidates/1`: both sides in one list, transactions first, each in its order. */
export async function writeCandidatesJson(terminal: Terminal, found: MatchCandidates): Promise<void> {
  const { sums, entries, transactions } = found;
  const totals = { entries: entries?.total ?? null, transactions: transactions?.total ?? null };
  const listed = [...(transactions?.ranked ?? []), ...(entries?.ranked ?? [])];
  await writeJsonList(
    terminal,
    { schema: "tieout.candidates/1", sums, totals },
    "candidates",
    listed.map(({ atMs, ...one }) => ({ ...one, at: atMs === null ? null : formatInstant(atMs) })),
  );
}
