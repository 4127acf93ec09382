/** What was found of a record: each finding with its cause, what may explain it, and what was decided. */
import { causeWords, likelyPayrefs } from "../../../core/words/finding.ts";
import type { ReviewedFinding } from "../../../core/review/decisions/review.ts";
import { hrefOf } from "../../app/use-route.ts";
import { SeverityMark, StatusMark } from "../../ui/marks.tsx";
import { When } from "../../ui/values/when.tsx";
import { type CandidateCall, CandidateTable } from "../tables/candidate-table.tsx";
import { ChangesTable } from "../tables/changes-table.tsx";
import { CopiesTable } from "../tables/copies-table.tsx";
import { otherWords, ruleMeaning } from "../decide/finding-words.ts";
import { ruleName } from "../../../core/words/rule.ts";
import { escapeHidden } from "./versions/indent-json.ts";
import "./record.css";

interface FindingListProps {
  readonly findings: readonly ReviewedFinding[];
  readonly findCandidates: CandidateCall;
}

export function FindingList({ findings, ...rest }: FindingListProps) {
  if (findings.length === 0) {
    return (
      <p className="tone-good">
        <span aria-hidden="true">√</span> No findings in the period shown.
      </p>
    );
  }
  return (
    <ul className="stack gap-3">
      {findings.map((one) => (
        <FoundLine key={one.finding.fingerprint} one={one} {...rest} />
      ))}
    </ul>
  );
}

interface FoundLineProps extends Omit<FindingListProps, "findings"> {
  readonly one: ReviewedFinding;
}

function FoundLine({ one, findCandidates }: FoundLineProps) {
  const { finding, status } = one;
  const hasCandidates = likelyPayrefs(finding).length > 0;
  return (
    <li className={`stack found-one tone-${finding.severity}`}>
      <p className="cluster baseline across-2 found-head">
        <SeverityMark severity={finding.severity} bare />
        <a href={hrefOf("exceptions", finding.fingerprint)} title={ruleMeaning(finding.rule)}>
          {ruleName(finding.rule)}
        </a>
        <StatusMark status={status} />
      </p>
      <p className="breaks">{escapeHidden(finding.message)}</p>
      <CauseSentence finding={finding} />
      {finding.changes === undefined ? null : <ChangesTable changes={finding.changes} />}
      {finding.copies === undefined ? null : <CopiesTable copies={finding.copies} />}
      {hasCandidates ? <CandidateTable finding={finding} find={findCandidates} /> : null}
      <Decided one={one} />
    </li>
  );
}

/** Why it is so, where that is known. */
export function CauseSentence({ finding }: Pick<ReviewedFinding, "finding">) {
  const cause = causeWords(finding);
  if (cause === "") return null;
  return (
    <p>
      <span className="label-caps">Cause</span> {cause}
    </p>
  );
}

function Decided({ one }: { readonly one: ReviewedFinding }) {
  const decision = one.decision ?? one.before;
  if (decision === null) return null;
  return (
    <p className="small quiet">
      {one.decision === null ? `Decided on ${otherWords(one.finding, decision)}: ` : ""}
      {decision.status} by <bdi>{decision.by}</bdi>, <When atMs={decision.atMs} time />
      {decision.note === "" ? null : (
        <>
          : <bdi className="as-typed">{decision.note}</bdi>
        </>
      )}
    </p>
  );
}
