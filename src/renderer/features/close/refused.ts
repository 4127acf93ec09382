/** What a form refuses before main is asked. */
import { TieoutError } from "../../../core/errors.ts";
import type { ErrorCode } from "../../../core/error-codes.ts";
import { faultOf } from "../../../ipc/envelope.ts";
import { ApiError } from "../../api.ts";

/** What is wrong with what was typed, as main would say it. @param sentence without a full stop */
export function refused(code: ErrorCode, sentence: string): ApiError {
  return new ApiError(faultOf(new TieoutError(code, sentence)));
}
