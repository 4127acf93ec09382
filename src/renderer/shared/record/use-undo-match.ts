/** Undoing a match by hand: a link of its own, after which the check goes by the payrefs again. */
import { useCheck } from "../../rows/check-provider.tsx";
import { showToast } from "../../ui/toast.tsx";
import { undoneWords } from "../decide/match-words.ts";

export function useUndoMatch() {
  const { undoMatch } = useCheck();
  /**
   * Undoes a match and says so.
   *
   * @param by who does, asked for when it is left out and nobody said it yet
   * @returns whether it was; false when nobody wanted to say who they are
   * @throws ApiError
   */
  const undo = async (id: number, note: string, by?: string) => {
    if ((await undoMatch(id, note, by)) === null) return false;
    showToast({ tone: "quiet", words: undoneWords(id) });
    return true;
  };
  return { undo };
}
