/**
 * The check under other options, run beside the kept one as they change; what is newer calls the older off.
 */
import { useDisplayFormat } from "../../ui/values/display-format.tsx";
import { useEffect, useMemo, useState } from "react";
import type { CheckOptions } from "../../../core/options.ts";
import { isCancelled } from "../../check/check-client.ts";
import { useCheck } from "../../check/check-provider.tsx";
import type { CheckSummary } from "../../check/protocol.ts";
import { changedOptions } from "./compare.ts";

export interface WhatIf {
  /** The kept check. */
  readonly now: CheckSummary | null;
  /**
   * Under the options tried out; the kept one where they are the same, the one before while it is being
   * checked.
   */
  readonly tried: CheckSummary | null;
  readonly isChecking: boolean;
  readonly error: unknown;
}

export function useWhatIf(options: CheckOptions, ledgers: CheckOptions): WhatIf {
  const wording = useDisplayFormat();
  const { client, summary, period, isStale } = useCheck();
  const isSame = changedOptions(options, ledgers).length === 0;
  const [done, setDone] = useState<{ readonly of: object; readonly summary: CheckSummary } | null>(null);
  const [failed, setFailed] = useState<{ readonly of: object; readonly error: unknown } | null>(null);
  const asked = useMemo(
    () => ({ options, period, wording, summary }),
    // The kept result is part of it: when the records change, what was tried is tried again.
    [options, period, wording, summary],
  );
  useEffect(() => {
    if (client === null || isSame || isStale || asked.summary === null) return;
    const abort = new AbortController();
    const run = async () => {
      try {
        const { summary: _, ...input } = asked;
        const found = await client.call("whatIf", input, { signal: abort.signal });
        if (!abort.signal.aborted) setDone({ of: asked, summary: found });
      } catch (error) {
        if (!abort.signal.aborted && !isCancelled(error)) setFailed({ of: asked, error });
      }
    };
    void run();
    return () => abort.abort();
  }, [client, asked, isSame, isStale]);
  const isDone = isSame || done?.of === asked;
  const error = failed?.of === asked ? failed.error : null;
  return {
    now: summary,
    tried: isSame ? summary : (done?.summary ?? null),
    isChecking: !isDone && error === null,
    error,
  };
}
