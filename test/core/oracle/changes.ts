/** Change rules, and the copies in one pull: what the pulls say of each record. */
import { type JsonValue, canonicalJson } from "../../../src/core/canonical.ts";
import { type Entry, entryDocument } from "../../../src/core/records/entry.ts";
import { parseServiceTime } from "../../../src/core/time.ts";
import { type Transaction, transactionDocument } from "../../../src/core/records/transaction.ts";
import { changesOf, entryText, transactionText } from "./pulls.ts";
import type { Report } from "./report.ts";
import type { OracleChange, OracleFinding } from "./terms.ts";

export function reportPulls(report: Report): void {
  const { knownEntries, knownTransactions } = report.world;
  for (const known of knownEntries) {
    const newest = known.versions.at(-1)!;
    if (known.copies === "repeated" && !known.gone) report.entry("repeated-entry", "info", newest);
    if (known.copies === "conflicting" && !known.gone) {
      const copies = copiesOf(known.sent.map((one) => fieldsOf(ENTRY_NAMES, entryDocument(one))));
      report.entry("conflicting-entry", "error", newest, { copies });
    }
    if (known.gone) report.entry("entry-vanished", "error", newest);
    for (const returned of known.returns) report.entry("entry-returned", "info", returned, {}, newest);
    for (const { before, after } of changesOf(known, entryText))
      reportEntryChange(report, newest, before, after);
  }
  for (const known of knownTransactions) {
    const newest = known.versions.at(-1)!;
    if (known.copies === "repeated" && !known.gone)
      report.transaction("repeated-transaction", "info", newest);
    if (known.copies === "conflicting" && !known.gone) {
      const sent = known.sent.map((one) => fieldsOf(transactionNames(one), transactionDocument(one)));
      report.transaction("conflicting-transaction", "error", newest, { copies: copiesOf(sent) });
    }
    if (known.gone) report.transaction("transaction-vanished", "warning", newest);
    for (const { before, after } of changesOf(known, transactionText)) {
      reportTransactionChange(report, newest, before, after);
    }
  }
}

function reportEntryChange(report: Report, newest: Entry, before: Entry, after: Entry): void {
  const changes = compare(ENTRY_NAMES, entryDocument(before), entryDocument(after)).map(told);
  if (changes.length === 0) return;
  const approved =
    before.isApproved === 0 &&
    after.isApproved === 1 &&
    changes.every(({ field }) => field === "is_approved" || field === "datePaid");
  if (approved) report.entry("entry-approved", "info", after, { changes }, newest);
  else report.entry("entry-changed", "error", after, { changes }, newest);
}

