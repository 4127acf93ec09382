/** Another client's ledger: those that were open last, found by typing, and the ways to any other. */
import { bareName } from "../../../core/report/suggested-name.ts";
import { Autocomplete, Input, Label, Menu, MenuItem, SearchField } from "react-aria-components";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CancelOr, Dialog } from "../../ui/dialog.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { When } from "../../ui/values.tsx";
import { FaultOf, useOpenLedger, useAppFacts, useLedger } from "../providers.tsx";
import { jobName, pulledBy } from "../job-words.ts";
import { useJobs } from "../jobs-provider.tsx";
import { useOpening } from "../opening-provider.tsx";
import { useCommands } from "../use-commands.ts";
import { type RecentLedger, useRecent } from "../use-recent.ts";
import { useAnswer } from "../use-answer.ts";
import { useState } from "react";
import type { ConnectionFacts } from "../../../ipc/contract.ts";
import { useApi } from "../../bridge/api-provider.tsx";
import { ConnectionForm, connectionOf, useConnectionDraft, ConnectionTest } from "../connection-form.tsx";
import { newLedger } from "../new-ledger.ts";
import { JobView } from "../job-view.tsx";
import { useStartedJob } from "../use-started-job.ts";
import { RestatementsOfPull } from "../../shared/restatements/restatement-banner.tsx";

/** Whether what was typed is in a ledger's name or folder, letters small or great. */
export function isMeant(ledger: string, typed: string): boolean {
  return ledger.toLowerCase().includes(typed.trim().toLowerCase());
}

export function LedgersDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch } = useRecent();
  const { running } = useJobs();
  const { isOpening } = useOpening();
  const commands = useCommands();
  const elsewhere = (run: () => void) => () => {
    onClose();
    run();
  };
  return (
    <Dialog
      title="Ledgers"
      onClose={onClose}
      actions={
        <>
          <Button onPress={elsewhere(commands.new)}>New…</Button>
          <Button icon="folder" isDisabled={running !== null || isOpening} onPress={elsewhere(commands.open)}>
            Open another… <Kbd keys="Mod+O" />
          </Button>
        </>
      }
    >
      {running === null ? null : (
        <output className="note washed tone-warning pad-x-3 pad-y-2">
          {jobName(running.kind)} is running. Let it finish or cancel it before you open another ledger.
        </output>
      )}
      <FaultOf error={error} onTryAgain={() => void refetch()} />
      {data === undefined ? null : (
        <FoundByTyping ledgers={data} isBusy={running !== null || isOpening} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface FoundByTypingProps {
  readonly ledgers: readonly RecentLedger[];
  readonly isBusy: boolean;
  readonly onClose: () => void;
}

function FoundByTyping({ ledgers, isBusy, onClose }: FoundByTypingProps) {
  const { open } = useOpening();
  const isOpen = useIsOpen();
  const choose = (handle: string) => {
    const chosen = ledgers.find((one) => one.handle === handle);
    onClose();
    if (chosen !== undefined && !isOpen(chosen)) void open(chosen);
  };
  return (
    <Autocomplete filter={isMeant}>
      <SearchField
        className="field"
        // The dialog has nothing else to begin with.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      >
        <Label className="only-spoken">Search ledgers</Label>
        <Input className="field-input" placeholder="Search by name or folder" spellCheck="false" />
      </SearchField>
      <Menu
        className="list scrolls bounded"
        aria-label="Ledgers opened here"
        items={ledgers}
        disabledKeys={ledgers.filter(({ isThere }) => isBusy || !isThere).map(({ handle }) => handle)}
        renderEmptyState={() => <p className="faint pad-2">No ledgers match.</p>}
        onAction={(handle) => choose(String(handle))}
      >
        {(one: RecentLedger) => (
          <MenuItem className="list-item" id={one.handle} textValue={`${one.name} ${one.where}`}>
            <LedgerLine one={one} isOpen={isOpen(one)} />
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  );
}

function LedgerLine({ one, isOpen }: { readonly one: RecentLedger; readonly isOpen: boolean }) {
  return (
    <>
      <span className="fill">
        {bareName(one.name)}
        <span className="block small faint">{one.where}</span>
      </span>
      {isOpen ? <Badge tone="good">open now</Badge> : null}
      {one.isThere ? null : <Badge tone="warning">! not found</Badge>}
      <span className="small quiet figures unbroken">
        <When atMs={one.openedAtMs} time />
      </span>
    </>
  );
}

function useIsOpen(): (one: RecentLedger) => boolean {
  const { name, where } = useOpenLedger();
  return (one) => one.name === name && one.where === where;
}

interface ConnectDialogProps {
  readonly target: "open" | "new";
  readonly onClose: () => void;
}

/** Connecting to the service: for the open ledger or for a new one, with the first pull to prove it. */
export function ConnectDialog({ target, onClose }: ConnectDialogProps) {
  const ledger = useLedger();
  const isOpen = target === "open" && ledger !== null;
  const { data: known, error } = useAnswer("connection.read", isOpen ? {} : null);
  // A new ledger has none, and opens while the dialog shows how its first pull went.
  if (isOpen && known === undefined && error === null) return null;
  const kept = isOpen ? (known ?? null) : null;
  return <Connect known={kept} target={isOpen ? "open" : "new"} onClose={onClose} />;
}

function Connect({
  known,
  target,
  onClose,
}: ConnectDialogProps & { readonly known: ConnectionFacts | null }) {
  const { host } = useAppFacts();
  const { draft, change, clear } = useConnectionDraft(known);
  const { job, error, start, cancel, isBusy } = useFirstPull(target);
  const isDone = job?.state === "done";
  return (
    <Dialog
      title={target === "new" ? "Connect to the service" : "Connection"}
      onClose={() => {
        clear();
        onClose();
      }}
      actions={
        job?.state === "running" ? (
          <Button onPress={cancel}>Cancel pull</Button>
        ) : isDone ? (
          <Button slot="close" variant="primary" words="Done" />
        ) : (
          <CancelOr
            words={target === "new" ? "Pull into a new ledger…" : "Save and pull"}
            isDisabled={isBusy || draft.baseUrl.trim() === ""}
            onDo={() => start(connectionOf(draft))}
          />
        )
      }
    >
      {job?.state === "running" || isDone ? null : (
        <>
          <p className="quiet">
            {host === "browser"
              ? "In a browser, Tieout forgets connection and credentials when it stops. Type them again after each start."
              : "Credentials are kept in this system's keychain, or in memory if it has none. They are never in the ledger."}
          </p>
          <ConnectionForm draft={draft} onChange={change} has={known?.has ?? null} />
          <ConnectionTest draft={draft} />
        </>
      )}
      <FaultOf error={error} isMendedHere />
      {job === undefined ? null : <JobView job={job} isMendedHere />}
      {target === "open" ? <RestatementsOfPull pullId={pulledBy(job)} /> : null}
    </Dialog>
  );
}

/** The pull that proves a connection; what was typed stays until it succeeds. */
function useFirstPull(target: "open" | "new") {
  const api = useApi();
  const { start, ...job } = useStartedJob();
  // A new ledger's place is asked for once, not again after each wrong password.
  const [place, setPlace] = useState<string | null>(null);
  const begin = async (connection: ReturnType<typeof connectionOf>) => {
    let handle = place;
    if (target === "new" && handle === null) {
      handle = await newLedger(api);
      if (handle === null) return null;
      setPlace(handle);
    }
    return api["pull.start"]({ target: handle, connection, full: false });
  };
  return {
    ...job,
    start: (connection: ReturnType<typeof connectionOf>) => start(() => begin(connection)),
  };
}
