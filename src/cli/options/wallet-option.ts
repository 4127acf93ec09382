/** One wallet of several on the command line. */
import type { Command } from "commander";
import type { WalletKey } from "../../core/review/file/marks.ts";
import { integerArgument, usageError } from "../usage.ts";

export interface WalletFlags {
  readonly user?: number;
  readonly business?: number;
  readonly currency?: string;
}

/** Adds `--user`, `--business` and `--currency` to a command. */
export function addWalletOptions(command: Command): Command {
  return command
    .option(
      "--user <number>",
      "the wallet's user, where the month has several wallets",
      integerArgument("--user", 1),
    )
    .option("--business <number>", "the wallet's business", integerArgument("--business", 1))
    .option("--currency <code>", "the wallet's currency");
}

/**
 * The wallet that is named; null for the only one.
 *
 * @throws TieoutError USAGE
 */
export function walletFrom({ user, business, currency }: WalletFlags): WalletKey | null {
  if (user !== undefined) return { userID: user, businessID: business ?? null, currency: currency ?? null };
  if (business === undefined && currency === undefined) return null;
  throw usageError("Name the wallet's user, too, with --user.");
}
