import { Command } from "commander";
import { takePullStep } from "../../main/services/pull/set-aside.ts";
import { monthsTouched } from "../months-touched.ts";
import { writePulls } from "../print/print-pulls.ts";
import type { Session } from "../session.ts";
import { integerArgument, usageError } from "../usage.ts";

interface Flags {
  readonly pull?: number;
  readonly putBack?: boolean;
  readonly by?: string;
  readonly note?: string;
  readonly json?: boolean;
}

const HELP_AFTER = `
A pull or import that is set aside counts as if it had never been made: what it brought, changed or missed is gone from every check,
list and figure, and later pulls are compared with those before it. Nothing is removed. It can be put back, and then everything is as
before. Months that were signed on it show as restated. The only pull that counts cannot be set aside.

Examples:
  tieout set-aside wallet.tieout
      all pulls and imports, with what each brought
  tieout set-aside wallet.tieout --pull 2 --by "Ada Obi" --note "The file of September, imported by mistake"
  tieout set-aside wallet.tieout --pull 2 --put-back --by "Ada Obi" --note "It was the right file"`;

/** `tieout set-aside LEDGER [--pull N [--put-back] --by NAME --note WHY] [--json]` */
export function setAsideCommand(session: Session): Command {
  return new Command("set-aside")
    .argument("<ledger>", "the ledger (.tieout)")
    .option("--pull <number>", "the pull or import", integerArgument("--pull", 1))
    .option("--put-back", "put it back")
    .option("--by <name>", "who decides it")
    .option("--note <text>", "why")
    .option("--json", "print JSON (tieout.pulls/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, flags: Flags) => {
      const { pull, putBack = false, by, note, json = false } = flags;
      if (pull === undefined) {
        if (putBack || by !== undefined || note !== undefined)
          throw usageError("--put-back, --by and --note need --pull.");
        return writePulls(session, ledger, null, null, json);
      }
      if (by === undefined || note === undefined) throw usageError("Give --by and --note with --pull.");
      const step = putBack ? "put-back" : "set-aside";
      const taken = await takePullStep({ ledger, pullId: pull, step, by, note }, session.context);
      const drifted = monthsTouched(session, ledger, "all");
      return writePulls(session, ledger, taken, drifted, json);
    });
}
