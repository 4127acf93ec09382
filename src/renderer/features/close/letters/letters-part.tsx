/** The letters of a month to the provider: writing one, recording that it was sent, and its answers. */
import { type ReactNode, useState } from "react";
import type { Month } from "../../../../core/review/close/close.ts";
import type { RecordedLetter } from "../../../../core/review/letters/letters.ts";
import { FaultOf } from "../../../app/fault-of.tsx";
import { useOpenLedger } from "../../../app/ledger/ledger-provider.tsx";
import { useLetters } from "../../../shared/letters/use-letters.ts";
import { Button } from "../../../ui/button.tsx";
import { Section } from "../../../ui/layout/part.tsx";
import { AnswerDialog } from "./answer-dialog.tsx";
import { LetterLine } from "./letter-line.tsx";
import { SentDialog } from "./sent-dialog.tsx";
import { WriteLetterDialog } from "./write-letter-dialog.tsx";

/** What is asked in a dialog. */
type LetterDialog =
  | { readonly is: "write" }
  | { readonly is: "sent"; readonly letter: RecordedLetter }
  | { readonly is: "answer"; readonly letter: RecordedLetter };

export function LettersPart({ month }: { readonly month: Month }) {
  const { readOnly } = useOpenLedger();
  const { report, error, readAgain } = useLetters();
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
      {error === null ? null : <FaultOf error={error} onTryAgain={readAgain} />}
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
