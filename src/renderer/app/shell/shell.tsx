/** The window: places on the left, the period and the pull above, what goes on below. */
import { useEffect, useMemo } from "react";
import { CheckProvider, useCheck } from "../../check/check-provider.tsx";
import { MonthState } from "../../shared/months/month-state.tsx";
import { BackupNews } from "../../shared/backups/backup-news.tsx";
import { ReviewerQuestion } from "../../shared/decide/reviewer-dialog.tsx";
import { UnsavedBanners } from "../../shared/decide/unsaved-decisions.tsx";
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
import { MomentBanner } from "../moment/moment-banner.tsx";
import { MomentProvider, usePast } from "../moment/moment-provider.tsx";
import { MomentSwitch } from "../moment/moment-switch.tsx";
import { NewerMonth, PeriodPicker } from "../period-picker.tsx";
import { PlaceFrame } from "./place-frame.tsx";
import { periodName } from "../period-words.ts";
import { PLACES, type PlaceEntry } from "./places.tsx";
import { Rail } from "./rail.tsx";
import { ShellKeys } from "./shell-keys.tsx";
import { TopBar } from "./top-bar.tsx";
import { useRoute } from "../use-route.ts";
import "./shell.css";

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
 * The place that is shown: Welcome without a ledger, and the first of all where one asks for none that is
 * there.
 */
function usePlace(): PlaceEntry | null {
  const { route } = useRoute();
  const ledger = useLedger();
  if (ledger === null || route.place === "welcome") return null;
  return PLACES.find(({ name }) => name === route.place) ?? PLACES[0] ?? null;
}

function Window() {
  const { route } = useRoute();
  const ledger = useLedger();
  const place = usePlace();
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
  const months = (past?.now ?? summary)?.months ?? null;
  const asked = route.period === undefined ? period : route.period;
  return (
    <div className="beside shell">
      <button type="button" className="skip" onClick={focusPlace}>
        Skip to content
      </button>
      {ledger === null ? null : <Rail ledger={ledger} place={place?.name ?? "welcome"} open={open} />}
      <div className="pane shell-side">
        {ledger === null || place === null ? null : (
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
                  <NewerMonth months={months} period={asked} onChange={setPeriod} />
                ) : null}
              </>
            )}
          </TopBar>
        )}
        <Banners ledger={ledger} />
        <MomentBanner />
        {ledger === null ? null : <UnsavedBanners key={ledger.id} ledger={ledger.id} />}
        <main className="pane scrolls place">
          {ledger === null || place === null ? null : (
            <p className="print-note">
              {ledger.name} · {periodName(asked)} · {place.label}
              {past === null ? "" : ` · ${past.title}, not as of now`}
            </p>
          )}
          <PlaceFrame key={ledger?.id} name={place?.name ?? "welcome"}>
            {place === null ? (
              <>
                <Arrival />
                <WelcomePlace />
              </>
            ) : (
              <place.Place />
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
