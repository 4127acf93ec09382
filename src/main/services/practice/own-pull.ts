/** An auditor's own pull of what a month was signed on, into a file of its own, compared record by record: a use case. */
import { canonicalJson, type JsonValue, sameJson } from "../../../core/canonical.ts";
import { TieoutError } from "../../../core/errors.ts";
import { compareEntries, compareTransactions } from "../../../core/reconcile/changes.ts";
import type { FieldChange } from "../../../core/reconcile/input/findings.ts";
import type { Entry } from "../../../core/records/entry.ts";
import type { Transaction } from "../../../core/records/transaction.ts";
import type {
  OwnPullCounts,
  OwnPullDifference,
  OwnPullReport,
  AuditedPack,
} from "../../../core/review/restate/own-pull.ts";
import { buildOwnPull } from "../../../core/report/own-pull-sheet.ts";
import type { WrittenFile } from "../../excel/output/pending.ts";
import type { RecordReader } from "../../api/block-records.ts";
import { ENTRIES, TRANSACTIONS } from "../../api/records.ts";
import { auditHead } from "../../ledger/file/audit.ts";
import { type ReadableLedger, query, ledgerIdOf } from "../../ledger/file/connection.ts";
import { recordFinder } from "../../ledger/tables/current-record.ts";
import { ENTRY_TABLE, PAYMENT_TABLE, type RecordTable } from "../../ledger/tables/record-table.ts";
import { openAt } from "../../ledger/trail/as-of.ts";
import { ownerOf } from "../../ledger/trail/caller.ts";
import { type PullRecord, listPulls, reaches, readProvenance } from "../../ledger/trail/pull.ts";
import { measureFile } from "../shared/measure-file.ts";
import { assertFree, isPartOf } from "../export/export-target.ts";
import { readRecord } from "../proof/record-lines.ts";
import { type PullRequest, pullIntoLedger } from "../pull/pull.ts";
import { goOn } from "../shared/pacing.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { whileOpen } from "../shared/use-ledger.ts";
import type { PackLeaf } from "../../../core/report/pack-lists.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import { signatureIn, signatureOf } from "../close/signature.ts";
import type { OpenedPack } from "../export/opened-pack.ts";
import { type VerifiedPack, whileVerified } from "../export/verify-pack.ts";
import { isObject, withTextsOf, withholding } from "../proof/leaves.ts";

export interface OwnPullRequest extends Pick<PullRequest, "service" | "credentials"> {
  /** The client's ledger and the month, or a pack of it; only read. */
  readonly of: SignedSource;
  /** The auditor's own ledger, made when absent. */
  readonly own: string;
  /** Where the page to sign goes, .pdf or .xlsx; nowhere when not given. */
  readonly out?: string | undefined;
  /** Whether a file that is there is replaced. */
  readonly replace?: boolean;
}

/** What an own pull came to, and the page to sign where one was asked for. */
interface OwnPullResult {
  readonly report: OwnPullReport;
  readonly page: WrittenFile | null;
}

/**
 * Pulls the whole history into the auditor's own file, then compares it with what a month was signed on.
 *
 * @throws TieoutError CLOSE_STATE where the month is not signed off; LEDGER_OTHER_USER where the pull is another
 *   user's; AUDIT_BROKEN, AUDIT_MISMATCH where the client's ledger was tampered with, PACK_BROKEN where the pack
 *   was; as `pullIntoLedger`
 */
export async function auditByOwnPull(
  { of, own, out, replace = false, service, credentials }: OwnPullRequest,
  context: ServiceContext,
): Promise<OwnPullResult> {
  if (isPartOf(own, of.file))
    throw new TieoutError("USAGE", "The pull goes into another file than the one that it is compared with", {
      file: own,
    });
  const format = out === undefined ? null : formatOf(out);
  if (out !== undefined && format !== null) assertFree(out, format, of.file, replace);
  return whileSigned(of, context, async (basis) => {
    await pullIntoLedger({ ledger: own, service, credentials, history: { kind: "full" } }, context);
    const report = await compareWithOwn(basis, own, context);
    if (out === undefined || format === null) return { report, page: null };
    // What writes workbooks takes as long to load as the rest of a command.
    const { writeExport } = await import("../../excel/write-export.ts");
    const { signal } = context;
    const options = { atMs: report.ownPull.startedAtMs, ...(signal === undefined ? {} : { signal }) };
    const page = buildOwnPull(report, { source: of.file, own });
    return { report, page: (await writeExport(page, { format }, out, options)).proof };
  });
}

