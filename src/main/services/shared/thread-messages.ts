/** Messages between a thread and its worker. */
import type { ErrorFacts } from "../../../core/errors.ts";
import type { ErrorCode } from "../../../core/error-codes.ts";
import type { LedgerClosing } from "../../../core/review/clients/ledger-closing.ts";
import type { OpenedLedger } from "../../ledger/file/open.ts";
import type { HeldKeys } from "../../ledger/file/signature.ts";
import type { CheckMemory } from "./check-memory.ts";

/** What a thread can do, by name. What crosses is structured-cloned, whole buffers are handed over. */
export type CallTable = Readonly<Record<string, (request: never, context: ServiceContext) => unknown>>;

export type CallName<T extends CallTable> = keyof T & string;
export type CallRequest<T extends CallTable, N extends CallName<T>> = Parameters<T[N]>[0];
export type CallResult<T extends CallTable, N extends CallName<T>> = Awaited<ReturnType<T[N]>>;

/** Into the thread. */
export type CallMessage =
  | {
      readonly kind: "call";
      readonly id: number;
      readonly name: string;
      readonly request: unknown;
      /** The caller's clock as the call began, milliseconds UTC: the thread counts on from there. */
      readonly atMs: number;
      readonly appVersion: string;
      /** As of `ServiceContext`. */
      readonly printer: readonly string[] | undefined;
      /** The ledger that the window has open. */
      readonly opened: NonNullable<ServiceContext["opened"]> | undefined;
      /** As of `ServiceContext`. */
      readonly keys: HeldKeys | undefined;
    }
  | { readonly kind: "cancel"; readonly id: number }
  /** Nothing more comes: it ends when what is under way has ended. */
  | { readonly kind: "close" };

/** Out of the thread. */
export type AnswerMessage =
  | { readonly kind: "progress"; readonly id: number; readonly progress: Progress }
  | { readonly kind: "done"; readonly id: number; readonly value: unknown }
  | { readonly kind: "failed"; readonly id: number; readonly failure: Failure };

/** An error without its type: of an expected one what is safe to show, of others only the places passed. */
export type Failure =
  | { readonly code: ErrorCode; readonly sentence: string; readonly facts: ErrorFacts }
  | { readonly code: null; readonly places: string };

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
  /** The ledger that a window, or an earlier step, has open: nothing is written to another in its place. */
  readonly opened?: OpenedLedger | undefined;
  /** The keys that sign what people do. */
  readonly keys?: HeldKeys | undefined;
  /** What the thread remembers between calls; a process that does one thing remembers nothing. */
  readonly memory?: CheckMemory | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}
