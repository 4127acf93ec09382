/** The month's file: what it states, its checklist, what the provider confirmed, and what moved. */
import { useState, type ReactNode } from "react";
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { Month } from "../../../core/review/close/close.ts";
import {
  type ConfirmedBalance,
  type Fluctuation,
  type MonthFile,
  type TickedStep,
  isContradicted,
} from "../../../core/review/file/month-file.ts";
import { useApi } from "../../bridge/api-provider.tsx";
import { FaultOf, useOpenLedger } from "../../app/providers.tsx";
import { parseAmount } from "../../grid/amount-text.ts";
import { useEvidence } from "../../shared/decide/evidence-part.tsx";
import { StepDialog } from "../../shared/months/step-dialog.tsx";
import { walletName } from "../../../core/words/wallet.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useDisplayFormat, Amount } from "../../ui/values.tsx";
import { refused, amountIn, SaidBy, TermsDialog } from "./terms-dialog.tsx";
import type { ComparedFigure } from "../../../core/review/file/marks.ts";
import { Button } from "../../ui/button.tsx";
import { Table } from "../../ui/table.tsx";
import type { MonthFacts } from "../../../core/review/close/months.ts";
import { materialityWords } from "../../../core/review/file/materiality.ts";
import { monthName } from "../../shared/months/close-words.ts";
import { Section } from "../../ui/part.tsx";
import { keptWords, lapsedNoteWords, lapsedWords } from "../../../core/review/file/confirmation-words.ts";
import { useAnswer } from "../../app/use-answer.ts";

interface ConfirmDialogProps {
  readonly month: Month;
  readonly of: ConfirmedBalance;
  readonly onClose: () => void;
}

/** What the provider says the closing balance is, with its source or evidence; or taking that back. */
function ConfirmDialog({ month, of, onClose }: ConfirmDialogProps) {
  const api = useApi();
  const { decimals } = useDisplayFormat();
  const { wallet, closing, confirmation } = of;
  const [amount, setAmount] = useState(
    confirmation === null ? "" : formatAmount(confirmation.balance, decimals),
  );
  const [source, setSource] = useState(confirmation?.source ?? "");
  const [evidence, setEvidence] = useState(String(confirmation?.evidence ?? NONE));
  const attached = (useEvidence({ kind: "month", month }).evidence ?? []).filter(
    ({ withdrawn }) => withdrawn === null,
  );
  const typed = parseAmount(amount, decimals);
  const isTakingBack = confirmation !== null && amount.trim() === "";
  const confirm = async (said: { readonly by: string; readonly note: string }) => {
    const balance = amountIn(amount, decimals);
    if (balance === null && !isTakingBack)
      throw refused("FILE_INVALID", "Type the balance that the provider states");
    const shownBy = evidence === NONE || isTakingBack ? null : Number(evidence);
    return api["file.confirm"]({ month, wallet, balance, source, evidence: shownBy, ...said });
  };
  return (
    <StepDialog
      title={`Confirm the closing balance of ${walletName(wallet)}`}
      words={isTakingBack ? "Take back" : "Confirm"}
      nameAsk="Enter your name to confirm the balance"
      nameLabel="Confirmed by"
      noteAsk={isTakingBack ? "Write why the confirmation is taken back" : null}
      noteLabel={isTakingBack ? "Why" : "Note (optional)"}
      isLast
      take={confirm}
      done={isTakingBack ? "The confirmation is taken back" : "The closing balance is confirmed"}
      onClose={onClose}
    >
      {(submit) => (
        <>
          <p>
            The wallet closes at <Amount value={closing} zero="0" />.
          </p>
          <TextField
            label="Balance that the provider states"
            value={amount}
            onChange={setAmount}
            inputMode="decimal"
            // The first thing that the dialog asks.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onEnter={submit}
            fault={typed.ok ? null : typed.sentence}
            {...(confirmation === null ? {} : { hint: "Leave it empty to take the confirmation back." })}
          />
          <TextField
            label="Source"
            hint="Who said so, when and how. It may be left out where evidence shows it."
            onEnter={submit}
            value={source}
            onChange={setSource}
          />
          {attached.length === 0 ? null : (
            <SelectField
              label="Evidence"
              value={evidence}
              onChange={setEvidence}
              options={[
                { id: NONE, label: "None" },
                ...attached.map(({ id, name }) => ({ id: String(id), label: `${id}: ${name}` })),
              ]}
            />
          )}
        </>
      )}
    </StepDialog>
  );
}

