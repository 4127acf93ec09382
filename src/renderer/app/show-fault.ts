/** `showFault(error)`: a fault in passing, where no place of its own waits for it. */
import { shownFault } from "../ui/faults.tsx";
import { showToast } from "../ui/toast.tsx";
import { ApiError } from "../bridge/api-provider.tsx";
import type { Fault } from "../../ipc/envelope.ts";
import { useLayoutEffect, useRef, useState } from "react";

export function showFault(error: unknown): void {
  sayInPassing(shownFault(faultIn(error)));
}

export function sayInPassing({ title, sentence, remedy }: ReturnType<typeof shownFault>): void {
  showToast({ tone: "error", words: title, more: sentence === null ? remedy : `${sentence} ${remedy}` });
}

const DEFECT: Fault = {
  code: "DEFECT",
  sentence: "Something went wrong in this window",
  remedy: "This is a defect in Tieout. The ledger is not affected. Please report it.",
  file: null,
  record: null,
  field: null,
};

/** Of an error nobody expected only that it happened is told: never a stack. */
export function faultIn(error: unknown): Fault {
  return error instanceof ApiError ? error.fault : DEFECT;
}

/**
 * `const [error, setError] = useRefusal()`: why what was asked for was not done, for the place that shows it.
 * Where that place is gone by then, it is said in passing.
 */
export function useRefusal(): readonly [unknown, (error: unknown) => void] {
  const [shown, setShown] = useState<unknown>(null);
  const isGone = useRef(false);
  useLayoutEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const setError = (error: unknown) => {
    // Whoever gave it up knows.
    const isNews = error !== null && faultIn(error).code !== "CANCELLED";
    if (isGone.current && isNews) showFault(error);
    else setShown(error);
  };
  return [shown, setError];
}

/** `const { isBusy, error, attempt } = useAttempt()`: whether what was asked for is being done, and why it was not. */
export function useAttempt() {
  const [error, setError] = useRefusal();
  const [isBusy, setBusy] = useState(false);
  return {
    isBusy,
    error,
    fault: error === null ? null : faultIn(error),
    forget: () => setError(null),
    attempt: async (work: () => Promise<void>) => {
      setError(null);
      setBusy(true);
      await work().catch(setError);
      setBusy(false);
    },
  };
}
