/** What Close asks in a dialog: preparing, signing and reopening a month, its file and its letters. */
import { type ReactNode, useState } from "react";
import { PROGRAM_LIMITS } from "../../../core/report/journal-formats.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { JOURNAL_PARTS, JOURNAL_PROGRAMS } from "../../../core/review/file/journal.ts";
import { useWrittenFile } from "../../app/use-written-file.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { excerpt } from "../../../core/excerpt.ts";
import { type Point, unansweredOf } from "../../../core/review/close/points.ts";
import { hasWords } from "../../../core/review/decisions/note-rules.ts";
import { signWords } from "../../../core/report/lead/month-conclusion.ts";
import type { MonthReport } from "../../../core/report/month-report.ts";
import type { MonthFacts } from "../../../core/review/close/months.ts";
import type {
  ConfirmedBalance,
  Fluctuation,
  KeptMark,
  MonthFile,
  TickedStep,
} from "../../../core/review/file/month-file.ts";
import { comparedWords } from "../../../core/words/proof.ts";
import { usePreferences } from "../../app/providers.tsx";
import { useStatement } from "../../app/use-months.ts";
import { useApi, useBridge } from "../../bridge/api-provider.tsx";
import { useJobs } from "../../app/jobs-provider.tsx";
import { showFault } from "../../app/show-fault.ts";
import { WITHHOLDABLE, type Withholdable } from "../../../core/words/pack.ts";
import { CancelOr, Dialog } from "../../ui/dialog.tsx";
import { SwitchField } from "../../ui/switch-field.tsx";
import {
  anotherThanPreparer,
  decidedCountWords,
  isAnother,
  monthName,
  standingOf,
} from "../../shared/months/close-words.ts";
import { PointDialog } from "../../shared/months/point-list.tsx";
import { AcceptMonthDialog } from "../../shared/record/use-bank-accepting.tsx";
import { StepDialog } from "../../shared/months/step-dialog.tsx";
import { ended } from "../../ui/faults.tsx";
import { useDisplayFormat } from "../../ui/values.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { ConclusionIfSigned, useOwnSigner } from "./conclusion.tsx";
import { ConfirmDialog, ExplainDialog, TakeBackDialog, TickDialog } from "./file-dialogs.tsx";
import { WriteLetterDialog } from "./letter-line.tsx";
import { AnswerDialog, type LetterDialog, SentDialog } from "./letters.tsx";
import { TermsDialog, refused } from "./terms-dialog.tsx";
import { Sentences } from "../../ui/sentences.tsx";

export type CloseDialog =
  | LetterDialog
  | {
      readonly is:
        | "prepare"
        | "sign-off"
        | "return"
        | "reopen"
        | "terms"
        | "accept-lines"
        | "journal"
        | "pack";
    }
  | { readonly is: "point"; readonly again: Point }
  | { readonly is: "tick"; readonly step: TickedStep }
  | { readonly is: "confirm"; readonly balance: ConfirmedBalance; readonly isSame: boolean }
  | { readonly is: "take-back"; readonly kept: KeptMark }
  | { readonly is: "explain"; readonly fluctuation: Fluctuation };

interface AskedOfMonth {
  readonly asked: CloseDialog;
  readonly report: MonthReport;
  readonly file: MonthFile;
  readonly onClose: () => void;
}

export function AskedDialog({ asked, report, file, onClose }: AskedOfMonth): ReactNode {
  const { facts } = report;
  const { month } = facts;
  const ofFile = { month, onClose };
  switch (asked.is) {
    case "prepare":
      return <PrepareDialog report={report} onClose={onClose} />;
    case "sign-off":
      return <SignOffDialog facts={facts} onClose={onClose} />;
    case "return":
      return <ReturnDialog report={report} onClose={onClose} />;
    case "point":
      return <PointDialog facts={facts} finding={null} again={asked.again} onClose={onClose} />;
    case "reopen":
      return <ReopenDialog facts={facts} onClose={onClose} />;
    case "terms":
      return <TermsDialog file={file} onClose={onClose} />;
    case "tick":
      return <TickDialog {...ofFile} of={asked.step} />;
    case "confirm":
      return <ConfirmDialog {...ofFile} of={asked.balance} isSame={asked.isSame} />;
    case "take-back":
      return <TakeBackDialog {...ofFile} of={asked.kept} />;
    case "explain":
      return <ExplainDialog {...ofFile} of={asked.fluctuation} />;
    case "write-letter":
      return <WriteLetterDialog month={month} raised={report.raised} onClose={onClose} />;
    case "journal":
      return <JournalDialog month={month} onClose={onClose} />;
    case "pack":
      return <PackDialog {...ofFile} />;
    case "accept-lines":
      return <AcceptMonthDialog month={month} onClose={onClose} />;
    case "sent":
      return <SentDialog letter={asked.letter} onClose={onClose} />;
    case "answer":
      return <AnswerDialog letter={asked.letter} onClose={onClose} />;
  }
}

