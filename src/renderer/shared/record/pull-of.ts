/** The pull that a link of the trail records. */
import type { ActivityLink } from "../../../ipc/contract.ts";

/** @returns null of a link of another kind */
export function pullOf({ kind, payload }: Pick<ActivityLink, "kind" | "payload">): number | null {
  if (kind !== "pull" || typeof payload !== "object" || payload === null || !("pull" in payload)) return null;
  const pull = payload["pull"];
  return typeof pull === "number" ? pull : null;
}
