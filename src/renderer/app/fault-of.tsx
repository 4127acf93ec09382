/** `<FaultOf error={error} onTryAgain={refetch} />`: what a call or a component failed with, in words, with what the window can offer. */
import type { ReactNode } from "react";
import type { Fault } from "../../ipc/envelope.ts";
import { ApiError } from "../api.ts";
import { actionLabel, wordsFor } from "../messages.ts";
import { Button } from "../ui/button.tsx";
import { FaultNote } from "../ui/fault-note.tsx";
import { useDialogs } from "./dialogs-provider.tsx";
import { go } from "./use-route.ts";

const DEFECT: Fault = {
  code: "DEFECT",
  sentence: "The window failed at something",
  remedy: "This is a defect of ours. What the ledger holds stands; please report it.",
  file: null,
  record: null,
  field: null,
};

/** Of an error nobody expected only that it happened is told: never a stack. */
export function faultIn(error: unknown): Fault {
  return error instanceof ApiError ? error.fault : DEFECT;
}

export interface FaultOfProps {
  readonly error: unknown;
  /** What failed, once more; offered where that may help. */
  readonly onTryAgain?: () => void;
  readonly actions?: ReactNode;
}

export function FaultOf({ error, onTryAgain, actions }: FaultOfProps) {
  const dialogs = useDialogs();
  const fault = faultIn(error);
  const { action } = wordsFor(fault);
  const offers = {
    "try-again": onTryAgain,
    "read-again": onTryAgain,
    "choose-files": onTryAgain,
    "choose-place": onTryAgain,
    "edit-connection": () => dialogs.show({ is: "connect", target: "open" }),
    "open-another": () => go("welcome"),
    restore: () => go("welcome"),
    reload: () => window.location.reload(),
  };
  const run = action === null ? undefined : offers[action];
  return (
    <FaultNote
      fault={fault}
      actions={
        actions === undefined && (run === undefined || action === null) ? undefined : (
          <>
            {run === undefined || action === null ? null : (
              <Button size="s" onPress={run}>
                {actionLabel(action)}
              </Button>
            )}
            {actions}
          </>
        )
      }
    />
  );
}
