/**
 * What the threads that work on ledgers do, by name: the services, each with what crosses to it and back. What is large and
 * asked for again (the records, a check of them) is remembered in the thread.
 */
import { existsSync, realpathSync } from "node:fs";
import { TieoutError } from "../../core/errors.ts";
import type { Month } from "../../core/review/close.ts";
import type { Decision } from "../../core/review/decision.ts";
import type { MonthFacts } from "../../core/review/months.ts";
import type { TakenFacts } from "../../ipc/contract.ts";
import type { JobResult } from "../../ipc/jobs.ts";
import type { ReviewRead, WorkbookVerdict } from "../../ipc/returned.ts";
import { type ActivityRequest, listActivity } from "../services/activity.ts";
import { type AnswersLook, lookAtAnswers } from "../services/answers-look.ts";
import { type BackUpReport, backUpLedger } from "../services/backup.ts";
import { type BesideReport, backUpBeside, backUpWhenDue } from "../services/backup-beside.ts";
import { type Backup, type BackupInterval, ledgerPlace, listBackups } from "../services/backup-plan.ts";
import { CheckMemory } from "../services/check-memory.ts";
import { type CheckRequest, checkAhead, checkRecords } from "../services/check.ts";
import type * as CloseSteps from "../services/close.ts";
import type { ServiceContext } from "../services/context.ts";
import type { ExportReport, ExportRequest } from "../services/export.ts";
import { type ImportFiles, importIntoLedger } from "../services/import.ts";
import { type LedgerLock, holdLedger } from "../services/hold-ledger.ts";
import { type LedgerFacts, readLedgerFacts } from "../services/ledger-facts.ts";
import {
  type MatchRequest,
  type UndoMatchRequest,
  decideMatch,
  listMatches,
  undoMatch,
} from "../services/match.ts";
import { type PullReport, pullSentence } from "../services/pull-report.ts";
import type { PullRequest } from "../services/pull.ts";
import type { MonthReport } from "../services/month-report.ts";
import { listMonths } from "../services/months.ts";
import {
  type DecideRequest,
  type NewerRequest,
  type UndoRequest,
  decide,
  listNewerDecisions,
  undo,
} from "../services/review.ts";
import {
  type PreparedRestore,
  type RestoreReport,
  type RestoreRequest,
  finishRestore,
  prepareRestore,
} from "../services/restore.ts";
import type { AcceptRequest } from "../services/read-review.ts";
import { readEntryRecord, readTransactionRecord } from "../services/record.ts";
import { type RestatementRequest, readRestatements } from "../services/restatements.ts";
import { changeSettings } from "../services/settings.ts";
import { type Snapshot, type SnapshotTable, openSnapshot, readBatch } from "../services/snapshot.ts";
import type { CallerFacts } from "../services/test-connection.ts";
import type { WorkbookRequest } from "../services/verify-workbook.ts";
import { verifyLedgerFile } from "../services/verify.ts";
import { patiently } from "./patience.ts";

interface InLedger {
  /** Its path. */
  readonly ledger: string;
}
type MonthInLedger = InLedger & { readonly month: Month };

type Connecting = Pick<PullRequest, "service" | "credentials">;
type Pulled = Extract<JobResult, { readonly is: "pulled" }>;
type Verified = Extract<JobResult, { readonly is: "verified" }>;
type Period = CheckRequest["period"];
type Options = CheckRequest["options"];

/** The window's ledger, by its one true path; without a lock it can only be read. */
let held: { readonly path: string; readonly lock: LedgerLock | null } | null = null;
const memory = new CheckMemory();
/** The newest only: whoever reads an older one is told to begin again. */
let snapshot: Snapshot | null = null;
let checking: NodeJS.Timeout | undefined;
/** So long nobody reads records once a window has all that it checks, milliseconds. */
const QUIET_MS = 200;

