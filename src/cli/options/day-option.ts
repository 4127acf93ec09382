/** A day on the command line. */
import { type Day, isDay } from "../../core/time.ts";
import { usageError } from "../usage.ts";

/**
 * A day, as a commander argument parser.
 *
 * @param name of the option
 * @throws TieoutError USAGE
 */
export function dayArgument(name: string): (text: string) => Day {
  return (text) => {
    if (isDay(text)) return text;
    throw usageError(`${name} takes a day such as 2026-10-31, not "${text}".`);
  };
}
