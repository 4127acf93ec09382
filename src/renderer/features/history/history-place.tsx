/** The audit trail, newest first: what happened to this ledger, and whether all of it still holds. */
import type { ActivityLink } from "../../../ipc/contract.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type LiveAnswer, useAnswer } from "../../app/use-answer.ts";
import { useEffect, useMemo, useState } from "react";
import { useApi } from "../../bridge/api-provider.tsx";
import { useLedgerKeys, FaultOf, useOpenLedger, useAuditShown } from "../../app/providers.tsx";
import { HISTORY_ACTIONS, useActions } from "../../app/place-actions.ts";
import { useJobs, useSeenEnd } from "../../app/jobs-provider.tsx";
import { useCommands } from "../../app/use-commands.ts";
import { hrefOf, setFilters, useRoute } from "../../app/use-route.ts";
import { formatCount } from "../../../core/money.ts";
import { Button } from "../../ui/button.tsx";
import { PlaceHeader } from "../../ui/place-header.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Table } from "../../ui/table.tsx";
import { LinkHash } from "../../shared/record/link-hash.tsx";
import { linkWords } from "../../../core/report/sheet/link-words.ts";
import type { PullStepKind } from "../../../core/review/restate/restatements.ts";
import { StepDialog } from "../../shared/months/step-dialog.tsx";
import { JobView } from "../../app/job-view.tsx";
import { jobEnd } from "../../app/job-words.ts";
import { When } from "../../ui/values.tsx";
import { ProofResult, useLedgerProof } from "./proof-result.tsx";

// The links of the audit trail by what they tell of; a filter of History, which stands in its address.

const KIND_FILTERS = [
  { id: "all", label: "Everything", kinds: null },
  { id: "pulls", label: "Pulls and imports", kinds: ["pull", "pull-step"] },
  { id: "decisions", label: "Decisions", kinds: ["decision"] },
  { id: "matches", label: "Manual matches", kinds: ["match"] },
  { id: "evidence", label: "Evidence", kinds: ["attachment"] },
  { id: "letters", label: "Letters", kinds: ["letter"] },
  { id: "closing", label: "Month close", kinds: ["close", "terms", "mark", "books", "key"] },
  { id: "checks", label: "Checks and exports", kinds: ["run", "export"] },
  { id: "ledger", label: "Ledger", kinds: ["created", "setting", "prune", "restore", "anchor"] },
] as const satisfies readonly {
  readonly id: string;
  readonly label: string;
  /** null for all, those that only a newer Tieout knows among them. */
  readonly kinds: readonly string[] | null;
}[];

type KindFilter = (typeof KIND_FILTERS)[number]["id"];

/** Reads `kind` of a place's query; what is not known is everything. */
export function kindFilterFrom(query: string): KindFilter {
  const named = new URLSearchParams(query).get("kind");
  return KIND_FILTERS.find(({ id }) => id === named)?.id ?? "all";
}

/** @returns the query, '' for everything */
export function kindQuery(filter: KindFilter): string {
  return filter === "all" ? "" : `kind=${filter}`;
}

export function passes(filter: KindFilter, { kind }: Pick<ActivityLink, "kind">): boolean {
  const kinds: readonly string[] | null = KIND_FILTERS.find(({ id }) => id === filter)?.kinds ?? null;
  return kinds === null || kinds.includes(kind);
}

const PAGE = 100;
/** Links are read on until so many pass; one filter may leave few of thousands. */
const SHOWN_AT_ONCE = 40;

interface Links extends Omit<LiveAnswer<never>, "data"> {
  readonly links: readonly ActivityLink[];
  /** null where there are no earlier ones. */
  readonly showEarlier: (() => void) | null;
}

