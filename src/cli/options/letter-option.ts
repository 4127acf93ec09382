/** A recorded letter as arguments, the same for every command that records a step of it. */
import { Command } from "commander";
import { type Day, isDay } from "../../core/time.ts";
import { usageError } from "../usage.ts";

export interface RecordedLetterFlags {
  readonly on: Day;
  readonly by: string;
  readonly json?: boolean;
}

/**
 * A command that takes a ledger, one of its letters and `--on`.
 *
 * @param on what the help says of the day
 */
export function recordedLetterCommand(name: string, on: string): Command {
  return new Command(name)
    .argument("<ledger>", "the ledger (.tieout)")
    .argument("<letter>", "the letter's reference, such as 2026-08/1")
    .requiredOption("--on <YYYY-MM-DD>", on, dayArgument("--on"));
}

/** A day, as a commander argument parser. @throws TieoutError USAGE */
export function dayArgument(option: string): (text: string) => Day {
  return (text) => {
    if (isDay(text)) return text;
    throw usageError(`${option} takes a day such as 2026-10-31, not "${text}".`);
  };
}
