/** What the backend itself asks its threads for, beside the methods that they run. */
import { ownPullSentence } from "../../../core/review/restate/own-pull.ts";
import type { OwnPullRequest } from "../../services/practice/own-pull.ts";
import { setTimeout as wait } from "node:timers/promises";
import { TieoutError } from "../../../core/errors.ts";
import type { ServiceContext } from "../../services/shared/thread-messages.ts";
import type { ClosingTotals } from "../../../core/review/clients/ledger-closing.ts";
import { isRemarkable, previewSentences } from "../../../core/review/restate/import-preview.ts";
import type { Fixed, MethodName } from "../../../ipc/contract.ts";
import type { JobResult } from "../../../ipc/jobs.ts";
import { readLedgerFacts, readLedgerIds } from "../../services/shared/ledger-facts.ts";
import { type GivenSettings, changeSettings } from "../../services/backup/settings.ts";
import { backUpBeside, backUpWhenDue } from "../../services/backup/backup-beside.ts";
import { type BackupInterval, ledgerPlace, listBackups } from "../../services/backup/backup-plan.ts";
import { finishRestore, prepareRestore } from "../../services/backup/backup.ts";
import type { LedgerClient, ClientsRequest } from "../../services/practice/clients.ts";
import type { ClientsClose } from "../../services/practice/close-clients.ts";
import { type ImportFiles, importIntoLedger } from "../../services/import/import.ts";
import { type PullReport, pullSentence } from "../../services/import/pull-report.ts";
import type { KeyRequest } from "../../services/close/keys.ts";
import type { PullRequest } from "../../services/pull/pull.ts";
import type { Thread } from "../../services/shared/thread.ts";
import { type InLedger, letGo, takeAndRead } from "./held-ledger.ts";
import type { SandboxTable } from "./sandbox-table.ts";

// Writing beside a pull: its publishing keeps other writers out for a while, and nobody who reads should wait
// with them.

/** How long each try keeps its thread, and how long others have it in between. */
const TRY_MS = 50;
const BETWEEN_MS = 150;
/** Longer than any pull takes to publish. */
const PATIENCE_MS = 120_000;

/**
 * Tries to write again and again until no other writer is in the way; others use the thread meanwhile. What
 * was tried in vain has written nothing.
 *
 * @throws TieoutError LEDGER_BUSY after two minutes, and whatever the work raises
 */
export async function retryWhileBusy<T>(
  context: ServiceContext,
  work: (context: ServiceContext) => Promise<T>,
): Promise<T> {
  const begun = performance.now();
  for (;;) {
    try {
      return await work({ ...context, patienceMs: TRY_MS });
    } catch (error) {
      const isBusy = error instanceof TieoutError && error.code === "LEDGER_BUSY";
      if (!isBusy || performance.now() - begun > PATIENCE_MS) throw error;
    }
    await wait(BETWEEN_MS);
  }
}

/** What an own pull came to, in sentences, and the page to sign. */
interface AuditedByPull {
  readonly sentence: string;
  readonly bytes: number;
  readonly sha256: string;
}

type Connecting = Pick<PullRequest, "service" | "credentials">;
type Pulled = Extract<Fixed<JobResult>, { readonly is: "pulled" }>;

