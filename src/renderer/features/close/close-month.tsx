/** One month in one screen: its conclusion, the steps of its close, and folded to a line each, what it rests on. */
import { useState } from "react";
import { formatCount } from "../../../core/money.ts";
import { keptWords } from "../../../core/review/file/confirmation-words.ts";
import type { KeptMark, MonthFile } from "../../../core/review/file/month-file.ts";
import { type CloseStep, STEPS } from "../../../core/review/close/close.ts";
import { mayFollow, stepTitle } from "../../../core/review/close/close-rules.ts";
import { type MonthFacts, monthBefore } from "../../../core/review/close/months.ts";
import { otherRulesWords } from "../../../core/review/close/differences.ts";
import { isUnchanged } from "../../../core/review/close/since.ts";
import { capitalised } from "../../../core/sentence.ts";
import type { MonthReport } from "../../../core/report/month-report.ts";
import { FaultOf, formatOfMonth, useOpenLedger } from "../../app/providers.tsx";
import { useAnswer } from "../../app/use-answer.ts";
import { useStatement } from "../../app/use-months.ts";
import { useNowWord } from "../../rows/moment-provider.tsx";
import { EvidencePart, useEvidence } from "../../shared/decide/evidence-part.tsx";
import { ResolveBars } from "../../shared/decide/resolve-bars.tsx";
import { MONTH_TITLE_ID } from "../../shared/months/addresses.ts";
import {
  decidedCountWords,
  frozenWordOf,
  historyLines,
  monthName,
  standingOf,
  standingWords,
  supersededWords,
} from "../../shared/months/close-words.ts";
import { ReachNote, RestatedMonth } from "../../shared/restatements/restatement-table.tsx";
import { Button } from "../../ui/button.tsx";
import { ended } from "../../ui/faults.tsx";
import { Fold } from "../../ui/fold.tsx";
import { DisplayFormatProvider, useDisplayFormat, whenText, SaidBy } from "../../ui/values.tsx";
import { AskedDialog, type CloseDialog } from "./close-dialogs.tsx";
import { CloseSteps } from "./close-steps.tsx";
import { MonthConclusion } from "./conclusion.tsx";
import { FluctuationTable, movedWords } from "./file-parts.tsx";
import { FrozenFormat, FrozenWallets, MonthFigures } from "./month-figures.tsx";
import { OutstandingRoll, ThreeWayProof } from "./three-way-proof.tsx";
import { warn } from "../../ui/toast.tsx";

export function CloseMonth({ facts }: { readonly facts: MonthFacts }) {
  const ledger = useOpenLedger();
  const { month, state } = facts;
  const { data: report, error, isReading, readAgain } = useAnswer("close.read", { month });
  const { data: file, error: fileError, readAgain: readFile } = useAnswer("file.read", { month });
  const { data: letters, error: letterError, readAgain: readLetters } = useAnswer("letter.list", {});
  const { data: since } = useAnswer("close.changed", state === "signed-off" ? { month } : null);
  const changed = since?.changed ?? null;
  const isChanged = changed !== null && !isUnchanged(changed);
  const [asked, setAsked] = useState<CloseDialog | null>(null);
  const close = () => setAsked(null);
  const ask = (next: CloseDialog) => {
    if (next.is === "write-letter" && report?.raised.total === 0) {
      const words = `Nothing is raised in ${monthName(month)}`;
      warn(words, "There is nothing to ask the provider.");
    } else setAsked(next);
  };
  // What the list says is newer wherever both were asked for at once.
  const shown = report === undefined ? null : { ...report, facts };
  const own = letters?.letters.filter(({ letter }) => letter.month === month);
  const isWhole = shown !== null && file !== undefined && own !== undefined;
  return (
    <DisplayFormatProvider of={formatOfMonth(ledger, month)}>
      <article
        className="stack gap-3 scrolls shrinks close-month pad-x-5 pad-y-2"
        aria-label={monthName(month)}
        aria-busy={isReading}
      >
        <MonthHead facts={facts} isChanged={isChanged} />
        {state === "signed-off" ? <RestatedMonth month={month} changed={changed} /> : null}
        <MonthConclusion facts={facts} />
        {state === "signed-off" ? <ReachNote month={month} /> : null}
        <FaultOf error={error} onTryAgain={readAgain} />
        <FaultOf error={fileError} onTryAgain={readFile} />
        <FaultOf error={letterError} onTryAgain={readLetters} />
        {isWhole ? (
          <>
            <CloseSteps report={shown} file={file} letters={own} onAsk={ask} />
            <div>
              <MonthFolds report={shown} file={file} onAsk={ledger.readOnly === null ? ask : null} />
            </div>
            {asked === null ? null : <AskedDialog asked={asked} report={shown} file={file} onClose={close} />}
          </>
        ) : error === null && fileError === null && letterError === null ? (
          <output className="quiet">Checking {monthName(month)}…</output>
        ) : null}
      </article>
    </DisplayFormatProvider>
  );
}

