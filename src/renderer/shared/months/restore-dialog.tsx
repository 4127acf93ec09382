/** Before a backup takes its ledger's place: what will be gone, and where the present file is kept. */
import { bareName } from "../../../core/report/suggested-name.ts";
import type { BackupFacts, Preferences } from "../../../ipc/contract.ts";
import { Facts } from "../../ui/facts.tsx";
import { useDisplayFormat, whenText } from "../../ui/values.tsx";
import { useState } from "react";
import { useAttempt } from "../../app/show-fault.ts";
import { useApi, useEvent } from "../../bridge/api-provider.tsx";
import { FaultOf, useLedger } from "../../app/providers.tsx";
import { useJobs } from "../../app/jobs-provider.tsx";
import { bytesText } from "../../../core/size-text.ts";
import { Button } from "../../ui/button.tsx";
import { CancelOr, Dialog } from "../../ui/dialog.tsx";
import { useQuery } from "@tanstack/react-query";
import { ofAllLedgers, useAnswers } from "../../bridge/answers.ts";
import { Table } from "../../ui/table.tsx";

/** What each is from, in a few words. */
const KIND_WORDS: Readonly<Record<BackupFacts["kind"], string>> = {
  scheduled: "Backup",
  "before-update": "Before an update of Tieout",
  "before-restore": "Before a restore",
};

export const INTERVALS = [
  { id: "day", label: "Every day" },
  { id: "week", label: "Every week" },
  { id: "never", label: "Never automatically" },
] as const satisfies readonly { readonly id: Preferences["backups"]["every"]; readonly label: string }[];

/** The newest of those made on schedule or by hand; null while there is none. */
export function lastBackup(backups: readonly BackupFacts[]): BackupFacts | null {
  return backups.find(({ kind }) => kind === "scheduled") ?? null;
}

interface BackedUp {
  /** Its handle, where it cannot be opened: nobody can say what will be gone of it then. null for the open one. */
  readonly ledger: string | null;
  readonly ledgerName: string;
}

interface RestoreDialogProps extends BackedUp {
  readonly backup: BackupFacts;
  readonly onClose: () => void;
}

function RestoreDialog({ backup, ledger, ledgerName, onClose }: RestoreDialogProps) {
  const api = useApi();
  const { take } = useJobs();
  const { error, attempt } = useAttempt();
  const { timeZone } = useDisplayFormat();
  const when = whenText(backup.atMs, timeZone, true);
  const restore = () =>
    void attempt(async () => {
      take(await api["backups.restore"]({ backup: backup.handle, ledger }));
      onClose();
    });
  return (
    <Dialog
      title={`Restore the backup of ${when}?`}
      isAlert
      onClose={onClose}
      actions={<CancelOr words="Restore" variant="danger" onDo={restore} />}
    >
      <Facts
        look="wide"
        facts={[
          [
            "The backup",
            <>
              {backup.name}, {bytesText(backup.bytes)} <span className="quiet">{backup.where}</span>
            </>,
          ],
          [
            "What will be lost",
            <>
              {ledger !== null
                ? `The damaged file cannot be read. Pulls, decisions and signatures made after ${when} are not in this backup.`
                : `Pulls, decisions and signatures made after ${when} will be lost.`}{" "}
              The next pull brings back what the service still has.
            </>,
          ],
          [
            "What is kept",
            <>
              The file as it is now, beside it as <strong>{bareName(ledgerName)} before restore</strong> with
              the time. It can be restored like any backup.
            </>,
          ],
          [
            "Exports",
            `A workbook exported after ${when} no longer verifies against this ledger: the audit trail ends before it.`,
          ],
        ]}
      />
      <p className="quiet">
        The backup is verified first, with its whole audit trail. If that fails, nothing is changed.
      </p>
      <FaultOf error={error} onTryAgain={restore} isMendedHere />
    </Dialog>
  );
}

// `const { data } = useBackups(handle)`: the backups beside a ledger, read again whenever one may have come.

/**
 * @param ledger the handle of a ledger, also one that cannot be opened; null for the open one
 * @param isAsked whether they are wanted at all
 */
export function useBackups(ledger: string | null, isAsked = true) {
  const api = useApi();
  const answers = useAnswers();
  const { jobs } = useJobs();
  const open = useLedger()?.key ?? null;
  // A job that ended may have made one.
  const ended = jobs.find(({ kind, state }) => kind === "back-up" && state === "done")?.id ?? null;
  const queryKey = ofAllLedgers("backups", ledger, open, ended);
  useEvent("backups.changed", () => {
    void answers.askAgain(queryKey);
  });
  return useQuery({
    queryKey,
    queryFn: () => api["backups.list"]({ ledger }),
    enabled: isAsked,
    // Files come and go without anybody telling.
    staleTime: 0,
  });
}

interface BackupTableProps extends BackedUp {
  readonly backups: readonly BackupFacts[];
  /** While something else goes on. */
  readonly isDisabled: boolean;
}

export function BackupTable({ backups, isDisabled, ...of }: BackupTableProps) {
  const { timeZone } = useDisplayFormat();
  const [restoring, setRestoring] = useState<BackupFacts | null>(null);
  return (
    <div className="stack at-start gap-2 shrinks">
      <Table
        caption="Backups of this ledger"
        rows={backups}
        rowKey={({ handle }) => handle}
        fold={{ first: 6, noun: "backup" }}
        columns={[
          { title: `Made (${timeZone})`, isRowHeader: true, at: ({ atMs }) => atMs, time: true },
          {
            title: "Kind",
            cell: ({ kind, where, name }) => <span title={`${where}/${name}`}>{KIND_WORDS[kind]}</span>,
          },
          { title: "Size", isNumber: true, cell: ({ bytes }) => bytesText(bytes) },
          {
            title: "Restore",
            isTitleSpoken: true,
            isNumber: true,
            cell: (backup) => (
              <Button
                size="s"
                isDisabled={isDisabled}
                aria-label={`Restore the backup of ${whenText(backup.atMs, timeZone, true)}…`}
                onPress={() => setRestoring(backup)}
              >
                Restore…
              </Button>
            ),
          },
        ]}
      />
      {restoring === null ? null : (
        <RestoreDialog {...of} backup={restoring} onClose={() => setRestoring(null)} />
      )}
    </div>
  );
}
