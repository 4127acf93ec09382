/** The frame of one place: its title, and an error boundary that leaves the other places working. */
import type { ReactNode } from "react";
import { ErrorBoundary, type ThrownProps } from "../../ui/error-boundary.tsx";
import { PLACE_TITLE_ID } from "../../ui/layout/place-header.tsx";
import { FaultOf } from "../fault-of.tsx";
import type { PlaceName } from "../../../ipc/events.ts";

export function PlaceFrame({ name, children }: { readonly name: PlaceName; readonly children: ReactNode }) {
  return (
    <ErrorBoundary key={name} Shown={PlaceFault}>
      {children}
    </ErrorBoundary>
  );
}

/** Instead of a place that threw while it was drawn. */
function PlaceFault({ error, again }: ThrownProps) {
  return (
    <div className="stack gap-3 place-fault">
      <h1 id={PLACE_TITLE_ID} className="title place-title lands" tabIndex={-1}>
        This page cannot be shown
      </h1>
      <FaultOf error={error} onTryAgain={again} />
    </div>
  );
}
