/** The audit trail itself, read once: whether each link follows from the one before, and what they say of the tables. */
import { ledgerIdOf, linkHash, walkLinks } from "../audit.ts";
import type { ReadableLedger } from "../connection.ts";
import type { Problem } from "./problem.ts";
import { Recorded } from "./recorded.ts";

export interface TrailVerdict {
  readonly problems: readonly Problem[];
  readonly recorded: Recorded;
  readonly links: number;
  /** Hash of the newest link, '' without one. */
  readonly head: string;
}

/** @param expectedHead a head hash that an export printed; null when there is none to hold the trail against */
export function checkTrail(db: ReadableLedger, expectedHead: string | null): TrailVerdict {
  const ledgerId = ledgerIdOf(db);
  const recorded = new Recorded();
  let broken: Problem | null = null;
  let headSeen = false;
  let links = 0;
  let head = "";
  for (const link of walkLinks(db)) {
    links += 1;
    if (link.sequence !== links || link.hash !== linkHash(ledgerId, head, link)) {
      broken ??= breakAt(links, "The audit trail does not follow from the link before");
    }
    try {
      recorded.take(link);
    } catch {
      broken ??= breakAt(links, "The link says what no link of Tieout says");
    }
    head = link.hash;
    headSeen ||= head === expectedHead;
  }
  if (links === 0) broken = breakAt(1, "The audit trail is empty");
  const problems = broken === null ? [] : [broken];
  if (expectedHead !== null && !headSeen) {
    problems.push({
      code: "AUDIT_TRUNCATED",
      sentence: "The head that the export printed is not in the audit trail",
      where: expectedHead,
    });
  }
  return { problems, recorded, links, head };
}

function breakAt(link: number, sentence: string): Problem {
  return { code: "AUDIT_BROKEN", sentence, where: `link ${link}` };
}
