/** What is selected, over the list, and the dialog that decides on all of it. */
import { useDisplayFormat } from "../../../ui/values/display-format.tsx";
import { type Ref, useImperativeHandle, useMemo, useState } from "react";
import { formatAmount } from "../../../../core/money.ts";
import type { DecisionStatus } from "../../../../core/review/decisions/decision.ts";
import type { LedgerFacts } from "../../../../ipc/contract.ts";
import type { UnsavedDecision } from "../../../check/decisions/use-decisions.ts";
import { sentenceOf } from "../../../words/faults.ts";
import { Button } from "../../../ui/button.tsx";
import { Kbd } from "../../../ui/keys/kbd.tsx";
import { BulkDialog } from "./bulk-dialog.tsx";
import { DECISION_KEYS } from "../keys.ts";
import {
  MOST_AT_ONCE,
  NOTHING_SELECTED,
  type Selection,
  type SelectionSum,
  sumSelection,
} from "../../../shared/decide/selection.ts";
import { useBulkDecision } from "./use-bulk-decision.ts";
import { showDecided } from "../../../shared/decide/show-decided.ts";
import { useUndo } from "../../../shared/decide/use-undo.ts";
import { ACTION_WORDS, byStatusWords, stakeWords } from "../../../shared/decide/finding-words.ts";

interface BulkDecisionsProps {
  readonly ledger: LedgerFacts;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  /** @param decided fingerprints */
  readonly onDecided: (decided: ReadonlySet<string>) => void;
  readonly handle: Ref<BulkHandle>;
}

export interface BulkHandle {
  /** @param isOnlyThis whether the selection ends with the dialog: it was made for this decision */
  readonly open: (status: DecisionStatus | "note", isOnlyThis?: boolean) => void;
  /** Opens the dialog again on what could not be saved and is selected. */
  readonly reopen: (unsaved: UnsavedDecision) => void;
}

export function BulkDecisions(props: BulkDecisionsProps) {
  const { ledger, selection, onSelect, onDecided, handle } = props;
  const undoing = useUndo();
  const [isForOnce, setForOnce] = useState(false);
  const bulk = useBulkDecision(ledger.key, selection, onSelect, (status, taken) =>
    showDecided(status, taken, undoing),
  );
  // A note alone would be another status for each of them; that is no one decision.
  useImperativeHandle(handle, () => ({
    open: (status, isOnlyThis = false) => {
      setForOnce(isOnlyThis);
      if (whyNot(ledger, selection.lines.size) === null) bulk.open(status === "note" ? "open" : status);
    },
    reopen: bulk.reopen,
  }));
  const sum = useMemo(() => sumSelection(selection), [selection]);
  if (sum.count === 0) return null;
  return (
    <>
      <SelectionBar
        sum={sum}
        why={whyNot(ledger, sum.count)}
        onDecide={bulk.open}
        onClear={() => onSelect(NOTHING_SELECTED)}
      />
      {bulk.status === null ? null : (
        <BulkDialog
          {...bulk}
          status={bulk.status}
          sum={sum}
          onNote={bulk.write}
          onSave={() => bulk.save(() => onDecided(new Set(selection.lines.keys())))}
          onLeaveOut={bulk.leaveOutMeanwhile}
          onTakeNote={bulk.takeNoteOfMeanwhile}
          onClose={() => {
            bulk.close();
            if (isForOnce) onSelect(NOTHING_SELECTED);
          }}
        />
      )}
    </>
  );
}

/** Why nothing can be decided on the selection, in a sentence; null when it can. */
function whyNot({ readOnly }: LedgerFacts, count: number): string | null {
  if (readOnly !== null) return `${sentenceOf(readOnly)} You can view findings, not decide on them.`;
  if (count <= MOST_AT_ONCE) return null;
  return `One decision covers ${formatAmount(MOST_AT_ONCE)} findings at most. Narrow the filter.`;
}

interface BulkBarProps {
  readonly sum: SelectionSum;
  /** Why nothing can be decided; null when it can. */
  readonly why: string | null;
  readonly onDecide: (status: DecisionStatus) => void;
  readonly onClear: () => void;
}

function SelectionBar({ sum, why, onDecide, onClear }: BulkBarProps) {
  const { decimals } = useDisplayFormat();
  return (
    <section className="cluster rigid holds gap-1 across-3 queue-selection" aria-label="Selection">
      <p>
        <b>{formatAmount(sum.count)} selected</b>: {byStatusWords(sum.byStatus)}.{" "}
        <span className="quiet">{why ?? stakeWords(sum, decimals)}</span>
      </p>
      <div className="wrap queue-selection-actions">
        {DECISION_KEYS.map(([status, keys]) => (
          <Button key={status} size="s" isDisabled={why !== null} onPress={() => onDecide(status)}>
            {ACTION_WORDS[status]} <Kbd keys={keys} />
          </Button>
        ))}
        <Button size="s" variant="quiet" onPress={onClear}>
          Clear <Kbd keys="Escape" />
        </Button>
      </div>
    </section>
  );
}
