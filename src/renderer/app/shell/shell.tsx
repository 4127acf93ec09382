/** The window: places on the left, the period and the pull above, what goes on below. */
import { useEffect, useMemo } from "react";
import { CheckProvider, useCheck } from "../../check/check-provider.tsx";
import { MonthState } from "../../shared/months/month-state.tsx";
import { BackupNews } from "../../shared/backups/backup-news.tsx";
import { ReviewerQuestion } from "../../shared/decide/reviewer-dialog.tsx";
import { UnsavedBanners } from "../../shared/decide/note/unsaved-decisions.tsx";
import { useUndo } from "../../shared/decide/use-undo.ts";
import { WelcomePlace } from "../../features/welcome/welcome-place.tsx";
import { PLACE_TITLE_ID } from "../../ui/layout/place-header.tsx";
import { Toasts } from "../../ui/overlays/toast.tsx";
import { useKeys } from "../../ui/keys/use-keys.ts";
import { Arrival } from "./arrival.tsx";
import { Banners } from "./banners.tsx";
import { DialogHost } from "../dialog-host.tsx";
import { DropZone } from "../ledger/drop-zone.tsx";
import { JobStrip } from "../jobs/job-strip.tsx";
import { useLedger } from "../ledger/ledger-provider.tsx";
import { useRecent } from "../ledger/use-recent.ts";
import { MomentBanner } from "../moment/moment-banner.tsx";
import { MomentProvider, useMoments, usePast } from "../moment/moment-provider.tsx";
import { MomentSwitch } from "../moment/moment-switch.tsx";
import { NewerMonth, PeriodPicker } from "../period-picker.tsx";
import { PlaceFrame } from "./place-frame.tsx";
import { periodName } from "../period-words.ts";
import { PLACES, type NamedPlace } from "../place-names.ts";
import { Rail } from "./rail.tsx";
import { ShellKeys } from "./shell-keys.tsx";
import { TopBar } from "./top-bar.tsx";
import { hrefOf, useRoute } from "../use-route.ts";
import "./shell.css";
import { PLACE_VIEWS } from "./places.tsx";

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
    // No step to go back: it would lead here again.
    if (isFirst && isPractice === true) window.location.replace(hrefOf("clients"));
  }, [isFirst, isPractice]);
  if (isFirst) return isPractice === false ? null : undefined;
  if (route.place === "welcome") return null;
  return placed ?? PLACES.find(({ name }) => name === "overview") ?? null;
}

function PlaceView({ name }: Pick<NamedPlace, "name">) {
  const View = PLACE_VIEWS[name];
  return <View />;
}

/** Whether several ledgers were open before; undefined while that is not known. */
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
  const { summary, review, period, setPeriod } = useCheck();
  const past = usePast();
  useTitle(ledger?.name ?? null, place?.label ?? null, past?.title ?? null);
  useReviewKeys();
  const open = useMemo(() => {
    if (review === null) return null;
    const { byStatus } = review.progress;
    return byStatus.open + byStatus.reopened;
  }, [review]);
  // Of now: one can go to any month while an earlier state of one is shown, or still read.
  const { months } = useMoments();
  const withEntries = (past?.now ?? summary)?.months ?? NO_MONTHS;
  const asked = route.period === undefined ? period : route.period;
  return (
    <div className="beside shell">
      <button type="button" className="skip" onClick={focusPlace}>
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

function focusPlace(): void {
  document.querySelector<HTMLElement>(`#${PLACE_TITLE_ID}`)?.focus();
}

/** The native window is named after the page's title. */
function useTitle(ledger: string | null, place: string | null, moment: string | null): void {
  const title = [ledger, ledger === null ? null : place, moment, "Tieout"]
    .filter((part) => part !== null)
    .join(" – ");
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
