/** What a finding is about beyond its numbers: party, wallet, currency, amount, date, changed or not. */
import { statedCurrencyOf, walletCurrency } from "../../reconcile/chain/wallet-key.ts";
import { type CheckInput, NO_PAYREF, NO_TEXT, rowsOf } from "../../reconcile/input/input.ts";
import type { CheckResult } from "../../reconcile/input/result.ts";
import type { RuleId } from "../../reconcile/input/rules.ts";
import { foldCase } from "../../text.ts";
import { ZoneClock } from "../../time.ts";
import type { Customer } from "../../records/transaction.ts";
import type { Month } from "../close/close.ts";
import type { DecidedFinding } from "../decisions/decision.ts";

/** Who a record is with: the other party of its transaction; of an entry without one, what it did. */
export type Party =
  | { readonly kind: "counterparty"; readonly userID: number; readonly name: string | null }
  | { readonly kind: "action"; readonly action: string };

export interface Circumstances {
  /** null where it is not known: nothing is like it, then. */
  readonly party: Party | null;
  /** Of an entry that of its wallet, where that one's is not known that of its transaction; null where neither is known. */
  readonly currency: string | null;
  /** Whose wallet it is. */
  readonly userID: number;
  /** In the service's unit: an entry's movement, or a transaction's charge, negative where paid. */
  readonly amount: number;
  /** Whether a later pull changed the record, or no longer has an entry of the payment. */
  readonly changed: boolean;
  /** When the entry is dated, or the transaction paid, else created, milliseconds UTC; null without. */
  readonly atMs: number | null;
  /** The month of that date. */
  readonly month: Month | null;
}

/** The other party of a transaction by its payID; null or undefined where none is known. */
type CustomerOf = (payID: number) => Pick<Customer, "userID" | "name"> | null | undefined;

type CircumstanceSubject = Pick<DecidedFinding, "walletID" | "payID">;

/** The payIDs, ascending, once each, that findings are about or tied to: whose party is asked for. */
export function payIDsBehind(check: WholeCheck, findings: readonly CircumstanceSubject[]): number[] {
  const rows = subjectRows(check.input, findings);
  const payIDs = findings.flatMap((finding) => {
    const transaction = transactionRow(check, rows, finding);
    return transaction === null ? [] : [check.input.transactions.payID[transaction] as number];
  });
  return [...new Set(payIDs)].toSorted((a, b) => a - b);
}

/** A check of the whole history, which holds the records of every month. */
interface WholeCheck {
  readonly input: CheckInput;
  readonly result: Pick<CheckResult, "entryOutcomes" | "findings" | "options">;
}

/**
 * Looks up the circumstances of findings, by the records as they are now. Takes time in proportion to records
 * and findings, once.
 *
 * @param findings all that will be asked for
 * @returns null for a finding whose record the check does not hold
 */
export function circumstancesFinder(
  check: WholeCheck,
  findings: readonly CircumstanceSubject[],
  customerOf: CustomerOf,
): (finding: CircumstanceSubject) => Circumstances | null {
  const rows = subjectRows(check.input, findings);
  const clock = new ZoneClock(check.result.options.timeZone);
  const datedOn = (given = Number.NaN): DatedCircumstances => {
    const atMs = Number.isNaN(given) ? null : given;
    return { atMs, month: atMs === null ? null : (clock.day(atMs).slice(0, 7) as Month) };
  };
  const lookUps = { customerOf, datedOn, changed: changedRecords(check.result) };
  return (finding) => {
    const transaction = transactionRow(check, rows, finding);
    const entry = finding.walletID === null ? undefined : rows.entries.get(finding.walletID);
    if (entry !== undefined) return ofEntry(check, entry, transaction, lookUps);
    return transaction === null || finding.walletID !== null
      ? null
      : ofTransaction(check.input, transaction, lookUps);
  };
}

/** The records of which a check reports a change, and the payrefs of vanished entries. */
interface ChangedSubjects {
  readonly walletIDs: ReadonlySet<number | null>;
  readonly payIDs: ReadonlySet<number | null>;
  readonly payrefs: ReadonlySet<string | null>;
}

