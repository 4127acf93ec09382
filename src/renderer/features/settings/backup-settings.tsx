/** Copies of the open ledger beside it: how often, how many, which there are, and the way back to one. */
import { useState } from "react";
import type { BackupFacts, Preferences } from "../../../ipc/contract.ts";
import { useApi } from "../../app/api-provider.tsx";
import { FaultOf } from "../../app/fault-of.tsx";
import { useJobs } from "../../app/jobs/jobs-provider.tsx";
import { useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import { usePreferences } from "../../app/preferences-provider.tsx";
import { showFault } from "../../app/show-fault.ts";
import { useCommands } from "../../app/use-commands.ts";
import { Button } from "../../ui/button.tsx";
import { FaultNote } from "../../ui/fault-note.tsx";
import { NumberField } from "../../ui/fields/number-field.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { When } from "../../ui/values/when.tsx";
import { BackupTable } from "../../shared/backups/backup-table.tsx";
import { INTERVALS, lastBackup } from "../../shared/backups/backup-words.ts";
import { RestoreDialog } from "../../shared/backups/restore-dialog.tsx";
import { useBackups } from "../../shared/backups/use-backups.ts";
import { SettingsSection } from "./settings-section.tsx";

export function BackupSettings() {
  const api = useApi();
  const ledger = useOpenLedger();
  const { running, take } = useJobs();
  const commands = useCommands();
  const { data, error, refetch } = useBackups(null);
  const [restoring, setRestoring] = useState<BackupFacts | null>(null);
  const isBusy = running !== null;
  const make = () => {
    api["backups.make"]({}).then(take, showFault);
  };
  return (
    <SettingsSection
      title="Backups"
      words="Full copies in a folder beside the ledger, verified when made. The schedule applies to every ledger on this computer."
    >
      <Schedule />
      {error === null ? null : <FaultOf error={error} onTryAgain={() => void refetch()} />}
      {data === undefined ? null : (
        <>
          <LastBackup backups={data.backups} inFolder={data.inFolder} />
          {data.fault === null ? null : <FaultNote fault={data.fault} tone="warning" />}
        </>
      )}
      <div className="wrap gap-2">
        {/* The focus stays on it while it does what it was pressed for. */}
        <Button isDisabled={isBusy && running.kind !== "back-up"} onPress={make}>
          Back up now
        </Button>
        <Button isDisabled={isBusy} onPress={commands.backUp}>
          Back up to…
        </Button>
      </div>
      {data === undefined || data.backups.length === 0 ? null : (
        <BackupTable
          backups={data.backups}
          isDisabled={isBusy || ledger.readOnly !== null}
          onRestore={setRestoring}
        />
      )}
      {restoring === null ? null : (
        <RestoreDialog
          backup={restoring}
          ledger={null}
          ledgerName={ledger.name}
          isDamaged={false}
          onClose={() => setRestoring(null)}
        />
      )}
    </SettingsSection>
  );
}

const MOST_KEPT = 365;

function Schedule() {
  const { preferences, change } = usePreferences();
  const { backups } = preferences;
  const keep = (some: Partial<Preferences["backups"]>) => {
    change({ backups: { ...backups, ...some } }).catch(showFault);
  };
  return (
    <div className="settings-row">
      <SelectField
        label="Back up an open ledger that has changed"
        value={backups.every}
        options={INTERVALS}
        onChange={(every) => keep({ every })}
      />
      <NumberField
        label="Backups to keep"
        value={backups.keep}
        minValue={1}
        maxValue={MOST_KEPT}
        hint="The oldest are deleted first."
        onChange={(count) => {
          if (Number.isInteger(count)) keep({ keep: count });
        }}
      />
    </div>
  );
}

function LastBackup({
  backups,
  inFolder,
}: {
  readonly backups: readonly BackupFacts[];
  readonly inFolder: string;
}) {
  const last = lastBackup(backups);
  return (
    <p>
      {last === null ? (
        "No backup of this ledger yet."
      ) : (
        <>
          Last backup <When atMs={last.atMs} time />.
        </>
      )}{" "}
      <span className="quiet">{inFolder}</span>
    </p>
  );
}