/** @throws TieoutError USAGE */
function formatOf(out: string): "pdf" | "xlsx" {
  const ending = /\.(pdf|xlsx)$/iu.exec(out)?.[1]?.toLowerCase();
  if (ending === "pdf" || ending === "xlsx") return ending;
  throw new TieoutError("USAGE", "Name a file that ends with .pdf or .xlsx", { file: out });
}

/** Compares the newest pull that the auditor's file has. */
async function compareWithOwn(
  basis: SignedBasis,
  own: string,
  context: ServiceContext,
): Promise<OwnPullReport> {
  const { month, signed, ledger, decimals } = basis;
  const mine = openAt(own);
  return whileOpen(mine, async () => {
    refuseOther(ledger.userID, ownerOf(mine), own);
    const pull = listPulls(mine).at(-1);
    if (pull === undefined) throw new TieoutError("LEDGER_EMPTY", "The file has no pull", { file: own });
    const entries = await compareRecords({ basis, mine, pull }, ofEntries, context);
    const transactions = await compareRecords({ basis, mine, pull }, ofTransactions, context);
    const both = [entries, transactions];
    const sum = (of: "records" | "texts") => both.reduce((all, { notCompared }) => all + notCompared[of], 0);
    const notCompared = { records: sum("records"), texts: sum("texts") };
    return {
      schema: "tieout.audit/1",
      month,
      signed,
      ledger,
      pack: basis.pack === null ? null : { ...basis.pack, notCompared },
      ownPull: {
        startedAtMs: pull.startedAtMs,
        finishedAtMs: pull.finishedAtMs,
        baseUrl: pull.baseUrl,
        head: auditHead(mine).hash,
        responses: responsesOf(mine, pull.id),
      },
      entries: entries.counts,
      transactions: transactions.counts,
      differences: both.flatMap(({ differences }) => differences),
      decimals,
    };
  });
}

function refuseOther(signedUser: number | null, user: number | null, file: string): void {
  if (signedUser === null || signedUser === user) return;
  const sentence = `This pull is user ${user ?? "unknown"}'s, and the ledger user ${signedUser}'s`;
  throw new TieoutError("LEDGER_OTHER_USER", sentence, { file });
}

function responsesOf(db: ReadableLedger, pullId: number): OwnPullReport["ownPull"]["responses"] {
  const provenance = readProvenance(db)(pullId);
  return query<{ readonly sha256: string; readonly bytes: number }>(db)
    .rows("SELECT sha256, bytes FROM body WHERE pull_id = ? ORDER BY id", pullId)
    .map(({ sha256, bytes }, at) => {
      const { request = "", status = "", serverAtMs = null, certificateSha256 = null } = provenance[at] ?? {};
      return { request, status, serverAtMs, certificateSha256, sha256, bytes };
    });
}

interface Sides {
  readonly basis: SignedBasis;
  /** The auditor's file, and its newest pull. */
  readonly mine: ReadableLedger;
  readonly pull: PullRecord;
}

interface ComparedKind<R> {
  readonly record: OwnPullDifference["record"];
  readonly table: RecordTable<R>;
  readonly reader: RecordReader<R>;
  /** Milliseconds UTC; -Infinity of one without a time. */
  readonly createdAtMs: (record: R) => number;
  /** As `createdAtMs`: by the time that puts it in a month. */
  readonly datedAtMs: (record: R) => number;
  /** What differs beyond what moves in a record's normal life. */
  readonly changes: (before: R, after: R) => readonly FieldChange[];
}

