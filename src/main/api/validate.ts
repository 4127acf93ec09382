/** Holds parsed values against the interface's schemas; what is wrong gets its code, record and field. */
import type { z } from "zod";
import type { ErrorCode } from "../../core/errors.ts";
import { type Origin, payloadError } from "./origin.ts";
import { InexactNumber, type StrictValue } from "./strict-json.ts";

/**
 * Checks one value.
 *
 * @param record how the record is named in an error, e.g. `walletID 77`
 * @throws TieoutError PAYLOAD_AMOUNT for what is no exact integer, PAYLOAD_DATE, PAYLOAD_SCHEMA
 */
export function validate<T>(schema: z.ZodType<T>, value: StrictValue, origin: Origin, record: string): T {
  const outcome = schema.safeParse(value);
  if (outcome.success) return outcome.data;
  const issue = outcome.error.issues[0];
  const path = issue?.path ?? [];
  const field = path.join(".");
  const [code, sentence] = explain(issue, valueAt(value, path), field);
  throw payloadError(code, sentence, origin, { record, field });
}

function explain(issue: z.core.$ZodIssue | undefined, found: unknown, field: string): [ErrorCode, string] {
  const shown = show(found);
  if (found === undefined) return ["PAYLOAD_SCHEMA", `The field ${field} is missing`];
  const wantsInteger =
    issue?.code === "too_big" ||
    issue?.code === "too_small" ||
    (issue?.code === "invalid_type" && (issue.expected === "int" || issue.expected === "number")) ||
    /expected (?:int|number)/u.test(issue?.message ?? "");
  if (wantsInteger && found !== null && typeof found !== "boolean") {
    return ["PAYLOAD_AMOUNT", `${shown} is not an exact integer`];
  }
  if (issue?.code === "custom" && /timestamp/u.test(issue.message)) {
    return ["PAYLOAD_DATE", `${shown} is not a timestamp of the service`];
  }
  return ["PAYLOAD_SCHEMA", `The field ${field} cannot be ${shown}`];
}

const SHOWN = 60;

/** A value as it was written, cut to a length that fits a line. */
function show(found: unknown): string {
  if (found instanceof InexactNumber) return found.digits.slice(0, SHOWN);
  if (Array.isArray(found)) return "a list";
  if (typeof found === "object" && found !== null) return "an object";
  const text = JSON.stringify(found) ?? "nothing";
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at: unknown = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = Object.hasOwn(at, key) ? (at as Readonly<Record<PropertyKey, unknown>>)[key] : undefined;
  }
  return at;
}
