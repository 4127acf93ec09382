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
Proves SQLite's integrity, the tables and triggers, every link of the audit trail, every record against it, and the hashes of
the stored responses. Every pull is read again from its stored responses, and its rows, versions and absences are compared with
them, signed or not. Every signed month is re-performed from the stored responses and compared with what was signed. A pull whose
responses were pruned is listed as not compared. A month whose responses were pruned, or that was signed under other rules, is
reported as not proven. Neither is a failure. --json lists them (pulls.notCompared, signedMonths.notProven).

--head takes a hash that an export or verify printed earlier. It proves that nothing up to that link was cut, changed or
replaced. It proves nothing about later links: if they were cut, only a head printed later shows it.

--workbook compares an exported workbook with its ledger instead. Tieout rebuilds the workbook from the ledger as it was then,
and lists each cell that differs. Cells meant for a reviewer are counted, not listed. Anything that hides or disguises a figure
is listed, too: hidden sheets, rows and columns, number formats, pictures, macros. Fonts, colours and the text of comments are
not compared.

Exit status 1 means that the proof failed, that the workbook was edited, or that it does not belong to this ledger.

Examples:
  tieout verify wallet.tieout
  tieout verify wallet.tieout --workbook October.xlsx`;

/** `tieout verify LEDGER [--head HASH | --workbook FILE] [--json]` */
export function verifyCommand(session: Session): Command {
  return new Command("verify")
    .argument("<ledger>", "the ledger (.tieout)")
    .option("--head <hash>", "head of the audit trail, as printed in an export", headArgument)
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
  throw usageError(`--head takes 64 digits and letters a to f, as the export printed them, not "${text}".`);
}