const ofEntries: ComparedKind<Entry> = {
  record: "entry",
  table: ENTRY_TABLE,
  reader: ENTRIES,
  createdAtMs: ({ dateCreatedAtMs }) => dateCreatedAtMs,
  datedAtMs: ({ dateCreatedAtMs }) => dateCreatedAtMs,
  changes: (before, after) => compareEntries(before, after).changes,
};

const ofTransactions: ComparedKind<Transaction> = {
  record: "transaction",
  table: PAYMENT_TABLE,
  reader: TRANSACTIONS,
  createdAtMs: ({ dateCreatedAtMs }) => dateCreatedAtMs ?? -Infinity,
  datedAtMs: ({ datePaidAtMs, dateCreatedAtMs }) => datePaidAtMs ?? dateCreatedAtMs ?? -Infinity,
  changes: (before, after) => compareTransactions(before, after).changes,
};

/** So many records are looked up at once. */
const AT_ONCE = 1000;

interface RecordComparison {
  readonly counts: OwnPullCounts;
  readonly differences: readonly OwnPullDifference[];
  readonly notCompared: { readonly records: number; readonly texts: number };
}

async function compareRecords<R>(
  { basis, mine, pull }: Sides,
  kind: ComparedKind<R>,
  context: ServiceContext,
): Promise<RecordComparison> {
  const { record, table, createdAtMs, datedAtMs } = kind;
  const find = { asSigned: recordFinder(basis.db, table), mine: recordFinder(mine, table) };
  const isStated = basis.statesSince(table, record);
  const counts = {
    signedOn: 0,
    identical: 0,
    movedOn: 0,
    changed: 0,
    vanished: 0,
    notReached: 0,
    appeared: 0,
  };
  const notCompared = { records: 0, texts: 0 };
  const differences: OwnPullDifference[] = [];
  const ids = idsIn([basis.db, mine], table);
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    context.onProgress?.({ phase: "Comparing", done: from, total: ids.length, unit: "records" });
    await goOn(context);
    const [were, pulled] = [find.asSigned(some), find.mine(some)];
    for (const id of some) {
      const [before, after] = [were.get(id), pulled.get(id)];
      const dated = before ?? after;
      if (dated === undefined || createdAtMs(dated) > basis.toMs) continue;
      if (before !== undefined) counts.signedOn += 1;
      const one = comparedOne(basis, kind, before, after);
      if (one.texts > 0) notCompared.records += 1;
      notCompared.texts += one.texts;
      if (one.isSame) counts.identical += 1;
      else if (after === undefined && !reaches(pull, table.name, id)) counts.notReached += 1;
      else {
        const what = before === undefined ? "appeared" : after === undefined ? "vanished" : "changed";
        if (what === "changed" && one.changes.length === 0) {
          counts.movedOn += 1;
          continue;
        }
        counts[what] += 1;
        const isOfMonth = datedAtMs(dated) >= basis.fromMs && datedAtMs(dated) <= basis.toMs;
        const found = { record, id, kind: what, changes: one.changes, isOfMonth } as const;
        differences.push({ ...found, isStated: isStated(found, after) });
      }
    }
  }
  return { counts, differences, notCompared };
}

/** Two contents of a record, as far as the first is given; what is withheld of it counts as the same. */
function comparedOne<R>(
  { withTexts }: SignedBasis,
  { table, reader, changes }: ComparedKind<R>,
  before: R | undefined,
  after: R | undefined,
): { readonly isSame: boolean; readonly changes: readonly FieldChange[]; readonly texts: number } {
  if (before === undefined || after === undefined) return { isSame: false, changes: [], texts: 0 };
  const [was, is] = [table.document(before), table.document(after)];
  const { record, texts } = withTexts(table.name, was, is);
  if (sameJson(record, is)) return { isSame: true, changes: [], texts };
  const filled = record === was ? before : (readRecord(reader, record) ?? before);
  return { isSame: false, changes: changes(filled, after), texts };
}

