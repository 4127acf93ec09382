/** Restatements as a ledger's pulls made them, walked pull by pull, and how far back pulls looked. */
import type { Restatement, RestatedClosing } from "../../../core/review/restate/restatements.ts";
import { type LastLooks, type MonthStart, lastLooksOf } from "../../../core/review/restate/last-looks.ts";
import {
  PARTS,
  type RegisterTimeline,
  registerTimeline,
  restatedClosings,
} from "../../../core/review/restate/register-timeline.ts";
import { isInForce, standsAt, type Signature, covers } from "../../../core/review/restate/signatures.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { readSettings } from "../acts/settings.ts";
import { readSignatures } from "../acts/run-document.ts";
import { ending } from "../../../core/ending.ts";
import { countedTimes } from "../../../core/reconcile/input/counted-dates.ts";
import {
  EarlierPulls,
  type BroughtTransaction,
  restateTransactions,
  type RecordChange,
  type RestatementBaseline,
} from "../../../core/review/restate/restatement-builder.ts";
import { restateEntries } from "../../../core/review/restate/restate-entries.ts";
import type { Transaction } from "../../../core/records/transaction.ts";
import {
  type LateBounds,
  entryReader,
  hasEntryChanges,
  latestBrought,
  listMoved,
  readBrought,
  walkBroughtTransactions,
  walkChanges,
} from "./changes-by-pull.ts";
import { recordTexts } from "../tables/packed-texts.ts";
import { readCheckInput } from "../records/check-input.ts";
import { type Timeline, listAllPulls, withTimeline } from "../trail/counting.ts";
import { type PullRecord, listPulls } from "../trail/pull.ts";
import { listCloseSteps } from "../acts/close-step.ts";
import { listActs, linksOf } from "../trail/acts.ts";
import { ENTRY_TABLE, PAYMENT_TABLE, type Texts } from "../tables/record-table.ts";
import { guarded } from "../file/sqlite-error.ts";
import { createdAt, firstEntryFrom, isDatedAfterNext } from "../records/time-range.ts";

/**
 * Passes on every restatement, by pull, entries before transactions; returns the closings that differ.
 *
 * @param signed all signatures there ever were, where they were read already
 */
export function walkRegister(
  db: ReadableLedger,
  tell: (restatement: Restatement) => void,
  signed: () => readonly Signature[] = () => readSignatures(db),
): readonly RestatedClosing[] {
  const work = () => {
    const signatures = signed();
    const timeline = timelineOf(db, signatures);
    if (timeline !== null)
      return withTimeline(db, laidOut(timeline), () =>
        walkPulls(db, timeline.signatures, tellingSteps(timeline, tell)),
      );
    return walkPulls(db, signatures, tell);
  };
  return guarded(db.name, () => (db.inTransaction ? work() : db.transaction(work).deferred()));
}

/** @returns null where each signature depends on pulls that count as they did then */
function timelineOf(
  db: ReadableLedger,
  signatures: readonly Signature[],
): RegisterTimeline<PullRecord> | null {
  const pullSteps = listActs(db, "pull-step");
  if (pullSteps.length === 0 || signatures.length === 0) return null;
  return registerTimeline(signatures, {
    pulls: listAllPulls(db),
    pullLinks: linksOf(db, "pull"),
    pullSteps,
    pullStepLinks: linksOf(db, "pull-step"),
    steps: listCloseSteps(db),
    closeLinks: linksOf(db, "close"),
  });
}

/** With steps of pulls in the place of pulls. */
function laidOut({ steps, ...timeline }: RegisterTimeline<PullRecord>): Timeline {
  const asPulls = steps.map(({ id, afterPull, step }) => {
    return { id, idSql: `(${afterPull} + ${step.id} / ${PARTS}.0)`, atMs: step.atMs };
  });
  return { ...timeline, steps: asPulls };
}

/** What a step changed names the step, and the pull that it is about. */
function tellingSteps(
  { steps }: RegisterTimeline<PullRecord>,
  tell: (restatement: Restatement) => void,
): (restatement: Restatement) => void {
  const stepAt = new Map(steps.map(({ id, step }) => [id, step]));
  return (restatement) => {
    const step = stepAt.get(restatement.pullId);
    tell(step === undefined ? restatement : { ...restatement, pullId: step.pullId, step: step.step });
  };
}

function walkPulls(
  db: ReadableLedger,
  signatures: readonly Signature[],
  tell: (restatement: Restatement) => void,
): readonly RestatedClosing[] {
  const { timeZone, options } = readSettings(db);
  const standing: RestatementBaseline = {
    pulls: listPulls(db),
    signatures,
    timeZone,
    chainScope: options.chainScope,
  };
  if (standing.pulls.length < 2) return [];
  const texts = recordTexts(db);
  const transactions = restateTransactions(transactionChanges(db, standing, texts), standing);
  const entries = entriesOf(db, standing, texts);
  const told = byPull(entries, transactions);
  using _told = ending(told);
  for (;;) {
    const next = told.next();
    if (next.done === true) return next.value;
    tell(next.value);
  }
}

