/** Publishes responses from any source to a ledger as one pull. */
import { randomUUID } from "node:crypto";
import { basename, dirname } from "node:path";
import type { Business, User } from "../../../core/records/business.ts";
import { TieoutError } from "../../../core/errors.ts";
import { type ListBody, refuseChanged } from "../../api/list-body.ts";
import type { RecordBody } from "../../api/record-body.ts";
import { type NewBody, compressBytes } from "../../ledger/pulls/body.ts";
import { type WritableLedger, closeLedger, ledgerIdOf } from "../../ledger/file/connection.ts";
import { isTaken } from "../../ledger/file/header.ts";
import { createFilledLedger } from "../../ledger/file/make.ts";
import { type PullFacts, type PullRows, type PullSummary, publishRows } from "../../ledger/pulls/publish.ts";
import type { PullOrigin } from "../../../core/review/restate/provenance.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { removeUnfinished } from "../shared/leftovers.ts";
import { PackingThread, WORTH_PACKING_BESIDE, type Packing, allLists, packHere } from "./packing-thread.ts";
import { sha256 } from "../../ledger/file/sha256.ts";
import { openToPull, openToWrite } from "../shared/use-ledger.ts";
import { accessSync, constants, statSync } from "node:fs";
import { type OpenedLedger, goneError, openedAt } from "../../ledger/file/open.ts";
import { refuseLongNew } from "../../ledger/file/names.ts";
import { usersHeld } from "../../ledger/pulls/intake.ts";
import { type HeldHistory, findHeldHistory } from "../../ledger/trail/pull.ts";
import { listAllPulls } from "../../ledger/trail/counting.ts";
import { writeAlone } from "../../ledger/file/audit.ts";

/** The responses of one pull. Lists are read while they are published, so their files must still be there. */
export interface Answers {
  /** All records of the caller, oldest first; the last one counts. */
  readonly users: readonly RecordBody<User>[];
  readonly businesses: readonly RecordBody<Business>[];
  readonly wallet: readonly ListBody[];
  readonly transactions: readonly ListBody[];
}

export type PullSource = PullOrigin &
  Pick<
    PullFacts,
    | "newestPull"
    | "pullId"
    | "isCut"
    | "torn"
    | "tornRaised"
    | "doubts"
    | "accepted"
    | "providedBy"
    | "serverAtMs"
  >;

/**
 * Publishes responses into a ledger file, made when absent.
 *
 * @param thread one that was started for them; its caller stops it
 * @throws TieoutError what opening the ledger, reading the responses or publishing raises; nothing of the
 *   pull is kept then
 */
export async function publishIntoFile(
  path: string,
  source: PullSource,
  answers: Answers,
  context: ServiceContext,
  thread: PackingThread | null = null,
): Promise<PullSummary & { readonly ledgerCreated: boolean }> {
  let idle = thread;
  const publish = async (db: WritableLedger) => {
    const packer = idle;
    idle = null;
    return publishAnswers(db, source, answers, true, context, packer);
  };
  if (!isTaken(path)) {
    refuseGone(path, context);
    removeUnfinished(dirname(path), basename(path));
    const made = await makeUnlessMade(path, context, publish);
    if (made !== null) return { ...made, ledgerCreated: true };
  }
  const db = await openToPull(path, context);
  try {
    return { ...(await publish(db)), ledgerCreated: false };
  } finally {
    closeLedger(db);
  }
}

/** Makes the ledger, or returns null if another process made it meanwhile: the pull then goes into that. */
async function makeUnlessMade(
  path: string,
  context: ServiceContext,
  publish: (db: WritableLedger) => Promise<PullSummary>,
): Promise<PullSummary | null> {
  const ledger = { ledgerId: (context.newId ?? randomUUID)(), atMs: context.now() };
  try {
    return await createFilledLedger(path, ledger, publish);
  } catch (error) {
    const isThere = error instanceof TieoutError && error.code === "EXPORT_TARGET" && isTaken(path);
    if (!isThere) throw error;
    return null;
  }
}

/**
 * Publishes responses into an open ledger.
 *
 * @param keep whether the responses themselves are kept beside the records
 * @param thread one that was started for them, and packs nothing yet
 * @param preview looks at the ledger with the pull in it, of which nothing is kept then
 */
export async function publishAnswers(
  db: WritableLedger,
  source: PullSource,
  answers: Answers,
  keep: boolean,
  context: ServiceContext,
  thread: PackingThread | null = null,
  preview?: (summary: PullSummary) => void,
): Promise<PullSummary> {
  const { users, businesses, wallet, transactions } = answers;
  const bytes = allLists(answers).reduce((sum, list) => sum + list.bytes, 0);
  const isBeside = thread !== null || bytes >= WORTH_PACKING_BESIDE;
  const packing = isBeside ? (thread ?? new PackingThread()).pack(answers, keep) : packHere(answers);
  const totals = { entries: recordsOf(wallet), transactions: recordsOf(transactions) };
  const content: PullRows = {
    ...source,
    user: users.at(-1)?.record ?? null,
    businesses: businesses.map((business) => business.record),
    entries: packing.entries,
    transactions: packing.transactions,
    bodies: bodiesOf(answers, packing, keep),
    serverAtMs: source.serverAtMs ?? latestStated(answers),
  };
  try {
    return await publishRows(db, content, {
      atMs: context.now(),
      sha256,
      signal: context.signal,
      preview,
      onProgress: (kind, received) => {
        context.onProgress?.({ phase: `Saving ${kind}`, done: received, total: totals[kind], unit: kind });
      },
    });
  } finally {
    await packing.stop();
  }
}

