/** A practice's monthly close, as a use case: pull, check and export for every ledger of a folder. */
import { join } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import { MISSING_FOLDER_REMEDY } from "../../../core/remedies.ts";
import type { LedgerClosing } from "../../../core/review/clients/ledger-closing.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { monthToClose } from "../../../core/review/clients/client.ts";
import { monthStates } from "../../../core/review/close/month-states.ts";
import { monthAt, monthBefore } from "../../../core/review/close/months.ts";
import type { AuthorizationForm, CredentialTexts } from "../../api/http/secret.ts";
import { listCloseSteps } from "../../ledger/people/close-step.ts";
import { findProvenAddress } from "../../ledger/pulls/proven-address.ts";
import { readSettings } from "../../ledger/people/settings.ts";
import type { ServiceContext } from "../shared/context.ts";
import { MonthExports, exportThreads } from "./month-exports.ts";
import { pullSentence } from "../pull/pull-report.ts";
import { newestMonthIn } from "../close/months.ts";
import { pullIntoLedger } from "../pull/pull.ts";
import { failureOf } from "../clients/ledger-failure.ts";
import { isFolder, ledgerName, ledgersIn } from "../clients/ledgers-in-folder.ts";
import { isSameService } from "../pull/same-service.ts";
import { inOrder, Turns } from "../shared/pacing.ts";
import { readLedger, readProven } from "../shared/use-ledger.ts";

/** How a ledger's service is asked. A ledger may come from anybody: it never says where credentials go. */
export interface ServiceAccess {
  readonly credentials: CredentialTexts;
  /** The address that the credentials are for. */
  readonly baseUrl: string;
  readonly pathPrefix: string;
  readonly authForm: AuthorizationForm;
}

/**
 * A month, or of each ledger its own: `last` is the month before today's in the ledger's zone, `next` the one
 * to close, see `monthToClose`.
 */
export type AskedMonth = Month | "last" | "next";

interface PracticeRequest {
  readonly folder: string;
  /** Where the workbooks go. */
  readonly out: string;
  readonly month: AskedMonth;
  /**
   * Returns how to reach the service of a ledger, by the ledger's name without `.tieout`; an error counts as
   * that ledger's failure. null to pull nothing.
   */
  readonly accessTo: ((name: string) => ServiceAccess) | null;
  /** Whether the whole history is asked for, instead of what overlaps what is held. */
  readonly full: boolean;
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
  pulled: null,
  notPulled: null,
  verdict: null,
  undecidedErrors: null,
  state: null,
  restatements: null,
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
    return { ...done, ...(await pullInto(path, request, telling(ledger, context))) };
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

/** The month that is meant. */
function monthOf(path: string, asked: AskedMonth, { now }: ServiceContext): Month {
  return readProven(path, (db) => {
    if (asked !== "last" && asked !== "next") return asked;
    const last = monthBefore(monthAt(now(), readSettings(db).timeZone));
    return asked === "last" ? last : monthToClose(monthStates(listCloseSteps(db)), last, newestMonthIn(db));
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
