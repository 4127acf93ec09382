/** Which dialog is in front: notices wait behind it, and what it is told itself is shown within it. */
import { useId, useLayoutEffect, useSyncExternalStore } from "react";

/** The open ones, the front one last. */
let open: readonly string[] = [];
const listeners = new Set<() => void>();

function put(dialogs: readonly string[]): void {
  open = dialogs;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The dialog in front; null while none is open. */
export function frontDialog(): string | null {
  return open.at(-1) ?? null;
}

/** As `frontDialog`, followed. */
export function useFrontDialog(): string | null {
  return useSyncExternalStore(listen, frontDialog);
}

/** Counts the dialog that calls it as open while it is mounted. @returns its name */
export function useOpenDialog(): string {
  const id = useId();
  // Before anything is drawn: a notice does not flash over the dialog.
  useLayoutEffect(() => {
    put([...open, id]);
    return () => put(open.filter((one) => one !== id));
  }, [id]);
  return id;
}
