/** All clients: each ledger's month, whether it ties out, what waits and for whom; and the close of all. */
import { useState } from "react";
import { clientTotals, clientTotalsWords } from "../../../core/review/clients/client-words.ts";
import type { Month } from "../../../core/review/close/close.ts";
import type { ClientLine, ClientList } from "../../../ipc/contract.ts";
import { useApi } from "../../app/api-provider.tsx";
import { FaultOf, FaultOfJob } from "../../app/fault-of.tsx";
import { useJobs } from "../../app/jobs/jobs-provider.tsx";
import { useLedger } from "../../app/ledger/ledger-provider.tsx";
import { useAppFacts, usePreferences } from "../../app/preferences-provider.tsx";
import { showFault } from "../../app/show-fault.ts";
import { hrefOf } from "../../app/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { PlaceHeader } from "../../ui/layout/place-header.tsx";
import { Toolbar } from "../../ui/layout/toolbar.tsx";
import { ClientTable } from "./client-table.tsx";
import { DUE_DAYS, dueChoice, dueDayOf } from "./client-words.ts";
import { CloseDialog } from "./close-dialog.tsx";
import { ClosingProgress } from "./closing-progress.tsx";
import { useClients } from "./use-clients.ts";

export function ClientsPlace() {
  const { list, error, isReading, readAgain } = useClients();
  const { jobs, running } = useJobs();
  const { host } = useAppFacts();
  const [isAsking, setAsking] = useState(false);
  const closing = jobs.find(({ kind }) => kind === "close");
  const lines = list?.lines ?? NO_LINES;
  const canClose = list?.shows === "folder" && lines.length > 0;
  return (
    <>
      <PlaceHeader title="All clients" aside={asideOf(list, isReading)}>
        <Button size="s" isDisabled={isReading} onPress={readAgain}>
          Read again
        </Button>
        <Button
          size="s"
          variant="primary"
          isDisabled={!canClose || running !== null}
          onPress={() => setAsking(true)}
        >
          Close all…
        </Button>
      </PlaceHeader>
      <Toolbar label="Which clients">
        {list === undefined ? null : <Choices list={list} onChange={readAgain} />}
      </Toolbar>
      <div className="place-body">
        {error === null ? null : <FaultOf error={error} onTryAgain={readAgain} />}
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
  return isReading ? `${words} Checking…` : words;
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
      {isBrowser ? null : (
        <Button size="s" icon="folder" onPress={choose}>
          Choose folder…
        </Button>
      )}
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
