/** The values that several methods of the bridge share. Texts are bounded, so that nothing unbounded is ever parsed. */
import { z } from "zod";
import type { JsonValue } from "../core/canonical.ts";
import { ERROR_CODES } from "../core/errors.ts";
import {
  type ChainScope,
  type CheckOptions,
  type Convention,
  MOST_CUTOFF_DAYS,
  SETTLEMENT_BASES,
} from "../core/options.ts";
import { type Day, isDay, isTimeZone } from "../core/time.ts";
import type { Fault } from "./envelope.ts";

/** Longer texts are no names, notes or addresses that anybody typed. */
const SHORT = 2000;

export const nothing = z.strictObject({});

export const shortText = z.string().max(SHORT);

/** Stands for a file or folder that main chose or was given; the renderer never learns or names a path. */
export const handle = z.string().regex(/^[0-9a-f-]{36}$/u);

/** Milliseconds UTC. */
export const instant = z.number();

export const count = z.int().min(0);

/** Any JSON, made by us; it is not looked into on the way. */
export const json = z.custom<JsonValue>((value) => value !== undefined);

export const day = z.custom<Day>((value) => typeof value === "string" && isDay(value));

/** Days, both inclusive; null leaves an end open, no period at all is the whole history. */
export const period = z.strictObject({ from: day.nullable(), to: day.nullable() }).nullable();

export const timeZone = z.string().max(100).refine(isTimeZone);

const CONVENTIONS = ["auto", "asset", "bank"] as const satisfies readonly (Convention | "auto")[];
const CHAIN_SCOPES = ["user", "business"] as const satisfies readonly ChainScope[];

/** The options of a check that a ledger keeps; its zone is a setting of its own. */
export const keptOptions = z.strictObject({
  convention: z.enum(CONVENTIONS),
  settlementBasis: z.enum(["auto", ...SETTLEMENT_BASES]),
  tolerance: z.int().min(0),
  cutoffDays: z.int().min(0).max(MOST_CUTOFF_DAYS),
  chainScope: z.enum(CHAIN_SCOPES),
});

export const checkOptions: z.ZodType<CheckOptions> = keptOptions.extend({ timeZone });

export const decimals = z.int().min(0).max(6);

export const fault: z.ZodType<Fault> = z.object({
  code: z.enum([...ERROR_CODES, "DEFECT"]),
  sentence: z.string(),
  remedy: z.string(),
  file: z.string().nullable(),
  record: z.string().nullable(),
  field: z.string().nullable(),
});

/** A file or folder as it is shown: its name, and where it lies in words. */
export const fileFacts = z.object({ handle, name: z.string(), where: z.string() });
export type FileFacts = z.infer<typeof fileFacts>;
