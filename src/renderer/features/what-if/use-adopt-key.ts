/** The key that adopts the options, wherever in the place the focus is. */
import { useEffect, useRef } from "react";
import { chordOf, isApple } from "../../ui/keys/keys.ts";
import { useKeys } from "../../ui/keys/use-keys.ts";

export const ADOPT_KEYS = "Mod+Enter";

export function useAdoptKey(run: () => void): void {
  const running = useRef(run);
  useEffect(() => {
    running.current = run;
  });
  useKeys(
    { [ADOPT_KEYS]: { does: "Use these options from now on", run, inFields: true } },
    { group: "What if" },
  );
  useEffect(() => {
    // Radio buttons keep Enter to themselves, so it is taken on its way down to them.
    const onKeyDown = (event: KeyboardEvent) => {
      const isChoice = event.target instanceof HTMLInputElement && event.target.type === "radio";
      if (!isChoice || chordOf(event, isApple()) !== ADOPT_KEYS) return;
      event.preventDefault();
      event.stopPropagation();
      running.current();
    };
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, []);
}
