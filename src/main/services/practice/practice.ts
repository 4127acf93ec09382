/** A practice's monthly close, as a use case: pull, check and export for every ledger of a folder. */
import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { MemoryShares, inOrder, Turns } from "../shared/pacing.ts";
import { workerFile } from "../shared/places.ts";
import { Thread } from "../shared/thread.ts";
import { type ExportedMonth, type MonthExport, EXPORT_TABLE, type ExportTable } from "./export-month.ts";
import { MISSING_FOLDER_REMEDY } from "../../../core/remedies.ts";
import type { LedgerClosing } from "../../../core/review/clients/ledger-closing.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { monthToClose } from "../../../core/review/clients/client.ts";
import { monthStates } from "../../../core/review/close/month-states.ts";
import { monthAt, monthBefore, newestRecorded } from "../../../core/review/close/months.ts";
import type { AuthorizationForm, CredentialTexts } from "../../api/http/secret.ts";
import { listCloseSteps } from "../../ledger/acts/close-step.ts";
import { findProvenAddress } from "../../ledger/proof/rows.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import { pullSentence } from "../import/pull-report.ts";
import { reachOf } from "../close/months.ts";
import { pullIntoLedger } from "../pull/pull.ts";
import { failureOf } from "./ledger-failure.ts";
import { isFolder, ledgerName, ledgersIn } from "./ledgers-in-folder.ts";
import { isSameService } from "../pull/same-service.ts";
import { readLedger, readProven } from "../shared/use-ledger.ts";

// Exports of several ledgers' months at once, in this thread and in others.

/** How many threads beside this one are worth their start. */
const MOST_THREADS = 3;

/** How many exports a thread does at once: half of the time, one waits for its compression or the disk. */
const EXPORTS_A_THREAD = 2;

/** How many bytes of ledgers are exported at once. One of 100,000 entries has 54 MB, and takes 200 MB of memory. */
const BYTES_AT_ONCE = 200_000_000;

/** A ledger from so many bytes on is exported alone, in this thread: each thread would keep the memory that it took. */
const LARGE_BYTES = 100_000_000;

/** @returns how many threads beside this one help so many ledgers */
export function exportThreads(ledgers: number, cores: number = availableParallelism()): number {
  return Math.min(ledgers, cores, MOST_THREADS + 1) - 1;
}

interface Exporter {
  /** How many it exports now. */
  busy: number;
  readonly load: () => Promise<void>;
  readonly exportMonth: (request: MonthExport, context: ServiceContext) => Promise<ExportedMonth>;
}

/** Exports of one close. Close it in the end: its threads keep the process alive. */
export class MonthExports {
  readonly #threads: readonly Thread<ExportTable>[];
  /** This thread first: the others have to start. */
  readonly #exporters: readonly Exporter[];
  readonly #places: MemoryShares;
  readonly #bytes = new MemoryShares(BYTES_AT_ONCE);

  /**
   * @param threads as of `exportThreads`; they start with the first thing that they are asked for
   * @param threadFile their program
   */
  constructor(
    threads: number,
    { now, appVersion, printer }: ServiceContext,
    threadFile: URL = workerFile("export", import.meta.url),
  ) {
    // A thread that dies is not missed: what it did is done once more here.
    const settings = { now, appVersion, printer, onDefect: () => undefined };
    this.#threads = Array.from({ length: threads }, () => new Thread<ExportTable>(threadFile, settings));
    this.#exporters = [{ busy: 0, ...EXPORT_TABLE }, ...this.#threads.map(inThread)];
    this.#places = new MemoryShares(this.#exporters.length * EXPORTS_A_THREAD);
  }

