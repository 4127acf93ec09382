/**
 * The findings that a decision is taken on: up to a hundred thousand at once, so that they are looked at by
 * hand first.
 */
import { z } from "zod";
import { count } from "./values.ts";

/** Of a finding, 64 hex digits. */
const FINGERPRINT = /^[0-9a-f]{64}$/u;
export const fingerprint = z.string().regex(FINGERPRINT);

const MOST_ITEMS = 100_000;

const item = z.strictObject({
  fingerprint,
  /** The newest decision on it that the person saw, null for none. */
  seen: count.nullable(),
});
type Item = z.infer<typeof item>;

const parsed = z.array(item).min(1).max(MOST_ITEMS);

/** As the parser has it, in a part of the time; whatever is wrong is named by the parser. */
export const items = z.custom<Item[]>().superRefine((value, context) => {
  if (areItems(value)) return;
  const { error } = parsed.safeParse(value);
  for (const issue of error?.issues ?? []) context.issues.push({ ...issue, input: undefined });
});

function areItems(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_ITEMS) return false;
  // Not `every`: it passes over what is missing in between.
  for (const one of value as unknown[]) if (!isItem(one)) return false;
  return true;
}

function isItem(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 2) return false;
  const { fingerprint: digits, seen } = value as { readonly fingerprint?: unknown; readonly seen?: unknown };
  const isCount = seen === null || (typeof seen === "number" && Number.isSafeInteger(seen) && seen >= 0);
  return isCount && typeof digits === "string" && FINGERPRINT.test(digits);
}
