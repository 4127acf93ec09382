/**
 * How a method of the bridge is run: by the backend itself (`inBackend`), by the thread that a window waits for (`onLedger`,
 * `asks`), or as a job by the thread for what takes its time (`works`). Types come from the contract, and so does what writes.
 */
import type { Answer, Fixed, MethodName, Parsed } from "../../../ipc/contract.ts";
import { alwaysWrites } from "../../../ipc/meant-for.ts";
import type { JobKind, JobResult } from "../../../ipc/jobs.ts";
import type { ServiceContext } from "../../services/shared/thread-messages.ts";
import type { AtLedger, InLedger } from "../threads/held-ledger.ts";
import type { HandlerContext } from "./desk.ts";

/** What answers calls in a thread. It is imported when it is first needed: backend and threads start without it. */
const MODULES = {
  activity: async () => import("../../services/backup/activity.ts"),
  attach: async () => import("../../services/review/attach.ts"),
  bankAccept: async () => import("../../services/review/bank-accept.ts"),
  bankStatements: async () => import("../../services/review/bank-statements.ts"),
  backup: async () => import("../../services/backup/backup.ts"),
  changedSince: async () => import("../../services/close/changed-since.ts"),
  check: async () => import("../../services/check/check.ts"),
  close: async () => import("../../services/close/close.ts"),
  export: async () => import("../../services/export/export.ts"),
  guessImportKind: async () => import("../../services/pull/guess-import-kind.ts"),
  heldLedger: async () => import("../threads/held-ledger.ts"),
  journal: async () => import("../../services/export/journal.ts"),
  letter: async () => import("../../services/review/letter.ts"),
  letterStanding: async () => import("../../services/review/letter-standing.ts"),
  pack: async () => import("../../services/export/pack-month.ts"),
  points: async () => import("../../services/review/points.ts"),
  letterRecord: async () => import("../../services/review/letter-steps.ts"),
  match: async () => import("../../services/review/match.ts"),
  moments: async () => import("../../services/close/moments.ts"),
  monthFile: async () => import("../../services/close/month-file.ts"),
  monthReads: async () => import("../threads/month-reads.ts"),
  readReview: async () => import("../../services/review/read-review.ts"),
  record: async () => import("../../services/check/record.ts"),
  register: async () => import("../../services/close/register.ts"),
  review: async () => import("../../services/review/review.ts"),
  saveEvidence: async () => import("../../services/review/save-evidence.ts"),
  setAside: async () => import("../../services/pull/set-aside.ts"),
  settings: async () => import("../../services/backup/settings.ts"),
  standing: async () => import("../../services/review/standing.ts"),
  verify: async () => import("../../services/verify/verify.ts"),
  verifyWorkbook: async () => import("../../services/export/verify-workbook.ts"),
  writeTable: async () => import("../../services/export/write-table.ts"),
  year: async () => import("../../services/export/year.ts"),
};
type ModuleName = keyof typeof MODULES;
type Module<N extends ModuleName> = Awaited<ReturnType<(typeof MODULES)[N]>>;

export type Calls = { readonly [M in MethodName]?: Call<M> };
export type Call<M extends MethodName> = HereCall<M> | ThreadCall<M>;

/** By the backend itself, for what takes no time or needs several threads. */
export interface HereCall<M extends MethodName> {
  readonly on: "here";
  readonly run: (input: Parsed<M>, app: HandlerContext) => Soon<Answer<M>>;
}

/** By a thread; what crosses to it and back was checked where the call was declared. */
export interface ThreadCall<M extends MethodName = never> {
  readonly on: "quick" | "long";
  /** On `long`: which job it is. The window learns at once that it began, and from an event what it did. */
  readonly job?: JobKind;
  /** Whether cancelling ends the thread, for what keeps it too busy to hear of it and writes nothing. */
  readonly endsWhenAborted?: boolean | undefined;
  /** Imports what `run` needs. */
  readonly load: () => Promise<unknown>;
  /** What the thread is asked: paths in place of handles, say. What this refuses never begins a job. */
  readonly ask: (input: Parsed<M>, app: HandlerContext, method: MethodName) => unknown;
  readonly run: (request: never, context: ServiceContext) => Promise<unknown>;
  /** What is answered in the place of the thread's result: handles in the place of paths, say. */
  readonly answer: (result: never, app: HandlerContext, request: never) => unknown;
}

type Soon<T> = T | Promise<T>;
type ServiceFunction<Request, Result> = (request: Request, context: ServiceContext) => Soon<Result>;

