/** One letter: whether it was sent and answered, and how each of its questions stands. */
import {
  ITEM_WORDS,
  answerWords,
  askedRecordWords,
  letterCountWords,
  letterStateWords,
  letterName,
  raisedWords,
} from "../../../core/review/letters/letter-words.ts";
import type { MonthReport } from "../../../core/report/month-report.ts";
import type { LetterStanding } from "../../../core/review/letters/letters.ts";
import { ruleName } from "../../../core/words/rule.ts";
import { Button } from "../../ui/button.tsx";
import { Table } from "../../ui/table.tsx";
import { refused } from "./terms-dialog.tsx";
import { useState } from "react";
import type { Month } from "../../../core/review/close/close.ts";
import { useBridge } from "../../bridge/api-provider.tsx";
import { useWrittenFile } from "../../app/use-written-file.ts";
import { monthName } from "../../shared/months/close-words.ts";
import { StepDialog } from "../../shared/months/step-dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { dayIn } from "./day-field.tsx";
import { SaidBy, useDisplayFormat } from "../../ui/values.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { useAnswer } from "../../app/use-answer.ts";
import { FaultOf } from "../../app/providers.tsx";
import { currencyAmount } from "../../../core/words/currency.ts";
import { isDay } from "../../../core/time.ts";
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { Letter, LetterPreview } from "../../../core/report/letter.ts";

interface LetterLineProps {
  readonly standing: LetterStanding;
  readonly onSent: (() => void) | null;
  readonly onAnswer: (() => void) | null;
}

export function LetterLine({ standing, onSent, onAnswer }: LetterLineProps) {
  const { letter, states } = standing;
  const { ref, written, sent, answers, file, items } = letter;
  const name = letterName(ref);
  return (
    <li className="stack gap-1" aria-label={name}>
      <p>
        <strong>{name}</strong> <span className="quiet">{ref}</span>: <bdi>{letterStateWords(standing)}</bdi>
      </p>
      <p>{letterCountWords(standing)}</p>
      <p className="breaks">
        Written as <bdi>{file}</bdi> <SaidBy said={written} />
      </p>
      {sent === null ? null : (
        <p className="breaks">
          Sent {sent.on}
          {sent.how === "" ? "" : ` (${sent.how})`}, recorded <SaidBy said={sent} />
        </p>
      )}
      {answers.map((answer) => (
        <p key={`${answer.on} ${answer.atMs} ${answer.note}`} className="breaks">
          {answerWords(answer, standing.withdrawn)}, recorded <SaidBy said={answer} />
        </p>
      ))}
      <details>
        <summary>Questions of {name}</summary>
        <Table
          caption={`Questions of ${name}`}
          rows={items.map((item, at) => ({ ...item, state: states[at] ?? "waits" }))}
          rowKey={({ fingerprint }) => fingerprint}
          fold={{ first: 20, noun: "finding" }}
          columns={[
            { title: "No.", isNumber: true, cell: ({ number }) => number },
            { title: "Record", isRowHeader: true, cell: askedRecordWords },
            { title: "What we found", cell: ({ rule }) => ruleName(rule) },
            { title: "Amount", amount: ({ amount }) => amount },
            { title: "Status", cell: ({ state }) => ITEM_WORDS[state] },
          ]}
        />
      </details>
      {onSent === null || onAnswer === null ? null : (
        <p className="beside gap-2">
          {answers.length > 0 ? null : (
            <Button
              size="s"
              aria-label={`${sent === null ? "Record" : "Correct"} sending of ${name}`}
              onPress={onSent}
            >
              {sent === null ? "Record sending…" : "Correct sending…"}
            </Button>
          )}
          {sent === null ? null : (
            <Button size="s" aria-label={`Record answer to ${name}`} onPress={onAnswer}>
              Record answer…
            </Button>
          )}
        </p>
      )}
    </li>
  );
}

// Writes a letter about everything that is raised: saved where a person chooses, or downloaded, and recorded.

interface WriteLetterDialogProps {
  readonly month: Month;
  readonly raised: MonthReport["raised"];
  readonly onClose: () => void;
}

