/** What became of each finding since the moment that is shown. */
import { useMemo } from "react";
import { usePast } from "../../../app/moment/moment-provider.tsx";

/** By fingerprint, those that are not the same now; none while now is shown. */
export function useFindingsSince(): ReadonlyMap<string, string> {
  const findings = usePast()?.since.since?.findings ?? null;
  return useMemo(
    () =>
      new Map([
        ...(findings?.gone ?? []).map(({ fingerprint }) => [fingerprint, "▲ not found now"] as const),
        ...(findings?.redecided ?? []).map(({ fingerprint }) => [fingerprint, "▲ other status now"] as const),
      ]),
    [findings],
  );
}
