/** User tokens out of what is stored. */
const REDACTED = "[redacted]";
const SECRET_KEYS: ReadonlySet<string> = new Set(["token", "invite_url"]);

/** A shorter token could stand in any word; it is redacted under its own key alone. */
const TELLING_LENGTH = 6;

/**
 * The JSON text of a user body with `token` and `invite_url` redacted, and the token wherever else it stands.
 *
 * @param text valid JSON
 */
export function redactUserBody(text: string): string {
  const secrets = new Set<string>();
  JSON.parse(text, (key, value: unknown) => {
    if (SECRET_KEYS.has(key) && typeof value === "string" && value.length >= TELLING_LENGTH)
      secrets.add(value);
    return value;
  });
  const longestFirst = [...secrets].toSorted((a, b) => b.length - a.length);
  const document: unknown = JSON.parse(text, (key, value: unknown) => {
    if (typeof value !== "string") return value;
    if (SECRET_KEYS.has(key)) return REDACTED;
    return longestFirst.reduce((left, secret) => left.replaceAll(secret, REDACTED), value);
  });
  return JSON.stringify(document);
}
