/**
 * Packs records in a separate thread while this one writes rows to the ledger. Batches cross one at a time,
 * and the packer waits when it is far ahead, so memory stays bounded. Whichever thread waits for the other
 * compresses the next piece of a response. This thread waits without blocking, and notices at once when the
 * other dies.
 */
import { setImmediate } from "node:timers/promises";
import { MessageChannel, type MessagePort, Worker, receiveMessageOnPort } from "node:worker_threads";
import { BlockSource, type ListBody } from "../../api/list-body.ts";
import { type RowBatch, RowPacker } from "../../ledger/tables/row-batch.ts";
import { freeMemory } from "../../../core/memory.ts";
import { PIECE_BYTES, packPiece } from "../../ledger/file/pieces.ts";
import { FEW_YOUNG_OBJECTS, workerFile } from "../shared/places.ts";
import type { Sent } from "../../../core/sent.ts";
import { readEntries, readTransactions } from "../../api/records.ts";
import type { Parts } from "../../ledger/pulls/body.ts";
import { ENTRY_TABLE, PAYMENT_TABLE, type RecordTable } from "../../ledger/tables/record-table.ts";

/** What the packer sends: parts of the list at hand, the list's end, or that something went wrong. */
export type PackerMessage =
  | { readonly kind: "batch"; readonly batch: RowBatch }
  | { readonly kind: "piece"; readonly piece: Uint8Array<ArrayBuffer> }
  | { readonly kind: "end" }
  | { readonly kind: "failed" };

type SentMessage = Exclude<PackerMessage, { readonly kind: "failed" }>;
type FailureSearch = () => Generator<Promise<void>, unknown>;

/** What a packer is given after the wallet histories. */
export interface OtherTask {
  readonly transactions: readonly ListBody[];
  /** Whether the responses are asked for, too. */
  readonly keep: boolean;
}

/** What both threads see: how many messages were sent and taken, whether to stop, how many tasks were given, how many pieces begun. */
export const SENT = 0;
export const TAKEN = 1;
export const STOPPED = 2;
export const GIVEN = 3;
const BEGUN = 4;

/** From this size on, in bytes of lists, a thread is worth its start. */
export const WORTH_PACKING_BESIDE = 4_000_000;

/** How many messages may be queued between the threads. */
export const MOST_AHEAD = 8;

/**
 * How many at first, while the other thread may still look through files: one fewer for each four that are taken, until it is MOST_AHEAD.
 * What waits longer is moved by V8 to the space of what lives on.
 */
export const MOST_AHEAD_AT_FIRST = 128;

/** A thread that packs. It can be started before the lists are there, so that it is ready for them. Stop it in the end. */
export class PackingThread {
  readonly #counters = new Int32Array(new SharedArrayBuffer(20));
  readonly #port: MessagePort;
  readonly #worker: Worker;
  /** Kept when the thread has ended, in whatever way. */
  readonly #ended: Promise<void>;
  #hasEnded = false;
  #hasBegun = false;
  #diedOf: unknown;

