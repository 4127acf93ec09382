/** The review queue: findings filtered, searched and ordered. */
import { foldCase } from "../../../core/text.ts";
import { addSafely, amountAtRisk, causeRisk } from "../../../core/report/exceptions/exception-amounts.ts";
import { atStakeIn } from "../../../core/report/exceptions/class-words.ts";
import { causeTitle } from "../../../core/words/cause.ts";
import { ruleName } from "../../../core/words/rule.ts";
import type { Finding } from "../../../core/reconcile/input/findings.ts";
import { BREAK_RULES } from "../../../core/reconcile/input/rules.ts";
import { rankOfRule } from "./row-table.ts";
import type { ReviewedFinding } from "../../../core/review/decisions/review.ts";
import type {
  ExceptionRow,
  ExceptionRows,
  ExceptionsRequest,
  KindHead,
  LikeRequest,
  RowCause,
  SelectableException,
} from "../../bridge/protocol.ts";
import { selectableOf } from "../../bridge/selectable.ts";
import type { HeldCheck } from "./held-check.ts";
import { classAmountsOf, countedFindings, exceptionCurrency } from "./review-summary.ts";

type AskedExceptions = Omit<ExceptionsRequest, "from" | "count">;

/** Indexes of the findings that pass, in the order asked for. */
export function selectFindings(held: HeldCheck, asked: AskedExceptions): number[] {
  const passes = passingTest(asked);
  const isOfCurrency = currencyTest(held, asked.currency);
  const selected: number[] = [];
  held.review.findings.forEach((reviewed, at) => {
    if (passes(reviewed) && isOfCurrency(at)) selected.push(at);
  });
  if (asked.order === "cause") return byCause(held, selected);
  if (asked.order === "kind") return kindsOf(held, byCause(held, selected)).flatMap(({ own }) => own);
  const key = orderKey(held, asked.order);
  if (key === null) return selected;
  const keys = new Map(selected.map((at) => [at, key(at)]));
  return selected.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
}

/** What one cause explains together, where its first finding stands; the largest amount at risk first. */
function byCause({ causes, result }: HeldCheck, selected: readonly number[]): number[] {
  const stakeOf = (at: number) => {
    const cause = result.causes.items[causes.ofFinding[at] ?? -1];
    if (cause !== undefined) return causeRisk(cause);
    const finding = result.findings[at];
    return finding === undefined ? 0 : amountAtRisk(finding);
  };
  const stakes = Float64Array.from(result.findings, (_, at) => stakeOf(at));
  const firsts = Int32Array.from(causes.ofFinding, (cause, at) => causes.findings[cause]?.[0] ?? at);
  return selected.toSorted(
    (a, b) => (stakes[b] ?? 0) - (stakes[a] ?? 0) || (firsts[a] ?? 0) - (firsts[b] ?? 0) || a - b,
  );
}

/** What is alike: causes of one kind. A fact of its own goes by its rule. */
function kindAt({ causes, result }: HeldCheck, at: number): string {
  const place = causes.ofFinding[at] ?? -1;
  const cause = result.causes.items[place];
  if (cause === undefined) return ruleName(result.findings[at]?.rule ?? "");
  return cause.kind === "single" ? (causes.titles[place] ?? "") : cause.kind;
}

interface OneKind {
  readonly kind: string;
  /** Indexes, what one cause explains together. */
  readonly own: readonly number[];
  readonly amounts: KindHead["amounts"];
}

/** Findings kind by kind, the largest amount at stake first. @param selected by cause */
function kindsOf(held: HeldCheck, selected: readonly number[]): OneKind[] {
  const stakeOf = ({ amounts }: OneKind) => addSafely(amounts.map(({ amount }) => amount));
  return [...Map.groupBy(selected, (at) => kindAt(held, at))]
    .map(([kind, own]) => {
      const stakes = classAmountsOf(held, own).map((one) => [one.currency, atStakeIn(one)] as const);
      const amounts = stakes.map(([currency, amount]) => ({ currency, amount }));
      return { kind, own, amounts };
    })
    .toSorted((a, b) => stakeOf(b) - stakeOf(a));
}

function kindHeads(held: HeldCheck, selected: readonly number[]): KindHead[] {
  let line = 0;
  return kindsOf(held, selected).map(({ own, amounts }) => {
    line += own.length;
    return { line: line - own.length, title: kindTitle(held, own), findings: own.length, amounts };
  });
}

/** As each of them is called, in the plural where they are several records. */
function kindTitle({ causes, result }: HeldCheck, [first = -1, ...rest]: readonly number[]): string {
  const finding = result.findings[first];
  const items = [first, ...rest].flatMap((at) => result.causes.items[causes.ofFinding[at] ?? -1] ?? []);
  const kind = items[0]?.kind;
  if (finding === undefined || kind === undefined) return ruleName(finding?.rule ?? "");
  const walletIDs = [...new Set(items.flatMap((one) => one.walletIDs))];
  const payIDs = [...new Set(items.flatMap((one) => one.payIDs))];
  return causeTitle({ kind, walletIDs, payIDs }, finding);
}

/** Where lines begin that one cause of several findings explains. */
function headsOf({ causes }: HeldCheck, selected: readonly number[]): Int32Array {
  const causeAt = (line: number) => causes.ofFinding[selected[line] ?? -1] ?? -1;
  const heads = selected.flatMap((_, line) => {
    const cause = causeAt(line);
    const isFirst = cause !== -1 && (line === 0 || causeAt(line - 1) !== cause);
    return isFirst && (causes.findings[cause]?.length ?? 0) > 1 ? [line] : [];
  });
  return Int32Array.from(heads);
}

