/** Explains why the interface's schema refuses a record. */
import type { z } from "zod";
import type { ErrorCode } from "../../core/error-codes.ts";
import type { ErrorFacts, TieoutError } from "../../core/errors.ts";
import { NUMBERS_AS_TEXTS_REMEDY } from "../../core/remedies.ts";
import { Digits, quoteValue } from "./exact.ts";
import { type Origin, payloadError, redacted, isSecretName } from "./origin.ts";
import { excerpt } from "../../core/excerpt.ts";
import { parseServiceTime } from "../../core/time.ts";

type Issue = z.core.$ZodIssue;

function valueAt(record: unknown, path: readonly PropertyKey[]): unknown {
  let value = record;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

const WANTED: Readonly<Record<string, string>> = {
  string: "a text",
  object: "an object",
  array: "a list",
  int: "an integer",
  number: "an integer",
};

function wantsInteger(issue: Issue): boolean {
  if (issue.code === "too_big" || issue.code === "too_small") return true;
  return issue.code === "invalid_type" && WANTED[issue.expected] === "an integer";
}

/** What the service's timestamps look like, whether or not there is such a time. */
const TIME_FORM = /^[A-Z][a-z]{2,8}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}$/u;

function describe(
  issue: Issue,
  field: string,
  value: unknown,
  origin: Origin,
): { code: ErrorCode; sentence: string; remedy?: string } {
  if (value === undefined) return { code: "PAYLOAD_SCHEMA", sentence: `The field ${field} is missing` };
  const shown = isSecretName(field.slice(field.lastIndexOf(".") + 1))
    ? kindOf(value)
    : quoteValue(value, (text) => redacted(text, origin));
  if (wantsInteger(issue)) {
    if (typeof value === "string") {
      const sentence = `${shown} is a text, but the field ${field} must be a number`;
      const isNumber = /^-?\d+(?:\.\d+)?$/u.test(value);
      return { code: "PAYLOAD_AMOUNT", sentence, ...(isNumber ? { remedy: NUMBERS_AS_TEXTS_REMEDY } : {}) };
    }
    const amount = value instanceof Digits || typeof value === "number";
    const sentence = amount
      ? `${shown} is not an integer within ±9007199254740991`
      : `The field ${field} must be an integer, not ${shown}`;
    return { code: amount ? "PAYLOAD_AMOUNT" : "PAYLOAD_SCHEMA", sentence };
  }
  if (issue.code === "custom") {
    // A sentence shows no space at either end, and would call a date no date.
    const isSpaced = typeof value === "string" && parseServiceTime(value.trim()) !== null;
    const isOfTheForm = typeof value === "string" && TIME_FORM.test(value);
    const sentence = isSpaced
      ? `The date ${shown} has white space around it`
      : isOfTheForm
        ? `There is no time ${shown}: a part of it does not exist, or its weekday is not that of the day`
        : `${shown} is not a date of the service, such as "Sat, 21 Nov 2026 08:30:00 +0000"`;
    return { code: "PAYLOAD_DATE", sentence };
  }
  const wanted = issue.code === "invalid_type" ? (WANTED[issue.expected] ?? issue.expected) : "another value";
  return { code: "PAYLOAD_SCHEMA", sentence: `The field ${field} must be ${wanted}, not ${shown}` };
}

/** What a message may show of a value that may be a secret. */
function kindOf(value: unknown): string {
  if (value instanceof Digits) return "a number";
  if (value === null || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "string" ? "another text" : typeof value === "number" ? "a number" : "an object";
}

/** A schema collects all it objects to; of so many tasks at a time, that stays bounded. */
const TASKS_AT_ONCE = 200;

function firstIssue(schema: z.ZodType, record: unknown): Issue | undefined {
  const tasks = valueAt(record, ["data", "list"]);
  if (!Array.isArray(tasks) || tasks.length <= TASKS_AT_ONCE) {
    return schema.safeParse(record).error?.issues[0];
  }
  for (let from = 0; from < tasks.length; from += TASKS_AT_ONCE) {
    const { data, ...rest } = record as { readonly data: object };
    const part = { ...rest, data: { ...data, list: tasks.slice(from, from + TASKS_AT_ONCE) as unknown[] } };
    const issue = schema.safeParse(part).error?.issues[0];
    // The number of a task in the whole list: nothing else in a record has a number.
    const path = issue?.path.map((key) => (typeof key === "number" ? key + from : key));
    if (issue !== undefined && path !== undefined) return { ...issue, path };
  }
  return undefined;
}

/**
 * The error for a record that its schema refuses, from the first thing it objects to.
 *
 * @param record parsed by `parseExact`, so that digits can be quoted as they were written
 * @param label which record it is, or undefined where there is but one
 * @throws Error when the schema accepts the record: then reader and schema disagree, a defect of ours
 */
export function explainRecord(
  schema: z.ZodType,
  record: unknown,
  origin: Origin,
  label?: string,
): TieoutError {
  const issue = firstIssue(schema, record);
  if (issue === undefined) throw new Error("the reader refuses a record that the schema accepts");
  // Digits are an object to a schema, which misses a field in them.
  const number = issue.path.findIndex(
    (_, depth) => valueAt(record, issue.path.slice(0, depth)) instanceof Digits,
  );
  const path = number === -1 ? issue.path : issue.path.slice(0, number);
  const field = excerpt(path.map(String).join("."));
  const objection: Issue = number === -1 ? issue : { ...issue, code: "invalid_type", expected: "object" };
  const { code, sentence, remedy } = describe(objection, field, valueAt(record, path), origin);
  const where: Omit<ErrorFacts, "file"> = {
    ...(label === undefined ? {} : { record: label }),
    ...(field === "" ? {} : { field }),
    ...(remedy === undefined ? {} : { remedy }),
  };
  return payloadError(code, field === "" ? "The record is not an object" : sentence, origin, where);
}
