/** The last resort: when not even the shell can be shown, what happened is still shown. */
import type { ReactNode } from "react";
import type { Fault } from "../../../ipc/envelope.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorBoundary, type ThrownProps } from "../../ui/error-boundary.tsx";
import { FaultNote } from "../../ui/faults.tsx";
import { faultIn } from "../show-fault.ts";

export function AppBoundary({ children }: { readonly children: ReactNode }) {
  return <ErrorBoundary Shown={Thrown}>{children}</ErrorBoundary>;
}

function Thrown({ error }: ThrownProps) {
  return <Standstill fault={faultIn(error)} />;
}

/** The whole window when nothing else can be shown. */
export function Standstill({ fault }: { readonly fault: Fault }) {
  return (
    <main className="stack at-start gap-4 empty-state">
      <h1 className="wordmark title strong">Tieout</h1>
      <FaultNote
        fault={fault}
        // Loading the page again asks with the same address once more.
        actions={
          fault.code === "SESSION_ENDED" ? null : (
            <Button onPress={() => window.location.reload()}>Reload</Button>
          )
        }
      />
    </main>
  );
}
