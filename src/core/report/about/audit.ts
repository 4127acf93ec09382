/** D2: what the workbook was made from, to make it again: versions, options, pulls, hashes, trail. */
import { optionFlags, shellLine } from "../../words/command-line.ts";
import { formatAmount, formatCount } from "../../money.ts";
import type { CheckInput } from "../../reconcile/input/input.ts";
import { oncePer } from "../../once-per.ts";
import { rowMovement } from "../../reconcile/chain/check-state.ts";
import type { ReportInput, ReportPull, ReportBody } from "../sheet/input.ts";
import { notOverWords } from "../../review/close/close-obstacles.ts";
import type { AnswerBasis } from "../../review/file/examined.ts";
import type { Figures } from "../sheet/figures.ts";
import type { Provenance } from "../../review/restate/provenance.ts";
import type { Cell } from "../sheet/model.ts";
import { ReportTable, columnsOf, head } from "../sheet/table.ts";

// D2: why the wallet history may be taken as complete, or what speaks against it.

/** One question that whoever relies on a list asks, and what answers it. */
interface CompletenessRow {
  readonly question: string;
  readonly answer: string;
  /** The pull that answers it; null where the records of all do. */
  readonly pull: number | null;
}

/** Whether the history is whole: as an examiner goes by it. */
export interface CompletenessLine extends CompletenessRow {
  readonly id: "received" | "begins" | "gaps" | "again";
  readonly basis: AnswerBasis;
  /** What the preparer has to do about it; null for nothing. */
  readonly closes: string | null;
}

/** Ranges of walletIDs that are listed; more are counted. */
const MOST_GAPS = 20;

/** @param input its pulls are those that count, oldest first */
function completenessOf(input: ReportInput): CompletenessRow[] {
  const whole = wholenessOf(input);
  if (whole.length === 0) return [];
  const files = input.pulls.filter(({ source }) => source === "files");
  return [
    ...whole,
    ...files.map(({ id, providedBy }) => ({
      question: "Who provided the files?",
      answer: providedBy ?? "Nobody said so.",
      pull: id,
    })),
  ];
}

/** Whether the history is whole; nothing where there is none. Its input's pulls are as those of `completenessOf`. */
export const wholenessOf = oncePer(wholenessIn);

function wholenessIn({ pulls, records, check, decimals }: ReportInput): CompletenessLine[] {
  const withHistory = pulls.filter(({ effect }) => effect !== null);
  const furthest = furthestOf(withHistory);
  if (furthest === null || records.entries.length === 0) return [];
  const first = firstOf(records, check.convention.used);
  const isCut = isAtLimit(furthest);
  return [
    {
      id: "received",
      question: "Received in full?",
      answer: receivedWords(furthest),
      pull: furthest.id,
      basis: furthest.source === "files" ? "asserted" : "computed",
      closes: isCut ? PULL_WHOLE : null,
    },
    {
      id: "begins",
      question: "Where does it begin?",
      answer: beginWords(first, decimals),
      pull: null,
      basis: "computed",
      closes: first.opening === 0 ? null : PULL_WHOLE,
    },
    {
      id: "gaps",
      question: "walletIDs left out?",
      answer: gapWords(records),
      pull: null,
      basis: "computed",
      closes: null,
    },
    agreeingLine(withHistory, records),
  ];
}

const PULL_WHOLE = "Pull the whole history.";
const PULL_AGAIN = "Pull the whole history again.";

/** The latest of those that reach back furthest. */
function furthestOf(pulls: readonly ReportPull[]): ReportPull | null {
  const lowest = Math.min(...pulls.map(({ effect }) => effect?.range?.from ?? Infinity));
  return pulls.findLast(({ effect }) => effect?.range?.from === lowest) ?? null;
}

function receivedWords({ source, limit, effect }: ReportPull): string {
  const received = formatCount(effect?.received ?? 0, "entry");
  if (source === "files") return `${received} in the files. Files do not show whether a limit cut them.`;
  if (limit === null) return `${received}, asked for without a limit.`;
  return isAtLimit({ limit, effect })
    ? `${received}, the limit of ${formatAmount(limit)} itself: earlier ones may have been cut off.`
    : `${received}, below the limit of ${formatAmount(limit)}.`;
}

function isAtLimit({ limit, effect }: Pick<ReportPull, "limit" | "effect">): boolean {
  return limit !== null && (effect?.received ?? 0) >= limit;
}

/** The oldest entry, and what it opens at. */
function firstOf({ entries }: CheckInput, convention: "asset" | "bank") {
  let oldest = 0;
  for (let row = 1; row < entries.length; row += 1) {
    if ((entries.walletID[row] as number) < (entries.walletID[oldest] as number)) oldest = row;
  }
  const opening = (entries.balance[oldest] as number) - rowMovement(entries, oldest, convention);
  return { walletID: entries.walletID[oldest] as number, opening };
}

function beginWords({ walletID, opening }: ReturnType<typeof firstOf>, decimals: number): string {
  const first = `walletID ${walletID} is the first, and opens at ${formatAmount(opening, decimals)}`;
  return opening === 0 ? `${first}.` : `${first}, not at zero: earlier entries are missing.`;
}

