/** The check's own thread: answers the page's calls, see `worker/calls.ts`. */
import type { FromWorker, Port, ToWorker } from "./messages.ts";
import { createCalls } from "./worker/calls.ts";
import { serve } from "./worker/serve.ts";

serve(
  globalThis as unknown as Port<FromWorker, ToWorker>,
  createCalls(() => performance.now()),
);
