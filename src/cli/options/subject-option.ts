/** What evidence belongs to as options: a month, a match or a finding. */
import type { Command } from "commander";
import type { Month } from "../../core/review/close/close.ts";
import { integerArgument } from "../usage.ts";
import { fingerprintArgument } from "./fingerprint-option.ts";
import { monthArgument } from "./month-option.ts";

export interface SubjectFlags {
  readonly month?: Month;
  readonly match?: number;
  readonly fingerprint?: string;
}

/**
 * Adds `--month`, `--match` and `--fingerprint` to a command.
 *
 * @param describe what the help says of a month, a match or a finding
 */
export function addSubjectOptions(command: Command, describe: (subject: string) => string): Command {
  return command
    .option("--month <YYYY-MM>", describe("month"), monthArgument)
    .option("--match <number>", describe("match"), integerArgument("--match", 1))
    .option("--fingerprint <digits>", describe("finding"), fingerprintArgument);
}

/** Those of the three that are given, as texts. */
export function subjectsGiven({ month, match, fingerprint }: SubjectFlags): readonly string[] {
  return [month, match?.toString(), fingerprint].filter((one) => one !== undefined);
}
