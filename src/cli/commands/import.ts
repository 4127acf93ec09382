import { Command } from "commander";
import { importIntoLedger } from "../../main/services/pull/import.ts";
import { type FileFlags, addFileOptions, filesFrom } from "../options/file-options.ts";
import { writePull } from "../print/print-pull.ts";
import type { Session } from "../session.ts";
import { usageError } from "../usage.ts";

interface Flags extends FileFlags {
  readonly review?: string;
  readonly by?: string;
  readonly accept?: string;
  readonly providedBy?: string;
  readonly preview?: boolean;
  readonly json?: boolean;
}

const HELP_AFTER = `
Each file is a response of the service, saved unchanged: the whole envelope, or the array or record in it.
All files of one command are one pull. - is stdin.

--preview says what the import would do and keeps nothing: records new, changed, vanished and returned, gaps, signed months that would
be restated, and whether the files are older than what the ledger holds. An import can be set aside later: tieout set-aside.

--review imports a reviewer's ticks and notes from an exported workbook: sheet Exceptions, columns Reviewer's tick and Reviewer's
note. A tick (✓, ok, yes) agrees with the decision beside it, or accepts what nobody decided yet. The words accepted, explained,
raised and open set that decision. A note alone adds to the decision, or explains what is open.

Tieout lists each line with the decision it would become. On a terminal it asks for each one; otherwise nothing is written without
--accept. --accept all imports the lines without a caution; import a line with a caution by its number. The reviewer's name comes
from --by, or from the sheet Lead, beside "Reviewed by"; if both lack it, a terminal asks for it. If other cells were edited, a
note says so: the reviewer may have worked with figures that are not the ledger's.

Examples:
  tieout import wallet.tieout --wallet history.json --transactions all.json --user me.json
  tieout import wallet.tieout --wallet history.json --preview
  tieout import wallet.tieout --review October.xlsx
  tieout import wallet.tieout --review October.xlsx --accept 1,3 --by "Bola Ade"`;

/**
 * `tieout import LEDGER [--wallet F]… [--transactions F]… [--user F] [--business F]… | --review F [--accept
 * N] [--by NAME]`
 */
export function importCommand(session: Session): Command {
  const command = new Command("import")
    .argument("<ledger>", "the ledger (.tieout)")
    .option("--review <file>", "an exported workbook (.xlsx) with a reviewer's ticks and notes")
    .option("--accept <which>", "with --review: import all, or the lines with these numbers, such as 1,3")
    .option("--by <name>", "with --review: the reviewer's name")
    .option(
      "--provided-by <who>",
      "who provided the files, and how: kept with the import, shown on sheet Audit",
    )
    .option("--preview", "say what the import would do, and keep nothing of it")
    .option("--json", "with --review or --preview: print JSON (tieout.reviewed/1, tieout.preview/1)");
  return addFileOptions(command)
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, flags: Flags) => {
      const files = filesFrom(flags);
      const { review } = flags;
      if (review !== undefined) {
        if (flags.preview === true)
          throw usageError("--preview is for files of the service; --review asks before it writes.");
        if (files !== null) throw usageError("Give either --review or files of the service, not both.");
        // Reading a workbook takes what an import of responses need not load.
        const { takeReview } = await import("../review/take-review.ts");
        return takeReview(session, ledger, { ...flags, review });
      }
      if (flags.accept !== undefined || flags.by !== undefined)
        throw usageError("--accept and --by need --review.");
      if (flags.json === true && flags.preview !== true)
        throw usageError("--json needs --review or --preview.");
      if (files === null) {
        throw usageError(
          "Name at least one file with --wallet, --transactions, --user or --business, or a workbook with --review.",
        );
      }
      if (flags.preview === true) {
        const { writePreview } = await import("../print/print-preview.ts");
        return writePreview(session, { ledger, files }, flags.json === true);
      }
      const { providedBy } = flags;
      const report = await importIntoLedger({ ledger, files, providedBy }, session.context);
      await writePull(session, ledger, report, false);
    });
}
