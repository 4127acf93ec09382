/** How many causes explain the facts, and the largest of them, each leading to its findings in the queue. */
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { CauseCount } from "../../../core/reconcile/input/cause.ts";
import {
  NOT_UNIQUE,
  NOT_UNIQUE_MEANING,
  causeRecordWords,
  causeCountWords,
} from "../../../core/words/cause.ts";
import { hrefOf } from "../../app/use-route.ts";
import type { ClassAmounts } from "../../../core/report/exceptions/class-words.ts";
import type { CauseLine } from "../../bridge/protocol.ts";
import { ToResolve } from "../../shared/decide/to-resolve.tsx";
import { Defined } from "../../ui/defined.tsx";
import { MEANINGS, NowBesideThen } from "./matched.tsx";
import { Section } from "../../ui/part.tsx";
import { Table } from "../../ui/table.tsx";

interface CauseListProps {
  readonly causes: CauseCount;
  /** How many of the facts are balances that do not follow. */
  readonly breaks: number;
  /** Of now, while an earlier state is shown; else null. */
  readonly now: CauseCount | null;
  /** null until they are there. */
  readonly lines: readonly CauseLine[] | null;
  /** What the exceptions come to; none while it is not known. */
  readonly amounts: readonly ClassAmounts[];
  /** Errors and warnings; null until they are counted. */
  readonly exceptions: number | null;
}

export function CauseList({ causes, breaks, now, lines, amounts, exceptions }: CauseListProps) {
  const words = causeCountWords(causes);
  if (words === null) return null;
  const nowWords = now === null ? null : (causeCountWords(now) ?? "nothing to explain.");
  const isSplit = new Set(lines?.map(({ currency }) => currency)).size > 1;
  return (
    <Section
      title="Causes"
      level={2}
      meaning={MEANINGS.causes}

      aside={
        <span className="cluster gap-3 quiet">
          <ToResolve amounts={amounts} />
        </span>
      }
    >
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
                cell: reviewedWords,
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

function reviewedWords({ findings, reviewed }: CauseLine): string {
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
