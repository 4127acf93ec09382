import { Command } from "commander";
import type { Severity } from "../../core/reconcile/rules.ts";
import { CheckMemory } from "../../main/services/check/check-memory.ts";
import { type CheckSource, checkRecords } from "../../main/services/check/check.ts";
import { type CheckFlags, addCheckOptions, checkOptionsFrom, periodFrom } from "../options/check-options.ts";
import { type FileFlags, addFileOptions, filesFrom } from "../options/file-options.ts";
import type { AskedMoment } from "../../core/review/close/moment.ts";
import type { checkThen } from "../../main/services/close/moments.ts";
import { monthArgument } from "../options/month-option.ts";
import { printUnlikeSigned } from "../print/month/print-unlike-signed.ts";
import { printCheck } from "../print/print-check.ts";
import type { PastCheck } from "../past-check.ts";
import { EXIT, type Session } from "../session.ts";
import { keepYoungSpaceSmall } from "../small-young-space.ts";
import { usageError, wordArgument } from "../usage.ts";
import { writeCheckJson } from "../print/check-json.ts";

interface Flags extends CheckFlags, FileFlags {
  readonly severity: Severity;
  readonly json?: boolean;
  readonly save?: boolean;
  readonly asOf?: AskedMoment;
}

const HELP_AFTER = `
Examples:
  tieout check wallet.tieout --month 2026-10
  tieout check --wallet history.json --transactions all.json --json
  tieout check wallet.tieout --from 2026-10-01 --to 2026-10-15 --severity error
  tieout check wallet.tieout --month 2026-10 --as-of signed
  tieout check wallet.tieout --month 2026-10 --as-of 14

--as-of shows a signed month as it was signed, or as a later pull left it, with the records, decisions, matches and options
of that time. It ends with what is different now, and says if the check differs from what was signed.

With files instead of a ledger, nothing is written, and options not given are those of a new ledger.
Exit status 1 means findings of severity error.`;

/** `tieout check LEDGER|--wallet F… --transactions F…` */
export function checkCommand(session: Session): Command {
  const command = new Command("check").argument("[ledger]", "the ledger (.tieout)");
  return addCheckOptions(addFileOptions(command))
    .option(
      "--severity <word>",
      "lowest severity to list: error, warning or info",
      wordArgument("--severity", ["error", "warning", "info"]),
      "info" as const,
    )
    .option("--json", "print the whole result as JSON (tieout.check/1)")
    .option("--save", "keep the run in the ledger")
    .option(
      "--as-of <moment>",
      "show a signed month as it was: signed, or the number of a later pull",
      asOfArgument,
    )
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string | undefined, flags: Flags) => {
      const source = sourceFrom(ledger, flags);
      const options = checkOptionsFrom(flags);
      if (ledger !== undefined) keepYoungSpaceSmall();
      const past = flags.asOf === undefined ? null : await pastOf(source, flags, session);
      const asksMonth = ledger !== undefined && flags.month !== undefined && flags.json !== true;
      // The note below asks for the same check again.
      const context = asksMonth ? { ...session.context, memory: new CheckMemory() } : session.context;
      const request = { source, period: periodFrom(flags), options, save: flags.save ?? false };
      const report = past?.checked.report ?? (await checkRecords(request, context));
      session.progress.clear();
      // Before anything is printed: a reader may close the pipe early.
      if (report.result.counts.bySeverity.error > 0) session.exitStatus = EXIT.found;
      if (flags.json === true)
        await writeCheckJson(session.terminal, report.result, flags.severity, past?.checked ?? null);
      else {
        await past?.printAbove();
        const { decimals, progress } = report;
        const print = { decimals, progress, severity: flags.severity, all: true };
        await printCheck(session.terminal, report.result, print);
        await past?.printBelow();
        if (asksMonth && past === null) {
          const of = { ledger, month: monthArgument(flags.month ?? ""), given: checkOptionsFrom(flags) };
          await printUnlikeSigned({ ...session, context }, of);
        }
        if (report.runId !== null) session.terminal.stdout.write(`\n  Kept as run ${report.runId}.\n`);
      }
    });
}

async function pastOf(source: CheckSource, flags: Flags, session: Session): Promise<PastCheck> {
  const request = thenFrom(source, flags);
  const { checkPast } = await import("../past-check.ts");
  return checkPast(session, request);
}

/**
 * What `--as-of` asks for: a month of a ledger, under the options that were frozen.
 *
 * @throws TieoutError USAGE
 */
function thenFrom(source: CheckSource, flags: Flags): Parameters<typeof checkThen>[0] {
  const { asOf, month, save } = flags;
  if (asOf === undefined || month === undefined || !("ledger" in source)) {
    throw usageError("--as-of looks at a signed month of a ledger; name the ledger and --month.");
  }
  if (save === true) throw usageError("--save keeps the check of now; leave out --as-of.");
  if (Object.keys(checkOptionsFrom(flags)).length > 0) {
    throw usageError("--as-of checks under the options that were signed; leave out the others.");
  }
  return { ledger: source.ledger, month: monthArgument(month), asOf };
}

/** @throws TieoutError USAGE */
function asOfArgument(text: string): AskedMoment {
  if (text === "signed") return text;
  if (/^[1-9]\d{0,8}$/u.test(text)) return Number(text);
  throw usageError(`--as-of takes "signed" or the number of a pull, not "${text}".`);
}

function sourceFrom(ledger: string | undefined, flags: Flags): CheckSource {
  const files = filesFrom(flags);
  if (ledger !== undefined) {
    if (files !== null) throw usageError("Give either a ledger or files, not both.");
    return { ledger };
  }
  if (files === null || files.wallet.length === 0 || files.transactions.length === 0) {
    throw usageError("Name a ledger, or at least one --wallet and one --transactions file.");
  }
  if (flags.save === true) throw usageError("--save keeps the run in a ledger; files have none.");
  return { files };
}
