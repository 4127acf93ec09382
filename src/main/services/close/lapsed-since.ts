/** Confirmations of signed months whose evidence was withdrawn after the signature. It checks no month. */
import { withdrawnIn } from "../../../core/review/attached/attachment.ts";
import type { MonthStanding } from "../../../core/review/close/month-states.ts";
import { marksInForce } from "../../../core/review/file/marks.ts";
import { lapseWords } from "../../../core/review/file/confirmation-words.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { listAttachments } from "../../ledger/people/attachment.ts";
import { listFiles } from "../../ledger/people/month-file.ts";
import { attachmentLinks, closeLinks } from "../../ledger/trail/links-of.ts";

/**
 * Says which confirmations of a signed month lapsed since, one phrase each. Today's versions refuse such a
 * withdrawal; earlier ones took it.
 *
 * @returns empty for a month that is not signed off
 */
export function lapsedSince(
  db: ReadableLedger,
  { month, signed }: Pick<MonthStanding, "month" | "signed">,
): string[] {
  if (signed === null) return [];
  const attachments = listAttachments(db);
  const withdrawn = withdrawnIn(attachments);
  if (withdrawn.size === 0) return [];
  const signedAt = closeLinks(db).get(signed.id) ?? 0;
  const links = attachmentLinks(db);
  const later = new Set(
    attachments.flatMap(({ id, undoes }) =>
      undoes !== null && (links.get(id) ?? 0) > signedAt ? [undoes] : [],
    ),
  );
  return [...marksInForce(listFiles(db).marks).values()].flatMap((mark) => {
    const { subject } = mark;
    if (mark.month !== month || subject.kind !== "confirmation" || subject.balance === null) return [];
    const { evidence, wallet } = subject;
    const lapsed = evidence !== null && later.has(evidence) ? withdrawn.get(evidence) : undefined;
    return lapsed === undefined ? [] : [lapseWords(wallet, lapsed)];
  });
}