/** As amounts are added up, so that those of a currency's bar come to it. */
function currencyTest(held: HeldCheck, currency: string | null): (finding: number) => boolean {
  if (currency === null) return () => true;
  return (at) => (exceptionCurrency(held, at) ?? "") === currency;
}

function isBreak(finding: Finding | undefined): boolean {
  return finding !== undefined && BREAK_RULES.has(finding.rule);
}

/** Σ of the differences of breaks, by currency in the order of the Lead; none where one is no break. */
function breakSums(held: HeldCheck, selected: readonly number[]): ExceptionRows["breaks"] {
  const { findings } = held.result;
  if (!selected.every((at) => isBreak(findings[at]))) return [];
  const { block } = countedFindings(held);
  return held.currencies().blocks.flatMap(({ currency }, place) => {
    const own = selected.filter((at) => block[at] === place);
    if (own.length === 0) return [];
    return [{ currency, difference: own.reduce((sum, at) => sum + (findings[at]?.difference ?? 0), 0) }];
  });
}

function passingTest({
  statuses,
  rules,
  severities,
  findings,
  search,
}: AskedExceptions): (reviewed: ReviewedFinding) => boolean {
  const words = foldCase(search)
    .split(/\s+/u)
    .filter((word) => word !== "");
  return (reviewed) => {
    const { finding, status } = reviewed;
    if (!severities.includes(finding.severity)) return false;
    if (statuses !== null && !statuses.includes(status)) return false;
    if (rules !== null && !rules.includes(finding.rule)) return false;
    if (findings !== null && !findings.some((digits) => finding.fingerprint.startsWith(digits))) return false;
    if (words.length === 0) return true;
    const text = searchedText(reviewed);
    return words.every((word) => text.includes(word));
  };
}

function searchedText({ finding, decision, before }: ReviewedFinding): string {
  const { message, payref, rule, walletID, payID, fingerprint } = finding;
  const standing = decision ?? before;
  return foldCase(
    [message, payref, rule, walletID, payID, fingerprint, standing?.note, standing?.by].join("\n"),
  );
}

/** The least key comes first; null keeps the order of the records. Findings without a time come last. */
function orderKey(
  held: HeldCheck,
  order: Exclude<AskedExceptions["order"], "cause" | "kind">,
): ((finding: number) => number) | null {
  const { findings } = held.result;
  switch (order) {
    case "record":
      return null;
    case "amount":
      return (at) => -(findings[at]?.atStake ?? 0);
    case "rule":
      return (at) => rankOfRule(findings[at]?.rule ?? "");
    case "newest":
      return (at) => {
        const atMs = timeOf(held, at);
        return atMs === null ? Number.MAX_VALUE : -atMs;
      };
  }
}

/** When a finding's record happened, milliseconds UTC; of a transaction when it was paid, else created. */
function timeOf({ input, index }: HeldCheck, finding: number): number | null {
  const entry = index.entryRow[finding] as number;
  if (entry !== -1) return input.entries.dateCreatedAtMs[entry] as number;
  const row = index.transactionRow[finding] as number;
  const { datePaidAtMs, dateCreatedAtMs } = input.transactions;
  const times = [datePaidAtMs[row], dateCreatedAtMs[row]];
  return times.find((atMs) => atMs !== undefined && !Number.isNaN(atMs)) ?? null;
}

export function exceptionAt(held: HeldCheck, finding: number): ExceptionRow {
  const reviewed = held.review.findings[finding];
  if (reviewed === undefined) throw new Error(`there is no finding ${finding}`);
  return {
    ...reviewed,
    atMs: timeOf(held, finding),
    currency: exceptionCurrency(held, finding),
    cause: causeOf(held, finding),
  };
}

function causeOf({ causes, result }: HeldCheck, finding: number): RowCause | null {
  const place = causes.ofFinding[finding] ?? -1;
  const cause = result.causes.items[place];
  if (cause === undefined) return null;
  const { kind, amount, unique, findings } = cause;
  return { place, title: causes.titles[place] ?? "", kind, amount, unique, findings: findings.length };
}

export function exceptionsPage(held: HeldCheck, { from, count, ...asked }: ExceptionsRequest): ExceptionRows {
  const selected = selectFindings(held, asked);
  const kinds = asked.order === "kind" ? kindHeads(held, selected) : [];
  return {
    total: selected.length,
    heads: asked.order === "cause" ? headsOf(held, selected) : Int32Array.from(kinds, ({ line }) => line),
    kinds,
    amounts: classAmountsOf(held, selected),
    breaks: breakSums(held, selected),
    rows: selected.slice(from, from + count).map((at) => exceptionAt(held, at)),
  };
}

/** @returns all that pass; with `like` those of the kind of that finding, none where the check does not raise it */
export function selectableExceptions(
  held: HeldCheck,
  { like, ...asked }: ExceptionsRequest & LikeRequest,
): SelectableException[] {
  const selected = selectFindings(held, asked);
  const of =
    like === undefined ? -1 : held.result.findings.findIndex(({ fingerprint }) => fingerprint === like);
  const kind = of === -1 ? null : kindAt(held, of);
  return selected.flatMap((at) =>
    like === undefined || kindAt(held, at) === kind ? [selectableOf(exceptionAt(held, at))] : [],
  );
}
