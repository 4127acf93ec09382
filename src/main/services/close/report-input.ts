/** Collects the workbook's input from an open ledger. */
import { RULES_VERSION } from "../../../core/options.ts";
import type { CheckInput } from "../../../core/reconcile/input/input.ts";
import type {
  EntryTexts,
  ReportInput,
  ReportMatch,
  TrailLink,
  TransactionTexts,
  WorkpaperSettings,
} from "../../../core/report/sheet/input.ts";
import type { WalletOwners } from "../../../core/words/wallet.ts";
import type { FrozenReview } from "../../../core/review/close/differences.ts";
import { standingOfMonth } from "../../../core/review/close/month-states.ts";
import type { RaisedCounts } from "../../../core/review/letters/letter-words.ts";
import type { RecordedLetter } from "../../../core/review/letters/letters.ts";
import type { RestatementRegister } from "../../../core/review/restate/restatements.ts";
import { nowTitle } from "../../../core/review/close/moment.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import { monthOfPeriod } from "../../../core/words/month.ts";
import { outcomesBefore } from "../../../core/report/sheet/closing.ts";
import { listTrail } from "../../ledger/trail/list-trail.ts";
import { listAttachments } from "../../ledger/acts/attachment.ts";
import { listCloseSteps } from "../../ledger/acts/close-step.ts";
import { type ReadableLedger, ledgerIdOf } from "../../ledger/file/connection.ts";
import { ENTRY_TABLE, PAYMENT_TABLE } from "../../ledger/tables/record-table.ts";
import { recordPages } from "../../ledger/records/engine-columns.ts";
import { auditHead } from "../../ledger/file/audit.ts";
import { type GatheredCheck, reviewOf } from "../check/check.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { readFrozenReview } from "./frozen.ts";
import { listRestatements } from "./register.ts";
import { lettersStillAsking, raisedCounts, sentLetters } from "./letter-waits.ts";
import { listActs } from "../../ledger/trail/acts.ts";
import { agreesWithProvider, asksForFluctuations } from "../../../core/review/file/month-file.ts";
import { setMovementRules } from "../../../core/review/file/movement-rules.ts";
import { openPoints } from "../../../core/review/file/open-points.ts";
import { listFiles } from "../../ledger/acts/month-file.ts";
import { type CheckedFile, fileOfMonth, materialityLines, signedFilesBefore } from "./file-of-month.ts";
import { listReportPulls } from "../../ledger/pulls/pull-effect.ts";

/** Steps of the close where others are asked for than the ledger holds, and the moment where it is not now. */
type StatedOtherwise = Partial<Pick<ReportInput, "closeSteps" | "shows">>;

/** As of the newest link, where no run is kept of it. */
export function unkeptInputOf(
  db: ReadableLedger,
  gathered: GatheredCheck,
  { appVersion }: Pick<ServiceContext, "appVersion">,
  otherwise: StatedOtherwise = {},
): ReportInput {
  const { sequence, hash: head } = auditHead(db);
  return reportInputOf(db, gathered, { run: null, audit: { sequence, head }, appVersion, ...otherwise });
}

/** @param around what the ledger does not know of the export */
export function reportInputOf(
  db: ReadableLedger,
  { input, result, decimals }: GatheredCheck,
  around: Pick<ReportInput, "run" | "audit" | "appVersion"> & StatedOtherwise,
): ReportInput {
  const { closeSteps = listCloseSteps(db) } = around;
  const pulls = listReportPulls(db);
  const newest = pulls.findLast(({ aside }) => aside === undefined);
  const { decisions, versions, review } = reviewOf(db, { input, result });
  const month = monthOfPeriod(result.period);
  const prepared = month === null ? null : standingOfMonth(closeSteps, month).prepared;
  // They are read where they are shown: the figures of a month do without them.
  let asking: RecordedLetter[] | undefined;
  let raised: RaisedCounts | undefined;
  let register: RestatementRegister | undefined;
  let frozenReview: FrozenReview | null | undefined;
  return {
    shows: nowTitle(
      newest === undefined ? null : { pullId: newest.id, source: newest.source, atMs: newest.finishedAtMs },
      // As every place, whatever zone this check goes by.
      readSettings(db).timeZone,
    ),
    ...around,
    decimals,
    entity: ownersOf(input),
    workpaper: workpaperOf(db, { input, result, review, closeSteps, decimals }),
    ledgerId: ledgerIdOf(db),
    rulesVersion: RULES_VERSION,
    check: result,
    priorOutcomes: outcomesBefore(input, result),
    records: input,
    ...textsOf(db, input),
    decisions,
    review,
    matches: matchesOf(db, input),
    attachments: listAttachments(db),
    get askingLetters() {
      return (asking ??= lettersStillAsking(db, input, result));
    },
    get raised() {
      return (raised ??= raisedCounts({ input, result }, review, sentLetters(db)));
    },
    closeSteps,
    get frozenReview() {
      return (frozenReview ??= readFrozenReview(db, prepared, { decisions, versions }, result));
    },
    get restatements() {
      return (register ??= listRestatements(db, { month: null, most: MOST_RESTATEMENTS }));
    },
    trail: trailOf(db, around),
    pulls: pulls.filter(({ aside }) => aside === undefined),
    pullsAside: pulls.filter(({ aside }) => aside !== undefined),
  };
}

