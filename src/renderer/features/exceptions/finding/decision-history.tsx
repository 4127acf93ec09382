/** Every decision on a finding, newest first; one that was undone is struck through and still readable. */
import type { ReactNode } from "react";
import type { Decision } from "../../../../core/review/decisions/decision.ts";
import { Button } from "../../../ui/button.tsx";
import { StatusMark } from "../../../ui/marks.tsx";
import { When } from "../../../ui/values/when.tsx";
import type { HistoryLine } from "../../../shared/decide/history.ts";
import { decisionWords } from "../../../shared/decide/finding-words.ts";

interface DecisionHistoryProps {
  readonly lines: readonly HistoryLine[];
  /** Id of the decision in force on these numbers and records, null without one. */
  readonly inForce: number | null;
  /** Id of the one that lapsed because its records say something else now, null without one. */
  readonly lapsed: number | null;
  /** Undoes the newest that stands; null where nothing can be written. */
  readonly onUndo: (() => void) | null;
}

export function DecisionHistory({ lines, inForce, lapsed, onUndo }: DecisionHistoryProps) {
  if (lines.length === 0) return <p className="quiet">No decisions yet.</p>;
  // A reviewer's tick on the one in force is taken back before it.
  const newest = lines.find(
    ({ decision, undoneBy, onOtherNumbers }) =>
      decision.undoes === null && undoneBy === null && !onOtherNumbers,
  );
  return (
    <ol className="stack finding-history" reversed>
      {lines.map(({ decision, undoneBy, onOtherNumbers }) => (
        <li key={decision.id} className="edge-above finding-history-line">
          <p className="cluster baseline finding-history-head">
            {decision.undoes === null ? <StatusMark status={decision.status} bare /> : <Undone />}
            <Struck when={undoneBy !== null}>
              <b>{decisionWords(decision)}</b>
            </Struck>
            <span>
              by <bdi>{decision.by}</bdi>
            </span>
            <span className="quiet">
              <When atMs={decision.atMs} time />
            </span>
            <span className="to-end tiny faint">
              {asideOf(decision, undoneBy, [
                onOtherNumbers ? "on different numbers" : "",
                decision.id === lapsed ? "on different contents of its records" : "",
              ])}
            </span>
            {inForce !== null && decision === newest?.decision && onUndo !== null ? (
              <Button size="s" variant="quiet" onPress={onUndo}>
                Undo decision
              </Button>
            ) : null}
          </p>
          {decision.note === "" ? null : (
            <p className="quiet as-typed finding-history-note">
              <Struck when={undoneBy !== null}>{decision.note}</Struck>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

function Struck({ when, children }: { readonly when: boolean; readonly children: ReactNode }) {
  return when ? <s>{children}</s> : children;
}

function Undone() {
  return (
    <span className="mark">
      <span className="mark-sign tone-quiet" aria-hidden="true">
        ↶
      </span>
    </span>
  );
}

function asideOf({ id, undoes }: Decision, undoneBy: Decision | null, lapsed: readonly string[]): string {
  return [
    `no. ${id}`,
    undoes === null ? "" : `undoes no. ${undoes}`,
    undoneBy === null ? "" : `undone by ${undoneBy.by}, no. ${undoneBy.id}`,
    ...lapsed,
  ]
    .filter((part) => part !== "")
    .join(" · ");
}