interface PrepareDialogProps {
  readonly report: MonthReport;
  readonly onClose: () => void;
}

/** Preparing a month: what blocks it, why it is prepared anyway, and the figures that are frozen. */
function PrepareDialog({ report, onClose }: PrepareDialogProps) {
  const { facts, obstacles, errors, warnings } = report;
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
      take={({ by, note }, api) => api["close.prepare"]({ month, by, override: isHindered ? note : null })}
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
          <Sentences of={obstacles.map(({ sentence }) => ended(sentence))} />
        </section>
      ) : null}
    </StepDialog>
  );
}

/** So long a name is typed before the conclusion is asked for, milliseconds. */
const TYPING_MS = 400;

function SignOffDialog({ facts, onClose }: { readonly facts: MonthFacts; readonly onClose: () => void }) {
  const { preferences } = usePreferences();
  const { month } = facts;
  const { prepared } = standingOf(facts);
  const preparer = prepared?.by ?? "";
  const [name, setName] = useState(
    isAnother(month, preparer, preferences.reviewer) ? preferences.reviewer : "",
  );
  const signer = useOwnSigner(facts, useSettled(name, TYPING_MS));
  const { data: statement } = useStatement(month, { signer });
  const { decimals } = useDisplayFormat();
  return (
    <StepDialog
      title={`Sign off ${monthName(month)}`}
      words={signWords(statement ?? null, decimals)}
      size="l"
      name={name}
      onName={setName}
      nameLabel="Reviewed and signed off by"
      nameHint={preparer === "" ? "" : `Someone other than ${preparer}, who prepared it.`}
      noteLabel="Note (optional)"
      assertName={anotherThanPreparer(facts)}
      take={(said, api) => api["close.signOff"]({ month, ...said })}
      done={({ pulls }) => `${monthName(month)} is signed off. ${comparedWords(pulls)}`}
      freezes
      onClose={onClose}
    >
      <p>Signing fixes what was prepared. Later changes from the service are shown beside it.</p>
      <ConclusionIfSigned facts={facts} signer={signer} />
      {prepared === null || prepared.note === "" ? null : (
        <p>
          {preparer} says: <span className="quoted">{prepared.note}</span>
        </p>
      )}
    </StepDialog>
  );
}

