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

/** Letters and digits without a blank, as tokens and keys are and no word is. */
const LIKE_A_SECRET = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{20}/iu;

/** What stands in a text before the first word that names a secret, which may follow, or that looks like one. */
export function beforeSecrets(text: string): string {
  const found = [SECRET_WORD, LIKE_A_SECRET].map((pattern) => text.search(pattern));
  return text.slice(0, Math.min(...found.map((at) => (at === -1 ? text.length : at))));
}
