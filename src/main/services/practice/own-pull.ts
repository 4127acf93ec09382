/** An auditor's own pull of what a month was signed on, into a file of its own, compared record by record: a use case. */
import { canonicalJson } from "../../../core/canonical.ts";
import { TieoutError } from "../../../core/errors.ts";
import { compareEntries, compareTransactions } from "../../../core/reconcile/changes.ts";
import type { FieldChange } from "../../../core/reconcile/input/findings.ts";
import type { Entry } from "../../../core/records/entry.ts";
import type { Transaction } from "../../../core/records/transaction.ts";
import type {
  OwnPullCounts,
  OwnPullDifference,
  OwnPullReport,
} from "../../../core/review/restate/own-pull.ts";
import { buildOwnPull } from "../../../core/report/own-pull-sheet.ts";
import type { RecordReader } from "../../api/block-records.ts";
import { ENTRIES, TRANSACTIONS } from "../../api/records.ts";
import { auditHead } from "../../ledger/file/audit.ts";
import { type ReadableLedger, query } from "../../ledger/file/connection.ts";
import { recordFinder } from "../../ledger/tables/current-record.ts";
import { ENTRY_TABLE, PAYMENT_TABLE, type RecordTable } from "../../ledger/tables/record-table.ts";
import { openAt } from "../../ledger/trail/as-of.ts";
import { ownerOf } from "../../ledger/trail/caller.ts";
import { type PullRecord, listPulls, reaches, readProvenance } from "../../ledger/trail/pull.ts";
import { assertFree } from "../export/export-target.ts";
import { readRecord } from "../proof/record-lines.ts";
import { type PullRequest, pullIntoLedger } from "../pull/pull.ts";
import { goOn } from "../shared/pacing.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { whileOpen } from "../shared/use-ledger.ts";
import { type SignedBasis, type SignedSource, whileSigned } from "./signed-basis.ts";

interface OwnPullRequest extends Pick<PullRequest, "service" | "credentials"> {
  /** The client's ledger and the month, or a pack of it; only read. */
  readonly of: SignedSource;
  /** The auditor's own ledger, made when absent. */
  readonly own: string;
  /** Where the page to sign goes, .pdf or .xlsx; nowhere when not given. */
  readonly out?: string | undefined;
}

/**
 * Pulls the whole history into the auditor's own file, then compares it with what a month was signed on.
 *
 * @throws TieoutError CLOSE_STATE where the month is not signed off; LEDGER_OTHER_USER where the pull is another
 *   user's; AUDIT_BROKEN, AUDIT_MISMATCH where the client's ledger was tampered with, PACK_BROKEN where the pack
 *   was; as `pullIntoLedger`
 */
export async function auditByOwnPull(
  { of, own, out, service, credentials }: OwnPullRequest,
  context: ServiceContext,
): Promise<OwnPullReport> {
  const format = out === undefined ? null : formatOf(out);
  if (out !== undefined && format !== null) assertFree(out, format, of.file, false);
  return whileSigned(of, context, async (basis) => {
    await pullIntoLedger({ ledger: own, service, credentials, history: { kind: "full" } }, context);
    const report = await compareWithOwn(basis, own, context);
    if (out !== undefined && format !== null) {
      // What writes workbooks takes as long to load as the rest of a command.
      const { writeExport } = await import("../../excel/write-export.ts");
      const { signal } = context;
      const options = { atMs: report.ownPull.startedAtMs, ...(signal === undefined ? {} : { signal }) };
      await writeExport(buildOwnPull(report, { source: of.file, own }), { format }, out, options);
    }
    return report;
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
      ownPull: { ...originOf(pull), head: auditHead(mine).hash, responses: responsesOf(mine, pull.id) },
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

function originOf({ startedAtMs, finishedAtMs, baseUrl }: PullRecord) {
  return { startedAtMs, finishedAtMs, baseUrl };
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

interface ComparedRecords {
  readonly counts: OwnPullCounts;
  readonly differences: readonly OwnPullDifference[];
  readonly notCompared: { readonly records: number; readonly texts: number };
}

async function compareRecords<R>(
  { basis, mine, pull }: Sides,
  kind: ComparedKind<R>,
  context: ServiceContext,
): Promise<ComparedRecords> {
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
  if (canonicalJson(record) === canonicalJson(is)) return { isSame: true, changes: [], texts };
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
