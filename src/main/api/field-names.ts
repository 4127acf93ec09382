/** Field names: which ones the interface knows, and which ones hold secrets. */
import { z } from "zod";
import { businessEnvelope, loginEnvelope, userEnvelope } from "./schemas.ts";

let known: ReadonlySet<string> | null = null;

/**
 * Whether the interface names such a field in a response about a user or a business. It is no secret,
 * whatever it looks like: without its name the record could not be read.
 */
export function isKnownName(name: string): boolean {
  known ??= new Set([loginEnvelope, userEnvelope, businessEnvelope].flatMap(namesIn));
  return known.has(name);
}

function namesIn(schema: z.ZodType): string[] {
  return propertiesOf(z.toJSONSchema(schema, { unrepresentable: "any", io: "output" }));
}

function propertiesOf(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, below]: [string, unknown]) =>
    key === "properties" && typeof below === "object" && below !== null
      ? [...Object.keys(below), ...Object.values(below).flatMap(propertiesOf)]
      : propertiesOf(below),
  );
}

const SECRET_WORD = /token|secret|password|passwd|api[^a-z]?key|jwt|authorization|invite[^a-z]?url/iu;

/**
 * Whether what is under a name is never stored and never shown, however the name is written.
 *
 * @example isSecretName("access_token") // true
 */
export function isSecretName(name: string): boolean {
  return SECRET_WORD.test(name.toLowerCase().replaceAll(/[^a-z]/gu, ""));
}

/** What stands in a text before the first word that names a secret: what follows may be one. */
export function beforeSecretNames(text: string): string {
  const at = text.search(SECRET_WORD);
  return at === -1 ? text : text.slice(0, at);
}
