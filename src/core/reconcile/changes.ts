/** The change rules: compares the newest pull's records with those of earlier pulls. */
import { type CheckState, endOf, entrySubject, transactionSubject } from "./chain/check-state.ts";
import { NO_PAYREF, type Absence, type RepeatedRecord, rowsOf } from "./input/input.ts";
import { DAY_MS } from "../time.ts";
import { type Sha256, canonicalJson } from "../canonical.ts";
import { type Entry, entryDocument } from "../records/entry.ts";
import { type ChangeWording, changeWords } from "./input/field-words.ts";
import { formatCount } from "../money.ts";
import { type Transaction, transactionDocument } from "../records/transaction.ts";
import { type Difference, changeOf, compareDocuments, fieldDifferences } from "./compare-records.ts";
import type { FindingDraft, FieldChange } from "./input/findings.ts";
import { periodDateOf } from "./payrefs/period.ts";

// What became of pending entries that vanished: a service may approve one by listing it anew.

/** Approvals take days; a later entry of the same payref and amounts is another one. */
const APPROVED_WITHIN_MS = 31 * DAY_MS;

interface Successor {
  readonly walletID: number;
  readonly isApproved: boolean;
}

/**
 * Likely successors of the entries that vanished before they were approved, by their walletIDs: the lowest
 * later walletID of the same wallet with the same payref and amounts, an approved one before others. None
 * without a payref: equal amounts alone say little.
 */
function successorsOf({ input, exists }: CheckState): ReadonlyMap<number, Successor> {
  const { entries, payrefs, history } = input;
  const pending = history.entriesVanished
    .map(({ record }) => record)
    .filter(({ isApproved, payref }) => isApproved === 0 && payref !== "");
  const byAmounts = new Map(
    [...Map.groupBy(pending, ({ userID, credit, debit }) => `${userID} ${credit} ${debit}`)].map(
      ([amounts, own]) => [amounts, Map.groupBy(own, ({ payref }) => payref)],
    ),
  );
  const successors = new Map<number, Successor>();
  if (pending.length === 0) return successors;
  for (let row = 0; row < entries.length; row += 1) {
    const payref = entries.payref[row] as number;
    if (payref === NO_PAYREF || exists[row] === 0) continue;
    const key = `${entries.userID[row]} ${entries.credit[row]} ${entries.debit[row]}`;
    for (const gone of byAmounts.get(key)?.get(payrefs.at(payref)) ?? []) {
      const walletID = entries.walletID[row] as number;
      const apart = Math.abs((entries.dateCreatedAtMs[row] as number) - gone.dateCreatedAtMs);
      if (walletID <= gone.walletID || apart > APPROVED_WITHIN_MS) continue;
      const found = { walletID, isApproved: entries.unapproved[row] === 0 };
      if (isLikelier(found, successors.get(gone.walletID))) successors.set(gone.walletID, found);
    }
  }
  return successors;
}

function isLikelier(one: Successor, other: Successor | undefined): boolean {
  if (one.isApproved === other?.isApproved) return one.walletID < other.walletID;
  return other === undefined || one.isApproved;
}

/** What moves in a transaction's normal life and is no change, of the fields that the interface names. */
const LIFE =
  /^(?:status|transaction\.is_active|data\.list\.\d+\.(?:is_complete|dateCompleted)|data\.current_raised|data\.contributor_count)$/u;

/** Amounts, currency, payref and datePaid: what must not change once paid. */
const FIXED_ONCE_PAID =
  /^(?:payref|datePaid|fee\.(?:currency|chargedamount|scrowfee|taxfee|payableamount)|data\.(?:itemamount|amount|escrow_charge|project_goal|list\.\d+\.taskamount))$/u;

/** Where a finding belongs: the row of the record's newest version, or its time when it is no longer held. */
type FindingSubject = Pick<FindingDraft, "entryRow" | "transactionRow" | "atMs">;

type PlaceOf = (id: number) => FindingSubject;

export function checkChanges(state: CheckState, sha256: Sha256): FindingDraft[] {
  const { history } = state.input;
  const entryPlace = entryPlaces(state);
  const transactionPlace = transactionPlaces(state);
  const successors = successorsOf(state);
  return [
    ...checkEntryVersions(state, entryPlace, sha256),
    ...history.entriesVanished.map((absence) =>
      vanishedEntry(state, absence, entryPlace, successors.get(absence.record.walletID), sha256),
    ),
    ...history.entriesReturned.map((absence) => returnedEntry(state, absence, entryPlace, sha256)),
    ...checkTransactionVersions(state, transactionPlace, sha256),
    ...history.transactionsVanished.map((absence) => vanishedTransaction(absence, transactionPlace, sha256)),
    ...checkRepeats(state),
  ];
}

