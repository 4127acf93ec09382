/** D2: why the wallet history may be taken as complete, or what speaks against it. */
import { formatAmount, formatCount } from "../../money.ts";
import type { CheckInput } from "../../reconcile/input.ts";
import { rowMovement } from "../../reconcile/chain/convention.ts";
import type { ReportInput, ReportPull } from "../input.ts";

/** One question that whoever relies on a list asks, and what answers it. */
export interface CompletenessLine {
  readonly question: string;
  readonly answer: string;
  /** The pull that answers it; null where the records of all do. */
  readonly pull: number | null;
}

/** Ranges of walletIDs that are listed; more are counted. */
const MOST_GAPS = 20;

/** @param input its pulls are those that count, oldest first */
export function completenessOf({ pulls, records, check, decimals }: ReportInput): CompletenessLine[] {
  const withHistory = pulls.filter(({ effect }) => effect !== null);
  const furthest = furthestOf(withHistory);
  if (furthest === null || records.entries.length === 0) return [];
  return [
    { question: "Received in full?", answer: receivedWords(furthest), pull: furthest.id },
    {
      question: "Where does it begin?",
      answer: beginWords(records, check.convention.used, decimals),
      pull: null,
    },
    { question: "walletIDs left out?", answer: gapWords(records), pull: null },
    ...agreeingLines(withHistory, records),
    ...pulls
      .filter(({ source }) => source === "files")
      .map(({ id, providedBy }) => ({
        question: "Who provided the files?",
        answer: providedBy ?? "Nobody said so.",
        pull: id,
      })),
  ];
}

/** The latest of those that reach back furthest. */
function furthestOf(pulls: readonly ReportPull[]): ReportPull | null {
  const lowest = Math.min(...pulls.map(({ effect }) => effect?.range?.from ?? Infinity));
  return pulls.findLast(({ effect }) => effect?.range?.from === lowest) ?? null;
}

function receivedWords({ source, limit, effect }: ReportPull): string {
  const received = formatCount(effect?.received ?? 0, "entry");
  if (source === "files") return `${received} in the files. Files do not show whether a limit cut them.`;
  if (limit === null) return `${received}, asked for without a limit.`;
  return (effect?.received ?? 0) < limit
    ? `${received}, below the limit of ${formatAmount(limit)}.`
    : `${received}, the limit of ${formatAmount(limit)} itself: earlier ones may have been cut off.`;
}

function beginWords({ entries }: CheckInput, convention: "asset" | "bank", decimals: number): string {
  let oldest = 0;
  for (let row = 1; row < entries.length; row += 1) {
    if ((entries.walletID[row] as number) < (entries.walletID[oldest] as number)) oldest = row;
  }
  const opening = (entries.balance[oldest] as number) - rowMovement(entries, oldest, convention);
  const first = `walletID ${entries.walletID[oldest]} is the first, and opens at ${formatAmount(opening, decimals)}`;
  return opening === 0 ? `${first}.` : `${first}, not at zero: earlier entries are missing.`;
}

/** Gaps are no proof against a list: the service may number the entries of all wallets together. */
function gapWords({ entries }: CheckInput): string {
  const ids = Float64Array.from(entries.walletID).toSorted();
  const gaps: string[] = [];
  let count = 0;
  let ranges = 0;
  for (let at = 1; at < ids.length; at += 1) {
    const from = (ids[at - 1] as number) + 1;
    const to = (ids[at] as number) - 1;
    if (to < from) continue;
    count += to - from + 1;
    ranges += 1;
    if (ranges <= MOST_GAPS) gaps.push(from === to ? String(from) : `${from} to ${to}`);
  }
  if (count === 0) return "None between the first and the last.";
  const more = ranges > MOST_GAPS ? `, and ${formatCount(ranges - MOST_GAPS, "range")} more` : "";
  return `${formatAmount(count)} between the first and the last: ${gaps.join(", ")}${more}. Entries of other wallets may have them.`;
}

/** The newest pull, where it brought entries again which another had brought. */
function agreeingLines(pulls: readonly ReportPull[], { entries }: CheckInput): CompletenessLine[] {
  const question = "Does another pull agree?";
  const newest = pulls.at(-1);
  const again = newest === undefined ? 0 : heldIn(entries, newest.effect) - (newest.effect?.inserted ?? 0);
  if (newest === undefined || newest.effect === null || again <= 0)
    return [{ question, answer: "No pull brought the same entries again.", pull: null }];
  const { changed, vanished } = newest.effect;
  const same = `It brought ${formatCount(again, "entry")} again`;
  const answer =
    changed + vanished === 0
      ? `${same}, all unchanged, and none was gone.`
      : `${same}. ${formatAmount(changed)} changed and ${formatAmount(vanished)} vanished, see C3.`;
  return [{ question, answer, pull: newest.id }];
}

/** Entries of a pull's range that are there. */
function heldIn({ walletID }: CheckInput["entries"], effect: ReportPull["effect"]): number {
  const { from, to } = effect?.range ?? { from: Infinity, to: -Infinity };
  let held = 0;
  for (const id of walletID) if (id >= from && id <= to) held += 1;
  return held;
}
