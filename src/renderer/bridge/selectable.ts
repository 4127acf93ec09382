/** What selecting a line of the queue needs of it. */
import type { ExceptionRow, SelectableException } from "./protocol.ts";

export function selectableOf({
  finding: { fingerprint, severity, atStake, cause },
  seen,
  status,
  currency,
  cause: of,
}: ExceptionRow): SelectableException {
  const event = of === null ? null : { place: of.place, kind: of.kind, amount: of.amount };
  const known = { fingerprint, severity, atStake, seen, status, event, currency };
  return cause === undefined ? known : { ...known, cause };
}
