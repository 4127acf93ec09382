/** The change rules: what earlier pulls said of a record beside what the newest one says. */
import { type JsonValue, type Sha256, canonicalJson } from "../canonical.ts";
import { type Entry, entryDocument } from "../entry.ts";
import { compareBytes } from "../text.ts";
import { formatInstant, parseServiceTime } from "../time.ts";
import { type Transaction, transactionDocument } from "../transaction.ts";
import type { Draft, FieldChange } from "./findings.ts";
import type { RecordHistory, RepeatedRecord } from "./input.ts";
import { periodDateOf } from "./period.ts";
import { rowsOf } from "./record-rows.ts";
import { type World, endOf, entrySubject, transactionSubject } from "./world.ts";

/** What moves in the normal life of a transaction and is no change. `_alt` texts are in no document. */
const LIFE =
  /^(?:status|transaction\.is_active|data\.list\.\d+\.(?:is_complete|dateCompleted)|data\.current_raised|data\.contributor_count|customer(?:\..*)?)$/u;

/** Amounts, currency, payref and datePaid: what must stand once paid. */
const FIXED_ONCE_PAID =
  /^(?:payref|datePaid|fee\.(?:currency|chargedamount|scrowfee|taxfee|payableamount)|data\.(?:itemamount|amount|escrow_charge|project_goal|list\.\d+\.taskamount))$/u;

/** Where a finding belongs: the row of the record's newest version, or its time when it is no longer held. */
type Place = Pick<Draft, "entryRow" | "transactionRow" | "atMs">;

/** The place of a record by its id. */
type PlaceOf = (id: number) => Place;

export function checkChanges(world: World, sha256: Sha256): Draft[] {
  const { history } = world.input;
  const entryPlace = entryPlaces(world);
  const transactionPlace = transactionPlaces(world);
  return [
    ...checkEntryVersions(history, entryPlace, sha256),
    ...history.entriesVanished.map((entry) => vanishedEntry(entry, entryPlace, sha256)),
    ...checkTransactionVersions(history, transactionPlace, sha256),
    ...history.transactionsVanished.map((one) => vanishedTransaction(one, transactionPlace, sha256)),
    ...checkRepeats(world),
  ];
}

function entryPlaces(world: World): PlaceOf {
  const { entries, history } = world.input;
  const rows = rowsOf(
    entries.walletID,
    history.entryVersions.map(({ after }) => after.walletID),
  );
  const vanished = new Map(history.entriesVanished.map((entry) => [entry.walletID, entry]));
  return (walletID) => {
    const entryRow = rows.get(walletID);
    if (entryRow !== undefined) return { entryRow };
    const entry = vanished.get(walletID);
    return { atMs: entry === undefined ? null : periodDateOf(world, entry) };
  };
}

function transactionPlaces(world: World): PlaceOf {
  const { transactions, history } = world.input;
  const rows = rowsOf(
    transactions.payID,
    history.transactionVersions.map(({ after }) => after.payID),
  );
  const vanished = new Map(history.transactionsVanished.map((one) => [one.payID, one]));
  const endMs = endOf(world.period);
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
  const changes = compareDocuments(entryDocument(before), entryDocument(after));
  const approved =
    before.isApproved === 0 &&
    after.isApproved === 1 &&
    changes.every(({ field }) => field === "is_approved" || field === "datePaid");
  return { changes, approved };
}

function checkEntryVersions({ entryVersions }: RecordHistory, placeOf: PlaceOf, sha256: Sha256): Draft[] {
  return entryVersions.flatMap(({ before, after }) => {
    const { changes, approved } = compareEntries(before, after);
    if (changes.length === 0) return [];
    const rule = approved ? ("entry-approved" as const) : ("entry-changed" as const);
    const message = approved
      ? "Not approved when it was seen before; approved now."
      : `Changed since it was seen before: ${describeChanges(changes)}.`;
    const severity = approved ? ("info" as const) : ("error" as const);
    const finding = { rule, severity, ...subjectOfEntry(after), changes, message };
    const versions = [before, after].map((one) => sha256(canonicalJson(entryDocument(one))));
    return [{ finding, ...placeOf(after.walletID), versions }];
  });
}

