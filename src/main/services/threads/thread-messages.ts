/** Messages between a thread and its worker. */
import type { ErrorFacts } from "../../../core/errors.ts";
import type { ErrorCode } from "../../../core/error-codes.ts";
import type { Progress, ServiceContext } from "../shared/context.ts";

type OpenedInThread = NonNullable<ServiceContext["opened"]>;

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
      readonly opened: OpenedInThread | undefined;
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
