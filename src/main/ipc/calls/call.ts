/** What says how a method of the bridge is run: by the backend itself, or by one of its threads. */
import type { Answer, MethodName, Parsed } from "../../../ipc/contract.ts";
import type { Fixed } from "../../../ipc/contract/method.ts";
import type { JobKind, JobResult } from "../../../ipc/jobs.ts";
import type { ServiceContext } from "../../services/shared/context.ts";
import type { HandlerContext } from "../handler-context.ts";
import type { AtLedger, InLedger } from "../threads/held-ledger.ts";

/**
 * How some methods are run. Each `run` imports what it needs when it is called: backend and threads start
 * without it. What a window waits for names its modules in `load`, too, so that a thread may have them
 * before.
 */
export type Calls = { readonly [M in MethodName]?: Call<M> };

export type Call<M extends MethodName> =
  | HereCall<M>
  | QuickCall<M, Answer<M>>
  | JobCall<M, Fixed<JobResult>>
  | AskingCall<M>;

/** By the backend itself, for what takes no time or needs several threads. */
interface HereCall<M extends MethodName> {
  readonly on: "here";
  readonly ask?: never;
  readonly run: (input: Parsed<M>, app: HandlerContext) => Soon<Answer<M>>;
}

/** By a thread, whichever method it is. */
export interface ThreadCall {
  readonly on: "quick" | "long";
  /** On `long`: which job it is. The window learns at once that it began, and from an event what it did. */
  readonly job?: JobKind;
  /** Whether it writes to the ledger: it must be writable then, and its facts are read again afterwards. */
  readonly writes?: boolean;
  /** Whether cancelling ends the thread, for what keeps it too busy to hear of it and writes nothing. */
  readonly endsWhenAborted?: boolean;
  /** On `quick`: imports what `run` imports. */
  readonly load?: () => Promise<unknown>;
  readonly ask?: (input: never, app: HandlerContext) => unknown;
  readonly run: (request: never, context: ServiceContext) => unknown;
  readonly answer?: (result: never, app: HandlerContext, request: never) => unknown;
}

/** Asks a thread what the window asked, of the open ledger; what the thread returns is the answer. */
interface DirectCall<M extends MethodName, Result> extends ThreadCall {
  readonly ask?: never;
  readonly answer?: never;
  readonly run: (request: InOpenLedger<M>, context: ServiceContext) => Soon<Result>;
}

/** By the thread that a window waits for. What writes is tried again while a pull publishes. */
export interface QuickCall<M extends MethodName, Result> extends DirectCall<M, Result> {
  readonly on: "quick";
  readonly load: () => Promise<unknown>;
  readonly job?: never;
}

/** By the thread for what takes its time. */
interface JobCall<M extends MethodName, Result> extends DirectCall<M, Result> {
  readonly on: "long";
  readonly job: JobKind;
}

/** Asks a thread something else; `quickCall` and `jobCall` check what crosses to it and back. */
export interface AskingCall<M extends MethodName> extends ThreadCall {
  readonly ask: (input: Parsed<M>, app: HandlerContext) => unknown;
}

interface Asking<M extends MethodName, Request, Result, Answered> extends Pick<
  ThreadCall,
  "writes" | "endsWhenAborted"
> {
  /** What the thread is asked: paths in place of handles, say. What this refuses never begins a job. */
  readonly ask: (input: Parsed<M>, app: HandlerContext) => Request;
  readonly run: (request: Request, context: ServiceContext) => Soon<Result>;
  /** What is answered in the place of the thread's result: handles in the place of paths, say. */
  readonly answer: (result: Result, app: HandlerContext, request: Request) => Soon<Answered>;
}

/** How a module that is imported when it is first needed answers what a window asks of the open ledger. */
type Service<M extends MethodName, Module> = (
  module: Module,
) => (request: InOpenLedger<M>, context: ServiceContext) => Soon<Answer<M>>;

/** What the quick thread reads of the open ledger. */
export function readCall<M extends MethodName, Module>(
  load: () => Promise<Module>,
  service: Service<M, Module>,
): QuickCall<M, Answer<M>> {
  return { on: "quick", load, run: async (request, context) => service(await load())(request, context) };
}

/** What the quick thread writes to the open ledger. */
export function writeCall<M extends MethodName, Module>(
  load: () => Promise<Module>,
  service: Service<M, Module>,
): QuickCall<M, Answer<M>> {
  return { ...readCall(load, service), writes: true };
}

/** A call of the quick thread that asks and answers other things than cross the bridge. */
export function quickCall<M extends MethodName, Request, Result>(
  call: Asking<M, Request, Result, Answer<M>> & Required<Pick<ThreadCall, "load">>,
): AskingCall<M> {
  return { on: "quick", ...call };
}

/** A job that asks and answers other things than cross the bridge. */
export function jobCall<M extends MethodName, Request, Result>(
  kind: JobKind,
  call: Asking<M, Request, Result, Fixed<JobResult>>,
): AskingCall<M> {
  return { on: "long", job: kind, ...call };
}

type Soon<T> = T | Promise<T>;

/** What may be asked as of a link is asked of the ledger at that link. */
type InOpenLedger<M extends MethodName> =
  Parsed<M> extends Record<string, never>
    ? InLedger
    : "asOf" extends keyof Parsed<M>
      ? Omit<Parsed<M>, "asOf"> & AtLedger
      : Parsed<M> & InLedger;
