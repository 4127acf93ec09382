/** The same decision on the command line: what a person can copy into a terminal. */
import { type CheckOptions, DEFAULT_OPTIONS } from "../../../../core/options.ts";
import type { DecisionStatus } from "../../../../core/review/decisions/decision.ts";
import { monthDays } from "../../../../core/time.ts";
import type { AskedPeriod } from "../../../check/protocol.ts";

export interface CommandLine {
  /** Name of the ledger's file; its folder is not known to the page. */
  readonly ledger: string;
  readonly period: AskedPeriod;
  readonly options: CheckOptions;
  readonly fingerprint: string;
  readonly status: DecisionStatus;
  readonly note: string;
  readonly by: string;
}

/** One line for a POSIX shell. Options are named where they differ from what the rules take by default. */
export function reviewCommandLine(line: CommandLine): string {
  const words = [
    "tieout",
    "review",
    line.ledger,
    ...periodFlags(line.period),
    ...optionFlags(line.options),
    "--fingerprint",
    line.fingerprint,
    "--status",
    line.status,
    "--note",
    line.note === "" && line.status !== "open" ? "…" : line.note,
    "--by",
    line.by === "" ? "…" : line.by,
  ];
  return words.map(quoted).join(" ");
}

function periodFlags(period: AskedPeriod): string[] {
  if (period === null) return [];
  const { from, to } = period;
  const month = from === null ? null : monthDays(from.slice(0, 7));
  if (month !== null && month.from === from && month.to === to) return ["--month", month.from.slice(0, 7)];
  return [...(from === null ? [] : ["--from", from]), ...(to === null ? [] : ["--to", to])];
}

const FLAGS: Readonly<Record<keyof CheckOptions, string>> = {
  timeZone: "--time-zone",
  convention: "--convention",
  settlementBasis: "--basis",
  tolerance: "--tolerance",
  cutoffDays: "--cutoff-days",
  chainScope: "--chain-scope",
};

function optionFlags(options: CheckOptions): string[] {
  return (Object.keys(FLAGS) as (keyof CheckOptions)[]).flatMap((key) =>
    options[key] === DEFAULT_OPTIONS[key] ? [] : [FLAGS[key], String(options[key])],
  );
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
