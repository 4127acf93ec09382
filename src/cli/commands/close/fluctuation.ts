import type { Command } from "commander";
import type { Month } from "../../../core/review/close/close.ts";
import { COMPARED_FIGURES, type ComparedFigure } from "../../../core/review/file/marks.ts";
import { explainFluctuation } from "../../../main/services/close/month-file.ts";
import { monthCommand } from "../../options/month-option.ts";
import { writeMonthFile } from "../../print/month/print-month-file.ts";
import type { Session } from "../../session.ts";
import { wordArgument } from "../../usage.ts";
import { type WalletFlags, addWalletOptions, walletFrom } from "../../options/wallet-option.ts";

interface Flags extends WalletFlags {
  readonly month: Month;
  readonly figure: ComparedFigure;
  readonly by: string;
  readonly note: string;
  readonly json?: boolean;
}

const HELP_AFTER = `
Example:
  tieout fluctuation wallet.tieout --month 2026-10 --figure inflow --note "Two large projects were paid out" --by "Ada Obi"

The note holds as long as the figure and that of the month before stay the same. tieout file --month lists them all, and
tieout file sets how far a figure may move before it needs a note.`;

/** `tieout fluctuation LEDGER --month M --figure inflow|outflow|closing --note TEXT --by NAME [--json]` */
export function fluctuationCommand(session: Session): Command {
  const command = monthCommand("fluctuation").requiredOption(
    "--figure <word>",
    `what moved: ${COMPARED_FIGURES.join(", ")}`,
    wordArgument("--figure", COMPARED_FIGURES),
  );
  return addWalletOptions(command)
    .requiredOption("--note <text>", "why it moved")
    .requiredOption("--by <name>", "who explains it")
    .option("--json", "print JSON (tieout.file/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, flags: Flags) => {
      const { month, figure, by, note, json = false } = flags;
      const request = { ledger, month, figure, wallet: walletFrom(flags), by, note };
      await explainFluctuation(request, session.context);
      return writeMonthFile(session, ledger, month, json);
    });
}
