/**
 * One month: how it stands in a sentence, its four steps, what stands in its way, its figures, its proof and
 * its history.
 */
import { useState } from "react";
import type { CloseStepKind } from "../../../core/review/close/close.ts";
import type { MonthFacts } from "../../../core/review/close/months.ts";
import type { MonthReport } from "../../../core/report/month-report.ts";
import { FaultOf } from "../../app/fault-of.tsx";
import { formatOfMonth, useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import { DisplayFormatProvider, useDisplayFormat } from "../../ui/values/display-format.tsx";
import { ReachNote } from "../../shared/restatements/reach-note.tsx";
import { RestatedMonth } from "../../shared/restatements/restated-month.tsx";
import { MONTH_TITLE_ID } from "../../shared/months/addresses.ts";
import { EvidencePart } from "../../shared/evidence/evidence-part.tsx";
import { Section } from "../../ui/layout/part.tsx";
import { CloseActions } from "./close-actions.tsx";
import { CloseHistory } from "./close-history.tsx";
import { MonthConclusion } from "./conclusion-note.tsx";
import { CloseStepper } from "./close-stepper.tsx";
import { MonthFilePart } from "./file/month-file-part.tsx";
import { LettersPart } from "./letters/letters-part.tsx";
import { MonthFigures } from "./month-figures.tsx";
import { ObstacleList } from "./obstacle-list.tsx";
import { OutstandingRoll } from "./outstanding/outstanding-roll.tsx";
import { PrepareDialog } from "./prepare-dialog.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { SignOffDialog } from "./sign-off-dialog.tsx";
import { ThreeWayProof } from "./three-way-proof.tsx";
import { useChangedSince, useMonthReport } from "../../shared/months/use-months.ts";
import { frozenWordOf, monthName, monthSentence, standingOf } from "../../shared/months/close-words.ts";

export function CloseMonth({ facts }: { readonly facts: MonthFacts }) {
  const ledger = useOpenLedger();
  const { timeZone } = ledger.settings;
  const { report, error, isReading, readAgain } = useMonthReport(facts.month);
  const { changed = null } = useChangedSince(facts.month, facts.state === "signed-off");
  const [asked, ask] = useState<CloseStepKind | null>(null);
  const close = () => ask(null);
  // What the list says is newer wherever both were asked for at once.
  const shown = report === undefined ? null : { ...report, facts };
  const { lead, rest, tone } = monthSentence(facts, { report: shown, changed }, timeZone);
  return (
    <DisplayFormatProvider of={formatOfMonth(ledger, facts.month)}>
      <article
        className="stack gap-5 scrolls shrinks close-month"
        aria-label={monthName(facts.month)}
        aria-busy={isReading}
      >
        <header className={`month-lead month-${tone}`}>
          <h2 id={MONTH_TITLE_ID} className="headline lands" tabIndex={-1}>
            {lead}
          </h2>
          {rest === "" ? null : <p className="subline">{rest}</p>}
        </header>
        <MonthConclusion facts={facts} />
        <CloseActions
          facts={facts}
          canPrepare={shown !== null}
          isReady={shown?.obstacles.length === 0}
          hasChanged={facts.state === "prepared" && (shown?.changes.length ?? 0) > 0}
          onAsk={ask}
        />
        <CloseStepper facts={facts} />
        {facts.state === "signed-off" ? <RestatedMonth month={facts.month} changed={changed} /> : null}
        {facts.state === "signed-off" ? <ReachNote month={facts.month} /> : null}
        {error === null ? null : <FaultOf error={error} onTryAgain={readAgain} />}
        {shown === null ? (
          error === null ? (
            <output className="quiet">Checking {monthName(facts.month)}…</output>
          ) : null
        ) : (
          <MonthBody report={shown} />
        )}
        <MonthFilePart facts={facts} />
        <LettersPart month={facts.month} />
        <Section title="Evidence" level={3}>
          <EvidencePart
            subject={{ kind: "month", month: facts.month }}
            words={monthName(facts.month)}
            group="Close"
          />
        </Section>
        <CloseHistory steps={facts.steps} />
        {asked === "prepare" && shown !== null ? <PrepareDialog report={shown} onClose={close} /> : null}
        {asked === "sign-off" ? <SignOffDialog facts={facts} onClose={close} /> : null}
        {asked === "review" || asked === "reopen" ? (
          <ReasonDialog step={asked} facts={facts} onClose={close} />
        ) : null}
      </article>
    </DisplayFormatProvider>
  );
}

function MonthBody({ report }: { readonly report: MonthReport }) {
  const { decimals } = useDisplayFormat();
  const { facts, obstacles } = report;
  const { prepared, signed } = standingOf(facts);
  const frozen = (signed ?? prepared)?.frozen ?? null;
  const frozenWord = frozenWordOf(facts);
  return (
    <>
      {facts.state === "signed-off" ? null : <ObstacleList month={facts.month} obstacles={obstacles} />}
      <MonthFigures report={report} frozen={frozen} />
      <ThreeWayProof proofs={report.proofs} {...{ frozen, frozenWord, decimals }} />
      <OutstandingRoll report={report} {...{ frozen, frozenWord }} />
    </>
  );
}
