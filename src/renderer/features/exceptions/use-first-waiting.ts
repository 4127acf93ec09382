/** Where one begins, and begins again under other filters: at the first finding that waits, unless the address names one. */
import { useEffect } from "react";
import type { Current } from "./use-current.ts";

export function useFirstWaiting(fingerprint: string | null, { goToWaiting }: Current): void {
  useEffect(() => {
    // What cannot be asked for is said by the check itself.
    if (fingerprint === null) goToWaiting().catch(() => {});
  }, [fingerprint, goToWaiting]);
}
