/** User tokens out of the bodies that carry them, before anything is stored. */
import { Redactor } from "./redactor.ts";
import { COLON, END, JsonTokens, STRING } from "./tokens.ts";

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
  const tokens = new JsonTokens(text);
  const pieces: string[] = [];
  let done = 0;
  let key = "";
  let lastString = "";
  for (let token = tokens.next(); token !== END; token = tokens.next()) {
    if (token === COLON) key = lastString;
    else if (token !== STRING) key = "";
    else {
      lastString = tokens.string;
      const instead = replace(key, lastString);
      if (instead === null) continue;
      pieces.push(text.slice(done, tokens.start), instead);
      done = tokens.end;
    }
  }
  return pieces.join("") + text.slice(done);
}

/** The secrets that a user body brings: different ones, each long enough to be told from a word. */
export function secretsIn(text: string): ReadonlySet<string> {
  const secrets = new Set<string>();
  replaceStrings(text, (key, value) => {
    if (SECRET_KEYS.has(key) && value.length >= TELLING_LENGTH) secrets.add(value);
    return null;
  });
  return secrets;
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
  for (const secret of secretsIn(text)) found.add(secret);
  return replaceStrings(text, (key, value) => {
    if (SECRET_KEYS.has(key)) return REDACTED;
    const left = found.redact(known.redact(value));
    return left === value ? null : JSON.stringify(left);
  });
}
