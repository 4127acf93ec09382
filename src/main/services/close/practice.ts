/** A practice's monthly close, as a use case: pull, check and export for every ledger of a folder. */
import { join } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import { MISSING_FOLDER_REMEDY } from "../../../core/remedies.ts";
import { suggestedName } from "../../../core/report/words/suggested-name.ts";
import type { LedgerClosing } from "../../../core/review/clients/ledger-closing.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { monthToClose } from "../../../core/review/clients/client.ts";
import { monthStates, standingOfMonth } from "../../../core/review/close/month-states.ts";
import { monthAt, monthBefore } from "../../../core/review/close/months.ts";
import { monthDays } from "../../../core/time.ts";
import type { AuthorizationForm, CredentialTexts } from "../../api/http/secret.ts";
import { loadWorkbookWriter } from "../../excel/workbook/load-writer.ts";
import { listCloseSteps } from "../../ledger/people/close-step.ts";
import { findProvenAddress } from "../../ledger/pulls/proven-address.ts";
import { readSettings } from "../../ledger/people/settings.ts";
import type { ServiceContext } from "../shared/context.ts";
import { exportLedger } from "../workbook/export.ts";
import { readLastLooks } from "../pull/last-looks.ts";
import { optionsOf } from "./month-check.ts";
import { workbookPlace } from "../workbook/month-workbook.ts";
import { pullSentence } from "../pull/pull-report.ts";
import { pullIntoLedger } from "../pull/pull.ts";
import { failureOf } from "../clients/ledger-failure.ts";
import { isFolder, ledgerName, ledgersIn } from "../clients/ledgers-in-folder.ts";
import { countSince } from "./counted-since.ts";
import { isSameService } from "../pull/same-service.ts";
import { inOrder } from "../shared/in-order.ts";
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
  const pulling = { ...context, signal: AbortSignal.any(signals) };
  const pull = async (ledger: string) => pullOne(ledger, request, pulling);
  const loading = setTimeout(loadSoon, ASKED_MS);
  try {
    const pulled = inOrder(ledgers, AT_ONCE, pull, () => left.abort());
    for await (const done of pulled) yield await exportOne(done, request, context);
  } finally {
    clearTimeout(loading);
  }
}

/** By then the services are asked, and this thread waits for them, milliseconds. */
const ASKED_MS = 200;

/** Loads what writes the workbooks while the services are waited for. */
function loadSoon(): void {
  // Who writes a workbook is told why it cannot be loaded.
  loadWorkbookWriter().catch(() => undefined);
}

/**
 * So many ledgers are pulled at once: most of a pull is waiting for the service. Workbooks are written one by
 * one.
 */
const AT_ONCE = 10;

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
  request: PracticeRequest,
  context: ServiceContext,
): Promise<LedgerClosing> {
  const { ledger, month } = done;
  if (done.failure !== null || month === null) return done;
  const path = join(request.folder, ledger);
  try {
    const { options, ...standing } = standingOf(path, month);
    const period = monthDays(month);
    const { name, left } = await workbookPlace(path, request.out, suggestedName(ledger, period, "xlsx"));
    const { verdict, undecidedErrors } = await exportLedger(
      { ledger: path, period, options, format: "xlsx", out: join(request.out, name) },
      telling(ledger, context),
    );
    return { ...done, verdict, undecidedErrors, ...standing, workbook: name, left };
  } catch (error) {
    return failed(done, error, path);
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
    return asked === "last" ? last : monthToClose(monthStates(listCloseSteps(db)), last);
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

/** The month's state, and its options: the frozen ones while it is prepared or signed off. */
function standingOf(path: string, month: Month) {
  return readProven(path, (db) => {
    const standing = standingOfMonth(listCloseSteps(db), month);
    const restatements = countSince(db).get(month) ?? 0;
    const { timeZone } = readSettings(db);
    const lastLooks = readLastLooks(db);
    return { state: standing.state, options: optionsOf(standing), restatements, lastLooks, timeZone };
  });
}
