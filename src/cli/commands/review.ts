/** `tieout review`: lists the exceptions, decides on them one by one, by rule, by cause or as proposed, and undoes. */
import { RULE_IDS, type RuleId } from "../../core/reconcile/input/rules.ts";
import { usageError } from "../../core/errors.ts";
import { formatAmount, formatCount } from "../../core/money.ts";
import type { NumberedCause } from "../../core/reconcile/input/cause.ts";
import { periodTitle } from "../../core/words/month.ts";
import { DECISION_STATUSES, type Decision } from "../../core/review/decisions/decision.ts";
import { reviewDocument } from "../../core/review/standing/documents.ts";
import { LEAST_DIGITS } from "../../core/review/decisions/fingerprints.ts";
import { standingDocument, type StandingReport } from "../../core/review/standing/standing-words.ts";
import type { ChosenBy, ReviewChosen } from "../../main/services/review/review-chosen.ts";
import { type ReviewRequest, decide, readReview, undo } from "../../main/services/review/review.ts";
import type { StandingRequest } from "../../main/services/review/standing.ts";
import { causeName } from "../terminal/check.ts";
import {
  printExceptions,
  printProposals,
  printReview,
  proposalCount,
  takenDecisions,
  writeDecisions,
} from "../terminal/review.ts";
import { ledgerWording } from "../terminal/words.ts";
import { type Given, type Parse, collected, command, option, toggle, word } from "../terminal/command.ts";
import {
  CHECKING_OPTIONS,
  CHECK_AFTER,
  LEDGER,
  asFingerprint,
  checkOptionsFrom,
  periodFrom,
  asMonth,
} from "../terminal/options.ts";
import { type Session, print, writeJsonList } from "../terminal/terminal.ts";
import { CheckMemory } from "../../main/services/shared/check-memory.ts";
import { unlikeSignedNote } from "../terminal/drift.ts";

const ruleOrAll = word([...RULE_IDS, "all"], {
  are: "a rule, or all",
  where: "List the exceptions and their rules with tieout review, without --rule.",
});

const rules: Parse<readonly RuleId[]> = (text, name, before = []) => {
  const named = ruleOrAll(text, name, undefined);
  return [...new Set([...before, ...(named === "all" ? RULE_IDS : [named])])];
};

/** A number has at most 7 digits, a fingerprint at least 8. */
const cause: Parse<number | string> = (text, name) => {
  const digits = text.trim().toLowerCase();
  if (/^[1-9]\d{0,6}$/u.test(digits)) return Number(digits);
  if (/^[0-9a-f]{8,64}$/u.test(digits)) return digits;
  throw usageError(
    `${name} takes the number of a cause, as tieout check lists it, or at least ${LEAST_DIGITS} digits of a fingerprint, not "${text}".`,
  );
};

const TAKES = {
  ...LEDGER,
  fingerprint: option(
    "<digits>",
    "the finding to decide on, as listed; may be given several times",
    collected(asFingerprint),
  ),
  rule: option(
    "<rule>",
    "decide on every open or reopened exception of this rule (all: of every rule), without --fingerprint; may be given several times",
    rules,
  ),
  cause: option(
    "<number>",
    "decide on every open or reopened exception that this cause explains, as check numbers it for the same month and options, or the cause of the finding with this fingerprint; may be given several times",
    collected(cause),
  ),
  status: option("<word>", `the decision: ${DECISION_STATUSES.join(", ")}`, word(DECISION_STATUSES)),
  note: option("<text>", "why"),
  by: option("<name>", "who decides"),
  undo: toggle("undo the newest decision on the finding, without --status"),
  proposals: toggle("list what earlier decisions propose for undecided exceptions; write nothing"),
  acceptProposals: toggle(
    "decide what earlier decisions propose, for all or by --rule or --fingerprint; needs --by",
  ),
  dryRun: toggle(
    "with --rule, --cause or --accept-proposals: list the exceptions to decide on; write nothing",
  ),
  json: toggle(
    "print JSON (tieout.review/1; for decisions tieout.decision/1, for proposals tieout.proposals/1)",
  ),
  ...CHECKING_OPTIONS,
};
type ReviewGiven = Given<typeof TAKES>;

