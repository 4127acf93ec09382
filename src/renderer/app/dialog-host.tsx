/** The dialog that is shown over the places, if any. */
import type { AskedPeriod } from "../check/protocol.ts";
import { FindDialog } from "../features/find/find-dialog.tsx";
import { MatchDialog } from "../features/match/match-dialog.tsx";
import { ReviewedWorkbookDialog } from "../features/reviewed-workbook/reviewed-workbook-dialog.tsx";
import { WorkbookProofDialog } from "../features/reviewed-workbook/workbook-proof-dialog.tsx";
import { ConnectDialog } from "./dialogs/connect-dialog.tsx";
import { ExportDialog } from "./dialogs/export-dialog.tsx";
import { ImportDialog } from "./dialogs/import-dialog.tsx";
import { KeysDialog } from "./dialogs/keys-dialog.tsx";
import { LedgersDialog } from "./dialogs/ledgers-dialog.tsx";
import { PullDialog } from "./dialogs/pull-dialog.tsx";
import { VerifyDialog } from "./dialogs/verify-dialog.tsx";
import { useDialogs } from "./dialogs-provider.tsx";

interface DialogHostProps {
  readonly months: readonly string[];
  readonly period: AskedPeriod;
}

export function DialogHost({ months, period }: DialogHostProps) {
  const { shown, close } = useDialogs();
  switch (shown?.is) {
    case undefined:
      return null;
    case "keys":
      return <KeysDialog onClose={close} />;
    case "find":
      return <FindDialog months={months} onClose={close} />;
    case "ledgers":
      return <LedgersDialog onClose={close} />;
    case "pull":
      return <PullDialog full={shown.full} look={shown.look ?? false} onClose={close} />;
    case "connect":
      return <ConnectDialog target={shown.target} onClose={close} />;
    case "import":
      return <ImportDialog files={shown.files} onClose={close} />;
    case "export":
      return <ExportDialog months={months} period={shown.period ?? period} onClose={close} />;
    case "verify":
      return <VerifyDialog look={shown.look ?? false} onClose={close} />;
    case "match":
      return (
        <MatchDialog
          from={shown.from}
          again={shown.again ?? null}
          onMatched={shown.onMatched}
          onClose={close}
        />
      );
    case "verify-workbook":
      return <WorkbookProofDialog file={shown.file} onClose={close} />;
    case "reviewed-workbook":
      return <ReviewedWorkbookDialog file={shown.file} onClose={close} />;
  }
}
