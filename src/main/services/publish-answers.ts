/** From answers, wherever they came from, to one pull in a ledger. */
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Business, User } from "../../core/business.ts";
import type { ListBody } from "../api/list-body.ts";
import type { RecordBody } from "../api/record-body.ts";
import { readEntries, readTransactions } from "../api/records.ts";
import { type NewBody, compressFile, compressToFile } from "../ledger/body.ts";
import type { WritableLedger } from "../ledger/connection.ts";
import { closeLedger, createLedger, openForWriting } from "../ledger/open.ts";
import { type PullContent, type PullSummary, publishPull } from "../ledger/publish.ts";
import type { ServiceContext } from "./context.ts";
import { sha256 } from "./sha256.ts";

/** The answers of one pull. Lists are read while they are published, so their files must still be there. */
export interface Answers {
  /** All that was said of the caller, oldest first; the last one counts. */
  readonly users: readonly RecordBody<User>[];
  readonly businesses: readonly RecordBody<Business>[];
  readonly wallet: readonly ListBody[];
  readonly transactions: readonly ListBody[];
}

/** What a pull says of itself. */
export type PullSource = Pick<PullContent, "source" | "startedAtMs" | "finishedAtMs" | "baseUrl" | "limit">;

/**
 * Publishes answers into a ledger file, made when absent; a ledger that was made for a pull that failed is taken away again.
 *
 * @throws TieoutError what opening the ledger, reading the answers or publishing raises; nothing of the pull is kept then
 */
export async function publishIntoFile(
  path: string,
  source: PullSource,
  answers: Answers,
  context: ServiceContext,
): Promise<PullSummary & { readonly ledgerCreated: boolean }> {
  const ledgerCreated = !existsSync(path);
  const folder = mkdtempSync(join(tmpdir(), "tieout-"));
  let published = false;
  try {
    const bodies = await compressAll(answers, folder);
    const db = ledgerCreated
      ? createLedger(path, { ledgerId: randomUUID(), atMs: context.now() })
      : await openForWriting(path);
    try {
      const summary = publishAnswers(db, source, answers, bodies, context);
      published = true;
      return { ...summary, ledgerCreated };
    } finally {
      closeLedger(db);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    if (ledgerCreated && !published) rmSync(path, { force: true });
  }
}

/** Publishes answers into an open ledger. */
export function publishAnswers(
  db: WritableLedger,
  source: PullSource,
  answers: Answers,
  bodies: readonly NewBody[],
  context: ServiceContext,
): PullSummary {
  const { users, businesses, wallet, transactions } = answers;
  const expected = {
    entries: totalOf(wallet),
    transactions: totalOf(transactions),
  };
  const content: PullContent = {
    ...source,
    bodies,
    user: users.at(-1)?.record ?? null,
    businesses: businesses.map((business) => business.record),
    entries: wallet.length === 0 ? null : batchesOf(wallet, readEntries),
    transactions: transactions.length === 0 ? null : batchesOf(transactions, readTransactions),
  };
  return publishPull(db, content, {
    atMs: context.now(),
    sha256,
    signal: context.signal,
    onProgress: (kind, received) => {
      context.onProgress?.({ phase: `Keeping ${kind}`, done: received, total: expected[kind], unit: kind });
    },
  });
}

function totalOf(lists: readonly ListBody[]): number {
  return lists.reduce((sum, list) => sum + list.records, 0);
}

function* batchesOf<R>(lists: readonly ListBody[], read: (list: ListBody) => Iterable<R[]>): Generator<R[]> {
  for (const list of lists) yield* read(list);
}

async function compressAll(answers: Answers, folder: string): Promise<NewBody[]> {
  const { users, businesses, wallet, transactions } = answers;
  const bodies: NewBody[] = [];
  for (const body of [...users, ...businesses, ...wallet, ...transactions]) {
    const compressedFile = join(folder, `${bodies.length}.zst`);
    if ("file" in body) await compressFile(body.file, compressedFile);
    else await compressToFile([body.content], compressedFile);
    const { endpoint, origin, bytes, sha256: digest } = body;
    const name = origin.kind === "file" ? basename(origin.name) : origin.name;
    bodies.push({ endpoint, name, sha256: digest, bytes, compressedFile });
  }
  return bodies;
}
