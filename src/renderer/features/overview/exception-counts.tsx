/** What was found: the largest causes, and exceptions by rule with their amounts. Each leads into the queue. */
import { severityRank } from "../../../core/reconcile/input/rules.ts";
import { Section } from "../../ui/part.tsx";
import { formatAmount, formatCount } from "../../../core/money.ts";
import { REVIEW_STATUSES } from "../../../core/review/decisions/review.ts";
import { hrefOf } from "../../app/use-route.ts";
import type { ReviewSummary, CauseLine } from "../../bridge/protocol.ts";
import { Table } from "../../ui/table.tsx";
import { Amount } from "../../ui/values.tsx";
import { Defined } from "../../ui/defined.tsx";
import { MEANINGS, STATUS_MEANINGS, NowBesideThen } from "./matched.tsx";
import { SeverityMark, StatusMark } from "../../ui/marks.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { progressWords, ruleMeaning } from "../../shared/decide/finding-words.ts";
import { ruleName } from "../../../core/words/rule.ts";
import { currencyName } from "../../../core/words/currency.ts";
import type { CauseCount } from "../../../core/reconcile/input/cause.ts";
import {
  NOT_UNIQUE,
  NOT_UNIQUE_MEANING,
  causeRecordWords,
  causeCountWords,
} from "../../../core/words/cause.ts";

type RuleLine = ReviewSummary["rules"][number];

interface ExceptionCountsProps {
  readonly review: ReviewSummary;
  /** How they stand now, while an earlier state is shown; else null. */
  readonly now: ReviewSummary | null;
}

export function ExceptionCounts({ review, now }: ExceptionCountsProps) {
  const { progress } = review;
  const rules = withThoseOfNow(review.rules, now?.rules ?? []).toSorted(
    (a, b) => severityRank(a.severity) - severityRank(b.severity),
  );
  return (
    <Section
      title="Exceptions"
      level={2}
      meaning={MEANINGS.exceptions}
      className="exception-counts"
      aside={
        progress.total === 0 ? null : (
          <div className="row gap-3 quiet exception-progress">
            <ProgressBar done={progress.reviewed} total={progress.total} label="Reviewed exceptions" />
            <span>
              {progressWords(progress)}
              {now === null ? "" : `; now ${progressWords(now.progress)}`}
            </span>
          </div>
        )
      }
    >
      {progress.total === 0 ? (
        <p className="quiet">Nothing to review: no errors, no warnings.</p>
      ) : (
        <Statuses review={review} />
      )}
      {rules.length === 0 ? null : <Rules rules={rules} now={now?.rules ?? null} />}
    </Section>
  );
}

/** Rules that found nothing then and find something now are listed with nothing. */
function withThoseOfNow(then: readonly RuleLine[], now: readonly RuleLine[]): RuleLine[] {
  const known = new Set(then.map(lineKey));
  const none = { findings: 0, reviewed: 0, broughtForward: 0, differences: [] };
  return [...then, ...now.filter((line) => !known.has(lineKey(line))).map((line) => ({ ...line, ...none }))];
}

function lineKey({ rule, severity }: Pick<RuleLine, "rule" | "severity">): string {
  return `${rule} ${severity}`;
}

function Statuses({ review: { progress } }: { readonly review: ReviewSummary }) {
  return (
    <ul className="wrap gap-1 across-4 above-3 plain-links">
      {REVIEW_STATUSES.filter((status) => progress.byStatus[status] > 0).map((status) => (
        <li key={status}>
          <Defined meaning={STATUS_MEANINGS[status]} href={hrefOf("exceptions", null, `status=${status}`)}>
            <StatusMark status={status} /> <strong>{formatAmount(progress.byStatus[status])}</strong>
          </Defined>
        </li>
      ))}
    </ul>
  );
}

interface RulesProps {
  readonly rules: readonly RuleLine[];
  /** null while now itself is shown. */
  readonly now: readonly RuleLine[] | null;
}

function Rules({ rules, now }: RulesProps) {
  const found = new Map(now?.map((line) => [lineKey(line), line.findings]));
  const currencies = new Set(rules.flatMap(({ differences }) => differences.map(({ currency }) => currency)));
  return (
    <Table
      className="exception-rules"
      caption="Findings by rule"
      rows={rules}
      rowKey={lineKey}
      columns={[
        { title: "Rule", isRowHeader: true, cell: (line) => <RuleLink of={line} /> },
        {
          title: "Description",
          className: "exception-meaning quiet",
          cell: ({ rule }) => ruleMeaning(rule),
        },
        {
          title: "Found",
          heading: <Defined meaning={MEANINGS.found}>Found</Defined>,
          isNumber: true,
          cell: (line) => <Found of={line} />,
        },
        now !== null && {
          title: "Now",
          isNumber: true,
          cell: (line) => {
            const count = found.get(lineKey(line)) ?? 0;
            return (
              <NowBesideThen then={line.findings} now={count}>
                {formatAmount(count)}
              </NowBesideThen>
            );
          },
        },
        {
          title: "Reviewed",
          heading: <Defined meaning={MEANINGS.ruleReviewed}>Reviewed</Defined>,
          isNumber: true,
          cell: reviewedWords,
        },
        {
          title: "Difference",
          heading: <Defined meaning={MEANINGS.ruleDifference}>Difference</Defined>,
          isNumber: true,
          cell: ({ differences }) => <Differences differences={differences} isSplit={currencies.size > 1} />,
        },
      ]}
    />
  );
}

