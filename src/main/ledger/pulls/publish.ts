/** Publishes a pull: everything of it in one transaction, or nothing. */
import { TEXTS_OF_NEW_LEDGER } from "../tables/numbering.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Business, User } from "../../../core/records/business.ts";
import type { JsonValue, Sha256 } from "../../../core/canonical.ts";
import { TieoutError } from "../../../core/errors.ts";
import type { RaisedInPull } from "../../../core/reconcile/input/pull-clocks.ts";
import { RULES_VERSION } from "../../../core/options.ts";
import {
  type Vanishing,
  type VanishingAcceptance,
  VanishingError,
  acceptedWords,
  isAccepted,
  vanishesTooMuch,
} from "../../../core/review/restate/vanishing.ts";
import { appendLink } from "../file/audit.ts";
import { type NewBody, storeBody, type Parts, type Pause } from "./body.ts";
import { insertCallers } from "../trail/caller.ts";
import type { WritableLedger } from "../file/connection.ts";
import { Dictionary, type DictionaryName, TextIds } from "../tables/dictionary.ts";
import { recordTexts } from "../tables/packed-texts.ts";
import { Intake, type IntakeResult, refuseOtherEntries, refuseOtherUser, usersOfEntries } from "./intake.ts";
import type { IntakeCounts } from "../trail/pull-payload.ts";
import { newestPullID, refuseStale } from "../trail/pull.ts";
import type { PullOrigin } from "../../../core/review/restate/provenance.ts";
import { ENTRY_TABLE, PAYMENT_TABLE, type RecordTable } from "../tables/record-table.ts";
import type { RowBatch } from "../tables/row-batch.ts";
import { RowDigest } from "../trail/row-digests.ts";
import { ledgerError } from "../file/sqlite-error.ts";

export interface PullFacts extends PullOrigin {
  /** Its number, above those before it; the next one where it is left out. */
  readonly pullId?: number | undefined;
  /**
   * The newest pull when this one started, 0 for none; the pull is refused when a newer one was saved since.
   * Files need none.
   */
  readonly newestPull?: number | undefined;
  /** Whether the wallet history may have been cut within its oldest second. */
  readonly isCut?: boolean | undefined;
  /** Whether records moved while it ran, each time that it asked. */
  readonly torn?: boolean | undefined;
  /** Of a torn one, see its link. */
  readonly tornRaised?: readonly RaisedInPull[] | undefined;
  /** The latest time that a response stated, milliseconds UTC; left out where none did. */
  readonly serverAtMs?: number | undefined;
  /** Whether it is refused where more would vanish than is believed, unless somebody accepted that much. */
  readonly doubts?: boolean | undefined;
  readonly accepted?: VanishingAcceptance | undefined;
  /** Who provided the files; left out where nobody said so. */
  readonly providedBy?: string | undefined;
  /** Requested after the records. */
  readonly bodies: Iterable<NewBody>;
  readonly user: User | null;
  readonly businesses: readonly Business[];
}

/** A pull with its records packed, all by one packer, whose entries are requested first. */
export interface PullRows extends PullFacts {
  readonly entries: Parts<RowBatch> | null;
  readonly transactions: Parts<RowBatch> | null;
}

interface PublishContext {
  /** Milliseconds UTC. */
  readonly atMs: number;
  readonly sha256: Sha256;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((kind: "entries" | "transactions", received: number) => void) | undefined;
  /** Looks at the ledger with the pull in it; nothing of the pull is kept then. */
  readonly preview?: ((summary: PullSummary) => void) | undefined;
}

export interface PullSummary {
  readonly pullId: number;
  /** What would not have been believed, and was accepted. */
  readonly vanishing: readonly Vanishing[];
  /** Whether walletIDs fell, or rose, without exception as the entries came. */
  readonly inOrder: boolean;
  readonly entries: IntakeCounts | null;
  readonly transactions: IntakeCounts | null;
}

