/** The review queue: findings filtered, searched and ordered. */
import { foldCase } from "../../../core/text/text.ts";
import { RULES } from "../../../core/reconcile/rules.ts";
import type { ReviewedFinding } from "../../../core/review/decisions/review.ts";
import type { ExceptionRow, ExceptionsRequest, Rows, SelectableException } from "../protocol.ts";
import type { HeldCheck } from "./held-check.ts";
import { textOf } from "./rows/text-store.ts";

type Asked = Omit<ExceptionsRequest, "from" | "count">;

/** Indexes of the findings that pass, in the order asked for. */
export function selectFindings(held: HeldCheck, asked: Asked): number[] {
  const passes = passingTest(asked);
  const selected: number[] = [];
  held.review.findings.forEach((reviewed, at) => {
    if (passes(reviewed)) selected.push(at);
  });
  const key = orderKey(held, asked.order);
  if (key === null) return selected;
  const keys = new Map(selected.map((at) => [at, key(at)]));
  return selected.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
}

function passingTest({ statuses, rules, severities, search }: Asked): (reviewed: ReviewedFinding) => boolean {
  const words = foldCase(search)
    .split(/\s+/u)
    .filter((word) => word !== "");
  return (reviewed) => {
    const { finding, status } = reviewed;
    if (!severities.includes(finding.severity)) return false;
    if (statuses !== null && !statuses.includes(status)) return false;
    if (rules !== null && !rules.includes(finding.rule)) return false;
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

const RULE_RANK = new Map<string, number>(RULES.map(({ id }, at) => [id, at]));

/**
 * What comes first has the least key; null keeps the order of the records. Findings without an amount or time
 * come last.
 */
function orderKey(held: HeldCheck, order: Asked["order"]): ((finding: number) => number) | null {
  const { findings } = held.result;
  switch (order) {
    case "record":
      return null;
    case "amount":
      return (at) => {
        const amount = findings[at]?.difference ?? movementOf(held, at);
        return amount === null ? Number.MAX_VALUE : -Math.abs(amount);
      };
    case "rule":
      return (at) => RULE_RANK.get(findings[at]?.rule ?? "") ?? 0;
    case "newest":
      return (at) => {
        const atMs = timeOf(held, at);
        return atMs === null ? Number.MAX_VALUE : -atMs;
      };
  }
}

/** What the entry moved that a finding is about: its amount, where its rule states no difference. */
function movementOf({ input, index }: HeldCheck, finding: number): number | null {
  const entry = index.entryRow[finding] as number;
  if (entry === -1) return null;
  const { credit, debit } = input.entries;
  return (credit[entry] as number) - (debit[entry] as number);
}

/**
 * When the record a finding is about happened, milliseconds UTC; of a transaction when it was paid, else
 * created.
 */
function timeOf({ input, index }: HeldCheck, finding: number): number | null {
  const entry = index.entryRow[finding] as number;
  if (entry !== -1) return input.entries.dateCreatedAtMs[entry] as number;
  const row = index.transactionRow[finding] as number;
  const { datePaidAtMs, dateCreatedAtMs } = input.transactions;
  const times = [datePaidAtMs[row], dateCreatedAtMs[row]];
  return times.find((atMs) => atMs !== undefined && !Number.isNaN(atMs)) ?? null;
}

/** The wallet's currency for an entry, its own for a transaction. */
export function exceptionCurrency(held: HeldCheck, finding: number): string | null {
  const { input, index, result, snapshot } = held;
  const row = index.transactionRow[finding] as number;
  if (row !== -1) return textOf(snapshot.labels, input.transactions.currency[row]);
  const { userID, businessID } = result.findings[finding] ?? {};
  const wallet = result.wallets.find(
    (one) => one.userID === userID && (one.businessID === null || one.businessID === businessID),
  );
  return wallet?.currency ?? null;
}

export function exceptionAt(held: HeldCheck, finding: number): ExceptionRow {
  const reviewed = held.review.findings[finding];
  if (reviewed === undefined) throw new Error(`there is no finding ${finding}`);
  return { ...reviewed, atMs: timeOf(held, finding), currency: exceptionCurrency(held, finding) };
}

export function exceptionsPage(
  held: HeldCheck,
  { from, count, ...asked }: ExceptionsRequest,
): Rows<ExceptionRow> {
  const selected = selectFindings(held, asked);
  return {
    total: selected.length,
    rows: selected.slice(from, from + count).map((at) => exceptionAt(held, at)),
  };
}

export function selectableExceptions(held: HeldCheck, asked: ExceptionsRequest): SelectableException[] {
  return selectFindings(held, asked).map((at) => {
    const { finding, seen, status, currency } = exceptionAt(held, at);
    return {
      fingerprint: finding.fingerprint,
      seen,
      status,
      difference: finding.difference ?? null,
      currency,
    };
  });
}
