/** A check as the worker holds it: records, conclusion, which finding is about which row, and its status. */
import type { Finding } from "../../../core/reconcile/input/findings.ts";
import type { CheckInput } from "../../../core/reconcile/input/input.ts";
import { rowsOfFinding } from "../../../core/review/decisions/earlier-errors.ts";
import type { CheckResult } from "../../../core/reconcile/input/result.ts";
import { type Currencies, currenciesOf } from "../../../core/report/sheet/currencies.ts";
import { type BankFigures, bankFiguresOf } from "../../../core/report/sheet/bank-states.ts";
import { outcomesBefore } from "../../../core/report/sheet/closing.ts";
import { type PeriodRows, periodRowsOf } from "../../../core/report/sheet/figures.ts";
import type { CheckedRecords } from "../../../core/report/sheet/input.ts";
import { checkedMatches } from "../../../core/report/sheet/matched-rows.ts";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import { KnownVersions } from "../../../core/review/decisions/known-versions.ts";
import { type Review, type ReviewedFinding, reviewFindings } from "../../../core/review/decisions/review.ts";
import { oncePer } from "../../../core/once-per.ts";
import type { Flag, DisplayFormat } from "../../bridge/protocol.ts";
import { sha256OfText, type Snapshot } from "./snapshot.ts";
import { causeTitle } from "../../../core/words/cause.ts";

export class RowFindings {
  /** Findings of row r are at[start[r]] … at[start[r + 1] − 1]. */
  readonly #start: Int32Array;
  readonly #at: Int32Array;

  /** @param rows by finding: the row it is about, −1 for none of this table */
  constructor(length: number, rows: Int32Array) {
    const start = new Int32Array(length + 1);
    for (const row of rows) if (row !== -1) start[row + 1] = (start[row + 1] as number) + 1;
    let sum = 0;
    for (let row = 1; row <= length; row += 1) start[row] = sum += start[row] as number;
    const next = start.slice();
    const at = new Int32Array(sum);
    rows.forEach((row, finding) => {
      if (row === -1) return;
      const place = next[row] as number;
      at[place] = finding;
      next[row] = place + 1;
    });
    this.#start = start;
    this.#at = at;
  }

  has(row: number): boolean {
    return this.#start[row] !== this.#start[row + 1];
  }

  of(row: number): Int32Array {
    return this.#at.subarray(this.#start[row], this.#start[row + 1]);
  }
}

interface FindingIndex {
  readonly entries: RowFindings;
  readonly transactions: RowFindings;
  readonly entryRow: Int32Array;
  readonly transactionRow: Int32Array;
}

function indexFindings(findings: readonly Finding[], { entries, transactions }: CheckInput): FindingIndex {
  const entryRow = new Int32Array(findings.length).fill(-1);
  const transactionRow = new Int32Array(findings.length).fill(-1);
  findings.forEach((finding, at) => {
    const rows = rowsOfFinding(finding, { entries, transactions });
    entryRow[at] = rows.entryRow;
    transactionRow[at] = rows.transactionRow;
  });
  return {
    entries: new RowFindings(entries.length, entryRow),
    transactions: new RowFindings(transactions.length, transactionRow),
    entryRow,
    transactionRow,
  };
}

export interface HeldCheck {
  readonly snapshot: Snapshot;
  /** The snapshot's own. */
  readonly input: CheckInput;
  readonly result: CheckResult;
  readonly wording: DisplayFormat;
  readonly index: FindingIndex;
  readonly causes: CauseIndex;
  /** null where no bank statements are kept. */
  readonly bank: BankFigures | null;
  /** By entry row: 1 where the check reaches, which is up to the end of its period. */
  readonly reached: Uint8Array;
  /** Which amounts may be added up; worked out when it is first asked for. */
  readonly currencies: () => Currencies;
  /**
   * What its figures are the sums of. With what was outstanding before the period the records are judged
   * again, once: without findings, in about a quarter of a check's time.
   */
  readonly periodRows: (withBefore: boolean) => PeriodRows;
  /** Of the records, for decisions to be held against. */
  readonly versions: KnownVersions;
  readonly review: Review;
}

export function holdCheck(
  snapshot: Snapshot,
  result: CheckResult,
  wording: DisplayFormat,
  decisions: readonly Decision[],
): HeldCheck {
  const { input } = snapshot;
  const reached = new Uint8Array(input.entries.length);
  for (const row of result.entryOutcomes.order) reached[row] = 1;
  const versions = new KnownVersions(input.history, sha256OfText);
  const checked = (withBefore: boolean): CheckedRecords => {
    const priorOutcomes = withBefore ? outcomesBefore(input, result) : null;
    return { check: result, priorOutcomes, records: input };
  };
  const currencies = oncePer((check: CheckedRecords) => currenciesOf(check, checkedMatches(check), []));
  const rows = oncePer((check: CheckedRecords) => periodRowsOf(check, currencies(check)));
  const alone = checked(false);
  let both: CheckedRecords | undefined;
  return {
    snapshot,
    input,
    result,
    wording,
    index: indexFindings(result.findings, input),
    causes: indexCauses(result),
    bank: bankFiguresOf({ check: result }),
    reached,
    currencies: () => currencies(alone),
    periodRows: (withBefore) => rows(withBefore ? (both ??= checked(true)) : alone),
    versions,
    review: reviewFindings(result.findings, decisions, versions),
  };
}

export function reviewAgain(held: HeldCheck, decisions: readonly Decision[]): HeldCheck {
  return { ...held, review: reviewFindings(held.result.findings, decisions, held.versions) };
}

/** What was found of a row, and how it stands. */
export function reviewedOf({ review }: HeldCheck, findings: RowFindings, row: number): ReviewedFinding[] {
  return Array.from(findings.of(row), (at) => review.findings[at] as ReviewedFinding);
}

export function flagsOf(held: HeldCheck, findings: RowFindings, row: number): Flag[] {
  return reviewedOf(held, findings, row).map(({ finding: { rule, severity, fingerprint }, status }) => {
    return { rule, severity, status, fingerprint };
  });
}

interface CauseIndex {
  readonly ofFinding: Int32Array;
  /** By cause: indexes of its findings, in their order. */
  readonly findings: readonly (readonly number[])[];
  readonly titles: readonly string[];
}

/** Which finding is explained by which cause, indexed once per check. */
function indexCauses({ findings, causes: { items } }: CheckResult): CauseIndex {
  const causes = new Map(items.flatMap((cause, at) => cause.findings.map((print) => [print, at] as const)));
  const ofFinding = new Int32Array(findings.length).fill(-1);
  const own: number[][] = items.map(() => []);
  findings.forEach(({ fingerprint }, at) => {
    const cause = causes.get(fingerprint);
    if (cause === undefined) return;
    ofFinding[at] = cause;
    own[cause]?.push(at);
  });
  const titles = items.map((cause, at) => {
    const first = findings[own[at]?.[0] ?? -1];
    return first === undefined ? "" : causeTitle(cause, first);
  });
  return { ofFinding, findings: own, titles };
}
