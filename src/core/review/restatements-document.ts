/** The restatement register as `tieout restatements --json` prints it, with times as RFC 3339: schema `tieout.restatements/1`. */
import { formatInstant } from "../time.ts";
import type { Restatement, RestatementRegister } from "./restatements.ts";

export function restatementsDocument({ restatements, total, closings }: RestatementRegister) {
  return {
    schema: "tieout.restatements/1",
    total,
    closings,
    restatements: restatements.map(restatementDocument),
  };
}

function restatementDocument({ atMs, signature, ...rest }: Restatement) {
  const at = atMs === null ? null : formatInstant(atMs);
  if (signature === null) return { ...rest, at, signature };
  const { atMs: signedAtMs, ...signed } = signature;
  return { ...rest, at, signature: { ...signed, at: formatInstant(signedAtMs) } };
}
