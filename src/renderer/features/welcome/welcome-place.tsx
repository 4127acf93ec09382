/** Where one is without a ledger: three doors to one, and those that were open before. */
import { type ReactNode, useState } from "react";
import { useApi } from "../../bridge/api-provider.tsx";
import { useDialogs, FaultOf, FaultOfJob, useLedger } from "../../app/providers.tsx";
import { stepCounts } from "../../app/job-words.ts";
import { useJobs } from "../../app/jobs-provider.tsx";
import { useCommands } from "../../app/use-commands.ts";
import { useStartedJob } from "../../app/use-started-job.ts";
import { Button, CloseButton } from "../../ui/button.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { Facts } from "../../ui/facts.tsx";
import type { ErrorCode } from "../../../core/error-codes.ts";
import type { BackupFacts } from "../../../ipc/contract.ts";
import { type Unopened, useOpening } from "../../app/opening-provider.tsx";
import { sentenceOf, shownFault } from "../../ui/faults.tsx";
import { BackupTable, useBackups } from "../../shared/months/restore-dialog.tsx";
import { DisplayFormatProvider, When } from "../../ui/values.tsx";
import { hrefOf } from "../../app/use-route.ts";
import { PLACE_TITLE_ID } from "../../ui/place-header.tsx";
import { useAnswers } from "../../bridge/answers.ts";
import { showFault } from "../../app/show-fault.ts";
import { RECENT, type RecentLedger as Recent, useRecent } from "../../app/use-recent.ts";
import { Badge } from "../../ui/badge.tsx";
import { Kbd } from "../../ui/kbd.tsx";

function Doors() {
  return (
    <section aria-label="Start" className="doors">
      <SandboxDoor />
      <ServiceDoor />
      <FilesDoor />
    </section>
  );
}

function Door({
  icon,
  title,
  words,
  children,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly words: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="stack gap-2 door">
      <h2 className="row gap-2 large strong door-title">
        <Icon name={icon} />
        {title}
      </h2>
      <p className="quiet fill">{words}</p>
      <div className="cluster gap-2 below-2 door-actions">{children}</div>
    </section>
  );
}

const SIZES = [
  { id: "5000", label: "5,000 entries" },
  { id: "50000", label: "50,000 entries" },
  { id: "200000", label: "200,000 entries" },
  { id: "1000000", label: "1,000,000 entries" },
] as const;

function SandboxDoor() {
  const api = useApi();
  const { job, error, isBusy, start, cancel } = useStartedJob("sandbox");
  const [size, setSize] = useState<(typeof SIZES)[number]["id"]>("5000");
  const step = job?.steps.at(-1);
  const fill = () => start(() => api["sandbox.fill"]({ entries: Number(size) }));
  return (
    <Door
      icon="sandbox"
      title="Try it with the sandbox"
      words="A practice service on this computer. Its wallet has errors on purpose. No setup, no network."
    >
      {job?.state === "running" ? (
        <div className="stack at-start gap-2 wide">
          <ProgressBar of={step} label="Filling the sandbox" />
          <p>
            {step?.phase ?? "Starting the sandbox"}{" "}
            <span className="quiet">{step === undefined ? "" : stepCounts(step)}</span>
          </p>
          <Button size="s" words="Cancel" onPress={cancel} />
        </div>
      ) : (
        <>
          <Button variant="primary" isDisabled={isBusy} onPress={fill} words="Fill the sandbox" />
          <SelectField label="How much" isLabelHidden value={size} options={SIZES} onChange={setSize} />
        </>
      )}
      <FaultOf error={error} onTryAgain={fill} />
      {job?.state === "failed" && job.fault !== null ? <FaultOfJob fault={job.fault} /> : null}
    </Door>
  );
}

function ServiceDoor() {
  const dialogs = useDialogs();
  const { running } = useJobs();
  return (
    <Door
      icon="connect"
      title="Connect to the service"
      words="Use the base URL and credentials of your account. The first pull creates a new ledger file."
    >
      <Button isDisabled={running !== null} onPress={() => dialogs.show({ is: "connect", target: "new" })}>
        Connect…
      </Button>
    </Door>
  );
}

function FilesDoor() {
  const commands = useCommands();
  const { running } = useJobs();
  return (
    <Door
      icon="import"
      title="Import saved responses"
      words="Wallet history, transactions, user and business, as saved from the service. Choose the files or drop them on this window."
    >
      <Button isDisabled={running !== null} onPress={commands.import} words="Choose files…" />
    </Door>
  );
}

/** Where a backup may stand beside what cannot be opened, or beside what is gone. */
const MAY_BE_RESTORED = new Set<ErrorCode | "DEFECT">([
  "LEDGER_CORRUPT",
  "LEDGER_EMPTY",
  "LEDGER_FOREIGN",
  "LEDGER_NOT_FOUND",
]);