/** Whose wallet it is: the caller's business, else the caller; null where neither has a name. */
export function ownerNameOf({ businesses, user }: CheckInput): string | null {
  const business = businesses.find((one) => one.businessID === user?.businessID);
  return business?.name ?? user?.name ?? null;
}

/** Who called the service, and which businesses are known. */
export function ownersOf(input: CheckInput): WalletOwners {
  return { name: ownerNameOf(input), userID: input.user?.userID ?? null, businesses: input.businesses };
}

/** As many as fit one sheet with all their fields, whatever a pull changed; C3 says when there are more. */
const MOST_RESTATEMENTS = 20_000;

/** All links up to the one that the export prints: that of its run, which is kept after the records are read. */
function trailOf(db: ReadableLedger, { run, audit }: Pick<ReportInput, "run" | "audit">): TrailLink[] {
  if (run === null) return listTrail(db, audit.sequence);
  const written = { kind: "run", payload: { run: run.id } };
  const own: TrailLink = { sequence: audit.sequence, kind: "other", atMs: run.atMs, written };
  return [...listTrail(db, audit.sequence - 1), own];
}

/** The state of each match: in force when the check used it, reopened when it did not and was not undone. */
function matchesOf(db: ReadableLedger, { human }: CheckInput): ReportMatch[] {
  const inForce = new Set([...human.matches, ...(human.bank?.ties ?? [])].map(({ id }) => id));
  const matches = listActs(db, "match");
  const undone = new Set(matches.map(({ undoes }) => undoes));
  return matches.map((match) => {
    const isUndone = match.undoes !== null || undone.has(match.id);
    return { ...match, state: isUndone ? "undone" : inForce.has(match.id) ? "in-force" : "reopened" };
  });
}

function textsOf(
  db: ReadableLedger,
  input: CheckInput,
): Pick<ReportInput, "entryTexts" | "transactionTexts"> {
  const findEntry = recordPages(db, ENTRY_TABLE, [
    "description",
    "session_id",
    "is_approved",
    "is_bonus",
    "date_paid_ms",
  ]);
  const findPayment = recordPages(db, PAYMENT_TABLE, ["label_id", "customer_name", "status_alt_id"]);
  const labelOf = (id: unknown) => (typeof id === "number" ? input.labels.at(id) : null);
  return {
    entryTexts(row): EntryTexts {
      const found = findEntry(input.entries.walletID[row] ?? Number.NaN);
      const [description, sessionID, isApproved, isBonus, datePaidAtMs] = found ?? [];
      return {
        description: textOrNull(description),
        sessionID: textOrNull(sessionID),
        isApproved: numberOrNull(isApproved),
        isBonus: numberOrNull(isBonus),
        datePaidAtMs: numberOrNull(datePaidAtMs),
      };
    },
    transactionTexts(row): TransactionTexts {
      const found = findPayment(input.transactions.payID[row] ?? Number.NaN);
      const [label, customerName, statusAlt] = found ?? [];
      return {
        label: labelOf(label),
        customerName: textOrNull(customerName),
        statusAlt: labelOf(statusAlt),
      };
    },
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

// The contents of a month's file that its workpaper shows.

/**
 * Purpose, policy, procedures, materiality and confirmations of the month that was checked, each only where
 * it was set; its checklist, its figures beside the month before, and what is open in its file.
 */
function workpaperOf(db: ReadableLedger, checked: CheckedFile): WorkpaperSettings {
  const { period } = checked.result;
  const month = period === null ? null : monthOfPeriod(period);
  if (month === null) return {};
  const standing = standingOfMonth(checked.closeSteps, month);
  const files = listFiles(db);
  // The month before takes a check of its own.
  const isCompared = asksForFluctuations(standing, files);
  const file = fileOfMonth(db, standing, files, checked, isCompared);
  const { terms, steps, balances, fluctuations } = file;
  const { purpose, policy, procedures, materiality } = terms;
  const movements = setMovementRules(files.versions, file.termsId);
  return {
    ...(purpose === "" ? {} : { purpose }),
    ...(policy === "" ? {} : { policy }),
    ...(procedures === "" ? {} : { procedures }),
    ...(materiality.length === 0
      ? {}
      : { materiality, materialityWords: materialityLines(db, files, file, checked.result) }),
    ...(movements.length === 0 ? {} : { movements }),
    steps,
    ...(balances.some((one) => agreesWithProvider(one) !== null) ? { balances } : {}),
    openPoints: openPoints(file),
    signedBefore: signedFilesBefore(db, month, files, checked.closeSteps),
    ...(isCompared ? { fluctuations } : {}),
  };
}
