/** Where bytes came from, so that an error can name it and take the code that fits. */
import { type ErrorCode, type ErrorFacts, TieoutError } from "../../core/errors.ts";

export interface Origin {
  /** The file's name as the user gave it, or the endpoint's path for an answer of the service. */
  readonly name: string;
  readonly kind: "answer" | "file";
}

/** The code for bytes that end in the middle: a download was cut, a file is not a saved answer. */
export function truncatedCode(origin: Origin): ErrorCode {
  return origin.kind === "answer" ? "NET_TRUNCATED" : "IMPORT_FORMAT";
}

/** The code for bytes that are something else altogether. */
export function foreignCode(origin: Origin): ErrorCode {
  return origin.kind === "answer" ? "PAYLOAD_NOT_JSON" : "IMPORT_FORMAT";
}

/** The code for bytes that are more than is read. */
export function tooLargeCode(origin: Origin): ErrorCode {
  return origin.kind === "answer" ? "NET_TOO_LARGE" : "IMPORT_TOO_LARGE";
}

/** An expected failure that names the origin. */
export function payloadError(
  code: ErrorCode,
  sentence: string,
  origin: Origin,
  where: Omit<ErrorFacts, "file"> = {},
): TieoutError {
  return new TieoutError(code, sentence, { file: origin.name, ...where });
}
