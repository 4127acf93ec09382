/**
 * What stands around a place. At the top edge the period, the last pull, records in and out; under it what holds for the whole window;
 * at the foot what goes on.
 */
import { bareName } from "../../../core/report/suggested-name.ts";
import type { LedgerFacts } from "../../../ipc/contract.ts";
import type { Job, JobKind } from "../../../ipc/jobs.ts";
import { Button, CloseButton } from "../../ui/button.tsx";
import { STAYS_LONGER_MS } from "../../ui/toast.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { type DialogRequest, useDialogs } from "../providers.tsx";
import { jobEnd, jobName, pulledBy, stepCounts } from "../job-words.ts";
import { useWrittenFile } from "../use-written-file.ts";
import { Sign } from "../../ui/marks.tsx";
import { useRestatedByPull } from "../../shared/restatements/use-restatements.tsx";
import { MenuButton } from "../../ui/menu.tsx";
import { useSteady } from "../../ui/use-steady.ts";
import { When } from "../../ui/values.tsx";
import { type ReactNode, memo, useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { useJobs } from "../jobs-provider.tsx";
import { type Hindrances, type MoreId, hindrancesOf, moreItems } from "../more-items.ts";
import { useCommands } from "../use-commands.ts";
import type { Fault } from "../../../ipc/envelope.ts";
import { readOnlyWords, shownFault } from "../../ui/faults.tsx";
import { useLost } from "../../bridge/api-provider.tsx";
import { useReopen } from "../use-reopen.ts";
import { formatAmount } from "../../../core/money.ts";
import { Icon } from "../../ui/icon.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { type NamedPlace, PLACES } from "../period-picker.tsx";
import type { PlaceName } from "../../../ipc/events.ts";
import { go, hrefOf, useRoute } from "../use-route.ts";
import { ownerName } from "../../../core/words/wallet.ts";

export function TopBar({ ledger, children }: { readonly ledger: LedgerFacts; readonly children: ReactNode }) {
  const { running } = useJobs();
  const commands = useCommands();
  return (
    <header className="cluster rigid gap-1 across-4 edge-below plain-links top-bar">
      {children}
      <div className="cluster gap-2 to-end">
        <LastPull ledger={ledger} />
        <Actions
          {...hindrancesOf(ledger, running !== null)}
          onAction={useSteady((id: ActionId) => commands[id]())}
        />
      </div>
    </header>
  );
}

interface ActionsProps extends Hindrances {
  readonly onAction: (id: ActionId) => void;
}

/** In `memo`: the bar is drawn anew with each step through a list. */
const Actions = memo(function Actions({ onAction, ...hindrances }: ActionsProps) {
  const { isBusy, cannotWrite, isPast } = hindrances;
  return (
    <>
      <Button icon="pull" size="s" isDisabled={cannotWrite} onPress={() => onAction("pull")}>
        Pull now
      </Button>
      <Button icon="export" size="s" isDisabled={isBusy || isPast} onPress={() => onAction("export")}>
        Export
      </Button>
      <MenuButton label="More" items={moreItems(hindrances)} onAction={(id) => onAction(id as MoreId)} />
    </>
  );
});

type ActionId = "pull" | "export" | MoreId;
function LastPull({ ledger: { lastPull } }: { readonly ledger: LedgerFacts }) {
  if (lastPull === null) return <span className="small quiet unbroken">Nothing pulled yet</span>;
  return (
    <span className="small quiet unbroken last-pull">
      {lastPull.source === "files" ? "Imported " : "Pulled "}
      <When atMs={lastPull.atMs} time />
    </span>
  );
}

export function Banners({ ledger }: { readonly ledger: LedgerFacts | null }) {
  const lost = useLost();
  const isOnline = useSyncExternalStore(listenOnline, () => navigator.onLine);
  const readOnly = ledger?.readOnly ?? null;
  return (
    <>
      {lost === null ? null : (
        // The bridge tries again by itself; loading the page where nobody serves it would only lose it.
        <Banner tone="error" {...shownFault(lost)} />
      )}
      {ledger === null || readOnly === null || readOnly.code === "LEDGER_PAST" ? null : (
        <Banner tone="warning" lead="Read-only. " code={readOnly.code} {...readOnlyWords(readOnly)}>
          <OpenAgain ledger={ledger} />
        </Banner>
      )}
      {isOnline || ledger?.connection !== "service" ? null : (
        <output className="banner tone-warning">
          <span>
            <strong>Offline.</strong> You can check and decide. To pull, wait for the connection.
          </span>
        </output>
      )}
    </>
  );
}

interface BannerProps {
  readonly tone: "error" | "warning";
  /** What it means for the window, before what happened. */
  readonly lead?: string;
  readonly title: string;
  readonly remedy: string;
  readonly code: Fault["code"];
  /** What can be done about it here. */
  readonly children?: ReactNode;
}

function Banner({ tone, lead = "", title, remedy, code, children }: BannerProps) {
  return (
    <div className={`banner tone-${tone}`} role="alert">
      <p>
        <strong>
          {lead}
          {title}.
        </strong>{" "}
        {remedy} <code className="fault-code">{code}</code>
      </p>
      {children}
    </div>
  );
}

function OpenAgain({ ledger }: { readonly ledger: LedgerFacts }) {
  const { isReopening, reopen } = useReopen();
  return <Button size="s" isDisabled={isReopening} onPress={() => void reopen(ledger)} words="Open again" />;
}

function listenOnline(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

interface RailProps {
  readonly ledger: LedgerFacts;
  readonly place: PlaceName;
  readonly open: number | null;
}

/** The left edge: whose ledger this is, and its places. */
export function Rail({ ledger, place, open }: RailProps) {
  const { owner } = ledger;
  const { ledgers } = useCommands();
  const ownerWords = owner === null ? "No owner yet" : ownerName(owner);
  const [clients, ...places] = PLACES.map((one) => (
    <PlaceLink
      key={one.name}
      of={one}
      isHere={place === one.name}
      open={one.name === "exceptions" ? open : null}
    />
  ));
  return (
    <nav className="stack rigid scrolls sunken edge-after rail" aria-label="Pages">
      {/* Above the ledger: it is of all of them. */}
      <ul className="stack edge-below pad-y-2">{clients}</ul>
      <button
        type="button"
        className="stack centred to-left pad-x-4 pad-y-2 rail-ledger"
        aria-haspopup="dialog"
        aria-keyshortcuts="g l"
        title={`${ledger.name}, ${ledger.where}. Other ledgers`}
        onClick={ledgers}
      >
        <span className="serif large strong ellipsis rail-name">
          {bareName(ledger.name)} <Icon name="down" />
        </span>
        <span className="ellipsis small quiet">
          {ownerWords}
          {ledger.currency === null ? null : ` · ${ledger.currency}`}
        </span>
      </button>
      <ul className="stack fill edge-above pad-y-2 rail-places">{places}</ul>
      <p className="rail-foot pad-x-4 pad-y-3">
        <span className="serif strong quiet wordmark">Tieout</span>
      </p>
    </nav>
  );
}

interface PlaceLinkProps {
  readonly of: NamedPlace;
  readonly isHere: boolean;
  readonly open: number | null;
}

function PlaceLink({ of: { name, label, icon, key }, isHere, open }: PlaceLinkProps) {
  return (
    <li>
      <a
        className="row holds quiet hovers rail-place"
        href={hrefOf(name)}
        aria-current={isHere ? "page" : undefined}
        aria-keyshortcuts={`g ${key}`}
        title={label}
      >
        <Icon name={icon} />
        <span className="fill rail-label">{label}</span>
        {open !== null && open > 0 ? (
          <span className="tiny strong tone-accent washed rail-count">
            {formatAmount(open)}
            <span className="only-spoken"> open</span>
          </span>
        ) : (
          <span className="rail-key" aria-hidden="true">
            <Kbd keys={`g ${key}`} />
          </span>
        )}
      </a>
    </li>
  );
}

// The foot of the window: what goes on, how far it is, and how the last of it ended.

export function JobStrip() {
  const { jobs, running, ended } = useJobs();
  return (
    <footer className="rigid job-strip-frame">
      {running === null ? null : <Running job={running} />}
      {running !== null || ended === null ? null : <Ended key={ended.id} job={ended} />}
      <JobNews job={running ?? jobs[0]} />
    </footer>
  );
}

function JobNews({ job }: { readonly job: Job | undefined }) {
  const words = job === undefined ? "" : (jobEnd(job)?.sentence ?? `${jobName(job.kind)} started.`);
  return <output className="only-spoken">{words}</output>;
}

function Running({ job }: { readonly job: Job }) {
  const { cancel } = useJobs();
  const dialogs = useDialogs();
  const step = job.steps.at(-1);
  return (
    <div className="row gap-3 sunken rule-above pad-x-5 pad-y-1 job-strip">
      <strong className="strong">{jobName(job.kind)}</strong>
      <span className="ellipsis">{step?.phase ?? "Starting"}</span>
      <span className="figures quiet unbroken">{step === undefined ? "" : stepCounts(step)}</span>
      <span className="fill">
        <ProgressBar of={step} label={jobName(job.kind)} />
      </span>
      {job.kind === "pull" ? (
        <Button size="s" variant="quiet" onPress={() => dialogs.show({ is: "pull", full: false })}>
          Details
        </Button>
      ) : null}
      <ClientsLink kind={job.kind} />
      <Button size="s" onPress={() => void cancel(job.id)}>
        Cancel
      </Button>
    </div>
  );
}

/** How each ledger goes is in a place of its own. */
function ClientsLink({ kind }: { readonly kind: JobKind }) {
  const { route } = useRoute();
  if (kind !== "close" || route.place === "clients") return null;
  return (
    <Button size="s" variant="quiet" onPress={() => go("clients")}>
      Details
    </Button>
  );
}

const SIGNS = { good: "✓", error: "×", warning: "!", quiet: "–" } as const;

/** What shows how the last of its kind went, where there is more to say than a sentence. */
const LOOKS: Partial<Record<JobKind, DialogRequest>> = {
  pull: { is: "pull", full: false, look: true },
  verify: { is: "verify", look: true },
  "verify-workbook": { is: "verify-workbook", file: null },
  "read-review": { is: "reviewed-workbook", file: null },
};

function Ended({ job }: { readonly job: Job }) {
  const { see } = useJobs();
  const dialogs = useDialogs();
  const { label: fileLabel, get } = useWrittenFile();
  const end = jobEnd(job);
  const { result } = job;
  const look = LOOKS[job.kind];
  const leave = useEffectEvent(() => see(job.id));
  const { isKnown } = useRestatedByPull(pulledBy(job));
  // What a pull brought is on the page behind it, once it is known, and in History; a file waits to be fetched.
  const isPassing = isKnown && (end?.tone === "good" ? result?.is !== "written" : result?.is === "pulled");
  useEffect(() => {
    if (!isPassing) return undefined;
    const timer = setTimeout(leave, STAYS_LONGER_MS);
    return () => clearTimeout(timer);
  }, [isPassing]);
  if (end === null) return null;
  return (
    <div className="row gap-3 sunken rule-above pad-x-5 pad-y-1 job-strip">
      <Sign tone={end.tone}>{SIGNS[end.tone]}</Sign>
      <strong className="strong">{jobName(job.kind)}</strong>
      <span className="fill breaks">{end.sentence}</span>
      {result?.is === "written" ? (
        <Button
          size="s"
          icon="folder"
          onPress={() => {
            see(job.id);
            void get(result.file);
          }}
        >
          {fileLabel}
        </Button>
      ) : null}
      <ClientsLink kind={job.kind} />
      {look === undefined ? null : (
        <Button size="s" variant="quiet" onPress={() => dialogs.show(look)}>
          Details
        </Button>
      )}
      <CloseButton label="Dismiss" onPress={() => see(job.id)} />
    </div>
  );
}