function entryPlaces(state: CheckState): PlaceOf {
  const { entries, history } = state.input;
  const rows = rowsOf(entries.walletID, [
    ...history.entryVersions.map(({ after }) => after.walletID),
    ...history.entriesReturned.map(({ record }) => record.walletID),
  ]);
  const vanished = new Map(history.entriesVanished.map(({ record }) => [record.walletID, record]));
  return (walletID) => {
    const entryRow = rows.get(walletID);
    if (entryRow !== undefined) return { entryRow };
    const entry = vanished.get(walletID);
    return { atMs: entry === undefined ? null : periodDateOf(state, entry) };
  };
}

function transactionPlaces(state: CheckState): PlaceOf {
  const { transactions, history } = state.input;
  const rows = rowsOf(
    transactions.payID,
    history.transactionVersions.map(({ after }) => after.payID),
  );
  const vanished = new Map(history.transactionsVanished.map(({ record }) => [record.payID, record]));
  const endMs = endOf(state.period);
  return (payID) => {
    const transactionRow = rows.get(payID);
    if (transactionRow !== undefined) return { transactionRow };
    const { datePaidAtMs = null, dateCreatedAtMs = null } = vanished.get(payID) ?? {};
    // A payment after the period's end does not exist for it.
    return { atMs: datePaidAtMs !== null && datePaidAtMs <= endMs ? datePaidAtMs : dateCreatedAtMs };
  };
}

/** What differs between two contents of one entry; nothing where they are the same. */
export function compareEntries(
  before: Entry,
  after: Entry,
): { readonly changes: FieldChange[]; readonly approved: boolean } {
  const changes = compareDocuments("entry", entryDocument(before), entryDocument(after));
  const approved =
    before.isApproved === 0 &&
    after.isApproved === 1 &&
    changes.every(({ field }) => field === "is_approved" || field === "datePaid");
  return { changes, approved };
}

function checkEntryVersions(
  { input, wording }: CheckState,
  placeOf: PlaceOf,
  sha256: Sha256,
): FindingDraft[] {
  return input.history.entryVersions.flatMap(({ before, after, pulls }) => {
    const { changes, approved } = compareEntries(before, after);
    if (changes.length === 0) return [];
    const rule = approved ? ("entry-approved" as const) : ("entry-changed" as const);
    const message = approved
      ? "Not approved when it was seen before; approved now."
      : `Changed since it was seen before: ${describeChanges(changes, wording)}.`;
    const severity = approved ? ("info" as const) : ("error" as const);
    const finding = { rule, severity, ...subjectOfEntry(after), changes, message };
    const versions = [before, after].map((one) => sha256(canonicalJson(entryDocument(one))));
    return [{ finding, ...placeOf(after.walletID), versions, pulls }];
  });
}

function vanishedEntry(
  { say }: CheckState,
  { record, pulls }: Absence<Entry>,
  placeOf: PlaceOf,
  successor: Successor | undefined,
  sha256: Sha256,
): FindingDraft {
  const gone = `Seen before with balance ${say(record.balance)}; gone from a later pull that reaches back to it.`;
  const message =
    successor === undefined
      ? gone
      : `${gone} It was not approved; walletID ${successor.walletID}, ${successor.isApproved ? "which is approved" : "not approved either"}, has its payref and amounts and is likely what became of it.`;
  const finding = { rule: "entry-vanished", severity: "error", ...subjectOfEntry(record), message } as const;
  return { finding, ...placeOf(record.walletID), ...absentEntry(record, sha256), pulls };
}

function returnedEntry(
  { say }: CheckState,
  { record, pulls }: Absence<Entry>,
  placeOf: PlaceOf,
  sha256: Sha256,
): FindingDraft {
  const message = `Gone from pull ${pulls[0]}; back in pull ${pulls[1]} with balance ${say(record.balance)}.`;
  const finding = { rule: "entry-returned", severity: "info", ...subjectOfEntry(record), message } as const;
  return { finding, ...placeOf(record.walletID), ...absentEntry(record, sha256), pulls };
}

function absentEntry(entry: Entry, sha256: Sha256) {
  return { entry, versions: [sha256(canonicalJson(entryDocument(entry)))] };
}

