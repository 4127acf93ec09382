/** Deciding on one finding: what, why, and by whom. A draft stays until it is saved or thrown away. */
import { type ReactNode, memo, useEffect, useRef } from "react";
import type { DecisionStatus } from "../../../core/review/decisions/decision.ts";
import { formatAmount } from "../../../core/money.ts";
import type { Fault } from "../../../ipc/envelope.ts";
import { useLost } from "../../bridge/api-provider.tsx";
import { unsavedFault, FaultNote } from "../../ui/faults.tsx";
import { Button } from "../../ui/button.tsx";
import { useSteady } from "../../ui/use-steady.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { type Draft, isEmptyDraft } from "../../shared/decide/drafts.ts";
import { DECISION_KEYS, QUEUE_KEYS } from "./use-queue-keys.ts";
import { NoteFields } from "../../shared/decide/note-fields.tsx";
import { ACTION_WORDS, NOTE_ASKS } from "../../shared/decide/finding-words.ts";
import "../../shared/decide/decide.css";

interface DecisionFormProps {
  readonly draft: Draft;
  /** Why the last save failed; the draft is as it was. */
  readonly fault: Fault | null;
  /** What is wrong with the note, null while nothing is. */
  readonly noteFault: string | null;
  /** Counts up whenever the note is to take the focus. */
  readonly focusNote: number;
  /** What was decided on the finding since the draft was begun; null when nothing was. */
  readonly meanwhile: ReactNode;
  /** What earlier decisions propose for it. */
  readonly proposal: ReactNode;
  /** How many findings of its cause are decided with it; 0 where it is decided alone. */
  readonly together: number;
  readonly onChoose: (status: DecisionStatus | "note") => void;
  /** Matches it by hand; null where there is nothing to match. */
  readonly onMatch: (() => void) | null;
  readonly onNote: (note: string) => void;
  readonly onSave: () => void;
  /** Leaves the note, the draft stays. */
  readonly onLeave: () => void;
  readonly onDiscard: () => void;
}

export function DecisionForm(props: DecisionFormProps) {
  const { draft, fault, meanwhile, onChoose, onMatch } = props;
  const isLost = useLost() !== null;
  return (
    <section className="stack gap-2 rigid scrolls decide" aria-label="Decision">
      {props.proposal}
      <Choices
        chosen={draft.status}
        canMatch={onMatch !== null}
        onChoose={useSteady(onChoose)}
        onMatch={useSteady(() => onMatch?.())}
      />
      {props.together === 0 ? null : (
        <p className="small quiet">
          One cause explains {formatAmount(props.together)} findings: a decision covers all of them. To decide
          on one, select it first <Kbd keys={QUEUE_KEYS.select.keys} />
        </p>
      )}
      {meanwhile}
      {isEmptyDraft(draft) ? null : <DraftFields {...props} />}
      {fault === null ? null : <FaultNote fault={fault} shown={unsavedFault(fault, isLost)} />}
    </section>
  );
}

interface StatusChoicesProps {
  readonly chosen: Draft["status"];
  readonly canMatch: boolean;
  readonly onChoose: DecisionFormProps["onChoose"];
  readonly onMatch: () => void;
}

const Choices = memo(function Choices({ chosen, canMatch, onChoose, onMatch }: StatusChoicesProps) {
  return (
    <div className="decide-choices">
      {DECISION_KEYS.map(([status, keys]) => (
        <Button
          key={status}
          size="s"
          variant={chosen === status ? "primary" : "plain"}
          aria-pressed={chosen === status}
          onPress={() => onChoose(status)}
        >
          {ACTION_WORDS[status]} <Kbd keys={keys} />
        </Button>
      ))}
      <Button size="s" onPress={() => onChoose("note")}>
        Note <Kbd keys={QUEUE_KEYS.note.keys} />
      </Button>
      {canMatch ? (
        <Button size="s" onPress={onMatch}>
          Match… <Kbd keys={QUEUE_KEYS.match.keys} />
        </Button>
      ) : null}
    </div>
  );
});

function DraftFields(props: DecisionFormProps) {
  const { draft, focusNote, meanwhile, onSave, onLeave, onDiscard } = props;
  const fields = useRef<HTMLDivElement>(null);
  const focused = useRef(0);
  useEffect(() => {
    // A draft that one only passes by takes no focus.
    if (focused.current === focusNote) return;
    focused.current = focusNote;
    fields.current?.querySelector("textarea")?.focus();
  }, [focusNote]);
  const { status } = draft;
  return (
    <div className="stack gap-2" ref={fields}>
      <NoteFields
        label={status === null ? "Note" : `${ACTION_WORDS[status]}: ${NOTE_ASKS[status].toLowerCase()}`}
        note={draft.note}
        fault={props.noteFault}
        onNote={props.onNote}
        onSave={onSave}
        onLeave={onLeave}
      />
      <div className="decide-actions">
        <Button size="s" variant="quiet" onPress={onDiscard}>
          Discard draft
        </Button>
        <Button size="s" variant="quiet" onPress={onLeave}>
          Keep draft <Kbd keys="Escape" />
        </Button>
        <Button size="s" variant="primary" onPress={onSave}>
          {meanwhile === null ? "Save" : "Decide again"} <Kbd keys="Mod+Enter" />
        </Button>
      </div>
    </div>
  );
}
