/** Listening to a grid's events for as long as it is there. */
import type { AgPublicEventType, GridApi } from "ag-grid-community";

/**
 * AG Grid calls listeners in a later task, when the grid may be gone already: its methods then return
 * undefined, whatever their types say.
 *
 * @returns stops listening
 */
export function listen<R>(
  api: GridApi<R>,
  events: readonly AgPublicEventType[],
  told: () => void,
): () => void {
  const ifThere = () => {
    if (!api.isDestroyed()) told();
  };
  for (const event of events) api.addEventListener(event, ifThere);
  return () => {
    if (api.isDestroyed()) return;
    for (const event of events) api.removeEventListener(event, ifThere);
  };
}