function told({ field, before, after }: OracleDifference): OracleChange {
  return {
    field,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

const IGNORED = [
  /^status$/u,
  /^transaction\.is_active$/u,
  /^data\.list\.\d+\.(is_complete|dateCompleted)$/u,
  /^data\.current_raised$/u,
  /^data\.contributor_count$/u,
];

function isNormalLife({ path, named, field }: OracleDifference, before: Transaction, after: Transaction) {
  if (path[0] === "customer") return true;
  if (named && field === "datePaid" && before.datePaidAtMs === null && after.datePaidAtMs !== null)
    return true;
  return named && IGNORED.some((pattern) => pattern.test(field));
}

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
  // Each by its own cycle: what one calls data the other may not.
  const names = { before: transactionNames(before), after: transactionNames(after) };
  const changes = compare(
    names.after,
    transactionDocument(before),
    transactionDocument(after),
    names.before,
  ).filter((difference) => !isNormalLife(difference, before, after));
  if (changes.length === 0) return;
  const paid =
    before.datePaidAtMs !== null || (before.detail.cycle === "crowd-pay" && before.detail.currentRaised > 0);
  const grave =
    paid && changes.some(({ field, named }) => named && GRAVE.some((pattern) => pattern.test(field)));
  const severity = grave ? "error" : "warning";
  report.transaction("transaction-changed", severity, after, { changes: changes.map(told) }, newest);
}

/** A field of a record by the names that lead to it, and what it says. */
interface Said {
  readonly path: readonly string[];
  readonly named: boolean;
  readonly value: JsonValue;
}

type OracleDifference = OracleChange & Pick<Said, "path" | "named">;

/** Every field that differs, in the order of their paths. */
function compare(names: Names, before: JsonValue, after: JsonValue, namesBefore = names): OracleDifference[] {
  const [old, young] = [fieldsOf(namesBefore, before), fieldsOf(names, after)];
  const paths = new Map([...old, ...young].map((said) => [canonicalJson([...said.path]), said.path]));
  return [...paths.values()]
    .flatMap((path) => {
      const [was, is] = [old, young].map((side) => side.find((said) => sameText(said.path, path)));
      if (was !== undefined && is !== undefined && alike(was, is)) return [];
      return [
        {
          path,
          named: was?.named === true || is?.named === true,
          field: path.join("."),
          ...(was === undefined ? {} : { before: shown(was) }),
          ...(is === undefined ? {} : { after: shown(is) }),
        },
      ];
    })
    .toSorted((a, b) => (a.field < b.field ? -1 : 1));
}

/** Each field in which copies differ as they were sent, with what each of them says. */
function copiesOf(sent: readonly (readonly Said[])[]): NonNullable<OracleFinding["copies"]> {
  const paths = new Map(sent.flat().map(({ path }) => [canonicalJson([...path]), path]));
  return [...paths.values()]
    .map((path) => ({
      field: path.join("."),
      said: sent.map((fields) => fields.find((one) => sameText(one.path, path))?.value),
    }))
    .filter(({ said }) => new Set(said.map((one) => (one === undefined ? "" : canonicalJson(one)))).size > 1)
    .map(({ field, said }) => ({ field, values: said.map((one) => one ?? null) }))
    .toSorted((a, b) => (a.field < b.field ? -1 : 1));
}

function sameText(a: readonly string[], b: readonly string[]): boolean {
  return canonicalJson([...a]) === canonicalJson([...b]);
}

/** A named time by its instant, all else as canonical JSON. */
function alike(was: Said, is: Said): boolean {
  if (isTime(was) && isTime(is)) return instantOf(was.value) === instantOf(is.value);
  return canonicalJson(was.value) === canonicalJson(is.value);
}

function isTime({ path, named }: Said): boolean {
  return named && path.at(-1)!.startsWith("date");
}

function instantOf(value: JsonValue): number | null {
  return typeof value === "string" ? parseServiceTime(value) : null;
}

/** Times stand in findings as RFC 3339. */
function shown(said: Said): JsonValue {
  const atMs = isTime(said) ? instantOf(said.value) : null;
  return atMs === null ? said.value : new Date(atMs).toISOString();
}

/** The fields that the interface names, object by object; `[]` stands for each element of a list. */
type Names = Readonly<Record<string, readonly string[]>>;

function wordsOf(list: string): readonly string[] {
  return list.split(" ");
}

const ENTRY_NAMES: Names = {
  "": wordsOf(
    "walletID userID businessID credit_balance debit_balance balance action description sessionID payref is_approved is_bonus datePaid dateCreated",
  ),
};

function transactionNames(one: Transaction): Names {
  const data: Readonly<Record<string, readonly string[]>> = {
    "one-time": wordsOf(
      "type reference duration itemname itemquantity itemamount deliverydate escrow_charge terms dateAdded",
    ),
    milestone: wordsOf("type reference taskname amount escrow_charge terms dateAdded list"),
    "crowd-pay": wordsOf(
      "type reference purpose project_name project_goal current_raised contributor_count project_description dateCreated",
    ),
  };
  return {
    "": wordsOf(
      "payID businessID userID payhash payref cycle transaction data customer fee status is_deleted is_flagged datePaid dateCreated",
    ),
    transaction: wordsOf("name trader_status is_active paymentURL"),
    data: data[one.detail.cycle] ?? [],
    "data.list": [],
    "data.list.[]": wordsOf("businessID userID taskname taskamount token is_complete dateCompleted"),
    customer: wordsOf("userID name phone"),
    fee: wordsOf("currency chargedamount scrowfee taxfee payableamount"),
  };
}

/** Down to the fields that are no objects; one that the interface does not name is one field, whatever is in it. */
function fieldsOf(names: Names, value: JsonValue, path: readonly string[] = [], at = ""): Said[] {
  if (value === null || typeof value !== "object") return [{ path, named: true, value }];
  return Object.entries(value as { readonly [key: string]: JsonValue }).flatMap(([key, member]) => {
    const here = [...path, key];
    const place = at === "data.list" ? "data.list.[]" : at === "" ? key : `${at}.${key}`;
    const named = at === "data.list" || names[at]!.includes(key);
    if (!named) return [{ path: here, named, value: member }];
    return place in names ? fieldsOf(names, member, here, place) : [{ path: here, named, value: member }];
  });
}
