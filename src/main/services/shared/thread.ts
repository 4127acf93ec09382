/** A thread for services: typed calls in, progress and answers out. One that dies is started again. */
import { type ResourceLimits, Worker, type MessagePort, type Transferable } from "node:worker_threads";
import { TieoutError } from "../../../core/errors.ts";
import type {
  Progress,
  ServiceContext,
  AnswerMessage,
  CallMessage,
  CallName,
  CallRequest,
  CallResult,
  CallTable,
  Failure,
} from "./thread-messages.ts";
import { Defect, placesOf } from "./defect.ts";

export interface ThreadSettings {
  /** Milliseconds UTC. */
  readonly now: () => number;
  readonly appVersion: string;
  /** As of `ServiceContext`. */
  readonly printer?: readonly string[] | undefined;
  /** The ledger that the window has open as a call begins. */
  readonly opened?: (() => ServiceContext["opened"]) | undefined;
  /** As of `ServiceContext`. */
  readonly keys?: (() => ServiceContext["keys"]) | undefined;
  /** Told why a thread died. */
  readonly onDefect: (error: unknown) => void;
  /** Told that it died, with whatever it held. */
  readonly onLost?: (() => void) | undefined;
  /** What memory it may take; as much as V8 likes unless told otherwise. */
  readonly limits?: ResourceLimits | undefined;
}

interface CallOptions {
  /** Aborted when the caller wants it to stop; it ends with CANCELLED where it hears of it in time. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Whether an abort ends the thread, for what keeps it too busy to hear of one and writes nothing. Whatever
   * else it was asked for is lost, too.
   */
  readonly endsWhenAborted?: boolean | undefined;
}

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly onProgress: CallOptions["onProgress"];
}

/** How long a thread may go on with what it does once it is to end. */
const PATIENCE_MS = 5000;

export class Thread<T extends CallTable> {
  readonly #file: URL;
  readonly #settings: ThreadSettings;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | null = null;
  #calls = 0;
  #isClosing = false;

  /** @param file its program, which answers the calls of T by `answerCalls` */
  constructor(file: URL, settings: ThreadSettings) {
    this.#file = file;
    this.#settings = settings;
  }

  /** Has the thread, started by the first call, work. @throws TieoutError as the service; WORK_LOST */
  async call<N extends CallName<T>>(
    name: N,
    request: CallRequest<T, N>,
    { signal, onProgress, endsWhenAborted = false }: CallOptions = {},
  ): Promise<CallResult<T, N>> {
    if (signal?.aborted === true) throw new TieoutError("CANCELLED", "It was interrupted before it began");
    if (this.#isClosing) throw new TieoutError("CANCELLED", "The app is closing");
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = (this.#calls += 1);
    const cancel = () => {
      if (endsWhenAborted) {
        this.#pending.get(id)?.reject(new TieoutError("CANCELLED", "It was interrupted"));
        void this.kill();
      } else cancelCall(worker, id);
    };
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      return (await new Promise<unknown>((resolve, reject) => {
        this.#pending.set(id, { resolve, reject, onProgress });
        const { now, appVersion, printer, opened, keys } = this.#settings;
        const given = { atMs: now(), appVersion, printer, opened: opened?.(), keys: keys?.() };
        post(worker, { kind: "call", id, name, request, ...given });
      })) as CallResult<T, N>;
    } finally {
      this.#pending.delete(id);
      signal?.removeEventListener("abort", cancel);
    }
  }

  /** Ends the thread at once: its calls fail with WORK_LOST. No ledger keeps anything half written. */
  async kill(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    this.#lose(worker);
    await worker.terminate();
  }

  /** Lets what is under way come to its end, and ends the thread for good; one that does not is ended. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const worker = this.#worker;
    if (worker === null) return;
    const ended = new Promise<void>((resolve) => {
      worker.once("exit", () => resolve());
    });
    post(worker, { kind: "close" });
    const patience = setTimeout(() => void worker.terminate(), PATIENCE_MS);
    await ended;
    clearTimeout(patience);
  }

  #start(): Worker {
    const worker = new Worker(this.#file, { resourceLimits: this.#settings.limits });
    worker.on("message", (message: AnswerMessage) => {
      this.#take(worker, message);
    });
    // An answer that cannot be read does not say whose it is.
    worker.once("messageerror", (error) => {
      this.#settings.onDefect(error);
      this.#lose(worker);
      void worker.terminate();
    });
    worker.once("error", (error) => {
      this.#settings.onDefect(error);
      this.#lose(worker);
    });
    worker.once("exit", () => {
      this.#lose(worker);
    });
    return worker;
  }

  /** Whoever calls from now on starts another one. */
  #lose(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const { reject } of this.#pending.values()) {
      reject(new TieoutError("WORK_LOST", "The work ended unexpectedly"));
    }
    this.#pending.clear();
    this.#settings.onLost?.();
  }

  #take(worker: Worker, message: AnswerMessage): void {
    const call = this.#pending.get(message.id);
    if (call === undefined) return;
    if (message.kind === "progress") tell(call, message.progress, () => cancelCall(worker, message.id));
    else if (message.kind === "done") call.resolve(message.value);
    else call.reject(errorOf(message.failure));
  }
}

