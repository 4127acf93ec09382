/** The letter as it will be written, over the fields that head it. */
import { useState } from "react";
import type { Letter, LetterPreview } from "../../../core/report/letter.ts";
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { isDay } from "../../../core/time.ts";
import { currencyAmount } from "../../../core/words/currency.ts";
import { FaultOf } from "../../app/providers.tsx";
import { useAnswer } from "../../app/use-answer.ts";
import { Table } from "../../ui/table.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { useDisplayFormat } from "../../ui/values.tsx";

interface LetterPreviewPartProps {
  readonly month: Month;
  readonly to: string;
  readonly from: string;
  readonly confirmTo: string;
  /** As it was typed. */
  readonly replyBy: string;
}

/** How long nothing is typed before the letter is composed again, milliseconds. */
const REST_MS = 500;

export function LetterPreviewPart({ month, replyBy, ...typed }: LetterPreviewPartProps) {
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
          <div
            className="stack gap-2 scrolls bounded note pad-3"
            tabIndex={0}
            role="document"
            aria-label="The letter"
          >
            <LetterText letter={shown.letter} />
          </div>
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

function LetterText({ letter: { head, title, opening, groups, closing } }: { readonly letter: Letter }) {
  return (
    <>
      {head.map((line) => (
        <p key={line} className="breaks">
          {line}
        </p>
      ))}
      <h3 className="strong">{title}</h3>
      {opening.map((line) => (
        <p key={line} className="breaks">
          {line}
        </p>
      ))}
      {groups.map(({ heading, items }) => (
        <section key={heading} className="stack gap-1">
          <h4 className="strong breaks">{heading}</h4>
          <Table
            look="dense"
            caption={heading}
            rows={items}
            rowKey={({ number }) => String(number)}
            fold={{ first: 20, noun: "question" }}
            columns={[
              { title: "No.", isNumber: true, cell: ({ number }) => number },
              { title: "Record", isRowHeader: true, cell: ({ record }) => record.join(", ") },
              { title: "What we found", cell: ({ found }) => found.join(" ") },
              { title: "Question", cell: ({ question }) => question },
            ]}
          />
        </section>
      ))}
      {closing.map((line) => (
        <p key={line} className="breaks">
          {line}
        </p>
      ))}
    </>
  );
}