/** The ids that either holds, ascending. */
function idsIn(
  ledgers: readonly ReadableLedger[],
  { name, idColumn }: Pick<RecordTable<unknown>, "name" | "idColumn">,
): number[] {
  const all = ledgers.flatMap((db) => query<number>(db).values(`SELECT ${idColumn} FROM ${name}`));
  return [...new Set(all)].toSorted((a, b) => a - b);
}

// What a month was signed on, as whoever asks the source himself finds it: in a client's ledger, or in a pack of the month.

/** Where a signed month is read. */
type SignedSource =
  | { readonly is: "ledger"; readonly file: string; readonly month: Month }
  /** `head`: of the audit trail as it was printed once; null without one. */
  | { readonly is: "pack"; readonly file: string; readonly head: string | null };

/** A record that differs, and what the auditor's own pull says of it; undefined where it is not in it. */
type StatesSince<R> = (
  difference: Omit<OwnPullDifference, "isStated">,
  after: R | undefined,
) => boolean | null;

interface SignedBasis extends Pick<OwnPullReport, "month" | "signed" | "ledger" | "decimals"> {
  /** Of the month, milliseconds UTC, both inclusive. */
  readonly fromMs: number;
  readonly toMs: number;
  /** The records as it was signed: withheld texts are other ones in it. */
  readonly db: ReadableLedger;
  /** null of a ledger. */
  readonly pack: Omit<AuditedPack, "notCompared"> | null;
  /** A record's document with the texts that are withheld of it as another content has them, and how many those are. */
  readonly withTexts: (
    table: RecordTable<unknown>["name"],
    document: JsonValue,
    other: JsonValue,
  ) => ReturnType<typeof withTextsOf>;
  /** Whether pulls since the signature found the same; null where that is not told. */
  readonly statesSince: <R>(table: RecordTable<R>, record: OwnPullDifference["record"]) => StatesSince<R>;
}

/** @throws TieoutError CLOSE_STATE; AUDIT_BROKEN, AUDIT_MISMATCH of a ledger; PACK_BROKEN, as `whileVerified` */
async function whileSigned<T>(
  source: SignedSource,
  context: ServiceContext,
  work: (basis: SignedBasis) => Promise<T>,
): Promise<T> {
  if (source.is === "pack")
    return whileVerified(source, context, async (verified) => work(await basisOfPack(verified, source.file)));
  const { file, month } = source;
  const { signed, sequence, fromMs, toMs } = signatureIn(file, month);
  const db = openAt({ path: file, sequence });
  return whileOpen(db, async () => {
    const now = openAt(file);
    return whileOpen(now, async () =>
      work({
        month,
        signed,
        ledger: { id: ledgerIdOf(now), userID: ownerOf(db) },
        decimals: readSettings(now).decimals,
        fromMs,
        toMs,
        db,
        pack: null,
        withTexts: (_, record) => ({ record, texts: 0 }),
        statesSince: (table) => saidBy(now, table),
      }),
    );
  });
}

/** Whether a ledger says the same of a record by now. */
function saidBy<R>(now: ReadableLedger, table: RecordTable<R>): StatesSince<R> {
  const find = recordFinder(now, table);
  const textOf = (one: R | undefined) => (one === undefined ? null : canonicalJson(table.document(one)));
  return ({ id }, after) => textOf(find([id]).get(id)) === textOf(after);
}

async function basisOfPack({ proof, pack, db }: VerifiedPack, file: string): Promise<SignedBasis> {
  const { month, ledger, head, claims } = proof;
  const { withheld } = pack.manifest;
  const { signed, fromMs, toMs } = signatureOf(db, month);
  const isWithheld = withholding(withheld);
  return {
    month,
    signed: {
      by: isWithheld("names") ? null : signed.by,
      atMs: signed.atMs,
      linkSha256: signed.linkSha256 === "" ? null : signed.linkSha256,
    },
    ledger: { id: ledger, userID: ownerOf(db) },
    decimals: readSettings(db).decimals,
    fromMs,
    toMs,
    db,
    pack: {
      sha256: (await measureFile(file)).sha256,
      head,
      claims: claims.length,
      proven: claims.filter(({ verdict }) => verdict === "proven").length,
      withheld,
    },
    withTexts: (table, record, other) =>
      withTextsOf({ list: table === "entry" ? "entries" : "transactions", record, isWithheld }, other),
    statesSince: (_, record) => statedIn(pack, record, isWithheld("notes")),
  };
}

