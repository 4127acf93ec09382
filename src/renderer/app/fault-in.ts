/** Turns a thrown value into a fault. */
import type { Fault } from "../../ipc/envelope.ts";
import { ApiError } from "../api.ts";

const DEFECT: Fault = {
  code: "DEFECT",
  sentence: "Something went wrong in this window",
  remedy: "This is a defect in Tieout. The ledger is not affected. Please report it.",
  file: null,
  record: null,
  field: null,
};

/** Of an error nobody expected only that it happened is told: never a stack. */
export function faultIn(error: unknown): Fault {
  return error instanceof ApiError ? error.fault : DEFECT;
}