/**
 * Publishes a pull whose rows come in batches, letting others have their turn after each: the process stays
 * awake and can be told to stop.
 *
 * @throws TieoutError LEDGER_OTHER_USER, CANCELLED, LEDGER_VALUE, LEDGER_BUSY, LEDGER_DISK_FULL,
 *   PULL_VANISHING, and what making the batches raises; nothing of the pull exists then
 */
export async function publishRows(
  db: WritableLedger,
  content: PullRows,
  context: PublishContext,
): Promise<PullSummary> {
  try {
    db.exec("BEGIN IMMEDIATE");
    try {
      const steps = publishing(db, content, context);
      let step = steps.next();
      let turnAt = performance.now();
      for (; step.done !== true; step = steps.next()) {
        if (step.value === undefined && performance.now() - turnAt < TURN_MS) continue;
        await (step.value ?? nextTurn());
        turnAt = performance.now();
      }
      if (context.preview === undefined) db.exec("COMMIT");
      else context.preview(step.value);
      return step.value;
    } finally {
      if (db.inTransaction) db.exec("ROLLBACK");
    }
  } catch (error) {
    throw ledgerError(error, db.name);
  }
}

/** How long others wait for their turn while rows are being written. */
const TURN_MS = 10;

/** Publishes batch by batch; it stops after each for its caller. */
export function* publishing(
  db: WritableLedger,
  content: PullRows,
  context: PublishContext,
): Generator<Pause, PullSummary> {
  refuseOtherUser(db, content.user);
  const pullId = content.pullId ?? newestPullID(db) + 1;
  refuseStale(db, content.newestPull);
  const added = { payrefs: new AddedTexts(db, "payref"), labels: new AddedTexts(db, "label") };
  const arriving = {
    payrefs: new TextIds(added.payrefs.dictionary, TEXTS_OF_NEW_LEDGER.payref),
    labels: new TextIds(added.labels.dictionary, TEXTS_OF_NEW_LEDGER.label),
  };
  const texts = recordTexts(db);
  const known = content.user === null ? usersOfEntries(db) : null;
  db.pragma("defer_foreign_keys = ON");
  const intake = <R>(table: RecordTable<R>) => new Intake(db, table, pullId, arriving, texts, context.sha256);
  const entries = yield* takeAll(
    content.entries,
    () => intake(ENTRY_TABLE),
    "entries",
    context,
    (lowest) => lowest,
    content.isCut,
  );
  refuseOtherEntries(db, known, entries);
  const transactions = yield* takeAll(
    content.transactions,
    () => intake(PAYMENT_TABLE),
    "transactions",
    context,
    () => -Infinity,
  );
  const vanishing = vanishingIn(entries, transactions);
  if (content.doubts === true && !isAccepted(vanishing, content.accepted))
    throw new VanishingError(vanishing, { file: db.name });
  insertPull(db, pullId, content, entries, transactions);
  insertCallers(db, pullId, content.user, content.businesses);
  const bodies = yield* storeBodies(db, pullId, content.bodies, context);
  refuseCancelled(context);
  appendLink(db, context.atMs, "pull", {
    pull: pullId,
    rules: RULES_VERSION,
    source: content.source,
    startedAtMs: content.startedAtMs,
    finishedAtMs: content.finishedAtMs,
    baseUrl: content.baseUrl,
    limit: content.limit,
    ...(content.providedBy === undefined ? {} : { providedBy: content.providedBy }),
    user: content.user === null ? null : { ...content.user },
    businesses: content.businesses.map((business) => ({ ...business })),
    bodies,
    entries:
      entries === null
        ? null
        : {
            ...entries.counts,
            range: entries.range,
            ...(entries.cut === null ? {} : { cut: { ...entries.cut } }),
          },
    ...(content.torn === true ? { torn: true } : {}),
    ...(content.tornRaised === undefined
      ? {}
      : { tornRaised: content.tornRaised.map((one) => ({ ...one })) }),
    ...(content.serverAtMs === undefined ? {} : { serverAtMs: content.serverAtMs }),
    ...(content.accepted === undefined || vanishing.length === 0
      ? {}
      : { accepted: { ...acceptedWords(content.accepted) } }),
    transactions: transactions === null ? null : { ...transactions.counts },
    rows: { ...entries?.digests, ...transactions?.digests },
    texts: { payref: added.payrefs.finish(), label: added.labels.finish() },
  });
  return {
    pullId,
    vanishing,
    inOrder: entries?.inOrder ?? true,
    entries: entries?.counts ?? null,
    transactions: transactions?.counts ?? null,
  };
}

