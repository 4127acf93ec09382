/** The window: places on the left, the period and the pull above, what goes on below. */
import { type ComponentType, useEffect, useState, useMemo, type ReactNode } from "react";
import { PLACE_TITLE_ID } from "../../ui/place-header.tsx";
import { type RailPlace, NewerMonth, PeriodPicker, PLACES, type NamedPlace } from "../period-picker.tsx";
import { CheckProvider, useCheck } from "../../rows/check-provider.tsx";
import { MonthState } from "../../shared/months/month-state.tsx";
import { useMonthStates } from "../../shared/months/use-months-checked.ts";
import { BackupNews } from "../../shared/months/backup-news.tsx";
import { ReviewerQuestion } from "../../shared/decide/reviewer-dialog.tsx";
import { UnsavedBanners } from "../../shared/decide/unsaved-decisions.tsx";
import { useUndo } from "../../shared/decide/use-undo.tsx";
import { WelcomePlace } from "../../features/welcome/welcome-place.tsx";
import { Toasts } from "../../ui/toast.tsx";
import { useKeys, type KeyMap, runCommand } from "../../ui/use-keys.ts";
import { Banners, JobStrip, Rail, TopBar } from "./top-bar.tsx";
import { DropZone } from "../drop-zone.tsx";
import { useLedger, useDialogs, FaultOf, usePreferences } from "../providers.tsx";
import { useRecent } from "../use-recent.ts";
import { MomentProvider, useMoments, usePast, type Past } from "../../rows/moment-provider.tsx";
import { MomentSwitch } from "../../rows/moment-switch.tsx";
import { periodName } from "../period-words.ts";
import { CHECK, HISTORY, hrefOf, useRoute, go, YEAR } from "../use-route.ts";
import type { AskedPeriod } from "../../bridge/protocol.ts";
import { FindDialog } from "../dialogs/find-dialog.tsx";
import { MatchDialog } from "../dialogs/match-dialog.tsx";
import { ReviewedWorkbookDialog } from "../dialogs/reviewed-workbook-dialog.tsx";
import { WorkbookProofDialog } from "../dialogs/workbook-proof-dialog.tsx";
import { ConnectDialog, LedgersDialog } from "../dialogs/ledgers-dialog.tsx";
import { ExportDialog } from "../dialogs/export-dialog.tsx";
import { ImportDialog } from "../dialogs/import-dialog.tsx";
import { KeysDialog } from "../dialogs/keys-dialog.tsx";
import { PullDialog } from "../dialogs/pull-dialog.tsx";
import { VerifyDialog } from "../dialogs/verify-dialog.tsx";
import { differsWords } from "../../../core/review/close/differences.ts";
import { type Since, isSameNow, sinceSentence } from "../../../core/review/close/since.ts";
import { Button } from "../../ui/button.tsx";
import { sentenceOf } from "../../ui/faults.tsx";
import { SinceList } from "../../shared/restatements/since-list.tsx";
import { ErrorBoundary, type ThrownProps } from "../../ui/error-boundary.tsx";
import { type PlaceName, type MenuCommand, PLACE_NAMES } from "../../../ipc/events.ts";
import { useCommands } from "../use-commands.ts";
import { useEvent } from "../../bridge/api-provider.tsx";
import { faultIn } from "../show-fault.ts";

/**
 * A place that is loaded when it is first gone to, and shown as soon as it is there: React's own `lazy` would
 * show "Opening…" for at least 300 ms.
 */
function later(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | null = null;
  return function LaterPlace() {
    const [Place, setPlace] = useState(() => loaded);
    useEffect(() => {
      if (loaded !== null) return undefined;
      let isHere = true;
      const show = (place: () => ComponentType) => {
        if (isHere) setPlace(place);
      };
      const arrive = async () => {
        try {
          const place = await load();
          loaded = place;
          show(() => place);
        } catch (error) {
          // While it is drawn, so that the frame around it says so.
          show(() => {
            throw error;
          });
        }
      };
      void arrive();
      return () => {
        isHere = false;
      };
    }, []);
    // Nothing for a moment, so that a quick change of place does not flicker; then a word.
    if (Place === null) return <p className="faint pad-5 late">Opening…</p>;
    return (
      <>
        <Arrival />
        <Place />
      </>
    );
  };
}

let arrivedBefore = false;

