/**
 * Every call of a page comes through here: its input is parsed, it runs, its output is parsed, and the reply
 * says which it is.
 */
import { uncapitalised } from "../../core/text/sentence.ts";
import type { z } from "zod";
import { TieoutError } from "../../core/errors.ts";
import { CONTRACT, type MethodName } from "../../ipc/contract.ts";
import type { Envelope } from "../../ipc/envelope.ts";
import type { Handlers } from "./handlers.ts";
import { findOversize, nameIn } from "./input-size.ts";
import { faultInWords } from "./place-in-words.ts";

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