export const SERVICES = {
  readFacts: ({ ledger }: InLedger): LedgerFacts => readLedgerFacts(ledger),
  openLedger: ({ ledger }: InLedger, context: ServiceContext) => takeAndRead(ledger, context),
  closeLedger: (): void => {
    letGo();
  },
  changeSettings: async (
    { ledger, settings }: InLedger & { readonly settings: Parameters<typeof changeSettings>[1] },
    context: ServiceContext,
  ) => patiently(context, async (patient) => changeSettings(ledger, settings, patient)),

  openSnapshot: ({ ledger }: InLedger) => {
    snapshot = openSnapshot(ledger, memory);
    return snapshot.head;
  },
  readBatch: (request: {
    readonly snapshot: string;
    readonly table: SnapshotTable;
    readonly from: number;
    readonly count: number;
  }) => {
    if (snapshot?.head.snapshot !== request.snapshot) {
      throw new TieoutError("SNAPSHOT_GONE", "The ledger has been read again since");
    }
    checkSoon(snapshot.ledger);
    return readBatch(snapshot, request.table, request.from, request.count);
  },
  saveCheck: async (
    { ledger, period, options }: InLedger & { readonly period: Period; readonly options: Options },
    context: ServiceContext,
  ) => {
    const request = { source: { ledger }, period, options, save: true };
    const { result, runId } = await patiently(remembering(context), async (patient) =>
      checkRecords(request, patient),
    );
    if (runId === null) throw new Error("a run was to be kept");
    const errors = result.findings.filter(({ severity }) => severity === "error").length;
    return { runId, findings: result.findings.length, errors };
  },

  listNewerDecisions: (request: NewerRequest) => listNewerDecisions(request),
  decide: async (request: DecideRequest, context: ServiceContext) =>
    patiently(remembering(context), async (patient) => takenOf(await decide(request, patient))),
  undo: async (request: UndoRequest, context: ServiceContext) =>
    patiently(context, async (patient) => takenOf(await undo(request, patient))),
  listMonths: ({ ledger }: InLedger): MonthFacts[] => listMonths(ledger, memory),
  readMonth: async (request: MonthInLedger, context: ServiceContext): Promise<MonthReport> => {
    const { readMonth } = await import("../services/month-report.ts");
    return readMonth(request, remembering(context));
  },
  beginReview: async (request: CloseSteps.StepRequest, context: ServiceContext): Promise<MonthFacts> =>
    takingStep(context, async (close, patient) => close.beginReview(request, patient)),
  prepareMonth: async (request: CloseSteps.PrepareRequest, context: ServiceContext): Promise<MonthFacts> =>
    takingStep(context, async (close, patient) => close.prepareMonth(request, patient)),
  signOffMonth: async (request: CloseSteps.NotedRequest, context: ServiceContext): Promise<MonthFacts> =>
    takingStep(context, async (close, patient) => close.signOffMonth(request, patient)),
  reopenMonth: async (request: CloseSteps.NotedRequest, context: ServiceContext): Promise<MonthFacts> =>
    takingStep(context, async (close, patient) => close.reopenMonth(request, patient)),
  decideMatch: async (request: MatchRequest, context: ServiceContext) =>
    patiently(context, async (patient) => decideMatch(request, patient)),
  undoMatch: async (request: UndoMatchRequest, context: ServiceContext) =>
    patiently(context, async (patient) => undoMatch(request, patient)),
  listMatches: ({ ledger }: InLedger) => listMatches(ledger),
  listActivity: ({ ledger, ...request }: InLedger & ActivityRequest) => listActivity(ledger, request),
  listRestatements: ({ ledger, ...request }: InLedger & RestatementRequest) =>
    readRestatements(ledger, request),
  readEntry: ({ ledger, id }: InLedger & { readonly id: number }) => readEntryRecord(ledger, id),
  readTransaction: ({ ledger, id }: InLedger & { readonly id: number }) => readTransactionRecord(ledger, id),
  lookAtAnswers: ({ paths }: { readonly paths: readonly string[] }): AnswersLook[] =>
    paths.map(lookAtAnswers),

  testConnection: async (request: Connecting, context: ServiceContext): Promise<CallerFacts> => {
    const { testConnection } = await import("../services/test-connection.ts");
    return testConnection(request, context);
  },
  /** Refuses an address or credentials that could never be used; nobody is asked. */
  assertConnection: async (request: Connecting, context: ServiceContext): Promise<void> => {
    const { openClient } = await import("../services/pull.ts");
    await openClient(request, context).client.dispose();
  },

  pull: async (request: PullRequest, context: ServiceContext): Promise<Pulled> => {
    // Libraries for one job are loaded by it alone: both threads start sooner.
    const { pullIntoLedger } = await import("../services/pull.ts");
    return pulled(await pullIntoLedger(request, context));
  },
  import: async (
    request: InLedger & { readonly files: ImportFiles },
    context: ServiceContext,
  ): Promise<Pulled> => pulled(await importIntoLedger(request, context)),
  export: async (request: ExportRequest, context: ServiceContext): Promise<ExportReport> => {
    const { exportLedger } = await import("../services/export.ts");
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
    const { verifyWorkbook } = await import("../services/verify-workbook.ts");
    const { edits, notes, ...facts } = await verifyWorkbook(request, context);
    return { is: "workbook-verified", ...facts, edits: [...edits], notes: [...notes] };
  },
  readReview: async (request: WorkbookRequest, context: ServiceContext): Promise<ReviewRead> => {
    const { readReviewedWorkbook } = await import("../services/read-review.ts");
    const { items, notes, ...facts } = await readReviewedWorkbook(request, context);
    return { is: "review-read", ...facts, items: [...items], notes: [...notes] };
  },
  acceptReview: async (request: AcceptRequest, context: ServiceContext): Promise<TakenFacts> => {
    const { acceptReview } = await import("../services/read-review.ts");
    return patiently(remembering(context), async (patient) => takenOf(await acceptReview(request, patient)));
  },
};
export type ServiceTable = typeof SERVICES;

