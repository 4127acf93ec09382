/** Change rules, and the copies in one pull: what the pulls say of each record. */
import type { JsonValue } from "../../../src/core/canonical.ts";
import { type Entry, entryDocument } from "../../../src/core/entry.ts";
import { parseServiceTime } from "../../../src/core/time.ts";
import { type Transaction, transactionDocument } from "../../../src/core/transaction.ts";
import { changesOf, entryText, transactionText } from "./pulls.ts";
import type { Report } from "./report.ts";
import type { OracleChange } from "./terms.ts";

export function reportPulls(report: Report): void {
  const { knownEntries, knownTransactions } = report.world;
  for (const known of knownEntries) {
    const newest = known.versions.at(-1)!;
    if (known.copies === "repeated" && !known.gone) report.entry("repeated-entry", "info", newest);
    if (known.copies === "conflicting" && !known.gone) report.entry("conflicting-entry", "error", newest);
    if (known.gone) report.entry("entry-vanished", "error", newest);
    for (const { before, after } of changesOf(known, entryText))
      reportEntryChange(report, newest, before, after);
  }
  for (const known of knownTransactions) {
    const newest = known.versions.at(-1)!;
    if (known.copies === "repeated" && !known.gone)
      report.transaction("repeated-transaction", "info", newest);
    if (known.copies === "conflicting" && !known.gone) {
      report.transaction("conflicting-transaction", "error", newest);
    }
    if (known.gone) report.transaction("transaction-vanished", "warning", newest);
    for (const { before, after } of changesOf(known, transactionText)) {
      reportTransactionChange(report, newest, before, after);
    }
  }
}

function reportEntryChange(report: Report, newest: Entry, before: Entry, after: Entry): void {
  const changes = compare(entryDocument(before), entryDocument(after));
  const approved =
    before.isApproved === 0 &&
    after.isApproved === 1 &&
    changes.every(({ field }) => field === "is_approved" || field === "datePaid");
  if (approved) report.entry("entry-approved", "info", after, { changes }, newest);
  else report.entry("entry-changed", "error", after, { changes }, newest);
}

const IGNORED = [
  /^customer(\.|$)/u,
  /^status$/u,
  /^transaction\.status_alt$/u,
  /^transaction\.is_active$/u,
  /^data\.list\.\d+\.(is_complete|dateCompleted)$/u,
  /^data\.current_raised$/u,
  /^data\.contributor_count$/u,
];

const GRAVE = [
  /^fee\.(currency|chargedamount|scrowfee|taxfee|payableamount)$/u,
  /^payref$/u,
  /^datePaid$/u,
  /^data\.(itemamount|amount|escrow_charge|project_goal)$/u,
  /^data\.list\.\d+\.taskamount$/u,
];

function reportTransactionChange(
  report: Report,
  newest: Transaction,
  before: Transaction,
  after: Transaction,
): void {
  const changes = compare(transactionDocument(before), transactionDocument(after)).filter(
    ({ field }) => !IGNORED.some((pattern) => pattern.test(field)),
  );
  if (changes.length === 0) return;
  const paid =
    before.datePaidAtMs !== null || (before.detail.cycle === "crowd-pay" && before.detail.currentRaised > 0);
  const grave = paid && changes.some(({ field }) => GRAVE.some((pattern) => pattern.test(field)));
  report.transaction("transaction-changed", grave ? "error" : "warning", after, { changes }, newest);
}

/** Every field that differs, in the order of their paths; a field one side does not have is null there. */
function compare(before: JsonValue, after: JsonValue): OracleChange[] {
  const [old, young] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...young.keys()])]
    .filter((field) => old.get(field) !== young.get(field))
    .toSorted()
    .map((field) => ({ field, before: shown(old.get(field)), after: shown(young.get(field)) }));
}

/** The plain values of a document by their paths, e.g. `fee.scrowfee` and `data.list.0.taskamount`. */
function fieldsOf(value: JsonValue, path: readonly string[] = []): Map<string, JsonValue> {
  if (value === null || typeof value !== "object") return new Map([[path.join("."), value]]);
  const members = Object.entries(value as { readonly [key: string]: JsonValue });
  return new Map(members.flatMap(([key, member]) => [...fieldsOf(member, [...path, key])]));
}

/** Times stand in findings as RFC 3339. */
function shown(value: JsonValue | undefined): JsonValue {
  const atMs = typeof value === "string" ? parseServiceTime(value) : null;
  return atMs === null ? (value ?? null) : new Date(atMs).toISOString();
}