export function WriteLetterDialog({ month, raised, onClose }: WriteLetterDialogProps) {
  const { fetchFile } = useBridge();
  const { get } = useWrittenFile();
  const [typed, setTyped] = useState({ to: "", from: "", confirmTo: "", replyBy: "" });
  const field = (key: keyof typeof typed) => ({
    value: typed[key],
    onChange: (text: string) => setTyped({ ...typed, [key]: text }),
  });
  return (
    <StepDialog
      title={`Write a letter about ${monthName(month)}`}
      words="Write letter"
      size="l"
      nameLabel="Written by"
      take={async ({ by }, api) => {
        const suggestedName = `Questions ${month}.docx`;
        const { file: target } = await api["files.chooseToSave"]({ purpose: "letter", suggestedName });
        if (target === null) throw refused("CANCELLED", "No place was chosen");
        const address = { ...typed, replyBy: typed.replyBy.trim() === "" ? null : dayIn(typed.replyBy) };
        const { file } = await api["letter.write"]({ month, by, target: target.handle, address });
        if (file === null)
          throw refused("LETTER_INVALID", "Nothing that is raised is still open, so there is nothing to ask");
        if (fetchFile !== null) await get(file);
      }}
      done="The letter is written and recorded"
      onClose={onClose}
    >
      <p>
        A Word document asks about what is raised and still there: {raisedWords(raised)}. Your notes are not
        in it. Edit it, send it, and record here that it was sent.
      </p>
      <LetterPreviewPart month={month} {...typed} />
      <TextField label="To" hint="Name and address of the provider" {...field("to")} />
      <TextField label="From" hint="Your name and address" {...field("from")} />
      <TextField
        label="Confirm the balance to"
        hint="Who gets the confirmation directly, such as the auditor"
        {...field("confirmTo")}
      />
      <TextField label="Reply by" hint="Year, month, day, as in 2026-09-03" {...field("replyBy")} />
    </StepDialog>
  );
}

interface LetterPreviewPartProps extends Readonly<Record<"to" | "from" | "confirmTo" | "replyBy", string>> {
  readonly month: Month;
}

/** How long nothing is typed before the letter is composed again, milliseconds. */
const REST_MS = 500;

function LetterPreviewPart({ month, replyBy, ...typed }: LetterPreviewPartProps) {
  const { decimals } = useDisplayFormat();
  const day = replyBy.trim();
  const written = JSON.stringify({ ...typed, replyBy: isDay(day) ? day : null });
  const settled = useSettled(written, REST_MS);
  const { data, error, readAgain } = useAnswer("letter.preview", { month, address: JSON.parse(settled) });
  // The one before stays until the next is there.
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  const shown = data ?? last;
  return (
    <section
      className="stack gap-2"
      aria-label="Preview"
      aria-busy={data === undefined || settled !== written}
    >
      <FaultOf error={error} onTryAgain={readAgain} />
      {shown === undefined ? (
        <output className="quiet">Composing the letter…</output>
      ) : (
        <>
          <p>
            <b>{previewWords(shown, decimals)}</b>
          </p>
          {/* It scrolls by itself, so the keyboard must reach it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <section className="stack gap-2 scrolls bounded note" tabIndex={0} aria-label="The letter">
            <LetterText letter={shown.letter} />
          </section>
        </>
      )}
    </section>
  );
}

/** @example `4 questions about 5 findings, NGN 16,400 in total, to Escrow Ltd` */
function previewWords(
  { letter: { groups, head }, findings, amounts }: LetterPreview,
  decimals: number,
): string {
  const questions = groups.reduce((sum, { items }) => sum + items.length, 0);
  if (questions === 0) return "Nothing that is raised is still open, so there is nothing to ask";
  const total = amounts.map(({ currency, amount }) =>
    currencyAmount(currency, formatAmount(amount, decimals)),
  );
  const to = head.find((line) => line.startsWith("To: "))?.slice(4);
  return [
    `${formatCount(questions, "question")} about ${formatCount(findings, "finding")}`,
    ...(total.length === 0 ? [] : [`${total.join(" and ")} in total`]),
    ...(to === undefined ? [] : [`to ${to}`]),
  ].join(", ");
}

function Lines({ of }: { readonly of: readonly string[] }) {
  return of.map((line) => (
    <p key={line} className="breaks">
      {line}
    </p>
  ));
}

function LetterText({ letter: { head, title, opening, groups, closing } }: { readonly letter: Letter }) {
  return (
    <>
      <Lines of={head} />
      <h3 className="strong">{title}</h3>
      <Lines of={opening} />
      {groups.map(({ heading, items }) => (
        <section key={heading} className="stack gap-1">
          <h4 className="strong breaks">{heading}</h4>
          <ul aria-label={heading} className="stack gap-2">
            {items.map(({ number, record, found, question }) => (
              <li key={number} className="edge-above pad-y-1 breaks">
                <p>
                  <b>{number}.</b> {record.join(" · ")}
                </p>
                <p className="quiet">{found.join(" ")}</p>
                <p>{question}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Lines of={closing} />
    </>
  );
}
