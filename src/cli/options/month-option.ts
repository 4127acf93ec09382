/** A month on the command line. */
import { Command } from "commander";
import type { Month } from "../../core/review/close/close.ts";
import { monthDays } from "../../core/time.ts";
import { usageError } from "../usage.ts";

/**
 * A month, as a commander argument parser of an option.
 *
 * @throws TieoutError USAGE
 */
export function monthOption(name: string): (text: string) => Month {
  return (text) => {
    if (monthDays(text) !== null) return text as Month;
    throw usageError(`${name} takes a month such as 2026-10, not "${text}".`);
  };
}

/** As `monthOption`, of `--month`. */
export const monthArgument = monthOption("--month");

/** A command that takes a ledger and one of its months. */
export function monthCommand(name: string): Command {
  return new Command(name)
    .argument("<ledger>", "the ledger (.tieout)")
    .requiredOption("--month <YYYY-MM>", "the month", monthArgument);
}