/** The focus goes to the title of the place one arrives at, but not when the window opens. */
function Arrival() {
  useEffect(() => {
    if (arrivedBefore) document.querySelector<HTMLElement>(`#${PLACE_TITLE_ID}`)?.focus();
    arrivedBefore = true;
  }, []);
  return null;
}

const HistoryPlace = later(
  async () => (await import("../../features/history/history-place.tsx")).HistoryPlace,
);

const PLACE_VIEWS: Readonly<Record<RailPlace, ComponentType>> = {
  clients: later(async () => (await import("../../features/clients/clients-place.tsx")).ClientsPlace),
  overview: later(async () => (await import("../../features/overview/overview-place.tsx")).OverviewPlace),
  wallet: later(async () => (await import("../../features/records/wallet-place.tsx")).WalletPlace),
  transactions: later(
    async () => (await import("../../features/records/transactions-place.tsx")).TransactionsPlace,
  ),
  exceptions: later(
    async () => (await import("../../features/exceptions/exceptions-place.tsx")).ExceptionsPlace,
  ),
  close: later(async () => (await import("../../features/close/close-place.tsx")).ClosePlace),
  settings: later(async () => (await import("../../features/settings/settings-place.tsx")).SettingsPlace),
};

export function Shell() {
  return (
    <CheckProvider>
      <MomentProvider>
        <Window />
        <ShellKeys />
        <DropZone />
        <ReviewerQuestion />
        <BackupNews />
        <Toasts />
      </MomentProvider>
    </CheckProvider>
  );
}

/**
 * The place that is shown, null for Welcome: without a ledger Welcome or all clients, and the overview where
 * one asks for none that is there. Undefined while it is not known which page is the first.
 */
function usePlace(): NamedPlace | null | undefined {
  const { route } = useRoute();
  const ledger = useLedger();
  const placed = PLACES.find(({ name }) => name === route.place);
  const isFirst = ledger === null && route.place !== "welcome" && route.place !== "clients";
  const isPractice = useKnowsSeveral(isFirst);
  useEffect(() => {
    if (isFirst && isPractice === true) window.location.replace(hrefOf("clients"));
  }, [isFirst, isPractice]);
  if (isFirst) return isPractice === false ? null : undefined;
  if (route.place === "welcome") return null;
  return placed ?? PLACES.find(({ name }) => name === "overview") ?? null;
}

function PlaceView({ name }: Pick<NamedPlace, "name">) {
  const { subject } = useRoute().route;
  const View = name === "settings" && subject === HISTORY ? HistoryPlace : PLACE_VIEWS[name];
  return <View />;
}

function useKnowsSeveral(isAsked: boolean): boolean | undefined {
  const { data, error } = useRecent(isAsked);
  if (error !== null) return false;
  return data === undefined ? undefined : data.filter(({ isThere }) => isThere).length > 1;
}

