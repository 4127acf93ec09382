import { Command } from "commander";
import { monthDays } from "../../core/time.ts";
import { type AskedSubject, attachFiles, withdrawEvidence } from "../../main/services/evidence/attach.ts";
import { type SubjectFlags, addSubjectOptions, subjectsGiven } from "../options/subject-option.ts";
import { writeEvidence } from "../print/print-evidence.ts";
import type { Session } from "../session.ts";
import { integerArgument, usageError } from "../usage.ts";

interface Flags extends SubjectFlags {
  readonly withdraw?: number;
  readonly note?: string;
  readonly by?: string;
  readonly json?: boolean;
}

const HELP_AFTER = `
Examples:
  tieout attach wallet.tieout statement.pdf --month 2026-10 --note "Closing balance, from the provider" --by "Ada Obi"
  tieout attach wallet.tieout answer.eml --fingerprint 3f2a91bc --by "Ada Obi"
      the first digits of the finding's fingerprint, as tieout review lists them; --month names the month that raises it
  tieout attach wallet.tieout receipt.png invoice.pdf --match 3 --by "Ada Obi"
      several files, all or none
  tieout attach wallet.tieout --withdraw 4 --note "Another customer's receipt" --by "Ada Obi"
      evidence 4 no longer counts

Any file up to 25 MB can be attached. Its bytes are kept in the ledger, and their SHA-256 in the audit trail. tieout verify finds
a byte that was changed. Nothing is ever erased: withdrawn evidence stays in the ledger, with name, time and reason. Do not attach
what must not stay there.`;

/**
 * `tieout attach LEDGER [FILE …] [--month M | --match N | --fingerprint F | --withdraw N] --by NAME [--note TEXT] [--json]`
 */
export function attachCommand(session: Session): Command {
  const command = new Command("attach")
    .argument("<ledger>", "the ledger (.tieout)")
    .argument("[files...]", "the files to attach");
  return addSubjectOptions(command, (subject) => `the ${subject} that they belong to`)
    .option(
      "--withdraw <number>",
      "withdraw the evidence with this number, without files; needs --note",
      integerArgument("--withdraw", 1),
    )
    .option("--note <text>", "what they show, or why evidence is withdrawn")
    .option("--by <name>", "who attaches or withdraws")
    .option("--json", "print JSON (tieout.evidence/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, files: readonly string[], flags: Flags) => {
      const { note = "", by = "", json = false } = flags;
      const { context } = session;
      if (flags.withdraw !== undefined) {
        refuseWithFiles(files, flags);
        const withdrawn = await withdrawEvidence({ ledger, id: flags.withdraw, note, by }, context);
        return writeEvidence(session, ledger, [withdrawn], json);
      }
      if (files.length === 0) throw usageError("Name the files to attach, or --withdraw with a number.");
      const request = { ledger, files: files.map((path) => ({ path })), subject: subjectFrom(flags) };
      return writeEvidence(session, ledger, await attachFiles({ ...request, note, by }, context), json);
    });
}

/** @throws TieoutError USAGE */
function refuseWithFiles(files: readonly string[], flags: Flags): void {
  if (files.length === 0 && subjectsGiven(flags).length === 0) return;
  throw usageError("--withdraw takes no files, and no --month, --match or --fingerprint.");
}

/** @throws TieoutError USAGE for none, or several */
function subjectFrom({ month, match, fingerprint }: Flags): AskedSubject {
  if (match !== undefined) {
    if (month === undefined && fingerprint === undefined) return { kind: "match", match };
    throw usageError("Give either --match or --month and --fingerprint, not both.");
  }
  if (fingerprint !== undefined) {
    const period = month === undefined ? null : monthDays(month);
    return { kind: "finding", fingerprint, period, options: {} };
  }
  if (month !== undefined) return { kind: "month", month };
  throw usageError("Say what the files are evidence of: --month, --match or --fingerprint.");
}