interface MonthHeadProps {
  readonly facts: MonthFacts;
  /** Whether anything changed since it was signed: what says so says who signed. */
  readonly isChanged: boolean;
}

/** What is left to resolve of the month as it is shown, and how it stands. */
function MonthHead({ facts, isChanged }: MonthHeadProps) {
  const { timeZone } = useDisplayFormat();
  const { data: statement } = useStatement(facts.month, NOW);
  const standing = facts.steps.length === 0 || isChanged ? "" : standingWords(facts, timeZone);
  const rest = [standing, statement?.headline.rest ?? ""].filter((words) => words !== "");
  return (
    <header className="stack gap-1 month-lead">
      <h2 id={MONTH_TITLE_ID} className="headline lands" tabIndex={-1}>
        {statement?.headline.lead ?? monthName(facts.month)}
      </h2>
      {rest.length === 0 ? null : <p className="quiet">{rest.join(" ")}</p>}
      {statement === undefined ? null : (
        <ResolveBars
          amounts={statement.currencies.map(({ currency, exceptions }) => ({ currency, totals: exceptions }))}
          month={facts.month}
        />
      )}
    </header>
  );
}

const NOW = {} as const;

interface MonthFoldsProps {
  readonly report: MonthReport;
  readonly file: MonthFile;
  readonly onAsk: ((asked: CloseDialog) => void) | null;
}

/** What the conclusion rests on, each in a line. */
function MonthFolds({ report, file, onAsk }: MonthFoldsProps) {
  const { decimals } = useDisplayFormat();
  const nowWord = useNowWord();
  const { facts } = report;
  const { month } = facts;
  const { prepared, signed } = standingOf(facts);
  const frozen = (signed ?? prepared)?.frozen ?? null;
  const frozenWord = frozenWordOf(facts);
  // Which figures a line is of, it says where there are others.
  const isChanged = frozen !== null && report.changes.length > 0;
  const ofFrozen = isChanged ? `, ${frozenWord}` : "";
  const ofNow = isChanged ? `, ${nowWord}` : "";
  const canMark = onAsk !== null && facts.state !== "signed-off";
  return (
    <>
      <MonthFigures report={report} {...{ frozen, ofFrozen }} />
      <ThreeWayProof proofs={report.proofs} {...{ facts, frozen, frozenWord, ofFrozen, ofNow }} />
      <OutstandingRoll report={report} {...{ frozen, frozenWord, ofFrozen, ofNow }} />
      <Fold
        title={`Compared with ${monthName(monthBefore(month))}`}
        result={`${movedWords(file, decimals)}${ofNow}`}
      >
        <FluctuationTable
          month={month}
          fluctuations={file.fluctuations}
          onExplain={canMark ? (fluctuation) => onAsk({ is: "explain", fluctuation }) : null}
        />
        {file.kept.map((one) => (
          <p key={JSON.stringify([one.wallet, one.subject])} className="tone-warning breaks">
            {keptWords(one, decimals)}. <TakeBack kept={one} onAsk={canMark ? onAsk : null} />
          </p>
        ))}
      </Fold>
      <EvidenceFold facts={facts} />
      <CloseHistory facts={facts} onAsk={onAsk} />
    </>
  );
}

