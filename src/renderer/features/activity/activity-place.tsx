/**
 * The audit trail, newest first: what happened to this ledger, when, and who did it; and whether all of it
 * still holds.
 */
import type { ActivityLink } from "../../../ipc/contract.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../app/api-provider.tsx";
import { FaultOf } from "../../app/fault-of.tsx";
import { useLedgerKeys, useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import { useJobs } from "../../app/jobs/jobs-provider.tsx";
import { useCommands } from "../../app/use-commands.ts";
import { setFilters, useRoute } from "../../app/use-route.ts";
import { formatCount } from "../../../core/money.ts";
import { Button } from "../../ui/button.tsx";
import { PlaceHeader } from "../../ui/layout/place-header.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { Toolbar } from "../../ui/layout/toolbar.tsx";
import { Table } from "../../ui/layout/table.tsx";
import { KIND_FILTERS, kindFilterFrom, kindQuery } from "./kinds.ts";
import { LinkHash } from "../../shared/trail/link-hash.tsx";
import { linkWords } from "../../../core/report/about/link-words.ts";
import { pullOf } from "../../shared/trail/pull-of.ts";
import { PullStepDialog } from "./pull-step-dialog.tsx";
import { TrailProof } from "./trail-proof.tsx";
import { useLinks } from "./use-links.ts";
import "./activity-place.css";

export function ActivityPlace() {
  const ledger = useOpenLedger();
  const { route } = useRoute();
  const commands = useCommands();
  const { running } = useJobs();
  const filter = kindFilterFrom(route.filters);
  const { links, error, isReading, showEarlier, readAgain } = useLinks(filter);
  return (
    <>
      <PlaceHeader
        title="Activity"
        aside={`${formatCount(ledger.counts.links, "link")} of the audit trail, newest first`}
      >
        <Button size="s" variant="quiet" isDisabled={running !== null} onPress={commands.verifyWorkbook}>
          Compare a workbook with this ledger…
        </Button>
      </PlaceHeader>
      <Toolbar label="Filter activities">
        <SelectField
          label="Show"
          value={filter}
          options={KIND_FILTERS}
          onChange={(chosen) => setFilters(kindQuery(chosen))}
        />
      </Toolbar>
      <div className="place-body">
        <TrailProof />
        {error === null ? null : <FaultOf error={error} onTryAgain={readAgain} />}
        {links.length === 0 && error === null ? (
          <p className="activity-none quiet">
            {isReading ? "Reading the audit trail…" : "No activity of this kind yet."}
          </p>
        ) : (
          <LinkTable links={links} />
        )}
        {showEarlier === null || links.length === 0 ? null : (
          <p className="beside centred activity-more">
            <Button isDisabled={isReading} onPress={showEarlier}>
              Show earlier
            </Button>
          </p>
        )}
      </div>
    </>
  );
}

function LinkTable({ links }: { readonly links: readonly ActivityLink[] }) {
  const api = useApi();
  const {
    readOnly,
    settings: { decimals },
  } = useOpenLedger();
  const keyOf = useLedgerKeys();
  const [asked, setAsked] = useState<PullStepAsked | null>(null);
  const { data } = useQuery({ queryKey: keyOf("pulls"), queryFn: () => api["pull.list"]({}) });
  const stepOf = pullSteps(data?.pulls ?? []);
  return (
    <>
      {asked === null ? null : <PullStepDialog {...asked} onClose={() => setAsked(null)} />}
      <Table
        caption="Audit trail, newest first"
        className="activity"
        hasStickyHead
        rows={links}
        rowKey={({ sequence }) => sequence}
        columns={[
          { title: "No.", isNumber: true, className: "quiet", cell: ({ sequence }) => sequence },
          { title: "When", at: ({ atMs }) => atMs, time: true },
          {
            title: "What",
            className: "medium activity-kind",
            cell: (link) => linkWords(link, decimals).kind,
          },
          {
            title: "Details",
            className: "breaks activity-words",
            cell: (link) => (
              <Details link={link} step={stepOf(link)} onAsk={readOnly === null ? setAsked : null} />
            ),
          },
          { title: "Who", className: "activity-who", cell: (link) => linkWords(link, decimals).by },
          { title: "Hash", cell: ({ hash, sequence }) => <LinkHash hash={hash} sequence={sequence} /> },
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

interface DetailsProps {
  readonly link: ActivityLink;
  readonly step: PullStepAsked | null;
  /** null where nothing can be written. */
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
