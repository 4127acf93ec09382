/** What one does here as a command of a terminal: in the workbook, after a review, beside a decision. */
import { type CheckOptions, DEFAULT_OPTIONS } from "../options.ts";
import type { PeriodRequest } from "../reconcile/input/asked-period.ts";
import { monthOfPeriod } from "./month.ts";

const FLAGS: Readonly<Record<keyof CheckOptions, string>> = {
  timeZone: "--time-zone",
  convention: "--convention",
  settlementBasis: "--basis",
  tolerance: "--tolerance",
  cutoffDays: "--cutoff-days",
  chainScope: "--chain-scope",
};

/** Of all options, or of those that are not the usual ones. */
export function optionFlags(options: CheckOptions, which: "all" | "unusual"): string[] {
  return (Object.keys(FLAGS) as (keyof CheckOptions)[]).flatMap((key) =>
    which === "unusual" && options[key] === DEFAULT_OPTIONS[key] ? [] : [FLAGS[key], String(options[key])],
  );
}

function periodFlags(period: PeriodRequest | null): string[] {
  if (period === null) return [];
  const { from, to } = period;
  const month = monthOfPeriod(period);
  if (month !== null) return ["--month", month];
  return [...(from === null ? [] : ["--from", from]), ...(to === null ? [] : ["--to", to])];
}

/** The words as a shell takes them, each exactly as it is. */
export function shellLine(...words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(" ");
}

export interface CommandLine {
  readonly ledger: string;
  readonly period: PeriodRequest | null;
  readonly options: CheckOptions;
  readonly fingerprint: string;
  readonly status: string;
  readonly note: string;
  readonly by: string;
}

/** A decision on the command line. */
export function reviewCommandLine(line: CommandLine): string {
  return shellLine(
    "tieout",
    "review",
    line.ledger,
    ...periodFlags(line.period),
    ...optionFlags(line.options, "unusual"),
    "--fingerprint",
    line.fingerprint,
    "--status",
    line.status,
    "--note",
    line.note === "" && line.status !== "open" ? "…" : line.note,
    "--by",
    line.by === "" ? "…" : line.by,
  );
}
