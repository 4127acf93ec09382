/** Cancellation, checked between the steps of a use case, where nothing is half done. */
import { setImmediate } from "node:timers/promises";
import { TieoutError } from "../../../core/errors.ts";
import type { ServiceContext } from "./context.ts";

/**
 * Goes on unless the user wants to stop. Call it before a step that keeps the thread busy. A signal is only
 * heard while the thread is free, so it waits one turn for those that came during the step before.
 *
 * @param done what is done already, for the error; nothing as a rule
 * @throws TieoutError CANCELLED
 */
export async function goOn(context: ServiceContext, done?: string): Promise<void> {
  await setImmediate();
  refuseCancelled(context, done);
}

/**
 * As `goOn`, for a step that is not waited for.
 *
 * @throws TieoutError CANCELLED
 */
export function refuseCancelled({ signal }: ServiceContext, done = "It was interrupted"): void {
  if (signal?.aborted === true) throw new TieoutError("CANCELLED", done);
}
