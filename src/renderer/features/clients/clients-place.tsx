/** All clients: each ledger's month, what is left to resolve, with whom it is, since when, when it is due; and the close of all. */
import { useEffect, useMemo, useState } from "react";
import type { Month } from "../../../core/review/close/close.ts";
import { monthBefore } from "../../../core/review/close/months.ts";
import { monthTitle } from "../../../core/words/month.ts";
import type { Input, ClientLine, ClientList, Output } from "../../../ipc/contract.ts";
import type { FileFacts } from "../../../ipc/values.ts";
import { useApi } from "../../bridge/api-provider.tsx";
import { FaultOf, useAppFacts, FaultOfJob, useLedger, usePreferences } from "../../app/providers.tsx";
import { CLIENTS_ACTIONS, useActions } from "../../app/place-actions.ts";
import { useJobs, useSeenEnd } from "../../app/jobs-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { type Choice, SelectField } from "../../ui/select-field.tsx";
import { SwitchField } from "../../ui/switch-field.tsx";
import { CancelOr, Dialog } from "../../ui/dialog.tsx";
import { closingTotals } from "../../../core/review/clients/closing-words.ts";
import type { Job, JobLedger } from "../../../ipc/jobs.ts";
import { stepCounts } from "../../app/job-words.ts";
import { useWrittenFile } from "../../app/use-written-file.ts";
import { Section } from "../../ui/part.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { bareName } from "../../../core/report/suggested-name.ts";
import { FaultWords, ClientTable, DUE_DAYS, dueChoice, dueDayOf } from "./client-table.tsx";
import { clientTotals, clientTotalsWords } from "../../../core/review/clients/client-words.ts";
import { showFault, useAttempt } from "../../app/show-fault.ts";
import { hrefOf } from "../../app/use-route.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PlaceHeader } from "../../ui/place-header.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { useQuery } from "@tanstack/react-query";
import { beforeAnswer, ofAllLedgers, useAnswers } from "../../bridge/answers.ts";
import { byUrgency } from "../../../core/review/clients/client.ts";
import { Sign } from "../../ui/marks.tsx";
import { whileWanted } from "../../ui/use-settled.ts";

interface CloseDialogProps {
  readonly folder: string;
  readonly newest: Month;
  readonly onClose: () => void;
}

const MONTHS_BACK = 12;

/** Asks how the ledgers of the folder are closed, and begins it. */
function CloseDialog({ folder, newest, onClose }: CloseDialogProps) {
  const api = useApi();
  const { host } = useAppFacts();
  const { running, take } = useJobs();
  const [month, setMonth] = useState<MonthInput>("next");
  const [pull, setPull] = useState(true);
  const [full, setFull] = useState(false);
  const [target, setTarget] = useState<FileFacts | null>(null);
  const { error, attempt } = useAttempt();
  const suggestedName = "Workbooks";
  const chooseTarget = async () => {
    const { file } = await api["files.chooseToSave"]({ purpose: "workbooks", suggestedName });
    if (file !== null) setTarget(file);
    return file;
  };
  const begin = () =>
    attempt(async () => {
      // A browser fetches the folder afterwards; elsewhere it is beside the ledgers unless another was
      // chosen.
      const out = host === "browser" ? await chooseTarget() : target;
      take(await api["clients.close"]({ month, pull, full: pull && full, target: out?.handle ?? null }));
      onClose();
    });
  return (
    <Dialog
      title="Close all clients"
      onClose={onClose}
      actions={<CancelOr words="Close all" isDisabled={running !== null} onDo={() => void begin()} />}
    >
      <p className="quiet">
        Checks the month of every ledger of {folder}, and writes its workbook. It prepares and signs nothing.
      </p>
      <SelectField label="Month" value={month} options={monthChoices(newest)} onChange={setMonth} />
      <SwitchField isSelected={pull} onChange={setPull}>
        Pull first
      </SwitchField>
      <p className="small quiet">
        With the credentials file beside each ledger, or the connection kept in its Settings.
      </p>
      <SwitchField isSelected={pull && full} isDisabled={!pull} onChange={setFull}>
        Pull the whole history, signed months included
      </SwitchField>
      {host === "browser" ? (
        <p className="quiet">The workbooks can be downloaded when it is done.</p>
      ) : (
        <p className="cluster gap-2">
          Workbooks: {target === null ? "beside the ledgers" : `${target.name}, ${target.where}`}
          <Button
            size="s"
            icon="folder"
            onPress={() => void attempt(async () => void (await chooseTarget()))}
          >
            Choose folder…
          </Button>
        </p>
      )}
      <FaultOf error={error} />
    </Dialog>
  );
}

type MonthInput = Input<"clients.close">["month"];

/** Each ledger's own month, and the months up to the newest. */
function monthChoices(newest: Month): Choice<MonthInput>[] {
  const months: Month[] = [];
  for (let month = newest; months.length < MONTHS_BACK; month = monthBefore(month)) months.push(month);
  return [
    { id: "next", label: "Each client's month", hint: "As the list shows it" },
    { id: "last", label: "Last month", hint: "In each ledger's own time zone" },
    ...months.map((id) => ({ id, label: monthTitle(id) })),
  ];
}

