/** What a person writes into a month's file: ticks, confirmed balances, why a figure moved. */
import { useState } from "react";
import { formatAmount } from "../../../core/money.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { keptWords } from "../../../core/review/file/confirmation-words.ts";
import type {
  ConfirmedBalance,
  Fluctuation,
  KeptMark,
  TickedStep,
} from "../../../core/review/file/month-file.ts";
import type { ComparedFigure } from "../../../core/review/file/marks.ts";
import { parseAmount } from "../../grid/amount-text.ts";
import { useEvidence } from "../../shared/decide/evidence-part.tsx";
import { StepDialog } from "../../shared/months/step-dialog.tsx";
import { walletName } from "../../../core/words/wallet.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useDisplayFormat, Amount } from "../../ui/values.tsx";
import { refused, amountIn } from "./terms-dialog.tsx";

interface FileDialogProps<T> {
  readonly month: Month;
  readonly of: T;
  readonly onClose: () => void;
}

interface ConfirmDialogProps extends FileDialogProps<ConfirmedBalance> {
  /** Whether the provider says the same, so that only a name is wanted. */
  readonly isSame: boolean;
}

/** Where the provider's balance is said to be the same, and nothing more. */
export const SAME_SOURCE = "The provider says the same";

/** What the provider says the closing balance is, with its source or evidence; or taking that back. */
export function ConfirmDialog({ month, of, isSame, onClose }: ConfirmDialogProps) {
  const { decimals } = useDisplayFormat();
  const { wallet, closing, confirmation } = of;
  const stated = confirmation?.balance ?? (isSame ? closing : null);
  const [amount, setAmount] = useState(stated === null ? "" : formatAmount(stated, decimals));
  const [source, setSource] = useState(confirmation?.source ?? (isSame ? SAME_SOURCE : ""));
  const [evidence, setEvidence] = useState(String(confirmation?.evidence ?? NONE));
  const attached = (useEvidence({ kind: "month", month }).evidence ?? []).filter(
    ({ withdrawn }) => withdrawn === null,
  );
  const typed = parseAmount(amount, decimals);
  const isTakingBack = confirmation !== null && amount.trim() === "";
  return (
    <StepDialog
      title={`Confirm the closing balance of ${walletName(wallet)}`}
      words={isTakingBack ? "Take back" : "Confirm"}
      nameLabel="Confirmed by"
      noteAsk={isTakingBack ? "Write why the confirmation is taken back" : null}
      noteLabel={isTakingBack ? "Why" : "Note (optional)"}
      isLast
      take={async (said, api) => {
        const balance = amountIn(amount, decimals);
        if (balance === null && !isTakingBack)
          throw refused("FILE_INVALID", "Type the balance that the provider states");
        const shownBy = evidence === NONE || isTakingBack ? null : Number(evidence);
        return api["file.confirm"]({ month, wallet, balance, source, evidence: shownBy, ...said });
      }}
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
            isFirst
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

/** Taking back what was confirmed of a wallet that has no figures in the month any more. */
export function TakeBackDialog({ month, of, onClose }: FileDialogProps<KeptMark>) {
  const { decimals } = useDisplayFormat();
  const { wallet } = of;
  return (
    <StepDialog
      title={`Take back the confirmation of ${walletName(wallet)}`}
      words="Take back"
      nameLabel="Taken back by"
      noteAsk="Write why the confirmation is taken back"
      noteLabel="Why"
      take={async (said, api) =>
        api["file.confirm"]({ month, wallet, balance: null, source: "", evidence: null, ...said })
      }
      done="The confirmation is taken back"
      onClose={onClose}
    >
      <p>{keptWords(of, decimals)}.</p>
    </StepDialog>
  );
}

const NONE = "none";

export const FIGURE_WORDS: Readonly<Record<ComparedFigure, string>> = {
  inflow: "In",
  outflow: "Out",
  closing: "Closing",
};

export function ExplainDialog({ month, of, onClose }: FileDialogProps<Fluctuation>) {
  const { wallet, figure, before, now } = of;
  return (
    <StepDialog
      title={`Explain: ${FIGURE_WORDS[figure]}`}
      words="Explain"
      nameLabel="Explained by"
      noteAsk="Write why the figure moved"
      noteLabel="Why it moved"
      take={(said, api) => api["file.explain"]({ month, wallet, figure, ...said })}
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

export function TickDialog({ month, of, onClose }: FileDialogProps<TickedStep>) {
  const { id, text, tick, figures } = of;
  const done = tick === null;
  const against = done && figures?.ok === false ? figures.words : null;
  const words = done ? "Tick" : "Take back";
  return (
    <StepDialog
      title={`${words} step ${id}`}
      words={words}
      size="s"
      nameLabel={done ? "Done by" : "Taken back by"}
      noteAsk={against === null ? null : "Write why the step is done all the same"}
      noteLabel={against === null ? "Note (optional)" : "Why it is done all the same"}
      take={(said, api) => api["file.tick"]({ month, step: id, done, ...said })}
      done={done ? `Step ${id} is ticked` : `Step ${id} is open again`}
      onClose={onClose}
    >
      <p>{text}</p>
      {against === null ? null : <p className="tone-warning">The figures say: {against}.</p>}
    </StepDialog>
  );
}
