/** To be written. */
import type { Desk } from "../desk.ts";
import type { Handlers } from "../handlers.ts";

export function restatementsHandlers(_desk: Desk): Handlers<"restatements.list"> {
  const missing = (): never => {
    throw new Error("not there yet");
  };
  return {
    "restatements.list": missing,
  };
}