  /** Has everything loaded that an export needs, before there is one. */
  load(): void {
    for (const { load } of this.#exporters) void load();
  }

  /**
   * As `exportMonth`, once there is room for it. Where a thread died, or the file could not be written while
   * others were, it is tried once more, alone.
   *
   * @throws TieoutError as `exportMonth`
   */
  async export(request: MonthExport, context: ServiceContext): Promise<ExportedMonth> {
    const bytes = statSync(join(request.folder, request.ledger), { throwIfNoEntry: false })?.size ?? 0;
    if (bytes >= LARGE_BYTES) return this.#exportAlone(request, context);
    try {
      return await this.#bytes.within(bytes, () =>
        this.#places.within(1, () => this.#exportBeside(request, context)),
      );
    } catch (error) {
      if (!isWorthAnotherTry(error)) throw error;
      return this.#exportAlone(request, context);
    }
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map(async (thread) => thread.close()));
  }

  async #exportBeside(request: MonthExport, context: ServiceContext): Promise<ExportedMonth> {
    const exporter = this.#exporters.reduce((least, other) => (other.busy < least.busy ? other : least));
    exporter.busy += 1;
    try {
      return await exporter.exportMonth(request, context);
    } finally {
      exporter.busy -= 1;
    }
  }

  /** In this thread, while no other is exported. */
  async #exportAlone(request: MonthExport, context: ServiceContext): Promise<ExportedMonth> {
    return this.#bytes.within(BYTES_AT_ONCE, () => EXPORT_TABLE.exportMonth(request, context));
  }
}

/** Several files that are written at once need more space than one after the other. */
function isWorthAnotherTry(error: unknown): boolean {
  return error instanceof TieoutError && (error.code === "WORK_LOST" || error.code === "EXPORT_TARGET");
}

function inThread(thread: Thread<ExportTable>): Exporter {
  return {
    busy: 0,
    // A thread that cannot start says so when a month is to be exported.
    load: async () => thread.call("load", undefined).catch(() => undefined),
    exportMonth: async (request, { signal, onProgress }) =>
      thread.call("exportMonth", request, { signal, onProgress }),
  };
}

/** How a ledger's service is asked. A ledger may come from anybody: it never says where credentials go. */
export interface ServiceAccess {
  readonly credentials: CredentialTexts;
  /** The address that the credentials are for. */
  readonly baseUrl: string;
  readonly pathPrefix: string;
  readonly authForm: AuthorizationForm;
}

/** A month, or of each ledger its own: `last` before today's in its zone, `next` by `monthToClose`. */
export type AskedMonth = Month | "last" | "next";

/** What is closed, and how. */
export interface AskedClose {
  readonly folder: string;
  /** Where the workbooks go. */
  readonly out: string;
  readonly month: AskedMonth;
  /** Whether a pull asks for the whole history, instead of what overlaps what is held. */
  readonly full: boolean;
}

interface PracticeRequest extends AskedClose {
  /**
   * Returns how to reach the service of a ledger, by the ledger's name without `.tieout`; an error counts as
   * that ledger's failure. null to pull nothing.
   */
  readonly accessTo: ((name: string) => ServiceAccess) | null;
}

/**
 * Closes the month of every ledger in a folder, in the order of their names' bytes; not those in folders
 * below. Whatever happens to one, the next gets its turn.
 *
 * @throws TieoutError LEDGER_NOT_FOUND when the folder holds no ledger, EXPORT_TARGET when there is no folder
 *   for the workbooks, CANCELLED
 */
export async function* closeFolder(
  request: PracticeRequest,
  context: ServiceContext,
): AsyncGenerator<LedgerClosing> {
  const ledgers = ledgersIn(request.folder);
  if (!isFolder(request.out)) {
    throw new TieoutError("EXPORT_TARGET", "The folder for the workbooks does not exist", {
      file: request.out,
      remedy: MISSING_FOLDER_REMEDY,
    });
  }
  const left = new AbortController();
  const signals = context.signal === undefined ? [left.signal] : [left.signal, context.signal];
  const closing = { ...context, signal: AbortSignal.any(signals) };
  const exports = new MonthExports(exportThreads(ledgers.length), context);
  const loading = setTimeout(() => exports.load(), ASKED_MS);
  const turns = new Turns();
  const closeOne = async (ledger: string) =>
    turns.after([workbookKey(ledger)], async () => {
      const pulled = await pullOne(ledger, request, closing);
      return exportOne(pulled, request, exports, closing);
    });
  try {
    yield* inOrder(ledgers, AT_ONCE, closeOne, () => left.abort());
  } catch (error) {
    throw asOfAll(error);
  } finally {
    clearTimeout(loading);
    await exports.close();
  }
}

/** By then the services are asked, and this thread waits for them, milliseconds. */
const ASKED_MS = 200;

/** So many ledgers are closed at once: most of a pull is waiting for the service. */
const AT_ONCE = 10;