const NONE = "none";

const FIGURE_WORDS: Readonly<Record<ComparedFigure, string>> = {
  inflow: "In",
  outflow: "Out",
  closing: "Closing",
};

interface FluctuationTableProps {
  readonly fluctuations: readonly Fluctuation[];
  /** Writes down why a figure moved; null where nobody can. */
  readonly onExplain: ((fluctuation: Fluctuation) => void) | null;
}

/** The figures of each wallet beside those of the month before, and why they moved. */
function FluctuationTable({ fluctuations, onExplain }: FluctuationTableProps) {
  return (
    <Table
      caption="Compared with the month before"
      rows={fluctuations}
      rowKey={({ wallet, figure }) => `${walletName(wallet)} ${figure}`}
      columns={[
        {
          title: "Figure",
          isRowHeader: true,
          cell: ({ wallet, figure }) => `${walletName(wallet)}: ${FIGURE_WORDS[figure]}`,
        },
        { title: "Month before", amount: ({ before }) => before },
        { title: "This month", amount: ({ now }) => now },
        { title: "Change", amount: ({ before, now }) => now - before, sign: true },
        { title: "Why", className: "breaks", cell: (row) => <Why of={row} /> },
        onExplain !== null && {
          title: "Explain",
          isTitleSpoken: true,
          cell: (row) => (
            <Button
              size="s"
              variant={row.asks && row.note === null ? "plain" : "quiet"}
              aria-label={`Explain ${walletName(row.wallet)}: ${FIGURE_WORDS[row.figure]}`}
              onPress={() => onExplain(row)}
            >
              Explain…
            </Button>
          ),
        },
      ]}
    />
  );
}

function Why({ of }: { readonly of: Fluctuation }) {
  const { decimals } = useDisplayFormat();
  const { asks, note, lapsed } = of;
  if (note !== null) return <SaidBy said={note} />;
  return (
    <>
      {asks ? <span className="tone-warning">needs a note</span> : null}{" "}
      {lapsed === null ? null : (
        <>
          <SaidBy said={lapsed} /> <span className="tone-error">{lapsedNoteWords(of, lapsed, decimals)}</span>
        </>
      )}
    </>
  );
}

/** What is asked in a dialog. */
type FileDialog =
  | { readonly is: "terms" }
  | { readonly is: "step"; readonly step: TickedStep }
  | { readonly is: "balance"; readonly balance: ConfirmedBalance }
  | { readonly is: "fluctuation"; readonly fluctuation: Fluctuation };

export function MonthFilePart({ facts }: { readonly facts: MonthFacts }) {
  const { readOnly } = useOpenLedger();
  const { data: file, error, readAgain } = useAnswer("file.read", { month: facts.month });
  const [asked, ask] = useState<FileDialog | null>(null);
  const close = () => ask(null);
  const canMark = readOnly === null && facts.state !== "signed-off";
  return (
    <Section
      title="Month's file"
      level={3}
      aside={
        file === undefined ? null : (
          <span className="beside gap-2">
            <span className="quiet">{doneWords(file)}</span>
            {readOnly === null ? (
              <Button size="s" onPress={() => ask({ is: "terms" })}>
                Edit file…
              </Button>
            ) : null}
          </span>
        )
      }
    >
      <FaultOf error={error} onTryAgain={readAgain} />
      {file === undefined ? (
        error === null ? (
          <output className="quiet">Reading the file of {monthName(facts.month)}…</output>
        ) : null
      ) : (
        <>
          <Stated file={file} />
          <Checklist steps={file.steps} onTick={canMark ? (step) => ask({ is: "step", step }) : null} />
          <BalanceTable
            balances={file.balances}
            onConfirm={canMark ? (balance) => ask({ is: "balance", balance }) : null}
          />
          <FluctuationTable
            fluctuations={file.fluctuations}
            onExplain={canMark ? (fluctuation) => ask({ is: "fluctuation", fluctuation }) : null}
          />
          {file.kept.map((one) => (
            <p key={JSON.stringify([one.wallet, one.subject])} className="tone-warning breaks">
              {keptWords(one, file.decimals)}.
            </p>
          ))}
          {asked === null ? null : dialogOf(asked, file, close)}
        </>
      )}
    </Section>
  );
}

