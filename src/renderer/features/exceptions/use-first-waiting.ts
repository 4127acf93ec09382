/** Where one begins: at the first finding that waits for a decision, unless the address names one. */
import { useEffect, useRef } from "react";
import type { Current } from "./use-current.ts";

export function useFirstWaiting(fingerprint: string | null, { goToWaiting }: Current): void {
  const hasBegun = useRef(fingerprint !== null);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    goToWaiting().catch(() => {
      hasBegun.current = false;
    });
  }, [goToWaiting]);
}
