/** Asks how the ledgers of the folder are closed, and begins it. */
import { useState } from "react";
import type { Month } from "../../../core/review/close/close.ts";
import { monthBefore } from "../../../core/review/close/months.ts";
import { monthTitle } from "../../../core/words/month.ts";
import type { Input } from "../../../ipc/contract.ts";
import type { FileFacts } from "../../../ipc/values.ts";
import { useApi } from "../../app/api-provider.tsx";
import { FaultOf } from "../../app/fault-of.tsx";
import { useJobs } from "../../app/jobs/jobs-provider.tsx";
import { useAppFacts } from "../../app/preferences-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { type Choice, SelectField } from "../../ui/fields/select-field.tsx";
import { SwitchField } from "../../ui/fields/switch-field.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";

interface CloseDialogProps {
  /** The folder, in words. */
  readonly folder: string;
  /** The newest month that a client is at. */
  readonly newest: Month;
  readonly onClose: () => void;
}

const MONTHS_BACK = 12;

export function CloseDialog({ folder, newest, onClose }: CloseDialogProps) {
  const api = useApi();
  const { host } = useAppFacts();
  const { running, take } = useJobs();
  const [month, setMonth] = useState<MonthInput>("next");
  const [pull, setPull] = useState(true);
  const [full, setFull] = useState(false);
  const [target, setTarget] = useState<FileFacts | null>(null);
  const [error, setError] = useState<unknown>(null);
  const suggestedName = "Workbooks";
  const chooseTarget = async () => {
    const { file } = await api["files.chooseToSave"]({ purpose: "workbooks", suggestedName });
    if (file !== null) setTarget(file);
    return file;
  };
  const begin = async () => {
    setError(null);
    try {
      // A browser fetches the folder afterwards; elsewhere it is beside the ledgers unless another was
      // chosen.
      const out = host === "browser" ? await chooseTarget() : target;
      take(await api["clients.close"]({ month, pull, full: pull && full, target: out?.handle ?? null }));
      onClose();
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <Dialog
      title="Close all clients"
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isDisabled={running !== null} onPress={() => void begin()}>
            Close all
          </Button>
        </>
      }
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
            onPress={() => {
              chooseTarget().catch(setError);
            }}
          >
            Choose folder…
          </Button>
        </p>
      )}
      {error === null ? null : <FaultOf error={error} />}
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
