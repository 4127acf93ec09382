/**
 * A time as HTTP headers write it (RFC 9110, 5.6.7, its preferred form), in milliseconds UTC; null when it
 * cannot be read.
 */
export function httpDateMs(text: string): number | null {
  const isDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/u.test(text);
  const atMs = isDate ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? null : atMs;
}
