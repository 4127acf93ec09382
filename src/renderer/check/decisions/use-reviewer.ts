/** Who decides: the name of the preferences, asked for once where there is none. */
import { useCallback, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { usePreferences } from "../../app/preferences-provider.tsx";

/** A question to show: what is answered is kept, and what waited for it goes on. */
export interface ReviewerAsk {
  /**
   * Keeps the name for all decisions to come.
   * @throws ApiError when it cannot be kept; then it is still asked
   */
  readonly answer: (name: string) => Promise<void>;
  /** Whoever asked gives up. */
  readonly dismiss: () => void;
}

export interface Reviewer {
  /** @returns the name; null when the question was dismissed */
  readonly whoDecides: () => Promise<string | null>;
  /** null while nobody waits for the name. */
  readonly reviewerAsk: ReviewerAsk | null;
}

export function useReviewer(): Reviewer {
  const { preferences, change } = usePreferences();
  const { reviewer } = preferences;
  const [waiting, setWaiting] = useState<readonly ((name: string | null) => void)[]>([]);
  const whoDecides = useCallback(() => {
    if (reviewer !== "") return Promise.resolve(reviewer);
    const { promise, resolve } = Promise.withResolvers<string | null>();
    setWaiting((others) => [...others, resolve]);
    return promise;
  }, [reviewer]);
  const reviewerAsk = useMemo((): ReviewerAsk | null => {
    if (waiting.length === 0) return null;
    const settle = (name: string | null) => {
      // The dialog is gone before anybody goes on, so that the focus stays where they put it.
      flushSync(() => setWaiting([]));
      for (const resolve of waiting) resolve(name);
    };
    return {
      answer: async (name) => {
        await change({ reviewer: name });
        settle(name);
      },
      dismiss: () => settle(null),
    };
  }, [waiting, change]);
  return { whoDecides, reviewerAsk };
}
