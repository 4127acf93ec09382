/** `tieout review --proposals` and `--accept-proposals`: what earlier decisions propose, and accepting it. */
import type { RuleId } from "../../core/reconcile/rules.ts";
import { standingDocument } from "../../core/review/standing/standing-words.ts";
import type { ReviewRequest } from "../../main/services/review/review.ts";
import {
  type StandingReport,
  type StandingRequest,
  acceptStanding,
  readStanding,
} from "../../main/services/review/standing.ts";
import { ledgerWording } from "../ledger-wording.ts";
import { writeJsonList } from "../print/json-list.ts";
import { printProposals, proposalCount } from "../print/print-proposals.ts";
import { MOST_TOLD } from "./review-chosen.ts";
import type { Session } from "../session.ts";
import { print } from "../terminal.ts";
import { usageError } from "../usage.ts";
import { writeDecisions } from "./write-decisions.ts";

export interface ProposalFlags {
  readonly proposals?: boolean;
  readonly acceptProposals?: boolean;
  readonly rule?: readonly RuleId[];
  readonly cause?: readonly (number | string)[];
  readonly fingerprint?: readonly string[];
  readonly status?: string;
  readonly note?: string;
  readonly by?: string;
  readonly undo?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/**
 * Lists the proposals, or accepts them. How many they are is printed before anything is written.
 *
 * @throws TieoutError USAGE; otherwise as `readStanding` and `acceptStanding`
 */
export async function reviewProposals(
  session: Session,
  request: ReviewRequest,
  flags: ProposalFlags,
): Promise<void> {
  const { acceptProposals = false, dryRun = false, json = false, by = "" } = flags;
  refuseMixed(flags);
  const asked = { ...request, rules: flags.rule ?? null, fingerprints: flags.fingerprint ?? null };
  if (!acceptProposals || dryRun) return writeProposals(session, asked, json);
  const taken = await acceptStanding({ ...asked, by }, session.context, async (report) => {
    session.progress.clear();
    if (!json) await print(session.terminal, `${proposalCount(report)}\n`);
  });
  await writeDecisions(session, request.ledger, taken, json, MOST_TOLD);
}

/** @throws TieoutError USAGE */
function refuseMixed(flags: ProposalFlags): void {
  const {
    proposals = false,
    acceptProposals = false,
    rule,
    cause,
    fingerprint,
    status,
    note,
    undo,
    by,
    dryRun,
  } = flags;
  const option = acceptProposals ? "--accept-proposals" : "--proposals";
  if (proposals && acceptProposals) {
    throw usageError("Give either --proposals or --accept-proposals, not both.");
  }
  if (rule !== undefined && fingerprint !== undefined) {
    throw usageError("Give either --rule or --fingerprint, not both.");
  }
  if (cause !== undefined) throw usageError(`${option} takes --rule or --fingerprint, not --cause.`);
  if (undo === true) throw usageError(`Give either ${option} or --undo, not both.`);
  if (status !== undefined || note !== undefined) {
    throw usageError(
      `${option} takes status and note from earlier decisions. Leave out --status and --note.`,
    );
  }
  if (proposals && (by !== undefined || dryRun === true)) {
    throw usageError("--proposals only lists. Use --accept-proposals to accept them.");
  }
}

async function writeProposals(
  { terminal, progress, context }: Session,
  request: StandingRequest,
  json: boolean,
): Promise<void> {
  const report: StandingReport = readStanding(request, context);
  progress.clear();
  if (!json) {
    await print(terminal, `${proposalCount(report)} Nothing was written.\n`);
    return printProposals(terminal, report, ledgerWording(request.ledger));
  }
  const { exceptions, ...head } = standingDocument(report.answers, report.period);
  return writeJsonList(terminal, head, "exceptions", exceptions);
}
