import { createInterface } from "node:readline/promises";
import { Command } from "commander";
import { formatAmount, formatCount } from "../../core/money.ts";
import { monthTitle } from "../../core/words/month.ts";
import type { Month } from "../../core/review/close/close.ts";
import { type PruneReport, pruneLedger } from "../../main/services/backup/prune.ts";
import type { Session } from "../session.ts";
import { print } from "../terminal.ts";
import { integerArgument } from "../usage.ts";

const HELP_AFTER = `
Entries, transactions, versions and hashes stay; the pruning is a link in the audit trail.

A signed month depends on the responses of every pull up to its preparation. Once one of them is dropped, \`tieout verify\` can never
re-perform the month again, and says that it is not proven. Such months are named, and on a terminal you are asked first.

Example:
  tieout prune wallet.tieout --keep-bodies 12`;

/** `tieout prune LEDGER --keep-bodies N` */
export function pruneCommand(session: Session): Command {
  return new Command("prune")
    .argument("<ledger>", "the ledger (.tieout)")
    .requiredOption(
      "--keep-bodies <pulls>",
      "how many of the newest pulls keep their stored responses",
      integerArgument("--keep-bodies", 0),
    )
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, { keepBodies }: { readonly keepBodies: number }) => {
      const { terminal, context, progress } = session;
      const isAsking = terminal.stdin.isTTY && terminal.stdout.isTTY;
      const report = await (isAsking
        ? pruneLedger(ledger, keepBodies, context, (unproven) => ask(session, unproven))
        : pruneLedger(ledger, keepBodies, context));
      progress.clear();
      await print(terminal, report === null ? "Nothing was dropped.\n" : reportWords(report, isAsking));
    });
}

async function ask({ terminal, progress, signal }: Session, unproven: readonly Month[]): Promise<boolean> {
  progress.clear();
  await print(terminal, unprovenWords(unproven, "then"));
  const lines = createInterface({ input: terminal.stdin, output: terminal.stdout });
  try {
    return /^y(?:es)?$/iu.test((await lines.question("Drop them anyway? [y/N] ", { signal })).trim());
  } finally {
    lines.close();
  }
}

/** @param isTold whether the months were named before it was done */
function reportWords(
  { bodies, bytes, unproven, sizeBefore, sizeAfter }: PruneReport,
  isTold: boolean,
): string {
  const dropped =
    bodies === 0
      ? "There were no stored responses to drop.\n"
      : `Dropped ${formatCount(bodies, "stored response")} (${formatAmount(bytes)} bytes); ${bodies === 1 ? "its hash stays" : "their hashes stay"}.\n`;
  const smaller =
    sizeAfter < sizeBefore ? `The file is ${formatAmount(sizeBefore - sizeAfter)} bytes smaller.\n` : "";
  return `${dropped}${smaller}${isTold || unproven.length === 0 ? "" : unprovenWords(unproven, "now")}`;
}

/**
 * @example
 *   `Note: August 2026 is signed off. tieout verify can no longer re-perform its figures, and reports it as not proven.`
 */
function unprovenWords(unproven: readonly Month[], since: "then" | "now"): string {
  const titles = unproven.map(monthTitle);
  const last = titles.at(-1) ?? "";
  const isOne = titles.length === 1;
  const months = isOne ? `${last} is` : `${titles.slice(0, -1).join(", ")} and ${last} are`;
  const [its, it] = isOne ? ["its", "it"] : ["their", "them"];
  const once = since === "then" ? "Once the responses are dropped, " : "";
  return `Note: ${months} signed off. ${once}\`tieout verify\` can no longer re-perform ${its} figures, and reports ${it} as not proven.\n`;
}
