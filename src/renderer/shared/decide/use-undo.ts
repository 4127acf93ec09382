/** Undoing and redoing what this window decided or matched by hand, and saying what came of it. */
import { faultIn } from "../../app/fault-in.ts";
import { showFault } from "../../app/show-fault.ts";
import { isAt, select, selected, useRoute } from "../../app/use-route.ts";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import { formatCount } from "../../../core/money.ts";
import type { StandingMatch } from "../../../core/review/match/manual-match.ts";
import type { Stepped } from "../../check/decisions/decision-desk.ts";
import type { DecisionDraft } from "../../check/protocol.ts";
import { useCheck } from "../../check/check-provider.tsx";
import { showToast } from "../../ui/overlays/toast.tsx";
import { matchedWords, recordsOf, undoneWords } from "../match/match-words.ts";
import { speak } from "./spoken.tsx";
import { decidedWords, decisionWords, findingSubject } from "./finding-words.ts";

export interface Undoing {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => Promise<void>;
  readonly redo: () => Promise<void>;
  /** Undoes what was decided at once, and nothing when it is undone already or was decided anew. */
  readonly undoTaken: (taken: readonly Decision[]) => Promise<void>;
  /** Undoes the decision in force on each of these, whoever took it: on all or none. */
  readonly undoThese: (items: DecisionDraft["items"]) => Promise<void>;
}

export function useUndo(): Undoing {
  const check = useCheck();
  const { route } = useRoute();
  const isInQueue = route.place === "exceptions";
  const run = async (change: () => Promise<Stepped>, isRedo: boolean) => {
    const at = selected();
    try {
      const written = await change();
      if (written === null) return;
      if ("state" in written) {
        showToast({ tone: "quiet", words: wordsOfMatch(written) });
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
        showToast({
          tone: "warning",
          words: "Nothing was undone: somebody else decided first",
          more: "That decision counts. Read it, then decide again.",
        });
      } else showFault(error);
    }
  };
  return {
    canUndo: check.canUndo,
    canRedo: check.canRedo,
    undo: () => run(() => check.undo(), false),
    redo: () => run(() => check.redo(), true),
    undoTaken: (taken) =>
      run(async () => {
        const undone = await check.undoTaken(taken);
        if (undone === null)
          showToast({ tone: "quiet", words: "Nothing to undo: it was undone or decided again" });
        return undone;
      }, false),
    undoThese: (items) => run(() => check.undoThese(items), false),
  };
}

function wordsOfMatch(match: StandingMatch): string {
  return match.state === "undone" ? undoneWords(match.id) : matchedWords(recordsOf(match));
}

function lineOf({ finding, status, undoes }: Decision): string {
  return `${findingSubject(finding)}: ${decisionWords({ status, undoes }).toLowerCase()}`;
}
