/** A month's file as it stands: what it states, its checklist, what the provider confirmed, what moved. */
import {
  type ConfirmedBalance,
  type Fluctuation,
  type MonthFile,
  type TickedStep,
  isContradicted,
  isStepDone,
} from "../../../core/review/file/month-file.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { monthBefore } from "../../../core/review/close/months.ts";
import { usePast } from "../../rows/moment-provider.tsx";
import { hrefOfFigure } from "../../shared/months/figure-links.ts";
import { walletName } from "../../../core/words/wallet.ts";
import { SaidBy, useDisplayFormat } from "../../ui/values.tsx";
import { FIGURE_WORDS } from "./file-dialogs.tsx";
import { formatCount } from "../../../core/money.ts";
import { MOST_CLOSINGS, moneyText } from "./month-figures.tsx";
import { Button } from "../../ui/button.tsx";
import { Table } from "../../ui/table.tsx";
import { materialityWords } from "../../../core/review/file/materiality.ts";
import { lapsedNoteWords, lapsedWords } from "../../../core/review/file/confirmation-words.ts";
import { DoneSign } from "../../ui/marks.tsx";

interface FluctuationTableProps {
  readonly month: Month;
  readonly fluctuations: readonly Fluctuation[];
  readonly onExplain: ((fluctuation: Fluctuation) => void) | null;
}

/** The figures of each wallet beside those of the month before, and why they moved. */
export function FluctuationTable({ month, fluctuations, onExplain }: FluctuationTableProps) {
  const isPast = usePast() !== null;
  return (
    <Table
      caption="Compared with the month before"
      rows={fluctuations}
      rowKey={({ wallet, figure }) => `${walletName(wallet)} ${figure}`}
      isEmptyLine={({ before, now, asks, note, lapsed }) =>
        before === 0 && now === 0 && !asks && note === null && lapsed === null
      }
      columns={[
        {
          title: "Figure",
          isRowHeader: true,
          cell: ({ wallet, figure }) => `${walletName(wallet)}: ${FIGURE_WORDS[figure]}`,
        },
        {
          title: "Month before",
          amount: ({ before }) => before,
          href: (row) =>
            row.before === 0 ? undefined : isPast ? AS_OF_THEN : leadOf(monthBefore(month), row),
        },
        {
          title: "This month",
          amount: ({ now }) => now,
          href: (row) => (row.now === 0 ? undefined : leadOf(month, row)),
        },
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

function leadOf(of: Month, { wallet, figure }: Fluctuation): string {
  return hrefOfFigure(of, figure, { wallet });
}

/** An earlier moment is one of its month alone. */
const AS_OF_THEN = { why: "The month before can be shown as of now only" };

/** How the closings moved, and how much asks for a note. */
export function movedWords({ fluctuations }: Pick<MonthFile, "fluctuations">, decimals: number): string {
  const asking = fluctuations.filter(({ asks, note }) => asks && note === null).length;
  const moved = fluctuations.filter(({ figure, before, now }) => figure === "closing" && before !== now);
  const closings = moved.map(({ wallet, before, now }) =>
    moneyText(now - before, wallet.currency, decimals, true),
  );
  const words =
    closings.length > MOST_CLOSINGS
      ? `closing moved in ${formatCount(closings.length, "wallet")}`
      : `closing ${closings.join(" · ") || "unchanged"}`;
  return asking === 0 ? words : `${words}; ${formatCount(asking, "figure")} to explain`;
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

/** Purpose, policy, procedures and materiality; one sentence while nothing is written. */
export function StatedTerms({ file: { terms, decimals } }: { readonly file: MonthFile }) {
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
  readonly month: Month;
  readonly balances: readonly ConfirmedBalance[];
  /** Writes down or takes back a confirmation; null where nobody can. */
  readonly onConfirm: ((balance: ConfirmedBalance) => void) | null;
  readonly onSame: ((balance: ConfirmedBalance) => void) | null;
}

export function BalanceTable({ month, balances, onConfirm, onSame }: BalanceTableProps) {
  return (
    <Table
      caption="Closing balances, as the provider confirms them"
      rows={balances}
      rowKey={({ wallet }) => walletName(wallet)}
      columns={[
        { title: "Wallet", isRowHeader: true, cell: ({ wallet }) => walletName(wallet) },
        {
          title: "Closing",
          amount: ({ closing }) => closing,
          zero: "0",
          href: ({ wallet, closing }) =>
            closing === 0 ? undefined : hrefOfFigure(month, "closing", { wallet }),
        },
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
          cell: (row) => {
            const isOpen = row.confirmation === null;
            return (
              <span className="beside gap-1">
                {isOpen && onSame !== null ? (
                  <Button size="s" words="Same" of={walletName(row.wallet)} onPress={() => onSame(row)} />
                ) : null}
                <Button
                  size="s"
                  variant={isOpen ? "plain" : "quiet"}
                  words={isOpen ? "Differs…" : "Change…"}
                  of={walletName(row.wallet)}
                  onPress={() => onConfirm(row)}
                />
              </span>
            );
          },
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
  readonly onNote: ((step: TickedStep) => void) | null;
}

export function Checklist({ steps, onTick, onNote }: ChecklistProps) {
  if (steps.length === 0) return <p className="quiet">The checklist has no steps.</p>;
  return (
    <ol className="stack measure-l" aria-label="Checklist">
      {steps.map((step) => (
        <li key={step.id} className="cluster across-2 edge-below pad-y-1">
          <DoneSign isDone={isStepDone(step)} />
          <span className="fill">
            {step.text} {step.tick === null ? null : <SaidBy said={step.tick} />}
            {step.figures === null ? null : (
              <>
                {" "}
                <span className={figuresTone(step)}>({step.figures.words})</span>
              </>
            )}
          </span>
          {onTick === null || onNote === null ? null : (
            <TickButtons step={step} onTick={() => onTick(step)} onNote={() => onNote(step)} />
          )}
        </li>
      ))}
    </ol>
  );
}

interface TickButtonsProps {
  readonly step: TickedStep;
  readonly onTick: () => void;
  readonly onNote: () => void;
}

function TickButtons({ step: { tick, figures, text }, onTick, onNote }: TickButtonsProps) {
  if (tick !== null) return <Button size="s" variant="quiet" words="Take back…" of={text} onPress={onNote} />;
  const isComputed = figures?.ok === true;
  return (
    <span className="beside gap-1">
      <Button size="s" variant="quiet" words="Tick with a note…" of={text} onPress={onNote} />
      <Button size="s" variant={isComputed ? "quiet" : "plain"} words="Tick" of={text} onPress={onTick} />
    </span>
  );
}

/** A tick that the figures contradict is a fault; what is not done yet is none. */
function figuresTone(step: TickedStep): string {
  return isContradicted(step) ? "tone-error" : "quiet";
}
