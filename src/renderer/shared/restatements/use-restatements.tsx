/** What later pulls changed, as main says it; asked again whenever the ledger changes. */
import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Month } from "../../../core/review/close/close.ts";
import { type ChangedSince, isUnchanged } from "../../../core/review/close/since.ts";
import type { RestatedClosing, Restatement } from "../../../core/review/restate/restatements.ts";
import type { Output } from "../../../ipc/contract.ts";
import { type Api, useApi } from "../../bridge/api-provider.tsx";
import { useLedgerKeys } from "../../app/providers.tsx";
import { changedQuery, useMonths } from "../../app/use-months.ts";
import { monthName } from "../months/close-words.ts";

export type Register = Output<"restatements.list">;

function registerQuery(api: Api, keyOf: ReturnType<typeof useLedgerKeys>, month: Month | null) {
  return {
    queryKey: keyOf("restatements", month),
    queryFn: () => api["restatements.list"]({ month }),
  };
}

/** @param month null for all */
export function useRestatements(month: Month | null) {
  const api = useApi();
  const keyOf = useLedgerKeys();
  const { data, error, refetch } = useQuery(registerQuery(api, keyOf, month));
  return { register: data, error, readAgain: () => void refetch() };
}

/** A signed month of which anything changed since. */
interface ChangedMonth {
  readonly month: Month;
  readonly changed: ChangedSince;
}

interface ChangedMonths {
  /** Newest month last; a month is in it once it is known what changed of it. */
  readonly months: readonly ChangedMonth[];
  /** Whether it is being asked what else changed. */
  readonly isReading: boolean;
  /** What asking failed with; null while it did not. */
  readonly error: unknown;
  readonly readAgain: () => void;
}

/** What changed of the months that are signed. */
export function useChangedMonths(): ChangedMonths {
  const api = useApi();
  const keyOf = useLedgerKeys();
  const { changed, ...reading } = useMonths();
  const answers = useQueries({ queries: changed.map((month) => changedQuery(api, keyOf, month)) });
  return {
    months: changed.flatMap((month, at) => {
      const since = answers[at]?.data?.changed ?? null;
      return since === null || isUnchanged(since) ? [] : [{ month, changed: since }];
    }),
    isReading: reading.isReading || answers.some(({ isFetching }) => isFetching),
    error: reading.error ?? answers.find(({ error }) => error !== null)?.error ?? null,
    readAgain: () => {
      reading.readAgain();
      for (const { refetch } of answers) void refetch();
    },
  };
}

export interface RestatedByPull {
  /** Signed months that the pull changed. */
  readonly restated: readonly ChangedMonth[];
  /** Whether it was asked since the pull ended. */
  readonly isKnown: boolean;
  /** What asking failed with; null while it did not. */
  readonly error: unknown;
  readonly readAgain: () => void;
}

/** Which signed months one pull changed. @param pullId null while none has ended */
export function useRestatedByPull(pullId: number | null): RestatedByPull {
  const api = useApi();
  const keyOf = useLedgerKeys();
  const changed = useChangedMonths();
  const asked = pullId === null ? [] : changed.months;
  const answers = useQueries({ queries: asked.map(({ month }) => registerQuery(api, keyOf, month)) });
  const isReading = changed.isReading || answers.some(({ isFetching }) => isFetching);
  const [known, setKnown] = useState<number | null>(null);
  // What changes later does not take back that it was known.
  if (!isReading && pullId !== null && known !== pullId) setKnown(pullId);
  const touched = new Set(
    asked.flatMap(({ month }, at) => {
      const register = answers[at]?.data;
      const changes = register === undefined ? [] : restatedOf(month, register).restatements;
      return changes.some((one) => one.pullId === pullId) ? [month] : [];
    }),
  );
  return {
    restated: changed.months.filter(({ month }) => touched.has(month)),
    isKnown: pullId === null || known === pullId,
    error: changed.error ?? answers.find(({ error }) => error !== null)?.error ?? null,
    readAgain: () => {
      changed.readAgain();
      for (const { refetch } of answers) void refetch();
    },
  };
}

/** What restated one signed month, newest first. */
interface RestatedLedger {
  readonly restatements: readonly Restatement[];
  readonly closings: readonly RestatedClosing[];
}

/** Of a register what the signature in force on one month is touched by. */
export function restatedOf(
  month: Month,
  { restatements, closings }: Omit<Register, "reach">,
): RestatedLedger {
  return {
    restatements: restatements.filter(
      ({ signature }) => signature !== null && signature.month === month && signature.stillInForce,
    ),
    closings: closings.filter((closing) => closing.month === month),
  };
}

// What a signed month was signed at, and what changed since: the same sentence wherever it is said.

/** Of one of several months, with its name. */
export function ChangedSentence({ of: { month, changed } }: { readonly of: ChangedMonth }) {
  return (
    <>
      <b>{monthName(month)}</b>: {changed.basis} {changed.sentence}
    </>
  );
}
