/**
 * The restatement register: what later pulls changed of entries and transactions, walked pull by pull, listed, and
 * counted by the signed months that it touches.
 */
import { shownNow } from "../shared/shown-now.ts";
import type { Month, CloseStep } from "../../../core/review/close/close.ts";
import type {
  Restatement,
  RestatementRegister,
  RestatedClosing,
} from "../../../core/review/restate/restatements.ts";
import { type LastLooks, type MonthStart, lastLooksOf } from "../../../core/review/restate/last-looks.ts";
import {
  type SignedChange,
  SignedChanges,
  PARTS,
  type RegisterTimeline,
  registerTimeline,
  restatedClosings,
} from "../../../core/review/restate/register-timeline.ts";
import { isInForce, standsAt, type Signature, covers } from "../../../core/review/restate/signatures.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { listFrozenDecimals } from "../../ledger/acts/run.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import { readSignatures } from "../../ledger/acts/run-document.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import { readProven } from "../shared/use-ledger.ts";
import { NetChanges } from "../../../core/review/restate/net-changes.ts";
import type { CheckMemory } from "../shared/check-memory.ts";
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
} from "../../ledger/pulls/changes-by-pull.ts";
import { readTexts } from "../../ledger/tables/packed-texts.ts";
import { readCheckInput } from "../../ledger/records/check-input.ts";
import { ENTRY_TABLE, PAYMENT_TABLE } from "../../ledger/tables/payment-table.ts";
import { type Timeline, listAllPulls, withTimeline } from "../../ledger/trail/counting.ts";
import { linksOf, type PullRecord, listPulls } from "../../ledger/trail/pull.ts";
import { listCloseSteps } from "../../ledger/acts/close-step.ts";
import { listActs } from "../../ledger/trail/acts.ts";
import type { Texts } from "../../ledger/tables/record-table.ts";
import { guarded } from "../../ledger/file/sqlite-error.ts";
import { createdAt, firstEntryFrom } from "../../ledger/records/time-range.ts";

/** How many are listed by default. */
const MOST = 2000;

interface RestatementRequest {
  /** Limits it to changes that touch the month; null lists all. */
  readonly month: Month | null;
  /** How many are listed, the newest first; `total` counts them all. */
  readonly most?: number;
}

/**
 * Lists what later pulls changed of entries and paid transactions, as of one moment.
 *
 * @param tell is called with every one of them, listed or not
 * @throws TieoutError LEDGER_CORRUPT, LEDGER_BUSY; SUM_OVERFLOW
 */
export function listRestatements(
  db: ReadableLedger,
  { month, most = MOST }: RestatementRequest,
  tell?: (restatement: Restatement) => void,
): RestatementRegister {
  const newest = new Newest(most);
  const closings = walkRegister(db, (restatement) => {
    tell?.(restatement);
    if (month === null || touches(restatement, month)) newest.add(restatement);
  });
  return {
    restatements: newest.finish(),
    total: newest.total,
    closings: closings.filter((closing) => month === null || closing.month === month),
  };
}

/** The register of a ledger file, with what it is read by. */
export interface LedgerRegister extends RestatementRegister {
  /** What became of each signed month that something touches, in all. */
  readonly signedChanges: readonly SignedChange[];
  /** How far back pulls looked. */
  readonly lastLooks: LastLooks;
  /** Of which moment what is now is, as `nowTitle`. */
  readonly shows: string;
  /** Digits after the point that the ledger's settings show amounts with. */
  readonly decimals: number;
  /** Those of prepared and signed months, by month. */
  readonly frozenDecimals: Readonly<Record<Month, number>>;
  /** The ledger's. */
  readonly timeZone: string;
}

/** As `listRestatements`, of a ledger file, with how far back pulls looked; for one month alone if asked. */
export function readRestatements(ledger: LedgerAt, request: RestatementRequest): LedgerRegister {
  const { month } = request;
  const isAsked = (one: { readonly month: Month }) => month === null || one.month === month;
  return readProven(ledger, (db) => {
    const { decimals, timeZone } = readSettings(db);
    const { newest, months } = readLastLooks(db);
    const changes = new SignedChanges();
    const register = listRestatements(db, request, (restatement) => changes.add(restatement));
    const lastLooks = { newest, months: months.filter(isAsked) };
    const signedChanges = changes.finish().filter(isAsked);
    const frozenDecimals = listFrozenDecimals(db);
    return {
      ...register,
      signedChanges,
      lastLooks,
      shows: shownNow(db),
      decimals,
      frozenDecimals,
      timeZone,
    };
  });
}

/** What one pull changed of the months whose signatures are in force; only those it touches. */
export function changedByPull(db: ReadableLedger, pullId: number): SignedChange[] {
  const changes = new SignedChanges();
  if (!readSignatures(db).some(isInForce)) return [];
  walkRegister(db, (restatement) => {
    if (restatement.pullId === pullId && restatement.step === undefined) changes.add(restatement);
  });
  return changes.finish();
}

