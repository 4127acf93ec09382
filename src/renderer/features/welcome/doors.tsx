/** The three doors: the sandbox, the service, saved responses. */
import { type ReactNode, useState } from "react";
import { useApi } from "../../app/api-provider.tsx";
import { useDialogs } from "../../app/dialogs-provider.tsx";
import { FaultOf, FaultOfJob } from "../../app/fault-of.tsx";
import { stepCounts } from "../../app/jobs/job-words.ts";
import { useJobs } from "../../app/jobs/jobs-provider.tsx";
import { useCommands } from "../../app/use-commands.ts";
import { Button } from "../../ui/button.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";

export function Doors() {
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
      <p className="quiet door-words">{words}</p>
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
  const { jobs, running, take, cancel } = useJobs();
  const [size, setSize] = useState<(typeof SIZES)[number]["id"]>("5000");
  const [error, setError] = useState<unknown>(null);
  const job = jobs.find(({ kind }) => kind === "sandbox");
  const step = job?.steps.at(-1);
  const fill = () => {
    setError(null);
    api["sandbox.fill"]({ entries: Number(size) }).then(take, setError);
  };
  return (
    <Door
      icon="sandbox"
      title="Try it with the sandbox"
      words="A practice service on this computer. Its wallet has errors on purpose. No setup, no network."
    >
      {job?.state === "running" ? (
        <div className="stack at-start gap-2 door-progress">
          <ProgressBar done={step?.done ?? 0} total={step?.total ?? null} label="Filling the sandbox" />
          <p>
            {step?.phase ?? "Starting the sandbox"}{" "}
            <span className="quiet">{step === undefined ? "" : stepCounts(step)}</span>
          </p>
          <Button size="s" onPress={() => void cancel(job.id)}>
            Cancel
          </Button>
        </div>
      ) : (
        <>
          <Button variant="primary" isDisabled={running !== null} onPress={fill}>
            Fill the sandbox
          </Button>
          <SelectField label="How much" isLabelHidden value={size} options={SIZES} onChange={setSize} />
        </>
      )}
      {error === null ? null : <FaultOf error={error} onTryAgain={fill} />}
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
      <Button isDisabled={running !== null} onPress={commands.import}>
        Choose files…
      </Button>
    </Door>
  );
}
