/** Entries that repeat another: perhaps one operation, or one movement, done twice. */
import type { Entry } from "../../../src/core/records/entry.ts";
import type { Report } from "./report.ts";
import { movementOf } from "./wallets.ts";

const HOUR_MS = 60 * 60 * 1000;

/**
 * @param isDuplicate whether it is a duplicate-entry
 * @param isUnsettled whether its payref is an orphan or has an amount-mismatch
 */
export function reportRepeats(
  report: Report,
  isDuplicate: (entry: Entry) => boolean,
  isUnsettled: (entry: Entry) => boolean,
): void {
  const { entries, convention } = report.world;
  for (const entry of entries) {
    const movement = movementOf(entry, convention.used);
    if (movement === 0n || isDuplicate(entry)) continue;
    const alike = entries.filter(
      (other) =>
        other.walletID < entry.walletID &&
        other.userID === entry.userID &&
        other.payref === entry.payref &&
        movementOf(other, convention.used) === movement,
    );
    const within = (other: Entry, hours: number) =>
      Math.abs(other.dateCreatedAtMs - entry.dateCreatedAtMs) <= hours * HOUR_MS;
    const isSameSession = (other: Entry) =>
      (entry.sessionID ?? "") !== "" && other.sessionID === entry.sessionID && other.action === entry.action;
    if (alike.some((other) => isSameSession(other) && within(other, 24))) {
      report.entry("repeated-session", "warning", entry);
    } else if (
      entry.payref !== "" &&
      isUnsettled(entry) &&
      alike.some((other) => isUnsettled(other) && within(other, 1))
    ) {
      report.entry("repeated-movement", "warning", entry);
    }
  }
}
