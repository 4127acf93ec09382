/** User tokens out of the bodies that carry them, before anything is stored. */
import { Redactor } from "./redactor.ts";
import { jsonTokens } from "./tokens.ts";

const REDACTED = '"[redacted]"';
/** Fields whose values are never stored and never shown. */
export const SECRET_KEYS: ReadonlySet<string> = new Set(["token", "invite_url"]);

/** A shorter value could stand in any word; it is redacted under its own key alone. */
const TELLING_LENGTH = 6;

/**
 * The JSON text with string literals replaced, all else as it was written.
 *
 * @param replace is given the key a string stands under ('' for keys themselves and members of lists) and its value;
 *   returns the literal to write instead, or null to leave it
 */
function replaceStrings(text: string, replace: (key: string, value: string) => string | null): string {
  const pieces: string[] = [];
  let done = 0;
  let key = "";
  let lastString = "";
  for (const { text: token, at } of jsonTokens(text)) {
    if (token === ":") key = lastString;
    else if (!token.startsWith('"')) key = "";
    else {
      lastString = String(JSON.parse(token));
      const instead = replace(key, lastString);
      if (instead === null) continue;
      pieces.push(text.slice(done, at), instead);
      done = at + token.length;
    }
  }
  return pieces.join("") + text.slice(done);
}

/**
 * The JSON text of a user body with the values of `token` and `invite_url` replaced by `[redacted]`, and those values
 * wherever else they stand in a text.
 *
 * @param text valid JSON
 * @param known takes out the secrets that are known already
 */
export function redactUserBody(text: string, known: Redactor = new Redactor()): string {
  const found = new Redactor();
  replaceStrings(text, (key, value) => {
    if (SECRET_KEYS.has(key) && value.length >= TELLING_LENGTH) found.add(value);
    return null;
  });
  return replaceStrings(text, (key, value) => {
    if (SECRET_KEYS.has(key)) return REDACTED;
    const left = found.redact(known.redact(value));
    return left === value ? null : JSON.stringify(left);
  });
}
