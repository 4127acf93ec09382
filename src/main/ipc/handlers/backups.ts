/** To be written. */
import type { Desk } from "../desk.ts";
import type { Handlers } from "../handlers.ts";

export function backupsHandlers(_desk: Desk): Handlers<"backups.list" | "backups.make" | "backups.restore"> {
  const missing = (): never => {
    throw new Error("not there yet");
  };
  return {
    "backups.list": missing,
    "backups.make": missing,
    "backups.restore": missing,
  };
}
