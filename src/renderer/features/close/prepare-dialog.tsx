/**
 * Preparing a month: what blocks it, why it is prepared anyway, and the figures that are
 * frozen.
 */
import type { MonthReport } from "../../../core/report/month-report.ts";
import { comparedWords } from "../../../core/words/proof.ts";
import { useApi } from "../../app/api-provider.tsx";
import { usePreferences } from "../../app/preferences-provider.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { ConclusionIfSigned } from "./conclusion-note.tsx";
import { FrozenWallets } from "./month-figures.tsx";
import { Obstacles } from "./obstacle-list.tsx";
import { StepButtons, StepFields } from "../../shared/months/step-fields.tsx";
import { useStep } from "../../shared/months/use-step.ts";
import { decidedCountWords, monthName } from "../../shared/months/close-words.ts";

interface PrepareDialogProps {
  readonly report: MonthReport;
  readonly onClose: () => void;
}

export function PrepareDialog({ report, onClose }: PrepareDialogProps) {
  const api = useApi();
  const { preferences } = usePreferences();
  const { facts, obstacles, wallets, errors, warnings } = report;
  const { month } = facts;
  const isHindered = obstacles.length > 0;
  const form = useStep({
    name: preferences.reviewer,
    noteAsk: isHindered ? "To prepare the month anyway, write a note that says why" : null,
    take: ({ by, note }) => api["close.prepare"]({ month, by, override: isHindered ? note : null }),
    done: ({ pulls }) => `${monthName(month)} is prepared. ${comparedWords(pulls)}`,
    onDone: onClose,
    freezes: true,
  });
  return (
    <Dialog
      title={`Prepare ${monthName(month)}`}
      size="l"
      onClose={onClose}
      actions={
        <StepButtons form={form} words={isHindered ? "Prepare anyway" : "Prepare"} onClose={onClose} />
      }
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
      <StepFields
        form={form}
        nameLabel="Prepared by"
        nameHint="Another person signs it off."
        noteLabel={isHindered ? "Why it is prepared anyway" : null}
        noteHint="The note stays with the month. The person who signs reads it."
      />
    </Dialog>
  );
}
