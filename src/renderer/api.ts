/** Main's methods as functions: typed by the contract, failing with the fault that main named. */
import type { Input, MethodName, Output } from "../ipc/contract.ts";
import type { Envelope, Fault } from "../ipc/envelope.ts";
import { METHODS } from "../ipc/methods.ts";
import type { Bridge } from "./bridge.ts";

/** A failure that main expected; its fault says what happened and what to do. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(`${fault.code}: ${fault.sentence}`);
    this.fault = fault;
  }
}

/** @throws ApiError when the reply is a fault */
export function valueOf<T>(reply: Envelope<T>): T {
  if (!reply.ok) throw new ApiError(reply.fault);
  return reply.value;
}

export type Api = { readonly [M in MethodName]: (input: Input<M>) => Promise<Output<M>> };

export function createApi(bridge: Bridge): Api {
  return Object.fromEntries(
    METHODS.map((method) => [method, async (input: unknown) => valueOf(await bridge.call(method, input))]),
  ) as Api;
}
