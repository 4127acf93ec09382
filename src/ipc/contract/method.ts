import type { z } from "zod";

/** Methods of one area of the bridge: what goes in and what comes out of each. */
export type Methods = Readonly<
  Record<`${string}.${string}`, { readonly input: z.ZodType; readonly output: z.ZodType }>
>;

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
