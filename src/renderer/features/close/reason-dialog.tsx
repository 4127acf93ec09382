/** Beginning a review, or reopening a month with a reason; a signature from before stays in its history. */
import type { MonthFacts } from "../../../ipc/closing.ts";
import { useApi } from "../../app/api-provider.tsx";
import { usePreferences } from "../../app/preferences-provider.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { StepButtons, StepFields } from "../../shared/months/step-fields.tsx";
import { useStep } from "../../shared/months/use-step.ts";
import { monthName, standingOf } from "../../shared/months/close-words.ts";

export interface ReasonDialogProps {
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
    noteAsk: isReview ? null : "A month is reopened only with a reason",
    take: ({ by, note }) =>
      isReview ? api["close.review"]({ month, by }) : api["close.reopen"]({ month, by, note }),
    done: isReview ? `${name} is in review` : `${name} is in review again`,
    onDone: onClose,
  });
  return (
    <Dialog
      title={isReview ? `Begin the review of ${name}` : `Reopen ${name}`}
      onClose={onClose}
      actions={<StepButtons form={form} words={isReview ? "Begin" : "Reopen"} onClose={onClose} />}
    >
      <p>{isReview ? "It says to everybody that somebody works on the month." : reopenWords(facts)}</p>
      <StepFields
        form={form}
        nameLabel={isReview ? "Reviewed by" : "Reopened by"}
        noteLabel={isReview ? null : "Why"}
      />
    </Dialog>
  );
}

function reopenWords(facts: MonthFacts): string {
  const { signed } = standingOf(facts);
  return signed === null
    ? "What was prepared no longer counts, and the month is in review again. It stays in the month's history."
    : `The signature of ${signed.by} no longer counts, and the month is in review again. It stays in the month's history with the figures that were signed.`;
}
