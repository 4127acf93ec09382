/** The causes of a check with the numbers by which people name them. */
import type { Cause, Causes } from "../input/cause.ts";

export interface NumberedCause extends Cause {
  /** Its place among the causes of its check, from 1 on. Another check may number them otherwise. */
  readonly number: number;
}

/** @returns in the order of the check */
export function numberedCauses({ items }: Pick<Causes, "items">): NumberedCause[] {
  return items.map((cause, at) => ({ number: at + 1, ...cause }));
}