function dialogOf(asked: FileDialog, file: MonthFile, onClose: () => void): ReactNode {
  const { month } = file;
  switch (asked.is) {
    case "terms":
      return <TermsDialog file={file} onClose={onClose} />;
    case "step":
      return <TickDialog month={month} step={asked.step} onClose={onClose} />;
    case "balance":
      return <ConfirmDialog month={month} of={asked.balance} onClose={onClose} />;
    case "fluctuation":
      return <ExplainDialog month={month} of={asked.fluctuation} onClose={onClose} />;
  }
}

function doneWords({ steps }: MonthFile): string {
  const done = steps.filter(({ tick }) => tick !== null).length;
  return `${formatAmount(done)} of ${formatCount(steps.length, "step")} done`;
}

/** Purpose, policy, procedures and materiality; one sentence while nothing is written. */
function Stated({ file: { terms, decimals } }: { readonly file: MonthFile }) {
  const { purpose, policy, procedures, materiality } = terms;
  const written = [
    ["Purpose", purpose],
    ["Policy", policy],
    ["Procedures", procedures],
    ["Materiality", materiality.map((one) => materialityWords(one, decimals)).join("\n")],
  ].filter(([, text]) => text !== "");
  if (written.length === 0)
    return <p className="quiet">Purpose, policy, procedures and materiality are not written yet.</p>;
  return (
    <dl className="stack gap-1 measure-l">
      {written.map(([title, text]) => (
        <div key={title}>
          <dt className="label-caps">{title}</dt>
          <dd className="as-typed">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

interface BalanceTableProps {
  readonly balances: readonly ConfirmedBalance[];
  /** Writes down or takes back a confirmation; null where nobody can. */
  readonly onConfirm: ((balance: ConfirmedBalance) => void) | null;
}

/** The closing balance of each wallet beside what the provider confirmed. */
function BalanceTable({ balances, onConfirm }: BalanceTableProps) {
  return (
    <Table
      caption="Closing balances, as the provider confirms them"
      rows={balances}
      rowKey={({ wallet }) => walletName(wallet)}
      columns={[
        { title: "Wallet", isRowHeader: true, cell: ({ wallet }) => walletName(wallet) },
        { title: "Closing", amount: ({ closing }) => closing, zero: "0" },
        { title: "Confirmed", amount: ({ confirmation }) => confirmation?.balance ?? null, zero: "0" },
        {
          title: "Difference",
          amount: ({ confirmation }) => confirmation?.difference ?? null,
          amountClass: ({ confirmation }) =>
            (confirmation?.difference ?? 0) === 0 ? undefined : "tone-error",
        },
        { title: "Source", className: "breaks", cell: (row) => <Source of={row} /> },
        onConfirm !== null && {
          title: "Confirm",
          isTitleSpoken: true,
          cell: (row) => (
            <Button
              size="s"
              variant={row.confirmation === null ? "plain" : "quiet"}
              aria-label={`${row.confirmation === null ? "Confirm" : "Change"} ${walletName(row.wallet)}`}
              onPress={() => onConfirm(row)}
            >
              {row.confirmation === null ? "Confirm…" : "Change…"}
            </Button>
          ),
        },
      ]}
    />
  );
}

function Source({ of: { confirmation: of, lapsed } }: { readonly of: ConfirmedBalance }) {
  if (lapsed !== null) return <span className="tone-error">{lapsedWords(lapsed)}</span>;
  if (of === null) return <span className="quiet">not confirmed</span>;
  const { source, evidence } = of;
  const shown = [source, evidence === null ? "" : `evidence ${evidence}`].filter((text) => text !== "");
  return (
    <>
      <bdi>{shown.join(", ")}</bdi> <SaidBy said={of} />
    </>
  );
}

interface ChecklistProps {
  readonly steps: readonly TickedStep[];
  /** Ticks a step or takes its tick back; null where nobody can. */
  readonly onTick: ((step: TickedStep) => void) | null;
}

/** The steps of the checklist: who ticked each, when, and with which comment. */
function Checklist({ steps, onTick }: ChecklistProps) {
  if (steps.length === 0) return <p className="quiet">The checklist has no steps.</p>;
  return (
    <ol className="stack measure-l" aria-label="Checklist">
      {steps.map((step) => (
        <li key={step.id} className="cluster across-2 edge-below pad-y-1">
          <span className={`sign ${step.tick === null ? "tone-quiet" : "tone-good"}`} aria-hidden="true">
            {step.tick === null ? "○" : "✓"}
          </span>
          <span className="only-spoken">{step.tick === null ? "open" : "done"}</span>
          <span className="fill">
            {step.text} {step.tick === null ? null : <SaidBy said={step.tick} />}
            {step.figures === null ? null : (
              <>
                {" "}
                <span className={figuresTone(step)}>({step.figures.words})</span>
              </>
            )}
          </span>
          {onTick === null ? null : (
            <Button
              size="s"
              variant={step.tick === null ? "plain" : "quiet"}
              aria-label={`${step.tick === null ? "Tick" : "Take back"}: ${step.text}`}
              onPress={() => onTick(step)}
            >
              {step.tick === null ? "Tick…" : "Take back…"}
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}

/** A tick that the figures contradict is a fault; what is not done yet is none. */
function figuresTone(step: TickedStep): string {
  return isContradicted(step) ? "tone-error" : "quiet";
}

interface ExplainDialogProps {
  readonly month: Month;
  readonly of: Fluctuation;
  readonly onClose: () => void;
}

/** Why a figure moved since the month before. */
function ExplainDialog({ month, of, onClose }: ExplainDialogProps) {
  const api = useApi();
  const { wallet, figure, before, now } = of;
  return (
    <StepDialog
      title={`Explain: ${FIGURE_WORDS[figure]}`}
      words="Explain"
      nameAsk="Enter your name to explain the figure"
      nameLabel="Explained by"
      noteAsk="Write why the figure moved"
      noteLabel="Why it moved"
      take={(said) => api["file.explain"]({ month, wallet, figure, ...said })}
      done={`${FIGURE_WORDS[figure]} is explained`}
      onClose={onClose}
    >
      <p>
        {walletName(wallet)}: <Amount value={now} zero="0" />, the month before{" "}
        <Amount value={before} zero="0" />. The note counts as long as both stay the same.
      </p>
    </StepDialog>
  );
}

interface TickDialogProps {
  readonly month: Month;
  readonly step: TickedStep;
  readonly onClose: () => void;
}

/** Ticks a step under a name, or takes a tick back. */
function TickDialog({ month, step: { id, text, tick, figures }, onClose }: TickDialogProps) {
  const api = useApi();
  const done = tick === null;
  const against = done && figures?.ok === false ? figures.words : null;
  const words = done ? "Tick" : "Take back";
  return (
    <StepDialog
      title={`${words} step ${id}`}
      words={words}
      size="s"
      nameAsk="Enter your name to mark the step"
      nameLabel={done ? "Done by" : "Taken back by"}
      noteAsk={against === null ? null : "Write why the step is done all the same"}
      noteLabel={against === null ? "Note (optional)" : "Why it is done all the same"}
      take={(said) => api["file.tick"]({ month, step: id, done, ...said })}
      done={done ? `Step ${id} is ticked` : `Step ${id} is open again`}
      onClose={onClose}
    >
      <p>{text}</p>
      {against === null ? null : <p className="tone-warning">The figures say: {against}.</p>}
    </StepDialog>
  );
}
