/** Work that gives control back between its passes. */

/** Yields after each pass, and returns what came of all. */
export type InPasses<T> = Generator<void, T>;

/** Does all passes at once. */
export function runToEnd<T>(passes: InPasses<T>): T {
  for (;;) {
    const { done, value } = passes.next();
    if (done === true) return value;
  }
}

/** Whether a value is work that gives control back between its passes. */
export function isInPasses(value: unknown): value is InPasses<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value && "next" in value;
}
