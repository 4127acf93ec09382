/**
 * Where one begins, and begins again under other filters: at the first finding that waits, unless the address
 * names one.
 */
import { useEffect } from "react";
import type { Current } from "./use-current.ts";
import type { QueueRows } from "./use-queue-rows.ts";

export function useFirstWaiting(fingerprint: string | null, rows: QueueRows, { goToWaiting }: Current): void {
  const isThere = rows.total !== null && rows.total > 0 && !rows.isStale;
  useEffect(() => {
    // What cannot be asked for is said by the check itself.
    if (fingerprint === null && isThere) goToWaiting().catch(() => {});
  }, [fingerprint, isThere, goToWaiting]);
}
