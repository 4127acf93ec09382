/** One function per method of the contract: what goes in is parsed before, what comes out after. */
import type { MethodName } from "../../ipc/contract.ts";
import type { Fixed } from "../../ipc/contract/method.ts";
import type { JobResult } from "../../ipc/jobs.ts";
import { METHODS } from "../../ipc/methods.ts";
import { CALLS } from "./calls/all.ts";
import type { ThreadCall } from "./calls/call.ts";
import type { HandlerContext } from "./handler-context.ts";

/** Each call is typed where it is declared; whoever runs one does not know which. */
type Handler = (input: never) => unknown;
export type Handlers = Readonly<Record<MethodName, Handler>>;

/** Handlers that run each method as its call says. */
export function createHandlers(app: HandlerContext): Handlers {
  return Object.fromEntries(METHODS.map((method) => [method, handlerOf(method, app)])) as Handlers;
}

function handlerOf(method: MethodName, app: HandlerContext): Handler {
  const call = CALLS[method];
  if (call.on === "here") return (input) => call.run(input, app);
  return call.on === "quick" ? quickHandler(method, call, app) : jobHandler(method, call, app);
}

function quickHandler(method: MethodName, call: ThreadCall, app: HandlerContext): Handler {
  return async (input) => {
    const request = requestOf(call, input, app);
    const result = await app.threads.quick.call(method, request);
    return answerTo(call, request, result, app);
  };
}

function jobHandler(method: MethodName, call: ThreadCall, app: HandlerContext): Handler {
  const { job, endsWhenAborted } = call;
  if (job === undefined) throw new Error(`${method} names no job`);
  return (input) => {
    const request = requestOf(call, input, app);
    return app.jobs.start(job, async (context) => {
      const result = await app.threads.long.call(method, request, { ...context, endsWhenAborted });
      return (await answerTo(call, request, result, app)) as Fixed<JobResult>;
    });
  };
}

/**
 * What the thread is asked: unless the call says otherwise what the window asked, of the open ledger as of
 * now or of the link that it names.
 */
function requestOf(call: ThreadCall, input: never, app: HandlerContext): unknown {
  if (call.ask !== undefined) return call.ask(input, app);
  if (call.writes === true) return { ...(input as object), ledger: app.ledger.writablePath };
  const { asOf: sequence, ...asked } = input as { readonly asOf?: number };
  const { path } = app.ledger;
  return { ...asked, ledger: sequence === undefined ? path : { path, sequence } };
}

async function answerTo(
  call: ThreadCall,
  request: unknown,
  result: unknown,
  app: HandlerContext,
): Promise<unknown> {
  if (call.writes === true) await app.ledger.reread();
  return call.answer === undefined ? result : call.answer(result as never, app, request as never);
}