/** The last close of all clients: how far each ledger is, what was done for it, its errors, and the totals. */
function ClosingProgress({ job }: { readonly job: Job }) {
  const { cancel, dismiss } = useJobs();
  const { label, get } = useWrittenFile();
  useSeenEnd(job);
  const step = job.steps.at(-1);
  const closed = job.result?.is === "closed" ? job.result : null;
  return (
    <Section
      title="Close all"
      level={2}
      aside={
        job.state === "running" ? (
          <Button size="s" onPress={() => void cancel(job.id)} words="Cancel close" />
        ) : (
          <span className="wrap gap-2">
            {closed === null ? null : (
              <Button size="s" icon="folder" onPress={() => void get(closed.folder)}>
                {label === "Download" ? "Download workbooks" : label}
              </Button>
            )}
            <Button size="s" variant="quiet" onPress={() => dismiss(job.id)} words="Dismiss result" />
          </span>
        )
      }
    >
      {job.state === "running" ? <ProgressBar of={step} label="Closing all clients" /> : null}
      <output className="medium">{endWords(job)}</output>
      {job.state === "failed" && job.fault !== null ? <FaultOfJob fault={job.fault} /> : null}
      <div className="scrolls bounded" {...BY_KEYS}>
        <ol aria-label="Ledgers">
          {(job.ledgers ?? []).map((ledger) => (
            <LedgerLine key={ledger.name} ledger={ledger} isOver={job.state !== "running"} />
          ))}
        </ol>
      </div>
    </Section>
  );
}

/** What scrolls can be come to by Tab. */
const BY_KEYS = { tabIndex: 0, role: "group", "aria-label": "Each ledger's result" } as const;

/** The totals; of one that was cancelled what stays. */
function endWords({ state, result }: Job): string {
  if (result?.is === "closed") return closingTotals(result.totals);
  return state === "cancelled" ? "Cancelled. What was done before is kept." : "";
}

function LedgerLine({
  ledger: { name, step, done },
  isOver,
}: {
  readonly ledger: JobLedger;
  readonly isOver: boolean;
}) {
  const sign = done === null ? "…" : done.fault !== null ? "×" : done.undecidedErrors === 0 ? "✓" : "!";
  const tone =
    done === null ? "quiet" : done.fault !== null ? "error" : done.undecidedErrors === 0 ? "good" : "warning";
  return (
    <li className="row baseline gap-2 edge-below pad-y-1">
      <Sign tone={tone}>{sign}</Sign>
      <strong className="strong rigid id-width">{bareName(name)}</strong>
      <span className="fill breaks">
        {done === null ? (
          <span className="quiet">
            {isOver ? "Not done" : step === null ? "Waiting" : `${step.phase} ${stepCounts(step)}`}
          </span>
        ) : (
          done.words
        )}
        {done === null || done.fault === null ? null : (
          <>
            {done.words === "" ? null : " "}
            <FaultWords fault={done.fault} />
          </>
        )}
      </span>
    </li>
  );
}

