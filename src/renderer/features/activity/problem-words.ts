/** What it means that something of a proof does not hold, for people who do not know hashes. */
import type { ErrorCode } from "../../../core/errors.ts";

const MEANINGS: Readonly<Partial<Record<ErrorCode, string>>> = {
  LEDGER_CORRUPT: "A disk or a program damaged the file. Restore a backup, then pull again.",
  AUDIT_MISMATCH: "The file is not what Tieout wrote. Something else changed, added or removed records.",
  AUDIT_BROKEN: "The audit trail was changed. Earlier links still hold. Later links prove nothing.",
  AUDIT_TRUNCATED: "Links are missing from the end of the trail, or an older copy replaced the ledger.",
};

/** @returns '' where the sentence of the problem says it all */
export function problemMeaning(code: string): string {
  return MEANINGS[code as ErrorCode] ?? "";
}
