/** Under which reading of the records the figures hold, why that one, and what was not checked. */
import { Section } from "../../ui/layout/part.tsx";
import { type FactLine, Facts } from "../../ui/layout/facts.tsx";
import { DisplayFormatProvider, useDisplayFormat } from "../../ui/values/display-format.tsx";
import { formatAmount, formatCount } from "../../../core/money.ts";
import { hrefOf } from "../../app/use-route.ts";
import type { CheckSummary } from "../../check/protocol.ts";
import { When } from "../../ui/values/when.tsx";
import { MEANINGS } from "./meanings.ts";
import { KeepRun } from "../../shared/decide/keep-run.tsx";
import { ruleName } from "../../../core/words/rule.ts";
import { cutSentence } from "../../../core/words/evidence.ts";
import { basisWords, conventionWords, scopeEvidence } from "../../shared/options/option-words.ts";

export function HowChecked({ summary }: { readonly summary: CheckSummary }) {
  const { decimals } = useDisplayFormat();
  const { options, asOfMs, skippedRules } = summary;
  const facts: readonly FactLine[] = [
    ["Convention", conventionWords(summary)],
    ["Settlement basis", basisWords(summary)],
    ["Chain scope", scopeEvidence(summary)],
    [
      "Limits",
      `Tolerance ${formatAmount(options.tolerance, decimals)}, cut-off ${formatCount(options.cutoffDays, "day")}, days in ${options.timeZone}.`,
    ],
    ...(asOfMs === null
      ? []
      : [
          [
            "As of",
            <DisplayFormatProvider key="as-of" of={{ decimals, timeZone: options.timeZone }}>
              <When atMs={asOfMs} time />
            </DisplayFormatProvider>,
          ] as const,
        ]),
    ...skippedRules.map(({ rule, reason }): FactLine => ["Not checked", `${ruleName(rule)}: ${reason}`]),
    ["History", cutSentence(summary, "Pull everything again")],
  ];
  return (
    <Section
      title="How it was checked"
      level={2}
      meaning={MEANINGS.checked}
      aside={<a href={hrefOf("what-if")}>Try other options</a>}
    >
      <Facts look="stacked" facts={facts} />
      <p className="how-keep">
        <KeepRun />
      </p>
    </Section>
  );
}
