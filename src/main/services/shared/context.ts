import type { LedgerClosing } from "../../../core/review/clients/ledger-closing.ts";
import type { OpenedLedger } from "../../ledger/file/open.ts";
import type { CheckMemory } from "../check/check-memory.ts";

/** What every service is given from outside: the clock, a way to be cancelled, a way to say how far it is. */
export interface Progress {
  /** What is being done, in a few words, e.g. `Reading wallet history`. */
  readonly phase: string;
  readonly done: number;
  /** null while unknown. */
  readonly total: number | null;
  /** What is counted: `entries`, `bytes` … */
  readonly unit: string;
  /** Where several ledgers are worked on: the name of the one that this is about. */
  readonly ledger?: string;
  /** Where that one is done: what was done for it. */
  readonly closing?: LedgerClosing;
}

export interface ServiceContext {
  /** Milliseconds UTC. */
  readonly now: () => number;
  /** A UUID for a new ledger; a random one when not given. */
  readonly newId?: (() => string) | undefined;
  readonly appVersion: string;
  /** The program that prints pages, with its first arguments; a browser is looked for where none is given. */
  readonly printer?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * How long to wait for another writer before LEDGER_BUSY, milliseconds; the thread is blocked meanwhile. A
   * few seconds when not given. A thread of a window waits as long as a pull in another thread may take to
   * publish.
   */
  readonly patienceMs?: number | undefined;
  /**
   * The ledger that a window, or an earlier step of the same work, has open: nothing is written to another in
   * its place.
   */
  readonly opened?: OpenedLedger | undefined;
  /** What the thread remembers between calls; a process that does one thing remembers nothing. */
  readonly memory?: CheckMemory | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}