/** What of it is not believed. */
function vanishingIn(entries: IntakeResult | null, transactions: IntakeResult | null): Vanishing[] {
  const kinds = [["entries", entries] as const, ["transactions", transactions] as const];
  return kinds
    .flatMap(([kind, result]): Vanishing[] => {
      if (result === null) return [];
      const { received, vanished } = result.counts;
      return [{ kind, received, held: result.held, vanished }];
    })
    .filter(vanishesTooMuch);
}

function* takeAll<R>(
  batches: Parts<RowBatch> | null,
  open: () => Intake<R>,
  kind: "entries" | "transactions",
  context: PublishContext,
  reach: (lowest: number) => number,
  isCut = false,
): Generator<Pause, IntakeResult | null> {
  if (batches === null) return null;
  const intake = open();
  let received = 0;
  for (const batch of batches) {
    refuseCancelled(context);
    if (batch instanceof Promise) {
      yield batch;
      continue;
    }
    intake.take(batch);
    received += batch.rows;
    context.onProgress?.(kind, received);
    yield;
  }
  if (received === 0) return intake.finish(-Infinity, false);
  return intake.finish(reach(intake.lowest), isCut);
}

function refuseCancelled({ signal }: PublishContext): void {
  if (signal?.aborted === true)
    throw new TieoutError("CANCELLED", "It was cancelled before everything was saved");
}

/** The texts of a table, and what the trail says of those that a pull adds. */
class AddedTexts {
  readonly #digest = new RowDigest(1);
  readonly dictionary: Dictionary;

  constructor(db: WritableLedger, name: DictionaryName) {
    this.dictionary = new Dictionary(db, name, (row) => this.#digest.add(row));
  }

  /** No text may be added after. */
  finish() {
    const { firstNew, next } = this.dictionary;
    return { from: firstNew, to: next, ...this.#digest.finish() };
  }
}

/** Stores the responses and returns what the trail records about them. */
function* storeBodies(
  db: WritableLedger,
  pullId: number,
  bodies: Iterable<NewBody>,
  context: PublishContext,
): Generator<Pause, JsonValue[]> {
  const kept: JsonValue[] = [];
  for (const { compressed, ...body } of bodies) {
    for (const pause of storeBody(db, pullId, { ...body, compressed })) {
      refuseCancelled(context);
      yield pause;
    }
    const { provenance, ...facts } = body;
    kept.push(provenance === undefined ? facts : { ...facts, provenance: { ...provenance } });
  }
  return kept;
}

function insertPull(
  db: WritableLedger,
  pullId: number,
  content: PullFacts,
  entries: IntakeResult | null,
  transactions: IntakeResult | null,
): void {
  db.prepare(
    `INSERT INTO pull (id, source, started_at_ms, finished_at_ms, base_url, wallet_limit, entries,
       lowest_wallet_id, highest_wallet_id, transactions) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    pullId,
    content.source,
    content.startedAtMs,
    content.finishedAtMs,
    content.baseUrl,
    content.limit,
    entries?.counts.received ?? null,
    entries?.range?.from ?? null,
    entries?.range?.to ?? null,
    transactions?.counts.received ?? null,
  );
}