/** Without what normal life moves. @returns `changes` leaves out a payment that came since; `fields` not */
export function compareTransactions(
  before: Transaction,
  after: Transaction,
): { readonly fields: FieldChange[]; readonly changes: FieldChange[]; readonly grave: boolean } {
  const differences = fieldDifferences(
    "transaction",
    transactionDocument(before),
    transactionDocument(after),
  ).filter((difference) => !isLife(difference));
  const wasPaidSince = before.datePaidAtMs === null && after.datePaidAtMs !== null;
  const news = differences.filter(({ field, isKnown }) => !(wasPaidSince && isKnown && field === "datePaid"));
  const fixed = news.some(({ field, isKnown }) => isKnown && FIXED_ONCE_PAID.test(field));
  return {
    fields: differences.map(changeOf),
    changes: news.map(changeOf),
    grave: fixed && isPaid(before),
  };
}

/** A customer's fields describe a person, not the money. */
function isLife({ path, field, isKnown }: Difference): boolean {
  return path[0] === "customer" || (isKnown && LIFE.test(field));
}

function checkTransactionVersions(
  { input, wording }: CheckState,
  placeOf: PlaceOf,
  sha256: Sha256,
): FindingDraft[] {
  return input.history.transactionVersions.flatMap(({ before, after, pulls }) => {
    const { changes, grave } = compareTransactions(before, after);
    if (changes.length === 0) return [];
    const severity = grave ? ("error" as const) : ("warning" as const);
    const paid = grave ? "A paid transaction changed" : "Changed since it was seen before";
    const message = `${paid}: ${describeChanges(changes, wording)}.`;
    const finding = {
      rule: "transaction-changed" as const,
      severity,
      ...subjectOfTransaction(after),
      changes,
      message,
    };
    const versions = [before, after].map((one) => sha256(canonicalJson(transactionDocument(one))));
    return [{ finding, ...placeOf(after.payID), versions, pulls }];
  });
}

function vanishedTransaction(
  { record, pulls }: Absence<Transaction>,
  placeOf: PlaceOf,
  sha256: Sha256,
): FindingDraft {
  const message = "Seen before; gone from a later pull.";
  return {
    finding: { rule: "transaction-vanished", severity: "warning", ...subjectOfTransaction(record), message },
    ...placeOf(record.payID),
    transaction: record,
    versions: [sha256(canonicalJson(transactionDocument(record)))],
    pulls,
  };
}

/** Whether a transaction is paid: it says when, or is a crowd-pay that raised something. */
export function isPaid({ datePaidAtMs, detail }: Transaction): boolean {
  return datePaidAtMs !== null || (detail.cycle === "crowd-pay" && detail.currentRaised > 0);
}

function subjectOfEntry({ walletID, payref, userID, businessID }: Entry) {
  return { walletID, payref, payID: null, userID, businessID };
}

function subjectOfTransaction({ payID, payref, userID, businessID }: Transaction) {
  return { walletID: null, payref, payID, userID, businessID };
}

function describeChanges(changes: readonly FieldChange[], wording: ChangeWording): string {
  return changes.map((change) => changeWords(change, wording)).join(", ");
}

/** Records that came more than once in one pull. */
function checkRepeats(state: CheckState): FindingDraft[] {
  const { entries, transactions, history } = state.input;
  const entryRows = rowsOf(
    entries.walletID,
    history.repeatedEntries.map(({ id }) => id),
  );
  const transactionRows = rowsOf(
    transactions.payID,
    history.repeatedTransactions.map(({ id }) => id),
  );
  return [
    ...history.repeatedEntries.flatMap((record) => {
      const row = entryRows.get(record.id);
      if (row === undefined) return [];
      const rule = record.conflicting ? ("conflicting-entry" as const) : ("repeated-entry" as const);
      return [{ finding: { rule, ...repeatWords(record), ...entrySubject(state, row) }, entryRow: row }];
    }),
    ...history.repeatedTransactions.flatMap((record) => {
      const row = transactionRows.get(record.id);
      if (row === undefined) return [];
      const rule = record.conflicting
        ? ("conflicting-transaction" as const)
        : ("repeated-transaction" as const);
      return [
        { finding: { rule, ...repeatWords(record), ...transactionSubject(state, row) }, transactionRow: row },
      ];
    }),
  ];
}

function repeatWords({ copies, conflicting, fields }: RepeatedRecord) {
  return conflicting
    ? {
        severity: "error" as const,
        copies: fields,
        message: `Came ${copies} times in one pull with different contents; one copy was used.`,
      }
    : {
        severity: "info" as const,
        message: `Came ${copies} times in one pull, all alike; ${formatCount(copies - 1, "duplicate")} ignored.`,
      };
}
