/** The methods of the bridge that threads run, each as its call says. */
import type { CallTable } from "../../services/shared/thread-messages.ts";
import { type AtLedger, remembering } from "../threads/held-ledger.ts";
import { retryWhileBusy } from "../threads/services.ts";
import { CALLS } from "./all.ts";
import type { ThreadCall } from "./call.ts";
import type { MethodName } from "../../../ipc/contract.ts";
import { alwaysWrites } from "../../../ipc/meant-for.ts";

export const METHOD_TABLE: CallTable = Object.fromEntries(
  Object.entries(CALLS).flatMap(([method, call]) =>
    call.on === "here" ? [] : [[method, inThread(call, alwaysWrites(method as MethodName))]],
  ),
);

/**
 * Imports what quick calls need, so that the first of them does not wait for it, nor fails where a build has
 * replaced the files meanwhile. What cannot be imported fails once it is called.
 */
export async function loadQuickCalls(): Promise<void> {
  await Promise.allSettled(
    Object.values(CALLS).map(async (call) => (call.on === "quick" ? call.load() : null)),
  );
}

/** What writes is tried again while a pull publishes. */
function inThread(call: ThreadCall, isWriting: boolean): ThreadCall["run"] {
  if (call.on === "long") return call.run;
  if (!isWriting)
    return async (request, context) => call.run(request, remembering(context, (request as AtLedger).ledger));
  return async (request, context) =>
    retryWhileBusy(remembering(context), async (patient) => call.run(request, patient));
}
