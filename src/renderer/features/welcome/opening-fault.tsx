/** A ledger that could not be opened: what happened, that nothing was lost, and what can be done. */
import { Facts } from "../../ui/layout/facts.tsx";
import { useState } from "react";
import type { ErrorCode } from "../../../core/error-codes.ts";
import type { BackupFacts } from "../../../ipc/contract.ts";
import { useJobs } from "../../app/jobs/jobs-provider.tsx";
import { type Unopened, useOpening } from "../../app/ledger/opening-provider.tsx";
import { sentenceOf, shownFault } from "../../words/faults.ts";
import { Button } from "../../ui/button.tsx";
import { BackupTable } from "../../shared/backups/backup-table.tsx";
import { RestoreDialog } from "../../shared/backups/restore-dialog.tsx";
import { useBackups } from "../../shared/backups/use-backups.ts";

/** Where a backup may stand beside what cannot be opened, or beside what is gone. */
const MAY_BE_RESTORED = new Set<ErrorCode | "DEFECT">([
  "LEDGER_CORRUPT",
  "LEDGER_EMPTY",
  "LEDGER_FOREIGN",
  "LEDGER_NOT_FOUND",
]);

export function OpeningFault({ unopened: { file, fault } }: { readonly unopened: Unopened }) {
  const { open, choose, isOpening, forgetFault } = useOpening();
  const { title, remedy, action } = shownFault(fault);
  const { data } = useBackups(file.handle, MAY_BE_RESTORED.has(fault.code));
  const backups = data?.backups ?? [];
  return (
    <section className="stack gap-2 opening-fault" role="alert" aria-label={title}>
      <h2 className="serif opening-title">{title}</h2>
      <p className="strong opening-file">
        {file.name} <span className="quiet">{file.where}</span>
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
        <Button isDisabled={isOpening} onPress={() => void open(file)}>
          Try again
        </Button>
        <Button variant="quiet" onPress={forgetFault}>
          Dismiss
        </Button>
      </div>
    </section>
  );
}

/** The backups beside it; the zone that the ledger keeps cannot be read. */
function WaysBack({ file, backups }: Pick<Unopened, "file"> & { readonly backups: readonly BackupFacts[] }) {
  const { running } = useJobs();
  const [restoring, setRestoring] = useState<BackupFacts | null>(null);
  return (
    <>
      <h3>Backups of this ledger</h3>
      <BackupTable backups={backups} isDisabled={running !== null} onRestore={setRestoring} />
      {restoring === null ? null : (
        <RestoreDialog
          backup={restoring}
          ledger={file.handle}
          ledgerName={file.name}
          isDamaged
          onClose={() => setRestoring(null)}
        />
      )}
    </>
  );
}
