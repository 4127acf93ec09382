/** Under which reading of the records the figures hold, why that one, and what was not checked. */
import type { ReactNode } from "react";
import { formatAmount, formatCount } from "../../../core/money.ts";
import { hrefOf } from "../../app/use-route.ts";
import type { CheckSummary } from "../../check/protocol.ts";
import { When } from "../../ui/values/when.tsx";
import { KeepRun } from "../../shared/decide/keep-run.tsx";
import { ruleName } from "../../shared/decide/finding-words.ts";
import { basisWords, conventionWords, scopeEvidence } from "../../shared/options/option-words.ts";

export function HowChecked({
  summary,
  decimals,
}: {
  readonly summary: CheckSummary;
  readonly decimals: number;
}) {
  const { options, asOfMs, skippedRules, capped } = summary;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ["Convention", conventionWords(summary)],
    ["Settlement basis", basisWords(summary)],
    ["Chain scope", scopeEvidence(summary)],
    [
      "Limits",
      `Tolerance ${formatAmount(options.tolerance, decimals)}, cut-off ${formatCount(options.cutoffDays, "day")}, days of ${options.timeZone}.`,
    ],
    ...(asOfMs === null
      ? []
      : [["As of", <When key="as-of" atMs={asOfMs} timeZone={options.timeZone} time />] as const]),
  ];
  return (
    <section className="overview-part" aria-labelledby="how-title">
      <div className="overview-head">
        <h2 id="how-title">How it was checked</h2>
        <a href={hrefOf("what-if")}>Try other options</a>
      </div>
      <dl className="how-facts">
        {facts.map(([name, words]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
        {skippedRules.map(({ rule, reason }) => (
          <div key={rule}>
            <dt>Not checked</dt>
            <dd>
              {ruleName(rule)}: {reason}
            </dd>
          </div>
        ))}
        {capped ? (
          <div>
            <dt>History</dt>
            <dd>A limit may have cut it short. Pull everything to see it from the start.</dd>
          </div>
        ) : null}
      </dl>
      <p className="how-keep">
        <KeepRun />
      </p>
    </section>
  );
}
