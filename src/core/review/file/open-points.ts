/**
 * What a month's file lacks, and which of its statements the figures contradict, in sentences without a full
 * stop: the same in `prepare`, `sign-off`, window and workbook. Nothing of it blocks a step of the close.
 */
import { formatAmount, formatCount } from "../../money.ts";
import { walletLabel } from "../../words/wallet.ts";
import { uncapitalised } from "../../sentence.ts";
import { keptWords, lapseWords, lapsedNoteWords } from "./confirmation-words.ts";
import { excessWords } from "./materiality.ts";
import { type MonthFile, isContradicted, isStepDone } from "./month-file.ts";
import { unconfirmedWords } from "./step-figures.ts";

/** @example `2 of 6 steps are not done`, `step 5 is ticked, but not so: 1 of 2 closing balances is not confirmed` */
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