function Window() {
  const { route } = useRoute();
  const ledger = useLedger();
  const place = usePlace();
  // The period and the pull are of the open ledger.
  const isOfLedger = place !== null && place !== undefined && place.name !== "clients";
  const { summary, review, period, setPeriod, isOtherPeriod } = useCheck();
  const past = usePast();
  const headline = isOfLedger && review !== null && !isOtherPeriod ? review.headline.lead : null;
  useTitle([
    ledger?.name ?? null,
    headline,
    ledger === null ? null : (place?.label ?? null),
    past?.title ?? null,
  ]);
  useReviewKeys();
  const open = useMemo(() => {
    if (review === null) return null;
    const { byStatus } = review.progress;
    return byStatus.open + byStatus.reopened;
  }, [review]);
  // Of now: one can go to any month while an earlier state of one is shown, or still read.
  const { months } = useMoments();
  const states = useMonthStates();
  const withEntries = (past?.now ?? summary)?.months ?? NO_MONTHS;
  const asked = route.period === undefined ? period : route.period;
  return (
    <div className="beside whole shrinks shell">
      <button
        type="button"
        className="rounded raised pad-2 skip"
        onClick={() => document.querySelector<HTMLElement>(`#${PLACE_TITLE_ID}`)?.focus()}
      >
        Skip to content
      </button>
      {ledger === null ? null : <Rail ledger={ledger} place={place?.name ?? "welcome"} open={open} />}
      <div className="pane shell-side">
        {ledger === null || !isOfLedger ? null : (
          <TopBar ledger={ledger}>
            {months === null ? null : (
              <>
                <PeriodPicker
                  months={months}
                  states={states}
                  // The one that was asked for: two steps back are two months, however long the check of the
                  // first takes.
                  period={asked}
                  onChange={setPeriod}
                />
                <MonthState period={asked} />
                <MomentSwitch />
                {route.period === undefined ? (
                  <NewerMonth months={withEntries} period={asked} onChange={setPeriod} />
                ) : null}
              </>
            )}
          </TopBar>
        )}
        {/* Above those that come after it when a connection is lost: its buttons stay where they are pressed. */}
        {ledger === null ? null : <UnsavedBanners key={ledger.key} ledger={ledger.key} />}
        <Banners ledger={ledger} />
        <MomentBanner />
        <main className="pane scrolls place">
          {ledger === null || !isOfLedger ? null : (
            <p className="print-note">
              {ledger.name} · {periodName(asked)} · {place.label}
              {past === null ? "" : ` · ${past.title}, not as of now`}
            </p>
          )}
          <PlaceFrame key={ledger?.key} name={place?.name ?? "welcome"}>
            {place === undefined ? null : place === null ? (
              <>
                <Arrival />
                <WelcomePlace />
              </>
            ) : (
              <PlaceView name={place.name} />
            )}
          </PlaceFrame>
        </main>
        <JobStrip />
      </div>
      <DialogHost months={months ?? NO_MONTHS} period={period} />
    </div>
  );
}

const NO_MONTHS: readonly string[] = [];

