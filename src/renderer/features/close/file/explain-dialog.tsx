/** Why a figure moved since the month before. */
import type { Month } from "../../../../core/review/close/close.ts";
import type { Fluctuation } from "../../../../core/review/file/month-file.ts";
import { useApi } from "../../../app/api-provider.tsx";
import { usePreferences } from "../../../app/preferences-provider.tsx";
import { StepButtons, StepFields } from "../../../shared/months/step-fields.tsx";
import { useStep } from "../../../shared/months/use-step.ts";
import { walletName } from "../../../../core/words/wallet.ts";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { Amount } from "../../../ui/values/amount.tsx";
import { FIGURE_WORDS } from "./fluctuation-table.tsx";

interface ExplainDialogProps {
  readonly month: Month;
  readonly of: Fluctuation;
  readonly onClose: () => void;
}

export function ExplainDialog({ month, of, onClose }: ExplainDialogProps) {
  const api = useApi();
  const { preferences } = usePreferences();
  const { wallet, figure, before, now } = of;
  const form = useStep({
    name: preferences.reviewer,
    nameAsk: "Enter your name to explain the figure",
    noteAsk: "Write why the figure moved",
    take: ({ by, note }) => api["file.explain"]({ month, wallet, figure, by, note }),
    done: `${FIGURE_WORDS[figure]} is explained`,
    onDone: onClose,
  });
  return (
    <Dialog
      title={`Explain: ${FIGURE_WORDS[figure]}`}
      onClose={onClose}
      actions={<StepButtons form={form} words="Explain" onClose={onClose} />}
    >
      <p>
        {walletName(wallet)}: <Amount value={now} zero="0" />, the month before{" "}
        <Amount value={before} zero="0" />. The note counts as long as both stay the same.
      </p>
      <StepFields form={form} nameLabel="Explained by" noteLabel="Why it moved" />
    </Dialog>
  );
}