/** The functions of a module that take such a request and come to such a result, by name. */
type ServiceName<N extends ModuleName, Request, Result> = {
  [F in keyof Module<N>]: Module<N>[F] extends ServiceFunction<Request, Result> ? F : never;
}[keyof Module<N>];
type ResultOf<N extends ModuleName, F extends keyof Module<N>> =
  Module<N>[F] extends ServiceFunction<never, infer Result> ? Awaited<Result> : never;

/** What may be asked as of a link is asked of the ledger at that link. */
type InOpenLedger<M extends MethodName> =
  Parsed<M> extends Record<string, never>
    ? InLedger
    : "asOf" extends keyof Parsed<M>
      ? Omit<Parsed<M>, "asOf"> & AtLedger
      : Parsed<M> & InLedger;

export function inBackend<M extends MethodName>(
  run: (input: Parsed<M>, app: HandlerContext) => Soon<Answer<M>>,
): HereCall<M> {
  return { on: "here", run };
}

/** A call of the open ledger as the window asked it, whatever that was. */
interface OpenLedgerCall extends ThreadCall {
  readonly ask: (input: unknown, app: HandlerContext, method: MethodName) => unknown;
}

interface Declare {
  /** A function of a module answers, or what is made of one. */
  <M extends MethodName, N extends ModuleName>(
    module: N,
    service:
      | ServiceName<N, InOpenLedger<M>, Answer<M>>
      | ((of: Module<N>) => ServiceFunction<InOpenLedger<M>, Answer<M>>),
  ): ThreadCall<M>;
  /** @param answer makes the answer of what a function of the module comes to, in the thread */
  <M extends MethodName, N extends ModuleName, F extends ServiceName<N, InOpenLedger<M>, unknown>>(
    module: N,
    service: F,
    answer: (result: ResultOf<N, F>) => Answer<M>,
  ): ThreadCall<M>;
}

/** For what the window needs no answer to but that it was done. */
export function done(): Record<string, never> {
  return {};
}

/** By the quick thread, of the open ledger: reads it as of now or of the link that is named; writes as of now. */
export const onLedger: Declare = (
  module: ModuleName,
  service: PropertyKey | ((of: never) => ServiceFunction<never, unknown>),
  answer?: (result: never) => unknown,
): OpenLedgerCall => {
  const load = MODULES[module];
  return {
    on: "quick",
    load,
    ask: (input, { ledger }, method) => {
      if (alwaysWrites(method)) return { ...(input as object), ledger: ledger.writablePath };
      const { asOf: sequence, ...asked } = input as { readonly asOf?: number };
      const { path } = ledger;
      return { ...asked, ledger: sequence === undefined ? path : { path, sequence } };
    },
    run: async (request, context) => {
      const of = await load();
      const run =
        typeof service === "function"
          ? service(of as never)
          : (of as unknown as Record<PropertyKey, ServiceFunction<never, unknown>>)[service];
      if (run === undefined) throw new Error(`${module} has no such function`);
      const result = await run(request, context);
      return answer === undefined ? result : answer(result as never);
    },
    answer: (result) => result,
  };
};

interface Asking<M extends MethodName, N extends ModuleName, Request, Result, Answered> {
  readonly ask: (input: Parsed<M>, app: HandlerContext) => Request;
  readonly run: (of: Module<N>) => ServiceFunction<Request, Result>;
  readonly answer: (result: Result, app: HandlerContext, request: Request) => Soon<Answered>;
}

/** A call of the quick thread that asks and answers other things than cross the bridge. */
export function asks<M extends MethodName, N extends ModuleName, Request, Result>(
  module: N,
  call: Asking<M, N, Request, Result, Answer<M>>,
): ThreadCall<M> {
  return { on: "quick", ...asking(module, call) };
}

/** A job that asks and answers other things than cross the bridge. */
export function works<M extends MethodName, N extends ModuleName, Request, Result>(
  job: JobKind,
  module: N,
  call: Asking<M, N, Request, Result, Fixed<JobResult>> & Pick<ThreadCall, "endsWhenAborted">,
): ThreadCall<M> {
  const { endsWhenAborted } = call;
  return { on: "long", job, endsWhenAborted, ...asking(module, call) };
}

function asking<M extends MethodName, N extends ModuleName, Request, Result, Answered>(
  module: N,
  { ask, run, answer }: Asking<M, N, Request, Result, Answered>,
) {
  const load = MODULES[module] as () => Promise<Module<N>>;
  return {
    load,
    ask,
    run: async (request: Request, context: ServiceContext) => run(await load())(request, context),
    answer,
  };
}
