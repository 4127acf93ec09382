/** What the provider says the closing balance is, with its source or evidence; or taking that back. */
import { useState } from "react";
import { formatAmount } from "../../../../core/money.ts";
import type { Month } from "../../../../core/review/close/close.ts";
import type { ConfirmedBalance } from "../../../../core/review/file/month-file.ts";
import { useApi } from "../../../app/api-provider.tsx";
import { usePreferences } from "../../../app/preferences-provider.tsx";
import { parseAmount } from "../../../grid/amount-text.ts";
import { useEvidence } from "../../../shared/evidence/use-evidence.ts";
import { StepButtons, StepFields } from "../../../shared/months/step-fields.tsx";
import { useStep } from "../../../shared/months/use-step.ts";
import { walletName } from "../../../../core/words/wallet.ts";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { useDisplayFormat } from "../../../ui/values/display-format.tsx";
import { Amount } from "../../../ui/values/amount.tsx";
import { refused } from "../refused.ts";
import { amountIn } from "./typed-amount.ts";

interface ConfirmDialogProps {
  readonly month: Month;
  readonly of: ConfirmedBalance;
  readonly onClose: () => void;
}

export function ConfirmDialog({ month, of, onClose }: ConfirmDialogProps) {
  const api = useApi();
  const { decimals } = useDisplayFormat();
  const { preferences } = usePreferences();
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
  const form = useStep({
    name: preferences.reviewer,
    nameAsk: "Enter your name to confirm the balance",
    noteAsk: isTakingBack ? "Write why the confirmation is taken back" : null,
    take: async ({ by, note }) => {
      const stated = amountIn(amount, decimals);
      if (stated === null && !isTakingBack)
        throw refused("FILE_INVALID", "Type the balance that the provider states");
      const shownBy = evidence === NONE || isTakingBack ? null : Number(evidence);
      const said = { balance: stated, source, evidence: shownBy, by, note };
      return api["file.confirm"]({ month, wallet, ...said });
    },
    done: isTakingBack ? "The confirmation is taken back" : "The closing balance is confirmed",
    onDone: onClose,
  });
  return (
    <Dialog
      title={`Confirm the closing balance of ${walletName(wallet)}`}
      onClose={onClose}
      actions={<StepButtons form={form} words={isTakingBack ? "Take back" : "Confirm"} onClose={onClose} />}
    >
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
        onEnter={form.submit}
        fault={typed.ok ? null : typed.sentence}
        {...(confirmation === null ? {} : { hint: "Leave it empty to take the confirmation back." })}
      />
      <TextField
        label="Source"
        hint="Who said so, when and how. It may be left out where evidence shows it."
        onEnter={form.submit}
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
      <StepFields
        isLast
        form={form}
        nameLabel="Confirmed by"
        noteLabel={isTakingBack ? "Why" : "Note (optional)"}
      />
    </Dialog>
  );
}

const NONE = "none";
