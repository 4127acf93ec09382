/** The files that are attached to a finding, by their names and hashes: what C1 says of them. */
import type { Finding } from "../../reconcile/result/findings.ts";
import { evidenceIn } from "../../review/attached/attachment.ts";
import type { ReportInput } from "../input.ts";

/** Lines about a finding, none as a rule. */
export type FindEvidence = (finding: Finding) => readonly string[];

/** How many digits of a file's hash name it; D2 has all of them. */
const SHOWN_DIGITS = 16;

/** What was withdrawn counts no more. */
export function evidenceFinder({ attachments }: Pick<ReportInput, "attachments">): FindEvidence {
  const standing = evidenceIn(attachments).filter(({ withdrawn }) => withdrawn === null);
  const files = Map.groupBy(standing, ({ subject }) =>
    subject.kind === "finding" ? subject.fingerprint : "",
  );
  return ({ fingerprint }) =>
    (files.get(fingerprint) ?? []).map(
      ({ id, name, sha256 }) => `Evidence ${id}: ${name}, SHA-256 ${sha256.slice(0, SHOWN_DIGITS)}…`,
    );
}