interface TakeBackProps {
  readonly kept: KeptMark;
  readonly onAsk: ((asked: CloseDialog) => void) | null;
}

/** A confirmation can be taken back; a note on a figure that there is no more says nothing of any. */
function TakeBack({ kept, onAsk }: TakeBackProps) {
  if (kept.subject.kind !== "confirmation" || onAsk === null) return null;
  return (
    <Button size="s" variant="quiet" onPress={() => onAsk({ is: "take-back", kept })} words="Take back…" />
  );
}

function EvidenceFold({ facts: { month } }: { readonly facts: MonthFacts }) {
  const { evidence } = useEvidence({ kind: "month", month });
  const count = evidence?.filter(({ withdrawn }) => withdrawn === null).length ?? 0;
  return (
    <Fold title="Evidence" result={count === 0 ? "none" : formatCount(count, "file")} isKept>
      <EvidencePart subject={{ kind: "month", month }} words={monthName(month)} group="Close" />
    </Fold>
  );
}

interface CloseHistoryProps {
  readonly facts: MonthFacts;
  readonly onAsk: ((asked: CloseDialog) => void) | null;
}

/** All that was done to a month, newest first; what no longer counts stays, with who ended it and why. */
function CloseHistory({ facts: { state, steps }, onAsk }: CloseHistoryProps) {
  const { timeZone } = useDisplayFormat();
  const last = steps.at(-1);
  if (last === undefined) return null;
  const lastWords = `${STEPS[last.step].done} by ${last.by}, ${whenText(last.atMs, timeZone, false)}`;
  return (
    <Fold title="History" result={`${formatCount(steps.length, "step")}; last: ${lastWords}`}>
      {onAsk === null || !mayFollow(state, "reopen") ? null : (
        <p className="beside gap-2">
          {mayFollow(state, "prepare") ? (
            <Button size="s" onPress={() => onAsk({ is: "prepare" })} words="Prepare again…" />
          ) : null}
          <Button size="s" onPress={() => onAsk({ is: "reopen" })} words="Reopen…" />
        </p>
      )}
      <ol>
        {historyLines(steps).map(({ step, superseded }) => (
          <li key={step.id} className="stack gap-1 edge-below pad-y-2">
            <p>
              <strong className={superseded === null ? undefined : "quiet"}>
                {superseded === null ? stepTitle(step.step) : <s>{stepTitle(step.step)}</s>}
              </strong>{" "}
              <SaidBy said={{ ...step, note: "" }} />
              {superseded === null ? null : (
                <span className="quiet"> — {supersededWords(superseded, timeZone)}</span>
              )}
            </p>
            {step.note === "" ? null : <p className="quoted">{step.note}</p>}
            {step.frozen === null ? null : <Frozen step={step} frozen={step.frozen} />}
          </li>
        ))}
      </ol>
    </Fold>
  );
}

function Frozen({
  step,
  frozen,
}: {
  readonly step: CloseStep;
  readonly frozen: NonNullable<CloseStep["frozen"]>;
}) {
  const rules = otherRulesWords(frozen);
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
        <summary className="quiet">
          {step.step === "sign-off" ? "Figures as signed" : "Figures as prepared"}: run {frozen.runId},{" "}
          {decidedCountWords(frozen.errors, "error")}
        </summary>
        <FrozenFormat of={frozen}>
          <FrozenWallets wallets={frozen.wallets} />
        </FrozenFormat>
        <p className="quiet">
          Check {frozen.runId} <code>{frozen.checkSha256.slice(0, 16)}…</code>, pull {frozen.pullId}, rules{" "}
          {frozen.rulesVersion}, Tieout {frozen.appVersion}.{" "}
          {rules === null ? null : ended(capitalised(rules))}
        </p>
      </details>
    </>
  );
}