function useTitle(parts: readonly (string | null)[]): void {
  const title = [...parts, "Tieout"].filter((part) => part !== null).join(" – ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** What was decided or matched in this window can be undone from everywhere in it. */
function useReviewKeys(): void {
  const { undo, redo } = useUndo();
  useKeys(
    {
      "Mod+Z": {
        does: "Undo the last decision or match",
        command: "undo",
        run: () => void undo(),
      },
      "Mod+Shift+Z": {
        does: "Redo the decision or match",
        command: "redo",
        run: () => void redo(),
      },
    },
    { group: "Everywhere" },
  );
}

interface DialogHostProps {
  readonly months: readonly string[];
  readonly period: AskedPeriod;
}

function DialogHost({ months, period }: DialogHostProps) {
  const { shown, close } = useDialogs();
  switch (shown?.is) {
    case undefined:
      return null;
    case "keys":
      return <KeysDialog onClose={close} />;
    case "find":
      return <FindDialog months={months} onClose={close} />;
    case "ledgers":
      return <LedgersDialog onClose={close} />;
    case "pull":
      return <PullDialog full={shown.full} look={shown.look ?? false} onClose={close} />;
    case "connect":
      return <ConnectDialog target={shown.target} onClose={close} />;
    case "import":
      return <ImportDialog files={shown.files} onClose={close} />;
    case "export":
      return <ExportDialog months={months} period={shown.period ?? period} onClose={close} />;
    case "verify":
      return <VerifyDialog look={shown.look ?? false} onClose={close} />;
    case "match":
      return (
        <MatchDialog
          from={shown.from}
          again={shown.again ?? null}
          onMatched={shown.onMatched}
          onClose={close}
        />
      );
    case "verify-workbook":
      return <WorkbookProofDialog file={shown.file} onClose={close} />;
    case "reviewed-workbook":
      return <ReviewedWorkbookDialog file={shown.file} onClose={close} />;
  }
}

/** Over every place while it shows an earlier state: which, what is different now, and the way back. */
function MomentBanner() {
  const { past, choose } = useMoments();
  const [isOpen, setOpen] = useState(false);
  if (past === null) return null;
  const { since } = past.since;
  return (
    <section className="banner at-start tone-accent moment-banner" aria-label="Earlier state">
      <div className="stack gap-2 shrinks">
        <p>
          <strong>{past.title}.</strong> You can view it, not change it.{" "}
          <output>{differenceWords(past)}</output>
        </p>
        {isOpen && since !== null ? <SinceList since={since} /> : null}
      </div>
      <div className="wrap gap-2 rigid">
        {since === null || isSameNow(since) ? null : (
          <Button size="s" variant="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {isOpen ? "Hide the list" : "List what differs"}
          </Button>
        )}
        <Button size="s" onPress={() => choose(null)} words="Back to now" />
      </div>
    </section>
  );
}

function differenceWords({ since: { since, error } }: Past): string {
  if (error !== null) return `What is different now is not known: ${sentenceOf(faultIn(error))}`;
  if (since === null) return "Comparing with now…";
  return `${signedWords(since)}${sinceSentence(since)}`;
}

/** Whether the check is what was signed; '' of a pull, which was not. */
function signedWords({ unlikeSigned }: Since): string {
  if (unlikeSigned === null) return "";
  if (unlikeSigned.length === 0) return "The check is the one that was signed. ";
  return `The check ${differsWords("signed-off", unlikeSigned)}. `;
}

/** The frame of one place: its title, and an error boundary that leaves the other places working. */
function PlaceFrame({ name, children }: { readonly name: PlaceName; readonly children: ReactNode }) {
  return (
    <ErrorBoundary key={name} Shown={PlaceFault}>
      {children}
    </ErrorBoundary>
  );
}

function PlaceFault({ error, again }: ThrownProps) {
  return (
    <div className="stack gap-3 pad-5 measure-m">
      <h1 id={PLACE_TITLE_ID} className="title place-title lands" tabIndex={-1}>
        This page cannot be shown
      </h1>
      <FaultOf error={error} onTryAgain={again} />
    </div>
  );
}

/** The keys that hold everywhere, and the native menu, which asks for the same. */
function ShellKeys() {
  const commands = useCommands();
  const hasLedger = useLedger() !== null;
  const { preferences, keep } = usePreferences();
  const { auditData } = preferences;
  useKeys(
    {
      "Mod+K": { does: "Find anything", run: commands.find, command: "find", inFields: true },
      "?": { does: "All keys", run: commands.keys, command: "keys" },
      "Mod+O": { does: "Open a ledger", run: commands.open, command: "open", inFields: true },
      "Mod+Shift+N": { does: "New ledger", run: commands.new, command: "new", inFields: true, isTwin: true },
      "Mod+N": { does: "New ledger", run: commands.new, inFields: true },
      "g l": { does: "Go to another ledger", run: commands.ledgers },
      "#print": { does: "Print this page", run: () => window.print() },
      "#light": { does: "Light theme", run: () => keep({ theme: "light" }) },
      "#dark": { does: "Dark theme", run: () => keep({ theme: "dark" }) },
      "#system": { does: "Theme of the system", run: () => keep({ theme: "system" }) },
      "#audit": {
        does: `${auditData ? "Hide" : "Show"} audit data`,
        run: () => keep({ auditData: !auditData }),
      },
    },
    { group: "Everywhere" },
  );
  useKeys(
    placeKeys(({ name }) => name === "clients"),
    { group: "Everywhere" },
  );
  useKeys(
    {
      ...placeKeys(({ name }) => name !== "clients"),
      "g f": { does: "Options of the check", run: () => go("settings", CHECK) },
      "g a": { does: "History", run: () => go("settings", HISTORY) },
      "g y": { does: "The year: twelve months", run: () => go("close", YEAR) },
      "Mod+,": { does: "Settings", run: () => go("settings"), inFields: true },
      "Mod+E": { does: "Export", run: commands.export, command: "export", inFields: true },
      "g p": { does: "Pull now", run: commands.pull, command: "pull" },
    },
    { group: "Everywhere", enabled: hasLedger },
  );
  const runHere = (command: MenuCommand) => {
    if (command === "back-up") commands.backUp();
    else if (command === "verify") commands.verify();
    else if (command === "import") commands.import();
    else if (command === "pull") commands.pull();
    else if (command === "verify-workbook") commands.verifyWorkbook();
    else if (command === "reviewed-workbook") commands.importReview();
  };
  useEvent("menu.chosen", ({ command }) => {
    const place = PLACE_NAMES.find((name) => name === command);
    if (place !== undefined) go(place);
    else if (!runCommand(command)) runHere(command);
  });
  return null;
}

function placeKeys(isMeant: (place: NamedPlace) => boolean): KeyMap {
  const keys = PLACES.filter(isMeant).map(
    ({ name, label, key }) => [`g ${key}`, { does: `Go to ${label}`, run: () => go(name) }] as const,
  );
  return Object.fromEntries(keys);
}
