/** One letter: whether it was sent and answered, and how each of its questions stands. */
import {
  ITEM_WORDS,
  answerWords,
  askedRecordWords,
  letterCountWords,
  letterStateWords,
  letterName,
} from "../../../../core/review/letters/letter-words.ts";
import type { LetterStanding } from "../../../../core/review/letters/letters.ts";
import { ruleName } from "../../../../core/words/rule.ts";
import { Button } from "../../../ui/button.tsx";
import { Table } from "../../../ui/layout/table.tsx";
import { SaidBy } from "../file/said-by.tsx";

interface LetterLineProps {
  readonly standing: LetterStanding;
  /** Records that it was sent; null where nothing can be recorded. */
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
          rows={items}
          rowKey={({ number }) => String(number)}
          fold={{ first: 20, noun: "question" }}
          columns={[
            { title: "No.", isNumber: true, cell: ({ number }) => number },
            { title: "Record", isRowHeader: true, cell: askedRecordWords },
            { title: "What we found", cell: ({ rule }) => ruleName(rule) },
            { title: "Amount", amount: ({ amount }) => amount },
            { title: "Status", cell: ({ number }) => ITEM_WORDS[states[number - 1] ?? "waits"] },
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
