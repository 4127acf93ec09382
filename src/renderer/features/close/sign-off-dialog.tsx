/** Signing a month off: the figures that are frozen, and the name of a second person. */
import { comparedWords } from "../../../core/words/proof.ts";
import { type FactLine, Facts } from "../../ui/layout/facts.tsx";
import { formatCount } from "../../../core/money.ts";
import { assertAnother } from "../../../core/review/close/close-rules.ts";
import type { FrozenMonth } from "../../../core/review/close/close.ts";
import { signWords } from "../../../core/report/statement/conclusion.ts";
import type { MonthFacts } from "../../../core/review/close/months.ts";
import { useApi } from "../../app/api-provider.tsx";
import { usePreferences } from "../../app/preferences-provider.tsx";
import { Amount } from "../../ui/values/amount.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { ConclusionIfSigned, useOwnSigner, useTyped } from "./conclusion-note.tsx";
import { FrozenFormat, FrozenWallets } from "./month-figures.tsx";
import { StepButtons, StepFields } from "../../shared/months/step-fields.tsx";
import { useStatement } from "../../shared/months/use-months.ts";
import { useStep } from "../../shared/months/use-step.ts";
import { decidedCountWords, isAnother, monthName, standingOf } from "../../shared/months/close-words.ts";
import { ended } from "../../words/faults.ts";
import { inCurrency } from "../../../core/words/currency.ts";

interface SignOffDialogProps {
  readonly facts: MonthFacts;
  readonly onClose: () => void;
}

export function SignOffDialog({ facts, onClose }: SignOffDialogProps) {
  const api = useApi();
  const { preferences } = usePreferences();
  const { month } = facts;
  const { prepared } = standingOf(facts);
  const preparer = prepared?.by ?? "";
  const form = useStep({
    name: isAnother(month, preparer, preferences.reviewer) ? preferences.reviewer : "",
    noteAsk: null,
    assertName: (name) => {
      if (prepared !== null) assertAnother(month, preparer, name);
    },
    take: ({ by, note }) => api["close.signOff"]({ month, by, note }),
    done: ({ pulls }) => `${monthName(month)} is signed off. ${comparedWords(pulls)}`,
    onDone: onClose,
    freezes: true,
  });
  const signer = useOwnSigner(facts, useTyped(form.name));
  const { statement } = useStatement(month, { signer });
  return (
    <Dialog
      title={`Sign off ${monthName(month)}`}
      size="l"
      onClose={onClose}
      actions={<StepButtons form={form} words={signWords(statement?.conclusion ?? null)} onClose={onClose} />}
    >
      <p>Signing fixes these figures. Later changes from the service are shown beside them.</p>
      <ConclusionIfSigned facts={facts} signer={signer} />
      {prepared === null ? null : <Frozen frozen={prepared.frozen} note={prepared.note} by={preparer} />}
      <StepFields
        form={form}
        nameLabel="Reviewed and signed off by"
        nameHint={preparer === "" ? "" : `Someone other than ${preparer}, who prepared it.`}
        noteLabel="Note (optional)"
      />
    </Dialog>
  );
}

function Frozen({
  frozen,
  note,
  by,
}: {
  readonly frozen: FrozenMonth;
  readonly note: string;
  readonly by: string;
}) {
  const { wallets, errors, warnings, outstanding, overridden, runId, pullId } = frozen;
  const several = new Set(outstanding.map(({ currency }) => currency)).size > 1;
  const open = outstanding.filter(({ items }) => items > 0);
  return (
    <FrozenFormat of={frozen}>
      <FrozenWallets wallets={wallets} />
      <Facts
        look="wide"
        facts={[
          ["Exceptions", `${decidedCountWords(errors, "error")}, ${decidedCountWords(warnings, "warning")}`],
          ["Outstanding", open.length > 0 ? null : "none"],
          ...open.map(({ currency, kind, items, amount }): FactLine => [
            `Outstanding${several ? ` ${inCurrency(currency ?? null)}` : ""}: ${kind}`,
            <>
              {formatCount(items, "item")}, <Amount value={amount} zero="0" />
            </>,
          ]),
          ["Based on", `run ${runId} of pull ${pullId}`],
          ...overridden.map(({ sentence }): FactLine => ["Overridden", ended(sentence)]),
          [
            `${by} says`,
            note === "" ? null : (
              <span key="note" className="quoted">
                {note}
              </span>
            ),
          ],
        ]}
      />
    </FrozenFormat>
  );
}
