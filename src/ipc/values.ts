/**
 * The values that several methods of the bridge share. Texts are bounded, so that nothing unbounded is ever
 * parsed.
 */
import { z } from "zod";
import { ERROR_CODES } from "../core/error-codes.ts";
import type { VanishedCounts } from "../core/review/pulls/vanishing.ts";
import { count, objectOf } from "../schema/parts.ts";
import { day } from "../schema/values.ts";
import type { Fault } from "./envelope.ts";

export { count } from "../schema/parts.ts";
export { checkOptions, decimals, json, keptOptions, timeZone } from "../schema/values.ts";

/** Longer texts are no names, notes or addresses that anybody typed. */
const SHORT = 2000;

export const nothing = z.strictObject({});

export const shortText = z.string().max(SHORT);

/** Stands for a file or folder that main chose or was given; the renderer never learns or names a path. */
export const handle = z.string().regex(/^[0-9a-f-]{36}$/u);

/** Milliseconds UTC. */
export const instant = z.number();

/**
 * The sequence of a link of the audit trail: what is asked is asked of the ledger as it was then; left out,
 * as of now.
 */
export const asOf = z.int().min(1).optional();

/** Days, both inclusive; null leaves an end open, no period at all is the whole history. */
export const period = z.strictObject({ from: day.nullable(), to: day.nullable() }).nullable();

export const vanishedCounts = objectOf<VanishedCounts>({ entries: count, transactions: count });

export const fault: z.ZodType<Fault> = z.object({
  code: z.enum([...ERROR_CODES, "DEFECT"]),
  sentence: z.string(),
  remedy: z.string(),
  file: z.string().nullable(),
  record: z.string().nullable(),
  field: z.string().nullable(),
  vanished: vanishedCounts.exactOptional(),
});

/** A file or folder as it is shown: its name, and where it lies in words. */
export const fileFacts = z.object({ handle, name: z.string(), where: z.string() });
export type FileFacts = z.infer<typeof fileFacts>;
