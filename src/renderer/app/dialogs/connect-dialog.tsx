/** Connecting to the service: for the open ledger or for a new one, with the first pull to prove it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ConnectionFacts } from "../../../ipc/contract.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { useApi } from "../api-provider.tsx";
import { ConnectionForm, connectionOf, useConnectionDraft } from "../connection/connection-form.tsx";
import { ConnectionTest } from "../connection/connection-test.tsx";
import { useDialogs } from "../dialogs-provider.tsx";
import { newLedger } from "../ledger/new-ledger.ts";
import { FaultOf } from "../fault-of.tsx";
import { pulledBy } from "../jobs/job-words.ts";
import { JobView } from "../jobs/job-view.tsx";
import { useStartedJob } from "../jobs/use-started-job.ts";
import { RestatementsOfPull } from "../../shared/restatements/restatement-banner.tsx";
import { useAppFacts } from "../preferences-provider.tsx";
import { useLedger, useLedgerKeys } from "../ledger/ledger-provider.tsx";

interface ConnectDialogProps {
  readonly target: "open" | "new";
  readonly onClose: () => void;
}

export function ConnectDialog({ target, onClose }: ConnectDialogProps) {
  const api = useApi();
  const ledger = useLedger();
  const keyOf = useLedgerKeys();
  const isOpen = target === "open" && ledger !== null;
  const { data: known, error } = useQuery({
    queryKey: keyOf("connection"),
    queryFn: async () => api["connection.read"]({}),
    enabled: isOpen,
  });
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
  const dialogs = useDialogs();
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
          <Button variant="primary" onPress={dialogs.close}>
            Done
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>Cancel</Button>
            <Button
              variant="primary"
              isDisabled={isBusy || draft.baseUrl.trim() === ""}
              onPress={() => start(connectionOf(draft))}
            >
              {target === "new" ? "Pull into a new ledger…" : "Save and pull"}
            </Button>
          </>
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
      {error === null ? null : <FaultOf error={error} isMendedHere />}
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