function vanishedEntry(entry: Entry, placeOf: PlaceOf, sha256: Sha256): Draft {
  const message = `Seen before with balance ${entry.balance}; gone from a later pull that reaches back to it.`;
  return {
    finding: { rule: "entry-vanished", severity: "error", ...subjectOfEntry(entry), message },
    ...placeOf(entry.walletID),
    versions: [sha256(canonicalJson(entryDocument(entry)))],
  };
}

/** What differs between two contents of one transaction, what moves in its normal life apart. */
export function compareTransactions(before: Transaction, after: Transaction): FieldChange[] {
  const changes = compareDocuments(transactionDocument(before), transactionDocument(after));
  return changes.filter(({ field }) => !LIFE.test(field));
}

function checkTransactionVersions(
  { transactionVersions }: RecordHistory,
  placeOf: PlaceOf,
  sha256: Sha256,
): Draft[] {
  return transactionVersions.flatMap(({ before, after }) => {
    const changes = compareTransactions(before, after);
    if (changes.length === 0) return [];
    const grave = isPaid(before) && changes.some(({ field }) => FIXED_ONCE_PAID.test(field));
    const severity = grave ? ("error" as const) : ("warning" as const);
    const paid = grave ? "A paid transaction changed" : "Changed since it was seen before";
    const message = `${paid}: ${describeChanges(changes)}.`;
    const finding = {
      rule: "transaction-changed" as const,
      severity,
      ...subjectOfTransaction(after),
      changes,
      message,
    };
    const versions = [before, after].map((one) => sha256(canonicalJson(transactionDocument(one))));
    return [{ finding, ...placeOf(after.payID), versions }];
  });
}

function vanishedTransaction(transaction: Transaction, placeOf: PlaceOf, sha256: Sha256): Draft {
  const message = "Seen before; gone from a later pull.";
  return {
    finding: {
      rule: "transaction-vanished",
      severity: "warning",
      ...subjectOfTransaction(transaction),
      message,
    },
    ...placeOf(transaction.payID),
    versions: [sha256(canonicalJson(transactionDocument(transaction)))],
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

/** Every path at which two documents differ, in byte order, times as RFC 3339. */
export function compareDocuments(before: JsonValue, after: JsonValue): FieldChange[] {
  const left = flatten(before, "", new Map());
  const right = flatten(after, "", new Map());
  const fields = [...new Set([...left.keys(), ...right.keys()])].toSorted(compareBytes);
  return fields
    .filter((field) => left.get(field) !== right.get(field))
    .map((field) => ({ field, before: left.get(field) ?? null, after: right.get(field) ?? null }));
}

type Leaf = null | boolean | number | string;

function flatten(value: JsonValue | undefined, path: string, into: Map<string, Leaf>): Map<string, Leaf> {
  if (value === undefined) return into;
  if (value === null || typeof value !== "object") {
    const atMs = typeof value === "string" ? parseServiceTime(value) : null;
    into.set(path, atMs === null ? value : formatInstant(atMs));
    return into;
  }
  for (const [key, member] of Object.entries(value))
    flatten(member, path === "" ? key : `${path}.${key}`, into);
  return into;
}

function describeChanges(changes: readonly FieldChange[]): string {
  return changes
    .map(({ field, before, after }) => `${field} from ${JSON.stringify(before)} to ${JSON.stringify(after)}`)
    .join(", ");
}

/** Records that came more than once in one pull. */
function checkRepeats(world: World): Draft[] {
  const { entries, transactions, history } = world.input;
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
      return [{ finding: { rule, ...repeatWords(record), ...entrySubject(world, row) }, entryRow: row }];
    }),
    ...history.repeatedTransactions.flatMap((record) => {
      const row = transactionRows.get(record.id);
      if (row === undefined) return [];
      const rule = record.conflicting
        ? ("conflicting-transaction" as const)
        : ("repeated-transaction" as const);
      return [
        { finding: { rule, ...repeatWords(record), ...transactionSubject(world, row) }, transactionRow: row },
      ];
    }),
  ];
}

function repeatWords({ copies, conflicting }: RepeatedRecord) {
  return conflicting
    ? {
        severity: "error" as const,
        message: `Came ${copies} times in one pull with different contents; one copy was used.`,
      }
    : { severity: "info" as const, message: `Came ${copies} times in one pull, all alike; counted once.` };
}
