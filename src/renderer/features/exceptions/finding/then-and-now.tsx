/** A reopened finding: the numbers it was decided on, and what its records said, beside those it has now. */
import type { ReactNode } from "react";
import type { BoundChange } from "../../../../core/review/decisions/bound-records.ts";
import type { Finding } from "../../../../core/reconcile/result/findings.ts";
import type { DecidedFinding, Decision } from "../../../../core/review/decisions/decision.ts";
import { Table } from "../../../ui/layout/table.tsx";
import { Amount } from "../../../ui/values/amount.tsx";
import { When } from "../../../ui/values/when.tsx";
import { BoundChanges } from "../../../shared/record/versions/bound-changes.tsx";
import { STATUS_WORDS, isOnOtherNumbers, otherWords } from "../../../shared/decide/finding-words.ts";

interface ThenAndNowProps {
  readonly finding: Finding;
  /** The decision on other numbers or records. */
  readonly before: Decision;
  /** What the records that it was taken on say otherwise now. */
  readonly changes: readonly BoundChange[];
}

export function ThenAndNow({ finding, before, changes }: ThenAndNowProps) {
  return (
    <div className="stack gap-2 then-now">
      <p>
        {STATUS_WORDS[before.status]} by <bdi>{before.by}</bdi> on {otherWords(finding, before)},{" "}
        <When atMs={before.atMs} time />. It needs a new decision.
      </p>
      {isOnOtherNumbers(finding, before) ? <Numbers {...{ finding, before }} /> : null}
      {changes.length === 0 ? null : <BoundChanges changes={changes}>Its records then and now:</BoundChanges>}
    </div>
  );
}

const LINES = [
  ["expected", "Expected"],
  ["actual", "Actual"],
  ["difference", "Difference"],
] as const;

interface SourceLine {
  readonly words: string;
  readonly before: ReactNode;
  readonly now: ReactNode;
  readonly hasMoved: boolean;
}

function Numbers({ finding, before }: Pick<ThenAndNowProps, "finding" | "before">) {
  const was = before.finding;
  const figures = LINES.filter(([key]) => finding[key] !== undefined || was[key] !== undefined).map(
    ([key, words]): SourceLine => {
      const figure = (of: DecidedFinding) => (
        <Amount value={of[key] ?? null} zero="0" sign={key === "difference"} />
      );
      return { words, before: figure(was), now: figure(finding), hasMoved: was[key] !== finding[key] };
    },
  );
  const found = { words: "Found", before: said(was.message), now: said(finding.message), hasMoved: false };
  return (
    <Table
      look="dense"
      caption="The numbers then and now"
      rows={was.message === finding.message ? figures : [...figures, found]}
      rowKey={({ words }) => words}
      lineClass={({ hasMoved }) => (hasMoved ? "line-strong" : undefined)}
      columns={[
        { title: "Line", isTitleSpoken: true, isRowHeader: true, cell: ({ words }) => words },
        { title: "Then", isNumber: true, cell: (line) => line.before },
        { title: "Now", isNumber: true, cell: ({ now }) => now },
      ]}
    />
  );
}

function said(message: string): ReactNode {
  return <span className="block breaks then-now-said">{message}</span>;
}
