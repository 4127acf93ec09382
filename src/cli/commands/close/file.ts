import { Command } from "commander";
import type { Month } from "../../../core/review/close/close.ts";
import { type GivenTerms, changeTerms, readTerms } from "../../../main/services/close/month-file.ts";
import {
  type MaterialityFlags,
  addMaterialityOptions,
  materialityFrom,
} from "../../options/materiality-option.ts";
import { monthArgument } from "../../options/month-option.ts";
import { writeMonthFile, writeTerms } from "../../print/month/print-month-file.ts";
import type { Session } from "../../session.ts";
import { collect, integerArgument, usageError } from "../../usage.ts";

interface Flags extends MaterialityFlags {
  readonly month?: Month;
  readonly purpose?: string;
  readonly policy?: string;
  readonly procedures?: string;
  readonly fluctuationAmount?: number;
  readonly fluctuationPercent?: number;
  readonly step?: string[];
  readonly by?: string;
  readonly note?: string;
  readonly json?: boolean;
}

const HELP_AFTER = `
Examples:
  tieout file wallet.tieout
      purpose, policy, procedures, materiality and the checklist that every month begins with
  tieout file wallet.tieout --month 2026-10
      the month's file: ticked steps, confirmed balances, and what moved since the month before
  tieout file wallet.tieout --purpose "Prove the escrow balance" --by "Ada Obi"
  tieout file wallet.tieout --materiality NGN=500000 --materiality USD=100 --basis "1% of inflows" --by "Ada Obi"
      a currency without a materiality has none; a number alone is for a ledger with one currency
  tieout file wallet.tieout --month 2026-10 --materiality NGN=500000 --performance NGN=400000 --trivial NGN=25000 --by "Ada Obi"
      as above; refused above the larger of closing balance and inflows of October
  tieout file wallet.tieout --fluctuation-amount 1000000 --fluctuation-percent 20 --by "Ada Obi"
      a figure that moves by both needs a note
  tieout file wallet.tieout --step "Everything pulled" --step "Balance confirmed" --by "Ada Obi"
      replaces the checklist; a step with new text is a new step and must be ticked again

The file is written once, for all months. Each change is a link of the audit trail. A prepared or signed month keeps the file it
was prepared with. Amounts are in the service's unit: 100 is 1.00 with two decimals. tieout tick, confirm and fluctuation fill in a month.`;

/** `tieout file LEDGER [--month M]`, or with what to change and `--by NAME` */
export function fileCommand(session: Session): Command {
  const command = new Command("file")
    .argument("<ledger>", "the ledger (.tieout)")
    .option(
      "--month <YYYY-MM>",
      "show the file of this month; with --materiality, the month that limits it",
      monthArgument,
    )
    .option("--purpose <text>", "why the wallet is reconciled")
    .option("--policy <text>", "the rules that the reconciliation follows")
    .option("--procedures <text>", "what is done, and how");
  return addMaterialityOptions(command)
    .option(
      "--fluctuation-amount <amount>",
      "how far a figure may move before it needs a note",
      integerArgument("--fluctuation-amount", 0),
    )
    .option(
      "--fluctuation-percent <percent>",
      "and by what percentage of the month before",
      integerArgument("--fluctuation-percent", 0, 1000),
    )
    .option("--step <text>", "a step of the checklist; give all of them, in their order", collect)
    .option("--by <name>", "who changes it")
    .option("--note <text>", "why")
    .option("--json", "print JSON (tieout.file/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, flags: Flags) => {
      const { month, by, note = "", json = false } = flags;
      const given = givenIn(flags);
      const isChange = Object.keys(given).length > 0;
      if (month !== undefined && given.materiality === undefined) {
        if (isChange) throw usageError("Give either --month or what to change, not both.");
        return writeMonthFile(session, ledger, month, json);
      }
      if (isChange !== (by !== undefined)) {
        throw usageError(isChange ? "Changing the file needs --by NAME." : "Say what to change in the file.");
      }
      const terms =
        by === undefined
          ? readTerms(ledger)
          : await changeTerms({ ledger, given, by, note, month }, session.context);
      return writeTerms(session, ledger, terms, json);
    });
}

/** @throws TieoutError USAGE for half a threshold, and as `materialityFrom` */
function givenIn(flags: Flags): GivenTerms {
  const { purpose, policy, procedures, step, fluctuationAmount: amount, fluctuationPercent: percent } = flags;
  if ((amount === undefined) !== (percent === undefined))
    throw usageError("Give both --fluctuation-amount and --fluctuation-percent.");
  const materiality = materialityFrom(flags);
  return {
    ...(purpose === undefined ? {} : { purpose }),
    ...(policy === undefined ? {} : { policy }),
    ...(procedures === undefined ? {} : { procedures }),
    ...(materiality === undefined ? {} : { materiality }),
    ...(amount === undefined || percent === undefined ? {} : { fluctuation: { amount, percent } }),
    ...(step === undefined ? {} : { checklist: step }),
  };
}
