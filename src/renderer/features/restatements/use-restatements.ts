/** What later pulls changed, as main says it; asked again whenever the ledger changes. */
import { useQueries, useQuery } from "@tanstack/react-query";
import type { Month } from "../../../core/review/close.ts";
import type { MonthFacts } from "../../../ipc/closing.ts";
import type { Output } from "../../../ipc/contract.ts";
import type { Api } from "../../api.ts";
import { useApi } from "../../app/api-provider.tsx";
import { ofLedger, useOpenLedger } from "../../app/ledger-provider.tsx";
import { useMonths } from "../close/use-months.ts";
import type { Restated } from "./words.ts";

export type Register = Output<"restatements.list">;

function registerQuery(api: Api, ledgerId: string, month: Month | null) {
  return {
    queryKey: ofLedger("restatements", ledgerId, month),
    queryFn: () => api["restatements.list"]({ month }),
  };
}

/** @param month null for all */
export function useRestatements(month: Month | null) {
  const api = useApi();
  const { id } = useOpenLedger();
  const { data, error, refetch } = useQuery(registerQuery(api, id, month));
  return { register: data, error, readAgain: () => void refetch() };
}

/** What restated the months that are signed, newest month first; nothing is asked for while none is. */
export function useRestatedMonths(): readonly Restated[] {
  const api = useApi();
  const { id } = useOpenLedger();
  const { months = [] } = useMonths();
  const restated = months.filter(isRestated);
  const answers = useQueries({ queries: restated.map(({ month }) => registerQuery(api, id, month)) });
  return restated.flatMap(({ month }, at) => {
    const register = answers[at]?.data;
    return register === undefined ? [] : [restatedOf(month, register)];
  });
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
