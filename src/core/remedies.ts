/** What to do about each error code: a sentence or two, the same in terminal and window. */
import { ERROR_WORDS, type ErrorCode, KEEP } from "./error-codes.ts";
import type { TieoutError } from "./errors.ts";

/** Where a file cannot be written: what its causes ask for. */
export const MISSING_FOLDER_REMEDY = "Create the folder, or choose another place.";
export const OPEN_FILE_REMEDY = "Close it there, or choose another place. The file stays unchanged.";
/** Of a workbook alone are edits read back. */
export const EDITED_WORKBOOK_REMEDY =
  "Import a reviewer's ticks and notes first with `tieout import --review`. Then export under another name, or use --replace. The file was left unchanged.";

/** Where the service says that it failed itself: its address is right. */
export const SERVICE_FAILED_REMEDY = `${KEEP} The service itself failed: try again later. If it goes on, ask the provider, whose server keeps a log of it.`;
/** What a service means that refuses a request. */
export type RefusalMeaning = "credentials" | "too-many" | "failed" | "refused";

const NO_SUCCESS = `${KEEP} What was read is no successful response:`;
/** Of a saved response that is no success. */
export const SAVED_REFUSAL_REMEDIES: Readonly<Record<RefusalMeaning, string>> = {
  credentials: `${NO_SUCCESS} the service did not accept the credentials: log in again or check key and app id, ask the service again, and save what it responds.`,
  "too-many": `${NO_SUCCESS} the service asks for a pause: wait, ask it again, and save what it responds.`,
  failed: `${NO_SUCCESS} the service failed: ask it again later, and save what it responds.`,
  refused: `${NO_SUCCESS} ask the service again and save what it responds.`,
};
export const NUMBERS_AS_TEXTS_REMEDY = `${KEEP} Ask the provider to send numbers as numbers, without quotes, as their interface says.`;

/** @returns one sentence, or two, on what to do about a code */
export function remedyFor(code: ErrorCode): string {
  return ERROR_WORDS[code].remedy;
}

/** @returns what to do about an error: its own remedy where it has one, else that of its code */
export function remedyOf({ code, facts }: TieoutError): string {
  return facts.remedy ?? remedyFor(code);
}
