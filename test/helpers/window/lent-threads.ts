/**
 * Threads that one backend of a test after another works with: starting one takes longer than what most tests ask of it. A
 * backend has its own for itself until it closes, and what they held is let go then.
 */
import { TieoutError } from "../../../src/core/errors.ts";
import type { CallName, CallRequest, CallResult } from "../../../src/main/services/shared/thread-messages.ts";
import type { ServiceTable, Threads } from "../../../src/main/backend/threads/services.ts";
import { Thread, type ThreadSettings } from "../../../src/main/services/shared/thread.ts";
import { SERVICES, builtThreads } from "../built-threads.ts";

/** A thread that is to end with a backend is killed when it works on for so long, milliseconds. */
const PATIENCE_MS = 5000;

/** A thread with the settings of whoever has it. */
interface Lent {
  readonly thread: Thread<ServiceTable>;
  settings: ThreadSettings;
}

const free: Lent[] = [];

function start(settings: ThreadSettings): Lent {
  const lent: Lent = {
    settings,
    thread: new Thread<ServiceTable>(SERVICES, {
      now: () => lent.settings.now(),
      appVersion: "test",
      opened: () => lent.settings.opened?.(),
      onDefect: (error) => lent.settings.onDefect(error),
      onLost: () => lent.settings.onLost?.(),
    }),
  };
  return lent;
}

/** A thread of a backend: taken by its first call, and given back when the backend closes it. */
class LentThread extends Thread<ServiceTable> {
  readonly #settings: ThreadSettings;
  readonly #working = new Set<Promise<unknown>>();
  #lent: Lent | null = null;
  #isClosing = false;

  constructor(settings: ThreadSettings) {
    super(SERVICES, settings);
    this.#settings = settings;
  }

  override async call<N extends CallName<ServiceTable>>(
    name: N,
    request: CallRequest<ServiceTable, N>,
    options: Parameters<Thread<ServiceTable>["call"]>[2] = {},
  ): Promise<CallResult<ServiceTable, N>> {
    if (this.#isClosing) throw new TieoutError("CANCELLED", "The app is closing");
    const lent = (this.#lent ??= this.#take());
    const working = lent.thread.call(name, request, options);
    this.#working.add(working);
    try {
      return await working;
    } finally {
      this.#working.delete(working);
    }
  }

  override async kill(): Promise<void> {
    await this.#lent?.thread.kill();
  }

  override async close(): Promise<void> {
    this.#isClosing = true;
    const lent = this.#lent;
    if (lent === null) return;
    this.#lent = null;
    const patience = setTimeout(() => void lent.thread.kill(), PATIENCE_MS);
    await Promise.allSettled(this.#working);
    clearTimeout(patience);
    lent.settings = { ...lent.settings, onLost: undefined };
    await lent.thread.call("closeLedger", undefined);
    free.push(lent);
  }

  #take(): Lent {
    const lent = free.pop() ?? start(this.#settings);
    lent.settings = this.#settings;
    return lent;
  }
}

/** Threads of a backend, those for ledgers lent. The sandbox keeps what it serves, and is the backend's own. */
export function lendThreads(settings: ThreadSettings, onLost: () => void): Threads {
  const { sandbox } = builtThreads(settings, onLost);
  return {
    long: new LentThread(settings),
    quick: new LentThread({ ...settings, onLost }),
    checks: [new LentThread(settings), new LentThread(settings)],
    sandbox,
  };
}