/** The restatements of entries; returns the closings that differ. */
function* entriesOf(
  db: ReadableLedger,
  standing: RestatementBaseline,
  texts: Texts,
): Generator<Restatement, readonly RestatedClosing[]> {
  // Without any change the wallets are not read, and signed months close as they were signed.
  if (!hasEntryChanges(db, boundsOf(db, standing))) return [];
  // Copies have their conventions: while records are walked, no run can be read.
  const signatures = standing.signatures.map((signature) => ({ ...signature }));
  const books = yield* restateEntries(
    {
      brought: readBrought(db),
      moved: listMoved(db),
      changes: walkChanges(db, ENTRY_TABLE, texts),
      countedAtMs: countedTimes(readCheckInput(db)),
      read: entryReader(db, texts),
    },
    { ...standing, signatures },
  );
  return restatedClosings(books, signatures);
}

/** Of each pull, what the entries that it was the first to bring are compared with. */
function boundsOf(db: ReadableLedger, { pulls, signatures }: RestatementBaseline): LateBounds[] {
  const latest = latestBrought(db);
  const earlier = new EarlierPulls();
  let latestAtMs = -Infinity;
  return pulls.map((pull) => {
    const ends = signatures.flatMap((one) => (standsAt(one, pull.id) ? [one.toMs] : []));
    const { lowest, ...reach } = earlier.bounds;
    const bounds = {
      pullId: pull.id,
      ...reach,
      // Older history brought after a signing may change what the signed month opens with.
      lowest: ends.length === 0 ? lowest : -Infinity,
      signedUpToMs: ends.reduce((last, toMs) => Math.max(last, toMs), -Infinity),
    };
    latestAtMs = Math.max(latestAtMs, latest.get(pull.id) ?? -Infinity);
    earlier.add(pull, latestAtMs);
    return bounds;
  });
}

function transactionChanges(
  db: ReadableLedger,
  { signatures }: RestatementBaseline,
  texts: Texts,
): Iterable<RecordChange<Transaction> | BroughtTransaction> {
  const changes = walkChanges(db, PAYMENT_TABLE, texts);
  if (signatures.length === 0) return changes;
  const isAsked = (pullId: number, atMs: number) =>
    signatures.some((signature) => standsAt(signature, pullId) && covers(signature, atMs));
  return byPull(changes, walkBroughtTransactions(db, texts, isAsked));
}

/** Two streams by pull as one: of one pull those of the first come first. Returns what the first returns. */
function* byPull<A extends { readonly pullId: number }, B extends { readonly pullId: number }, R>(
  first: Generator<A, R>,
  second: Generator<B>,
): Generator<A | B, R> {
  // Where one of them fails, the other's query ends with it: a ledger is not closed in the middle of one.
  using _first = ending(first);
  using _second = ending(second);
  let one = first.next();
  let other = second.next();
  for (;;) {
    if (one.done !== true && (other.done === true || one.value.pullId <= other.value.pullId)) {
      yield one.value;
      one = first.next();
    } else if (other.done !== true) {
      yield other.value;
      other = second.next();
    } else if (one.done === true) return one.value;
  }
}

/**
 * Says it of every month whose signature is in force. Entries are walked through once, up to where the last
 * of these months begins.
 *
 * @throws TieoutError LEDGER_CORRUPT
 */
export function readLastLooks(db: ReadableLedger): LastLooks {
  const pulls = listPulls(db);
  const newest = pulls.findLast(({ entries }) => entries !== null);
  const createdAtMs = createdReader(db);
  return {
    newest:
      newest === undefined
        ? null
        : { ...oldestOf(createdAtMs, newest), pullId: newest.id, source: newest.source },
    months: lastLooksOf(startsOf(db, createdAtMs, readSignatures(db).filter(isInForce)), pulls),
  };
}

/**
 * When an entry counts as created, milliseconds UTC; null where the ledger never held it. All entries are read
 * only where one is dated after the next, which few are.
 */
function createdReader(db: ReadableLedger): (walletID: number) => number | null {
  const { chainScope } = readSettings(db).options;
  let counted: ReturnType<typeof countedTimes> | null = null;
  return (walletID) => {
    const atMs = createdAt(db, walletID);
    if (atMs === null || !isDatedAfterNext(db, walletID)) return atMs;
    counted ??= countedTimes(readCheckInput(db));
    return counted(chainScope, walletID, atMs);
  };
}

type CreatedReader = ReturnType<typeof createdReader>;

function oldestOf(createdAtMs: CreatedReader, { lowestWalletID }: PullRecord) {
  const atMs = lowestWalletID === null ? null : createdAtMs(lowestWalletID);
  return { oldest: lowestWalletID === null || atMs === null ? null : { walletID: lowestWalletID, atMs } };
}

/**
 * Where the entries of each month begin: what is as late as a month begins no earlier than what is as late as
 * one before it.
 */
function startsOf(
  db: ReadableLedger,
  createdAtMs: CreatedReader,
  signatures: readonly Signature[],
): MonthStart[] {
  let walletID: number | null = Number.MIN_SAFE_INTEGER;
  return signatures
    .toSorted((a, b) => a.fromMs - b.fromMs)
    .map(({ month, fromMs }) => {
      walletID = walletID === null ? null : firstEntryFrom(db, walletID, fromMs);
      while (walletID !== null && (createdAtMs(walletID) ?? fromMs) < fromMs) {
        walletID = firstEntryFrom(db, walletID + 1, fromMs);
      }
      return { month, walletID: walletID ?? Infinity };
    });
}
