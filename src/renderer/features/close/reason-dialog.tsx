/** Beginning a review, or reopening a month with a reason; a signature from before stays in its history. */
import type { MonthFacts } from "../../../core/review/close/months.ts";
import { useApi } from "../../app/api-provider.tsx";
import { usePreferences } from "../../app/preferences-provider.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { StepButtons, StepFields } from "../../shared/months/step-fields.tsx";
import { useStep } from "../../shared/months/use-step.ts";
import { monthName, standingOf } from "../../shared/months/close-words.ts";

interface ReasonDialogProps {
  readonly step: "review" | "reopen";
  readonly facts: MonthFacts;
  readonly onClose: () => void;
}

export function ReasonDialog({ step, facts, onClose }: ReasonDialogProps) {
  const api = useApi();
  const { preferences } = usePreferences();
  const { month } = facts;
  const name = monthName(month);
  const isReview = step === "review";
  const form = useStep({
    name: preferences.reviewer,
    noteAsk: isReview ? null : "Enter a reason to reopen the month",
    take: ({ by, note }) =>
      isReview ? api["close.review"]({ month, by }) : api["close.reopen"]({ month, by, note }),
    done: isReview ? `${name} is in review` : `${name} is in review again`,
    onDone: onClose,
  });
  return (
    <Dialog
      title={isReview ? `Begin review of ${name}` : `Reopen ${name}`}
      onClose={onClose}
      actions={<StepButtons form={form} words={isReview ? "Begin review" : "Reopen"} onClose={onClose} />}
    >
      <p>{isReview ? "This shows others that someone is working on the month." : reopenWords(facts)}</p>
      <StepFields
        form={form}
        nameLabel={isReview ? "Review begun by" : "Reopened by"}
        noteLabel={isReview ? null : "Why"}
      />
    </Dialog>
  );
}

function reopenWords(facts: MonthFacts): string {
  const { signed } = standingOf(facts);
  return signed === null
    ? "The preparation no longer counts. The month is in review again and keeps its history."
    : `The signature of ${signed.by} no longer counts, and the month is in review again. Its history keeps the signature and the signed figures.`;
}
