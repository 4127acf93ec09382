/** The error for a port that a program cannot listen on. */
import { TieoutError } from "./errors.ts";

/** @returns TieoutError PORT_UNAVAILABLE for a port taken or not one's own; any other error as it is */
export function listeningError(error: unknown, host: string, port: number): unknown {
  const code = (error as { readonly code?: unknown } | null)?.code;
  if (code === "EADDRINUSE") {
    return new TieoutError("PORT_UNAVAILABLE", `Another program already uses port ${port} of ${host}.`);
  }
  if (code === "EACCES") {
    return new TieoutError("PORT_UNAVAILABLE", `You have no permission to use port ${port} of ${host}.`);
  }
  return error;
}
