/** `useLedger()`: the open ledger as main has it now, null while none is open. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, createContext, useCallback, useContext, useMemo, useState, useEffect } from "react";
import type { LedgerFacts, AppFacts, Preferences } from "../../ipc/contract.ts";
import { type DisplayFormat, DisplayFormatProvider, useDisplayFormat } from "../ui/values.tsx";
import { type AnswerKey, ofApp, ofLedger, useAnswers } from "../bridge/answers.ts";
import { ApiForLedger, useApi, useEvent } from "../bridge/api-provider.tsx";
import type { FileFacts } from "../../ipc/values.ts";
import type { AskedPeriod } from "../bridge/protocol.ts";
import type { RecordIds } from "../../core/reconcile/input/input.ts";
import { useNeeded } from "../ui/use-needed.ts";
import type { Fault } from "../../ipc/envelope.ts";
import { ACTION_LABELS, shownFault, FaultNote } from "../ui/faults.tsx";
import { Button } from "../ui/button.tsx";
import { go } from "./use-route.ts";
import { followTheme } from "../ui/theme.ts";
import { clearToasts } from "../ui/toast.tsx";
import { showFault, faultIn } from "./show-fault.ts";

const LedgerContext = createContext<LedgerFacts | null>(null);
const KEY = ofApp("ledger");

/** Shows what is below once it is known whether a ledger is open. */
export function LedgerProvider({ children }: { readonly children: ReactNode }) {
  const api = useApi();
  const answers = useAnswers();
  /** Before this ledger is drawn: what is said of it from now on stays. */
  const forgetOthers = (ledger: LedgerFacts | null) => {
    const known = answers.get(KEY) as LedgerFacts | null | undefined;
    if (known?.key !== ledger?.key) {
      clearToasts();
      answers.forgetLedgers();
    }
    return ledger;
  };
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: async () => forgetOthers(await api["ledger.current"]({})),
  });
  // It alone says which one is open: by the time a call that opened one is answered, another may be.
  useEvent("ledger.changed", (ledger) => {
    answers.put(KEY, forgetOthers(ledger));
    // Everything else that was asked was asked of the ledger as it was.
    void answers.ledgerWritten();
  });
  if (data === undefined) {
    if (error !== null) throw error;
    return null;
  }
  // Asked once more in vain, what was known stands: the banner tells that main is away.
  return (
    <LedgerContext value={data}>
      <ApiForLedger ledger={data?.key ?? null}>
        <DisplayFormatProvider of={data?.settings ?? null}>{children}</DisplayFormatProvider>
      </ApiForLedger>
    </LedgerContext>
  );
}

/** Has everything below see a ledger as it was; null leaves it as it is. */
export function LedgerThen({
  facts,
  children,
}: {
  readonly facts: LedgerFacts | null;
  readonly children: ReactNode;
}) {
  const now = useLedger();
  const format = useDisplayFormat();
  return (
    <LedgerContext value={facts ?? now}>
      <DisplayFormatProvider of={facts?.settings ?? format}>{children}</DisplayFormatProvider>
    </LedgerContext>
  );
}

/** How a month is shown: with the decimals that it was prepared with, else with the ledger's own. */
export function formatOfMonth(
  { frozenDecimals, settings }: Pick<LedgerFacts, "frozenDecimals" | "settings">,
  month: string | null,
): DisplayFormat {
  const { decimals, timeZone } = settings;
  return { decimals: frozenDecimals[month ?? ""] ?? decimals, timeZone };
}

export function useLedger(): LedgerFacts | null {
  return useContext(LedgerContext);
}

export function useOpenLedger(): LedgerFacts {
  const ledger = useLedger();
  if (ledger === null) throw new Error("no ledger is open here");
  return ledger;
}

/** `const keyOf = useLedgerKeys()`: names what main is asked of the ledger that is shown, `keyOf("letters")`. */
export function useLedgerKeys(): (...what: readonly unknown[]) => AnswerKey {
  const ledger = useLedger()?.key ?? null;
  return useCallback((...what) => ofLedger(ledger, ...what), [ledger]);
}

export type DialogRequest =
  | { readonly is: "keys" }
  | { readonly is: "find" }
  | { readonly is: "ledgers" }
  /** Starts one unless one goes on; `look` only shows the last. */
  | { readonly is: "pull"; readonly full: boolean; readonly look?: boolean }
  /** Sets up where to pull from: for the open ledger, or for a new one. */
  | { readonly is: "connect"; readonly target: "open" | "new" }
  | { readonly is: "import"; readonly files: readonly FileFacts[] }
  /** Of the period one looks at, unless another is named. */
  | { readonly is: "export"; readonly period?: AskedPeriod }
  | { readonly is: "verify"; readonly look?: boolean }
  /** Ties entries to transactions by hand; `again` is the match that reopened and gives way to it. */
  | {
      readonly is: "match";
      readonly from: RecordIds;
      readonly again?: number;
      readonly onMatched?: (sides: RecordIds) => void;
    }
  /** Compares a workbook with the ledger; without a file it only shows the last result. */
  | { readonly is: "verify-workbook"; readonly file: FileFacts | null }
  /** Takes in what a reviewer typed into a workbook; without a file what the last one held. */
  | { readonly is: "reviewed-workbook"; readonly file: FileFacts | null };