/** Returning a month to its preparer, with points: those that wait already, and those that are typed. */
function ReturnDialog({ report: { facts, points }, onClose }: PrepareDialogProps) {
  const { month } = facts;
  const name = monthName(month);
  const preparer = standingOf(facts).prepared?.by ?? "the preparer";
  const waiting = unansweredOf(points);
  return (
    <StepDialog
      title={`Return ${name} to ${preparer}`}
      words="Return"
      nameLabel="Reviewed by"
      assertName={anotherThanPreparer(facts, "return it")}
      noteAsk={waiting.length === 0 ? "Write at least one point" : null}
      noteLabel="Points on the month, one a line"
      noteHint="Points on a finding are made in Exceptions."
      take={({ by, note }, api) => {
        const texts = note.split("\n").filter(hasWords);
        const asked = texts.map((text) => ({ text: text.trim(), fingerprint: null }));
        return api["close.return"]({ month, by, points: asked });
      }}
      done={`${name} is back with ${preparer}`}
      onClose={onClose}
    >
      {waiting.length === 0 ? null : (
        <section aria-label="Points that wait for an answer">
          <ul>
            {waiting.map(({ id, note }) => (
              <li key={id}>
                Point {id}: {excerpt(note)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </StepDialog>
  );
}

function ReopenDialog({ facts, onClose }: { readonly facts: MonthFacts; readonly onClose: () => void }) {
  const { month } = facts;
  const name = monthName(month);
  return (
    <StepDialog
      title={`Reopen ${name}`}
      words="Reopen"
      nameLabel="Reopened by"
      noteAsk="Enter a reason to reopen the month"
      noteLabel="Why"
      take={(said, api) => api["close.reopen"]({ month, ...said })}
      done={`${name} is open again`}
      onClose={onClose}
    >
      <p>{reopenWords(facts)}</p>
    </StepDialog>
  );
}

function reopenWords(facts: MonthFacts): string {
  const { signed } = standingOf(facts);
  return signed === null
    ? "The preparation no longer counts. The month is open again and keeps its history."
    : `The signature of ${signed.by} no longer counts, and the month is open again. Its history keeps the signature and the signed figures.`;
}

const PROGRAMS = JOURNAL_PROGRAMS.map((id) => ({ id, label: PROGRAM_LIMITS[id].name }));
const PART_WORDS = { day: "Each day", month: "The month as one entry" } as const;
const PARTS = JOURNAL_PARTS.map((id) => ({ id, label: PART_WORDS[id] }));
const ENDINGS = { excel: "xlsx", hledger: "journal" } as const;

interface JournalDialogProps {
  readonly month: Month;
  readonly onClose: () => void;
}

/** Releasing a month's journal for the program that keeps the trader's books. */
function JournalDialog({ month, onClose }: JournalDialogProps) {
  const { fetchFile } = useBridge();
  const { get } = useWrittenFile();
  const [program, setProgram] = useState<(typeof JOURNAL_PROGRAMS)[number]>("qbo");
  const [each, setEach] = useState<(typeof JOURNAL_PARTS)[number]>("day");
  const [currency, setCurrency] = useState("");
  const [taxRate, setTaxRate] = useState("");
  return (
    <StepDialog
      title={`Write the journal of ${monthName(month)}`}
      words="Write journal"
      nameLabel="Released by"
      noteLabel="Why it is posted otherwise now (if it was released before)"
      take={async (said, api) => {
        const ending = program === "excel" || program === "hledger" ? ENDINGS[program] : "csv";
        const suggestedName = `Journal ${month}.${ending}`;
        const { file: target } = await api["files.chooseToSave"]({ purpose: "journal", suggestedName });
        if (target === null) throw refused("CANCELLED", "No place was chosen");
        const { file, release, isNew } = await api["journal.release"]({
          month,
          program,
          each,
          currency: currency.trim() === "" ? null : currency.trim(),
          taxRate: program === "xero" ? taxRate : null,
          target: target.handle,
          ...said,
        });
        if (fetchFile !== null) await get(file);
        return { release, isNew };
      }}
      done={({ release, isNew }) =>
        isNew ? `Journal ${release} is released` : `Journal ${release} is written again as it was released`
      }
      onClose={onClose}
    >
      {(submit) => (
        <>
          <p>
            What is undecided waits on suspense, by its cause. A month is released once: the same again is the
            same file, and what changed since is a reversal and its successor.
          </p>
          <SelectField label="For" value={program} options={PROGRAMS} onChange={setProgram} />
          <SelectField label="An entry for" value={each} options={PARTS} onChange={setEach} />
          <TextField
            label="Currency"
            hint="Only where wallets of several currencies moved"
            value={currency}
            onChange={setCurrency}
            onEnter={submit}
          />
          {program === "xero" ? (
            <TextField
              label="Tax rate of the lines"
              hint="As Xero names it, such as Tax Exempt"
              value={taxRate}
              onChange={setTaxRate}
              onEnter={submit}
            />
          ) : null}
        </>
      )}
    </StepDialog>
  );
}

/** Packing a month for somebody without its ledger: what is left out, then where to. */
function PackDialog({ month, onClose }: JournalDialogProps) {
  const api = useApi();
  const { take } = useJobs();
  const [without, setWithout] = useState<readonly Withholdable[]>([]);
  const pack = async () => {
    const suggestedName = `${monthName(month)}.tieout-proof.zip`;
    const { file } = await api["files.chooseToSave"]({ purpose: "pack", suggestedName });
    if (file === null) return;
    take(await api["close.pack"]({ month, target: file.handle, without: [...without] }));
    onClose();
  };
  return (
    <Dialog
      title={`Pack the evidence of ${monthName(month)}`}
      onClose={onClose}
      actions={<CancelOr words="Pack…" onDo={() => void pack().catch(showFault)} />}
    >
      <p>
        What is left out stays checkable by its hash. Without any of it workbook, binder and evidence are left
        out, too.
      </p>
      {WITHHOLDABLE.map((one) => (
        <SwitchField
          key={one}
          isSelected={without.includes(one)}
          onChange={(isOut) => setWithout(isOut ? [...without, one] : without.filter((kept) => kept !== one))}
        >
          Leave out {one}
        </SwitchField>
      ))}
    </Dialog>
  );
}
