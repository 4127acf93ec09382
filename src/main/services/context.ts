import type { CheckMemory } from "./check-memory.ts";

/** What every service is given from outside: the clock, a way to be cancelled, a way to say how far it is. */
export interface Progress {
  /** What is being done, in a few words, e.g. `Reading wallet history`. */
  readonly phase: string;
  readonly done: number;
  /** null while unknown. */
  readonly total: number | null;
  /** What is counted: `entries`, `bytes` … */
  readonly unit: string;
}

export interface ServiceContext {
  /** Milliseconds UTC. */
  readonly now: () => number;
  readonly appVersion: string;
  readonly signal?: AbortSignal | undefined;
  /** What the thread remembers between calls; a process that does one thing remembers nothing. */
  readonly memory?: CheckMemory | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}
