/** All that was done to a month, newest first; what no longer counts stays, with who ended it and why. */
import { Section } from "../../ui/layout/part.tsx";
import { useDisplayFormat } from "../../ui/values/display-format.tsx";
import type { CloseStep } from "../../../core/review/close/close.ts";
import { When } from "../../ui/values/when.tsx";
import { FrozenFormat, FrozenWallets } from "./month-figures.tsx";
import { decidedCountWords, historyLines, supersededWords } from "../../shared/months/close-words.ts";
import { ended } from "../../words/faults.ts";
import { stepTitle } from "../../../core/review/close/close-rules.ts";

interface CloseHistoryProps {
  /** Oldest first. */
  readonly steps: readonly CloseStep[];
}

export function CloseHistory({ steps }: CloseHistoryProps) {
  const { timeZone } = useDisplayFormat();
  if (steps.length === 0) return null;
  return (
    <Section title="History" level={3}>
      <ol className="stack close-history">
        {historyLines(steps).map(({ step, superseded }) => (
          <li key={step.id} className={superseded === null ? "" : "close-superseded"}>
            <p>
              <strong>{superseded === null ? stepTitle(step.step) : <s>{stepTitle(step.step)}</s>}</strong> by{" "}
              {step.by}, <When atMs={step.atMs} time />
              {superseded === null ? null : (
                <span className="quiet"> — {supersededWords(superseded, timeZone)}</span>
              )}
            </p>
            {step.note === "" ? null : <p className="quoted">{step.note}</p>}
            {step.frozen === null ? null : <Frozen step={step} frozen={step.frozen} />}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Frozen({
  step,
  frozen,
}: {
  readonly step: CloseStep;
  readonly frozen: NonNullable<CloseStep["frozen"]>;
}) {
  return (
    <>
      {frozen.overridden.length === 0 ? null : (
        <ul className="quiet" aria-label="Overridden">
          {frozen.overridden.map(({ kind, sentence }) => (
            <li key={kind}>Overridden: {ended(sentence)}</li>
          ))}
        </ul>
      )}
      <details className="close-frozen">
        <summary>
          {step.step === "sign-off" ? "Figures as signed" : "Figures as prepared"}: run {frozen.runId},{" "}
          {decidedCountWords(frozen.errors, "error")}
        </summary>
        <FrozenFormat of={frozen}>
          <FrozenWallets wallets={frozen.wallets} />
        </FrozenFormat>
        <p className="quiet">
          Check {frozen.runId} <code>{frozen.checkSha256.slice(0, 16)}…</code>, pull {frozen.pullId}, rules{" "}
          {frozen.rulesVersion}, Tieout {frozen.appVersion}.
        </p>
      </details>
    </>
  );
}
