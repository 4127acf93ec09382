/** Importing saved responses, all files of one command as one pull. */
import { statSync } from "node:fs";
import { basename } from "node:path";
import { SavedAnswers } from "../../api/saved.ts";
import type { WritableLedger } from "../../ledger/file/connection.ts";
import { closeLedger } from "../../ledger/file/close-handle.ts";
import { openInMemory } from "../../ledger/file/make.ts";
import { listPulls } from "../../ledger/pulls/pull.ts";
import type { ServiceContext } from "../shared/context.ts";
import { readLedger } from "../shared/use-ledger.ts";
import { PackingThread, WORTH_PACKING_BESIDE } from "./packing-thread.ts";
import { type Answers, type PullSource, publishAnswers, publishIntoFile } from "./publish-answers.ts";
import type { PullReport } from "./pull-report.ts";

/** Paths; `-` is stdin, once. */
export interface ImportFiles {
  readonly wallet: readonly string[];
  readonly transactions: readonly string[];
  readonly user: string | null;
  readonly business: readonly string[];
}

/**
 * Imports saved responses into a ledger, made when absent.
 *
 * @throws TieoutError what reading the files or publishing raises; nothing is kept then, and no ledger is
 *   made
 */
export async function importIntoLedger(
  request: { readonly ledger: string; readonly files: ImportFiles },
  context: ServiceContext,
): Promise<PullReport> {
  return withFiles(request.files, context, async (answers, thread) => {
    const summary = await publishIntoFile(request.ledger, sourceOf(context), answers, context, thread);
    const isLess = (summary.entries?.vanished ?? 0) > 0;
    return { ...summary, notes: isLess ? notesOnOrder(request.ledger, summary.pullId) : [] };
  });
}

/**
 * Files carry no clock, so that each import counts as later than those before it, and what it ends before
 * counts as vanished. Whoever imports an older file late is told so.
 */
function notesOnOrder(ledger: string, pullId: number): string[] {
  const pulls = readLedger(ledger, listPulls);
  const end = pulls.find(({ id }) => id === pullId)?.highestWalletID ?? null;
  const known = pulls.reduce(
    (highest, pull) => (pull.id < pullId ? Math.max(highest, pull.highestWalletID ?? -Infinity) : highest),
    -Infinity,
  );
  if (end === null || known <= end) return [];
  return [
    `These files end at walletID ${end}, and an earlier pull had walletID ${known}: newer entries now count as vanished. If these files were saved before that pull, import all files in one command into a new ledger. There their order does not matter.`,
  ];
}

/**
 * Reads saved responses into a ledger in memory. The caller closes it.
 *
 * @throws TieoutError what reading the files raises
 */
export async function readIntoMemory(files: ImportFiles, context: ServiceContext): Promise<WritableLedger> {
  const db = openInMemory({ ledgerId: "memory", atMs: context.now() });
  try {
    await withFiles(files, context, async (answers, thread) =>
      publishAnswers(db, sourceOf(context), answers, false, context, thread),
    );
    return db;
  } catch (error) {
    closeLedger(db);
    throw error;
  }
}

/** Reads the files' responses for somebody to use, and starts a thread for large ones meanwhile; null for others. */
async function withFiles<T>(
  files: ImportFiles,
  context: ServiceContext,
  use: (answers: Answers, thread: PackingThread | null) => Promise<T>,
): Promise<T> {
  const saved = openSaved(context);
  const thread = sizeOf(files) < WORTH_PACKING_BESIDE ? null : new PackingThread();
  try {
    return await use(await readFiles(saved, files), thread);
  } finally {
    await thread?.stop();
    saved.dispose();
  }
}

/** Bytes of the lists as far as it can be seen before they are read. */
function sizeOf({ wallet, transactions }: ImportFiles): number {
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
function sourceOf(context: ServiceContext): PullSource {
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

async function readFiles(saved: SavedAnswers, files: ImportFiles): Promise<Answers> {
  const { user } = files;
  return {
    wallet: await inTurn(files.wallet, (path) => saved.scan(path, "wallet")),
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
