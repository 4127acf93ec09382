/** The options of a check, the same for every command that checks. */
import type { Command } from "commander";
import {
  type ChainScope,
  type Convention,
  MOST_CUTOFF_DAYS,
  SETTLEMENT_BASES,
  type SettlementBasis,
} from "../../core/options.ts";
import type { GivenOptions } from "../../main/services/check/check.ts";
import type { PeriodRequest } from "../../core/reconcile/asked-period.ts";
import { isDay, isTimeZone, monthDays } from "../../core/time.ts";
import { integerArgument, usageError, wordArgument } from "../usage.ts";

export interface CheckFlags {
  readonly month?: string;
  readonly from?: string;
  readonly to?: string;
  readonly timeZone?: string;
  readonly convention?: Convention | "auto";
  readonly basis?: SettlementBasis | "auto";
  readonly tolerance?: number;
  readonly cutoffDays?: number;
  readonly chainScope?: ChainScope;
  readonly decimals?: number;
}

/** Digits after the point, as a commander argument parser. */
export const decimalsArgument = integerArgument("--decimals", 0, 6);

/**
 * An IANA zone, as a commander argument parser.
 *
 * @throws TieoutError USAGE
 */
export function timeZoneArgument(text: string): string {
  if (isTimeZone(text)) return text;
  throw usageError(`--time-zone takes an IANA zone such as Africa/Lagos, not "${text}".`);
}

/** Adds `--month`, `--from`, `--to` and the options of a check to a command. */
export function addCheckOptions(command: Command): Command {
  return addRuleOptions(
    command
      .option("--month <YYYY-MM>", "only this month, as at its end")
      .option("--from <YYYY-MM-DD>", "only from this day on")
      .option("--to <YYYY-MM-DD>", "only up to this day, as at its end")
      .option("--time-zone <zone>", "time zone of the days", timeZoneArgument),
  )
    .option(
      "--decimals <digits>",
      "decimal places of the amounts shown; JSON keeps whole numbers",
      decimalsArgument,
    )
    .addHelpText("after", "\nOptions not given are taken from the ledger's settings (tieout settings).");
}

/** Adds the options of the rules, which a ledger's settings keep. */
export function addRuleOptions(command: Command): Command {
  return command
    .option(
      "--convention <word>",
      "what raises the balance: asset (a debit), bank (a credit) or auto",
      wordArgument("--convention", ["auto", "asset", "bank"]),
    )
    .option(
      "--basis <word>",
      `how much of a payment reaches the wallet: ${SETTLEMENT_BASES.join(", ")} or auto`,
      wordArgument("--basis", ["auto", ...SETTLEMENT_BASES]),
    )
    .option(
      "--tolerance <amount>",
      "ignore differences up to this amount, in the service's unit: 100 is 1.00 with two decimals (default 0)",
      integerArgument("--tolerance", 0),
    )
    .option(
      "--cutoff-days <days>",
      "days until a payment that has not arrived counts as missing (default 3)",
      integerArgument("--cutoff-days", 0, MOST_CUTOFF_DAYS),
    )
    .option(
      "--chain-scope <word>",
      "one balance per user or per business (default user)",
      wordArgument("--chain-scope", ["user", "business"]),
    );
}

/** The options given; the ledger's settings fill in the rest. */
export function checkOptionsFrom(flags: CheckFlags): GivenOptions {
  return {
    ...(flags.convention === undefined ? {} : { convention: flags.convention }),
    ...(flags.basis === undefined ? {} : { settlementBasis: flags.basis }),
    ...(flags.tolerance === undefined ? {} : { tolerance: flags.tolerance }),
    ...(flags.cutoffDays === undefined ? {} : { cutoffDays: flags.cutoffDays }),
    ...(flags.chainScope === undefined ? {} : { chainScope: flags.chainScope }),
    ...(flags.timeZone === undefined ? {} : { timeZone: flags.timeZone }),
    ...(flags.decimals === undefined ? {} : { decimals: flags.decimals }),
  };
}

/**
 * The period asked for; an end left open reaches to the first or last record.
 *
 * @throws TieoutError USAGE
 */
export function periodFrom(flags: Pick<CheckFlags, "month" | "from" | "to">): PeriodRequest | null {
  if (flags.month !== undefined) {
    if (flags.from !== undefined || flags.to !== undefined) {
      throw usageError("Give either --month or --from and --to, not both.");
    }
    const days = monthDays(flags.month);
    if (days === null) throw usageError(`--month takes a month such as 2026-10, not "${flags.month}".`);
    return days;
  }
  if (flags.from === undefined && flags.to === undefined) return null;
  const from = dayFrom("--from", flags.from);
  const to = dayFrom("--to", flags.to);
  if (from !== null && to !== null && from > to) throw usageError(`--from ${from} is after --to ${to}.`);
  return { from, to };
}

function dayFrom(name: string, text: string | undefined) {
  if (text === undefined) return null;
  if (!isDay(text)) throw usageError(`${name} takes a day such as 2026-10-31, not "${text}".`);
  return text;
}
