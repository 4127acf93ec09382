/** Reads the audit trail once, and checks that each link follows from those before by hash and content. */
import { isTimeZone } from "../../../core/time.ts";
import { linkHash, walkLinks } from "../trail/audit.ts";
import { type ReadableLedger, ledgerIdOf } from "../file/connection.ts";
import type { Problem } from "./problem.ts";
import type { OnRow } from "./recorded-row.ts";
import { Replay } from "./replay.ts";
import { StoredTextBytes } from "./text-bytes.ts";

interface TrailVerdict {
  readonly problems: readonly Problem[];
  readonly replay: Replay;
  readonly links: number;
  /** Hash of the newest link, '' without one. */
  readonly head: string;
}

/** How many misplaced links are named. */
const NAMED = 20;

/**
 * @param expectedHead a head hash that an export printed; null when there is none to look for in the trail
 * @param onRow gets each row that a link records
 */
export function checkTrail(
  db: ReadableLedger,
  expectedHead: string | null,
  onRow: OnRow = () => {},
): TrailVerdict {
  const ledgerId = ledgerIdOf(db);
  const replay = new Replay(onRow);
  const problems: Problem[] = [];
  const bytes = new StoredTextBytes(db, "audit", ["sequence", "payload"], ["sequence"]);
  let isChained = true;
  let headSeen = false;
  let links = 0;
  let head = "";
  for (const link of walkLinks(db)) {
    links += 1;
    const refusal = replay.take(link);
    const isWhole = bytes.firstOdd([link.sequence, link.payload], 1) === null;
    const follows = isWhole && link.sequence === links && link.hash === linkHash(ledgerId, head, link);
    if (isChained && !follows) problems.push(breakAt(links, "The link does not follow from the one before"));
    // What comes after a break was not written after what is before it.
    else if (isChained && refusal !== null && problems.length < NAMED) problems.push(breakAt(links, refusal));
    isChained &&= follows;
    head = link.hash;
    headSeen ||= head === expectedHead;
  }
  if (isChained && !isTimeZone(replay.zone.name))
    problems.push(breakAt(replay.zone.link, "The link sets an unknown time zone"));
  if (links === 0) problems.push(breakAt(1, "The audit trail is empty"));
  if (expectedHead !== null && !headSeen) {
    problems.push({
      code: "AUDIT_TRUNCATED",
      sentence: "The head printed in the export is not in the audit trail",
      where: expectedHead,
    });
  }
  return { problems, replay, links, head };
}

function breakAt(link: number, sentence: string): Problem {
  return { code: "AUDIT_BROKEN", sentence, where: `link ${link}` };
}
