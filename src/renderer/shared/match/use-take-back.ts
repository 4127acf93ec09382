/** Taking a match by hand back: a link of its own in the trail, after which the check goes by the payrefs again. */
import { useState } from "react";
import { useCheck } from "../../check/check-provider.tsx";
import { showToast } from "../../ui/overlays/toast.tsx";
import { takenBackWords } from "./match-words.ts";

export interface TakingBack {
  readonly isTakingBack: boolean;
  /**
   * Takes a match back and says so.
   *
   * @param by who does, asked for when it is left out and nobody said it yet
   * @returns whether it was; false when nobody wanted to say who they are
   * @throws ApiError
   */
  readonly takeBack: (id: number, note: string, by?: string) => Promise<boolean>;
}

export function useTakeBack(): TakingBack {
  const { takeBackMatch } = useCheck();
  const [isTakingBack, setTakingBack] = useState(false);
  const takeBack = async (id: number, note: string, by?: string) => {
    setTakingBack(true);
    try {
      if ((await takeBackMatch(id, note, by)) === null) return false;
      showToast({ tone: "quiet", words: takenBackWords(id) });
      return true;
    } finally {
      setTakingBack(false);
    }
  };
  return { isTakingBack, takeBack };
}
