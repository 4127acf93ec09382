/**
 * Before a backup takes its ledger's place: what will be gone from it, and where what stands there now is
 * kept.
 */
import { Facts } from "../../ui/layout/facts.tsx";
import { useDisplayFormat } from "../../ui/values/display-format.tsx";
import { useState } from "react";
import type { BackupFacts } from "../../../ipc/contract.ts";
import { useApi } from "../../app/api-provider.tsx";
import { FaultOf } from "../../app/fault-of.tsx";
import { useJobs } from "../../app/jobs/jobs-provider.tsx";
import { bytesText } from "../../../core/text/size-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { whenText } from "../../ui/values/when-text.ts";
import { keptName } from "./backup-words.ts";
import "./backups.css";

interface RestoreDialogProps {
  readonly backup: BackupFacts;
  /** Of its ledger; null for the open one. */
  readonly ledger: string | null;
  readonly ledgerName: string;
  /** Whether what stands there can be read: of what cannot be, nobody can say what will be gone. */
  readonly isDamaged: boolean;
  readonly onClose: () => void;
}

export function RestoreDialog(props: RestoreDialogProps) {
  const { backup, ledger, ledgerName, isDamaged, onClose } = props;
  const api = useApi();
  const { take } = useJobs();
  const [error, setError] = useState<unknown>(null);
  const { timeZone } = useDisplayFormat();
  const when = whenText(backup.atMs, timeZone, true);
  const restore = async () => {
    setError(null);
    try {
      take(await api["backups.restore"]({ backup: backup.handle, ledger }));
      onClose();
    } catch (fault) {
      setError(fault);
    }
  };
  return (
    <Dialog
      title={`Restore the backup of ${when}?`}
      isAlert
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="danger" onPress={() => void restore()}>
            Restore
          </Button>
        </>
      }
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
              {isDamaged
                ? `The damaged file cannot be read. Pulls, decisions and signatures made after ${when} are not in this backup.`
                : `Pulls, decisions and signatures made after ${when} will be lost.`}{" "}
              The next pull brings back what the service still has.
            </>,
          ],
          [
            "What is kept",
            <>
              The file as it is now, beside it as <strong>{keptName(ledgerName)}</strong> with the time. It
              can be restored like any backup.
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
      {error === null ? null : <FaultOf error={error} onTryAgain={() => void restore()} isMendedHere />}
    </Dialog>
  );
}
