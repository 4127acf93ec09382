/** What it means that something of a proof does not hold, for people who do not know hashes. */
import type { ErrorCode } from "../../../core/errors.ts";

const MEANINGS: Readonly<Partial<Record<ErrorCode, string>>> = {
  LEDGER_CORRUPT:
    "The file itself is damaged, by a disk or a program. Go back to a backup, and pull again what is missing.",
  AUDIT_MISMATCH:
    "What stands in the file is not what Tieout wrote there: it was changed, added or taken away by other means.",
  AUDIT_BROKEN:
    "The trail itself was changed. What comes before that link still holds, what comes after proves nothing.",
  AUDIT_TRUNCATED:
    "Links that were there are gone from the trail's end, or an older copy was put in the place.",
};

/** @returns '' where the sentence of the problem says it all */
export function problemMeaning(code: string): string {
  return MEANINGS[code as ErrorCode] ?? "";
}