/** Progress that cannot be told fails its call and stops the work, as it would in the caller's own thread. */
function tell({ onProgress, reject }: Pending, progress: Progress, cancel: () => void): void {
  try {
    onProgress?.(progress);
  } catch (error) {
    reject(error);
    cancel();
  }
}

function cancelCall(worker: Worker, id: number): void {
  post(worker, { kind: "cancel", id });
}

function post(worker: Worker, message: CallMessage): void {
  worker.postMessage(message, []);
}

function errorOf(failure: Failure): Error {
  if (failure.code === null) return new Defect(failure.places);
  return new TieoutError(failure.code, failure.sentence, failure.facts);
}

// The working end of a thread: takes calls, does them, says how far it is, answers.

/** How often a phase that goes on is told about. */
const TELL_EVERY_MS = 50;

/** Answers calls until the port closes. @param end lets go of what services hold, once none is at work */
export function answerCalls(port: MessagePort, table: CallTable, end: () => unknown = () => undefined): void {
  const running = new Map<
    number,
    { readonly cancelling: AbortController; readonly answered: Promise<void> }
  >();
  const close = async () => {
    await Promise.all([...running.values()].map(({ answered }) => answered));
    await end();
    port.close();
  };
  // A call that cannot be read does not say which it is. The thread fails, and with it all that waits for it.
  port.on("messageerror", (error) => {
    throw error;
  });
  port.on("message", (message: CallMessage) => {
    if (message.kind === "cancel") running.get(message.id)?.cancelling.abort();
    else if (message.kind === "close") void close();
    else {
      const cancelling = new AbortController();
      const answered = answer(port, table, message, cancelling.signal).finally(() => {
        running.delete(message.id);
      });
      running.set(message.id, { cancelling, answered });
    }
  });
}

type ThreadCallMessage = Extract<CallMessage, { readonly kind: "call" }>;

async function answer(
  port: MessagePort,
  table: CallTable,
  { id, name, request, atMs, appVersion, printer, opened, keys }: ThreadCallMessage,
  signal: AbortSignal,
): Promise<void> {
  const send = (message: AnswerMessage, moved: readonly Transferable[] = []) => {
    port.postMessage(message, moved);
  };
  const begun = performance.now();
  const progressReports = new ProgressReports((progress) => send({ kind: "progress", id, progress }));
  const context: ServiceContext = {
    now: () => Math.round(atMs + performance.now() - begun),
    appVersion,
    printer,
    opened,
    keys,
    signal,
    onProgress: (progress) => {
      progressReports.tell(progress);
    },
  };
  try {
    if (!Object.hasOwn(table, name)) throw new Error(`no service ${name}`);
    const service = table[name] as (request: unknown, context: ServiceContext) => unknown;
    const value = await service(request, context);
    progressReports.flush();
    // What cannot be handed over fails here, as the work itself would.
    send({ kind: "done", id, value }, wholeBuffersOf(value));
  } catch (error) {
    progressReports.flush();
    send({ kind: "failed", id, failure: failureOf(error) });
  }
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof TieoutError)) return { code: null, places: placesOf(error) };
  return { code: error.code, sentence: error.message, facts: { ...error.facts } };
}

/** Tells of each phase how it began, how it goes on now and then, and where it ended. */
class ProgressReports {
  readonly #send: (progress: Progress) => void;
  #pending: Progress | null = null;
  #phase = "";
  #ledger: string | undefined;
  #done = 0;
  #toldAtMs = 0;

  constructor(send: (progress: Progress) => void) {
    this.#send = send;
  }

  tell(progress: Progress): void {
    // Less than before is the same phase once more: another request for the same thing.
    const { phase, ledger, closing } = progress;
    const isOther = phase !== this.#phase || ledger !== this.#ledger;
    const isNext = isOther || progress.done < this.#done || closing !== undefined;
    if (isNext) this.flush();
    this.#phase = phase;
    this.#ledger = ledger;
    this.#done = progress.done;
    if (isNext || performance.now() - this.#toldAtMs >= TELL_EVERY_MS) this.#tellNow(progress);
    else this.#pending = progress;
  }

  flush(): void {
    if (this.#pending !== null) this.#tellNow(this.#pending);
  }

  #tellNow(progress: Progress): void {
    this.#pending = null;
    this.#toldAtMs = performance.now();
    this.#send(progress);
  }
}

/** The buffers of a batch's columns, handed over instead of copied. A part of a larger buffer is copied. */
function wholeBuffersOf(value: unknown): ArrayBuffer[] {
  if (typeof value !== "object" || value === null) return [];
  const buffers = new Set<ArrayBuffer>();
  for (const column of Object.values(value)) {
    if (!ArrayBuffer.isView(column) || !(column.buffer instanceof ArrayBuffer)) continue;
    if (column.byteLength === column.buffer.byteLength) buffers.add(column.buffer);
  }
  return [...buffers];
}
