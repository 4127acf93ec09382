/** An auditor's own pull of what a month was signed on, into a file of its own, compared record by record: a use case. */
import { canonicalJson, type JsonValue } from "../../../core/canonical.ts";
import { TieoutError } from "../../../core/errors.ts";
import { compareEntries, compareTransactions } from "../../../core/reconcile/changes.ts";
import type { FieldChange } from "../../../core/reconcile/input/findings.ts";
import type { Entry } from "../../../core/records/entry.ts";
import type { Transaction } from "../../../core/records/transaction.ts";
import type { Month } from "../../../core/review/close/close.ts";
import type {
  OwnPullCounts,
  OwnPullDifference,
  OwnPullReport,
} from "../../../core/review/restate/own-pull.ts";
import { buildOwnPull } from "../../../core/report/own-pull-sheet.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import { auditHead } from "../../ledger/file/audit.ts";
import { type ReadableLedger, ledgerIdOf, query } from "../../ledger/file/connection.ts";
import { recordFinder } from "../../ledger/tables/current-record.ts";
import { ENTRY_TABLE, PAYMENT_TABLE, type RecordTable } from "../../ledger/tables/record-table.ts";
import { openAt } from "../../ledger/trail/as-of.ts";
import { ownerOf } from "../../ledger/trail/caller.ts";
import { type PullRecord, listPulls, reaches, readProvenance } from "../../ledger/trail/pull.ts";
import { type PullRequest, pullIntoLedger } from "../pull/pull.ts";
import { assertFree } from "../export/export-target.ts";
import { goOn } from "../shared/pacing.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { signatureIn } from "../close/signature.ts";
import { whileOpen } from "../shared/use-ledger.ts";

interface OwnPullRequest extends Pick<PullRequest, "service" | "credentials"> {
  /** The client's ledger, which is only read. */
  readonly ledger: string;
  readonly month: Month;
  /** The auditor's own ledger, made when absent. */
  readonly own: string;
  /** Where the page to sign goes, .pdf or .xlsx; nowhere when not given. */
  readonly out?: string | undefined;
}

/**
 * Pulls the whole history into the auditor's own file, then compares it with what a month was signed on.
 *
 * @throws TieoutError CLOSE_STATE where the month is not signed off; LEDGER_OTHER_USER where the pull is another
 *   user's; AUDIT_BROKEN, AUDIT_MISMATCH where the client's ledger was tampered with; as `pullIntoLedger`
 */
export async function auditByOwnPull(
  { ledger, month, own, out, service, credentials }: OwnPullRequest,
  context: ServiceContext,
): Promise<OwnPullReport> {
  signatureIn(ledger, month);
  const format = out === undefined ? null : formatOf(out);
  if (out !== undefined && format !== null) assertFree(out, format, ledger, false);
  await pullIntoLedger({ ledger: own, service, credentials, history: { kind: "full" } }, context);
  const report = await compareWithOwn({ ledger, month, own }, context);
  if (out !== undefined && format !== null) {
    // What writes workbooks takes as long to load as the rest of a command.
    const { writeExport } = await import("../../excel/write-export.ts");
    const { signal } = context;
    const options = { atMs: report.ownPull.startedAtMs, ...(signal === undefined ? {} : { signal }) };
    await writeExport(buildOwnPull(report, { ledger, own }), { format }, out, options);
  }
  return report;
}

/** @throws TieoutError USAGE */
function formatOf(out: string): "pdf" | "xlsx" {
  const ending = /\.(pdf|xlsx)$/iu.exec(out)?.[1]?.toLowerCase();
  if (ending === "pdf" || ending === "xlsx") return ending;
  throw new TieoutError("USAGE", "Name a file that ends with .pdf or .xlsx", { file: out });
}

