import type { Command } from "commander";
import type { Month } from "../../../core/review/close/close.ts";
import { confirmBalance } from "../../../main/services/close/month-file.ts";
import { monthCommand } from "../../options/month-option.ts";
import { writeMonthFile } from "../../print/month/print-month-file.ts";
import type { Session } from "../../session.ts";
import { integerArgument, usageError } from "../../usage.ts";
import { type WalletFlags, addWalletOptions, walletFrom } from "../../options/wallet-option.ts";

interface Flags extends WalletFlags {
  readonly month: Month;
  readonly balance?: number;
  readonly undo?: boolean;
  readonly source?: string;
  readonly evidence?: number;
  readonly by: string;
  readonly note?: string;
  readonly json?: boolean;
}

const HELP_AFTER = `
Examples:
  tieout confirm wallet.tieout --month 2026-10 --balance 146400 --source "Statement of 1 November, by mail" --by "Ada Obi"
  tieout confirm wallet.tieout --month 2026-10 --balance 146400 --evidence 3 --by "Ada Obi"
      the number of a file that tieout attach attached to the month
  tieout confirm wallet.tieout --month 2026-10 --undo --note "Another wallet's" --by "Ada Obi"

The balance is what the provider says, in the service's unit: 100 is 1.00 with two decimals. It is compared with the closing
balance of the month as it is now.`;

/**
 * `tieout confirm LEDGER --month M --balance AMOUNT --source TEXT|--evidence N --by NAME`, or
 * `--undo --note TEXT`
 */
export function confirmCommand(session: Session): Command {
  const command = monthCommand("confirm")
    .option(
      "--balance <amount>",
      "the closing balance that the provider states",
      integerArgument("--balance", Number.MIN_SAFE_INTEGER),
    )
    .option("--source <text>", "who said so, when and how")
    .option("--evidence <number>", "the evidence that shows it", integerArgument("--evidence", 1))
    .option("--undo", "withdraw the confirmation; needs --note");
  return addWalletOptions(command)
    .requiredOption("--by <name>", "who asked the provider")
    .option("--note <text>", "a comment, or why the confirmation is withdrawn")
    .option("--json", "print JSON (tieout.file/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, flags: Flags) => {
      const { month, balance, undo = false, source = "", evidence, by, note = "", json = false } = flags;
      if (undo === (balance !== undefined)) throw usageError("Give either --balance or --undo.");
      const said = { balance: balance ?? null, source, evidence: evidence ?? null, by, note };
      const request = { ledger, month, wallet: walletFrom(flags), ...said };
      await confirmBalance(request, session.context);
      return writeMonthFile(session, ledger, month, json);
    });
}
