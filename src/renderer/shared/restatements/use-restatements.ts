/** What later pulls changed, as main says it; asked again whenever the ledger changes. */
import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Month } from "../../../core/review/close/close.ts";
import type { MonthFacts } from "../../../core/review/close/months.ts";
import type { Output } from "../../../ipc/contract.ts";
import type { Api } from "../../api.ts";
import { useApi } from "../../app/api-provider.tsx";
import { useLedgerKeys } from "../../app/ledger/ledger-provider.tsx";
import { useMonths } from "../months/use-months.ts";
import type { Restated } from "./restatement-words.ts";

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

export interface RestatedMonths {
  /** Newest month first; a month is in it once it is known what changed it. */
  readonly restated: readonly Restated[];
  /** Whether it is being asked what else changed. */
  readonly isReading: boolean;
  /** What asking failed with; null while it did not. */
  readonly error: unknown;
  readonly readAgain: () => void;
}

/** What restated the months that are signed; nothing is asked for while none is. */
export function useRestatedMonths(): RestatedMonths {
  const api = useApi();
  const keyOf = useLedgerKeys();
  const { months, ...reading } = useMonths();
  const signed = months?.filter(isRestated) ?? [];
  const answers = useQueries({ queries: signed.map(({ month }) => registerQuery(api, keyOf, month)) });
  const restated = signed.flatMap(({ month }, at) => {
    const register = answers[at]?.data;
    return register === undefined ? [] : [restatedOf(month, register)];
  });
  return {
    // The months may say so before what they are told by: a register of before tells nothing.
    restated: restated.filter(({ restatements }) => restatements.length > 0),
    isReading: reading.isReading || answers.some(({ isFetching }) => isFetching),
    error: reading.error ?? answers.find(({ error }) => error !== null)?.error ?? null,
    readAgain: () => {
      reading.readAgain();
      for (const { refetch } of answers) void refetch();
    },
  };
}

export interface RestatedByPull extends RestatedMonths {
  /** Whether it was asked since the pull ended. */
  readonly isKnown: boolean;
}

/** As `useRestatedMonths`, of one pull alone. @param pullId null while none has ended */
export function useRestatedByPull(pullId: number | null): RestatedByPull {
  const { restated, ...reading } = useRestatedMonths();
  const [known, setKnown] = useState<number | null>(null);
  // What changes later does not take back that it was known.
  if (!reading.isReading && pullId !== null && known !== pullId) setKnown(pullId);
  const byPull = restated.map((one) => ({
    ...one,
    restatements: one.restatements.filter((restatement) => restatement.pullId === pullId),
  }));
  return {
    ...reading,
    restated: byPull.filter(({ restatements }) => restatements.length > 0),
    isKnown: pullId === null || known === pullId,
  };
}

function isRestated({ state, restatements }: MonthFacts): boolean {
  return state === "signed-off" && restatements > 0;
}

/** Of a register what the signature in force on one month is touched by. */
export function restatedOf(month: Month, { restatements, closings }: Omit<Register, "reach">): Restated {
  return {
    month,
    restatements: restatements.filter(
      ({ signature }) => signature !== null && signature.month === month && signature.stillInForce,
    ),
    closings: closings.filter((closing) => closing.month === month),
  };
}
