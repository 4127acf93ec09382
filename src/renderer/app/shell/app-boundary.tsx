/** The last resort: when not even the shell can be shown, what happened is still shown. */
import { Component, type ReactNode } from "react";
import type { Fault } from "../../../ipc/envelope.ts";
import { Button } from "../../ui/button.tsx";
import { FaultNote } from "../../ui/fault-note.tsx";
import { faultIn } from "../fault-in.ts";
import "./app-boundary.css";

export class AppBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override readonly state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? this.props.children : <Standstill fault={faultIn(error)} />;
  }
}

/** The whole window when nothing else can be shown. */
export function Standstill({ fault }: { readonly fault: Fault }) {
  return (
    <main className="stack at-start gap-4 standstill">
      <h1 className="wordmark standstill-mark">Tieout</h1>
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
