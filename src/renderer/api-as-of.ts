/** Main's methods as of a link of the trail: what can be read is read as of then, and nothing is written. */
import { TieoutError } from "../core/errors.ts";
import type { Input, MethodName } from "../ipc/contract.ts";
import { faultOf } from "../ipc/envelope.ts";
import { writesOpenLedger } from "../ipc/meant-for.ts";
import { METHODS } from "../ipc/methods.ts";
import { type Api, ApiError } from "./api.ts";

/** What can be asked as of a link. */
type ReadThen = {
  [M in MethodName]: Input<M> extends Record<string, never>
    ? never
    : "asOf" extends keyof Input<M>
      ? M
      : never;
}[MethodName];

/** `ledger.then` is asked of one link whatever is shown. */
const READ_THEN: Readonly<Record<Exclude<ReadThen, "ledger.then">, true>> = {
  "check.open": true,
  "record.entry": true,
  "record.transaction": true,
  "review.list": true,
  "match.list": true,
  "close.list": true,
  "close.read": true,
  "close.statement": true,
  "close.year": true,
  "close.changed": true,
  "restatements.list": true,
  "activity.list": true,
  "evidence.list": true,
  "file.read": true,
  "file.terms": true,
  "letter.list": true,
  "pull.list": true,
};

/** What a window showed before is of now. */
const OF_NOW: Partial<Api> = {
  "check.recall": async () => Promise.resolve({ shown: null }),
  "check.remember": async () => Promise.resolve({}),
};

type MethodAsOf = (input: object) => Promise<unknown>;

/** @returns methods that fail with LEDGER_PAST where they would write */
export function apiAsOf(api: Api, sequence: number): Api {
  const methodOf = (method: MethodName): MethodAsOf => {
    const call = (OF_NOW[method] ?? api[method]) as MethodAsOf;
    if (method in READ_THEN) return async (input) => call({ ...input, asOf: sequence });
    return async (input) => (writesOpenLedger(method, input) ? refuse() : call(input));
  };
  return Object.fromEntries(METHODS.map((method) => [method, methodOf(method)])) as unknown as Api;
}

async function refuse(): Promise<never> {
  const error = new TieoutError("LEDGER_PAST", "Nothing can be written as of an earlier time");
  return Promise.reject(new ApiError(faultOf(error)));
}
