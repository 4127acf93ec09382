import { Command } from "commander";
import type { Evidence } from "../../core/review/attached/attachment.ts";
import { listEvidence } from "../../main/services/evidence/attach.ts";
import { saveEvidence } from "../../main/services/evidence/save-evidence.ts";
import { type SubjectFlags, addSubjectOptions, subjectsGiven } from "../options/subject-option.ts";
import { writeEvidence } from "../print/print-evidence.ts";
import type { Session } from "../session.ts";
import { harmless, print } from "../terminal.ts";
import { integerArgument, usageError } from "../usage.ts";

interface Flags extends SubjectFlags {
  readonly save?: number;
  readonly out?: string;
  readonly json?: boolean;
}

const HELP_AFTER = `
Examples:
  tieout evidence wallet.tieout
      every file attached, with what it belongs to, who attached it and its SHA-256
  tieout evidence wallet.tieout --month 2026-10
  tieout evidence wallet.tieout --save 4 --out .
      writes evidence 4 under its own name, or under the name given; an existing file is not replaced

tieout attach attaches files and withdraws them. The bytes that are saved are compared with their SHA-256 first. A ledger may come
from anybody: open a saved file only if you trust whoever attached it.`;

/** `tieout evidence LEDGER [--month M | --match N | --fingerprint F] [--json]`, or `--save N --out PATH` */
export function evidenceCommand(session: Session): Command {
  const command = new Command("evidence").argument("<ledger>", "the ledger (.tieout)");
  return addSubjectOptions(command, (subject) => `only what is attached to this ${subject}`)
    .option(
      "--save <number>",
      "save the evidence with this number; needs --out",
      integerArgument("--save", 1),
    )
    .option("--out <path>", "the file to write, or an existing folder")
    .option("--json", "print JSON (tieout.evidence/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, flags: Flags) => {
      const { save, out = "", json = false } = flags;
      if ((save === undefined) !== (out === "")) {
        throw usageError("Give --save with the number of the evidence, and --out with the place for it.");
      }
      if (save !== undefined) return saveOne(session, { ledger, id: save, out });
      return writeEvidence(session, ledger, listEvidence(ledger).filter(belongsTo(flags)), json);
    });
}

async function saveOne(
  { terminal, progress }: Session,
  request: Parameters<typeof saveEvidence>[0],
): Promise<void> {
  const { evidence, path } = await saveEvidence(request);
  progress.clear();
  await print(terminal, `Saved evidence ${evidence.id} as ${harmless(path)}\n`);
}

/** @throws TieoutError USAGE for several */
function belongsTo(flags: Flags): (one: Evidence) => boolean {
  const { month, match, fingerprint } = flags;
  const given = subjectsGiven(flags).length;
  if (given > 1) throw usageError("Give one of --month, --match and --fingerprint.");
  if (given === 0) return () => true;
  return ({ subject }) => {
    switch (subject.kind) {
      case "month":
        return subject.month === month;
      case "match":
        return subject.match === match;
      case "finding":
        return fingerprint !== undefined && subject.fingerprint.startsWith(fingerprint);
    }
  };
}
