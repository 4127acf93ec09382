/** Being interrupted: asked about between the steps of a use case, where nothing is half done. */
import { setImmediate } from "node:timers/promises";
import { TieoutError } from "../../core/errors.ts";
import type { ServiceContext } from "./context.ts";

/**
 * Call it before a step that keeps the thread busy. A signal is only heard while the thread is free, so it waits one turn for
 * those that came during the step before.
 *
 * @throws TieoutError CANCELLED
 */
export async function goOn({ signal }: ServiceContext): Promise<void> {
  await setImmediate();
  if (signal?.aborted === true) throw new TieoutError("CANCELLED", "It was interrupted");
}
