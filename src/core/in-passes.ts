/** Work that gives control back between its passes. */

/** Yields after each pass, and returns what came of all. */
export type InPasses<T> = Generator<void, T>;

/** Does all passes at once. @param onPass told before each pass, and at the end, how many are done */
export function runToEnd<T>(passes: InPasses<T>, onPass?: (passesDone: number) => void): T {
  for (let passesDone = 0; ; passesDone += 1) {
    onPass?.(passesDone);
    const { done, value } = passes.next();
    if (done !== true) continue;
    onPass?.(passesDone + 1);
    return value;
  }
}

/** Whether a value is work that gives control back between its passes. */
export function isInPasses(value: unknown): value is InPasses<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value && "next" in value;
}
