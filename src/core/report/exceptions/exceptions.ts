/** C1: every finding of severity error or warning, with links to its row on B1 or B2. */
import type { Finding } from "../../reconcile/result/findings.ts";
import { type BoundChange, boundChangeLines } from "../../review/decisions/bound-records.ts";
import { daysOpen, paymentTime } from "../outstanding/ageing.ts";
import type { Figures } from "../figures.ts";
import type { Cell, Column, Row } from "../model.ts";
import { type OutstandingAt, type OutstandingItem, outstandingAt } from "../outstanding/outstanding-items.ts";
import type { TablePlace } from "../place.ts";
import { REVIEWER_NOTE, REVIEWER_TICK } from "./reviewer-columns.ts";
import { candidateWords, causeWords } from "../words/sheet-words.ts";

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
    { key: "days", header: "Days open", kind: "days" },
    { key: "status", header: "Status", kind: "text" },
    { key: "decision", header: "Decision", kind: "id" },
    { key: "by", header: "By", kind: "text" },
    { key: "when", header: `When (${zone})`, kind: "instant" },
    { key: "note", header: "Note", kind: "wrapped" },
    REVIEWER_TICK,
    REVIEWER_NOTE,
    { key: "fingerprint", header: "Fingerprint", kind: "text" },
  ];
}

export const EXCEPTION_WIDTHS = [
  6, 9, 19, 48, 9, 9, 14, 11, 11, 11, 24, 17, 18, 7, 10, 9, 12, 18, 24, 12, 28, 66,
];

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

function timeOf(figures: Figures, subjects: Subjects, finding: Finding): number | null {
  // A finding names a walletID or, when it is about a transaction, a payID.
  if (finding.walletID === null) {
    const row = subjects.transaction.get(finding.payID ?? -1);
    return row === undefined ? null : paymentTime(figures, row);
  }
  const row = subjects.entry.get(finding.walletID);
  return row === undefined ? null : (figures.input.records.entries.dateCreatedAtMs[row] as number);
}

export interface RecordPlaces {
  readonly wallet: TablePlace;
  readonly transactions: TablePlace;
  readonly outstanding: { readonly items: TablePlace };
  /** Of D2. */
  readonly audit: { readonly decisions: TablePlace };
}

/** The links of a finding's ids: to the row on B1 or B2, for one of an earlier period to the item on C2. */
export class IdLinks {
  readonly #figures: Figures;
  readonly #subjects: Subjects;
  readonly #places: RecordPlaces;
  readonly #outstanding: OutstandingAt;
  /** By a decision's number: its row on D2. */
  readonly #decisions: ReadonlyMap<number, number>;

  constructor(figures: Figures, { subjects, outstanding }: ExceptionLists, places: RecordPlaces) {
    this.#figures = figures;
    this.#subjects = subjects;
    this.#places = places;
    this.#outstanding = outstandingAt(outstanding);
    this.#decisions = new Map(
      figures.input.trail.flatMap(({ kind, id }, at) => (kind === "decision" ? [[id, at] as const] : [])),
    );
  }

  decision(id: number): Cell {
    const at = this.#decisions.get(id);
    return at === undefined ? id : { value: id, link: this.#places.audit.decisions.place("number", at) };
  }

  entry(id: number | null): Cell {
    const row = this.#subjects.entry.get(id ?? -1) ?? -1;
    const at = this.#figures.entryAt[row] ?? -1;
    if (at >= 0) return { value: id, link: this.#places.wallet.place("walletID", at) };
    return this.#item(id, "walletID", this.#outstanding.entry.get(row));
  }

  transaction(id: number | null): Cell {
    const row = this.#subjects.transaction.get(id ?? -1) ?? -1;
    const at = this.#figures.transactionAt[row] ?? -1;
    if (at >= 0) return { value: id, link: this.#places.transactions.place("payID", at) };
    return this.#item(id, "payID", this.#outstanding.transaction.get(row));
  }

  #item(id: number | null, key: "walletID" | "payID", at: number | undefined): Cell {
    return at === undefined ? id : { value: id, link: this.#places.outstanding.items.place(key, at) };
  }
}

export interface ExceptionLists {
  readonly exceptions: readonly Finding[];
  readonly subjects: Subjects;
  readonly outstanding: readonly OutstandingItem[];
}

export function* exceptionRows(
  figures: Figures,
  lists: ExceptionLists,
  places: RecordPlaces,
): Generator<Row> {
  const links = new IdLinks(figures, lists, places);
  for (const [at, finding] of lists.exceptions.entries()) {
    const atMs = timeOf(figures, lists.subjects, finding);
    yield {
      tone: "plain",
      cells: [
        at + 1,
        severityCell(finding),
        finding.rule,
        finding.message,
        links.entry(finding.walletID),
        links.transaction(finding.payID),
        finding.payref === "" ? null : finding.payref,
        finding.expected ?? null,
        finding.actual ?? null,
        finding.difference ?? null,
        causeWords(finding) || null,
        candidateWords(finding) || null,
        atMs,
        daysOpen(figures, atMs),
        ...reviewCells(figures, finding, links),
        TO_FILL_IN,
        TO_FILL_IN,
        finding.fingerprint,
      ],
    };
  }
}

const TO_FILL_IN: Cell = { value: null, tone: "input" };

/** Status, number of the decision with the way to it, by whom, when and why. */
function reviewCells({ reviewing, input }: Figures, finding: Finding, links: IdLinks): Cell[] {
  const { status, decision, changes } = reviewing.of(finding);
  if (decision === null) return [status, null, null, null, null];
  const { id, by, atMs, note } = decision;
  return [status, links.decision(id), by, atMs, noteCell(note, changes, input.decimals)];
}

/** So many changes are told on a finding's row. */
const TOLD = 5;

/** A decision's note; of one that is reopened also what its records say otherwise since, line by line. */
function noteCell(note: string, changes: readonly BoundChange[], decimals: number): string | null {
  if (changes.length === 0) return note || null;
  return [
    ...(note === "" ? [] : [note]),
    "Changed since:",
    ...boundChangeLines(changes, TOLD, decimals),
  ].join("\n");
}

/** The severity of a finding; errors stand out. */
export function severityCell({ severity }: Finding): Cell {
  return severity === "error" ? { value: severity, tone: "flag" } : severity;
}
