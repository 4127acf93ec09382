/** Importing saved responses, all files of one command as one pull. */
import { statSync } from "node:fs";
import { basename } from "node:path";
import { type ImportPreview, olderSentence } from "../../../core/review/restate/import-preview.ts";
import { nameOf } from "../../../core/review/decisions/note-rules.ts";
import { SavedAnswers } from "../../api/saved.ts";
import { type WritableLedger, closeLedger } from "../../ledger/file/connection.ts";
import { openInPassing } from "../../ledger/file/make.ts";
import { type PullRecord, listPulls } from "../../ledger/trail/pull.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { readLedger } from "../shared/use-ledger.ts";
import { PackingThread, WORTH_PACKING_BESIDE } from "./packing-thread.ts";
import { type Answers, type PullSource, publishAnswers, publishIntoFile } from "./publish-answers.ts";
import { countedSummary } from "./counted-summary.ts";
import type { PullReport } from "./pull-report.ts";

/** Paths; `-` is stdin, once. */
export interface ImportFiles {
  readonly wallet: readonly string[];
  readonly transactions: readonly string[];
  readonly user: string | null;
  readonly business: readonly string[];
}

const NO_PROVIDER = "Say who provided the files, or leave it out";

/**
 * Imports saved responses into a ledger, made when absent.
 *
 * @throws TieoutError what reading the files or publishing raises; DECISION_INVALID where who provided them is
 *   no name; nothing is kept then, and no ledger is made
 */
export async function importIntoLedger(
  request: {
    readonly ledger: string;
    readonly files: ImportFiles;
    /** Who provided the files, and how; left out where nobody says so. */
    readonly providedBy?: string | undefined;
  },
  context: ServiceContext,
): Promise<PullReport> {
  return withSavedFiles(request.files, context, async (answers, thread) => {
    const { providedBy } = request;
    const provider = providedBy === undefined ? {} : { providedBy: nameOf(providedBy, NO_PROVIDER) };
    const source = { ...filesPullSource(context), ...provider };
    const summary = await publishIntoFile(request.ledger, source, answers, context, thread);
    if (summary.ledgerCreated) return { ...summary, notes: [] };
    const counted = countedSummary(request.ledger, summary);
    const isLess = (counted.entries?.vanished ?? 0) > 0;
    return { ...counted, notes: isLess ? notesOnOrder(request.ledger, summary.pullId) : [] };
  });
}

/** Whoever imports an older file late is told so, and the ways back, the cheapest first. */
function notesOnOrder(ledger: string, pullId: number): string[] {
  const older = olderThanHeld(readLedger(ledger, listPulls), pullId);
  if (older === null) return [];
  return [
    olderSentence(older),
    `If they were saved before that pull, import the newer files again: that restores everything. Or set this import aside, as if it had never been made: tieout set-aside, with --pull ${pullId}.`,
  ];
}

/**
 * Files carry no clock, so that each import counts as later than those before it, and what it ends before
 * counts as vanished.
 *
 * @param pulls that count, oldest first
 * @returns where a pull ends and an earlier one ended, where that is later; else null
 */
export function olderThanHeld(pulls: readonly PullRecord[], pullId: number): ImportPreview["older"] {
  const end = pulls.find(({ id }) => id === pullId)?.highestWalletID ?? null;
  const known = pulls.reduce(
    (highest, pull) => (pull.id < pullId ? Math.max(highest, pull.highestWalletID ?? -Infinity) : highest),
    -Infinity,
  );
  return end === null || known <= end ? null : { end, known };
}

/** Saved responses in a ledger of this process alone, for the caller to close. @throws TieoutError as reading files */
export async function readIntoPassing(files: ImportFiles, context: ServiceContext): Promise<WritableLedger> {
  const db = openInPassing({ ledgerId: "memory", atMs: context.now() });
  try {
    await withSavedFiles(files, context, async (answers, thread) =>
      publishAnswers(db, filesPullSource(context), answers, false, context, thread),
    );
    return db;
  } catch (error) {
    closeLedger(db);
    throw error;
  }
}

/** Reads the files' responses for somebody to use, and starts a thread for large ones meanwhile; null for others. */
export async function withSavedFiles<T>(
  files: ImportFiles,
  context: ServiceContext,
  use: (answers: Answers, thread: PackingThread | null) => Promise<T>,
): Promise<T> {
  const saved = openSaved(context);
  const thread = bytesToImport(files) < WORTH_PACKING_BESIDE ? null : new PackingThread();
  try {
    const wallet = await inTurn(files.wallet, (path) => saved.scan(path, "wallet"));
    thread?.begin(wallet);
    return await use({ wallet, ...(await readOthers(saved, files)) }, thread);
  } finally {
    await thread?.stop();
    saved.dispose();
  }
}

/** Bytes of the lists, as far as it can be seen before they are read: of `-` and of what cannot be read 0. */
export function bytesToImport({ wallet, transactions }: ImportFiles): number {
  return [...wallet, ...transactions].reduce((sum, path) => sum + sizeOfFile(path), 0);
}

function sizeOfFile(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    // Who reads it says what is wrong with it.
    return 0;
  }
}

/** Files carry no clock, so the time of receipt is unknown. */
export function filesPullSource(context: ServiceContext): PullSource {
  return { source: "files", startedAtMs: context.now(), finishedAtMs: null, baseUrl: null, limit: null };
}

function openSaved(context: ServiceContext): SavedAnswers {
  return new SavedAnswers({
    stdin: process.stdin,
    signal: context.signal,
    onProgress: (file, done, total) => {
      context.onProgress?.({ phase: `Reading ${basename(file)}`, done, total, unit: "bytes" });
    },
  });
}

async function readOthers(saved: SavedAnswers, files: ImportFiles): Promise<Omit<Answers, "wallet">> {
  const { user } = files;
  return {
    transactions: await inTurn(files.transactions, (path) => saved.scan(path, "transactions")),
    users: await inTurn(user === null ? [] : [user], (path) => saved.readUser(path)),
    businesses: await inTurn(files.business, (path) => saved.readBusiness(path)),
  };
}

async function inTurn<T>(paths: readonly string[], read: (path: string) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (const path of paths) all.push(await read(path));
  return all;
}
