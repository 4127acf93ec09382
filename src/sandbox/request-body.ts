/** Request bodies, read as JSON. */
import { RefusedRequest } from "./refusal.ts";

/**
 * The value in a body's bytes.
 *
 * @returns undefined for no body, or an empty one
 * @throws Refusal 400 for what is no UTF-8 or no JSON
 */
export function parseRequestBody(body: unknown): unknown {
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) as unknown;
  } catch {
    throw new RefusedRequest(400, "The body is not JSON.");
  }
}
