/** To be written. */
import type { Desk } from "../desk.ts";
import type { Handlers } from "../handlers.ts";

export function closeHandlers(
  _desk: Desk,
): Handlers<
  "close.list" | "close.read" | "close.review" | "close.prepare" | "close.signOff" | "close.reopen"
> {
  const missing = (): never => {
    throw new Error("not there yet");
  };
  return {
    "close.list": missing,
    "close.read": missing,
    "close.review": missing,
    "close.prepare": missing,
    "close.signOff": missing,
    "close.reopen": missing,
  };
}
