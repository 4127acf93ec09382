/** The causes with the largest amounts, asked of the worker whenever the result or the review changes. */
import { useEffect, useState } from "react";
import type { Check } from "../../check/check-provider.tsx";
import type { CauseLine } from "../../check/protocol.ts";

/** So many are listed; the queue has all. */
const LISTED = 8;

/** @returns those before until the next are there; null until the first are */
export function useCauses({
  client,
  summary,
  revision,
}: Pick<Check, "client" | "summary" | "revision">): readonly CauseLine[] | null {
  const [lines, setLines] = useState<readonly CauseLine[] | null>(null);
  const isAsked = summary !== null && summary.causes.count > 0;
  useEffect(() => {
    if (client === null || !isAsked) return undefined;
    const control = new AbortController();
    // What cannot be asked for is said by the check itself.
    client.call("largestCauses", { count: LISTED }, { signal: control.signal }).then(setLines, () => {});
    return () => control.abort();
    // Each revision may have other causes, or more of them decided.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [client, isAsked, revision]);
  return isAsked ? lines : null;
}
