/** Exceptions by rule: how many, how many of them are decided on, and what they come to. Each leads into the queue. */
import { formatAmount } from "../../../core/money.ts";
import { REVIEW_STATUSES } from "../../../core/review/decisions/review.ts";
import { hrefOf } from "../../app/use-route.ts";
import type { ReviewSummary } from "../../check/protocol.ts";
import { Amount } from "../../ui/values/amount.tsx";
import { SeverityMark, StatusMark } from "../../ui/marks.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { progressWords, ruleMeaning, ruleName } from "../../shared/decide/finding-words.ts";

type RuleLine = ReviewSummary["rules"][number];

const GRAVITY = { error: 0, warning: 1, info: 2 } as const;

export function ExceptionCounts({
  review,
  decimals,
}: {
  readonly review: ReviewSummary;
  readonly decimals: number;
}) {
  const { progress } = review;
  const rules = review.rules.toSorted((a, b) => GRAVITY[a.severity] - GRAVITY[b.severity]);
  return (
    <section className="overview-part exception-counts" aria-labelledby="exceptions-title">
      <div className="overview-head">
        <h2 id="exceptions-title">Exceptions</h2>
        {progress.total === 0 ? null : (
          <div className="exception-progress">
            <ProgressBar done={progress.reviewed} total={progress.total} label="Reviewed exceptions" />
            <span>{progressWords(progress)}</span>
          </div>
        )}
      </div>
      {progress.total === 0 ? (
        <p className="quiet">Nothing to review: no errors, no warnings.</p>
      ) : (
        <Statuses review={review} />
      )}
      {rules.length === 0 ? null : <Rules rules={rules} decimals={decimals} />}
    </section>
  );
}

function Statuses({ review: { progress } }: { readonly review: ReviewSummary }) {
  return (
    <ul className="exception-statuses">
      {REVIEW_STATUSES.filter((status) => progress.byStatus[status] > 0).map((status) => (
        <li key={status}>
          <a href={hrefOf("exceptions", null, `status=${status}`)}>
            <StatusMark status={status} /> <strong>{formatAmount(progress.byStatus[status])}</strong>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Rules({ rules, decimals }: { readonly rules: readonly RuleLine[]; readonly decimals: number }) {
  const currencies = new Set(rules.flatMap(({ differences }) => differences.map(({ currency }) => currency)));
  const isSplit = currencies.size > 1;
  return (
    <table className="exception-rules">
      <caption className="only-spoken">Findings by rule</caption>
      <thead>
        <tr>
          <th scope="col">Rule</th>
          <th scope="col" className="exception-meaning">
            Description
          </th>
          <th scope="col" className="number">
            Found
          </th>
          <th scope="col" className="number">
            Reviewed
          </th>
          <th scope="col" className="number">
            Difference
          </th>
        </tr>
      </thead>
      <tbody>
        {rules.map(({ rule, severity, findings, reviewed, broughtForward, differences }) => (
          <tr key={`${rule} ${severity}`} className={severity === "info" ? "exception-info" : undefined}>
            <th scope="row">
              <SeverityMark severity={severity} bare />
              <a
                href={hrefOf("exceptions", null, `rule=${rule}&severity=${severity}`)}
                title={ruleMeaning(rule)}
              >
                {ruleName(rule)}
              </a>
            </th>
            <td className="exception-meaning quiet">{ruleMeaning(rule)}</td>
            <td className="number">
              {formatAmount(findings)}
              {broughtForward === 0 ? null : (
                <span
                  className="exception-difference quiet"
                  title="Open exceptions about payments and entries from before the period"
                >
                  {formatAmount(broughtForward)} brought forward
                </span>
              )}
            </td>
            <td className="number">{severity === "info" ? "–" : reviewedWords(reviewed, findings)}</td>
            <td className="number">
              <Differences differences={differences} isSplit={isSplit} decimals={decimals} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The difference in each currency; the one that all share is named elsewhere. */
function Differences({
  differences,
  isSplit,
  decimals,
}: Pick<RuleLine, "differences"> & { readonly isSplit: boolean; readonly decimals: number }) {
  return differences.map(({ currency, sum }) => (
    <span key={currency} className="exception-difference">
      {sum === null ? "too large to add up" : <Amount value={sum} decimals={decimals} sign />}
      {isSplit ? <span className="quiet"> {currency ?? "unknown currency"}</span> : null}
    </span>
  ));
}

function reviewedWords(reviewed: number, findings: number): string {
  if (reviewed === 0) return "–";
  return reviewed === findings ? `√ ${formatAmount(reviewed)}` : formatAmount(reviewed);
}