/** Gives back the ledger that is held, and what the thread remembers of it. */
export function letGo(): void {
  held?.lock?.release();
  held = null;
  snapshot = null;
  clearTimeout(checking);
  memory.forget();
}

/** A ledger for the window, held against other processes in the place of the one held before, where it can be written. */
interface Taken {
  readonly facts: LedgerFacts;
  /** Why it can only be read: LEDGER_READONLY, LEDGER_LOCKED; null when it can be written. */
  readonly readOnly: { readonly code: ReadOnlyCode; readonly sentence: string } | null;
}

const READ_ONLY = ["LEDGER_READONLY", "LEDGER_LOCKED"] as const;
type ReadOnlyCode = (typeof READ_ONLY)[number];

/** Where it cannot be opened the one held before stays held; one that is held already stays so. */
function takeAndRead(ledger: string, context: ServiceContext): Taken {
  const path = existsSync(ledger) ? realpathSync(ledger) : ledger;
  const isHeld = held?.path === path;
  if (isHeld && held?.lock) return { facts: readLedgerFacts(ledger, memory), readOnly: null };
  const { lock, readOnly } = tryToHold(ledger, context);
  try {
    const facts = readLedgerFacts(ledger, memory);
    // What is remembered of a ledger that can only be read is not read again each time it is looked at.
    if (!isHeld) letGo();
    held = { path, lock };
    return { facts, readOnly };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

function tryToHold(
  ledger: string,
  context: ServiceContext,
): { readonly lock: LedgerLock | null; readonly readOnly: Taken["readOnly"] } {
  try {
    return { lock: holdLedger(ledger, context), readOnly: null };
  } catch (error) {
    const code = error instanceof TieoutError && READ_ONLY.find((one) => one === error.code);
    if (!code || !(error instanceof TieoutError)) throw error;
    return { lock: null, readOnly: { code, sentence: error.message } };
  }
}

/** Decisions taken at once, in as few words as say which they are. */
function takenOf(decisions: readonly Decision[]): TakenFacts {
  return { first: decisions[0]?.id ?? 0, count: decisions.length };
}

/** Checks ahead while the window makes its own check, so that who then decides does not wait for one. */
function checkSoon(ledger: string): void {
  clearTimeout(checking);
  checking = setTimeout(() => {
    try {
      checkAhead(ledger, memory);
    } catch {
      // Whoever needs the check is told why it cannot be made.
    }
  }, QUIET_MS);
  checking.unref();
}

/** Steps of closing check the month by the workbook's own figures, which are loaded when somebody first closes one. */
async function takingStep(
  context: ServiceContext,
  take: (close: typeof CloseSteps, patient: ServiceContext) => Promise<MonthFacts>,
): Promise<MonthFacts> {
  const close = await import("../services/close.ts");
  return patiently(remembering(context), async (patient) => take(close, patient));
}

function remembering(context: ServiceContext): ServiceContext {
  return { ...context, memory };
}

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
