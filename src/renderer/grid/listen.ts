/** Listening to a grid's events for as long as it is there. */
import type { AgPublicEventType, GridApi } from "ag-grid-community";

/** What a listener is told; `direction` is of a scroll. */
export interface GridEvent {
  readonly type: string;
  readonly direction?: "horizontal" | "vertical";
}

/**
 * AG Grid calls listeners in a later task, when the grid may be gone already: its methods then return
 * undefined, whatever their types say.
 *
 * @returns stops listening
 */
export function listen<R>(
  api: GridApi<R>,
  events: readonly AgPublicEventType[],
  told: (event: GridEvent) => void,
): () => void {
  const ifThere = (event: GridEvent) => {
    if (!api.isDestroyed()) told(event);
  };
  for (const event of events) api.addEventListener(event, ifThere);
  return () => {
    if (api.isDestroyed()) return;
    for (const event of events) api.removeEventListener(event, ifThere);
  };
}
