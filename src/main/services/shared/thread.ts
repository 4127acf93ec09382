/**
 * A thread that does work of services: typed calls in, progress and answers out. A thread that dies fails its
 * calls, and the next call starts it again.
 */
import { type ResourceLimits, Worker } from "node:worker_threads";
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
import { Defect } from "./defect.ts";

export interface ThreadSettings {
  /** Milliseconds UTC. */
  readonly now: () => number;
  readonly appVersion: string;
  /** As of `ServiceContext`. */
  readonly printer?: readonly string[] | undefined;
  /** The ledger that the window has open as a call begins. */
  readonly opened?: (() => ServiceContext["opened"]) | undefined;
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

  /**
   * Has the thread do something; it is started by the first call.
   *
   * @throws TieoutError what the service raises; WORK_LOST when the thread died
   */
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
        const { now, appVersion, printer, opened } = this.#settings;
        const given = { atMs: now(), appVersion, printer, opened: opened?.() };
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
