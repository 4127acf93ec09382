/** A reopened finding: the numbers it was decided on, and what its records said, beside those it has now. */
import type { BoundChange } from "../../../../core/review/decisions/bound-records.ts";
import type { Finding } from "../../../../core/reconcile/result/findings.ts";
import type { DecidedFinding, Decision } from "../../../../core/review/decisions/decision.ts";
import { Amount } from "../../../ui/values/amount.tsx";
import { When } from "../../../ui/values/when.tsx";
import { BoundChanges } from "../../../shared/record/bound-changes.tsx";
import { STATUS_WORDS, isOnOtherNumbers, otherWords } from "../../../shared/decide/finding-words.ts";
import "../../../shared/tables/record-table.css";

export interface ThenAndNowProps {
  readonly finding: Finding;
  /** The decision on other numbers or records. */
  readonly before: Decision;
  /** What the records that it was taken on say otherwise now. */
  readonly changes: readonly BoundChange[];
  readonly decimals: number;
  readonly timeZone: string;
}

export function ThenAndNow({ finding, before, changes, decimals, timeZone }: ThenAndNowProps) {
  return (
    <div className="then-now">
      <p>
        {STATUS_WORDS[before.status]} by <bdi>{before.by}</bdi> on {otherWords(finding, before)},{" "}
        <When atMs={before.atMs} timeZone={timeZone} time />. It needs a new decision.
      </p>
      {isOnOtherNumbers(finding, before) ? <Numbers {...{ finding, before, decimals }} /> : null}
      {changes.length === 0 ? null : <BoundChanges changes={changes}>Its records then and now:</BoundChanges>}
    </div>
  );
}

const LINES = [
  ["expected", "Expected"],
  ["actual", "Actual"],
  ["difference", "Difference"],
] as const;

function Numbers({ finding, before, decimals }: Pick<ThenAndNowProps, "finding" | "before" | "decimals">) {
  const was = before.finding;
  const lines = LINES.filter(([key]) => finding[key] !== undefined || was[key] !== undefined);
  const cell = (of: DecidedFinding, key: (typeof LINES)[number][0]) => (
    <Amount value={of[key] ?? null} decimals={decimals} zero="0" sign={key === "difference"} />
  );
  return (
    <table className="record-table">
      <caption className="only-spoken">The numbers then and now</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="only-spoken">Line</span>
          </th>
          <th scope="col" className="number">
            Then
          </th>
          <th scope="col" className="number">
            Now
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([key, words]) => (
          <tr key={key} className={was[key] === finding[key] ? undefined : "record-moved"}>
            <th scope="row">{words}</th>
            <td className="number">{cell(was, key)}</td>
            <td className="number">{cell(finding, key)}</td>
          </tr>
        ))}
        {was.message === finding.message ? null : (
          <tr>
            <th scope="row">Found</th>
            <td className="record-said">{was.message}</td>
            <td className="record-said">{finding.message}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
