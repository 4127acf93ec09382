/** What was typed into a form of the month's file. */
import { TieoutError } from "../../../../core/errors.ts";
import { faultOf } from "../../../../ipc/envelope.ts";
import { ApiError } from "../../../api.ts";
import { parseAmount } from "../../../grid/amount-text.ts";

/** What is wrong with what was typed, as main would say it. @param sentence without a full stop */
export function refused(sentence: string): ApiError {
  return new ApiError(faultOf(new TieoutError("FILE_INVALID", sentence)));
}

/**
 * An amount as it was typed, in the service's unit; null for nothing.
 *
 * @throws ApiError for what is no amount
 */
export function amountIn(text: string, decimals: number): number | null {
  const typed = parseAmount(text, decimals);
  if (!typed.ok) throw refused(typed.sentence.replace(/\.$/u, ""));
  return typed.value;
}
