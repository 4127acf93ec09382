/** Writing a period out: the workbook, or its tables as CSV or JSON. */
import { useState } from "react";
import { monthDays } from "../../../core/time.ts";
import { type ExportFormat, writtenThing } from "../../../core/report/sheet/format.ts";
import type { CsvStyle } from "../../../core/csv-text.ts";
import type { AskedPeriod } from "../../bridge/protocol.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { useApi } from "../../bridge/api-provider.tsx";
import { FaultOf, useOpenLedger, usePreferences } from "../providers.tsx";
import { JobView } from "../job-view.tsx";
import { useStartedJob } from "../use-started-job.ts";
import { periodName } from "../period-words.ts";
import { monthOfPeriod } from "../../../core/words/month.ts";
import { useWrittenFile } from "../use-written-file.ts";
import { suggestedName } from "../../../core/report/suggested-name.ts";

interface ExportDialogProps {
  /** Those of the ledger, newest first. */
  readonly months: readonly string[];
  readonly period: AskedPeriod;
  readonly onClose: () => void;
}

const FORMATS = [
  { id: "xlsx", label: "Workbook", hint: "Excel, with formulas, proofs and the review" },
  { id: "pdf", label: "Binder as PDF", hint: "Conclusion, proofs, exceptions and signatures, to print" },
  { id: "csv", label: "Tables for Excel or LibreOffice", hint: "CSV, one file per table, in one ZIP" },
  { id: "csv-data", label: "Tables for programs as CSV", hint: "Plain, in the service's unit and UTC" },
  { id: "json", label: "Tables for programs as JSON", hint: "One file per table, in one ZIP" },
] as const satisfies readonly { readonly id: ExportFormat; readonly label: string; readonly hint: string }[];

const SEPARATORS = [
  { id: "comma", label: "Comma" },
  { id: "semicolon", label: "Semicolon" },
  { id: "tab", label: "Tab" },
] as const satisfies readonly { readonly id: CsvStyle["separator"]; readonly label: string }[];
const DECIMAL_MARKS = [
  { id: "point", label: "Point: 1234.50" },
  { id: "comma", label: "Comma: 1234,50" },
] as const satisfies readonly { readonly id: CsvStyle["decimalMark"]; readonly label: string }[];

const ALL = "all";
const THESE = "these";

export function ExportDialog({ months, period, onClose }: ExportDialogProps) {
  const api = useApi();
  const ledger = useOpenLedger();
  const { job, error, isBusy, start, cancel } = useStartedJob();
  const { label, get } = useWrittenFile();
  const [chosen, setChosen] = useState(period === null ? ALL : (monthOfPeriod(period) ?? THESE));
  const [format, setFormat] = useState<ExportFormat>("xlsx");
  const begin = async () => {
    const asked = chosen === ALL ? null : chosen === THESE ? period : monthDays(chosen);
    const { timeZone, options } = ledger.settings;
    const { file } = await api["files.chooseToSave"]({
      purpose: writtenThing(format),
      suggestedName: suggestedName(ledger.name, asked, format),
    });
    if (file === null) return null;
    return api["export.start"]({
      target: file.handle,
      period: asked,
      options: { ...options, timeZone },
      format,
    });
  };
  const periods = [
    ...(period !== null && monthOfPeriod(period) === null ? [{ id: THESE, label: periodName(period) }] : []),
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
            <Button onPress={cancel}>Cancel export</Button>
            <Button slot="close" variant="primary" words="Continue in background" />
          </>
        ) : (
          <>
            <Button slot="close" words={written === null ? "Cancel" : "Done"} />
            {written === null ? (
              <Button variant="primary" isDisabled={isBusy} onPress={() => start(begin)} words="Export…" />
            ) : (
              <Button variant="primary" icon="folder" onPress={() => void get(written.file)} words={label} />
            )}
          </>
        )
      }
    >
      {job === undefined || job.state === "failed" || job.state === "cancelled" ? (
        <>
          <SelectField label="Period" value={chosen} options={periods} onChange={setChosen} />
          <SelectField label="Format" value={format} options={FORMATS} onChange={setFormat} />
          {format === "csv" ? <CsvStyleFields /> : null}
        </>
      ) : null}
      <FaultOf error={error} onTryAgain={() => start(begin)} />
      {job === undefined ? null : <JobView job={job} />}
    </Dialog>
  );
}

/** How this person's spreadsheet reads CSV, kept for every export of tables and rows. */
function CsvStyleFields() {
  const { preferences, keep } = usePreferences();
  const { csv } = preferences;
  return (
    <>
      <SelectField
        label="Between columns"
        value={csv.separator}
        options={SEPARATORS}
        onChange={(separator) => keep({ csv: { ...csv, separator } })}
      />
      <SelectField
        label="Decimal mark"
        value={csv.decimalMark}
        options={DECIMAL_MARKS}
        onChange={(decimalMark) => keep({ csv: { ...csv, decimalMark } })}
      />
    </>
  );
}
