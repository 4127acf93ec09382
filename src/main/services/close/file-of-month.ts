/** A month's file as it stands beside the month's check. */
import { withdrawnIn } from "../../../core/review/file/attachment.ts";
import { reconcile } from "../../../core/reconcile/reconcile.ts";
import {
  type CloseStep,
  type FrozenWallet,
  type Month,
  figuresOfWallet,
} from "../../../core/review/close/close.ts";
import { notOverWords } from "../../../core/review/close/close-obstacles.ts";
import { type MonthStanding, monthStates } from "../../../core/review/close/month-states.ts";
import { firstRecordMs, monthBefore, unsignedBefore } from "../../../core/review/close/months.ts";
import type { Review } from "../../../core/review/decisions/review.ts";
import { materialitySetWords } from "../../../core/review/file/materiality-set.ts";
import {
  type HeldFiles,
  type MonthFile,
  asksForFluctuations,
  monthFileOf,
} from "../../../core/review/file/month-file.ts";
import type { SignedFile } from "../../../core/review/file/examined.ts";
import { refusalOfPreparing } from "../../../core/review/file/open-points.ts";
import type { CheckedSteps } from "../../../core/review/file/step-figures.ts";
import type { TieoutError } from "../../../core/errors.ts";
import { ZoneClock, monthDays, periodOf } from "../../../core/time.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { listAttachments } from "../../ledger/acts/attachment.ts";
import { listFiles } from "../../ledger/acts/month-file.ts";
import { linksOf } from "../../ledger/trail/acts.ts";
import { firstPullLinkAfter } from "../../ledger/trail/pull.ts";
import type { GatheredCheck } from "../check/check.ts";
import { sha256 } from "../../ledger/file/sha256.ts";

/** A month's check, and how its findings are reviewed. */
export interface CheckedFile extends Pick<GatheredCheck, "input" | "result" | "decimals"> {
  readonly review: Pick<Review, "findings">;
  /** Of all months. */
  readonly closeSteps: readonly CloseStep[];
}

interface CheckedStep {
  readonly standing: Pick<MonthStanding, "month" | "prepared">;
  readonly steps: readonly CloseStep[];
  readonly gathered: GatheredCheck;
  readonly review: Review;
}

/**
 * The file of a month beside its check.
 *
 * @param isCompared whether figures of the month before are needed: they take a check of its own
 */
export function fileOfMonth(
  db: ReadableLedger,
  standing: Pick<MonthStanding, "month" | "prepared">,
  held: HeldFiles,
  { input, result, decimals, review, closeSteps }: CheckedFile,
  isCompared: boolean,
): MonthFile {
  const { month } = standing;
  const { timeZone } = result.options;
  const firstMs = firstRecordMs(input);
  return monthFileOf(standing, held, {
    wallets: {
      now: result.wallets.map(figuresOfWallet),
      before: isCompared ? walletsBefore({ input, result }, month) : [],
    },
    withdrawn: withdrawnIn(listAttachments(db)),
    checked: {
      findings: review.findings,
      notOver: notOverWords(result),
      unsignedBefore: unsignedBefore(month, { firstMs, timeZone, steps: closeSteps }).length,
    },
    decimals,
  });
}

/**
 * What the Lead says of a month's materiality, a sentence for each currency: the amounts, their basis, who
 * set them and when, and whether that was before the findings of the month could be known.
 */
export function materialityLines(
  db: ReadableLedger,
  { versions }: HeldFiles,
  { termsId, terms, decimals }: Pick<MonthFile, "termsId" | "terms" | "decimals">,
  { period, options }: Pick<GatheredCheck["result"], "period" | "options">,
): string[] {
  if (terms.materiality.length === 0) return [];
  const links = linksOf(db, "terms");
  const knownAt = period === null ? null : firstPullLinkAfter(db, period.toMs);
  return terms.materiality.map((one) =>
    materialitySetWords(one, {
      versions: versions.filter(({ id }) => id <= termsId),
      linkOf: (version) => links.get(version) ?? 0,
      knownAt,
      clock: new ZoneClock(options.timeZone),
      decimals,
    }),
  );
}

/**
 * The files of the months before one that are signed off, by month ascending: what people entered, beside the figures
 * that were frozen. Nothing is checked for them.
 */
export function signedFilesBefore(
  db: ReadableLedger,
  month: Month,
  held: HeldFiles,
  closeSteps: readonly CloseStep[],
): SignedFile[] {
  const withdrawn = withdrawnIn(listAttachments(db));
  return [...monthStates(closeSteps).values()].flatMap((standing): SignedFile[] => {
    const { signed } = standing;
    if (signed === null || standing.month >= month) return [];
    const { wallets, decimals } = signed.frozen;
    const file = monthFileOf(standing, held, {
      wallets: { now: wallets, before: [] },
      withdrawn,
      checked: NOTHING_CHECKED,
      decimals,
    });
    const { policy, materiality } = file.terms;
    const { steps, balances } = file;
    return [
      { month: standing.month, policy, materiality, steps, balances, decimals, prepared: standing.prepared },
    ];
  });
}

/** Steps that figures answer are no question of a file: how they are answered does not matter. */
const NOTHING_CHECKED: CheckedSteps = { findings: [], notOver: null, unsignedBefore: 0 };

/** The file of a month that was just checked to be prepared or signed. */
export function fileOfChecked(
  db: ReadableLedger,
  { standing, steps: closeSteps, gathered, review }: CheckedStep,
): MonthFile {
  const held = listFiles(db);
  const { input, result, decimals } = gathered;
  const checked = { input, result, decimals, review, closeSteps };
  return fileOfMonth(db, standing, held, checked, asksForFluctuations(standing, held));
}

/** What refuses to prepare a checked month, whatever note is written; null where nothing does. */
export function preparingRefusal(db: ReadableLedger, checked: CheckedStep): TieoutError | null {
  const { input, result } = checked.gathered;
  const { month } = checked.standing;
  const file = fileOfChecked(db, { ...checked, standing: { month, prepared: null } });
  const toMs = result.period?.toMs ?? Infinity;
  return refusalOfPreparing({ file, firstMs: firstRecordMs(input), toMs });
}

/** The figures of the month before, under what the check of the month decided, so that both months are read alike. It is not remembered. */
function walletsBefore(
  { input, result }: Pick<GatheredCheck, "input" | "result">,
  month: Month,
): FrozenWallet[] {
  const days = monthDays(monthBefore(month));
  if (days === null) return [];
  const { options, convention, settlementBasis } = result;
  const decided = { ...options, convention: convention.used, settlementBasis: settlementBasis.used };
  const period = periodOf(days.from, days.to, new ZoneClock(options.timeZone));
  return reconcile(input, decided, { period, sha256 }).wallets.map(figuresOfWallet);
}
