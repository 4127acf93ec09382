/** One month: how it stands, its four steps, what stands in its way, its figures, proof and history. */
import type { MonthFacts } from "../../../core/review/close/months.ts";
import { When, DisplayFormatProvider, useDisplayFormat } from "../../ui/values.tsx";
import {
  type Stage,
  stagesOf,
  frozenWordOf,
  monthName,
  monthSentence,
  standingOf,
  decidedCountWords,
  historyLines,
  supersededWords,
} from "../../shared/months/close-words.ts";
import { useState, type ReactNode } from "react";
import type { CloseStepKind, CloseStep, Month } from "../../../core/review/close/close.ts";
import type { MonthReport } from "../../../core/report/month-report.ts";
import { FaultOf, formatOfMonth, useOpenLedger } from "../../app/providers.tsx";
import { ReachNote, RestatedMonth } from "../../shared/restatements/restatement-table.tsx";
import { MONTH_TITLE_ID } from "../../shared/months/addresses.ts";
import { EvidencePart } from "../../shared/decide/evidence-part.tsx";
import { Section } from "../../ui/part.tsx";
import {
  CloseActions,
  MonthConclusion,
  ObstacleList,
  ConclusionIfSigned,
  Obstacles,
} from "./close-actions.tsx";
import { MonthFilePart } from "./month-file-part.tsx";
import { MonthFigures, SignOffDialog, FrozenFormat, FrozenWallets } from "./month-figures.tsx";
import { OutstandingRoll } from "./outstanding-roll.tsx";
import { ThreeWayProof } from "./three-way-proof.tsx";
import { useAnswer } from "../../app/use-answer.ts";
import { ended } from "../../ui/faults.tsx";
import { stepTitle } from "../../../core/review/close/close-rules.ts";
import type { RecordedLetter } from "../../../core/review/letters/letters.ts";
import { Button } from "../../ui/button.tsx";
import { LetterLine, WriteLetterDialog } from "./letter-line.tsx";
import { letterName } from "../../../core/review/letters/letter-words.ts";
import type { FileFacts } from "../../../ipc/values.ts";
import { useApi } from "../../bridge/api-provider.tsx";
import { useFiles } from "../../app/use-files.ts";
import { showFault } from "../../app/show-fault.ts";
import { StepDialog } from "../../shared/months/step-dialog.tsx";
import { DayField, dayIn } from "./day-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { comparedWords } from "../../../core/words/proof.ts";

const SIGNS: Readonly<Record<Stage["is"], string>> = { done: "✓", passed: "–", here: "●", ahead: "○" };
const LOOKS: Readonly<Record<Stage["is"], string>> = {
  done: "medium",
  passed: "light faint",
  here: "strong",
  ahead: "light faint",
};
const SPOKEN: Readonly<Record<Stage["is"], string>> = {
  done: "done",
  passed: "skipped",
  here: "current step",
  ahead: "to do",
};

