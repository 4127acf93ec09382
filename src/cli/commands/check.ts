/** `tieout check`. */
import { usageError } from "../../core/errors.ts";
import { SEVERITIES } from "../../core/reconcile/input/rules.ts";
import type { AskedMoment } from "../../core/review/close/moment.ts";
import { CheckMemory } from "../../main/services/shared/check-memory.ts";
import { type CheckSource, checkRecords } from "../../main/services/check/check.ts";
import { printCheck, printSince, writeCheckJson } from "../terminal/check.ts";
import {
  type Given,
  type Parse,
  command,
  option,
  optionalArgument,
  standardOption,
  toggle,
  word,
} from "../terminal/command.ts";
import {
  CHECKING_OPTIONS,
  CHECK_AFTER,
  FILE_OPTIONS,
  asMonth,
  checkOptionsFrom,
  filesFrom,
  periodFrom,
} from "../terminal/options.ts";
import type { CheckedThen } from "../../main/services/close/moments.ts";
import { EXIT, type Session, compileLittle, keepHeapSmall, printMoment } from "../terminal/terminal.ts";
import { unlikeSignedNote } from "../terminal/drift.ts";

const moment: Parse<AskedMoment> = (text, name) => {
  if (text === "signed") return text;
  if (/^[1-9]\d{0,8}$/u.test(text)) return Number(text);
  throw usageError(`${name} takes "signed" or the number of a pull, not "${text}".`);
};

const TAKES = {
  ledger: optionalArgument("the ledger (.tieout)"),
  ...FILE_OPTIONS,
  ...CHECKING_OPTIONS,
  severity: standardOption(
    "<word>",
    "lowest severity to list: error, warning or info",
    word(SEVERITIES),
    "info",
  ),
  json: toggle("print the whole result as JSON (tieout.check/1)"),
  save: toggle("keep the run in the ledger"),
  asOf: option("<moment>", "show a signed month as it was: signed, or the number of a later pull", moment),
};
type CheckGiven = Given<typeof TAKES>;

export const CHECK_COMMANDS = {
  check: command({
    takes: TAKES,
    after:
      CHECK_AFTER +
      `
Examples:
  tieout check wallet.tieout --month 2026-10
  tieout check --wallet history.json --transactions all.json --json
  tieout check wallet.tieout --from 2026-10-01 --to 2026-10-15 --severity error
  tieout check wallet.tieout --month 2026-10 --as-of signed
  tieout check wallet.tieout --month 2026-10 --as-of 14

--as-of shows a signed month as it was signed, or as a later pull left it, with the records, decisions, matches and options
of that time. It ends with what is different now, and says if the check differs from what was signed.

With files instead of a ledger, nothing is written, and options not given are those of a new ledger.
Exit status 1 means findings of severity error.`,
    run: async (flags, session) => {
      const { ledger, severity, json, save } = flags;
      const source = sourceFrom(flags);
      const options = checkOptionsFrom(flags);
      if (ledger !== undefined) {
        keepHeapSmall(ledger);
        compileLittle(ledger);
      }
      const past = flags.asOf === undefined ? null : await pastOf(source, flags, session);
      const asksMonth = ledger !== undefined && flags.month !== undefined && !json;
      // The note asks for the same check. It comes first: where it cannot be said, nothing is printed or kept.
      const context = asksMonth ? { ...session.context, memory: new CheckMemory() } : session.context;
      const request = { source, period: periodFrom(flags), options, save };
      const note =
        asksMonth && past === null
          ? await unlikeSignedNote(
              { ledger, month: asMonth(flags.month ?? "", "--month", undefined), given: options },
              context,
            )
          : "";
      const report = past?.report ?? (await checkRecords(request, context));
      session.progress.clear();
      // Before anything is printed: a reader may close the pipe early.
      if (report.result.counts.bySeverity.error > 0) session.exitStatus = EXIT.found;
      if (json) return writeCheckJson(session.terminal, report, severity, past);
      if (ledger !== undefined) await printMoment(session.terminal, report.shows);
      const { decimals, progress } = report;
      await printCheck(session.terminal, report.result, { decimals, progress, severity, all: true });
      if (past !== null) await printSince(session.terminal, past);
      session.terminal.stdout.write(note);
      if (report.runId !== null) session.terminal.stdout.write(`\n  Kept as run ${report.runId}.\n`);
    },
  }),
};

/** What `--as-of` asks for: a month of a ledger, under the frozen options. @throws TieoutError USAGE */
async function pastOf(source: CheckSource, flags: CheckGiven, session: Session): Promise<CheckedThen> {
  const { asOf, month: asked, save } = flags;
  if (asOf === undefined || asked === undefined || !("ledger" in source)) {
    throw usageError("--as-of looks at a signed month of a ledger; name the ledger and --month.");
  }
  if (save) throw usageError("--save keeps the check of now; leave out --as-of.");
  if (Object.keys(checkOptionsFrom(flags)).length > 0) {
    throw usageError("--as-of checks under the options that were signed; leave out the others.");
  }
  const request = { ledger: source.ledger, month: asMonth(asked, "--month", undefined), asOf };
  const { checkThen } = await import("../../main/services/close/moments.ts");
  return checkThen(request, session.context);
}

function sourceFrom(flags: CheckGiven): CheckSource {
  const { ledger, save } = flags;
  const files = filesFrom(flags);
  if (ledger !== undefined) {
    if (files !== null) throw usageError("Give either a ledger or files, not both.");
    return { ledger };
  }
  if (files === null || files.wallet.length === 0 || files.transactions.length === 0) {
    throw usageError("Name a ledger, or at least one --wallet and one --transactions file.");
  }
  if (save) throw usageError("--save keeps the run in a ledger; files have none.");
  return { files };
}
