/**
 * Writing beside a pull: its publishing keeps other writers out for a while, and nobody who reads should wait
 * with them.
 */
import { setTimeout as wait } from "node:timers/promises";
import { TieoutError } from "../../../core/errors.ts";
import type { ServiceContext } from "../../services/shared/context.ts";

/** How long each try keeps its thread, and how long others have it in between. */
const TRY_MS = 50;
const BETWEEN_MS = 150;
/** Longer than any pull takes to publish. */
const PATIENCE_MS = 120_000;

/**
 * Tries to write again and again until no other writer is in the way; others use the thread meanwhile. What
 * was tried in vain has written nothing.
 *
 * @throws TieoutError LEDGER_BUSY after two minutes, and whatever the work raises
 */
export async function retryWhileBusy<T>(
  context: ServiceContext,
  work: (context: ServiceContext) => Promise<T>,
): Promise<T> {
  const begun = performance.now();
  for (;;) {
    try {
      return await work({ ...context, patienceMs: TRY_MS });
    } catch (error) {
      const isBusy = error instanceof TieoutError && error.code === "LEDGER_BUSY";
      if (!isBusy || performance.now() - begun > PATIENCE_MS) throw error;
    }
    await wait(BETWEEN_MS);
  }
}
