/** `<UnsavedBanners ledger={id} />`: what could not be saved, why, and the way back to its form. */
import { useEffect, useRef } from "react";
import { formatCount } from "../../../core/money.ts";
import { useLost } from "../../bridge/api-provider.tsx";
import { go, setPeriod } from "../../app/use-route.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import { wasWritten } from "../../rows/desk-state.ts";
import type { UnsavedDecision } from "../../rows/use-decisions.ts";
import { sentenceOf, unsavedFault } from "../../ui/faults.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { returnTo, draftKey, dropDraft, giveDraftBack, selectionKey, useDraft } from "./drafts.ts";
import { ACTION_WORDS } from "./finding-words.ts";

const SHOWN = 3;

export function UnsavedBanners({ ledger }: { readonly ledger: string }) {
  const { unsaved, dismissUnsaved } = useCheck();
  const lost = useLost();
  const gone = useRef<UnsavedDecision>(undefined);
  const notes = notesOf(unsaved);
  useGivingBack(ledger, unsaved);
  /** Of those without a banner, one after the other. */
  const goToNext = () => {
    const more = unsaved.slice(SHOWN);
    const at = more.findIndex((one) => one === gone.current);
    const next = more[(at + 1) % more.length];
    gone.current = next;
    if (next !== undefined) goTo(ledger, next);
  };
  return (
    <>
      {unsaved.slice(0, SHOWN).map((one) => (
        <NotSaved
          key={`${one.draft.items[0]?.fingerprint} ${one.draft.items.length} ${one.draft.note}`}
          ledger={ledger}
          one={one}
          isLost={lost !== null}
          onDismiss={() => dismissUnsaved(one)}
        />
      ))}
      {unsaved.length > SHOWN ? (
        <output className="banner tone-error">
          <span>{formatCount(unsaved.length - SHOWN, "more decision")} not saved.</span>
          <Button size="s" onPress={goToNext} words="Go to the next" />
        </output>
      ) : null}
      {lost === null || unsaved.length === 0 ? null : (
        <output className="banner tone-error">
          {notes === "" ? (
            <span>Unsaved decisions are only in this tab. Keep it open.</span>
          ) : (
            <>
              <span>Unsaved decisions are only in this tab. Keep it open, or copy the notes.</span>
              <CopyButton text={notes} label="Copy the notes" words="Copy the notes" />
            </>
          )}
        </output>
      )}
    </>
  );
}

interface NotSavedProps {
  readonly ledger: string;
  readonly one: UnsavedDecision;
  /** Whether main cannot be reached: nothing can be saved just now. */
  readonly isLost: boolean;
  readonly onDismiss: () => void;
}

function NotSaved({ ledger, one, isLost, onDismiss }: NotSavedProps) {
  const { draft, fault } = one;
  const [form] = useDraft(keyIn(ledger, one));
  // Nobody typed one, or it was thrown away since: then none is there.
  const isNoteThere = draft.note !== "" && form.note.includes(draft.note);
  return (
    <div className="banner tone-error" role="alert">
      <p>
        <strong>
          Not saved: {ACTION_WORDS[draft.status].toLowerCase()} <bdi>{draft.about}</bdi>.
        </strong>{" "}
        {reasonOf(fault, isLost)} {isNoteThere ? "Your note is back in its form. " : ""}
        {fault === null ? null : <code className="fault-code">{fault.code}</code>}
      </p>
      <Button size="s" onPress={() => goTo(ledger, one)} words="Go to it" />
      <Button size="s" variant="quiet" onPress={onDismiss} words="Dismiss" />
    </div>
  );
}

function goTo(ledger: string, one: UnsavedDecision): void {
  const { items } = one.draft;
  const [first] = items;
  go("exceptions", items.length === 1 && first !== undefined ? first.fingerprint : null);
  if (one.period !== undefined) setPeriod(one.period);
  if (items.length > 1) returnTo(ledger, one);
}

function reasonOf(fault: UnsavedDecision["fault"], isLost: boolean): string {
  if (fault === null) return "The window was closed before it was saved.";
  const { sentence, remedy } = unsavedFault(fault, isLost);
  return `${sentence ?? sentenceOf(fault)} ${remedy}`;
}

/** What was noted, as a text to keep elsewhere; '' where nothing was. */
function notesOf(unsaved: readonly UnsavedDecision[]): string {
  return unsaved
    .filter(({ draft: { note } }) => note !== "")
    .map(({ draft: { status, about, note } }) => `${ACTION_WORDS[status]} ${about}: ${note}`)
    .join("\n");
}

/** Puts each note back into its form once; takes it out again where the decision turns out to be saved. */
function useGivingBack(ledger: string, unsaved: readonly UnsavedDecision[]): void {
  const { decisions } = useCheck();
  const given = useRef<readonly UnsavedDecision[]>([]);
  useEffect(() => {
    for (const one of unsaved)
      if (!one.isInForm && !given.current.includes(one)) giveDraftBack(keyIn(ledger, one), draftOf(one));
    for (const one of given.current) {
      if (!unsaved.includes(one) && wasWritten(one.draft, decisions ?? [])) {
        dropDraft(keyIn(ledger, one), draftOf(one));
      }
    }
    given.current = unsaved;
  }, [ledger, unsaved, decisions]);
}

/** That on several is kept apart from the next on a selection. */
function keyIn(ledger: string, { draft: { items } }: UnsavedDecision): string {
  const [first] = items;
  return items.length === 1 && first !== undefined
    ? draftKey(ledger, first.fingerprint)
    : selectionKey(ledger, items);
}

function draftOf({ draft: { items, status, note } }: UnsavedDecision) {
  return items.length === 1
    ? { status, note, seen: items[0]?.seen ?? null }
    : { status: null, note, seen: null };
}
