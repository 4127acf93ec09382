/** Walks what later pulls changed of entries and transactions, pull by pull. */
import { ending } from "../../../core/work/ending.ts";
import { countedTimes } from "../../../core/reconcile/dates/counted-dates.ts";
import {
  PARTS,
  type RegisterTimeline,
  registerTimeline,
} from "../../../core/review/restate/register-timeline.ts";
import { EarlierPulls } from "../../../core/review/restate/earlier-pulls.ts";
import { restatedClosings } from "../../../core/review/restate/restated-closings.ts";
import { restateEntries } from "../../../core/review/restate/restate-entries.ts";
import {
  type BroughtTransaction,
  restateTransactions,
} from "../../../core/review/restate/restate-transactions.ts";
import type { RestatedClosing, Restatement } from "../../../core/review/restate/restatements.ts";
import { type Signature, covers, standsAt } from "../../../core/review/restate/signatures.ts";
import type { RecordChange, RestatementBaseline } from "../../../core/review/restate/restatement-builder.ts";
import type { Transaction } from "../../../core/transaction.ts";
import {
  type LateBounds,
  entryReader,
  hasEntryChanges,
  latestBrought,
  listMoved,
  readBrought,
  walkBroughtTransactions,
  walkChanges,
} from "../../ledger/pulls/changes-by-pull.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { readTexts } from "../../ledger/records/texts/stored-texts.ts";
import { readCheckInput } from "../../ledger/records/check-input.ts";
import { ENTRY_TABLE } from "../../ledger/records/entry-table.ts";
import { PAYMENT_TABLE } from "../../ledger/records/payment-table.ts";
import { listAllPulls, withTimeline } from "../../ledger/trail/counting.ts";
import { closeLinks, pullLinks } from "../../ledger/trail/links-of.ts";
import { listCloseSteps } from "../../ledger/people/close-step.ts";
import { listPullSteps, stepLinks } from "../../ledger/pulls/pull-step.ts";
import { type PullRecord, listPulls } from "../../ledger/pulls/pull.ts";
import type { Texts } from "../../ledger/records/record-table.ts";
import { readSettings } from "../../ledger/people/settings.ts";
import { readSignatures } from "../../ledger/people/signatures.ts";
import { guarded } from "../../ledger/file/disk.ts";

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
    if (timeline !== null) return walkSteps(db, timeline, tell);
    return walkPulls(db, signatures, tell);
  };
  return guarded(db.name, () => (db.inTransaction ? work() : db.transaction(work).deferred()));
}

/** @returns null where each signature depends on pulls that count as they did then */
function timelineOf(
  db: ReadableLedger,
  signatures: readonly Signature[],
): RegisterTimeline<PullRecord> | null {
  const pullSteps = listPullSteps(db);
  if (pullSteps.length === 0 || signatures.length === 0) return null;
  return registerTimeline(signatures, {
    pulls: listAllPulls(db),
    pullLinks: pullLinks(db),
    pullSteps,
    pullStepLinks: stepLinks(db),
    steps: listCloseSteps(db),
    closeLinks: closeLinks(db),
  });
}

/** As `walkPulls`, with steps of pulls in the place of pulls. */
function walkSteps(
  db: ReadableLedger,
  { steps, signatures, ...timeline }: RegisterTimeline<PullRecord>,
  tell: (restatement: Restatement) => void,
): readonly RestatedClosing[] {
  const stepAt = new Map(steps.map(({ id, step }) => [id, step]));
  const tellStep = (restatement: Restatement) => {
    const step = stepAt.get(restatement.pullId);
    tell(step === undefined ? restatement : { ...restatement, pullId: step.pullId, step: step.step });
  };
  const asPulls = steps.map(({ id, afterPull, step }) => {
    return { id, idSql: `(${afterPull} + ${step.id} / ${PARTS}.0)`, atMs: step.atMs };
  });
  return withTimeline(db, { ...timeline, steps: asPulls }, () => walkPulls(db, signatures, tellStep));
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
  const texts = { payrefs: readTexts(db, "payref"), labels: readTexts(db, "label") };
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
