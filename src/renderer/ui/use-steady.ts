/**
 * `const onPress = useSteady(save)`: for a part in `memo`, which is drawn anew only when what it shows
 * changes.
 */
import { useCallback, useLayoutEffect, useRef } from "react";

/** A function that stays the same, and runs the one that was given last. */
export function useSteady<Given extends readonly unknown[]>(
  run: (...given: Given) => void,
): (...given: Given) => void {
  const last = useRef(run);
  useLayoutEffect(() => {
    last.current = run;
  });
  return useCallback((...given: Given) => last.current(...given), []);
}
