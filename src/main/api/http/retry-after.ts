import { httpDateMs } from "./http-date.ts";

/**
 * The delay that a Retry-After header (RFC 9110, 10.2.3) asks for, in milliseconds ≥ 0; null when it cannot
 * be read.
 * @param nowMs milliseconds UTC, for the form that is a date
 */
export function retryAfterMs(header: string, nowMs: number): number | null {
  const text = header.trim();
  if (/^\d+$/u.test(text)) return Number(text) * 1000;
  const atMs = httpDateMs(text);
  return atMs === null ? null : Math.max(0, atMs - nowMs);
}