// What a pack tells of pulls since the signature: that there were any, and what they changed in records of the month.

/** A change that a pack tells of. */
interface ToldChange {
  readonly kind: JsonValue;
  readonly id: JsonValue;
  readonly fields: readonly PackLeaf[];
}

/** @param isCut whether the pack withholds what fields said */
function statedIn(
  pack: OpenedPack,
  record: OwnPullDifference["record"],
  isCut: boolean,
): StatesSince<unknown> {
  if (!hasPullSince(pack)) return () => false;
  const { changes: all, isWhole } = toldChanges(pack, record);
  const byId = Map.groupBy(all, ({ id }) => id);
  return ({ id, kind, changes, isOfMonth }) => {
    // The newest pull comes first.
    const told = byId.get(id) ?? [];
    const [newest] = told;
    if (newest === undefined) return isOfMonth && isWhole ? false : null;
    if (kind === "vanished") return newest.kind === "vanished";
    if (newest.kind === "vanished") return false;
    // What a record says that came since is not in the pack.
    if (kind === "appeared" || isCut || !isWhole) return null;
    return areAlike(netOf(told.toReversed().flatMap(({ fields }) => fields)), changes);
  };
}

/** The last value of each field that is another than its first. */
function netOf(fields: readonly PackLeaf[]): ReadonlyMap<string, JsonValue> {
  const first = new Map<string, JsonValue>();
  const last = new Map<string, JsonValue>();
  for (const { field, before = null, after = null } of fields) {
    if (typeof field !== "string") continue;
    if (!first.has(field)) first.set(field, before);
    last.set(field, after);
  }
  return new Map([...last].filter(([field, value]) => !sameJson(value, first.get(field))));
}

/** Whether changes are those; that it was paid is what moves in a payment's normal life. */
function areAlike(net: ReadonlyMap<string, JsonValue>, changes: readonly FieldChange[]): boolean {
  const fields = new Set(changes.map(({ field }) => field));
  return (
    changes.every(({ field, after }) => net.has(field) && sameJson(net.get(field), after)) &&
    [...net.keys()].every((field) => fields.has(field) || field === "datePaid")
  );
}

function hasPullSince(pack: OpenedPack): boolean {
  for (const { number, read } of pack.lines("links")) {
    const kind = read?.leaf["kind"];
    if (number > pack.manifest.signed && (kind === "pull" || kind === "pull-step")) return true;
  }
  return false;
}

/** The restatements of the signature in force, of one kind of record; a stranger wrote them. */
function toldChanges(
  pack: OpenedPack,
  record: OwnPullDifference["record"],
): { readonly changes: readonly ToldChange[]; readonly isWhole: boolean } {
  for (const { read } of pack.lines("month")) {
    const document = read?.leaf["is"] === "restatements" ? read.leaf["document"] : undefined;
    if (!isObject(document)) continue;
    const listed = objectsIn(document["restatements"]);
    const changes = listed
      .filter(({ signature }) => isObject(signature) && signature["stillInForce"] === true)
      .map(({ kind = null, walletID = null, payID = null, fields }) => ({
        kind,
        id: record === "entry" ? walletID : payID,
        fields: objectsIn(fields),
      }));
    return { changes, isWhole: listed.length === document["total"] };
  }
  return { changes: [], isWhole: false };
}

function objectsIn(list: JsonValue | undefined): PackLeaf[] {
  return Array.isArray(list) ? list.filter((one: JsonValue) => isObject(one)) : [];
}
