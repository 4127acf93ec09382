/**
 * What a window showed of a ledger before: shown again at once as long as the ledger is the same, while its
 * records are still being read and checked.
 */
import { useEffect, useState } from "react";
import type { LedgerFacts } from "../../ipc/contract.ts";
import { useApi } from "../app/api-provider.tsx";
import type { SessionView, Wanted } from "./session-view.ts";
import type { CheckSummary, ReviewSummary } from "./protocol.ts";

/** A conclusion with how far its review was. */
export interface ShownConclusion {
  readonly summary: CheckSummary;
  readonly review: ReviewSummary;
}

/** So long nothing changes before it is kept, milliseconds. */
const QUIET_MS = 1000;

/**
 * Another build of the page may show something else under the same names; where it is served says nothing.
 */
const BUILD = new URL(import.meta.url).pathname;

/** What is asked for, of which ledger, by which build; null while no ledger is open. */
function requestOf(ledger: LedgerFacts | null, wanted: Wanted | null): string | null {
  if (ledger === null || wanted === null) return null;
  const { options, period, wording } = wanted;
  return [BUILD, ledger.key, JSON.stringify([options, period, wording])].join(" ");
}

/**
 * @param wanted what is to be checked; null while no ledger is open
 * @returns null where nothing is known, and from the first result on
 */
export function useShownBefore(
  ledger: LedgerFacts | null,
  wanted: Wanted | null,
  view: SessionView,
): ShownConclusion | null {
  const api = useApi();
  const request = requestOf(ledger, wanted);
  const isFirst = view.review === null && (view.state === "reading" || view.state === "checking");
  const head = ledger?.head ?? "";
  const [recalled, setRecalled] = useState<{
    readonly head: string;
    readonly request: string;
    readonly shown: ShownConclusion;
  } | null>(null);
  useEffect(() => {
    if (request === null || !isFirst) return undefined;
    let isWanted = true;
    const recall = async () => {
      const { shown } = await api["check.recall"]({ request });
      if (isWanted && shown !== null)
        setRecalled({ head, request, shown: shown as unknown as ShownConclusion });
    };
    // Otherwise it is found out anew.
    recall().catch(() => undefined);
    return () => {
      isWanted = false;
      setRecalled(null);
    };
  }, [api, head, request, isFirst]);
  const isSame = recalled?.head === head && recalled.request === request;
  return isFirst && isSame ? recalled.shown : null;
}

/**
 * Keeps what is shown for the next opening, once nothing changes any more.
 *
 * @param concludedFrom what a conclusion made now would be based on, see `conclusionOf`; null while that is
 *   not known
 */
export function useKeepShown(
  ledger: LedgerFacts | null,
  wanted: Wanted | null,
  view: SessionView,
  concludedFrom: string | null,
): void {
  const api = useApi();
  const { state, summary, review } = view;
  const { head = "", counts } = ledger ?? {};
  const request = requestOf(ledger, wanted);
  const decisions = counts?.decisions ?? 0;
  const isWhole = state === "ready" && view.concludedFrom === concludedFrom;
  useEffect(() => {
    if (request === null || summary === null || review === null || !isWhole) return undefined;
    const timer = window.setTimeout(() => {
      const input = { request, head, decisions };
      // Whoever opens the ledger next waits for its check then.
      api["check.remember"]({ ...input, shown: { summary, review } as never }).catch(() => undefined);
    }, QUIET_MS);
    return () => window.clearTimeout(timer);
  }, [api, request, head, decisions, summary, review, isWhole]);
}
