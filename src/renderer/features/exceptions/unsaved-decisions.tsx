/** `<UnsavedDecisions ledger={id} />`: what could not be saved, why, and the way back to it; its words are in its form again. */
import { useEffect, useRef } from "react";
import { formatCount } from "../../../core/money.ts";
import { useLost } from "../../app/api-provider.tsx";
import { go, setPeriod } from "../../app/use-route.ts";
import { useCheck } from "../../check/check-provider.tsx";
import { wasWritten } from "../../check/outbox.ts";
import type { UnsavedDecision } from "../../check/use-decisions.ts";
import { sentenceOf, unsavedWords } from "../../messages.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { returnTo } from "./returned-decision.ts";
import { draftKey, dropDraft, giveDraftBack, selectionKey } from "./use-draft.ts";
import { ACTION_WORDS } from "./words.ts";

const SHOWN = 3;

export function UnsavedDecisions({ ledger }: { readonly ledger: string }) {
  const { unsaved, dismissUnsaved } = useCheck();
  const lost = useLost();
  const gone = useRef<UnsavedDecision>(undefined);
  useGivingBack(ledger, unsaved);
  /** Of those without a banner, one after the other. */
  const goToNext = () => {
    const more = unsaved.slice(SHOWN);
    const at = more.findIndex((one) => one === gone.current);
    const next = more[(at + 1) % more.length];
    gone.current = next;
    if (next !== undefined) goTo(next);
  };
  return (
    <>
      {unsaved.slice(0, SHOWN).map((one) => (
        <div key={keyOf(one)} className="banner banner-error" role="alert">
          <p>
            <strong>
              Not saved: {ACTION_WORDS[one.draft.status].toLowerCase()} <bdi>{one.draft.about}</bdi>.
            </strong>{" "}
            {reasonOf(one)} {one.fault === null ? null : <code className="fault-code">{one.fault.code}</code>}
          </p>
          <Button size="s" onPress={() => goTo(one)}>
            Go to it
          </Button>
          <Button size="s" variant="quiet" onPress={() => dismissUnsaved(one)}>
            Dismiss
          </Button>
        </div>
      ))}
      {unsaved.length > SHOWN ? (
        <div className="banner banner-error">
          <p>{formatCount(unsaved.length - SHOWN, "more decision")} not saved.</p>
          <Button size="s" onPress={goToNext}>
            Go to the next
          </Button>
        </div>
      ) : null}
      {lost === null || unsaved.length === 0 ? null : (
        <div className="banner banner-error">
          <p>What is not saved is in this tab only. Keep it open, or copy the notes.</p>
          <CopyButton text={notesOf(unsaved)} label="Copy the notes" words="Copy the notes" />
        </div>
      )}
    </>
  );
}

function goTo(one: UnsavedDecision): void {
  const { items } = one.draft;
  const [first] = items;
  go("exceptions", items.length === 1 && first !== undefined ? first.fingerprint : null);
  if (one.period !== undefined) setPeriod(one.period);
  if (items.length > 1) returnTo(one);
}

function keyOf({ draft }: UnsavedDecision): string {
  return `${draft.items[0]?.fingerprint} ${draft.items.length} ${draft.note}`;
}

function reasonOf({ fault }: UnsavedDecision): string {
  if (fault === null) return "The window was closed before it was saved. Your note is kept.";
  const { sentence, remedy } = unsavedWords(fault);
  return `${sentence ?? sentenceOf(fault)} ${remedy} Your note is kept.`;
}

/** The notes as a text to keep elsewhere. */
function notesOf(unsaved: readonly UnsavedDecision[]): string {
  return unsaved
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
