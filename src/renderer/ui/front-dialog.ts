/** Which dialog is in front: notices wait behind it, and what it is told itself is shown within it. */
import { sharedValue } from "./shared-value.ts";
import { useId, useLayoutEffect } from "react";

/** The open ones, the front one last. */
const open = sharedValue<readonly string[]>([]);

/** The dialog in front; null while none is open. */
export function frontDialog(): string | null {
  return open.get().at(-1) ?? null;
}

/** As `frontDialog`, followed. */
export function useFrontDialog(): string | null {
  return open.useValue().at(-1) ?? null;
}

/** Counts the dialog that calls it as open while it is mounted. @returns its name */
export function useOpenDialog(): string {
  const id = useId();
  // Before anything is drawn: a notice does not flash over the dialog.
  useLayoutEffect(() => {
    open.put([...open.get(), id]);
    return () => open.put(open.get().filter((one) => one !== id));
  }, [id]);
  return id;
}
