/** A check's result as text and as JSON: verdict, roll-forward, counts by rule, causes, findings; of an earlier moment, too. */
import { formatAmount, formatCount } from "../../core/money.ts";
import { countCauses, type NumberedCause, numberedCauses } from "../../core/reconcile/input/cause.ts";
import { checkDocument } from "../../core/reconcile/check-document.ts";
import type { Finding } from "../../core/reconcile/input/findings.ts";
import type { CheckResult, WalletResult } from "../../core/reconcile/input/result.ts";
import { RULES, type Severity, severityRank, SEVERITIES } from "../../core/reconcile/input/rules.ts";
import { causeRisk } from "../../core/report/exceptions/exception-amounts.ts";
import { type RollPart, rollParts } from "../../core/words/break-parts.ts";
import { NOT_UNIQUE, causeCountWords, causeRecordWords, causeTitle } from "../../core/words/cause.ts";
import { walletCurrencyFinder, type VerdictProgress, verdictOf } from "../../core/words/verdict.ts";
import {
  basisEvidence,
  conventionEvidence,
  cutSentence,
  uncomparedSentence,
} from "../../core/words/evidence.ts";
import { periodTitle } from "../../core/words/month.ts";
import { differsWords } from "../../core/review/close/differences.ts";
import type { CheckReport } from "../../main/services/check/check.ts";
import { type Since, sinceSentence } from "../../core/review/close/since.ts";
import type { CheckedThen } from "../../main/services/close/moments.ts";
import {
  MOST_LISTED,
  type Terminal,
  type TextTone,
  harmless,
  print,
  tinted,
  writeJsonList,
} from "./terminal.ts";
import { kindLines } from "./drift.ts";
import { candidateNotes, payrefWords, subjectOfFinding } from "./words.ts";
import { IN_NO_CURRENCY, areMixed } from "../../core/words/currency.ts";
import { walletName } from "../../core/words/wallet.ts";
import { withInstant } from "../../core/time.ts";

const FIRST_CAUSES = 8;

/**
 * Writes how many causes explain the facts, then the causes, the largest amount first.
 *
 * @param options.decimals display only, see `formatAmount`
 * @param options.all whether as many as a list holds are listed, or the first of them
 */
async function printCauses(
  terminal: Terminal,
  { causes, findings, wallets }: Pick<CheckResult, "causes" | "findings" | "wallets">,
  { decimals, all }: { readonly decimals: number; readonly all: boolean },
): Promise<void> {
  const words = causeCountWords(countCauses(causes));
  if (words === null) return;
  const largest = numberedCauses(causes).toSorted((a, b) => causeRisk(b) - causeRisk(a));
  const shown = largest.slice(0, all ? MOST_LISTED : FIRST_CAUSES);
  const firsts = firstFindings(shown, findings);
  const titles = shown.map((cause, at) => titleOf(cause, firsts[at]));
  const currencyOf = walletCurrencyFinder(wallets);
  const isMixed = areMixed(wallets);
  const unit = (first: Finding | undefined) =>
    isMixed && first !== undefined ? ` ${currencyOf(first) ?? IN_NO_CURRENCY}` : "";
  const numbers = shown.map(({ number }) => formatAmount(number));
  const amounts = shown.map(({ amount }, at) => `${formatAmount(amount, decimals)}${unit(firsts[at])}`);
  const lines = shown.map((cause, at) => {
    const cells = [
      numbers[at]?.padStart(width(numbers)),
      amounts[at]?.padStart(width(amounts)),
      titles[at]?.padEnd(width(titles)),
      `${causeRecordWords(cause)}${cause.unique ? "" : ` (${NOT_UNIQUE})`}`,
    ];
    return `  ${cells.join("  ")}\n`;
  });
  const left = largest.length - shown.length;
  const more =
    left === 0
      ? ""
      : `  … and ${formatCount(left, "smaller cause")}.${all ? " Use --json for all of them." : ""}\n`;
  await print(terminal, `\n  ${tinted(terminal.stdout, "bold", words)}\n\n${lines.join("")}${more}`);
}

function width(cells: readonly string[]): number {
  return Math.max(...cells.map((cell) => cell.length));
}

/** Its number, and what it is. @example `3, mistyped payref` */
export function causeName(cause: NumberedCause, findings: readonly Finding[]): string {
  const [first] = firstFindings([cause], findings);
  return `${cause.number}, ${titleOf(cause, first).toLowerCase()}`;
}

function titleOf(cause: NumberedCause, first: Finding | undefined): string {
  return first === undefined ? "" : causeTitle(cause, first);
}

function firstFindings(
  causes: readonly NumberedCause[],
  findings: readonly Finding[],
): readonly (Finding | undefined)[] {
  const firsts = new Set(causes.map(({ findings: [first = ""] }) => first));
  const found = new Map(
    findings.flatMap((finding) => (firsts.has(finding.fingerprint) ? [[finding.fingerprint, finding]] : [])),
  );
  return causes.map(({ findings: [first = ""] }) => found.get(first));
}