export const SERVICES = {
  readFacts: ({ ledger }: InLedger) => readLedgerFacts(ledger),
  openLedger: ({ ledger, isAgain }: InLedger & { readonly isAgain?: boolean }, context: ServiceContext) =>
    takeAndRead(ledger, context, isAgain),
  closeLedger: letGo,
  changeSettings: async (
    { ledger, settings }: InLedger & { readonly settings: GivenSettings },
    context: ServiceContext,
  ) => retryWhileBusy(context, async (patient) => changeSettings(ledger, settings, patient)),

  readKeys: async ({ ledger }: InLedger) => {
    const { readKeys } = await import("../../services/close/keys.ts");
    return readKeys(ledger);
  },
  changeKeys: async (request: KeyRequest, context: ServiceContext) => {
    const { changeKeys } = await import("../../services/close/keys.ts");
    return retryWhileBusy(context, async (patient) => changeKeys(request, patient));
  },

  testConnection: async (request: Connecting, context: ServiceContext) => {
    const { testConnection } = await import("../../services/pull/pull.ts");
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
  ownPull: async (request: OwnPullRequest, context: ServiceContext): Promise<AuditedByPull> => {
    const { auditByOwnPull } = await import("../../services/practice/own-pull.ts");
    const { report, page } = await auditByOwnPull(request, context);
    if (page === null) throw new Error("a window asks for a page");
    return { sentence: ownPullSentence(report), bytes: page.bytes, sha256: page.sha256 };
  },
  import: async (
    request: InLedger & { readonly files: ImportFiles; readonly providedBy?: string | undefined },
    context: ServiceContext,
  ): Promise<Pulled> => pulled(await importIntoLedger(request, context)),
  previewImport: async (
    request: InLedger & { readonly files: ImportFiles },
    context: ServiceContext,
  ): Promise<Extract<Fixed<JobResult>, { readonly is: "previewed" }>> => {
    const { previewImport } = await import("../../services/pull/preview-import.ts");
    const { decimals, ...preview } = await previewImport(request, context);
    return {
      is: "previewed",
      pullId: preview.pullId,
      sentences: previewSentences(preview, decimals),
      isRemarkable: isRemarkable(preview),
    };
  },

  listBackups: ({ ledger }: InLedger) => {
    const place = ledgerPlace(ledger);
    return { path: place.path, folder: place.backups, backups: listBackups(ledger) };
  },
  backUpBeside: async ({ ledger, keep }: InLedger & { readonly keep: number }, context: ServiceContext) =>
    backUpBeside(ledger, keep, context),
  backUpWhenDue: async (
    { ledger, ...schedule }: InLedger & { readonly every: BackupInterval; readonly keep: number },
    context: ServiceContext,
  ) => backUpWhenDue(ledger, schedule, context),
  prepareRestore,
  finishRestore,
  /** In the order of the paths. */
  listClients: async (request: ClientsRequest, context: ServiceContext): Promise<readonly LedgerClient[]> => {
    const { readClients } = await import("../../services/practice/clients.ts");
    const lines: LedgerClient[] = [];
    for await (const line of readClients(request, context)) lines.push(line);
    return lines;
  },
  /** By path, of each ledger that can be read. */
  ledgerIds: ({ paths }: { readonly paths: readonly string[] }): ReadonlyMap<string, string> =>
    readLedgerIds(paths),
  closeClients: async (request: ClientsClose, context: ServiceContext): Promise<ClosingTotals> => {
    const { closeClients } = await import("../../services/practice/close-clients.ts");
    return closeClients(request, context);
  },
};

/** All that a thread which works on ledgers does. What crosses is typed by a method's call, unknown here. */
export type ServiceTable = typeof SERVICES & {
  /** Imports what the methods that a window waits for need. */
  readonly loadQuickCalls: () => Promise<void>;
} & Readonly<Record<MethodName, (request: unknown, context: ServiceContext) => unknown>>;

/** The threads that work for the backend. */
export interface Threads {
  /** Pulls, imports, exports, proofs, backups. */
  readonly long: Thread<ServiceTable>;
  /** Whatever a window waits for. */
  readonly quick: Thread<ServiceTable>;
  /** The checks of all clients, two at a time: as many as the least machine has cores. */
  readonly checks: readonly [Thread<ServiceTable>, Thread<ServiceTable>];
  readonly sandbox: Thread<SandboxTable>;
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
    notes,
  };
}

function countsOf(counts: PullReport["entries"]): Pulled["entries"] {
  if (counts === null) return null;
  const { inserted: added, changed, vanished, received } = counts;
  return { added, changed, vanished, received };
}