/** Compares the newest pull that the auditor's file has. */
async function compareWithOwn(
  { ledger, month, own }: Pick<OwnPullRequest, "ledger" | "month" | "own">,
  context: ServiceContext,
): Promise<OwnPullReport> {
  const { signed, sequence, toMs, fromMs } = signatureIn(ledger, month);
  const asSigned = openAt({ path: ledger, sequence });
  return whileOpen(asSigned, async () => {
    const now = openAt(ledger);
    return whileOpen(now, async () => {
      const mine = openAt(own);
      return whileOpen(mine, async () => {
        refuseOther(ownerOf(asSigned), ownerOf(mine), own);
        const pull = listPulls(mine).at(-1);
        if (pull === undefined) throw new TieoutError("LEDGER_EMPTY", "The file has no pull", { file: own });
        const sides = { asSigned, now, mine, pull, fromMs, toMs };
        const entries = await compareRecords(sides, ofEntries, context);
        const transactions = await compareRecords(sides, ofTransactions, context);
        return {
          schema: "tieout.audit/1",
          month,
          signed,
          ledger: { id: ledgerIdOf(now), userID: ownerOf(asSigned) },
          ownPull: { ...originOf(pull), head: auditHead(mine).hash, responses: responsesOf(mine, pull.id) },
          entries: entries.counts,
          transactions: transactions.counts,
          differences: [...entries.differences, ...transactions.differences],
          decimals: readSettings(now).decimals,
        };
      });
    });
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
  /** The client's ledger as it was signed, and as it is. */
  readonly asSigned: ReadableLedger;
  readonly now: ReadableLedger;
  /** The auditor's file, and its newest pull. */
  readonly mine: ReadableLedger;
  readonly pull: PullRecord;
  /** Of the month, milliseconds UTC, both inclusive. */
  readonly fromMs: number;
  readonly toMs: number;
}

interface ComparedKind<R> {
  readonly record: OwnPullDifference["record"];
  readonly table: RecordTable<R>;
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
  createdAtMs: ({ dateCreatedAtMs }) => dateCreatedAtMs,
  datedAtMs: ({ dateCreatedAtMs }) => dateCreatedAtMs,
  changes: (before, after) => compareEntries(before, after).changes,
};

const ofTransactions: ComparedKind<Transaction> = {
  record: "transaction",
  table: PAYMENT_TABLE,
  createdAtMs: ({ dateCreatedAtMs }) => dateCreatedAtMs ?? -Infinity,
  datedAtMs: ({ datePaidAtMs, dateCreatedAtMs }) => datePaidAtMs ?? dateCreatedAtMs ?? -Infinity,
  changes: (before, after) => compareTransactions(before, after).changes,
};

/** So many records are looked up at once. */
const AT_ONCE = 1000;

async function compareRecords<R>(
  { asSigned, now, mine, pull, fromMs, toMs }: Sides,
  { record, table, createdAtMs, datedAtMs, changes }: ComparedKind<R>,
  context: ServiceContext,
): Promise<{ readonly counts: OwnPullCounts; readonly differences: readonly OwnPullDifference[] }> {
  const find = {
    asSigned: recordFinder(asSigned, table),
    now: recordFinder(now, table),
    mine: recordFinder(mine, table),
  };
  const said = (one: R | undefined): string | null =>
    one === undefined ? null : canonicalJson(table.document(one) satisfies JsonValue);
  const counts = {
    signedOn: 0,
    identical: 0,
    movedOn: 0,
    changed: 0,
    vanished: 0,
    notReached: 0,
    appeared: 0,
  };
  const differences: OwnPullDifference[] = [];
  const ids = idsIn([asSigned, mine], table);
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    context.onProgress?.({ phase: "Comparing", done: from, total: ids.length, unit: "records" });
    await goOn(context);
    const [were, are, pulled] = [find.asSigned(some), find.now(some), find.mine(some)];
    for (const id of some) {
      const [before, after] = [were.get(id), pulled.get(id)];
      const dated = before ?? after;
      if (dated === undefined || createdAtMs(dated) > toMs) continue;
      if (before !== undefined) counts.signedOn += 1;
      const [was, is] = [said(before), said(after)];
      if (was === is) counts.identical += 1;
      else if (after === undefined && !reaches(pull, table.name, id)) counts.notReached += 1;
      else {
        const changed = before === undefined || after === undefined ? [] : changes(before, after);
        const kind = before === undefined ? "appeared" : after === undefined ? "vanished" : "changed";
        if (kind === "changed" && changed.length === 0) {
          counts.movedOn += 1;
          continue;
        }
        counts[kind] += 1;
        const isOfMonth = datedAtMs(dated) >= fromMs && datedAtMs(dated) <= toMs;
        const isStated = said(are.get(id)) === is;
        differences.push({ record, id, kind, changes: changed, isOfMonth, isStated });
      }
    }
  }
  return { counts, differences };
}

/** The ids that either holds, ascending. */
function idsIn(
  ledgers: readonly ReadableLedger[],
  { name, idColumn }: Pick<RecordTable<unknown>, "name" | "idColumn">,
): number[] {
  const all = ledgers.flatMap((db) => query<number>(db).values(`SELECT ${idColumn} FROM ${name}`));
  return [...new Set(all)].toSorted((a, b) => a - b);
}