export const REVIEW_COMMANDS = {
  review: command({
    takes: TAKES,
    after:
      CHECK_AFTER +
      `
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
nothing is proposed. Tieout never decides by itself. The note of an accepted proposal names the decision that it repeats.`,
    run: async (flags, session) => {
      const { ledger, json } = flags;
      const request = { ledger, period: periodFrom(flags), options: checkOptionsFrom(flags) };
      if (flags.proposals || flags.acceptProposals) return reviewProposals(session, request, flags);
      if (flags.rule !== undefined || flags.cause !== undefined) return reviewChosen(session, request, flags);
      if (flags.dryRun) throw usageError("--dry-run needs --rule, --cause or --accept-proposals.");
      const decisions = await decideFrom(flags, request, session);
      return decisions === null
        ? writeReview(session, request, flags.month, json)
        : writeDecisions(session, ledger, takenDecisions(decisions), json);
    },
  }),
};

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
  if (!json) {
    const { ledger, options: given } = request;
    const note =
      month === undefined
        ? ""
        : await unlikeSignedNote({ ledger, month: asMonth(month, "--month", undefined), given }, context);
    progress.clear();
    await printReview(terminal, review, ledgerWording(ledger));
    return print(terminal, note);
  }
  progress.clear();
  return writeJsonList(terminal, reviewDocument(review), "exceptions");
}

/** Decides or undoes as the flags say; null for the list. @throws TieoutError USAGE for half of each */
async function decideFrom(
  flags: ReviewGiven,
  request: ReviewRequest,
  { context }: Session,
): Promise<Decision[] | null> {
  const { fingerprint: fingerprints = [], status, undo: undoing, note = "", by = "" } = flags;
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
  const items = fingerprints.map((digits) => ({ fingerprint: digits }));
  if (status === undefined) return undo({ ledger: request.ledger, items, note, by }, context);
  return decide({ ...request, items, status, note, by }, context);
}

/** How many decisions are printed; the list has them all. */
const MOST_TOLD = 20;

/**
 * Decides on what rules or causes choose, or lists it. How many they are is said before anything is written.
 *
 * @throws TieoutError USAGE; otherwise as `decideChosen`
 */
async function reviewChosen(session: Session, request: ReviewRequest, flags: ReviewGiven): Promise<void> {
  const { status, note = "", by = "", json, dryRun } = flags;
  const choice = choiceOf(flags);
  const asked = { ...request, choice };
  const { decideChosen, readChosen } = await import("../../main/services/review/review-chosen.ts");
  if (dryRun) return writeChosen(session, request.ledger, readChosen(asked, session.context), choice, json);
  if (status === undefined) {
    throw usageError(
      "Give a decision: --status explained, accepted or raised; or --dry-run to list the exceptions.",
    );
  }
  const taken = await decideChosen({ ...asked, status, note, by }, session.context, async (found) => {
    session.progress.clear();
    if (!json) await print(session.terminal, `${countWords(found, choice)}\n`);
  });
  await writeDecisions(session, request.ledger, taken, json, MOST_TOLD);
}

/** @throws TieoutError USAGE */
function choiceOf(flags: ReviewGiven): ChosenBy {
  const { rule, cause: causes, status } = flags;
  if (rule !== undefined && causes !== undefined)
    throw usageError("Give either --rule or --cause, not both.");
  const named = causes === undefined ? "--rule" : "--cause";
  if (flags.fingerprint !== undefined) throw usageError(`Give either ${named} or --fingerprint, not both.`);
  if (flags.undo) throw usageError(`--undo needs --fingerprint, not ${named}.`);
  if (status === "open")
    throw usageError(`--status open needs --fingerprint, because ${named} selects what is already open.`);
  return causes === undefined ? { by: "rule", rules: rule ?? [] } : { by: "cause", causes };
}

async function writeChosen(
  { terminal, progress }: Session,
  ledger: string,
  found: ReviewChosen,
  choice: ChosenBy,
  json: boolean,
): Promise<void> {
  progress.clear();
  if (!json) {
    await print(terminal, `${countWords(found, choice)} Nothing was written.\n`);
    return printExceptions(terminal, found.chosen, found.review.waits, ledgerWording(ledger));
  }
  const document = reviewDocument({ ...found.review, findings: found.chosen });
  const chosen = choice.by === "rule" ? { rules: choice.rules } : { causes: found.causes };
  return writeJsonList(terminal, { ...document, dryRun: true, ...chosen }, "exceptions");
}

