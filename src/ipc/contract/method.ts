import type { z } from "zod";
import type { MethodName } from "../methods.ts";

/** Methods of one area of the bridge: what goes in and what comes out of each. */
export type Methods = {
  readonly [M in MethodName]?: { readonly input: z.ZodType; readonly output: z.ZodType };
};
