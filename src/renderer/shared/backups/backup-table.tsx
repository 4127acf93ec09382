/** The backups of a ledger, newest first, each with the way back to it. */
import type { BackupFacts } from "../../../ipc/contract.ts";
import { bytesText } from "../../../core/text/size-text.ts";
import { Button } from "../../ui/button.tsx";
import { Table } from "../../ui/layout/table.tsx";
import { useDisplayFormat } from "../../ui/values/display-format.tsx";
import { whenText } from "../../ui/values/when-text.ts";
import { KIND_WORDS } from "./backup-words.ts";
import "./backups.css";

interface BackupTableProps {
  readonly backups: readonly BackupFacts[];
  /** While something else goes on. */
  readonly isDisabled: boolean;
  readonly onRestore: (backup: BackupFacts) => void;
}

export function BackupTable({ backups, isDisabled, onRestore }: BackupTableProps) {
  const { timeZone } = useDisplayFormat();
  return (
    <div className="stack at-start gap-2 shrinks backups">
      <Table
        caption="Backups of this ledger"
        className="backup-table"
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
                onPress={() => onRestore(backup)}
              >
                Restore…
              </Button>
            ),
          },
        ]}
      />
    </div>
  );
}
