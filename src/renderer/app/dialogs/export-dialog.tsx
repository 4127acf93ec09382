/** Writing a period out: the workbook, or its tables as CSV or JSON. */
import { useState } from "react";
import { monthDays } from "../../../core/time.ts";
import type { ExportFormat } from "../../../core/report/format.ts";
import type { PeriodRequest } from "../../check/protocol.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { useApi } from "../api-provider.tsx";
import { FaultOf } from "../fault-of.tsx";
import { JobView } from "../jobs/job-view.tsx";
import { useJobs } from "../jobs/jobs-provider.tsx";
import { useOpenLedger } from "../ledger/ledger-provider.tsx";
import { periodName } from "../period-words.ts";
import { monthOf } from "../route.ts";
import { useMonths } from "../../shared/months/use-months.ts";
import { useWrittenFile } from "../jobs/use-written-file.ts";
import { suggestedName } from "../../../core/report/words/suggested-name.ts";

export interface ExportDialogProps {
  /** Those of the check, shown until it is known which months there are. */
  readonly months: readonly string[];
  /** The period one looks at. */
  readonly period: PeriodRequest;
  readonly onClose: () => void;
}

const FORMATS = [
  { id: "xlsx", label: "Workbook", hint: "Excel, with formulas, proofs and the review" },
  { id: "csv", label: "Tables as CSV", hint: "One file per sheet" },
  { id: "json", label: "Tables as JSON", hint: "One file per sheet" },
] as const satisfies readonly { readonly id: ExportFormat; readonly label: string; readonly hint: string }[];

const ALL = "all";
const THESE = "these";

export function ExportDialog({ months: checked, period, onClose }: ExportDialogProps) {
  const api = useApi();
  const ledger = useOpenLedger();
  const months = useExportedMonths(checked);
  const { jobs, running, take, cancel } = useJobs();
  const { label, get } = useWrittenFile();
  const [chosen, setChosen] = useState(period === null ? ALL : (monthOf(period) ?? THESE));
  const [format, setFormat] = useState<ExportFormat>("xlsx");
  const [startedId, setStartedId] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const job = jobs.find(({ id }) => id === startedId);
  const start = async () => {
    setError(null);
    try {
      const asked = chosen === ALL ? null : chosen === THESE ? period : monthDays(chosen);
      const { timeZone, options } = ledger.settings;
      const purpose = format === "xlsx" ? "workbook" : "tables";
      const { file } = await api["files.chooseToSave"]({
        purpose,
        suggestedName: suggestedName(ledger.name, asked, format),
      });
      if (file === null) return;
      const started = await api["export.start"]({
        target: file.handle,
        period: asked,
        options: { ...options, timeZone },
        format,
      });
      take(started);
      setStartedId(started.id);
    } catch (thrown) {
      setError(thrown);
    }
  };
  const periods = [
    ...(period !== null && monthOf(period) === null ? [{ id: THESE, label: periodName(period) }] : []),
    ...months.map((id) => ({ id, label: periodName(monthDays(id)) })),
    { id: ALL, label: periodName(null) },
  ];
  const written = job?.result?.is === "written" ? job.result : null;
  return (
    <Dialog
      title="Export"
      onClose={onClose}
      actions={
        job?.state === "running" ? (
          <>
            <Button onPress={() => void cancel(job.id)}>Cancel export</Button>
            <Button variant="primary" onPress={onClose}>
              Continue in background
            </Button>
          </>
        ) : (
          <>
            <Button onPress={onClose}>{written === null ? "Cancel" : "Done"}</Button>
            {written === null ? (
              <Button variant="primary" isDisabled={running !== null} onPress={() => void start()}>
                Export…
              </Button>
            ) : (
              <Button variant="primary" icon="folder" onPress={() => void get(written.file)}>
                {label}
              </Button>
            )}
          </>
        )
      }
    >
      {job === undefined || job.state === "failed" || job.state === "cancelled" ? (
        <>
          <SelectField label="Period" value={chosen} options={periods} onChange={setChosen} />
          <SelectField label="Format" value={format} options={FORMATS} onChange={setFormat} />
        </>
      ) : null}
      {error === null ? null : <FaultOf error={error} onTryAgain={() => void start()} />}
      {job === undefined ? null : <JobView job={job} />}
    </Dialog>
  );
}

/** The months that Close lists, of which some have no entries, newest first. */
function useExportedMonths(checked: readonly string[]): readonly string[] {
  const { months = [] } = useMonths();
  const all = new Set([...months.map(({ month }) => month), ...checked]);
  return [...all].toSorted().toReversed();
}