function RuleLink({ of: { rule, severity } }: { readonly of: RuleLine }) {
  return (
    <>
      <SeverityMark severity={severity} bare />
      <a href={hrefOf("exceptions", null, `rule=${rule}&severity=${severity}`)} title={ruleMeaning(rule)}>
        {ruleName(rule)}
      </a>
    </>
  );
}

function Found({ of: { findings, broughtForward } }: { readonly of: RuleLine }) {
  return (
    <>
      {formatAmount(findings)}
      {broughtForward === 0 ? null : (
        <span className="cell-more" title="Open exceptions about payments and entries from before the period">
          {formatAmount(broughtForward)} brought forward
        </span>
      )}
    </>
  );
}

/** The difference in each currency; the one that all share is named elsewhere. */
function Differences({
  differences,
  isSplit,
}: Pick<RuleLine, "differences"> & { readonly isSplit: boolean }) {
  return differences.map(({ currency, sum }) => (
    <span key={currency} className="block">
      {sum === null ? "too large to add up" : <Amount value={sum} sign />}
      {isSplit ? <span className="quiet"> {currencyName(currency)}</span> : null}
    </span>
  ));
}

function reviewedWords({ severity, reviewed, findings }: RuleLine): string {
  if (severity === "info" || reviewed === 0) return "–";
  return reviewed === findings ? `√ ${formatAmount(reviewed)}` : formatAmount(reviewed);
}

interface CauseListProps {
  readonly causes: CauseCount;
  /** How many of the facts are balances that do not follow. */
  readonly breaks: number;
  /** Of now, while an earlier state is shown; else null. */
  readonly now: CauseCount | null;
  /** null until they are there. */
  readonly lines: readonly CauseLine[] | null;
  /** Errors and warnings; null until they are counted. */
  readonly exceptions: number | null;
}

export function CauseList({ causes, breaks, now, lines, exceptions }: CauseListProps) {
  const words = causeCountWords(causes);
  if (words === null) return null;
  const nowWords = now === null ? null : (causeCountWords(now) ?? "nothing to explain.");
  const isSplit = new Set(lines?.map(({ currency }) => currency)).size > 1;
  return (
    <Section title="Causes" level={2} meaning={MEANINGS.causes}>
      <p>
        <strong>{words}</strong>{" "}
        {exceptions === null ? null : (
          <span className="quiet">{factWords({ facts: causes.facts, breaks, exceptions })}</span>
        )}
      </p>
      {nowWords === null ? null : (
        <p>
          <NowBesideThen then={words} now={nowWords}>
            Now: {nowWords}
          </NowBesideThen>
        </p>
      )}
      {lines === null ? null : (
        <>
          <Table
            className="cause-table"
            caption="Largest causes"
            rows={lines}
            rowKey={({ first }) => first}
            columns={[
              { title: "Cause", isRowHeader: true, cell: (line) => <CauseLink of={line} /> },
              { title: "Records", className: "quiet", width: "100%", cell: causeRecordWords },
              {
                title: "Amount",
                heading: <Defined meaning={MEANINGS.causeAmount}>Amount</Defined>,
                amount: ({ amount }) => amount,
              },
              isSplit && {
                title: "Currency",
                className: "quiet",
                cell: ({ currency }) => currency ?? "unknown",
              },
              {
                title: "Reviewed",
                heading: <Defined meaning={MEANINGS.causeReviewed}>Reviewed</Defined>,
                isNumber: true,
                cell: causeReviewedWords,
              },
            ]}
          />
          {lines.length === causes.count ? null : (
            <p>
              <a href={hrefOf("exceptions")}>All {formatCount(causes.count, "cause")}</a>
            </p>
          )}
        </>
      )}
    </Section>
  );
}

function CauseLink({ of: { title, first, unique } }: { readonly of: CauseLine }) {
  return (
    <>
      <a href={hrefOf("exceptions", first)}>{title}</a>
      {unique ? null : (
        <span className="cell-more" title={NOT_UNIQUE_MEANING}>
          {NOT_UNIQUE}
        </span>
      )}
    </>
  );
}

function causeReviewedWords({ findings, reviewed }: CauseLine): string {
  if (reviewed === 0) return "–";
  return reviewed === findings
    ? `√ ${formatAmount(findings)}`
    : `${formatAmount(reviewed)} of ${formatAmount(findings)}`;
}

// How the facts that causes explain relate to what else the Overview counts.

interface CountedFacts {
  readonly facts: number;
  /** Facts that are balances that do not follow. */
  readonly breaks: number;
  /** Errors and warnings: the facts are among them. */
  readonly exceptions: number;
}

/** @example `28 of 50 exceptions are facts; the balances that do not follow are among them.` */
export function factWords({ facts, breaks, exceptions }: CountedFacts): string {
  const of = `${formatAmount(facts)} of ${formatCount(exceptions, "exception")}`;
  const are = facts === 1 ? "is a fact" : "are facts";
  if (breaks === 0) return `${of} ${are}.`;
  const wrong = breaks === 1 ? "the balance that does not follow is" : "the balances that do not follow are";
  return `${of} ${are}; ${wrong} among them.`;
}
