/** To be written. */
import type { Desk } from "../desk.ts";
import type { Handlers } from "../handlers.ts";

export function workbookHandlers(
  _desk: Desk,
): Handlers<"workbook.verify" | "workbook.readReview" | "workbook.acceptReview"> {
  const missing = (): never => {
    throw new Error("not there yet");
  };
  return {
    "workbook.verify": missing,
    "workbook.readReview": missing,
    "workbook.acceptReview": missing,
  };
}
