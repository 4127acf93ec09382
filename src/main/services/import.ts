/** Saved answers into a ledger, all files of one command as one pull. */
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { TieoutError } from "../../core/errors.ts";
import type { Entry } from "../../core/entry.ts";
import type { Transaction } from "../../core/transaction.ts";
import type { Origin } from "../api/origin.ts";
import { type KeptBody, readBusiness, readTransactions, readUser, readWallet } from "../api/saved-body.ts";
import { type Endpoint, type NewBody, compressToFile } from "../ledger/body.ts";
import type { WritableLedger } from "../ledger/connection.ts";
import { closeLedger, createLedger, openForWriting, openInMemory } from "../ledger/open.ts";
import { type PullContent, type PullSummary, publishPull } from "../ledger/publish.ts";
import type { ServiceContext } from "./context.ts";
import type { PullReport } from "./pull-report.ts";
import { sha256 } from "./sha256.ts";

/** Paths; `-` is stdin, once. */
export interface ImportFiles {
  readonly wallet: readonly string[];
  readonly transactions: readonly string[];
  readonly user: string | null;
  readonly business: readonly string[];
}

/** Larger files would not fit one string of the runtime. */
const MAX_FILE_BYTES = 500_000_000;
const BATCH_RECORDS = 2000;

/**
 * Imports saved answers into a ledger, made when absent.
 *
 * @throws TieoutError what reading the files raises; nothing is kept then, and no ledger is made
 */
export async function importIntoLedger(
  request: { readonly ledger: string; readonly files: ImportFiles },
  context: ServiceContext,
): Promise<PullReport> {
  const content = readFiles(request.files, context);
  const ledgerCreated = !existsSync(request.ledger);
  const db = ledgerCreated
    ? createLedger(request.ledger, { ledgerId: randomUUID(), atMs: context.now() })
    : await openForWriting(request.ledger);
  try {
    const summary = await publishFiles(db, content, context);
    return { ...summary, ledgerCreated, notes: [] };
  } catch (error) {
    if (ledgerCreated) rmSync(request.ledger, { force: true });
    throw error;
  } finally {
    closeLedger(db);
  }
}

/** Reads saved answers into a ledger in memory. The caller closes it. */
export async function readIntoMemory(files: ImportFiles, context: ServiceContext): Promise<WritableLedger> {
  const content = readFiles(files, context);
  const db = openInMemory({ ledgerId: "memory", atMs: context.now() });
  publishPull(db, { ...content.pull, bodies: [] }, publishContext(context));
  return db;
}

interface FilesContent {
  readonly pull: PullContent;
  readonly bodies: readonly { readonly endpoint: Endpoint; readonly body: KeptBody }[];
}

function readFiles(files: ImportFiles, context: ServiceContext): FilesContent {
  const wallets = files.wallet.map((path) => readWallet(...readFile(path, context)));
  const transactions = files.transactions.map((path) => readTransactions(...readFile(path, context)));
  const user = files.user === null ? null : readUser(...readFile(files.user, context));
  const businesses = files.business.map((path) => readBusiness(...readFile(path, context)));
  return {
    pull: {
      source: "files",
      startedAtMs: context.now(),
      finishedAtMs: null,
      baseUrl: null,
      limit: null,
      bodies: [],
      user: user?.record ?? null,
      businesses: businesses.map((business) => business.record),
      entries: wallets.length === 0 ? null : ascending(wallets.flatMap(recordsOf), walletIDOf),
      transactions: transactions.length === 0 ? null : ascending(transactions.flatMap(recordsOf), payIDOf),
    },
    bodies: [
      ...wallets.map(named("wallet")),
      ...transactions.map(named("transactions")),
      ...(user === null ? [] : [user]).map(named("user")),
      ...businesses.map(named("business")),
    ],
  };
}

function named(endpoint: Endpoint) {
  return (body: KeptBody) => ({ endpoint, body });
}

function recordsOf<R>(list: { readonly records: readonly R[] }): readonly R[] {
  return list.records;
}

function walletIDOf(entry: Entry): number {
  return entry.walletID;
}

function payIDOf(transaction: Transaction): number {
  return transaction.payID;
}

/** In batches, lowest id first: rows then only ever append. */
function* ascending<R>(records: readonly R[], idOf: (record: R) => number): Generator<readonly R[]> {
  const sorted = records.toSorted((a, b) => idOf(a) - idOf(b));
  for (let at = 0; at < sorted.length; at += BATCH_RECORDS) yield sorted.slice(at, at + BATCH_RECORDS);
}

function readFile(path: string, context: ServiceContext): [Buffer, Origin] {
  const origin: Origin = { name: path === "-" ? "stdin" : path, kind: "file" };
  context.onProgress?.({ phase: `Reading ${basename(origin.name)}`, done: 0, total: null, unit: "records" });
  let bytes: Buffer;
  try {
    if (path !== "-" && statSync(path).size > MAX_FILE_BYTES) {
      throw new TieoutError("IMPORT_TOO_LARGE", `The file is larger than ${MAX_FILE_BYTES} bytes`, {
        file: path,
      });
    }
    bytes = readFileSync(path === "-" ? 0 : path);
  } catch (error) {
    if (error instanceof TieoutError) throw error;
    throw new TieoutError("FILE_UNREADABLE", "The file cannot be read", { file: origin.name }, error);
  }
  return [bytes, origin];
}

async function publishFiles(
  db: WritableLedger,
  content: FilesContent,
  context: ServiceContext,
): Promise<PullSummary> {
  const folder = mkdtempSync(join(tmpdir(), "tieout-"));
  try {
    const bodies: NewBody[] = [];
    for (const [at, { endpoint, body }] of content.bodies.entries()) {
      const compressedFile = join(folder, `${at}.zst`);
      await compressToFile([body.kept], compressedFile);
      const { name, sha256: digest, kept } = body;
      bodies.push({ endpoint, name: basename(name), sha256: digest, bytes: kept.length, compressedFile });
    }
    return publishPull(db, { ...content.pull, bodies }, publishContext(context));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function publishContext(context: ServiceContext) {
  return {
    atMs: context.now(),
    sha256,
    signal: context.signal,
    onProgress: (kind: "entries" | "transactions", received: number) => {
      context.onProgress?.({ phase: `Keeping ${kind}`, done: received, total: null, unit: kind });
    },
  };
}
