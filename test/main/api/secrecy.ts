/** Secrets that give themselves away, in every form they travel or are echoed in. */
import { inspect } from "node:util";
import { expect } from "vitest";
import { type TieoutError, formatError } from "../../../src/core/errors.ts";
import { remedyFor } from "../../../src/core/remedies.ts";
import { failureOf } from "../../helpers/workbook/saved-files.ts";

/** Each with characters that its forms write differently. */
export const CANARY = {
  secretKey: "sk-canary/1+2?é",
  appId: "app-7",
  phone: "+2348000000001",
  password: 'pass "canary" \\wörd€',
  token: 'tok/canary+"3ñ',
} as const;

export const SECRETS: readonly string[] = [CANARY.secretKey, CANARY.password, CANARY.token];

/** A secret plain, in base64, for a URL and for JSON. */
export function formsOf(secret: string): string[] {
  const literal = JSON.stringify(secret).slice(1, -1);
  const escaped = literal.replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const base64 = [secret, `${secret}:`].flatMap((text) =>
    (["utf8", "latin1"] as const).map((encoding) => Buffer.from(text, encoding).toString("base64")),
  );
  return [
    secret,
    literal,
    literal.replaceAll("/", String.raw`\/`),
    escaped,
    escaped.replaceAll("/", String.raw`\/`),
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase(),
    encodeURIComponent(secret).replaceAll("%20", "+"),
    ...base64,
    ...base64.map((form) => form.replace(/=+$/u, "").replaceAll("+", "-").replaceAll("/", "_")),
  ];
}

/** All forms of all secrets in one text: what a server would write that echoes whatever it was sent. */
export const ECHO = SECRETS.flatMap(formsOf).join(" ");

/** What is shown to anyone must hold no form of any secret, nor the word they all have in common. */
export function expectNoSecret(shown: string): void {
  for (const form of SECRETS.flatMap(formsOf)) expect(shown).not.toContain(form);
  expect(shown).not.toContain("canary");
}

/** All that an error can be made to show. */
function shownBy(error: TieoutError): string {
  return [
    error.message,
    String(error.cause),
    error.stack,
    inspect(error, { depth: 9, showHidden: true }),
    JSON.stringify(error),
    JSON.stringify(Object.getOwnPropertyDescriptors(error)),
    formatError(error),
  ].join("\n");
}

/**
 * Waits for some work to fail and holds the failure to what every one must be: one sentence on one line that says where, with
 * something to do about it, and without secrets.
 */
export async function expectRefusal(work: Promise<unknown>) {
  const error = await failureOf(work);
  expectNoSecret(shownBy(error));
  expect(error.cause).toBeUndefined();
  expect(error.message).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]+[^.\p{Cc}\s]$/u);
  expect(error.message.length).toBeLessThan(400);
  expect(error.message).not.toMatch(/\bat .+:\d+:\d+|\[object|undefined|NaN/u);
  expect(remedyFor(error.code)).not.toBe("");
  const { code, message, facts } = error;
  return { code, message, ...facts };
}
