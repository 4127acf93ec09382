/** How months stand, as main says it. */
import type { Month } from "../../core/review/close/close.ts";
import type { StateOfMonth } from "../../core/review/close/close-rules.ts";
import type { MonthFacts } from "../../core/review/close/months.ts";
import { useLedger } from "./providers.tsx";
import { useAnswer } from "./use-answer.ts";

export type MonthStates = ReadonlyMap<string, StateOfMonth & { readonly isChanged: boolean }>;

const NONE: readonly Month[] = [];

/**
 * @returns months, newest first, undefined while unknown or no ledger is open; and signed ones that changed since, or
 *   of which only `useMonthsChecked` can tell
 */
export function useMonths() {
  const { data, ...asking } = useAnswer("close.list", useLedger() === null ? null : {});
  const { changed = NONE, doubtful = NONE } = data ?? {};
  return { months: data?.months, changed, doubtful, ...asking };
}

/** As of what a month is stated: as it is, as somebody would sign it, or as of a link. */
export type StatedAs =
  | Readonly<Record<string, never>>
  | { readonly signer: string | null }
  | { readonly asOf: number };

/** What a month comes to, in the words of its Lead. @param as null asks nothing */
export function useStatement(month: Month, as: StatedAs | null) {
  return useAnswer("close.statement", as === null ? null : { month, ...as });
}

/** The link of the signature in force; null while it is not known, and for a month that is not signed. */
export function useSignature({ month, state }: Pick<MonthFacts, "month" | "state">): number | null {
  const { data } = useAnswer("close.moments", state === "signed-off" ? { month } : null);
  return data?.moments.find(({ is }) => is === "signed")?.sequence ?? null;
}
