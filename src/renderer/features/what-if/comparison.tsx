/** What the options would change: the verdict, and every figure beside its present one. */
import { capitalised } from "../../../core/text/sentence.ts";
import { useNowWord } from "../../app/moment/moment-provider.tsx";
import type { CheckSummary } from "../../check/protocol.ts";
import { hrefOf } from "../../app/use-route.ts";
import { SeverityMark } from "../../ui/marks.tsx";
import { ruleName } from "../../../core/words/rule.ts";
import { CompareTable } from "./compare-table.tsx";
import {
  ROLL_FORWARD,
  type RollForwardLine,
  compareRollForwards,
  compareRules,
  compareSettlements,
  compareSeverities,
} from "./compare.ts";
import { basisWords, conventionWords, scopeEvidence } from "../../shared/options/option-words.ts";
import { currencyName } from "../../../core/words/currency.ts";

interface ComparisonProps {
  readonly now: CheckSummary;
  /** null while it is checked for the first time. */
  readonly tried: CheckSummary | null;
  readonly isSame: boolean;
  readonly isChecking: boolean;
}

const ROLL_FORWARD_WORDS: Readonly<Record<RollForwardLine, string>> = {
  opening: "Opening",
  inflow: "Inflows",
  outflow: "Outflows",
  breakDifference: "Break differences",
  closing: "Closing",
};

const SEVERITY_WORDS = { error: "Errors", warning: "Warnings", info: "Notices" } as const;

export function Comparison({ now, tried, isSame, isChecking }: ComparisonProps) {
  return (
    <div className="stack gap-5 comparison" aria-busy={isChecking}>
      <Verdicts {...{ now, tried, isSame }} />
      {tried === null ? null : <Figures {...{ now, tried }} />}
    </div>
  );
}

function Figures({ now, tried }: { readonly now: CheckSummary; readonly tried: CheckSummary }) {
  return (
    <>
      <div className="comparison-tables">
        <CompareTable
          title="Findings by rule"
          isCount
          empty="No findings."
          lines={[
            ...compareRules(now, tried).map((line) => ({
              ...line,
              key: line.rule,
              isFault: line.severity !== "info",
              words: (
                <span className="inline-row gap-1">
                  <SeverityMark severity={line.severity} bare />
                  <a href={hrefOf("exceptions", null, `rule=${line.rule}`)}>{ruleName(line.rule)}</a>
                </span>
              ),
            })),
            ...compareSeverities(now, tried).map((line, at) => ({
              ...line,
              key: line.severity,
              isFault: line.severity !== "info",
              words: SEVERITY_WORDS[line.severity],
              isTotal: at === 0,
            })),
          ]}
        />
        <div className="stack gap-5">
          {compareRollForwards(now, tried).map(({ currency, lines }) => (
            <CompareTable
              key={currency ?? ""}
              title={`Roll-forward, ${currencyName(currency)}`}
              empty=""
              lines={ROLL_FORWARD.map((line) => ({
                ...lines[line],
                key: line,
                words: ROLL_FORWARD_WORDS[line],
                isTotal: line === "closing",
              }))}
            />
          ))}
          <CompareTable
            title="Transactions by status"
            isCount
            empty="There are no transactions in this period."
            lines={compareSettlements(now, tried).map((line) => ({ ...line, key: line.words }))}
          />
        </div>
      </div>
      <Evidence tried={tried} />
    </>
  );
}

function Verdicts({ now, tried, isSame }: Pick<ComparisonProps, "now" | "tried" | "isSame">) {
  const nowWord = useNowWord();
  return (
    <dl className="stack gap-2 verdicts">
      <div>
        <dt>{capitalised(nowWord)}</dt>
        <dd className={isSame ? "verdict-tried" : "verdict-now"}>{now.verdict}</dd>
      </div>
      {isSame ? null : (
        <div>
          <dt>What if</dt>
          <dd className="verdict-tried">{tried?.verdict ?? "Checking…"}</dd>
        </div>
      )}
    </dl>
  );
}

function Evidence({ tried }: { readonly tried: CheckSummary }) {
  return (
    <section className="small quiet" aria-label="Evidence for the choices">
      <p>{conventionWords(tried)}</p>
      <p>{basisWords(tried)}</p>
      <p>{scopeEvidence(tried)}</p>
      {tried.skippedRules.map(({ rule, reason }) => (
        <p key={rule}>
          {ruleName(rule)} is skipped: {reason}
        </p>
      ))}
    </section>
  );
}
