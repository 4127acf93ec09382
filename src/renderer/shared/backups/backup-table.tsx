/** The backups of a ledger, newest first, each with the way back to it. */
import { useState } from "react";
import { formatCount } from "../../../core/money.ts";
import type { BackupFacts } from "../../../ipc/contract.ts";
import { bytesText } from "../../app/ledger/size-text.ts";
import { Button } from "../../ui/button.tsx";
import { When } from "../../ui/values/when.tsx";
import { whenText } from "../../ui/values/when-text.ts";
import { KIND_WORDS } from "./backup-words.ts";
import "./backups.css";

export interface BackupTableProps {
  readonly backups: readonly BackupFacts[];
  readonly timeZone: string;
  /** While something else goes on. */
  readonly isDisabled: boolean;
  readonly onRestore: (backup: BackupFacts) => void;
}

/** So many are shown at first. */
const SHOWN = 6;

export function BackupTable({ backups, timeZone, isDisabled, onRestore }: BackupTableProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? backups : backups.slice(0, SHOWN);
  return (
    <div className="backups">
      <table className="backup-table" aria-label="Backups of this ledger">
        <thead>
          <tr>
            <th scope="col">Made ({timeZone})</th>
            <th scope="col">Kind</th>
            <th scope="col" className="backup-size">
              Size
            </th>
            <th scope="col">
              <span className="only-spoken">Restore</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((backup) => (
            <tr key={backup.handle}>
              <th scope="row">
                <When atMs={backup.atMs} timeZone={timeZone} time />
              </th>
              <td title={`${backup.where}/${backup.name}`}>{KIND_WORDS[backup.kind]}</td>
              <td className="backup-size">{bytesText(backup.bytes)}</td>
              <td>
                <Button
                  size="s"
                  isDisabled={isDisabled}
                  aria-label={`Restore the backup of ${whenText(backup.atMs, timeZone, true)}…`}
                  onPress={() => onRestore(backup)}
                >
                  Restore…
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {backups.length <= SHOWN ? null : (
        <Button variant="quiet" size="s" onPress={() => setWhole(!isWhole)}>
          {isWhole ? "Show only the newest" : `Show all ${formatCount(backups.length, "backup")}`}
        </Button>
      )}
    </div>
  );
}