  /** @param file the thread's program */
  constructor(file: URL = workerFile("packing", import.meta.url)) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = new Worker(file, {
      workerData: { port: port2, counters: this.#counters },
      transferList: [port2],
      resourceLimits: FEW_YOUNG_OBJECTS,
    });
    this.#ended = new Promise((resolve) => {
      const end = () => {
        this.#hasEnded = true;
        resolve();
      };
      this.#worker.once("error", (error) => {
        this.#diedOf = error;
        end();
      });
      this.#worker.once("exit", end);
    });
  }

  /** Begins with the wallet histories of the lists that `pack` gets later; what is wrong with them is said then. */
  begin(wallet: readonly ListBody[]): void {
    this.#hasBegun = true;
    this.#give(wallet.map(bareList));
  }

  /** Packs beside this thread, once; throws as `packHere`. @param keep whether responses are asked for */
  pack(lists: PulledLists, keep: boolean): Packing {
    if (!this.#hasBegun) this.begin(lists.wallet);
    this.#give({ transactions: lists.transactions.map(bareList), keep });
    const all = keep ? allLists(lists) : [];
    const pieces = new SharedPieces(all, this.#counters);
    const reason = () => reasonIn(lists, keep);
    const batches = () => this.#batches(pieces, reason);
    const waiting = all.values();
    return {
      entries: orNone(lists.wallet, batches()),
      transactions: orNone(lists.transactions, batches()),
      nextAnswer: () => this.#pieces(piecesOf(nextOf(waiting)), pieces, reason),
      stop: () => this.stop(),
    };
  }

  /** The batches of the next list. @param reason finds what the packer failed of */
  *#batches(pieces: SharedPieces, reason: FailureSearch): Generator<RowBatch | Promise<void>> {
    for (;;) {
      const message = yield* this.#next(pieces, reason);
      if (message.kind === "end") return;
      if (message.kind !== "batch") throw new Error(`a batch was due, not ${message.kind}`);
      yield message.batch;
    }
  }

  /** So many further pieces, each made by either thread. */
  *#pieces(
    count: number,
    pieces: SharedPieces,
    reason: FailureSearch,
  ): Generator<Uint8Array | Promise<void>> {
    for (let left = count; left > 0; left -= 1) {
      const made = pieces.takeNext();
      const message =
        made === null ? yield* this.#next(pieces, reason) : ({ kind: "piece", piece: made } as const);
      if (message.kind !== "piece") throw new Error(`a piece was due, not ${message.kind}`);
      yield message.piece;
      freeMemory(message.piece.buffer);
    }
  }

  /** The packer's next message. While there is none, this thread compresses responses, as far as they may be held. */
  *#next(pieces: SharedPieces, reason: FailureSearch): Generator<Promise<void>, SentMessage> {
    for (;;) {
      const message = this.#take();
      if (message !== null) {
        if (message.kind === "failed") throw yield* reason();
        return message;
      }
      if (this.#hasEnded) throw new Error("the packing thread died", { cause: this.#diedOf });
      yield pieces.hold() ? setImmediate() : this.#nextOrEnd();
    }
  }

  /**
   * Tells the packer to stop and waits until it has, so that nobody takes its files away before. It is never
   * terminated: V8 ends the whole process when that happens while a module is being loaded that waits for
   * another one.
   */
  async stop(): Promise<void> {
    Atomics.store(this.#counters, STOPPED, 1);
    // What a packer compares that is just about to wait.
    this.#tell(GIVEN);
    this.#tell(TAKEN);
    await this.#ended;
    this.#port.close();
  }

  #give(task: readonly ListBody[] | OtherTask): void {
    this.#port.postMessage(task);
    this.#tell(GIVEN);
  }

  #tell(counter: number): void {
    Atomics.add(this.#counters, counter, 1);
    Atomics.notify(this.#counters, counter);
  }

  /** The next message, or null when none has come yet. */
  #take(): PackerMessage | null {
    const received = receiveMessageOnPort(this.#port);
    if (received === undefined) return null;
    this.#tell(TAKEN);
    return received.message as PackerMessage;
  }

  async #nextOrEnd(): Promise<void> {
    const sent = Atomics.load(this.#counters, SENT);
    // A message is counted after it is sent. If it was taken before that, more are taken than sent for a moment.
    if (sent > Atomics.load(this.#counters, TAKEN)) return;
    await Promise.race([Atomics.waitAsync(this.#counters, SENT, sent).value, this.#ended]);
  }
}

/** Knowledge of secrets stays in this thread. */
function bareList({ origin: { name, kind }, ...list }: ListBody): ListBody {
  return { ...list, origin: { name, kind } };
}

/**
 * What went wrong in the packing thread: everything is read once more here, because only this thread can take
 * secrets out of what an error quotes. Whoever waits gets a turn after each part, and may give up.
 */
function* reasonIn(lists: PulledLists, keep: boolean): Generator<Promise<void>, unknown> {
  const packer = new RowPacker();
  try {
    for (const _ of packEntries(packer, lists.wallet)) yield setImmediate();
    for (const _ of packTransactions(packer, lists.transactions)) yield setImmediate();
    if (keep) for (const list of allLists(lists)) for (const _ of compressList(list)) yield setImmediate();
  } catch (error) {
    return error;
  }
  return new Error("the packing thread failed where this one does not");
}

// The lists of a pull as packed rows and compressed responses.

export interface PulledLists {
  readonly wallet: readonly ListBody[];
  readonly transactions: readonly ListBody[];
}

/** Each list is asked for once, in this order: entries, transactions, then compressed responses in turn. */
export interface Packing {
  /** null when the pull had none, so that nothing vanishes. */
  readonly entries: Parts<RowBatch> | null;
  readonly transactions: Parts<RowBatch> | null;
  /** The pieces of the next list's response, wallet histories first. Each is gone when the next is asked for. */
  readonly nextAnswer: () => Parts<Uint8Array>;
  /** Ends it early, or does nothing any more. */
  readonly stop: () => Promise<void>;
}

/** Lists in the order in which their responses are kept. */
export function allLists({ wallet, transactions }: PulledLists): readonly ListBody[] {
  return [...wallet, ...transactions];
}

/** Packs in this thread. All iterations throw what reading the records raises. */
export function packHere(lists: PulledLists): Packing {
  const packer = new RowPacker();
  const waiting = allLists(lists).values();
  return {
    entries: orNone(lists.wallet, packEntries(packer, lists.wallet)),
    transactions: orNone(lists.transactions, packTransactions(packer, lists.transactions)),
    nextAnswer: () => compressList(nextOf(waiting)),
    stop: () => Promise.resolve(),
  };
}

function orNone<T>(lists: readonly ListBody[], batches: T): T | null {
  return lists.length === 0 ? null : batches;
}

export function packEntries(packer: RowPacker, wallet: readonly ListBody[]): Generator<RowBatch> {
  return packAll(packer, wallet, readEntries, ENTRY_TABLE);
}

export function packTransactions(packer: RowPacker, transactions: readonly ListBody[]): Generator<RowBatch> {
  return packAll(packer, transactions, readTransactions, PAYMENT_TABLE);
}

function* packAll<R extends Sent>(
  packer: RowPacker,
  lists: readonly ListBody[],
  read: (list: ListBody) => Iterable<readonly R[]>,
  table: RecordTable<R>,
): Generator<RowBatch> {
  for (const list of lists) {
    for (const records of read(list)) yield packer.pack(table, records);
  }
}

function nextOf(lists: Iterator<ListBody>): ListBody {
  const next = lists.next();
  if (next.done === true) throw new RangeError("there is no further response");
  return next.value;
}

const piecesOf = ({ bytes }: ListBody) => Math.ceil(bytes / PIECE_BYTES);

/**
 * A list's response, compressed.
 * @throws TieoutError FILE_UNREADABLE when its file was written between its scan and a piece; what is written
 *   later is found by `publishAnswers`
 */
export function* compressList(list: ListBody): Generator<Uint8Array<ArrayBuffer>> {
  const buffer = Buffer.alloc(PIECE_BYTES);
  for (let n = 0; n < piecesOf(list); n += 1) yield compressPiece(list, n, buffer);
}

function compressPiece(list: ListBody, n: number, buffer: Uint8Array): Uint8Array<ArrayBuffer> {
  using source = new BlockSource(list);
  const start = n * PIECE_BYTES;
  const piece = buffer.subarray(0, Math.min(PIECE_BYTES, list.bytes - start));
  source.read(start, piece);
  return packPiece(piece);
}

/** Of compressed responses, so many bytes are held by each thread until the rows before them are taken. */
const MOST_HELD_BYTES = 4_000_000;

/** The pieces of all responses. Each is made by the thread that has time for it first; a thread makes its own in their order. */
export class SharedPieces {
  readonly #places: { readonly list: ListBody; readonly n: number }[];
  readonly #counters: Int32Array;
  readonly #buffer = Buffer.alloc(PIECE_BYTES);
  readonly #held: { readonly at: number; readonly piece: Uint8Array<ArrayBuffer> }[] = [];
  #heldBytes = 0;
  #taken = 0;

  constructor(lists: readonly ListBody[], counters: Int32Array) {
    this.#counters = counters;
    this.#places = lists.flatMap((list) => Array.from({ length: piecesOf(list) }, (_, n) => ({ list, n })));
  }

  /** Makes a piece that nobody has begun, and holds it. @returns false where there is none, or enough are held */
  hold(): boolean {
    if (this.#heldBytes >= MOST_HELD_BYTES) return false;
    const at = Atomics.add(this.#counters, BEGUN, 1);
    const place = this.#places[at];
    if (place === undefined) return false;
    const piece = compressPiece(place.list, place.n, this.#buffer);
    this.#held.push({ at, piece });
    this.#heldBytes += piece.length;
    return true;
  }

  /** The next of those that this thread made or still can make, in their order; null where there is none. */
  takeOwn(): Uint8Array<ArrayBuffer> | null {
    if (this.#held.length === 0) this.hold();
    const own = this.#held.shift();
    if (own === undefined) return null;
    this.#heldBytes -= own.piece.length;
    return own.piece;
  }

  /** The next of all, for the thread that wants them; null where the other thread makes it. */
  takeNext(): Uint8Array<ArrayBuffer> | null {
    if (Atomics.load(this.#counters, BEGUN) <= this.#taken) this.hold();
    const isOwn = this.#held[0]?.at === this.#taken;
    this.#taken += 1;
    return isOwn ? this.takeOwn() : null;
  }
}