/** Gaps are no proof against a list: the service may number the entries of all wallets together. */
function gapWords({ entries }: CheckInput): string {
  const ids = entries.walletID.toSorted();
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
function agreeingLine(pulls: readonly ReportPull[], { entries }: CheckInput): CompletenessLine {
  const about = { id: "again", question: "Does another pull agree?" } as const;
  const newest = pulls.at(-1);
  const again = newest === undefined ? 0 : heldIn(entries, newest.effect) - (newest.effect?.inserted ?? 0);
  if (newest === undefined || newest.effect === null || again <= 0) {
    const answer = "No pull brought the same entries again.";
    return { ...about, answer, pull: null, basis: "missing", closes: PULL_AGAIN };
  }
  const { changed, vanished } = newest.effect;
  const same = `It brought ${formatCount(again, "entry")} again`;
  const answer =
    changed + vanished === 0
      ? `${same}, all unchanged, and none was gone.`
      : `${same}. ${formatAmount(changed)} changed and ${formatAmount(vanished)} vanished, see C3.`;
  return { ...about, answer, pull: newest.id, basis: "computed", closes: null };
}

/** Entries of a pull's range that are there. */
function heldIn({ walletID }: CheckInput["entries"], effect: ReportPull["effect"]): number {
  const { from, to } = effect?.range ?? { from: Infinity, to: -Infinity };
  let held = 0;
  walletID.forEach((id) => {
    if (id >= from && id <= to) held += 1;
  });
  return held;
}

function when(atMs: number | null): Cell {
  return { value: atMs, kind: "instant" };
}

function dayOrAll(value: string | undefined): Cell {
  return value === undefined ? "whole history" : { value, kind: "day" };
}

function checkCommandOf({ options, period }: ReportInput["check"]): string {
  const days = period === null ? [] : ["--from", period.from, "--to", period.to];
  return shellLine("tieout", "check", "LEDGER", ...days, ...optionFlags(options, "all"));
}

/** The facts that other sheets go by: whether all of the period was seen, and what is taken for equal. */
const GONE_BY = { seen: "Pulled after the period ended", tolerance: "Option: tolerance" } as const;

/** The facts by which a workbook that comes back is known again, as D2 words them. */
export const KNOWN_BY = {
  application: "Application",
  ledger: "Ledger",
  decimals: "Decimals shown",
  head: "Audit trail: head hash",
} as const;

function factsOf(input: ReportInput): readonly (readonly [fact: string, value: Cell])[] {
  const { check, run, audit } = input;
  const { options, period } = check;
  return [
    [KNOWN_BY.application, `Tieout ${input.appVersion}`],
    ["Rules version", input.rulesVersion],
    [KNOWN_BY.ledger, input.ledgerId],
    ["Run", run === null ? "not kept" : String(run.id)],
    [`Run at (${options.timeZone})`, when(run?.atMs ?? null)],
    [`As of (${options.timeZone})`, when(check.asOfMs)],
    ["Shows", input.shows],
    ["Period from", dayOrAll(period?.from)],
    ["Period to", dayOrAll(period?.to)],
    [GONE_BY.seen, notOverWords(check) === null ? "yes" : "no"],
    ["Option: convention", options.convention],
    ["Option: settlement basis", options.settlementBasis],
    // Numbers, for whoever performs the check again.
    [GONE_BY.tolerance, { value: options.tolerance, kind: options.tolerance === 0 ? "number" : "amount" }],
    ["Option: cut-off days", { value: options.cutoffDays, kind: "number" }],
    ["Option: chain scope", options.chainScope],
    ["Option: time zone", options.timeZone],
    [KNOWN_BY.decimals, String(input.decimals)],
    ["To repeat the check", checkCommandOf(check)],
    ["History may be capped", check.capped ? "yes" : "no"],
    ...check.skippedRules.map(({ rule, reason }) => [`Rule not run: ${rule}`, reason] as const),
    ["Decisions recorded", String(input.decisions.length)],
    ["Manual matches in effect", String(input.matches.filter(({ state }) => state === "in-force").length)],
    ["Steps of the close recorded", String(input.closeSteps.length)],
    ["Audit trail: last link", String(audit.sequence)],
    [KNOWN_BY.head, audit.head],
  ];
}

/** The row of a fact that another sheet goes by. */
export function factRow(input: ReportInput, fact: keyof typeof GONE_BY): number {
  return factsOf(input).findIndex(([name]) => name === GONE_BY[fact]);
}

const FACTS = columnsOf<readonly [fact: string, value: Cell]>()({
  fact: { ...head("text", "Fact", 44), value: ([fact]) => fact },
  value: { ...head("text", "Value", 22), value: ([, value]) => value },
});
export type FactTable = ReportTable<readonly [fact: string, value: Cell], keyof typeof FACTS>;

export function factTable(figures: Figures): FactTable {
  const facts = factsOf(figures.input);
  return new ReportTable(figures, {
    id: "facts",
    title: "How it was checked",
    columns: FACTS,
    lines: facts,
  });
}

const NO_PULL = "No pull is recorded.";

const PULLS = columnsOf<ReportPull>()({
  source: { ...head("text", "Source"), value: ({ source }) => source },
  started: { ...head("instant", "Started ({zone})", 22), value: ({ startedAtMs }) => startedAtMs },
  finished: { ...head("instant", "Finished ({zone})", 22), value: ({ finishedAtMs }) => finishedAtMs },
  pull: { ...head("integer", "Pull", 7), value: ({ id }) => id },
  limit: { ...head("integer", "Limit", 18), value: ({ limit }) => limit },
  entries: { ...head("integer", "Entries", 12), value: ({ entries }) => entries },
  transactions: { ...head("integer", "Transactions", 14), value: ({ transactions }) => transactions },
  from: {
    skip: 1,
    ...head("text", "From"),
    value: ({ baseUrl, providedBy, aside, torn, accepted }) =>
      [
        baseUrl ?? (providedBy === null ? "imported files" : `files provided by ${providedBy}`),
        ...(torn === true ? ["torn: records moved while it ran, each time that it asked"] : []),
        ...(accepted === undefined
          ? []
          : [`that many records vanished was accepted by ${accepted.by} because: ${accepted.note}`]),
        ...(aside === undefined ? [] : [`set aside by ${aside.by} because: ${aside.note}`]),
      ].join("; "),
  },
});

export function pullTable(figures: Figures) {
  const { pullsAside = [] } = figures.input;
  const pulls = [...figures.input.pulls, ...pullsAside].toSorted((a, b) => a.id - b.id);
  return new ReportTable(figures, {
    id: "pulls",
    title: "Pulls included",
    empty: NO_PULL,
    columns: PULLS,
    lines: pulls,
  });
}

const BODIES = columnsOf<ReportBody & { readonly pull: number }>()({
  endpoint: { ...head("text", "Response body"), value: ({ endpoint }) => endpoint },
  name: { ...head("text", "File"), value: ({ name }) => name || null },
  pull: { skip: 1, ...head("integer", "Pull"), value: ({ pull }) => pull },
  bytes: { skip: 1, ...head("integer", "Bytes"), value: ({ bytes }) => bytes },
  kept: { ...head("text", "Kept"), value: ({ pruned }) => (pruned ? "pruned" : "yes") },
  sha256: { skip: 1, ...head("text", "SHA-256", 68), value: ({ sha256 }) => sha256 },
});

const COMPLETENESS = columnsOf<CompletenessRow>()({
  question: { ...head("text", "Is the wallet history complete?"), value: ({ question }) => question },
  pull: { skip: 2, ...head("integer", "Pull"), value: ({ pull }) => pull },
  answer: { skip: 4, ...head("wrapped", "What was seen", 68), value: ({ answer }) => answer },
});

export function completenessTable(figures: Figures) {
  const lines = completenessOf(figures.input);
  return new ReportTable(figures, {
    id: "completeness",
    title: "Why the wallet history is complete",
    empty: NO_PULL,
    columns: COMPLETENESS,
    lines: lines,
  });
}

const PROVENANCE = columnsOf<Provenance & { readonly pull: number }>()({
  request: { ...head("text", "Request"), value: ({ request }) => request },
  sent: { ...head("instant", "Sent ({zone})"), value: ({ sentAtMs }) => sentAtMs },
  answered: { ...head("instant", "Answered ({zone})"), value: ({ answeredAtMs }) => answeredAtMs },
  pull: { ...head("integer", "Pull"), value: ({ pull }) => pull },
  attempt: { ...head("integer", "Attempt"), value: ({ attempt }) => attempt },
  status: { ...head("text", "Status"), value: ({ status }) => status },
  server: { ...head("instant", "Server's date ({zone})", 22), value: ({ serverAtMs }) => serverAtMs },
  origin: { ...head("text", "Address", 24), value: ({ origin }) => origin },
  certificate: {
    ...head("text", "SHA-256 of the TLS certificate", 68),
    value: ({ certificateSha256 }) => certificateSha256 ?? "none: plain HTTP",
  },
});

/** Times are those of this computer's clock, but for the server's own date. */
export function provenanceTable(figures: Figures) {
  const answers = figures.input.pulls.flatMap(({ id, bodies }) =>
    bodies.flatMap(({ provenance }) => (provenance === null ? [] : [{ ...provenance, pull: id }])),
  );
  return new ReportTable(figures, {
    id: "provenance",
    title: "Where the responses came from",
    empty: "No response was received from a service with its origin recorded.",
    columns: PROVENANCE,
    lines: answers,
  });
}

export function bodyTable(figures: Figures) {
  const bodies = figures.input.pulls.flatMap(({ id, bodies: of }) =>
    of.map((body) => ({ ...body, pull: id })),
  );
  return new ReportTable(figures, {
    id: "bodies",
    title: "Response bodies",
    empty: NO_PULL,
    columns: BODIES,
    lines: bodies,
  });
}
