/** The working end of a thread: takes calls, does them, says how far it is, answers. */
import type { MessagePort, Transferable } from "node:worker_threads";
import { TieoutError } from "../../../core/errors.ts";
import type {
  Progress,
  ServiceContext,
  AnswerMessage,
  CallMessage,
  CallTable,
  Failure,
} from "./thread-messages.ts";
import { placesOf } from "./defect.ts";

/** How often a phase that goes on is told about. */
const TELL_EVERY_MS = 50;

/**
 * Answers calls until the other side closes the thread.
 *
 * @param end lets go of what the services hold, once none is at work any more
 */
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
  { id, name, request, atMs, appVersion, printer, opened }: ThreadCallMessage,
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