const MARK: Readonly<Record<Severity, string>> = { error: "✗", warning: "!", info: "·" };
const TONE: Readonly<Record<Severity, TextTone>> = { error: "red", warning: "yellow", info: "dim" };
const FIRST_EXCEPTIONS = 12;
const INDENT = " ".repeat(6);

interface PrintOptions {
  readonly decimals: number;
  /** The progress of the review; null where there can be no decisions. */
  readonly progress: VerdictProgress | null;
  /** The lowest severity that is listed, of rules and of findings. */
  readonly severity: Severity;
  /** Whether every finding is listed, or only the first exceptions. */
  readonly all: boolean;
}

/** Writes the whole summary to the terminal's result stream. */
export async function printCheck(
  terminal: Terminal,
  result: CheckResult,
  options: PrintOptions,
): Promise<void> {
  const out = terminal.stdout;
  const verdict = verdictOf(result, options.decimals, options.progress ?? undefined);
  const own = result.counts.bySeverity.error - (options.progress?.earlier?.errors ?? 0);
  const tone: TextTone = own > 0 ? "red" : result.counts.bySeverity.error > 0 ? "yellow" : "green";
  await print(terminal, `\n${tinted(out, "bold", tinted(out, tone, verdict))}\n\n`);
  await print(terminal, rollForward(result, options.decimals));
  const lines = evidenceLines(result);
  if (lines.length > 0) await print(terminal, `\n${lines.join("\n")}\n`);
  await print(terminal, `\n${ruleCounts(terminal, result, options.severity)}`);
  await printCauses(terminal, result, options);
  await printFindings(terminal, result.findings, options);
}

/** A line of the roll-forward: its label, and what it says of each wallet. */
type RollRow = [label: string, cell: (wallet: WalletResult) => string];

function rollForward(result: CheckResult, decimals: number): string {
  const wallets = result.wallets;
  if (wallets.length === 0) return `${periodTitle(result.period)}: no entries.\n`;
  const amount = (value: number) => formatAmount(value, decimals);
  const signed = (value: number) => (value > 0 ? `+${amount(value)}` : amount(value));
  const rows: RollRow[] = [
    ["", (wallet) => walletName(wallet)],
    ["Opening", (wallet) => amount(wallet.opening)],
    ["Inflows", (wallet) => signed(wallet.inflow)],
    ["Outflows", (wallet) => signed(-wallet.outflow)],
    ["Break differences", (wallet) => signed(wallet.breakDifference)],
    ...breakParts(result).map(({ title, in: sumIn }): RollRow => [title, (wallet) => signed(sumIn(wallet))]),
    ["Closing", (wallet) => amount(wallet.closing)],
    ["Entries", (wallet) => formatAmount(wallet.entries)],
  ];
  const shown = wallets.slice(0, 4);
  const table = rows.map(([label, cell]) => [label, ...shown.map(cell)]);
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => (row[column] ?? "").length))) ?? [];
  const lines = table.map(([label = "", ...cells]) => {
    const padded = cells.map((cell, at) => cell.padStart(widths[at + 1] ?? 0));
    return `  ${label.padEnd(widths[0] ?? 0)}   ${padded.join("   ")}`.trimEnd();
  });
  const more = wallets.length - shown.length;
  return `${lines.join("\n")}\n${more === 0 ? "" : `  … and ${formatCount(more, "more wallet")}\n`}`;
}

/** What the break differences of each wallet consist of. */
function breakParts({ wallets, findings, chainScope }: CheckResult): RollPart<WalletResult>[] {
  const keyOf = ({ userID, businessID }: Pick<Finding, "userID" | "businessID">) =>
    chainScope.used === "user" ? `${userID}` : `${userID} ${businessID}`;
  return rollParts(wallets, (rule) => {
    const breaks = findings.filter((finding) => finding.rule === rule);
    const sums = new Map<string, number>();
    for (const finding of breaks) {
      const key = keyOf(finding);
      sums.set(key, (sums.get(key) ?? 0) + (finding.difference ?? 0));
    }
    return { rows: breaks.length, in: (wallet) => sums.get(keyOf(wallet)) ?? 0 };
  });
}

/** What the check rests on. All of it is of the whole history, which says nothing of a period without records. */
function evidenceLines(result: CheckResult): string[] {
  const { convention, settlementBasis, chainScope, counts } = result;
  const ofHistory = [uncomparedSentence(result), cutSentence(result, "Pull with --full")].flatMap((said) =>
    said === null ? [] : [`  ${said}`],
  );
  if (result.period !== null && counts.entries + counts.transactions === 0) return ofHistory;
  const lines = [
    `  Convention ${convention.used} (${convention.source}): ${conventionEvidence(convention)}.`,
    `  Settlement basis ${settlementBasis.used} (${settlementBasis.source}): ${basisEvidence(settlementBasis)}.`,
  ];
  const other = chainScope.used === "user" ? "business" : "user";
  if (chainScope.breaks[other] < chainScope.breaks[chainScope.used]) {
    lines.push(
      `  With one balance per ${other}, fewer balances would not follow: ${formatAmount(chainScope.breaks[other])}.`,
    );
  }
  const skipped = result.skippedRules.map(({ rule, reason }) => `  Not checked: ${rule}. ${reason}`);
  return [...lines, ...ofHistory, ...skipped];
}

