/** Opens a ledger for one use case: to read one moment, and to write right after it; docs/decisions/0008. */
import { basename, dirname } from "node:path";
import {
  closeLedger,
  type ReadableLedger,
  type WritableLedger,
  ledgerIdOf,
} from "../../ledger/file/connection.ts";
import { MIGRATIONS } from "../../ledger/file/schema.ts";
import { openForReading, openForWriting, openedAt, refuseOther } from "../../ledger/file/open.ts";
import { guarded, ledgerError } from "../../ledger/file/sqlite-error.ts";
import { auditHead, holdMoment, releaseMoment, writeAfter, writeAlone } from "../../ledger/file/audit.ts";
import { signWith } from "../../ledger/file/signature.ts";
import { showCounting } from "../../ledger/trail/counting.ts";
import { type LedgerAt, openAt } from "../../ledger/trail/as-of.ts";
import { refuseForged } from "../../ledger/proof/rows.ts";
import type { ServiceContext } from "./thread-messages.ts";
import { removeUnfinished } from "./leftovers.ts";
import { TieoutError } from "../../../core/errors.ts";
import { goOn } from "./pacing.ts";
import { type LedgerLock, takeLock } from "../../ledger/file/lock.ts";

/** What a person does to a ledger by name. */
export interface SignedRequest {
  readonly ledger: string;
  readonly by: string;
  /** Why, or what a file or an answer says; '' where no rule asks for it. */
  readonly note: string;
}

/** Reads a ledger as of one moment: of now, or of a link of its trail. @throws TieoutError as opening does */
export function readLedger<T>(ledger: LedgerAt, read: (db: ReadableLedger) => T): T {
  const db = openAt(ledger);
  const readMoment = () => {
    showCounting(db);
    return read(db);
  };
  return withLedger(db, () => db.transaction(readMoment).deferred());
}

/** As `readLedger`, where the trail is whole and says what the tables hold. @throws as `refuseForged` */
export function readProven<T>(ledger: LedgerAt, read: (db: ReadableLedger) => T): T {
  return readLedger(ledger, (db) => {
    refuseForged(db);
    return read(db);
  });
}

/** Writes in the transaction that reads for it (`writeAlone`); what takes long to read: `writeLookedAt`. */
export async function writeLedger<T>(
  ledger: string,
  context: ServiceContext,
  write: (db: WritableLedger) => T,
): Promise<T> {
  const db = await openToWrite(ledger, context);
  const writeNow = () => {
    showCounting(db);
    return write(db);
  };
  return withLedger(db, () => writeAlone(db, writeNow));
}

/** Works with an open ledger and closes it. @throws TieoutError LEDGER_* where SQLite fails at the work */
export function withLedger<T>(db: ReadableLedger, work: () => T): T {
  try {
    return guarded(db.name, work);
  } finally {
    closeLedger(db);
  }
}

/** As `withLedger`, where the work takes its time. */
export async function whileOpen<T>(db: ReadableLedger, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw ledgerError(error, db.name);
  } finally {
    closeLedger(db);
  }
}

/** As `openForWriting`, with the caller's patience; clears up what killed processes left of it. */
export async function openToWrite(
  ledger: string,
  { patienceMs, opened, keys }: ServiceContext,
): Promise<WritableLedger> {
  const db = await openToPull(ledger, { patienceMs, opened, keys });
  try {
    guarded(ledger, () => showCounting(db));
    return db;
  } catch (error) {
    closeLedger(db);
    throw error;
  }
}

/** As `openToWrite`, for a pull: it is stored as its differences from all before it, set aside or not. */
export async function openToPull(
  ledger: string,
  { patienceMs, opened, keys }: Pick<ServiceContext, "patienceMs" | "opened" | "keys">,
): Promise<WritableLedger> {
  removeUnfinished(dirname(ledger), basename(ledger));
  const db = await openForWriting(ledger, MIGRATIONS, patienceMs, opened);
  signWith(db, keys);
  return db;
}

/** How often one looks again because another process changed the ledger meanwhile. */
const ATTEMPTS = 3;

/** A ledger open twice: one handle holds a moment while the other writes. */
export interface OpenTwice {
  readonly reading: ReadableLedger;
  readonly writing: WritableLedger;
}

