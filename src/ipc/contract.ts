/**
 * The bridge, declared once: for each method what goes in and what comes out. Preload, handlers, the browser
 * host and the renderer's client take their types from here; main parses both ways, so that what is not
 * declared never crosses.
 */
import type { z } from "zod";
import { APPLICATION_METHODS } from "./application.ts";
import { CLIENT_METHODS } from "./clients.ts";
import { INTAKE_METHODS } from "./intake.ts";
import { LEDGER_METHODS } from "./ledger.ts";
import { MONTH_METHODS } from "./months.ts";
import { REVIEW_METHODS } from "./review.ts";

export type { AppFacts, ChosenColumns, Preferences, SavedFilter } from "./application.ts";
export type { ClientLine, ClientList } from "./clients.ts";
export type { ConnectionFacts, ConnectionInput, ImportKind } from "./intake.ts";
export type { ActivityLink, BackupFacts, KeptSettings, LedgerFacts } from "./ledger.ts";
export type { RecordFacts, TakenFacts } from "./review.ts";

/** For each method what goes in and what comes out. */
type Methods = Readonly<
  Record<`${string}.${string}`, { readonly input: z.ZodType; readonly output: z.ZodType }>
>;

export const CONTRACT = {
  ...APPLICATION_METHODS,
  ...LEDGER_METHODS,
  ...INTAKE_METHODS,
  ...REVIEW_METHODS,
  ...MONTH_METHODS,
  ...CLIENT_METHODS,
} as const satisfies Methods;

export type Contract = typeof CONTRACT;
export type MethodName = keyof Contract;
/** What a caller gives, before it is parsed. */
export type Input<M extends MethodName> = z.input<Contract[M]["input"]>;
/** What the method is run with. */
export type Parsed<M extends MethodName> = z.output<Contract[M]["input"]>;
export type Output<M extends MethodName> = z.output<Contract[M]["output"]>;
/** What the method may answer: its output, of which nothing need be writable. */
export type Answer<M extends MethodName> = Fixed<Output<M>>;

type Whole = string | number | boolean | null | undefined;

/**
 * The same value for whoever only reads it. What has keys of any name nests without end, and is readonly as
 * it is.
 */
export type Fixed<T> = T extends Whole
  ? T
  : T extends Float64Array
    ? Float64Array
    : T extends Int32Array
      ? Int32Array
      : T extends Uint8Array
        ? Uint8Array
        : T extends readonly (infer Item)[]
          ? readonly Fixed<Item>[]
          : string extends keyof T
            ? T
            : { readonly [K in keyof T]: Fixed<T[K]> };