/** Errors, warnings and notices are counted whatever is listed. */
function ruleCounts(terminal: Terminal, result: CheckResult, least: Severity): string {
  const { counts } = result;
  const head =
    `  Entries ${formatAmount(counts.entries)}, transactions ${formatAmount(counts.transactions)}: ` +
    `${formatCount(counts.bySeverity.error, "error")}, ${formatCount(counts.bySeverity.warning, "warning")}, ` +
    `${formatCount(counts.bySeverity.info, "notice")}.\n`;
  const found = countsBySeverity(result).filter(
    ({ severity }) => severityRank(severity) <= severityRank(least),
  );
  const lines = found.map(({ rule, severity, count }) => {
    const mark = tinted(terminal.stdout, TONE[severity], MARK[severity]);
    return `  ${mark} ${formatAmount(count).padStart(6)}  ${rule.id.padEnd(24)} ${rule.words}\n`;
  });
  return `${head}${lines.length === 0 ? "" : "\n"}${lines.join("")}`;
}

/** How often each rule was found, errors first: some rules are errors of some rows and notices of others. */
function countsBySeverity(result: CheckResult) {
  const counts = new Map<string, number>();
  for (const { rule, severity } of result.findings) {
    const key = `${severity} ${rule}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return SEVERITIES.flatMap((severity) =>
    RULES.map((rule) => ({ rule, severity, count: counts.get(`${severity} ${rule.id}`) ?? 0 })).filter(
      ({ count }) => count > 0,
    ),
  );
}

async function printFindings(
  terminal: Terminal,
  findings: readonly Finding[],
  { severity, all }: PrintOptions,
): Promise<void> {
  const least = all ? severityRank(severity) : Math.min(severityRank(severity), severityRank("warning"));
  const listed = findings.filter((finding) => severityRank(finding.severity) <= least);
  if (listed.length === 0) return;
  const shown = listed.slice(0, all ? MOST_LISTED : FIRST_EXCEPTIONS);
  const title = all ? "Findings" : `First exceptions (${shown.length} of ${formatAmount(listed.length)})`;
  await print(terminal, `\n${tinted(terminal.stdout, "bold", title)}\n`);
  for (const finding of shown) await print(terminal, findingLine(terminal, finding));
  const more = listed.length - shown.length;
  if (all && more > 0) {
    const listedAs = `The first ${formatAmount(shown.length)} of ${formatAmount(listed.length)} findings are listed`;
    await print(
      terminal,
      `  … ${listedAs}. Use --json for all of them, or --severity or a period for fewer.\n`,
    );
  }
}

function findingLine(terminal: Terminal, finding: Finding): string {
  const mark = tinted(terminal.stdout, TONE[finding.severity], MARK[finding.severity]);
  const lines = [
    `  ${mark} ${finding.rule} — ${subjectOfFinding(finding)}${payrefWords(finding.payref)}`,
    `${INDENT}${harmless(finding.message)}`,
    ...candidateNotes(finding).map((line) => `${INDENT}${line}`),
  ];
  return `${lines.join("\n")}\n`;
}

/**
 * @param least the lowest severity listed; counts do not depend on it
 * @param past of a check as of an earlier moment; `moment` and `since` are in the document then
 */
export async function writeCheckJson(
  terminal: Terminal,
  { result, shows }: Pick<CheckReport, "result" | "shows">,
  least: Severity,
  past: CheckedThen | null = null,
): Promise<void> {
  const { schema, ...rest } = checkDocument(result, least);
  const then = past === null ? {} : { moment: withInstant(past.moment), since: sinceDocument(past.since) };
  await writeJsonList(terminal, { schema, shows, ...rest, ...then }, "findings");
}

/** With what else is different in one list. */
function sinceDocument(since: Since) {
  const { options, effects, decisions } = since.changed;
  return { ...since, changes: [...options, ...effects, ...decisions] };
}

/** What changed since, in the sentence of every place, and below it each kind. */
export async function printSince(terminal: Terminal, { since }: CheckedThen): Promise<void> {
  const { unlikeSigned } = since;
  if (unlikeSigned !== null && unlikeSigned.length > 0) {
    await print(terminal, `\n  ! This check ${harmless(differsWords("signed-off", unlikeSigned))}.\n`);
  }
  const kinds = kindLines(since.changed).map((line) => `    ${line}\n`);
  await print(terminal, `\n  ${harmless(sinceSentence(since))}\n${kinds.join("")}`);
}
