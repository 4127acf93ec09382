/** What takes its time, as the threads do it: pulls, imports, exports, backups, proofs, workbooks that come back. */
import type { JobResult } from "../../../ipc/jobs.ts";
import type { ReviewRead, WorkbookVerdict } from "../../../ipc/returned.ts";
import { type BesideReport, backUpBeside, backUpWhenDue } from "../../services/backup/backup-beside.ts";
import {
  type Backup,
  type BackupInterval,
  ledgerPlace,
  listBackups,
} from "../../services/backup/backup-plan.ts";
import { type BackUpReport, backUpLedger } from "../../services/backup/backup.ts";
import type { ServiceContext } from "../../services/shared/context.ts";
import type { ExportReport, ExportRequest } from "../../services/workbook/export.ts";
import { type ImportFiles, importIntoLedger } from "../../services/pull/import.ts";
import { type PullReport, pullSentence } from "../../services/pull/pull-report.ts";
import type { PullRequest } from "../../services/pull/pull.ts";
import {
  type PreparedRestore,
  type RestoreReport,
  type RestoreRequest,
  finishRestore,
  prepareRestore,
} from "../../services/backup/restore.ts";
import type { CallerFacts } from "../../services/pull/test-connection.ts";
import type { WorkbookRequest } from "../../services/workbook/verify-workbook.ts";
import { verifyLedgerFile } from "../../services/proof/verify.ts";
import type { InLedger } from "./held-ledger.ts";

type Connecting = Pick<PullRequest, "service" | "credentials">;
type Pulled = Extract<JobResult, { readonly is: "pulled" }>;
type Verified = Extract<JobResult, { readonly is: "verified" }>;

export const LONG_SERVICES = {
  testConnection: async (request: Connecting, context: ServiceContext): Promise<CallerFacts> => {
    const { testConnection } = await import("../../services/pull/test-connection.ts");
    return testConnection(request, context);
  },
  /** Refuses an address or credentials that could never be used; nobody is asked. */
  assertConnection: async (request: Connecting, context: ServiceContext): Promise<void> => {
    const { openClient } = await import("../../services/pull/pull.ts");
    await openClient(request, context).client.dispose();
  },

  pull: async (request: PullRequest, context: ServiceContext): Promise<Pulled> => {
    // Libraries for one job are loaded by it alone: both threads start sooner.
    const { pullIntoLedger } = await import("../../services/pull/pull.ts");
    return pulled(await pullIntoLedger(request, context));
  },
  import: async (
    request: InLedger & { readonly files: ImportFiles },
    context: ServiceContext,
  ): Promise<Pulled> => pulled(await importIntoLedger(request, context)),
  export: async (request: ExportRequest, context: ServiceContext): Promise<ExportReport> => {
    const { exportLedger } = await import("../../services/workbook/export.ts");
    return exportLedger(request, context);
  },
  backUp: async (
    { ledger, to }: InLedger & { readonly to: string },
    context: ServiceContext,
  ): Promise<BackUpReport> =>
    // Whoever chose the place was asked whether what stands there may be replaced.
    backUpLedger(ledger, to, context, true),
  listBackups: ({
    ledger,
  }: InLedger): { readonly path: string; readonly folder: string; readonly backups: readonly Backup[] } => {
    const place = ledgerPlace(ledger);
    return { path: place.path, folder: place.backups, backups: listBackups(ledger) };
  },
  backUpBeside: async (
    { ledger, keep }: InLedger & { readonly keep: number },
    context: ServiceContext,
  ): Promise<BesideReport> => backUpBeside(ledger, keep, context),
  backUpWhenDue: async (
    { ledger, ...schedule }: InLedger & { readonly every: BackupInterval; readonly keep: number },
    context: ServiceContext,
  ): Promise<BesideReport | null> => backUpWhenDue(ledger, schedule, context),
  prepareRestore: async (request: RestoreRequest, context: ServiceContext): Promise<PreparedRestore> =>
    prepareRestore(request, context),
  finishRestore: async (prepared: PreparedRestore, context: ServiceContext): Promise<RestoreReport> =>
    finishRestore(prepared, context),
  verify: async ({ ledger }: InLedger, context: ServiceContext): Promise<Verified> => {
    const { ok, problems, facts, notes, head, links } = await verifyLedgerFile(ledger, null, context);
    const found = { problems: [...problems], facts: [...facts], notes: [...notes] };
    return { is: "verified", holds: ok, ...found, head, links };
  },
  verifyWorkbook: async (request: WorkbookRequest, context: ServiceContext): Promise<WorkbookVerdict> => {
    const { verifyWorkbook } = await import("../../services/workbook/verify-workbook.ts");
    const { edits, notes, ...facts } = await verifyWorkbook(request, context);
    return { is: "workbook-verified", ...facts, edits: [...edits], notes: [...notes] };
  },
  readReview: async (request: WorkbookRequest, context: ServiceContext): Promise<ReviewRead> => {
    const { readReviewedWorkbook } = await import("../../services/review/read-review.ts");
    const { items, notes, ...facts } = await readReviewedWorkbook(request, context);
    return { is: "review-read", ...facts, items: [...items], notes: [...notes] };
  },
};

function pulled(report: PullReport): Pulled {
  const { pullId, ledgerCreated, entries, transactions, notes } = report;
  return {
    is: "pulled",
    pullId,
    ledgerCreated,
    sentence: pullSentence(report),
    entries: countsOf(entries),
    transactions: countsOf(transactions),
    notes: [...notes],
  };
}

function countsOf(counts: PullReport["entries"]): Pulled["entries"] {
  if (counts === null) return null;
  const { inserted: added, changed, vanished, received } = counts;
  return { added, changed, vanished, received };
}
