/** Main's methods for one ledger: whatever writes names it, so that main refuses it once another is open. */
import type { MethodName } from "../ipc/contract.ts";
import { meantFor, writesOpenLedger } from "../ipc/meant-for.ts";
import { METHODS } from "../ipc/methods.ts";
import type { Api } from "./api.ts";

type MethodOfLedger = (input: object) => Promise<unknown>;

/**
 * @param ledger the key of its facts
 * @returns methods that fail with LEDGER_OTHER where they would write into another ledger
 */
export function apiForLedger(api: Api, ledger: string): Api {
  const methodOf = (method: MethodName): MethodOfLedger => {
    const call = api[method] as MethodOfLedger;
    return async (input) => call(writesOpenLedger(method, input) ? meantFor(ledger, input) : input);
  };
  return Object.fromEntries(METHODS.map((method) => [method, methodOf(method)])) as unknown as Api;
}
