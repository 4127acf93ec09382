/** C1: every finding of severity error or warning, with links to its row on B1 or B2. */
import type { Finding } from "../reconcile/findings.ts";
import { DAY_MS } from "../time.ts";
import type { Figures } from "./figures.ts";
import type { Cell, Column, Row } from "./model.ts";
import type { TablePlace } from "./place.ts";
import { candidateWords, causeWords } from "./words.ts";

export function exceptionColumns(zone: string): readonly Column[] {
  return [
    { key: "number", header: "No.", kind: "integer" },
    { key: "severity", header: "Severity", kind: "text" },
    { key: "rule", header: "Rule", kind: "text" },
    { key: "message", header: "What was found", kind: "wrapped" },
    { key: "walletID", header: "walletID", kind: "id" },
    { key: "payID", header: "payID", kind: "id" },
    { key: "payref", header: "Payref", kind: "text" },
    { key: "expected", header: "Expected", kind: "amount" },
    { key: "actual", header: "Actual", kind: "amount" },
    { key: "difference", header: "Difference", kind: "amount" },
    { key: "cause", header: "Cause", kind: "wrapped" },
    { key: "candidates", header: "Candidates", kind: "wrapped" },
    { key: "at", header: `Dated (${zone})`, kind: "instant" },
    { key: "days", header: "Days open", kind: "integer" },
    { key: "status", header: "Status", kind: "text" },
    { key: "decision", header: "Decision", kind: "text" },
    { key: "by", header: "By", kind: "text" },
    { key: "when", header: "When", kind: "day" },
    { key: "note", header: "Note", kind: "wrapped" },
    { key: "fingerprint", header: "Fingerprint", kind: "text" },
  ];
}

export const EXCEPTION_WIDTHS = [6, 9, 19, 48, 9, 9, 14, 11, 11, 11, 17, 17, 18, 7, 8, 11, 9, 11, 17, 66];

/** Errors before warnings, each in the check's order. */
export function exceptionsOf(findings: readonly Finding[]): Finding[] {
  return [
    ...findings.filter(({ severity }) => severity === "error"),
    ...findings.filter(({ severity }) => severity === "warning"),
  ];
}

/** Rows of entries and transactions by the ids that findings name. */
export interface Subjects {
  readonly entry: ReadonlyMap<number, number>;
  readonly transaction: ReadonlyMap<number, number>;
}

export function subjectsOf({ input, byWalletID, byPayID }: Figures): Subjects {
  const { entries, transactions } = input.records;
  const entry = new Map<number, number>();
  const transaction = new Map<number, number>();
  for (const row of input.check.entryOutcomes.order) {
    const id = entries.walletID[row] as number;
    if (byWalletID.has(id)) entry.set(id, row);
  }
  transactions.payID.forEach((id, row) => {
    if (byPayID.has(id)) transaction.set(id, row);
  });
  return { entry, transaction };
}

/** Whole days from an instant to the period's end (without a period: the as-of); null without a date. */
export function daysOpen({ input }: Figures, atMs: number | null): number | null {
  const endMs = input.check.period?.toMs ?? input.check.asOfMs;
  if (atMs === null || endMs === null || Number.isNaN(atMs)) return null;
  return Math.max(0, Math.floor((endMs - atMs) / DAY_MS));
}

/** When a payment was made, else when its transaction was made; null when neither is known. */
export function paymentTime({ input }: Figures, row: number): number | null {
  const { datePaidAtMs, dateCreatedAtMs } = input.records.transactions;
  const atMs = datePaidAtMs[row] as number;
  const dated = Number.isNaN(atMs) ? (dateCreatedAtMs[row] as number) : atMs;
  return Number.isNaN(dated) ? null : dated;
}

function timeOf(figures: Figures, subjects: Subjects, finding: Finding): number | null {
  // A finding names a walletID or, when it is about a transaction, a payID.
  if (finding.walletID === null) {
    const row = subjects.transaction.get(finding.payID ?? -1);
    return row === undefined ? null : paymentTime(figures, row);
  }
  const row = subjects.entry.get(finding.walletID);
  return row === undefined ? null : (figures.input.records.entries.dateCreatedAtMs[row] as number);
}

/** An id, linked to its row where that stands on B1 or B2. */
function linked(id: number | null, at: number | undefined, place: TablePlace, key: string): Cell {
  return id !== null && at !== undefined && at >= 0 ? { value: id, link: place.place(key, at) } : id;
}

export function* exceptionRows(
  figures: Figures,
  exceptions: readonly Finding[],
  subjects: Subjects,
  places: { readonly wallet: TablePlace; readonly transactions: TablePlace },
): Generator<Row> {
  const entryAt = (id: number | null) => figures.entryAt[subjects.entry.get(id ?? -1) ?? -1];
  const transactionAt = (id: number | null) =>
    figures.transactionAt[subjects.transaction.get(id ?? -1) ?? -1];
  for (const [at, finding] of exceptions.entries()) {
    const atMs = timeOf(figures, subjects, finding);
    const { walletID, payID } = finding;
    yield {
      tone: "plain",
      cells: [
        at + 1,
        finding.severity === "error" ? { value: "error", tone: "flag" } : finding.severity,
        finding.rule,
        finding.message,
        linked(walletID, entryAt(walletID), places.wallet, "walletID"),
        linked(payID, transactionAt(payID), places.transactions, "payID"),
        finding.payref === "" ? null : finding.payref,
        finding.expected ?? null,
        finding.actual ?? null,
        finding.difference ?? null,
        causeWords(finding) || null,
        candidateWords(finding) || null,
        atMs,
        daysOpen(figures, atMs),
        "open",
        null,
        null,
        null,
        null,
        finding.fingerprint,
      ],
    };
  }
}
