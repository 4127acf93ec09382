/**
 * `const onPress = useSteady(save)`: for a part in `memo`, which is drawn anew only when what it shows
 * changes, and for what listens as long as a part is there.
 */
import { useCallback, useLayoutEffect, useRef } from "react";

/** A function that stays the same, and runs the one that was given last. */
export function useSteady<Given extends readonly unknown[], Gives>(
  run: (...given: Given) => Gives,
): (...given: Given) => Gives {
  const last = useRef(run);
  useLayoutEffect(() => {
    last.current = run;
  });
  return useCallback((...given: Given) => last.current(...given), []);
}
