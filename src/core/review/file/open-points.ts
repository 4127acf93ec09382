/** What a month's file lacks when the month is prepared, and what of it refuses that. */
import { TieoutError } from "../../errors.ts";
import { formatAmount, formatCount } from "../../money.ts";
import { walletLabel } from "../../words/wallet.ts";
import { uncapitalised } from "../../sentence.ts";
import { monthTitle } from "../../words/month.ts";
import { keptWords, lapseWords, lapsedNoteWords } from "./confirmation-words.ts";
import { excessWords } from "./materiality.ts";
import { type MonthFile, isContradicted, isStepDone } from "./month-file.ts";
import { unconfirmedWords } from "./step-figures.ts";

/**
 * What it lacks, and which of its statements the figures contradict, in sentences without a full stop: the same
 * in `prepare`, `sign-off`, window and workbook. Nothing of it blocks a step of the close.
 *
 * @example `2 of 6 steps are not done`, `step 5 is ticked, but not so: 1 of 2 closing balances is not confirmed`
 */
export function openPoints({
  decimals,
  excessive,
  steps,
  balances,
  fluctuations,
  kept,
}: Omit<MonthFile, "month" | "termsId" | "terms">): string[] {
  const undone = steps.filter((step) => !isStepDone(step)).length;
  const unconfirmed = unconfirmedWords(balances);
  const asking = fluctuations.filter(({ asks, note }) => asks && note === null).length;
  return [
    ...excessive.map((one) => uncapitalised(excessWords(one, decimals))),
    ...(undone === 0
      ? []
      : [
          `${formatAmount(undone)} of ${formatCount(steps.length, "step")} ${undone === 1 ? "is" : "are"} not done`,
        ]),
    ...steps
      .filter(isContradicted)
      .map(({ id, figures }) => `step ${id} is ticked, but ${figures?.words ?? ""}`),
    ...(unconfirmed === null ? [] : [unconfirmed]),
    ...balances.flatMap(({ wallet, lapsed }) => (lapsed === null ? [] : [lapseWords(wallet, lapsed)])),
    ...balances.flatMap(({ wallet, confirmation }) =>
      confirmation === null || confirmation.difference === 0
        ? []
        : [
            `the provider's balance of ${walletLabel(wallet)} differs by ${formatAmount(confirmation.difference, decimals)}`,
          ],
    ),
    ...fluctuations.flatMap((one) =>
      one.lapsed === null
        ? []
        : [
            `the note on ${one.figure} of ${walletLabel(one.wallet)} ${lapsedNoteWords(one, one.lapsed, decimals)}`,
          ],
    ),
    ...(asking === 0
      ? []
      : [`${formatCount(asking, "figure")} moved and ${asking === 1 ? "has" : "have"} no note`]),
    ...kept.map((one) => uncapitalised(keptWords(one, decimals))),
  ];
}

/** What is looked at before a month is prepared. Instants in milliseconds UTC. */
interface ToPrepare {
  /** As the month would have it once prepared. */
  readonly file: Pick<MonthFile, "month" | "excessive" | "decimals">;
  /** Of the earliest record; null where none is dated. */
  readonly firstMs: number | null;
  /** The month's end. */
  readonly toMs: number;
}

/**
 * What refuses that a month is prepared, whatever note is written: the same before it is asked for and when it is.
 * A month before the oldest record is refused (CLOSE_STATE): its balance is only inferred, so that nothing proves
 * it. So is a materiality that nothing of the month could exceed (CLOSE_REFUSED).
 *
 * @returns null where neither is the case
 */
export function refusalOfPreparing({ file, firstMs, toMs }: ToPrepare): TieoutError | null {
  const title = monthTitle(file.month);
  if (firstMs !== null && firstMs > toMs) {
    return new TieoutError(
      "CLOSE_STATE",
      `${title} is before the oldest record, so nothing proves its closing`,
    );
  }
  const [excess] = file.excessive;
  if (excess === undefined) return null;
  const sentence = `${title} cannot be prepared: ${uncapitalised(excessWords(excess, file.decimals))}`;
  return new TieoutError("CLOSE_REFUSED", sentence, {
    remedy: "Nothing was written. Set a lower one with `tieout file --materiality`.",
  });
}
