/**
 * `<CheckProvider>` keeps the open ledger checked and reviewed; `useCheck()` tells all places below it what
 * came out and lets them ask the worker, decide and undo. `<CheckThen>` does so for the ledger as it was.
 */
import { useEffect, useState, type ReactNode, createContext, useMemo, useSyncExternalStore } from "react";
import type { LedgerFacts, Output } from "../../ipc/contract.ts";
import { useApi, useLost } from "../bridge/api-provider.tsx";
import {
  type SessionView,
  type Wanted,
  CheckSession,
  NO_VIEW,
  conclusionOf,
  newestDecision,
  startCheckWorker,
} from "./check-session.ts";
import type { CheckSummary, ReviewSummary, ComingCheck, AskedPeriod } from "../bridge/protocol.ts";
import { type DisplayFormat, DisplayFormatProvider, useDisplayFormat } from "../ui/values.tsx";
import type { CheckOptions } from "../../core/options.ts";
import { monthOfPeriod } from "../../core/words/month.ts";
import { formatOfMonth, useLedger } from "../app/providers.tsx";
import { setPeriod, useRoute } from "../app/use-route.ts";
import type { CheckClient } from "./load.ts";
import { type Deciding, useDecisions } from "./use-decisions.ts";
import { formatAmount } from "../../core/money.ts";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { useNeeded } from "../ui/use-needed.ts";
import { whileWanted } from "../ui/use-settled.ts";

// What a window showed of a ledger before: shown again at once as long as the ledger is the same, while its
// records are still being read and checked.

interface ShownConclusion {
  readonly summary: CheckSummary;
  readonly review: ReviewSummary;
}

/** So long nothing changes before it is kept, milliseconds. */
const QUIET_MS = 1000;

