/** The words of what later pulls changed. */
import type { RestatementKind, Restatement } from "../../../core/review/restate/restatements.ts";

/** What a pull did to a record. */
export const RESTATED_WORDS: Readonly<Record<RestatementKind, string>> = {
  changed: "Changed",
  approved: "Approved since",
  vanished: "Vanished: not in the pull",
  returned: "Returned: back after it vanished",
  "back-dated": "Back-dated: new, but dated in the past",
};

/** The record, as rows name it. */
export function recordWords({ walletID, payID }: Pick<Restatement, "walletID" | "payID">): string {
  return walletID === null ? `payID ${payID ?? ""}` : `walletID ${walletID}`;
}
