/** Undoing and redoing what this window decided or matched by hand, and saying what came of it. */
import type { DecisionStatus, Decision, DecidedFinding } from "../../../core/review/decisions/decision.ts";
import { sharedValue } from "../../ui/shared-value.ts";
import { useState } from "react";
import { showFault, faultIn } from "../../app/show-fault.ts";
import { isAt, select, selected, useRoute } from "../../app/use-route.ts";
import { formatCount } from "../../../core/money.ts";
import type { Stepped } from "../../rows/decision-desk.ts";
import type { DecisionDraft } from "../../bridge/protocol.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import { showToast, warn } from "../../ui/toast.tsx";
import { matchedWords, recordsOf, undoneWords } from "./match-words.ts";
import { decidedWords, decisionWords, findingSubject } from "./finding-words.ts";
import { Button } from "../../ui/button.tsx";
import { SaidBy } from "../../ui/values.tsx";

const said = sharedValue({ sentence: "", count: 0 });

/** `speak("Explained.")`: read aloud by screen readers where `<Spoken />` stands, shown nowhere. */
export function speak(sentence: string): void {
  said.put({ sentence, count: said.get().count + 1 });
}

/** Once in the place. What was said before it was there stays unsaid. */
export function Spoken() {
  const { sentence, count } = said.useValue();
  const [before] = useState(count);
  return (
    <output className="only-spoken">
      {/* The same words said twice are read twice. */}
      <span key={count}>{count === before ? "" : sentence}</span>
    </output>
  );
}

export function useUndo() {
  const check = useCheck();
  const { route } = useRoute();
  const isInQueue = route.place === "exceptions";
  const run = async (change: () => Promise<Stepped>, isRedo: boolean) => {
    const at = selected();
    try {
      const written = await change();
      if (written === null) return;
      if ("state" in written) {
        showToast({
          tone: "quiet",
          words: written.state === "undone" ? undoneWords(written.id) : matchedWords(recordsOf(written)),
        });
        return;
      }
      const [first] = written;
      if (first === undefined) return;
      // Whoever went on meanwhile stays where they are.
      const isWaiting = isAt("exceptions", at) && !document.activeElement?.matches("input, textarea");
      if (written.length === 1 && isInQueue && isWaiting) {
        // One sees what changed, and what is shown needs no notice.
        select(first.fingerprint);
        speak(`${lineOf(first)}.`);
        return;
      }
      const words = isRedo
        ? decidedWords(first.status, written.length)
        : `Undone on ${formatCount(written.length, "finding")}`;
      showToast({ tone: "quiet", words: written.length === 1 ? lineOf(first) : words });
    } catch (error) {
      if (faultIn(error).code === "DECISION_CONFLICT") {
        warn(
          "Nothing was undone: somebody else decided first",
          "That decision counts. Read it, then decide again.",
        );
      } else showFault(error);
    }
  };
  return {
    canUndo: check.canUndo,
    canRedo: check.canRedo,
    undo: () => run(() => check.undo(), false),
    redo: () => run(() => check.redo(), true),
    /** Undoes what was decided at once, and nothing when it is undone already or was decided anew. */
    undoTaken: (taken: readonly Decision[]) =>
      run(async () => {
        const undone = await check.undoTaken(taken);
        if (undone === null)
          showToast({ tone: "quiet", words: "Nothing to undo: it was undone or decided again" });
        return undone;
      }, false),
    /** Undoes the decision in force on each of these, whoever took it: on all or none. */
    undoThese: (items: DecisionDraft["items"]) => run(() => check.undoThese(items), false),
  };
}

function lineOf({ finding, status, undoes }: Decision): string {
  return `${findingSubject(finding)}: ${decisionWords({ status, undoes }).toLowerCase()}`;
}

// Somebody else decided on what one is deciding on: who, when, what and why. It stands; one may decide again.

interface MeanwhileNoteProps {
  readonly decisions: readonly Decision[];
  /** Whether each says which finding it is about. */
  readonly withSubject?: boolean;
}

const SHOWN = 5;

export function MeanwhileNote({ decisions, withSubject = false }: MeanwhileNoteProps) {
  const [shown, setShown] = useState(SHOWN);
  const left = decisions.length - shown;
  return (
    <div className="note washed tone-warning stack at-start gap-1 pad-x-3 pad-y-2" role="alert">
      <p>
        <b>Already decided.</b> The first decision counts. Read it before you decide again.
      </p>
      <ul>
        {decisions.slice(0, shown).map((decision) => (
          <li key={decision.id}>
            {withSubject ? `${findingSubject(decision.finding)}: ` : ""}
            {decisionWords(decision)} <SaidBy said={decision} />
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <Button variant="link" onPress={() => setShown(decisions.length)}>
          and {left} more
        </Button>
      ) : null}
    </div>
  );
}

// What was decided on a finding, from the first decision to the last, and what of it still counts.

export interface HistoryLine {
  readonly decision: Decision;
  /** The reversal that took it back, null while it was not. */
  readonly undoneBy: Decision | null;
  /** Whether it was taken when the finding had other numbers. */
  readonly onOtherNumbers: boolean;
}

type HistorySubject = DecidedFinding & { readonly fingerprint: string };

/**
 * All decisions and reversals on a finding, newest first, with those on the same rule and record under other
 * numbers.
 *
 * @param decisions all of the ledger, in any order
 */
export function historyOf(finding: HistorySubject, decisions: readonly Decision[]): HistoryLine[] {
  const reversals = new Map<number, Decision>();
  for (const decision of decisions) if (decision.undoes !== null) reversals.set(decision.undoes, decision);
  return decisions
    .filter((decision) => decision.fingerprint === finding.fingerprint || isAbout(finding, decision.finding))
    .toSorted((a, b) => b.id - a.id)
    .map((decision) => ({
      decision,
      undoneBy: reversals.get(decision.id) ?? null,
      onOtherNumbers: decision.fingerprint !== finding.fingerprint,
    }));
}

/**
 * Lines that somebody else decided on after they were seen, with the newest decision on each.
 *
 * @param newestHere of a finding the newest decision that this window wrote: whoever wrote it has seen it
 */
export function decidedMeanwhile(
  lines: Iterable<{ readonly fingerprint: string; readonly seen: number | null }>,
  decisions: readonly Decision[],
  newestHere: (fingerprint: string) => number | null = () => null,
): Decision[] {
  const newest = new Map<string, Decision>();
  for (const decision of decisions) {
    if (decision.id > (newest.get(decision.fingerprint)?.id ?? 0)) newest.set(decision.fingerprint, decision);
  }
  return Array.from(lines).flatMap(({ fingerprint, seen }) => {
    const decision = newest.get(fingerprint);
    if (decision === undefined || decision.id === seen || decision.id === newestHere(fingerprint)) return [];
    return [decision];
  });
}

function isAbout(a: DecidedFinding, b: DecidedFinding): boolean {
  if (a.rule !== b.rule || a.walletID !== b.walletID) return false;
  if (a.walletID !== null) return true;
  return a.payID === b.payID && (a.payID !== null || a.payref === b.payref);
}

/** Says that several findings were decided at once, with the way back. */
export function showDecided(
  status: DecisionStatus,
  taken: readonly Decision[],
  { undoTaken }: Pick<ReturnType<typeof useUndo>, "undoTaken">,
): void {
  showToast({
    tone: "good",
    words: decidedWords(status, taken.length),
    action: { label: "Undo", run: () => void undoTaken(taken) },
    isOfReview: true,
  });
}
