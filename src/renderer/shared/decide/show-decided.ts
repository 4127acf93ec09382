/** Says that several findings were decided at once, with the way back. */
import type { Decision, DecisionStatus } from "../../../core/review/decisions/decision.ts";
import { showToast } from "../../ui/toast.tsx";
import { decidedWords } from "./finding-words.ts";
import type { Undoing } from "./use-undo.tsx";

export function showDecided(
  status: DecisionStatus,
  taken: readonly Decision[],
  { undoTaken }: Pick<Undoing, "undoTaken">,
): void {
  showToast({
    tone: "good",
    words: decidedWords(status, taken.length),
    action: { label: "Undo", run: () => void undoTaken(taken) },
    topic: "review",
  });
}