/** The links of the trail that pass a filter, newest first, read on until there is something to show. */
function useLinks(filter: KindFilter): Links {
  const api = useApi();
  const keyOf = useLedgerKeys();
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: keyOf("history"),
    initialPageParam: null as number | null,
    queryFn: ({ pageParam }) => api["activity.list"]({ before: pageParam, count: PAGE }),
    getNextPageParam: ({ links, more }) => (more ? (links.at(-1)?.sequence ?? null) : null),
  });
  const links = useMemo(
    () => data?.pages.flatMap((page) => page.links).filter((link) => passes(filter, link)) ?? [],
    [data, filter],
  );
  const wantsMore = links.length < SHOWN_AT_ONCE && hasNextPage && !isFetching && error === null;
  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, fetchNextPage]);
  return {
    links,
    error,
    isReading: isFetching,
    showEarlier: hasNextPage ? () => void fetchNextPage() : null,
    readAgain: () => void refetch(),
  };
}

export function HistoryPlace() {
  const ledger = useOpenLedger();
  const { route } = useRoute();
  const commands = useCommands();
  const { running } = useJobs();
  const filter = kindFilterFrom(route.filters);
  const { links, error, isReading, showEarlier, readAgain } = useLinks(filter);
  return (
    <>
      <PlaceHeader
        title="History"
        aside={`${formatCount(ledger.counts.links, "link")} of the audit trail, newest first`}
      >
        <a href={hrefOf("settings")}>Settings</a>
        <Button size="s" variant="quiet" isDisabled={running !== null} onPress={commands.verifyWorkbook}>
          Compare a workbook with this ledger…
        </Button>
      </PlaceHeader>
      <Toolbar label="Filter the history">
        <SelectField
          label="Show"
          value={filter}
          options={KIND_FILTERS}
          onChange={(chosen) => setFilters(kindQuery(chosen))}
        />
      </Toolbar>
      <div className="pad-x-5 pad-under-5">
        <TrailProof />
        <FaultOf error={error} onTryAgain={readAgain} />
        {links.length === 0 && error === null ? (
          <p className="pad-y-3 quiet">
            {isReading ? "Reading the audit trail…" : "Nothing of this kind yet."}
          </p>
        ) : (
          <LinkTable links={links} />
        )}
        {showEarlier === null || links.length === 0 ? null : (
          <p className="beside centred pad-under-5">
            <Button isDisabled={isReading} onPress={showEarlier} words="Show earlier" />
          </p>
        )}
      </div>
    </>
  );
}

function LinkTable({ links }: { readonly links: readonly ActivityLink[] }) {
  const {
    readOnly,
    settings: { decimals },
  } = useOpenLedger();
  const [asked, setAsked] = useState<PullStepAsked | null>(null);
  const isAuditShown = useAuditShown();
  const { data } = useAnswer("pull.list", {});
  const stepOf = pullSteps(data?.pulls ?? []);
  return (
    <>
      {asked === null ? null : <PullStepDialog {...asked} onClose={() => setAsked(null)} />}
      <Table
        caption="Audit trail, newest first"
        hasStickyHead
        rows={links}
        rowKey={({ sequence }) => sequence}
        columns={[
          { title: "No.", isNumber: true, className: "quiet", cell: ({ sequence }) => sequence },
          { title: "When", at: ({ atMs }) => atMs, time: true },
          {
            title: "What",
            className: "medium history-kind",
            cell: (link) => linkWords(link, decimals).kind,
          },
          {
            title: "Details",
            className: "breaks",
            width: "60%",
            cell: (link) => (
              <Details link={link} step={stepOf(link)} onAsk={readOnly === null ? setAsked : null} />
            ),
          },
          { title: "Who", className: "id-width", cell: (link) => linkWords(link, decimals).by },
          isAuditShown && {
            title: "Hash",
            cell: ({ hash, sequence }) => <LinkHash hash={hash} sequence={sequence} />,
          },
        ]}
      />
    </>
  );
}

type PullStepAsked = Pick<Parameters<typeof PullStepDialog>[0], "pullId" | "step">;

/** What can be done with the pull that a link records; null for other links, and for the only pull that counts. */
function pullSteps(
  pulls: readonly { readonly id: number; readonly isAside: boolean }[],
): (link: ActivityLink) => PullStepAsked | null {
  const isAside = new Map(pulls.map((pull) => [pull.id, pull.isAside]));
  const counting = pulls.filter((pull) => !pull.isAside).length;
  return (link) => {
    const pullId = pullOf(link);
    const aside = pullId === null ? undefined : isAside.get(pullId);
    if (pullId === null || aside === undefined) return null;
    if (aside) return { pullId, step: "put-back" };
    return counting === 1 ? null : { pullId, step: "set-aside" };
  };
}