/** The four steps of a month in a row: which were taken, by whom and when, and which come next. */
function CloseStepper({ facts }: { readonly facts: MonthFacts }) {
  return (
    <ol className="stepper" aria-label="Steps of the close">
      {stagesOf(facts).map(({ state, words, is, step }) => (
        <li
          key={state}
          className={`stack gap-half stage stage-${is}`}
          aria-current={is === "here" ? "step" : undefined}
        >
          <span className={LOOKS[is]}>
            <span className={`sign tone-${is === "ahead" ? "quiet" : "accent"}`} aria-hidden="true">
              {SIGNS[is]}
            </span>{" "}
            {words}
            <span className="only-spoken">, {SPOKEN[is]}</span>
          </span>
          <span className="small quiet breaks pad-x-4">
            {step === null ? null : (
              <>
                {step.by}
                <br />
                <When atMs={step.atMs} time />
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

export function CloseMonth({ facts }: { readonly facts: MonthFacts }) {
  const ledger = useOpenLedger();
  const { timeZone } = ledger.settings;
  const { month, state } = facts;
  const { data: report, error, isReading, readAgain } = useAnswer("close.read", { month });
  const { data: since } = useAnswer("close.changed", state === "signed-off" ? { month } : null);
  const changed = since?.changed ?? null;
  const [asked, ask] = useState<CloseStepKind | null>(null);
  const close = () => ask(null);
  // What the list says is newer wherever both were asked for at once.
  const shown = report === undefined ? null : { ...report, facts };
  const { lead, rest, tone } = monthSentence(facts, { report: shown, changed }, timeZone);
  return (
    <DisplayFormatProvider of={formatOfMonth(ledger, facts.month)}>
      <article
        className="stack gap-5 scrolls shrinks close-month pad-x-5 pad-y-4"
        aria-label={monthName(facts.month)}
        aria-busy={isReading}
      >
        <header className="month-lead">
          <h2 id={MONTH_TITLE_ID} className="headline lands" tabIndex={-1}>
            {lead}
          </h2>
          {rest === "" ? null : (
            <p className={tone === "warning" ? "subline note tone-warning" : "subline"}>{rest}</p>
          )}
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
        <FaultOf error={error} onTryAgain={readAgain} />
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

interface CloseHistoryProps {
  /** Oldest first. */
  readonly steps: readonly CloseStep[];
}

/** All that was done to a month, newest first; what no longer counts stays, with who ended it and why. */
function CloseHistory({ steps }: CloseHistoryProps) {
  const { timeZone } = useDisplayFormat();
  if (steps.length === 0) return null;
  return (
    <Section title="History" level={3}>
      <ol>
        {historyLines(steps).map(({ step, superseded }) => (
          <li key={step.id} className="stack gap-1 edge-below pad-y-2">
            <p>
              <strong className={superseded === null ? undefined : "quiet"}>
                {superseded === null ? stepTitle(step.step) : <s>{stepTitle(step.step)}</s>}
              </strong>{" "}
              by {step.by}, <When atMs={step.atMs} time />
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
        <summary className="quiet">
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

/** What is asked in a dialog. */
type LetterDialog =
  | { readonly is: "write" }
  | { readonly is: "sent"; readonly letter: RecordedLetter }
  | { readonly is: "answer"; readonly letter: RecordedLetter };

/** The letters of a month to the provider: writing one, recording that it was sent, and its answers. */
function LettersPart({ month }: { readonly month: Month }) {
  const { readOnly } = useOpenLedger();
  const { data: report, error, readAgain } = useAnswer("letter.list", {});
  const [asked, ask] = useState<LetterDialog | null>(null);
  const canRecord = readOnly === null;
  const letters = report?.letters.filter(({ letter }) => letter.month === month);
  return (
    <Section
      title="Letters to the provider"
      level={3}
      aside={
        canRecord ? (
          <Button size="s" onPress={() => ask({ is: "write" })}>
            Write letter…
          </Button>
        ) : null
      }
    >
      <FaultOf error={error} onTryAgain={readAgain} />
      {letters?.length === 0 ? <p className="quiet">No letter of this month is recorded.</p> : null}
      {letters === undefined || letters.length === 0 ? null : (
        <ol className="stack gap-3" aria-label="Letters">
          {letters.map((standing) => (
            <LetterLine
              key={standing.letter.ref}
              standing={standing}
              onSent={canRecord ? () => ask({ is: "sent", letter: standing.letter }) : null}
              onAnswer={canRecord ? () => ask({ is: "answer", letter: standing.letter }) : null}
            />
          ))}
        </ol>
      )}
      {asked === null ? null : dialogOf(asked, month, () => ask(null))}
    </Section>
  );
}

function dialogOf(asked: LetterDialog, month: Month, onClose: () => void): ReactNode {
  switch (asked.is) {
    case "write":
      return <WriteLetterDialog month={month} onClose={onClose} />;
    case "sent":
      return <SentDialog letter={asked.letter} onClose={onClose} />;
    case "answer":
      return <AnswerDialog letter={asked.letter} onClose={onClose} />;
  }
}

interface AnswerDialogProps {
  readonly letter: RecordedLetter;
  readonly onClose: () => void;
}

/** Records an answer to a letter: its date, what it says, and the answer as a file. */
function AnswerDialog({ letter: { ref }, onClose }: AnswerDialogProps) {
  const api = useApi();
  const { pick } = useFiles();
  const [on, setOn] = useState("");
  const [file, setFile] = useState<FileFacts | null>(null);
  const name = letterName(ref);
  const choose = () => {
    pick("evidence").then(([first]) => setFile(first ?? file), showFault);
  };
  return (
    <StepDialog
      title={`Record an answer to ${name}`}
      words="Record"
      nameAsk="Enter your name to record the answer"
      nameLabel="Recorded by"
      noteAsk="Write what the answer says"
      noteLabel="What the answer says"
      isLast
      take={async (said) => {
        const given = { letter: ref, on: dayIn(on), file: file?.handle ?? null, evidence: null };
        return api["letter.answered"]({ ...given, ...said });
      }}
      done={`The answer to ${name} is recorded`}
      onClose={onClose}
    >
      {(submit) => (
        <>
          <DayField label="Date of the answer" value={on} onChange={setOn} onEnter={submit} />
          <p className="beside gap-2">
            <Button size="s" onPress={choose}>
              {file === null ? "Add file…" : "Choose another file…"}
            </Button>
            {file === null ? (
              <span className="quiet">A file becomes evidence of the month.</span>
            ) : (
              <bdi>{file.name}</bdi>
            )}
          </p>
        </>
      )}
    </StepDialog>
  );
}

interface SentDialogProps {
  readonly letter: RecordedLetter;
  readonly onClose: () => void;
}

/** Records that a letter was sent: on which day, to whom and how; or corrects that. */
function SentDialog({ letter: { ref, sent }, onClose }: SentDialogProps) {
  const api = useApi();
  const [on, setOn] = useState<string>(sent?.on ?? "");
  const [to, setTo] = useState(sent?.to ?? "");
  const [how, setHow] = useState(sent?.how ?? "");
  const name = letterName(ref);
  return (
    <StepDialog
      title={sent === null ? `Record that ${name} was sent` : `Correct how ${name} was sent`}
      words="Record"
      nameAsk="Enter your name to record the sending"
      nameLabel="Recorded by"
      noteAsk={sent === null ? null : "Write why it is corrected"}
      noteLabel={sent === null ? "Note (optional)" : "Why it is corrected"}
      isLast
      take={async (said) => api["letter.sent"]({ letter: ref, on: dayIn(on), to, how, ...said })}
      done={`${name} is recorded as sent`}
      onClose={onClose}
    >
      {(submit) => (
        <>
          <DayField label="Sent on" value={on} onChange={setOn} onEnter={submit} />
          <TextField label="Sent to" value={to} onChange={setTo} onEnter={submit} />
          <TextField label="How (optional)" value={how} onChange={setHow} onEnter={submit} />
        </>
      )}
    </StepDialog>
  );
}

interface PrepareDialogProps {
  readonly report: MonthReport;
  readonly onClose: () => void;
}

/** Preparing a month: what blocks it, why it is prepared anyway, and the figures that are frozen. */
function PrepareDialog({ report, onClose }: PrepareDialogProps) {
  const api = useApi();
  const { facts, obstacles, wallets, errors, warnings } = report;
  const { month } = facts;
  const isHindered = obstacles.length > 0;
  return (
    <StepDialog
      title={`Prepare ${monthName(month)}`}
      words={isHindered ? "Prepare anyway" : "Prepare"}
      size="l"
      nameLabel="Prepared by"
      nameHint="Another person signs it off."
      noteAsk={isHindered ? "To prepare the month anyway, write a note that says why" : null}
      noteLabel={isHindered ? "Why it is prepared anyway" : null}
      noteHint="The note stays with the month. The person who signs reads it."
      take={({ by, note }) => api["close.prepare"]({ month, by, override: isHindered ? note : null })}
      done={({ pulls }) => `${monthName(month)} is prepared. ${comparedWords(pulls)}`}
      freezes
      onClose={onClose}
    >
      <p>
        Preparing saves this check: {decidedCountWords(errors, "error")},{" "}
        {decidedCountWords(warnings, "warning")}. A second person signs exactly this.
      </p>
      <ConclusionIfSigned facts={facts} signer={null} />
      {isHindered ? (
        <section aria-label="To resolve first">
          <Obstacles month={month} obstacles={obstacles} />
        </section>
      ) : null}
      <FrozenWallets wallets={wallets} />
    </StepDialog>
  );
}

interface ReasonDialogProps {
  readonly step: "review" | "reopen";
  readonly facts: MonthFacts;
  readonly onClose: () => void;
}

/** Beginning a review, or reopening a month with a reason; a signature from before stays in its history. */
function ReasonDialog({ step, facts, onClose }: ReasonDialogProps) {
  const api = useApi();
  const { month } = facts;
  const name = monthName(month);
  const isReview = step === "review";
  return (
    <StepDialog
      title={isReview ? `Begin review of ${name}` : `Reopen ${name}`}
      words={isReview ? "Begin review" : "Reopen"}
      nameLabel={isReview ? "Review begun by" : "Reopened by"}
      noteAsk={isReview ? null : "Enter a reason to reopen the month"}
      noteLabel={isReview ? null : "Why"}
      take={({ by, note }) =>
        isReview ? api["close.review"]({ month, by }) : api["close.reopen"]({ month, by, note })
      }
      done={isReview ? `${name} is in review` : `${name} is in review again`}
      onClose={onClose}
    >
      <p>{isReview ? "This shows others that someone is working on the month." : reopenWords(facts)}</p>
    </StepDialog>
  );
}

function reopenWords(facts: MonthFacts): string {
  const { signed } = standingOf(facts);
  return signed === null
    ? "The preparation no longer counts. The month is in review again and keeps its history."
    : `The signature of ${signed.by} no longer counts, and the month is in review again. Its history keeps the signature and the signed figures.`;
}
