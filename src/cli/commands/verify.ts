import { Command } from "commander";
import { formatAmount } from "../../core/money.ts";
import { verifyLedgerFile } from "../../main/services/verify.ts";
import { proveWorkbook } from "../prove-workbook.ts";
import { EXIT, type Session } from "../session.ts";
import { usageError } from "../usage.ts";

interface Flags {
  readonly head?: string;
  readonly workbook?: string;
  readonly json?: boolean;
}

const HELP_AFTER = `
Proves SQLite's integrity, the tables and triggers, the trail from its first link to its last, every row against it, and
the hashes of the stored answers. Every month whose signature is in force is performed again from the stored answers and
held against what was signed. --head takes a hash printed earlier, in an export or by verify: it proves that nothing up to
that link was cut, changed or replaced since. Of links after it, it proves nothing: if the last of them were cut, only a
head printed later shows it.

--workbook holds an exported workbook against its ledger instead: what it showed is made again from the ledger as it was then,
and each cell that is not as it was exported is told in a line. What a reviewer fills in where it asks for it is counted,
not told. How cells look (colours, formats, hidden rows, comments) is not compared.

Exit status 1 means that the proof failed, that the workbook was edited, or that it is not of this ledger.

Examples:
  tieout verify wallet.tieout
  tieout verify wallet.tieout --workbook October.xlsx`;

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
    .option("--workbook <file>", "an exported workbook (.xlsx) to hold against the ledger")
    .option("--json", "with --workbook: print JSON (tieout.workbook/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, flags: Flags) => {
      const { workbook, json = false } = flags;
      if (workbook !== undefined) {
        if (flags.head !== undefined) throw usageError("Give either --head or --workbook, not both.");
        return proveWorkbook(session, ledger, workbook, json);
      }
      if (json) throw usageError("--json goes with --workbook.");
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