/** The pull that a link of the trail records; null of a link of another kind. */
function pullOf({ kind, payload }: ActivityLink): number | null {
  if (kind !== "pull" || typeof payload !== "object" || payload === null || !("pull" in payload)) return null;
  const pull = payload["pull"];
  return typeof pull === "number" ? pull : null;
}

interface DetailsProps {
  readonly link: ActivityLink;
  readonly step: PullStepAsked | null;
  readonly onAsk: ((asked: PullStepAsked) => void) | null;
}

function Details({ link, step, onAsk }: DetailsProps) {
  const { sentence, note } = linkWords(link, useOpenLedger().settings.decimals);
  return (
    <>
      {sentence}
      {step?.step === "put-back" ? <b className="medium"> Set aside.</b> : null}
      {note === null ? null : <span className="block quoted">{note}</span>}
      {step === null || onAsk === null ? null : (
        <>
          {" "}
          <Button size="s" variant="quiet" onPress={() => onAsk(step)}>
            {step.step === "set-aside" ? `Set pull ${step.pullId} aside…` : `Put pull ${step.pullId} back…`}
          </Button>
        </>
      )}
    </>
  );
}

interface PullStepDialogProps {
  readonly pullId: number;
  readonly step: PullStepKind;
  readonly onClose: () => void;
}

/** Setting a pull aside, as if it had never been made, or putting it back, with a name and a reason. */
function PullStepDialog({ pullId, step, onClose }: PullStepDialogProps) {
  const isAway = step === "set-aside";
  return (
    <StepDialog
      title={isAway ? `Set pull ${pullId} aside` : `Put pull ${pullId} back`}
      words={isAway ? "Set aside" : "Put back"}
      nameLabel={isAway ? "Set aside by" : "Put back by"}
      noteAsk={isAway ? "Enter a reason to set the pull aside" : "Enter a reason to put the pull back"}
      noteLabel="Why"
      take={(said, api) => api["pull.step"]({ pullId, step, ...said })}
      done={isAway ? `Pull ${pullId} is set aside` : `Pull ${pullId} counts again`}
      onClose={onClose}
    >
      <p>
        {isAway
          ? "Everything will count as if this pull had never been made. Nothing of it is removed, and it can be put back. Months that were signed on it show as restated."
          : "Everything will count as it did before the pull was set aside."}
      </p>
    </StepDialog>
  );
}

/** Verifying the trail in its own place: how far it is, and what came out, until it is verified again. */
function TrailProof() {
  const { job, isBusy, error, start, cancel } = useLedgerProof();
  useSeenEnd(job);
  useActions(HISTORY_ACTIONS, { verify: () => !isBusy && start() }, "History");
  return (
    <section className="stack gap-3 pad-y-4" aria-labelledby="trail-title">
      <div className="row ends gap-4">
        <div>
          <h2 id="trail-title">Is the ledger intact?</h2>
          <p className="quiet">
            Checks every link, record and stored response. Re-performs every signed month from what the
            service sent.
          </p>
        </div>
        {job?.state === "running" ? (
          <Button onPress={cancel}>Cancel</Button>
        ) : (
          <Button variant="primary" isDisabled={isBusy} aria-keyshortcuts="v" onPress={start}>
            {job === undefined ? "Verify ledger" : "Verify again"}
          </Button>
        )}
      </div>
      <FaultOf error={error} onTryAgain={start} />
      {job === undefined || job.state === "done" ? null : <JobView job={job} />}
      {job?.result?.is === "verified" ? (
        <>
          <p className="serif lead">{jobEnd(job)?.sentence}</p>
          {job.endedAtMs === null ? null : (
            <p className="quiet">
              As of <When atMs={job.endedAtMs} time />. Later links are not covered.
            </p>
          )}
          <ProofResult result={job.result} />
        </>
      ) : null}
    </section>
  );
}
