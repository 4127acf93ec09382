/** What later pulls changed, as main says it; asked again whenever the ledger changes. */
import { useState } from "react";
import type { Month } from "../../../core/review/close/close.ts";
import { type ChangedSince, isUnchanged } from "../../../core/review/close/since.ts";
import type { RestatedClosing, Restatement } from "../../../core/review/restate/restatements.ts";
import type { Output } from "../../../ipc/contract.ts";
import { together, useEachAnswer } from "../../app/use-answer.ts";
import { useMonths } from "../../app/use-months.ts";
import { monthName } from "../months/close-words.ts";
import { useMonthsChecked } from "../months/use-months-checked.ts";

export type Register = Output<"restatements.list">;

export function useChangedMonths() {
  const { changed, checked, ...reading } = useMonthsChecked();
  const asked = changed.filter((month) => !checked.has(month));
  const answers = useEachAnswer(
    "close.changed",
    asked.map((month) => ({ month })),
  );
  return {
    /** Newest month last; a month is in it once it is known what changed of it. */
    months: changed.flatMap((month) => {
      const since = checked.get(month) ?? answers[asked.indexOf(month)]?.data?.changed ?? null;
      return since === null || isUnchanged(since) ? [] : [{ month, changed: since }];
    }),
    ...together(reading, ...answers),
  };
}

export type RestatedByPull = ReturnType<typeof useRestatedByPull>;

/** Which prepared and signed months one pull changed. @param pullId null while none has ended */
export function useRestatedByPull(pullId: number | null) {
  const changed = useChangedMonths();
  const { months: states = [] } = useMonths();
  const prepared = states.flatMap(({ month, state }) =>
    state === "prepared" || state === "returned" ? [month] : [],
  );
  const asked = pullId === null ? [] : [...changed.months.map(({ month }) => month), ...prepared].toSorted();
  const answers = useEachAnswer(
    "close.changed",
    asked.map((month) => ({ month, pullId: pullId ?? 0 })),
  );
  const { isReading, ...reading } = together(changed, ...answers);
  const [known, setKnown] = useState<number | null>(null);
  // What changes later does not take back that it was known.
  if (!isReading && pullId !== null && known !== pullId) setKnown(pullId);
  return {
    restated: asked.flatMap((month, at): { readonly month: Month; readonly changed: ChangedSince }[] => {
      const since = answers[at]?.data?.changed ?? null;
      return since === null ? [] : [{ month, changed: since }];
    }),
    /** Whether it was asked since the pull ended. */
    isKnown: pullId === null || known === pullId,
    ...reading,
  };
}

interface RestatedLedger {
  readonly restatements: readonly Restatement[];
  readonly closings: readonly RestatedClosing[];
}

/** Of a register what the signature in force on one month is touched by. */
export function restatedOf(month: Month, { restatements, closings }: RestatedLedger): RestatedLedger {
  return {
    restatements: restatements.filter(
      ({ signature }) => signature !== null && signature.month === month && signature.stillInForce,
    ),
    closings: closings.filter((closing) => closing.month === month),
  };
}

// What a signed month was signed at, and what changed since: the same sentence wherever it is said.

interface ChangedSentenceProps {
  readonly of: ChangedSince;
  /** Named where one of several is meant. */
  readonly month?: Month;
}

export function ChangedSentence({ of: { basis, sentence }, month }: ChangedSentenceProps) {
  return (
    <>
      {month === undefined ? null : <b>{monthName(month)}: </b>}
      {basis} {sentence}
    </>
  );
}
