import { Command } from "commander";
import type { Evidence } from "../../core/review/attached/attachment.ts";
import type { Month } from "../../core/review/close/close.ts";
import { listEvidence } from "../../main/services/evidence/attach.ts";
import { saveEvidence } from "../../main/services/evidence/save-evidence.ts";
import { fingerprintArgument } from "../options/fingerprint-option.ts";
import { monthArgument } from "../options/month-option.ts";
import { writeEvidence } from "../print/print-evidence.ts";
import type { Session } from "../session.ts";
import { harmless, print } from "../terminal.ts";
import { integerArgument, usageError } from "../usage.ts";

interface Flags {
  readonly month?: Month;
  readonly match?: number;
  readonly fingerprint?: string;
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
      writes evidence 4 under its own name, or under the name given; a file that is there is not replaced

tieout attach attaches files and withdraws them. The bytes that are saved are compared with their SHA-256 first. A ledger may come
from anybody: open a saved file only if you trust whoever attached it.`;

/** `tieout evidence LEDGER [--month M | --match N | --fingerprint F] [--json]`, or `--save N --out PATH` */
export function evidenceCommand(session: Session): Command {
  return new Command("evidence")
    .argument("<ledger>", "the ledger (.tieout)")
    .option("--month <YYYY-MM>", "only what is attached to this month", monthArgument)
    .option("--match <number>", "only what is attached to this match", integerArgument("--match", 1))
    .option("--fingerprint <digits>", "only what is attached to this finding", fingerprintArgument)
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
function belongsTo({ month, match, fingerprint }: Flags): (one: Evidence) => boolean {
  const given = [month, match, fingerprint].filter((one) => one !== undefined);
  if (given.length > 1) throw usageError("Give one of --month, --match and --fingerprint.");
  if (given.length === 0) return () => true;
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
