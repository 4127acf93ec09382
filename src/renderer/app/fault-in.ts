/** The fault in whatever was thrown. */
import type { Fault } from "../../ipc/envelope.ts";
import { ApiError } from "../api.ts";

const DEFECT: Fault = {
  code: "DEFECT",
  sentence: "The window failed at something",
  remedy: "This is a defect of ours. What the ledger holds stands; please report it.",
  file: null,
  record: null,
  field: null,
};

/** Of an error nobody expected only that it happened is told: never a stack. */
export function faultIn(error: unknown): Fault {
  return error instanceof ApiError ? error.fault : DEFECT;
}
