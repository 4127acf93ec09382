/**
 * `<FaultOf error={error} onTryAgain={refetch} />`: what a call or a component failed with, in words, with
 * what the window can offer.
 */
import type { ReactNode } from "react";
import type { Fault } from "../../ipc/envelope.ts";
import { ACTION_LABELS } from "../words/fault-table.ts";
import { shownFault } from "../words/faults.ts";
import { Button } from "../ui/button.tsx";
import { FaultNote } from "../ui/fault-note.tsx";
import { useDialogs } from "./dialogs-provider.tsx";
import { faultIn } from "./fault-in.ts";
import { go } from "./use-route.ts";

interface FaultOfProps {
  readonly error: unknown;
  /** What failed, once more; offered where that may help. */
  readonly onTryAgain?: () => void;
  readonly actions?: ReactNode;
  /** Where it is mended in the very place that shows it, there is nowhere to send anybody. */
  readonly isMendedHere?: boolean;
}

export function FaultOf({ error, ...offers }: FaultOfProps) {
  return <FaultWithOffer fault={faultIn(error)} {...offers} />;
}

/** The fault of a job that failed. */
export function FaultOfJob({ fault, ...offers }: { readonly fault: Fault } & Omit<FaultOfProps, "error">) {
  return <FaultWithOffer fault={fault} {...offers} />;
}

function FaultWithOffer({
  fault,
  onTryAgain,
  actions,
  isMendedHere = false,
}: Omit<FaultOfProps, "error"> & { readonly fault: Fault }) {
  const dialogs = useDialogs();
  const { action } = shownFault(fault);
  const offers = {
    "try-again": onTryAgain,
    "read-again": onTryAgain,
    "choose-files": onTryAgain,
    "choose-place": onTryAgain,
    "edit-connection": () => dialogs.show({ is: "connect", target: "open" }),
    "open-another": () => go("welcome"),
    // Where its backups are listed; without a ledger that is Welcome.
    restore: () => go("settings"),
    reload: () => window.location.reload(),
  };
  const run = action === null || isMendedHere ? undefined : offers[action];
  const offer =
    run === undefined || action === null ? null : (
      <Button size="s" onPress={run}>
        {ACTION_LABELS[action]}
      </Button>
    );
  if (offer === null && actions === undefined) return <FaultNote fault={fault} />;
  return (
    <FaultNote
      fault={fault}
      actions={
        <>
          {offer}
          {actions}
        </>
      }
    />
  );
}
