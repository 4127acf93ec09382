import { Command } from "commander";
import { verifyLedgerFile } from "../../main/services/proof/verify.ts";
import { printProof, writeProofJson } from "../print/print-proof.ts";
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
compared with what was signed; one that cannot be, because its answers were pruned or because the file says that it was signed under
other rules, is not proven, which is said and fails nothing. --head takes a hash printed earlier, in an export or by verify: it proves that nothing up to
that link was cut, changed or replaced since. Of links after it, it proves nothing: if the last of them were cut, only a
head printed later shows it.

--workbook compares an exported workbook with its ledger instead: what it showed is made again from the ledger as it was then,
and each cell that is not as it was exported is listed in a line. What a reviewer fills in where it asks for it is counted,
not listed. What hides a figure or shows another one (hidden sheets, rows and columns, number formats, pictures, macros) is listed,
too; fonts, colours and the text of comments are not compared.

Exit status 1 means that the proof failed, that the workbook was edited, or that it is not of this ledger.

Examples:
  tieout verify wallet.tieout
  tieout verify wallet.tieout --workbook October.xlsx`;

/** `tieout verify LEDGER [--head HASH | --workbook FILE] [--json]` */
export function verifyCommand(session: Session): Command {
  return new Command("verify")
    .description("prove that a ledger is whole and unchanged")
    .argument("<ledger>", "the ledger (.tieout)")
    .option("--head <hash>", "head of the audit trail as an export printed it", headArgument)
    .option("--workbook <file>", "an exported workbook (.xlsx) to compare with the ledger")
    .option("--json", "print JSON (tieout.verify/1; with --workbook tieout.workbook/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, flags: Flags) => {
      const { workbook, json = false } = flags;
      if (workbook !== undefined) {
        if (flags.head !== undefined) throw usageError("Give either --head or --workbook, not both.");
        return proveWorkbook(session, ledger, workbook, json);
      }
      const report = await verifyLedgerFile(ledger, flags.head ?? null, session.context);
      session.progress.clear();
      if (!report.ok) session.exitStatus = EXIT.found;
      await (json ? writeProofJson(session.terminal, report) : printProof(session.terminal, report));
    });
}

/** @throws TieoutError USAGE */
function headArgument(text: string): string {
  const head = text.trim().toLowerCase();
  if (/^[0-9a-f]{64}$/u.test(head)) return head;
  throw usageError(`--head takes the 64 digits and letters a to f that the export printed, not "${text}".`);
}