/** Another build of the page may show something else under the same names. */
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
function useShownBefore(
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
    const take = ({ shown }: Output<"check.recall">) => {
      if (shown !== null) setRecalled({ head, request, shown: shown as unknown as ShownConclusion });
    };
    // Otherwise it is found out anew.
    const stop = whileWanted(api["check.recall"]({ request }), take, () => undefined);
    return () => {
      stop();
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
function useKeepShown(
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

export interface Check extends Deciding, Omit<SessionView, "state" | "periodAsked" | "concludedFrom"> {
  /** `none` while no ledger is open. */
  readonly state: "none" | SessionView["state"];
  /** Whether `summary` and what the worker says are of before, while newer ones are made or failed. */
  readonly isStale: boolean;
  /** Whether all the worker says is of another period than the address asks for. */
  readonly isOtherPeriod: boolean;
  /** Asks the worker; null while no ledger is open. Before the first result it fails with CANCELLED. */
  readonly client: CheckClient | null;
  /** The period of `summary` or `first`, null for the whole history; before these the one asked for. */
  readonly period: AskedPeriod;
  /** Chooses the period for all places, in the address; undefined is the newest month. */
  readonly setPeriod: (period: AskedPeriod | undefined) => void;
  readonly retry: () => void;
}

const CheckContext = createContext<Check | null>(null);

export function CheckProvider({ children }: { readonly children: ReactNode }) {
  const { check, format } = useLedgerCheck(useLedger());
  return (
    <CheckContext value={check}>
      <DisplayFormatProvider of={format}>{children}</DisplayFormatProvider>
    </CheckContext>
  );
}

/** Keeps a ledger as it was checked beside the one above for all below; null shows the one above. */
export function CheckThen({
  facts,
  children,
}: {
  readonly facts: LedgerFacts | null;
  readonly children: ReactNode;
}) {
  const now = useCheck();
  const { check: then, format } = useLedgerCheck(facts);
  const shown = useDisplayFormat();
  return (
    <CheckContext value={facts === null ? now : then}>
      <DisplayFormatProvider of={facts === null ? shown : format}>{children}</DisplayFormatProvider>
    </CheckContext>
  );
}

/** What is done before anything of the check can be shown. */
export function UnderWay({ className = "quiet" }: { readonly className?: string }) {
  const { state, progress } = useCheck();
  const words = state === "checking" ? "Checking" : "Reading the ledger";
  return (
    <>
      <p className={className}>{words}…</p>
      <ProgressBar of={progress} label={words} />
    </>
  );
}

/** The same instead of all that would be shown, with how far it is. */
export function WaitingNote() {
  const { state, progress } = useCheck();
  return (
    <output className="stack gap-2 empty-state wide">
      <UnderWay className="title" />
      <p className="quiet">
        {progress === null
          ? " "
          : `${formatAmount(progress.done)} of ${formatAmount(progress.total)} ${state === "checking" ? "steps" : "records"}`}
      </p>
    </output>
  );
}

function useLedgerCheck(ledger: LedgerFacts | null) {
  const { route } = useRoute();
  const session = useSession(ledger?.key ?? null);
  const view = useSyncExternalStore(session?.listen ?? nothingToHear, () => session?.view ?? NO_VIEW);
  const options = useOptions(ledger);
  const records = ledger === null ? "" : recordsOf(ledger);
  const human = ledger?.human ?? "";
  const asked = useAskedPeriod(route.period, records, ledger?.key ?? null, view.summary);
  const wording = useMonthFormat(ledger, asked === "newest-month" ? view.summary : asked);
  const wanted = useMemo(
    () => (options === null ? null : { records, human, options, period: asked, wording }),
    [records, human, options, asked, wording],
  );
  const before = useShownBefore(ledger, wanted, view);
  const summary = before?.summary ?? view.summary;
  const coming = summary ?? view.first;
  const period = useMemo(
    () => (coming === null ? (route.period ?? null) : daysOf(coming)),
    [coming, route.period],
  );
  const deciding = useDecisions(ledger?.key ?? null, period, view.summary?.options ?? null);
  useEffect(() => {
    if (session !== null && wanted !== null) session.want(wanted);
  }, [session, wanted]);
  useRetryWhenBack(session);
  const { decisions } = deciding;
  const concludedFrom =
    wanted === null || decisions === null || newestDecision(decisions) !== ledger?.counts.decisions
      ? null
      : conclusionOf(wanted, decisions);
  useKeepShown(ledger, wanted, view, concludedFrom);
  useEffect(() => {
    if (session !== null && decisions !== null) session.decide(decisions);
  }, [session, decisions]);

  const check = useMemo(
    (): Check => ({
      ...deciding,
      ...view,
      ...before,
      state: session === null ? "none" : view.state,
      isStale: before === null && view.summary !== null && view.state !== "ready",
      isOtherPeriod: before === null && isOtherPeriod(view, asked),
      client: session?.client ?? null,
      period,
      setPeriod,
      retry: () => session?.retry(),
    }),
    [deciding, view, before, asked, session, period],
  );
  // A prepared or signed month keeps its own decimals.
  return useMemo(() => ({ check, format: wording }), [check, wording]);
}

export function useCheck(): Check {
  return useNeeded(CheckContext, "CheckProvider");
}

/** One session per open ledger, ended when another is opened. */
function useSession(ledger: string | null): CheckSession | null {
  const api = useApi();
  const session = useMemo(
    () => (ledger === null ? null : new CheckSession(api, startCheckWorker)),
    [api, ledger],
  );
  useEffect(() => () => session?.end(), [session]);
  return session;
}

/**
 * The period to check: where none was chosen the newest month, as it was when the ledger was opened. A pull
 * that brings a newer month does not take the page away from the one that somebody looks at.
 */
function useAskedPeriod(
  chosen: AskedPeriod | undefined,
  records: string,
  ledger: string | null,
  summary: CheckSummary | null,
): AskedPeriod | "newest-month" {
  const [opened, setOpened] = useState({ ledger, records });
  if (opened.ledger !== ledger) setOpened({ ledger, records });
  if (chosen !== undefined) return chosen;
  if (opened.records === records || summary === null || summary.period === null) return "newest-month";
  return daysOf(summary);
}

/** How a period is shown: a month that is prepared or signed with the decimals that were frozen with it. */
function useMonthFormat(ledger: LedgerFacts | null, shown: CheckSummary | AskedPeriod): DisplayFormat {
  const format = useDisplayFormat();
  const days = shown !== null && "period" in shown ? daysOf(shown) : shown;
  const { decimals, timeZone } = ledger === null ? format : formatOfMonth(ledger, monthOfPeriod(days));
  return useMemo(() => ({ decimals, timeZone }), [decimals, timeZone]);
}

/** The newest month and its days are one period, whichever was asked for: a pull makes one the other. */
function isOtherPeriod({ summary, periodAsked }: SessionView, asked: AskedPeriod | "newest-month"): boolean {
  if (summary === null) return false;
  const isOf = (period: unknown) => JSON.stringify(period) === JSON.stringify(asked);
  return !isOf(periodAsked) && !isOf(daysOf(summary));
}

/** What failed while main could not be reached is begun again once it can. */
function useRetryWhenBack(session: CheckSession | null): void {
  const lost = useLost();
  useEffect(() => {
    if (lost === null && session?.view.state === "failed") session.retry();
  }, [lost, session]);
}

const nothingToHear = () => () => {};

/** The ledger's options in its zone, the same object as long as they say the same. */
function useOptions(ledger: LedgerFacts | null): CheckOptions | null {
  const said = ledger === null ? "" : JSON.stringify(ledger.settings);
  return useMemo(() => {
    if (said === "") return null;
    const { timeZone, options } = JSON.parse(said) as LedgerFacts["settings"];
    return { ...options, timeZone };
  }, [said]);
}

/** Names the ledger's records: they only change by a pull, or by setting one aside. */
function recordsOf({ key, counts, lastPull }: LedgerFacts): string {
  return [key, counts.pulls, counts.pullSteps, lastPull?.id, lastPull?.atMs].join(" ");
}

function daysOf({ period }: ComingCheck): AskedPeriod {
  return period === null ? null : { from: period.from, to: period.to };
}