function changedRecords({ findings }: Pick<CheckResult, "findings">): ChangedSubjects {
  const of = (rule: RuleId) => findings.filter((finding) => finding.rule === rule);
  return {
    walletIDs: new Set(of("entry-changed").map(({ walletID }) => walletID)),
    payIDs: new Set(of("transaction-changed").map(({ payID }) => payID)),
    payrefs: new Set(of("entry-vanished").flatMap(({ payref }) => (payref === "" ? [] : [payref]))),
  };
}

interface SubjectRows {
  readonly entries: ReadonlyMap<number, number>;
  readonly transactions: ReadonlyMap<number, number>;
}

function subjectRows(
  { entries, transactions }: CheckInput,
  findings: readonly CircumstanceSubject[],
): SubjectRows {
  const walletIDs = findings.flatMap(({ walletID }) => walletID ?? []);
  const payIDs = findings.flatMap(({ payID }) => payID ?? []);
  return {
    entries: rowsOf(entries.walletID, walletIDs),
    transactions: rowsOf(transactions.payID, payIDs),
  };
}

/** The row of the transaction that a finding is about, or that its entry is tied to. */
function transactionRow(
  { result }: WholeCheck,
  rows: SubjectRows,
  { walletID, payID }: CircumstanceSubject,
): number | null {
  if (walletID === null) return rows.transactions.get(payID ?? Number.NaN) ?? null;
  const entry = rows.entries.get(walletID);
  const tied = entry === undefined ? -1 : (result.entryOutcomes.transaction[entry] ?? -1);
  return tied === -1 ? null : tied;
}

type DatedCircumstances = Pick<Circumstances, "atMs" | "month">;

interface LookUps {
  readonly changed: ChangedSubjects;
  readonly customerOf: CustomerOf;
  readonly datedOn: (atMs: number | undefined) => DatedCircumstances;
}

function ofEntry(
  { input, result }: WholeCheck,
  row: number,
  transaction: number | null,
  { customerOf, datedOn, changed }: LookUps,
): Circumstances {
  const { entries } = input;
  const userID = entries.userID[row] as number;
  const businessID = result.options.chainScope === "user" ? null : (entries.businessID[row] as number);
  const isTied = transaction !== null;
  return {
    party: isTied ? counterpartyOf(input, transaction, customerOf) : actionOf(input, row),
    currency:
      walletCurrency(input, { userID, businessID }) ?? (isTied ? statedCurrencyOf(input, transaction) : null),
    userID,
    amount: result.entryOutcomes.movement[row] as number,
    changed: changed.walletIDs.has(entries.walletID[row] as number),
    ...datedOn(entries.dateCreatedAtMs[row]),
  };
}

function ofTransaction(
  input: CheckInput,
  row: number,
  { customerOf, datedOn, changed }: LookUps,
): Circumstances {
  const { transactions, labels, payrefs } = input;
  const payref = payrefs.at(transactions.payref[row] as number);
  const role = transactions.role[row] as number;
  const isSeller = role !== NO_TEXT && foldCase(labels.at(role)) === "seller";
  const charged = transactions.chargedamount[row] as number;
  const paidAtMs = transactions.datePaidAtMs[row] as number;
  return {
    party: counterpartyOf(input, row, customerOf),
    currency: statedCurrencyOf(input, row),
    userID: transactions.userID[row] as number,
    amount: isSeller ? charged : 0 - charged,
    changed: changed.payIDs.has(transactions.payID[row] as number) || changed.payrefs.has(payref),
    ...datedOn(Number.isNaN(paidAtMs) ? transactions.dateCreatedAtMs[row] : paidAtMs),
  };
}

/** The service writes 0 for nobody. */
function counterpartyOf({ transactions }: CheckInput, row: number, customerOf: CustomerOf): Party | null {
  const customer = customerOf(transactions.payID[row] as number) ?? null;
  if (customer === null || customer.userID === null || customer.userID <= 0) return null;
  return { kind: "counterparty", userID: customer.userID, name: customer.name };
}

/** An entry that has a payref and no transaction is with somebody who is not known. */
function actionOf({ entries, labels }: CheckInput, row: number): Party | null {
  const action = entries.action[row] as number;
  if (entries.payref[row] !== NO_PAYREF || action === NO_TEXT) return null;
  return { kind: "action", action: labels.at(action) };
}
