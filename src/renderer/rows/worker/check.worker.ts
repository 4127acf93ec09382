/** The check's own thread: answers the page's calls, see `renderer/rows/worker/calls.ts`. */
import type { FromWorker, Port, ToWorker } from "../../bridge/messages.ts";
import { createCalls } from "./calls.ts";
import { serve } from "./serve.ts";

// A call that cannot be read does not say which it is. The thread fails, and the page ends all that waits for
// it.
globalThis.addEventListener("messageerror", () => {
  throw new Error("a call could not be read");
});
serve(globalThis as unknown as Port<FromWorker, ToWorker>, createCalls());
