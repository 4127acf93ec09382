import { Command } from "commander";
import { RULES, type RuleId } from "../../core/reconcile/rules.ts";
import { DECISION_STATUSES, type Decision } from "../../core/review/decisions/decision.ts";
import { reviewDocument } from "../../core/review/decisions/documents.ts";
import { LEAST_DIGITS } from "../../core/review/decisions/fingerprints.ts";
import { CheckMemory } from "../../main/services/check/check-memory.ts";
import { type ReviewRequest, decide, readReview, undo } from "../../main/services/review/review.ts";
import { ledgerWording } from "../ledger-wording.ts";
import { type CheckFlags, addCheckOptions, checkOptionsFrom, periodFrom } from "../options/check-options.ts";
import { monthArgument } from "../options/month-option.ts";
import { writeJsonList } from "../print/json-list.ts";
import { printUnlikeSigned } from "../print/month/print-unlike-signed.ts";
import { printReview } from "../print/print-review.ts";
import { type ChosenFlags, reviewChosen } from "../review/review-chosen.ts";
import { type ProposalFlags, reviewProposals } from "../review/review-proposals.ts";
import { fingerprintArgument } from "../options/fingerprint-option.ts";
import type { Session } from "../session.ts";
import { usageError, wordArgument } from "../usage.ts";
import { takenDecisions, writeDecisions } from "../review/write-decisions.ts";

interface Flags extends CheckFlags, ChosenFlags, Omit<ProposalFlags, "status"> {}

const HELP_AFTER = `
Examples:
  tieout review wallet.tieout --month 2026-10
      every exception (severity error or warning) with its status and the first digits of its fingerprint
  tieout review wallet.tieout --month 2026-10 --fingerprint 3f2a91bc --status explained \\
      --note "Posted twice by the provider, ticket 4711" --by "Ada Obi"
  tieout review wallet.tieout --fingerprint 3f2a91bc --fingerprint 90ee01d4 --status accepted --note "Under 5" --by "Ada Obi"
      one decision on several findings, on all or none
  tieout review wallet.tieout --fingerprint 3f2a91bc --undo --by "Ada Obi"
      undoes the newest decision; the one before it applies again
  tieout review wallet.tieout --month 2026-10 --rule chain-break --rule duplicate-entry --dry-run
  tieout review wallet.tieout --month 2026-10 --rule chain-break --status raised --note "Ticket 4711" --by "Ada Obi"
      every open or reopened exception of these rules in the month, all or none; decided ones stay
  tieout review wallet.tieout --month 2026-10 --rule all --status raised --note "Ticket 4712" --by "Ada Obi"
      every open or reopened exception, whatever its rule
  tieout review wallet.tieout --month 2026-10 --cause 3 --dry-run
  tieout review wallet.tieout --month 2026-10 --cause 3 --status raised --note "Ticket 4713" --by "Ada Obi"
      every open or reopened exception that this cause explains; tieout check lists the causes with their numbers
  tieout review wallet.tieout --month 2026-11 --proposals
      what was decided before on findings like the undecided ones: its status and note, and where it comes from
  tieout review wallet.tieout --month 2026-11 --accept-proposals --rule chain-break --by "Ada Obi"
      accepts all of a rule; --fingerprint accepts one, neither accepts all; --dry-run lists them first

  explained   the difference is understood; the note says why
  accepted    the difference stays; the note says why that is acceptable
  raised      the provider was asked; the note says where, such as a ticket number
  open        to be decided again

The first three need a note; open and --undo do not. Every decision needs a name. The first ${LEAST_DIGITS} digits
of a fingerprint are enough. A decision holds until the figures of its finding, or the records behind it, change. Then the finding shows as
reopened, with old and new figures. Use the month and the options of the check that raised the finding. Nothing is ever erased:
decisions and reversals stay in the ledger and in its audit trail, with name and time. If someone else decides on a finding
meanwhile, their decision stays and nothing is written. If a decision changes a prepared or signed month, that month is listed.

A proposal repeats an earlier decision on a finding of the same rule, cause, currency and direction, with the same counterparty (or the same
action where an entry has no payref), and the same difference or the same percentage of the amount. Where earlier decisions differ in status,
nothing is proposed. Tieout never decides by itself. The note of an accepted proposal names the decision that it repeats.`;

/**
 * `tieout review LEDGER [--fingerprint F … | --rule R … | --cause C …] [--status S --note N --by NAME |
 * --undo | --proposals | --accept-proposals --by NAME | --dry-run]`
 */