function touches({ months, signature }: Restatement, month: Month): boolean {
  return signature === null ? months.includes(month) : signature.month === month;
}

/** The newest of many that come oldest pull first: whole pulls, as few as hold enough. */
class Newest {
  readonly #most: number;
  readonly #pulls: Restatement[][] = [];
  #held = 0;
  total = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(restatement: Restatement): void {
    this.total += 1;
    this.#held += 1;
    const last = this.#pulls.at(-1);
    if (last?.[0]?.pullId === restatement.pullId) {
      // Of one pull the first are listed first.
      if (last.length < this.#most) last.push(restatement);
      else this.#held -= 1;
    } else this.#pulls.push([restatement]);
    const oldest = this.#pulls[0]?.length ?? 0;
    if (this.#pulls.length > 1 && this.#held - oldest >= this.#most) {
      this.#pulls.shift();
      this.#held -= oldest;
    }
  }

  finish(): Restatement[] {
    return this.#pulls.toReversed().flat().slice(0, this.#most);
  }
}

/**
 * How many records of each month whose signature is in force differ now from what was signed; months without
 * any are not in it.
 *
 * @param memory of the thread: what it counted over the same pulls and signatures is not counted again
 * @throws TieoutError LEDGER_CORRUPT, LEDGER_BUSY; SUM_OVERFLOW
 */
export function countSince(db: ReadableLedger, memory?: CheckMemory): ReadonlyMap<Month, number> {
  return memory?.countsOf(db, () => countAnew(db)) ?? countAnew(db);
}

function countAnew(db: ReadableLedger): ReadonlyMap<Month, number> {
  return countBrought(db).changes;
}

function addOne(counts: Map<Month, number>, month: Month): void {
  counts.set(month, (counts.get(month) ?? 0) + 1);
}

/** What later pulls brought to months whose signature is in force; months without any are in neither. */
interface BroughtSince {
  /** Records that differ now from what was signed. */
  readonly changes: ReadonlyMap<Month, number>;
  /**
   * Entries that are dated in the month and count in another: the register lists them, and they change
   * nothing of what was signed.
   */
  readonly countedElsewhere: ReadonlyMap<Month, number>;
}

/**
 * Counts both at once.
 *
 * @param steps of the close, where they were read already
 * @throws TieoutError LEDGER_CORRUPT, LEDGER_BUSY; SUM_OVERFLOW
 */
export function countBrought(db: ReadableLedger, steps?: readonly CloseStep[]): BroughtSince {
  const changes = new NetChanges();
  const countedElsewhere = new Map<Month, number>();
  const all = readSignatures(db, steps);
  const signatures = all.filter(isInForce);
  if (signatures.length === 0) return { changes: changes.counts(), countedElsewhere };
  const tell = (restatement: Restatement) => {
    const { dated, pullId } = restatement;
    changes.add(restatement);
    const datedIn = signatures.find((one) => one.month === dated?.month && standsAt(one, pullId));
    if (datedIn !== undefined) addOne(countedElsewhere, datedIn.month);
  };
  walkRegister(db, tell, () => all);
  return { changes: changes.counts(), countedElsewhere };
}

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

// When a pull last covered each signed month in full, read from a ledger.

/**
 * Says it of every month whose signature is in force. Entries are walked through once, up to where the last
 * of these months begins.
 *
 * @throws TieoutError LEDGER_CORRUPT
 */
export function readLastLooks(db: ReadableLedger): LastLooks {
  const pulls = listPulls(db);
  const newest = pulls.findLast(({ entries }) => entries !== null);
  return {
    newest:
      newest === undefined ? null : { ...oldestOf(db, newest), pullId: newest.id, source: newest.source },
    months: lastLooksOf(startsOf(db, readSignatures(db).filter(isInForce)), pulls),
  };
}

function oldestOf(db: ReadableLedger, { lowestWalletID }: PullRecord) {
  const atMs = lowestWalletID === null ? null : createdAt(db, lowestWalletID);
  return { oldest: lowestWalletID === null || atMs === null ? null : { walletID: lowestWalletID, atMs } };
}

/**
 * Where the entries of each month begin: what is as late as a month begins no earlier than what is as late as
 * one before it.
 */
function startsOf(db: ReadableLedger, signatures: readonly Signature[]): MonthStart[] {
  let walletID: number | null = Number.MIN_SAFE_INTEGER;
  return signatures
    .toSorted((a, b) => a.fromMs - b.fromMs)
    .map(({ month, fromMs }) => {
      walletID = walletID === null ? null : firstEntryFrom(db, walletID, fromMs);
      return { month, walletID: walletID ?? Infinity };
    });
}
