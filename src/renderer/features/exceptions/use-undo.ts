/** Undoing and redoing what this window decided, and saying what came of it. */
import { faultIn } from "../../app/fault-in.ts";
import { showFault } from "../../app/show-fault.ts";
import { select, selected, useRoute } from "../../app/use-route.ts";
import type { Decision } from "../../../core/review/decision.ts";
import { formatCount } from "../../../core/money.ts";
import type { DecisionDraft } from "../../check/protocol.ts";
import { useCheck } from "../../check/check-provider.tsx";
import { showToast } from "../../ui/toast.tsx";
import { say } from "./spoken.tsx";
import { decidedWords, decisionWords, subjectWords } from "./words.ts";

export interface Undoing {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => Promise<void>;
  readonly redo: () => Promise<void>;
  /** Undoes what was decided at once, and nothing when it is undone already or was decided anew. */
  readonly undoTaken: (taken: readonly Decision[]) => Promise<void>;
  /** Undoes the decision in force on one finding, whoever took it. */
  readonly takeBack: (item: DecisionDraft["items"][number]) => Promise<void>;
  /** As `takeBack`, of several at once: all or none. */
  readonly takeBackThese: (items: DecisionDraft["items"]) => Promise<void>;
}

export function useUndo(): Undoing {
  const check = useCheck();
  const { route } = useRoute();
  const isInQueue = route.place === "exceptions";
  const run = async (change: () => Promise<readonly Decision[] | null>, isRedo: boolean) => {
    const at = selected();
    try {
      const decisions = await change();
      if (decisions === null) return;
      const [first] = decisions;
      if (first === undefined) return;
      // Whoever went on meanwhile stays where they are.
      const isWaiting = selected() === at && !document.activeElement?.matches("input, textarea");
      if (decisions.length === 1 && isInQueue && isWaiting) {
        // One sees what changed, and what is shown needs no notice.
        select(first.fingerprint);
        say(`${lineOf(first)}.`);
        return;
      }
      const words = isRedo
        ? decidedWords(first.status, decisions.length)
        : `Undone on ${formatCount(decisions.length, "finding")}`;
      showToast({ tone: "quiet", words: decisions.length === 1 ? lineOf(first) : words });
    } catch (error) {
      if (faultIn(error).code === "DECISION_CONFLICT") {
        showToast({
          tone: "warning",
          words: "Nothing was undone: somebody decided meanwhile",
          more: "That decision stands. Look at it, then decide again.",
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
    takeBack: (item) => run(() => check.undo([item]), false),
    takeBackThese: (items) => run(() => check.undo(items), false),
  };
}

function lineOf({ finding, status, undoes }: Decision): string {
  return `${subjectWords(finding)}: ${decisionWords({ status, undoes }).toLowerCase()}`;
}