export function reviewCommand(session: Session): Command {
  const command = new Command("review")
    .argument("<ledger>", "the ledger (.tieout)")
    .option(
      "--fingerprint <digits>",
      "the finding to decide on, as listed; may be given several times",
      collectFingerprints,
    )
    .option(
      "--rule <rule>",
      "decide on every open or reopened exception of this rule (all: of every rule), without --fingerprint; may be given several times",
      collectRules,
    )
    .option(
      "--cause <number>",
      "decide on every open or reopened exception that this cause explains, as check numbers it for the same month and options, or the cause of the finding with this fingerprint; may be given several times",
      collectCauses,
    )
    .option(
      "--status <word>",
      `the decision: ${DECISION_STATUSES.join(", ")}`,
      wordArgument("--status", DECISION_STATUSES),
    )
    .option("--note <text>", "why")
    .option("--by <name>", "who decides")
    .option("--undo", "undo the newest decision on the finding, without --status")
    .option("--proposals", "list what earlier decisions propose for undecided exceptions; write nothing")
    .option(
      "--accept-proposals",
      "decide what earlier decisions propose, for all or by --rule or --fingerprint; needs --by",
    )
    .option(
      "--dry-run",
      "with --rule, --cause or --accept-proposals: list the exceptions to decide on; write nothing",
    )
    .option(
      "--json",
      "print JSON (tieout.review/1; for decisions tieout.decision/1, for proposals tieout.proposals/1)",
    );
  return addCheckOptions(command)
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, flags: Flags) => {
      const request = { ledger, period: periodFrom(flags), options: checkOptionsFrom(flags) };
      if (flags.proposals === true || flags.acceptProposals === true) {
        return reviewProposals(session, request, flags);
      }
      if (flags.rule !== undefined || flags.cause !== undefined) return reviewChosen(session, request, flags);
      if (flags.dryRun === true) throw usageError("--dry-run needs --rule, --cause or --accept-proposals.");
      const decisions = await decideFrom(flags, request, session);
      const json = flags.json ?? false;
      return decisions === null
        ? writeReview(session, request, flags.month, json)
        : writeDecisions(session, ledger, takenDecisions(decisions), json);
    });
}

async function writeReview(
  session: Session,
  request: ReviewRequest,
  month: string | undefined,
  json: boolean,
): Promise<void> {
  const { terminal, progress } = session;
  // The month is checked once, for the list and for what is below it.
  const context = { ...session.context, memory: session.context.memory ?? new CheckMemory() };
  const review = readReview(request, context);
  progress.clear();
  if (!json) {
    await printReview(terminal, review, ledgerWording(request.ledger));
    if (month === undefined) return;
    const of = { ledger: request.ledger, month: monthArgument(month), given: request.options };
    return printUnlikeSigned({ ...session, context }, of);
  }
  const { exceptions, ...head } = reviewDocument(review);
  return writeJsonList(terminal, head, "exceptions", exceptions);
}

/**
 * Decides or undoes what the flags say.
 *
 * @returns null when they ask for the list
 * @throws TieoutError USAGE when they ask for half of each
 */
async function decideFrom(
  flags: Flags,
  request: ReviewRequest,
  { context }: Session,
): Promise<Decision[] | null> {
  const { fingerprint: fingerprints = [], status, undo: undoing = false, note = "", by = "" } = flags;
  if (status === undefined && !undoing) {
    if (fingerprints.length > 0 || flags.note !== undefined || flags.by !== undefined) {
      throw usageError("Give a decision: --status explained, accepted, raised or open, or --undo.");
    }
    return null;
  }
  if (status !== undefined && undoing) throw usageError("Give either --status or --undo, not both.");
  if (fingerprints.length === 0) {
    throw usageError(
      undoing
        ? "Name the finding to undo with --fingerprint, as listed."
        : "Name the findings to decide on with --fingerprint, as listed, --rule or --cause.",
    );
  }
  const items = fingerprints.map((fingerprint) => ({ fingerprint }));
  if (status === undefined) return undo({ ledger: request.ledger, items, note, by }, context);
  return decide({ ...request, items, status, note, by }, context);
}

/** @throws TieoutError USAGE */
function collectFingerprints(text: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), fingerprintArgument(text)];
}

/** A number has at most 7 digits, a fingerprint at least 8. @throws TieoutError USAGE */
function collectCauses(text: string, before: readonly (number | string)[] | undefined): (number | string)[] {
  const name = text.trim().toLowerCase();
  if (/^[1-9]\d{0,6}$/u.test(name)) return [...(before ?? []), Number(name)];
  if (/^[0-9a-f]{8,64}$/u.test(name)) return [...(before ?? []), name];
  throw usageError(
    `--cause takes the number of a cause, as tieout check lists it, or at least ${LEAST_DIGITS} digits of a fingerprint, not "${text}".`,
  );
}

const RULE_IDS = RULES.map(({ id }) => id);
const readRule = wordArgument("--rule", [...RULE_IDS, "all"], {
  are: "a rule, or all",
  where: "List the exceptions and their rules with tieout review, without --rule.",
});

/** @throws TieoutError USAGE */
function collectRules(text: string, before: readonly RuleId[] | undefined): RuleId[] {
  const word = readRule(text);
  return [...new Set([...(before ?? []), ...(word === "all" ? RULE_IDS : [word])])];
}
