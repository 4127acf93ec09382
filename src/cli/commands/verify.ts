import { Command } from "commander";
import { formatAmount } from "../../core/money.ts";
import { verifyLedgerFile } from "../../main/services/verify.ts";
import { EXIT, type Session } from "../session.ts";
import { usageError } from "../usage.ts";

interface Flags {
  readonly head?: string;
}

const HELP_AFTER = `
Proves SQLite's integrity, the tables and triggers, the trail from its first link to its last, every row against it, and
the hashes of the stored answers. Every month whose signature is in force is performed again from the stored answers and
held against what was signed. --head takes a hash printed earlier, in an export or by verify: it proves that nothing up to
that link was cut, changed or replaced since. Of links after it, it proves nothing: if the last of them were cut, only a
head printed later shows it. Exit status 1 means that the proof failed.`;

const SINGULAR: Readonly<Record<string, string>> = {
  entries: "entry",
  transactions: "transaction",
  pulls: "pull",
  "stored answers": "stored answer",
  runs: "run",
  decisions: "decision",
  "links of the audit trail": "link of the audit trail",
  "signed months re-performed from raw answers": "signed month re-performed from raw answers",
};

/** `tieout verify LEDGER` */
export function verifyCommand(session: Session): Command {
  return new Command("verify")
    .description("prove that a ledger is whole and unchanged")
    .argument("<ledger>", "the ledger (.tieout)")
    .option("--head <hash>", "head of the audit trail as an export printed it", headArgument)
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, flags: Flags) => {
      const report = await verifyLedgerFile(ledger, flags.head ?? null, session.context);
      session.progress.clear();
      if (!report.ok) session.exitStatus = EXIT.found;
      const { stdout } = session.terminal;
      for (const problem of report.problems) {
        stdout.write(
          `${problem.code}: ${problem.sentence}${problem.where === null ? "" : ` (${problem.where})`}\n`,
        );
      }
      for (const note of report.notes) stdout.write(`Note: ${note}.\n`);
      const counts = report.facts
        .map(({ name, count }) => `${formatAmount(count)} ${count === 1 ? (SINGULAR[name] ?? name) : name}`)
        .join(", ");
      stdout.write(
        report.ok
          ? `The ledger is whole: ${counts}.\nHead of the audit trail: ${report.head} (link ${report.links})\n`
          : `The proof failed: ${report.problems.length === 1 ? "1 problem" : `${report.problems.length} problems`}. ${counts}.\n`,
      );
    });
}

/** @throws TieoutError USAGE */
function headArgument(text: string): string {
  const head = text.trim().toLowerCase();
  if (/^[0-9a-f]{64}$/u.test(head)) return head;
  throw usageError(`--head takes the 64 digits and letters a to f that the export printed, not "${text}".`);
}
