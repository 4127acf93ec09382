/** A process that writes to ledgers as it is told: it answers each order with what came of it, see `helpers/writers/pairs.ts`. */
import { TieoutError, formatError } from "../../../../src/core/errors.ts";
import type { Order, Outcome } from "../../writers/pairs.ts";
import { WRITERS } from "../../writers/writers.ts";

const say = async (message: "began" | Outcome): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });

process.on("message", (order: Order) => void carryOut(order));
await say("began");

async function carryOut({ writer, scene, who }: Order): Promise<void> {
  await say("began");
  await say(await outcomeOf(async () => WRITERS[writer]?.run(scene, who)));
}

async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    await work();
    return { code: null, said: "done" };
  } catch (error) {
    return error instanceof TieoutError
      ? { code: error.code, said: formatError(error) }
      : { code: "DEFECT", said: String(error instanceof Error ? error.stack : error) };
  }
}
