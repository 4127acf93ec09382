/** Undoing and redoing what this window decided, and saying what came of it. */
import { faultIn } from "../../app/fault-in.ts";
import { showFault } from "../../app/show-fault.ts";
import { select } from "../../app/use-route.ts";
import type { Decision } from "../../../core/review/decision.ts";
import { formatCount } from "../../../core/money.ts";
import { useCheck } from "../../check/check-provider.tsx";
import { showToast } from "../../ui/toast.tsx";
import { say } from "./spoken.tsx";
import { decidedWords, decisionWords, subjectWords } from "./words.ts";

export interface Undoing {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => Promise<void>;
  readonly redo: () => Promise<void>;
  /** Undoes the decision in force on one finding, whoever took it. */
  readonly takeBack: (item: { readonly fingerprint: string; readonly seen: number | null }) => Promise<void>;
}

export function useUndo(): Undoing {
  const check = useCheck();
  const run = async (change: () => Promise<readonly Decision[] | null>, isRedo: boolean) => {
    try {
      const decisions = await change();
      if (decisions === null) return;
      const [first] = decisions;
      if (first === undefined) return;
      // One sees what changed.
      if (decisions.length === 1) select(first.fingerprint);
      const words = isRedo
        ? decidedWords(first.status, decisions.length)
        : `Undone on ${formatCount(decisions.length, "finding")}`;
      // One that is shown needs no notice.
      if (decisions.length === 1) say(`${lineOf(first)}.`);
      else showToast({ tone: "quiet", words });
    } catch (error) {
      check.dismissConflict();
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
    canUndo: check.undoable !== null && !check.isDeciding,
    canRedo: check.redoable !== null && !check.isDeciding,
    undo: () => run(() => check.undo(), false),
    redo: () => run(() => check.redo(), true),
    takeBack: (item) => run(() => check.undo([item]), false),
  };
}

function lineOf({ finding, status, undoes }: Decision): string {
  return `${subjectWords(finding)}: ${decisionWords({ status, undoes }).toLowerCase()}`;
}