interface Dialogs {
  readonly shown: DialogRequest | null;
  readonly show: (request: DialogRequest) => void;
  readonly close: () => void;
}

/** Whether a dialog may make another ledger, and say how that went; all others are about the one they were opened over. */
function leadsElsewhere(request: DialogRequest): boolean {
  return request.is === "connect" ? request.target === "new" : ["import", "keys"].includes(request.is);
}

const DialogsContext = createContext<Dialogs | null>(null);

/** `useDialogs().show({ is: "pull", full: false })`: one dialog of the shell at a time. */
export function DialogsProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<DialogRequest | null>(null);
  const ledger = useLedger()?.key ?? null;
  const [openBefore, setOpenBefore] = useState(ledger);
  if (openBefore !== ledger) {
    setOpenBefore(ledger);
    if (shown !== null && !leadsElsewhere(shown)) setShown(null);
  }
  const value = useMemo((): Dialogs => ({ shown, show: setShown, close: () => setShown(null) }), [shown]);
  return <DialogsContext value={value}>{children}</DialogsContext>;
}

export function useDialogs(): Dialogs {
  return useNeeded(DialogsContext, "DialogsProvider");
}

// `<FaultOf error={error} onTryAgain={refetch} />`: what a call or a component failed with, in words, with
// what the window can offer.

interface FaultOfProps {
  readonly error: unknown;
  /** What failed, once more; offered where that may help. */
  readonly onTryAgain?: () => void;
  /** Where it is mended in the very place that shows it, there is nowhere to send anybody. */
  readonly isMendedHere?: boolean;
}

export function FaultOf({ error, ...offers }: FaultOfProps) {
  return error === null ? null : <FaultOfJob fault={faultIn(error)} {...offers} />;
}

interface FaultOfJobProps extends Omit<FaultOfProps, "error"> {
  readonly fault: Fault;
}

export function FaultOfJob({ fault, onTryAgain, isMendedHere = false }: FaultOfJobProps) {
  const dialogs = useDialogs();
  const target = useLedger() === null ? "new" : "open";
  const { action } = shownFault(fault);
  const offers = {
    "try-again": onTryAgain,
    "read-again": onTryAgain,
    "choose-files": onTryAgain,
    "choose-place": onTryAgain,
    "edit-connection": () => dialogs.show({ is: "connect", target }),
    "open-another": () => go("welcome"),
    restore: () => go("settings"),
    reload: () => window.location.reload(),
  };
  const run = action === null || isMendedHere ? undefined : offers[action];
  if (run === undefined || action === null) return <FaultNote fault={fault} />;
  return (
    <FaultNote fault={fault} actions={<Button size="s" onPress={run} words={ACTION_LABELS[action]} />} />
  );
}

// `usePreferences()`: theme, contrast and the reviewer's name, kept by main for all windows; `useAppFacts()`:
// which app this is.

interface KeptPreferences {
  readonly app: AppFacts;
  readonly change: (preferences: Partial<Preferences>) => Promise<void>;
}

const KeptContext = createContext<KeptPreferences | null>(null);
const PREFERENCES_KEY = ofApp("facts");

/** Changes on their way to main: what it says meanwhile may lack the newest. */
let underway = 0;

/** Shows what is below once main has said which app this is. */
export function PreferencesProvider({ children }: { readonly children: ReactNode }) {
  const api = useApi();
  const answers = useAnswers();
  const { data: app, error } = useQuery({
    queryKey: PREFERENCES_KEY,
    queryFn: () => api["app.describe"]({}),
  });
  const keep = useCallback(
    (preferences: Partial<Preferences>) => {
      answers.put<AppFacts>(PREFERENCES_KEY, (known) =>
        known === undefined ? known : { ...known, preferences: { ...known.preferences, ...preferences } },
      );
    },
    [answers],
  );
  useEvent("preferences.changed", (preferences) => {
    if (underway === 0) keep(preferences);
  });
  const { theme = "system", contrast = "system" } = app?.preferences ?? {};
  useEffect(() => followTheme({ theme, contrast }), [theme, contrast]);
  // Shown at once: the next change may build on this one before main has kept it.
  const change = useCallback(
    async (preferences: Partial<Preferences>) => {
      keep(preferences);
      underway += 1;
      await api["preferences.change"](preferences).finally(async () => {
        underway -= 1;
        if (underway === 0) await answers.askAgain(PREFERENCES_KEY);
      });
    },
    [api, keep, answers],
  );
  const kept = useMemo(() => (app === undefined ? null : { app, change }), [app, change]);
  if (kept === null) {
    if (error !== null) throw error;
    return null;
  }
  return <KeptContext value={kept}>{children}</KeptContext>;
}

function useKept(): KeptPreferences {
  return useNeeded(KeptContext, "PreferencesProvider");
}

export function usePreferences() {
  const { app, change } = useKept();
  /** Changes some of them; what fails is said in passing. */
  const keep = (some: Partial<Preferences>) => {
    change(some).catch(showFault);
  };
  return { preferences: app.preferences, change, keep };
}

export function useAuditShown(): boolean {
  return useKept().app.preferences.auditData;
}

export function useAppFacts(): AppFacts {
  return useKept().app;
}