export function ClientsPlace() {
  const { list, error, isReading, readAgain } = useClients();
  const { jobs, running } = useJobs();
  const { host } = useAppFacts();
  const [isAsking, setAsking] = useState(false);
  const closing = jobs.find(({ kind }) => kind === "close");
  const lines = list?.lines ?? NO_LINES;
  const canClose = list?.shows === "folder" && lines.length > 0 && running === null;
  useActions(CLIENTS_ACTIONS, canClose ? { closeAll: () => setAsking(true) } : {}, "All clients");
  return (
    <>
      <PlaceHeader title="All clients" aside={asideOf(list, isReading)}>
        <Button size="s" isDisabled={isReading} onPress={readAgain} words="Read again" />
        <Button size="s" variant="primary" isDisabled={!canClose} onPress={() => setAsking(true)}>
          Close all…
        </Button>
      </PlaceHeader>
      <Toolbar label="Which clients">
        {list === undefined ? null : <Choices list={list} onChange={readAgain} />}
      </Toolbar>
      <div className="pad-x-5 pad-under-5">
        <FaultOf error={error} onTryAgain={readAgain} />
        {list === undefined || list.fault === null ? null : <FaultOfJob fault={list.fault} isMendedHere />}
        {closing === undefined ? null : <ClosingProgress job={closing} />}
        {list !== undefined && list.fault === null && lines.length === 0 ? <NoClients list={list} /> : null}
        {lines.length === 0 ? null : <ClientTable lines={lines} isBusy={running !== null} />}
        <OtherLedgers />
      </div>
      {isAsking && list !== undefined ? (
        <CloseDialog
          folder={host === "browser" ? "those kept here" : `the folder ${list.folder?.name ?? ""}`}
          newest={newestOf(lines)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

const NO_LINES: readonly ClientLine[] = [];

function asideOf(list: ClientList | undefined, isReading: boolean): string {
  if (list === undefined) return "Reading the ledgers…";
  const words = clientTotalsWords(clientTotals(list.lines.map(({ client }) => client)));
  return isReading || list.lines.some(isUnchecked) ? `${words} Checking…` : words;
}

function newestOf(lines: readonly ClientLine[]): Month {
  const months = lines.flatMap(({ client }) => (client === null ? [] : [client.today.slice(0, 7) as Month]));
  return months.toSorted().at(-1) ?? ("2026-01" as Month);
}

interface FolderChoicesProps {
  readonly list: ClientList;
  readonly onChange: () => void;
}

function Choices({ list: { shows, folder }, onChange }: FolderChoicesProps) {
  const api = useApi();
  const { host } = useAppFacts();
  const { preferences, change } = usePreferences();
  const isBrowser = host === "browser";
  const after = (work: Promise<unknown>) => {
    work.then(onChange, showFault);
  };
  const choose = () => after(api["clients.chooseFolder"]({}));
  const show = (chosen: ClientList["shows"]) => {
    if (chosen === "folder" && folder === null) choose();
    else after(api["clients.show"]({ shows: chosen }));
  };
  const options = [
    { id: "recent", label: "Recent ledgers" },
    {
      id: "folder",
      label: isBrowser ? "Ledgers kept here" : folder === null ? "A folder…" : `Folder ${folder.name}`,
      ...(folder === null ? {} : { hint: folder.where }),
    },
  ] as const;
  return (
    <>
      <SelectField label="Show" value={shows} options={options} onChange={show} />
      {isBrowser ? null : <Button size="s" icon="folder" onPress={choose} words="Choose folder…" />}
      <SelectField
        label="Due"
        value={dueChoice(preferences.dueDay)}
        options={DUE_DAYS}
        onChange={(chosen) => after(change({ dueDay: dueDayOf(chosen) }))}
      />
      {shows === "recent" ? (
        <span className="small quiet">
          {isBrowser
            ? "Close all works on the ledgers kept here. A browser cannot choose another folder: use Tieout's own window, or tieout close."
            : "Close all works on a folder."}
        </span>
      ) : null}
    </>
  );
}

function NoClients({ list }: { readonly list: ClientList }) {
  return list.shows === "recent" ? (
    <EmptyState title="No ledger opened yet">Ledgers that you open are listed here.</EmptyState>
  ) : (
    <EmptyState title="No ledger in the folder">Ledgers end in .tieout.</EmptyState>
  );
}

/** The way on: to a ledger that is not listed, or back to the open one. */
function OtherLedgers() {
  const ledger = useLedger();
  return (
    <p className="below-3">
      {ledger === null ? (
        <a href={hrefOf("welcome")}>Open or create another ledger</a>
      ) : (
        <a href={hrefOf("overview")}>Back to {ledger.name}</a>
      )}
    </p>
  );
}

// `const { list, error, readAgain } = useClients()`: all clients as main reads them, again after each change. They are
// listed at once, and checked two at a time, as they are listed, until the page is left.

function useClients() {
  const api = useApi();
  const { jobs } = useJobs();
  const answers = useAnswers();
  const [checkError, setCheckError] = useState<unknown>(null);
  // The open ledger may be one of them; and whatever a job did may be in any of them.
  const ended = jobs.find(({ state }) => state !== "running")?.id ?? "";
  const key = useMemo(() => ofAllLedgers("clients", ended), [ended]);
  const listed = useQuery<ClientList>({
    queryFn: async () => api["clients.list"]({}),
    queryKey: key,
    // Other programs write to them, too.
    staleTime: 0,
    placeholderData: beforeAnswer(key),
  });
  const list = listed.data;
  const unchecked = listed.isFetching ? NO_LINES : (list?.lines.filter(isUnchecked).slice(0, 2) ?? NO_LINES);
  const next = unchecked.map(({ file }) => file.handle).join(" ");
  useEffect(() => {
    if (next === "") return undefined;
    const asked = api["clients.check"]({ files: next.split(" ") });
    const take = ({ lines }: Output<"clients.check">) =>
      answers.put<ClientList>(key, (known) => lines.reduce(withLine, known));
    return whileWanted(asked, take, setCheckError);
  }, [answers, api, key, next]);
  return {
    list,
    error: listed.error ?? checkError,
    isReading: listed.isFetching,
    readAgain: () => {
      setCheckError(null);
      void listed.refetch();
    },
  };
}

/** Whether it has records of which nothing is concluded yet. */
function isUnchecked({ client }: ClientLine): boolean {
  return client !== null && client.check === null && client.lastPull !== null;
}

function withLine(list: ClientList | undefined, line: ClientLine): ClientList | undefined {
  if (list === undefined) return undefined;
  const lines = list.lines.map((one) => (one.file.handle === line.file.handle ? line : one));
  return { ...list, lines: byUrgency(lines) };
}
