/** To be written. */
import type { Desk } from "../desk.ts";
import type { Handlers } from "../handlers.ts";

export function matchHandlers(_desk: Desk): Handlers<"match.decide" | "match.undo" | "match.list"> {
  const missing = (): never => {
    throw new Error("not there yet");
  };
  return {
    "match.decide": missing,
    "match.undo": missing,
    "match.list": missing,
  };
}