/** The steps of a use case that keeps something of a moment, in their order. */
interface MomentSteps<L, K, R> {
  /** Comes before looking, at the same moment, and may take long. */
  readonly prove?: ((reading: ReadableLedger) => Promise<void>) | undefined;
  readonly look: (reading: ReadableLedger) => L;
  readonly keep: (writing: WritableLedger, looked: L) => K;
  /** Works on with what was looked at and kept: the moment is still held. */
  readonly finish: (both: OpenTwice, looked: L, kept: K) => R | Promise<R>;
}

/**
 * Looks at a ledger as of one moment and keeps what follows as the next links after it: what came in between is
 * looked at again. Both handles are closed whatever happens.
 *
 * @returns what finishing gives
 * @throws TieoutError LEDGER_* as opening for writing raises; AUDIT_BROKEN, AUDIT_MISMATCH as `refuseForged`;
 *   LEDGER_BUSY where others write faster than one can look; CANCELLED; what the steps raise
 */
export async function writeAfterReading<L, K, R>(
  ledger: string,
  context: ServiceContext,
  steps: MomentSteps<L, K, R>,
): Promise<R> {
  await goOn(context);
  const writing = await openToPull(ledger, context);
  try {
    const reading = openForReading(ledger);
    try {
      refuseOther(reading, ledger, openedAt(ledger, ledgerIdOf(writing)));
      showCounting(writing);
      showCounting(reading);
      refuseForged(reading);
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        await goOn(context);
        const { sequence } = holdMoment(reading);
        showCounting(reading);
        await steps.prove?.(reading);
        const looked = guarded(reading.name, () => steps.look(reading));
        await goOn(context);
        const written = writeAfter(writing, sequence, () => ({ kept: steps.keep(writing, looked) }));
        if (written !== null) return await steps.finish({ reading, writing }, looked, written.kept);
        releaseMoment(reading);
      }
      const sentence = "Other programs change the ledger faster than it can be checked";
      throw new TieoutError("LEDGER_BUSY", sentence, { file: ledger });
    } catch (error) {
      throw ledgerError(error, ledger);
    } finally {
      closeLedger(reading);
    }
  } finally {
    closeLedger(writing);
  }
}

/** What is looked at, and what is kept of it in the transaction that follows. */
interface LookAndKeep<L, K> {
  readonly look: (db: ReadableLedger) => L;
  readonly keep: (db: WritableLedger, looked: L) => K;
}

/**
 * Opens a ledger, looks at it as of one moment, which may take long, and keeps what follows as the next links
 * after that moment.
 *
 * @returns what was kept
 * @throws TieoutError as `openToWrite` and `keepLookedAt`
 */
export async function writeLookedAt<L, K>(
  ledger: string,
  context: ServiceContext,
  work: LookAndKeep<L, K>,
): Promise<K> {
  const db = await openToWrite(ledger, context);
  return whileOpen(db, async () => keepLookedAt(db, context, work));
}

/**
 * As `writeLookedAt`, of an open ledger. Others may write while it looks; what they wrote is looked at again.
 * Where that happens again and again, it looks the last time with other writers kept out.
 *
 * @throws TieoutError CANCELLED; LEDGER_* as writing raises; what looking and keeping raise
 */
async function keepLookedAt<L, K>(
  db: WritableLedger,
  context: ServiceContext,
  { look, keep }: LookAndKeep<L, K>,
): Promise<K> {
  const lookNow = () => {
    showCounting(db);
    return { sequence: auditHead(db).sequence, looked: look(db) };
  };
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    await goOn(context);
    const { sequence, looked } = db.transaction(lookNow).deferred();
    await goOn(context);
    const written = writeAfter(db, sequence, () => ({ kept: keep(db, looked) }));
    if (written !== null) return written.kept;
  }
  return writeAlone(db, () => keep(db, lookNow().looked));
}

export { openedAt, refuseReplaced } from "../../ledger/file/open.ts";
export type { OpenedLedger } from "../../ledger/file/open.ts";
export type { LedgerAt } from "../../ledger/trail/as-of.ts";
export type { LedgerLock };

/**
 * Takes the ledger for this process; its threads may write, others may read.
 *
 * @throws TieoutError LEDGER_LOCKED naming the program that has it and since when, LEDGER_READONLY where
 *   nothing can be written: it can be viewed all the same
 */
export function holdLedger(ledger: string, { appVersion, now }: ServiceContext): LedgerLock {
  return takeLock(ledger, `Tieout ${appVersion}`, now());
}
