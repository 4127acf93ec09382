/**
 * What an evidence pack says of a month beyond its records: what follows for each entry and payment, what became of
 * each exception, what an examiner asks, and what was concluded. docs/evidence-pack.md is the format, sections 9 to 14.
 */
import type { JsonValue } from "../canonical.ts";
import { checkDocument } from "../reconcile/check-document.ts";
import { isPaidAsAt } from "../reconcile/payrefs/match.ts";
import { coveredBy, sameWallet } from "../reconcile/input/chains.ts";
import { rowsAhead } from "../reconcile/input/counted-dates.ts";
import { type CheckResult, SETTLEMENT, SKIP } from "../reconcile/input/result.ts";
import { isDecided, isException } from "../review/decisions/review.ts";
import { concludedOf } from "./month-statement.ts";
import { questionsOf } from "./questions.ts";
import { exposuresOf } from "./exceptions/exposures.ts";
import { type Figures, figuresOf, rowsByPayID } from "./sheet/figures.ts";
import { type ReportInput, countedRecords } from "./sheet/input.ts";
import { UNLIKE } from "./sheet/record-currencies.ts";

/** What a line of a list says. */
export type PackLeaf = { readonly [member: string]: JsonValue };

/** The lists of a pack that follow from its records and links, in the order of the pack. */
export type DerivedList =
  | "findings"
  | "entry-work"
  | "transaction-work"
  | "exceptions"
  | "questions"
  | "month";

const SETTLEMENT_NAMES = namesOf(SETTLEMENT);
const SKIP_NAMES = namesOf(SKIP);

function namesOf(codes: Readonly<Record<string, number>>): ReadonlyMap<number, string> {
  return new Map(Object.entries(codes).map(([name, code]) => [code, name]));
}

/** Each list's leaves, made anew each time that they are asked for. @param input the month as it was signed */
export function derivedLists(input: ReportInput): Readonly<Record<DerivedList, () => Iterable<PackLeaf>>> {
  const figures = figuresOf(input);
  return {
    findings: () => input.check.findings as unknown as PackLeaf[],
    "entry-work": () => entryWork(figures),
    "transaction-work": () => transactionWork(figures),
    exceptions: () => exceptionLines(figures),
    questions: () => questionsOf(input) as unknown as PackLeaf[],
    month: () => [checkLeaf(input.check), statementLeaf(input)],
  };
}

function* entryWork({ input }: Figures): Generator<PackLeaf> {
  const { check, records } = input;
  const { entries } = countedRecords(input);
  const { transactions, history, ahead } = records;
  const { order, movement, difference, periodAtMs, inPeriod, transaction } = check.entryOutcomes;
  const scope = check.options.chainScope;
  const covered = coveredBy(history.coverage);
  const isAhead = rowsAhead(records.entries.walletID, ahead[scope].entries, "dateCreated");
  let older = -1;
  for (const row of order) {
    const walletID = entries.walletID[row] as number;
    const isFirst = older === -1 || !sameWallet(entries, scope, older, row);
    const isGap = !isFirst && !covered(entries.walletID[older] as number, walletID);
    const tied = transaction[row] as number;
    yield {
      ...(isAhead.has(row) ? { ahead: true } : {}),
      dateMs: entries.dateCreatedAtMs[row] as number,
      difference: difference[row] as number,
      ...(isGap ? { gap: true } : {}),
      inPeriod: inPeriod[row] === 1,
      movement: movement[row] as number,
      payID: tied === -1 ? null : (transactions.payID[tied] as number),
      periodMs: periodAtMs[row] as number,
      walletID,
    };
    older = row;
  }
}

function* transactionWork({ input, currencies }: Figures): Generator<PackLeaf> {
  const { check } = input;
  const counted = countedRecords(input);
  const { expected, skip, net, entries, settlement, inPeriod } = check.transactionOutcomes;
  for (const row of rowsByPayID(input.records)) {
    const amount = expected[row] as number;
    const block = currencies.ofTransaction(row);
    yield {
      block: block === UNLIKE ? null : block,
      dueIn: currencies.ofPayment(row),
      entries: entries[row] as number,
      expected: Number.isNaN(amount) ? null : amount,
      inPeriod: inPeriod[row] === 1,
      net: net[row] as number,
      paid: isPaidAsAt(counted.transactions, row, check.period?.toMs ?? Infinity),
      payID: counted.transactions.payID[row] as number,
      settlement: SETTLEMENT_NAMES.get(settlement[row] as number) ?? "",
      skip: SKIP_NAMES.get(skip[row] as number) ?? "",
    };
  }
}

function* exceptionLines(figures: Figures): Generator<PackLeaf> {
  const exceptions = figures.input.check.findings.filter(isException);
  for (const { finding, class: of, amount, block } of exposuresOf(figures, exceptions)) {
    const { status, decision } = figures.reviewing.of(finding as (typeof exceptions)[number]);
    yield {
      amount,
      block,
      class: of,
      decision: isDecided(status) ? (decision?.id ?? null) : null,
      fingerprint: finding.fingerprint,
    };
  }
}

/** The check as it is kept, its findings apart. */
function checkLeaf(check: CheckResult): PackLeaf {
  const { schema: _schema, findings: _findings, ...head } = checkDocument(check, "error");
  const { period } = check;
  const periodMs = period === null ? null : { from: period.fromMs, to: period.toMs };
  return { is: "check", ...head, periodMs } as unknown as PackLeaf;
}

function statementLeaf(input: ReportInput): PackLeaf {
  const { statement, proofs, checks } = concludedOf(input);
  const { conclusion, sentence, reasons, currencies } = statement;
  return {
    is: "statement",
    conclusion,
    sentence,
    reasons,
    proofs: proofs.map(({ words, holds }) => ({ words, holds })),
    checks: checks.map(({ words, holds }) => ({ words, holds })),
    currencies: currencies.map(({ currency, exceptions, uncorrected, materiality, isWithin }) => ({
      currency,
      ...exceptions,
      uncorrected,
      materiality: materiality?.amount ?? null,
      isWithin,
    })),
    decimals: input.decimals,
  } as unknown as PackLeaf;
}
