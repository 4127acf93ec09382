/** One line of the queue: severity, rule, record, difference or amount at stake, date, status, who. */
import { memo } from "react";
import type { DecisionStatus } from "../../../../core/review/decisions/decision.ts";
import type { ExceptionRow } from "../../../check/protocol.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Amount } from "../../../ui/values/amount.tsx";
import { SeverityMark, StatusMark } from "../../../ui/marks.tsx";
import { When } from "../../../ui/values/when.tsx";
import { forwardWords } from "../finding/brought-forward.ts";
import { STATUS_WORDS, findingSubject } from "../../../shared/decide/finding-words.ts";
import { ruleName } from "../../../../core/words/rule.ts";

interface QueueLineProps {
  readonly row: ExceptionRow;
  /** The month it is brought forward from; null where it is of the period itself. */
  readonly forward: string | null;
  readonly isSelected: boolean;
  /** How a decision on it is doing that is not in the ledger. */
  readonly state: "saving" | "not saved" | null;
  /** The status that an earlier decision proposes; null where none does. */
  readonly proposed: DecisionStatus | null;
  /** The reference of the letter that it waits for; null for none. */
  readonly letter: string | null;
  /** While an earlier state is shown: what is different now; null where it is the same. */
  readonly since: string | null;
}

export const QueueLine = memo(function QueueLine({
  row,
  forward,
  isSelected,
  state,
  proposed,
  letter,
  since,
}: QueueLineProps) {
  const { finding, status, decision, before, atMs } = row;
  const by = (decision ?? before)?.by ?? "";
  return (
    <>
      <span className="queue-box" aria-hidden="true">
        <span className="check-box" data-selected={isSelected ? "" : undefined} />
      </span>
      <span className="queue-severity">
        <SeverityMark severity={finding.severity} bare />
      </span>
      <span className="medium queue-rule">
        {row.cause === null || row.cause.findings === 1 ? null : (
          <span className="only-spoken">{row.cause.title}: </span>
        )}
        {ruleName(finding.rule)}
        {forward === null ? null : <Forward month={forward} />}
        {letter === null ? null : <WaitsFor letter={letter} />}
        {since === null ? null : <span className="small tone-warning queue-since"> {since}</span>}
      </span>
      <span className="quiet queue-subject">{findingSubject(finding)}</span>
      <span className="queue-difference">
        {finding.difference === undefined ? (
          <AtStake amount={finding.atStake} />
        ) : (
          <Amount value={finding.difference} sign />
        )}
      </span>
      <span className="quiet unbroken queue-date">{atMs === null ? null : <When atMs={atMs} />}</span>
      <span className="queue-status">
        {state === "not saved" ? <Badge tone="error">Not saved</Badge> : <StatusMark status={status} />}
        {state === "saving" ? <span className="quiet"> saving…</span> : null}
      </span>
      <span className="quiet queue-by" title={by}>
        {proposed === null ? by : <Proposed status={proposed} />}
      </span>
    </>
  );
});

/** What ranks a finding that states no difference. */
function AtStake({ amount }: { readonly amount: number }) {
  if (amount === 0) return null;
  return (
    <span className="small quiet unbroken" title="What the finding is about in money. It ranks findings.">
      <span className="only-spoken">at stake </span>
      <span aria-hidden="true" className="queue-at-stake">
        at stake{" "}
      </span>
      <Amount value={amount} />
    </span>
  );
}

/** Where nobody decided yet, what an earlier decision proposes. */
function Proposed({ status }: { readonly status: DecisionStatus }) {
  return <span title={`An earlier decision proposes: ${STATUS_WORDS[status].toLowerCase()}`}>proposal</span>;
}

/** In a narrow line the reference may be cut off. */
function WaitsFor({ letter }: { readonly letter: string }) {
  const words = `waits for ${letter}`;
  return (
    <span className="small quiet light" title={words}>
      {" "}
      {words}
    </span>
  );
}

/** As accountants abbreviate it; in full where there is room, and read aloud. */
function Forward({ month }: { readonly month: string }) {
  return (
    <span className="small quiet light" title={forwardWords(month)}>
      <span aria-hidden="true"> b/f {month}</span>
      <span className="only-spoken">, {forwardWords(month)}</span>
    </span>
  );
}