/** The same error, which says of an interruption what it means for several ledgers. */
function asOfAll(error: unknown): unknown {
  if (!(error instanceof TieoutError) || error.code !== "CANCELLED") return error;
  const remedy =
    "Of the ledgers without a line, some may be pulled, checked and exported; none is half done.";
  return new TieoutError("CANCELLED", "It was interrupted", { remedy }, error);
}

/** What ledgers may share: the name of a workbook, because which name is free depends on those written before. */
function workbookKey(ledger: string): string {
  return ledgerName(ledger).normalize("NFC").toLowerCase();
}

const NOTHING_DONE = {
  month: null,
  shows: null,
  pulled: null,
  notPulled: null,
  conclusion: null,
  verdict: null,
  undecidedErrors: null,
  state: null,
  prepared: null,
  changes: null,
  effects: [],
  lastLooks: null,
  timeZone: null,
  workbook: null,
  left: [],
  failure: null,
};

async function pullOne(
  ledger: string,
  request: PracticeRequest,
  context: ServiceContext,
): Promise<LedgerClosing> {
  const path = join(request.folder, ledger);
  let done: LedgerClosing = { ledger, ...NOTHING_DONE };
  try {
    done = { ...done, month: monthOf(path, request.month, context) };
    done = { ...done, ...(await pullInto(path, request, telling(ledger, context))) };
    // The pull may have brought the month that is to be closed.
    return { ...done, month: monthOf(path, request.month, context) };
  } catch (error) {
    return failed(done, error, path);
  }
}

/** Checks the month of a ledger that was pulled, and writes its workbook. */
async function exportOne(
  done: LedgerClosing,
  { folder, out }: PracticeRequest,
  exports: MonthExports,
  context: ServiceContext,
): Promise<LedgerClosing> {
  const { ledger, month } = done;
  if (done.failure !== null || month === null) return done;
  try {
    const exported = await exports.export({ folder, ledger, month, out }, telling(ledger, context));
    return { ...done, ...exported };
  } catch (error) {
    return failed(done, error, join(folder, ledger));
  }
}

/** Says of which ledger progress is. */
function telling(ledger: string, context: ServiceContext): ServiceContext {
  return {
    ...context,
    onProgress: (at) => context.onProgress?.({ ...at, ledger }),
  };
}

/** @throws TieoutError CANCELLED */
function failed(done: LedgerClosing, error: unknown, path: string): LedgerClosing {
  if (error instanceof TieoutError && error.code === "CANCELLED") throw error;
  return { ...done, failure: failureOf(error, path) };
}

function monthOf(path: string, asked: AskedMonth, { now }: ServiceContext): Month {
  return readProven(path, (db) => {
    if (asked !== "last" && asked !== "next") return asked;
    const last = monthBefore(monthAt(now(), readSettings(db).timeZone));
    return asked === "last"
      ? last
      : monthToClose(monthStates(listCloseSteps(db)), last, newestRecorded(reachOf(db)));
  });
}

async function pullInto(
  ledger: string,
  { accessTo, full }: PracticeRequest,
  context: ServiceContext,
): Promise<Pick<LedgerClosing, "pulled" | "notPulled">> {
  if (accessTo === null) return { pulled: null, notPulled: "Not pulled." };
  const lastAddress = readLedger(ledger, findProvenAddress);
  if (lastAddress === null)
    return { pulled: null, notPulled: "Not pulled, because it was only ever imported." };
  const { credentials, ...service } = accessTo(ledgerName(ledger));
  refuseOtherService(service.baseUrl, lastAddress);
  const report = await pullIntoLedger(
    { ledger, service, credentials, history: { kind: full ? "full" : "routine" } },
    context,
  );
  return { pulled: [pullSentence(report), ...report.notes].join(" "), notPulled: null };
}

/**
 * @throws TieoutError SECRET_MISSING where the ledger's records came from another address than the
 *   credentials are for
 */
function refuseOtherService(baseUrl: string, lastAddress: string): void {
  if (isSameService(baseUrl, lastAddress)) return;
  throw new TieoutError(
    "SECRET_MISSING",
    `The ledger was last pulled from ${lastAddress}, but the credentials are for ${baseUrl}. Nothing was sent`,
  );
}