/** The latest time that a response stated. */
function latestStated({ users, businesses, wallet, transactions }: Answers): number | undefined {
  const stated = [...users, ...businesses, ...wallet, ...transactions].flatMap(
    ({ provenance }) => provenance?.serverAtMs ?? [],
  );
  return stated.length === 0 ? undefined : Math.max(...stated);
}

function recordsOf(lists: readonly ListBody[]): number {
  return lists.reduce((sum, list) => sum + list.records, 0);
}

/**
 * The responses as they are kept, each compressed when its turn comes; none where they are not kept. In the end
 * each list's file is compared with its scan: rows and responses are read at different times, by either thread,
 * and both must be of the file that was scanned.
 *
 * @throws TieoutError FILE_UNREADABLE when a list's file was written since it was scanned
 */
function* bodiesOf(answers: Answers, packing: Packing, keep: boolean): Generator<NewBody> {
  const lists = allLists(answers);
  if (keep) {
    for (const body of [...answers.users, ...answers.businesses]) {
      yield { ...bodyOf(body), compressed: compressBytes(body.content) };
    }
    for (const list of lists) yield { ...bodyOf(list), compressed: packing.nextAnswer() };
  }
  for (const list of lists) refuseChanged(list);
}

function bodyOf({ endpoint, origin, bytes, sha256: digest, provenance }: ListBody | RecordBody<unknown>) {
  const name = origin.kind === "file" ? basename(origin.name) : origin.name;
  return { endpoint, name, sha256: digest, bytes, ...(provenance === undefined ? {} : { provenance }) };
}

// Checks the ledger that a pull goes to before the service is called: it must be able to take the pull.

interface PullTarget {
  readonly path: string;
  /** Whose records it holds, userIDs; null while it holds none. */
  readonly users: ReadonlySet<number> | null;
  /** null while it holds no entries. */
  readonly held: HeldHistory | null;
  /** Id of its newest pull, 0 for none. */
  readonly newestPull: number;
  /** undefined where there is none yet. */
  readonly opened: OpenedLedger | undefined;
}

/**
 * Looks at the ledger, as of one moment, with the right to write taken and given back; at its folder where
 * there is none yet.
 *
 * @throws TieoutError LEDGER_NOT_FOUND, EXPORT_TARGET, LEDGER_READONLY, LEDGER_BUSY, and what opening a
 *   ledger for writing raises
 */
export async function lookAtTarget(path: string, context: ServiceContext): Promise<PullTarget> {
  if (!isTaken(path)) {
    refuseGone(path, context);
    refuseFolder(path);
    return { path, users: null, held: null, newestPull: 0, opened: undefined };
  }
  const db = await openToWrite(path, context);
  const look = () => ({
    path,
    users: usersHeld(db),
    held: findHeldHistory(db),
    newestPull: listAllPulls(db).at(-1)?.id ?? 0,
    opened: openedAt(path, ledgerIdOf(db)),
  });
  try {
    return writeAlone(db, look);
  } finally {
    closeLedger(db);
  }
}

/** Refuses to make a new ledger where the one that is open was. @throws TieoutError LEDGER_NOT_FOUND */
function refuseGone(path: string, { opened }: ServiceContext): void {
  if (opened?.path !== path) return;
  throw goneError(path);
}

/** @throws TieoutError EXPORT_TARGET, LEDGER_NOT_FOUND where no ledger can be made */
function refuseFolder(path: string): void {
  refuseLongNew(path);
  const folder = dirname(path);
  try {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) {
      return accessSync(folder, constants.W_OK | constants.X_OK);
    }
  } catch (error) {
    const sentence = "No ledger can be created in this folder: you have no permission to write to it";
    throw new TieoutError("EXPORT_TARGET", sentence, { file: path }, error);
  }
  throw new TieoutError("LEDGER_NOT_FOUND", "The folder for the ledger does not exist", { file: path });
}

/**
 * Refuses responses about somebody else: all users of a pull must be one, and one whose records the ledger
 * holds.
 *
 * @param answered by login and fetch, as far as they were asked
 * @throws TieoutError LEDGER_OTHER_USER
 */
export function refuseOtherUsers(
  { path, users }: Pick<PullTarget, "path" | "users">,
  answered: readonly User[],
): void {
  const [first, ...others] = answered.map(({ userID }) => userID);
  if (first === undefined) return;
  const differing = others.find((user) => user !== first);
  if (differing !== undefined) {
    throw new TieoutError(
      "LEDGER_OTHER_USER",
      `The login is user ${first}, but the service responded for user ${differing}`,
      { file: path },
    );
  }
  if (users === null || users.has(first)) return;
  const owner = [...users].slice(0, 3).join(", ");
  throw new TieoutError(
    "LEDGER_OTHER_USER",
    `The ledger belongs to user ${owner}, but the login is user ${first}`,
    {
      file: path,
    },
  );
}
