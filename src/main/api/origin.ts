/** The source of bytes, so that an error can name it and use the right code. */
import { type ErrorFacts, TieoutError } from "../../core/errors.ts";
import type { ErrorCode } from "../../core/error-codes.ts";
import { beforeSecrets, isKnownName } from "./field-names.ts";
import { excerpt, openingOf } from "../../core/text/excerpt.ts";
import { withoutPersonal } from "./personal.ts";

export interface Origin {
  /** The file's name as the user gave it, or the endpoint's path for a response of the service. */
  readonly name: string;
  readonly kind: "answer" | "file";
  /** Takes secrets out of a text; for responses, which may echo them. */
  readonly redact?: (text: string) => string;
}

/** The code for bytes that end in the middle: a download was cut, a file is not a saved response. */
export function truncatedCode(origin: Origin): ErrorCode {
  return origin.kind === "answer" ? "NET_TRUNCATED" : "IMPORT_FORMAT";
}

/** The code for bytes that are something else altogether. */
export function foreignCode(origin: Origin): ErrorCode {
  return origin.kind === "answer" ? "PAYLOAD_NOT_JSON" : "IMPORT_FORMAT";
}

/**
 * Says that bytes are not JSON; of a file by its name, with what to save instead.
 *
 * @param what they seem to be, such as `a PDF document`; null where that is unknown
 * @example `bank.csv is not JSON; save the service's response`
 */
export function notJsonWords({ kind, name }: Origin, what: string | null): string {
  if (kind === "answer")
    return what === null ? "The response is not JSON" : `The response is ${what}, not JSON`;
  const file = name === "-" ? "The input" : (/[^/\\]+$/u.exec(name)?.[0] ?? name);
  return `${file} is ${what === null ? "not JSON" : `${what}, not JSON`}; save the service's response`;
}

/** How many bytes are enough to quote a text from: no secret that begins in what is shown is cut by their end. */
export const QUOTED_FROM_BYTES = 16 * 1024;
const QUOTED_CHARACTERS = 80;

/**
 * What a response is that is not JSON, by its first characters: nobody keeps it, and a warning, an error of the
 * server and a page that asks for a login are told apart by nothing else. Of a file nothing is quoted.
 *
 * @param text the whole, or as much of it as `QUOTED_FROM_BYTES`
 * @returns a clause to end a sentence with, or ''
 */
export function beginsWithWords(text: string, origin: Origin): string {
  if (origin.kind === "file") return "";
  const shown = openingOf(withoutPersonal(beforeSecrets(redacted(text, origin))), QUOTED_CHARACTERS);
  return shown === "" ? "" : `; it begins with "${shown}"`;
}

/** The code for bytes that are more than is read. */
export function tooLargeCode(origin: Origin): ErrorCode {
  return origin.kind === "answer" ? "NET_TOO_LARGE" : "IMPORT_TOO_LARGE";
}

/** A text of this origin without secrets. */
export function redacted(text: string, origin: Origin): string {
  return origin.redact?.(text) ?? text;
}

/** An expected failure that names the origin. What it quotes is free of secrets. */
export function payloadError(
  code: ErrorCode,
  sentence: string,
  origin: Origin,
  where: Omit<ErrorFacts, "file"> = {},
): TieoutError {
  const { record, field, remedy } = where;
  // A key may be part of a field's name, which must still be shown in full.
  const isKnown = field !== undefined && field.split(".").every((name) => isKnownName(name));
  const clean = (text: string) =>
    isKnown
      ? text
          .split(field)
          .map((part) => redacted(part, origin))
          .join(field)
      : redacted(text, origin);
  return new TieoutError(code, clean(sentence), {
    file: origin.name,
    ...(record === undefined ? {} : { record }),
    ...(field === undefined ? {} : { field: excerpt(clean(field)) }),
    ...(remedy === undefined ? {} : { remedy }),
  });
}