/** A ledger that could not be opened: what happened, that nothing was lost, and what can be done. */
function OpeningFault({ unopened: { file, fault } }: { readonly unopened: Unopened }) {
  const { open, choose, isOpening, forgetFault } = useOpening();
  const { title, remedy, action } = shownFault(fault);
  const { data } = useBackups(file.handle, MAY_BE_RESTORED.has(fault.code));
  const backups = data?.backups ?? [];
  return (
    <section className="stack gap-2 note tone-error washed pad-5" role="alert" aria-label={title}>
      <h2 className="title">{title}</h2>
      <p className="strong">
        {file.name} <span className="light quiet">{file.where}</span>
      </p>
      <Facts
        look="wide"
        facts={[
          [
            "What happened",
            <>
              {sentenceOf(fault)} <code className="fault-code">{fault.code}</code>
            </>,
          ],
          ["What was lost", "Nothing. Opening a ledger does not change the file."],
          ["What to do", remedy],
        ]}
      />
      {backups.length === 0 ? null : <WaysBack {...{ file, backups }} />}
      <div className="wrap gap-2 below-2">
        <Button
          variant={backups.length === 0 ? "primary" : "plain"}
          isDisabled={isOpening}
          onPress={() => void choose()}
        >
          {action === "restore" ? "Open another copy…" : "Open another…"}
        </Button>
        <Button isDisabled={isOpening} onPress={() => void open(file)} words="Try again" />
        <Button variant="quiet" onPress={forgetFault} words="Dismiss" />
      </div>
    </section>
  );
}

/** The backups beside it; the zone that the ledger keeps cannot be read. */
function WaysBack({ file, backups }: Pick<Unopened, "file"> & { readonly backups: readonly BackupFacts[] }) {
  const { running } = useJobs();
  return (
    <>
      <h3>Backups of this ledger</h3>
      <BackupTable
        {...{ backups }}
        isDisabled={running !== null}
        ledger={file.handle}
        ledgerName={file.name}
      />
    </>
  );
}

export function WelcomePlace() {
  const ledger = useLedger();
  const { unopened } = useOpening();
  return (
    <div className="stack gap-5 welcome">
      <header className="stack at-start gap-4">
        <h1 id={PLACE_TITLE_ID} className="serif welcome-mark lands" tabIndex={-1}>
          Tieout
        </h1>
        <p className="title quiet measure-m">
          Does the wallet tie out? If not, at which entry, by how much, and why? Who decided what about each
          exception?
        </p>
        {ledger === null ? null : (
          <p>
            <a href={hrefOf("overview")}>Back to {ledger.name}</a>
          </p>
        )}
      </header>
      {/* What stands here belongs to no ledger, whichever one is open. */}
      <DisplayFormatProvider of={null}>
        {unopened === null ? null : <OpeningFault unopened={unopened} />}
        <Doors />
        <RecentLedgers />
      </DisplayFormatProvider>
    </div>
  );
}

function RecentLedgers() {
  const api = useApi();
  const answers = useAnswers();
  const { choose, isOpening } = useOpening();
  const { data, error, refetch } = useRecent();
  const forget = (one: Recent) => {
    api["ledger.forget"]({ ledger: one.handle }).then(() => answers.askAgain(RECENT), showFault);
  };
  return (
    <section className="recent" aria-labelledby="recent-title">
      <header className="row ends pad-under-2">
        <h2 id="recent-title" className="row gap-2 large strong door-title">
          Ledgers
        </h2>
        <span className="row gap-3">
          {data === undefined || data.length === 0 ? null : <a href={hrefOf("clients")}>All clients</a>}
          <Button icon="folder" isDisabled={isOpening} onPress={() => void choose()}>
            Open a ledger… <Kbd keys="Mod+O" />
          </Button>
        </span>
      </header>
      <FaultOf error={error} onTryAgain={() => void refetch()} />
      {data === undefined ? null : data.length === 0 ? (
        <p className="quiet">No ledger opened yet. A ledger is one file that ends in .tieout.</p>
      ) : (
        <ul>
          {data.map((one) => (
            <RecentLedger key={one.handle} one={one} onForget={() => forget(one)} />
          ))}
        </ul>
      )}
    </section>
  );
}

function RecentLedger({ one, onForget }: { readonly one: Recent; readonly onForget: () => void }) {
  const { open, isOpening } = useOpening();
  const { name, where, openedAtMs, isThere } = one;
  return (
    <li className="row gap-3 edge-above pad-y-1">
      {isThere ? (
        <Button
          variant="link"
          aria-label={`Open ${name}, ${where}`}
          isDisabled={isOpening}
          onPress={() => void open(one)}
        >
          {name}
        </Button>
      ) : (
        <span className="quiet">{name}</span>
      )}
      <span className="fill ellipsis faint">{where}</span>
      {isThere ? null : <Badge tone="warning">! not found</Badge>}
      <span className="quiet">
        <When atMs={openedAtMs} />
      </span>
      <CloseButton label={`Remove ${name} from the list`} onPress={onForget} />
    </li>
  );
}