/**
 * @example
 *   `October 2026: 3 exceptions to decide on (2 of chain-break, 1 of unsettled); 1 is already decided and stays.`
 */
function countWords(found: ReviewChosen, choice: ChosenBy): string {
  const { chosen, decided, review } = found;
  const parts = choice.by === "rule" ? ruleCounts(found, choice.rules) : causeCounts(found);
  const how = parts.length === 0 ? "" : ` (${parts.join(", ")})`;
  const stays =
    decided === 0
      ? ""
      : `; ${formatAmount(decided)} ${decided === 1 ? "is already decided and stays" : "are already decided and stay"}`;
  return `${periodTitle(review.period)}: ${formatCount(chosen.length, "exception")} to decide on${how}${stays}.`;
}

function ruleCounts({ chosen }: ReviewChosen, chosenRules: readonly RuleId[]): string[] {
  const counts = new Map(chosenRules.map((rule) => [rule, 0]));
  for (const { finding } of chosen) counts.set(finding.rule, (counts.get(finding.rule) ?? 0) + 1);
  return [...counts].flatMap(([rule, count]) => (count === 0 ? [] : [`${formatAmount(count)} of ${rule}`]));
}

/** @example `2 of cause 3, mistyped payref` */
function causeCounts({ chosen, causes, review }: ReviewChosen): string[] {
  const prints = new Set(chosen.map(({ finding }) => finding.fingerprint));
  const findings = review.findings.map(({ finding }) => finding);
  const countOf = (one: NumberedCause) => one.findings.filter((digits) => prints.has(digits)).length;
  return causes.map((one) => `${formatAmount(countOf(one))} of cause ${causeName(one, findings)}`);
}

/**
 * Lists the proposals, or accepts them. How many they are is printed before anything is written.
 *
 * @throws TieoutError USAGE; otherwise as `readStanding` and `acceptStanding`
 */
async function reviewProposals(session: Session, request: ReviewRequest, flags: ReviewGiven): Promise<void> {
  const { acceptProposals, dryRun, json, by = "" } = flags;
  refuseMixed(flags);
  const asked = { ...request, rules: flags.rule ?? null, fingerprints: flags.fingerprint ?? null };
  if (!acceptProposals || dryRun) return writeProposals(session, asked, json);
  const { acceptStanding } = await import("../../main/services/review/standing.ts");
  const taken = await acceptStanding({ ...asked, by }, session.context, async (report) => {
    session.progress.clear();
    if (!json) await print(session.terminal, `${proposalCount(report)}\n`);
  });
  await writeDecisions(session, request.ledger, taken, json, MOST_TOLD);
}

/** @throws TieoutError USAGE */
function refuseMixed(flags: ReviewGiven): void {
  const { proposals, acceptProposals, rule, status, note, by, dryRun } = flags;
  const named = acceptProposals ? "--accept-proposals" : "--proposals";
  if (proposals && acceptProposals) {
    throw usageError("Give either --proposals or --accept-proposals, not both.");
  }
  if (rule !== undefined && flags.fingerprint !== undefined) {
    throw usageError("Give either --rule or --fingerprint, not both.");
  }
  if (flags.cause !== undefined) throw usageError(`${named} takes --rule or --fingerprint, not --cause.`);
  if (flags.undo) throw usageError(`Give either ${named} or --undo, not both.`);
  if (status !== undefined || note !== undefined) {
    throw usageError(`${named} takes status and note from earlier decisions. Leave out --status and --note.`);
  }
  if (proposals && (by !== undefined || dryRun)) {
    throw usageError("--proposals only lists. Use --accept-proposals to accept them.");
  }
}

async function writeProposals(
  { terminal, progress, context }: Session,
  request: StandingRequest,
  json: boolean,
): Promise<void> {
  const { readStanding } = await import("../../main/services/review/standing.ts");
  const report: StandingReport = readStanding(request, context);
  progress.clear();
  if (!json) {
    await print(terminal, `${proposalCount(report)} Nothing was written.\n`);
    return printProposals(terminal, report, ledgerWording(request.ledger));
  }
  return writeJsonList(terminal, standingDocument(report), "exceptions");
}
