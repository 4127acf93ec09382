/**
 * Every call of a page comes through here: its size is looked at, its input is parsed, it runs, its output is parsed,
 * and the reply says which it is.
 */
import type { z } from "zod";
import { TieoutError } from "../../core/errors.ts";
import { uncapitalised } from "../../core/text/sentence.ts";
import { CONTRACT, type MethodName } from "../../ipc/contract.ts";
import type { Fixed } from "../../ipc/contract.ts";
import type { Envelope } from "../../ipc/envelope.ts";
import type { JobResult } from "../../ipc/jobs.ts";
import { METHODS } from "../../ipc/methods.ts";
import { CALLS } from "./calls/all.ts";
import type { ThreadCall } from "./calls/call.ts";
import type { HandlerContext } from "./calls/desk.ts";
import { faultInWords } from "./stores/places.ts";

/**
 * Runs one call. Never throws: what failed is a fault, IPC_INVALID with the failing key for input that is not
 * as the contract says, DEFECT without a text for what nobody expected.
 *
 * @param onDefect is told of errors that nobody expected
 */
export async function dispatch(
  handlers: Handlers,
  method: string,
  input: unknown,
  onDefect: (error: unknown) => void,
): Promise<Envelope<unknown>> {
  try {
    const name = methodOf(method);
    const value = await handlers[name](parseInput(name, input) as never);
    return { ok: true, value: CONTRACT[name].output.parse(value) };
  } catch (error) {
    return failed(error, onDefect);
  }
}

/** An error as a reply. */
export function failed(error: unknown, onDefect: (error: unknown) => void): Envelope<never> {
  if (!(error instanceof TieoutError)) onDefect(error);
  return { ok: false, fault: faultInWords(error) };
}

function methodOf(method: string): MethodName {
  if (typeof method === "string" && Object.hasOwn(CONTRACT, method)) return method as MethodName;
  throw new TieoutError("IPC_INVALID", "Unknown method", { field: "method" });
}

function parseInput(method: MethodName, input: unknown): unknown {
  const oversize = findOversize(input);
  if (oversize !== null) throw invalid(method, oversize.sentence, oversize.field);
  const parsed = CONTRACT[method].input.safeParse(input);
  if (parsed.success) return parsed.data;
  const { sentence, field } = firstOf(parsed.error.issues);
  throw invalid(method, sentence, field);
}

function invalid(method: MethodName, sentence: string, field: string | null): TieoutError {
  const place = field === null ? {} : { field };
  return new TieoutError(
    "IPC_INVALID",
    `The window sent an invalid call of ${method}: ${uncapitalised(sentence)}`,
    place,
  );
}

/** What is wrong in words of our own: the parser's could quote the value, and the value could be a secret. */
function firstOf(issues: readonly z.core.$ZodIssue[]): {
  readonly sentence: string;
  readonly field: string | null;
} {
  const [issue] = issues;
  if (issue === undefined) return { sentence: "The value cannot be read", field: null };
  let field: string | null = null;
  for (const key of issue.path) field = nameIn(field, String(key));
  if (issue.code === "unrecognized_keys") {
    return { sentence: "Unknown key", field: nameIn(field, issue.keys[0] ?? "") };
  }
  if (issue.code === "too_big") return { sentence: "The value is too large", field };
  if (issue.code === "too_small") return { sentence: "The value is too small", field };
  return { sentence: "The value is invalid", field };
}

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
    const request = call.ask(input, app);
    const result = await app.threads.quick.call(method, request);
    return answerTo(call, request, result, app);
  };
}

function jobHandler(method: MethodName, call: ThreadCall, app: HandlerContext): Handler {
  const { job, endsWhenAborted } = call;
  if (job === undefined) throw new Error(`${method} names no job`);
  return (input) => {
    const request = call.ask(input, app);
    return app.jobs.start(job, async (context) => {
      const result = await app.threads.long.call(method, request, { ...context, endsWhenAborted });
      return (await answerTo(call, request, result, app)) as Fixed<JobResult>;
    });
  };
}

async function answerTo(
  call: ThreadCall,
  request: unknown,
  result: unknown,
  app: HandlerContext,
): Promise<unknown> {
  if (call.writes) await app.ledger.reread();
  return call.answer(result as never, app, request as never);
}

/** No call needs more: the largest is a decision on a hundred thousand findings. */
const MOST_CHARACTERS = 16_000_000;
const MOST_VALUES = 1_000_000;
const MOST_LEVELS = 12;

/** What is wrong with a size, and with what; null when nothing is. */
interface Oversize {
  readonly sentence: string;
  readonly field: string | null;
}

/**
 * What is too large is refused before anything looks into it: it came from a page, and may be anything.
 * Looks at how large a value is and never longer than it takes to know that it is too large.
 *
 * @returns null when it is plain objects, lists, texts, numbers and null, few and flat enough
 */
function findOversize(value: unknown): Oversize | null {
  return visit(value, 0, { characters: 0, values: 0 });
}

interface InputMeasure {
  characters: number;
  values: number;
}

function visit(value: unknown, level: number, measure: InputMeasure): Oversize | null {
  measure.values += 1;
  if (measure.values > MOST_VALUES) return { sentence: "It holds too many values", field: null };
  if (typeof value === "string") {
    measure.characters += value.length;
    return measure.characters > MOST_CHARACTERS ? { sentence: "It is too long", field: null } : null;
  }
  if (typeof value !== "object" || value === null) return null;
  if (level === MOST_LEVELS) return { sentence: "It is nested too deeply", field: null };
  if (Array.isArray(value)) return visitList(value, level, measure);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    return { sentence: "It holds something other than a plain value", field: null };
  }
  for (const key of Object.keys(value)) {
    measure.characters += key.length;
    const found = visit((value as Readonly<Record<string, unknown>>)[key], level + 1, measure);
    if (found !== null) return within(key, found);
  }
  return null;
}

function visitList(list: readonly unknown[], level: number, measure: InputMeasure): Oversize | null {
  if (list.length > MOST_VALUES) return { sentence: "It holds too many values", field: null };
  for (let at = 0; at < list.length; at += 1) {
    const found = visit(list[at], level + 1, measure);
    if (found !== null) return within(String(at), found);
  }
  return null;
}

/**
 * What was found, named from one level up: only what is refused needs a name, and naming each would cost more
 * than looking.
 */
function within(key: string, { sentence, field }: Oversize): Oversize {
  const shown = nameIn(null, key);
  return { sentence, field: field === null ? shown : `${shown}.${field}` };
}

/** Names may be anything, too. */
const MOST_SHOWN = 60;

/** A key's path as far as a person needs it. */
function nameIn(field: string | null, key: string): string {
  const shown = key.length > MOST_SHOWN ? `${key.slice(0, MOST_SHOWN)}…` : key;
  return field === null ? shown : `${field}.${shown}`;
}
