/** Which signed months changed since, as `tieout months` says it. */
import { useMemo } from "react";
import { useQuery } from "@tanstack/react-query";
import type { Month } from "../../../core/review/close/close.ts";
import { type ChangedSince, isUnchanged } from "../../../core/review/close/since.ts";
import { useLedgerKeys } from "../../app/providers.tsx";
import { answerOf, type LiveAnswer } from "../../app/use-answer.ts";
import { type MonthStates, useMonths } from "../../app/use-months.ts";
import { useApi } from "../../bridge/api-provider.tsx";
import { useCheck } from "../../rows/check-provider.tsx";
import { standingOf } from "./close-words.ts";

const NONE: ReadonlyMap<Month, ChangedSince> = new Map();

/**
 * @returns as `useMonths`, `changed` ascending with those that another month changed, once their checks say so;
 *   `checked` has what these found
 */
export function useMonthsChecked() {
  const { changed, doubtful, ...reading } = useMonths();
  const { data: checked = NONE, error, readAgain } = useChecks(doubtful);
  return {
    ...reading,
    changed: [...changed, ...checked.keys()].toSorted(),
    checked,
    error: reading.error ?? error,
    readAgain: () => {
      reading.readAgain();
      if (error !== null) readAgain();
    },
  };
}

/** How the months stand that somebody closes or has closed. */
export function useMonthStates(): MonthStates {
  const { months, changed } = useMonthsChecked();
  const said = changed.join(" ");
  return useMemo(
    () =>
      new Map(
        (months ?? []).flatMap((facts) => {
          const { month, state } = facts;
          const { prepared } = standingOf(facts);
          return state === "open"
            ? []
            : [[month, { state, prepared, isChanged: said.includes(month) }] as const];
        }),
      ),
    [months, said],
  );
}

/** Of some months those that changed. They are checked in turn, so that main answers others in between. */
function useChecks(doubtful: readonly Month[]): LiveAnswer<ReadonlyMap<Month, ChangedSince>> {
  const api = useApi();
  const keyOf = useLedgerKeys();
  const { summary } = useCheck();
  const checks = useQuery({
    queryKey: keyOf("close.changed", "doubtful", doubtful),
    queryFn: async ({ signal }) => {
      const found = new Map<Month, ChangedSince>();
      for (const month of doubtful) {
        const { changed } = await api["close.changed"]({ month });
        signal.throwIfAborted();
        if (changed !== null && !isUnchanged(changed)) found.set(month, changed);
      }
      return found;
    },
    // What is shown is checked before them.
    enabled: doubtful.length > 0 && summary !== null,
  });
  return answerOf(checks);
}
